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
  let engine: ScriptEngine

  /// The application whose windows the script shows.
  public let application: Application

  /// What scripts may use and do.
  public let configuration: Configuration

  /// Opens a host without a script.
  ///
  /// - Parameters:
  ///   - application: Where windows are shown.
  ///   - configuration: What scripts may use and do.
  /// - Throws: ``ScriptError/Code/internal`` when there is no memory, or the system has no timer for
  ///   the time limit.
  public init(
    application: Application, configuration: Configuration = .standard
  ) throws(ScriptError) {
    self.application = application
    self.configuration = configuration
    engine = try ScriptEngine(application: application, configuration: configuration)
  }

  /// Opens a host whose allocations fail as told, for tests.
  package init(
    application: Application, configuration: Configuration = .standard, faults: AllocationFaults
  ) throws(ScriptError) {
    self.application = application
    self.configuration = configuration
    engine = try ScriptEngine(
      application: application, configuration: configuration, faults: faults)
  }

  deinit {
    engine.close()
    engine.forgetApplication()
  }

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

  /// About how much memory Swift keeps for the script, in bytes: views, texts, handlers, timers.
  public var swiftMemoryInUse: Int { engine.state.externalMemory }

  /// Stops the script's code that is running now, such as a handler in an endless loop.
  ///
  /// A signal handler may call it, on the host's own thread. The handler ends with the error
  /// ``ScriptError/Code/interrupted``, and the script goes on with the next event.
  ///
  /// - Returns: Whether some code was running.
  @discardableResult
  public func interrupt() -> Bool { engine.state.interrupt() }

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
