@_exported public import ControlKit
package import LuaRuntime

/// Runs Lua scripts against an application.
///
/// A script sees the module `ui`; the functions it registers are called by ControlKit's dispatcher
/// like Swift closures. Errors in handlers go to ``/ControlKit/Application/onDiagnostic``, and the
/// program goes on. Host, application and views belong to one thread.
///
/// ```swift
/// let application = Application()
/// let host = try ScriptHost(application: application)
/// application.onDiagnostic = { log($0) }
/// try host.run(file: "menu.lua")
/// ```
public final class ScriptHost {
  private let engine: ScriptEngine

  /// The application whose windows the script shows.
  public let application: Application

  /// Opens a host without a script.
  ///
  /// - Parameter application: Where windows are shown.
  /// - Throws: ``ScriptError/Code/internal`` when there is no memory.
  public init(application: Application) throws(ScriptError) {
    self.application = application
    engine = try ScriptEngine(application: application)
  }

  /// Opens a host whose allocations fail as told, for tests.
  package init(application: Application, faults: AllocationFaults) throws(ScriptError) {
    self.application = application
    engine = try ScriptEngine(application: application, faults: faults)
  }

  deinit { engine.close() }

  /// The version of Lua inside, such as `Lua 5.4.4`.
  public static var luaVersion: String { LuaState.version }

  /// Loads and runs a script file.
  ///
  /// - Parameters:
  ///   - path: The file, relative to the working directory.
  ///   - arguments: What the script gets as `arg` and `...`.
  /// - Throws: A ``ScriptError`` that says whether the file, its syntax or its running failed.
  public func run(file path: String, arguments: [String] = []) throws(ScriptError) {
    try engine.load { state throws(LuaFailure) in
      try state.run(file: path, arguments: arguments)
    }
  }

  /// Loads and runs a script.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - name: What messages call it.
  ///   - arguments: What the script gets as `arg` and `...`.
  /// - Throws: A ``ScriptError`` that says whether the syntax or the running failed.
  public func run(source: String, name: String, arguments: [String] = []) throws(ScriptError) {
    try engine.load { state throws(LuaFailure) in
      try state.run(source: source, name: name, arguments: arguments)
    }
  }

  /// Called when the script calls `ui.quit`, with the exit code.
  public var onQuit: ((Int32) -> Void)? {
    get { engine.onQuit }
    set { engine.onQuit = newValue }
  }

  /// The exit code given to `ui.quit`, once it was called.
  public var quitCode: Int32? { engine.quitCode }

  /// Whether a timer that runs once, or a handler that waits for a time, is left.
  public var hasPendingWork: Bool { application.scheduler.hasOneShotTimers }

  /// How many handlers wait.
  public var waitingHandlerCount: Int { engine.waiters.count }

  /// How many Swift objects the script knows.
  public var scriptedObjectCount: Int { engine.state.proxyCount }

  /// The memory that Lua uses, in bytes.
  public var memoryInUse: Int { engine.state.memoryInUse }

  /// Makes one full pass of Lua's garbage collector. Cycles through both heaps may need a few.
  public func collectGarbage() {
    engine.state.collect()
  }

  /// Ends the script: its handlers go inert, its timers stop, its objects are let go. Inside one of
  /// its own handlers it takes effect when that returns. Calling it twice is harmless.
  public func close() {
    engine.close()
  }
}

@available(*, unavailable)
extension ScriptHost: Sendable {}
