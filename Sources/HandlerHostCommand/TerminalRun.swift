internal import CGLib
internal import ControlKit
internal import Glibc
internal import HandlerHost
internal import HandlerHostTerminal

/// Runs a script in the terminal, on real time.
final class TerminalRun {
  /// Seconds between two frames: more would only cost the terminal time.
  private static let frameInterval = 1.0 / 60

  private let run: ScriptRun
  private let streams: StandardStreams
  private let frontEnd: TerminalFrontEnd
  private let start = EventLoop.now
  private var loop: EventLoop?
  private var lastFrame = -Double.infinity
  private var isShowing = false
  private var exitCode: ExitCode?

  private var application: Application { run.application }

  /// Seconds since the run began: the application's clock.
  private var now: Double { EventLoop.now - start }

  init(_ run: ScriptRun) throws(Failure) {
    self.run = run
    streams = try StandardStreams()
    frontEnd = TerminalFrontEnd(
      application: run.application, input: streams.terminalInput, output: streams.terminalOutput)
  }

  /// Runs the script until its last window is closed, or until nothing is left to do.
  func callAsFunction() throws(Failure) -> ExitCode {
    try streams.capture()
    do {
      try run.load()
      // A script without windows has no screen to protect.
      if application.windows.isEmpty { streams.release() }
      turn()
      if exitCode == nil { runLoop() }
    } catch {
      end()
      throw error
    }
    guard end() else {
      throw Failure(code: .inputOutput, message: "can't write the output: \(Streams.lastError)")
    }
    return exitCode ?? .success
  }

  private func runLoop() {
    let loop = EventLoop { [unowned self] in turn() }
    self.loop = loop
    loop.watch(frontEnd.fileDescriptor) { [unowned self] in
      application.scheduler.advance(to: now, skippingMissed: true)
      if !frontEnd.inputReady() { exitCode = .signal(SIGHUP) }
      turn()
    }
    loop.onSignal(SIGWINCH) { [unowned self] in
      frontEnd.resized()
      turn()
    }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      loop.onSignal(number) { [unowned self] in
        exitCode = .signal(number)
        loop.quit()
      }
    }
    frontEnd.onInterrupt = { [unowned self] in exitCode = .signal(SIGINT) }
    turn()
    if exitCode == nil { loop.run() }
  }

  /// One turn: timers that are due, the end if it has come, a frame, and when to look again.
  private func turn() {
    application.scheduler.advance(to: now, skippingMissed: true)
    if exitCode == nil { exitCode = endOfRun() }
    guard exitCode == nil else {
      loop?.quit()
      return
    }
    if !isShowing, !application.windows.isEmpty { show() }
    guard isShowing else {
      loop?.wake(at: application.scheduler.nextDeadline.map { start + $0 })
      return
    }
    let text = streams.takeNewText()
    if !text.isEmpty { frontEnd.appendLog(text) }
    let nextFrame = lastFrame + Self.frameInterval
    if now >= nextFrame {
      frontEnd.update(now: now)
      lastFrame = now
    }
  }

  private func endOfRun() -> ExitCode? {
    if let code = run.host.quitCode { return .script(code) }
    if isShowing && application.windows.isEmpty { return .success }
    return run.isIdle ? .success : nil
  }

  private func show() {
    isShowing = true
  }

  /// Gives the terminal back, then prints what was held back.
  @discardableResult
  private func end() -> Bool {
    if isShowing { frontEnd.stop() }
    run.host.close()
    return streams.release()
  }
}
