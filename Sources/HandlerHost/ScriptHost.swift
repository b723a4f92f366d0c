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
  private(set) var engine: ScriptEngine
  /// What ran first, for ``reload()``.
  private var main: MainScript?
  /// What comes after a script whose code is still running.
  private var next: ScriptEngine?

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
    engine.state.onClosed = nil
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
    try run(file: Array(path.utf8), ScriptArguments(arguments))
  }

  /// The same for a path and arguments that need not be text.
  package func run(file path: [UInt8], _ arguments: ScriptArguments) throws(ScriptError) {
    try run(MainScript(path: path, source: nil, arguments: arguments))
  }

  /// Loads and runs a script.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - name: What messages call it.
  ///   - arguments: What the script gets as `arg` and `...`.
  /// - Throws: A ``ScriptError`` that says whether the syntax or the running failed.
  public func run(source: String, name: String, arguments: [String] = []) throws(ScriptError) {
    try run(
      MainScript(
        path: Array(name.utf8), source: Array(source.utf8), arguments: ScriptArguments(arguments)))
  }

  /// Loads and runs what a script file holds: text in any encoding, or bytecode. As in a file, a byte
  /// order mark and a first line that begins with `#` are no part of the program.
  ///
  /// - Parameters:
  ///   - contents: The bytes.
  ///   - name: What messages call it.
  ///   - arguments: What the script gets as `arg` and `...`.
  /// - Throws: A ``ScriptError`` that says whether the syntax or the running failed.
  public func run(contents: [UInt8], name: String, arguments: [String] = []) throws(ScriptError) {
    try run(contents: contents, name: name, ScriptArguments(arguments))
  }

  /// The same for arguments that need not be text.
  package func run(
    contents: [UInt8], name: String, _ arguments: ScriptArguments
  ) throws(ScriptError) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var program = contents.starts(with: mark) ? contents[mark.count...] : contents[...]
    // The end of the line stays, so that lines are counted right.
    if program.first == UInt8(ascii: "#") { program = program.drop { $0 != UInt8(ascii: "\n") } }
    try run(
      MainScript(path: Array(name.utf8), source: Array(program), arguments: arguments))
  }

  private func run(_ script: MainScript) throws(ScriptError) {
    if main == nil { main = script }
    try engine.load(script.run)
  }

  /// Ends the script and runs what ran first again, in a fresh world with the same configuration.
  ///
  /// The file is loaded before anything ends: one that is missing or does not parse leaves the old
  /// script running. Then the old script's handlers are taken off, its timers stop, the handlers that
  /// wait are cancelled, and what it made goes: its windows are closed, and its views, gestures and
  /// items are taken out of the host program's. The program's own windows, views and handlers stay.
  ///
  /// While code of the script is running, such as the handler that this was called in, the new script
  /// starts as soon as that returns; the old one gets no further events. What goes wrong in the new
  /// one is then reported to ``/ControlKit/Application/onDiagnostic``.
  ///
  /// - Throws: ``ScriptError/Code/file`` or ``ScriptError/Code/syntax`` with the old script still
  ///   running, or the error that the new one raised.
  public func reload() throws(ScriptError) {
    guard let main else {
      throw ScriptError(code: .runtime, message: "there is no script yet to be loaded again")
    }
    guard engine.state.isOpen else {
      throw ScriptError(code: .runtime, message: "the script host is closed")
    }
    let fresh = try ScriptEngine(application: application, configuration: configuration)
    try fresh.load(main.load)
    next = fresh
    var outcome: Result<Void, ScriptError>?
    engine.state.onClosed = { [weak self] made in outcome = self?.start(main, after: made) }
    engine.close()
    if let outcome { return try outcome.get() }
    // The script's code is running: whoever hears of errors then is not the caller.
    engine.state.onClosed = { [weak self] made in
      guard let self, case .failure(let error) = start(main, after: made) else { return }
      application.report(Diagnostic(severity: .error, message: error.description))
    }
  }

  /// Begins the next script; the earlier one's world has closed.
  private func start(_ main: MainScript, after made: [AnyObject]) -> Result<Void, ScriptError> {
    let old = engine
    old.takeOut(made.compactMap { $0 as? KitObject })
    old.forgetApplication()
    guard let fresh = next else { return .success(()) }
    next = nil
    fresh.onQuit = old.onQuit
    engine = fresh
    return Result { () throws(ScriptError) in try fresh.load(main.run) }
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

  /// What the script has begun last that waits for its time, with its place, such as `a timer from
  /// clock.lua:3`; `nil` when that is over.
  package var lastTimerName: String? { engine.lastTimerName }

  /// The handlers that the script has registered.
  public func handlerReport() -> [HandlerReport] { engine.handlerReport() }

  /// The views, gestures and items that live outside of every shown window, and what holds them.
  ///
  /// What is dead is collected before. References that the calling code has itself count as held by
  /// Swift.
  public func leakReport() -> [LeakReport] { engine.leakReport() }

  /// How many handlers wait.
  public var waitingHandlerCount: Int { engine.waiters.count }

  /// Cancels every handler that waits: its to-be-closed variables are closed, and events that are
  /// queued for it are dropped. Handlers stay registered, and those that begin to wait meanwhile go on.
  public func cancelWaitingHandlers() { engine.cancelWaiters() }

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
    next = nil
    engine.state.onClosed = nil
    engine.close()
  }
}

/// What a script gets as `arg` and `...`, byte for byte.
package struct ScriptArguments {
  /// Its own: `arg[1]` and those that follow, and `...`.
  package var own: [[UInt8]]
  /// What comes before the script: `arg[-1]` and down to the program.
  package var preceding: [[UInt8]]

  package init(own: [[UInt8]], preceding: [[UInt8]] = []) {
    self.own = own
    self.preceding = preceding
  }

  init(_ arguments: [String]) {
    self.init(own: arguments.map { Array($0.utf8) })
  }
}

/// What a host runs: a file, or text with a name.
private struct MainScript {
  var path: [UInt8]
  var source: [UInt8]?
  var arguments: ScriptArguments

  func load(_ state: LuaState) throws(LuaFailure) {
    if let source { try state.load(source: source, name: path) } else { try state.load(file: path) }
  }

  func run(_ state: LuaState) throws(LuaFailure) {
    if let source {
      try state.run(
        source: source, name: path, arguments: arguments.own, preceding: arguments.preceding)
    } else {
      try state.run(
        file: path, arguments: arguments.own, preceding: arguments.preceding)
    }
  }
}

@available(*, unavailable)
extension ScriptHost: Sendable {}
