internal import ControlKit
internal import Glibc
internal import HandlerHost
internal import HandlerHostTerminal

/// Runs a script in the terminal, on real time.
final class TerminalRun {
  /// Seconds between two frames: more frames would only keep the terminal busy.
  private static let frameInterval = 1.0 / 60

  private let run: ScriptRun
  private let streams: StandardStreams
  private let frontEnd: TerminalFrontEnd
  private let clock: RunClock
  private var loop: EventLoop?
  private var lastFrame = -Double.infinity
  private var needsFrame = false
  private var pendingLog: [Substring] = []
  /// The last screen with windows, if a file is wanted of it.
  private var lastScreen: String?
  private var exitCode: ExitCode?
  private var failure: Failure?

  private var application: Application { run.application }

  init(_ run: ScriptRun) throws(Failure) {
    self.run = run
    let clock = RunClock()
    self.clock = clock
    streams = try StandardStreams()
    let port = SystemTerminalPort(input: streams.terminalInput, output: streams.terminalOutput)
    let environment = { (name: String) in getenv(name).map { String(cString: $0) } }
    let mode = ColorMode.detect(environment)
    // Most terminals that do not tell are dark.
    run.setTheme(ColorMode.detectStyle(environment) ?? .dark)
    frontEnd = TerminalFrontEnd(
      application: run.application, port: port, mode: mode, clock: { clock.now })
    run.setScreen(columns: port.size.columns, rows: port.size.rows)
  }

  /// Runs the script until its last window is closed, or until nothing is left to do.
  func callAsFunction() throws(Failure) -> ExitCode {
    do {
      try streams.capture()
      try run.load()
      // A script without windows has no screen to protect: it prints as it goes.
      if application.windows.isEmpty { streams.release() }
      exitCode = endOfRun()
      if exitCode == nil { try runLoop() }
    } catch {
      end()
      throw error
    }
    guard end() else { throw Streams.outputFailure }
    if let lastScreen, let path = run.options.textPicture {
      try Streams.write(lastScreen + "\n", toFile: path)
    }
    return exitCode ?? .success
  }

  /// Gives the terminal back, then prints what was held back.
  @discardableResult
  private func end() -> Bool {
    frontEnd.stop()
    CrashSignals.uninstall()
    Interrupts.uninstall()
    run.host.close()
    return streams.release()
  }

  // MARK: - The loop

  /// Signals are watched before the first frame, so that none gets lost, and not before the script
  /// has loaded: until then Ctrl-C ends the load, and other signals the process.
  private func runLoop() throws(Failure) {
    let loop = EventLoop { [unowned self] in finishTurn() }
    self.loop = loop
    loop.watch(frontEnd.fileDescriptor) { [unowned self] in
      if !frontEnd.inputReady() { exitCode = .signal(SIGHUP) }
      finishTurn()
    }
    loop.onSignal(SIGWINCH) { [unowned self] in
      frontEnd.resized()
      finishTurn()
    }
    Interrupts.watch(in: loop) { [unowned self] in
      exitCode = .signal($0)
      finishTurn()
    }
    finishTurn()
    if exitCode == nil && failure == nil { loop.run() }
    self.loop = nil
    if let failure { throw failure }
  }

  /// The loop's callbacks can't throw: what goes wrong ends the loop.
  private func finishTurn() {
    Interrupts.turnDidEnd()
    do {
      try turn()
    } catch {
      failure = error
      loop?.quit()
    }
  }

  /// What follows each event: timers that are due, the end if it has come, a frame, and when to
  /// look again.
  private func turn() throws(Failure) {
    application.scheduler.advance(to: clock.now, skippingMissed: true)
    if exitCode == nil { exitCode = endOfRun() }
    guard exitCode == nil else {
      loop?.quit()
      return
    }
    if !frontEnd.isRunning, !application.windows.isEmpty { try show() }
    if frontEnd.isRunning { showFrame() }
    loop?.wake(at: nextWake().map { clock.start + $0 })
  }

  private func endOfRun() -> ExitCode? {
    if let code = run.host.quitCode { return .script(code) }
    if frontEnd.isRunning && application.windows.isEmpty { return .success }
    return run.isIdle ? .success : nil
  }

  private func show() throws(Failure) {
    try streams.capture()
    CrashSignals.install(errors: streams.errors.map { ($0.file, $0.original) })
    application.onDiagnostic = { [unowned self] in report($0) }
    if let trace = application.onTrace {
      application.onTrace = { [unowned self] record in keepOutOfLog { trace(record) } }
    }
    frontEnd.onNeedsUpdate = { [unowned self] in needsFrame = true }
    frontEnd.onInterrupt = { [unowned self] in exitCode = .signal(SIGINT) }
    guard frontEnd.start() else {
      throw Failure(
        code: .unavailable,
        message: "the system has no description of an xterm; install the package ncurses-base")
    }
    needsFrame = true
  }

  /// The log has few lines: there a traceback would hide what it belongs to.
  private func report(_ diagnostic: Diagnostic) {
    var short = diagnostic
    short.message = String(diagnostic.message.prefix { $0 != "\n" })
    keepOutOfLog { Streams.report(diagnostic.description) }
    pendingLog += short.description.split(separator: "\n")
  }

  /// Writes to standard error what only the end of the run should show.
  private func keepOutOfLog(_ write: () -> Void) {
    pendingLog += streams.takeNewLines()
    write()
    streams.skipNewLines()
  }

  /// Not while events are sent: the log's first line takes room from the windows.
  private func showLog() {
    pendingLog += streams.takeNewLines()
    for line in pendingLog { frontEnd.appendLog(String(line)) }
    pendingLog = []
  }

  private func showFrame() {
    showLog()
    let now = clock.now
    guard now >= lastFrame + Self.frameInterval else { return }
    frontEnd.update(now: now)
    if run.options.textPicture != nil, !application.windows.isEmpty {
      lastScreen = frontEnd.screenText
    }
    lastFrame = now
    needsFrame = false
  }

  /// Seconds of the application's clock, or `nil` when only input can change anything.
  private func nextWake() -> Double? {
    var times: [Double] = []
    if let deadline = application.scheduler.nextDeadline { times.append(deadline) }
    if frontEnd.isRunning {
      if needsFrame || application.needsDisplay { times.append(lastFrame + Self.frameInterval) }
      if let timeout = frontEnd.inputTimeout {
        times.append(max(clock.now + timeout, lastFrame + Self.frameInterval))
      }
    }
    return times.min()
  }
}

/// The monotonic clock from the beginning of a run: the application's clock.
final class RunClock {
  let start = EventLoop.now

  /// Seconds.
  var now: Double { EventLoop.now - start }
}
