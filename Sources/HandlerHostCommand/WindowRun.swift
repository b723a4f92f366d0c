package import ControlKit
internal import Glibc
internal import HandlerHost

/// A front-end with windows on a desktop, as ``WindowRun`` drives it.
///
/// Both programs share this library, and only one of them may load a toolkit: so it comes from
/// outside.
package protocol DesktopFrontEnd: FrontEnd {
  /// Called when the loop should look again soon.
  var onNeedsUpdate: (() -> Void)? { get set }
  /// Called after input was sent to the application.
  var onTurn: (() -> Void)? { get set }
  /// Whether the window is there.
  var isRunning: Bool { get }
  /// Whether the desktop is light or dark.
  var desktopStyle: UserInterfaceStyle { get }
  /// Whether the application becomes light or dark when the desktop does.
  var followsDesktop: Bool { get set }
  /// Opens the window.
  func start()
  /// Closes the window.
  func stop()
  /// Shows what changed.
  func update()
  /// Turns animations off.
  func disableAnimations()
  /// Writes what the window shows as a PNG file.
  func writePicture(to path: String) -> PictureOutcome
}

/// Makes a front-end for an application and its clock; `nil` when there is no display.
package typealias MakeDesktopFrontEnd = (
  _ application: Application, _ clock: @escaping () -> Double
) -> (any DesktopFrontEnd)?

/// Runs a script in a window, on real time.
final class WindowRun {
  /// Seconds between two frames.
  private static let frameInterval = 1.0 / 60
  /// Seconds from the first frame to a picture of it: what is asynchronous has come by then.
  private static let pictureDelay = 0.3
  /// How long a display may take to show the window.
  private static let pictureDeadline = 10.0

  private let run: ScriptRun
  private let frontEnd: any DesktopFrontEnd
  private let clock: RunClock
  private var loop: EventLoop?
  private var lastFrame = -Double.infinity
  private var needsFrame = false
  private var pictureTime: Double?
  private var isInTurn = false
  private var exitCode: ExitCode?
  private var failure: Failure?

  private var application: Application { run.application }

  /// - Returns: `nil` when there is no display.
  init?(_ run: ScriptRun, _ make: MakeDesktopFrontEnd) {
    self.run = run
    let clock = RunClock()
    self.clock = clock
    guard let frontEnd = make(run.application, { clock.now }) else { return nil }
    self.frontEnd = frontEnd
    run.setTheme(frontEnd.desktopStyle)
    frontEnd.followsDesktop = run.options.theme == nil
  }

  /// Runs the script until its last window is closed, or until nothing is left to do.
  func callAsFunction() throws(Failure) -> ExitCode {
    defer {
      frontEnd.stop()
      Interrupts.uninstall()
      run.host.close()
    }
    try run.load()
    Streams.flush()
    exitCode = endOfRun()
    if exitCode == nil { try runLoop() }
    guard Streams.flush() else { throw Streams.outputFailure }
    return exitCode ?? .success
  }

  private func runLoop() throws(Failure) {
    let loop = EventLoop { [unowned self] in finishTurn() }
    self.loop = loop
    Interrupts.watch(in: loop) { [unowned self] in end(.signal($0)) }
    frontEnd.onNeedsUpdate = { [unowned self] in
      needsFrame = true
      // Between turns nobody else would look again.
      if !isInTurn { wake() }
    }
    frontEnd.onTurn = { [unowned self] in finishTurn() }
    finishTurn()
    if exitCode == nil && failure == nil { loop.run() }
    frontEnd.onTurn = nil
    frontEnd.onNeedsUpdate = nil
    self.loop = nil
    if let failure { throw failure }
  }

  private func end(_ code: ExitCode) {
    exitCode = code
    finishTurn()
  }

  private func finishTurn() {
    Interrupts.turnDidEnd()
    guard !isInTurn else { return }
    isInTurn = true
    turn()
    isInTurn = false
  }

  /// What follows each event: timers that are due, the end if it has come, a frame, and when to
  /// look again.
  private func turn() {
    application.scheduler.advance(to: clock.now, skippingMissed: true)
    if exitCode == nil { exitCode = endOfRun() }
    guard exitCode == nil, failure == nil else {
      loop?.quit()
      return
    }
    if !frontEnd.isRunning, !application.windows.isEmpty { show() }
    if frontEnd.isRunning { showFrame() }
    // What the script printed is for others to read now, not when the buffer is full.
    Streams.flush()
    wake()
  }

  private func wake() {
    loop?.wake(at: nextWake().map { clock.start + $0 })
  }

  private func endOfRun() -> ExitCode? {
    if let code = run.host.quitCode { return .script(code) }
    if frontEnd.isRunning && application.windows.isEmpty { return .success }
    return run.isIdle ? .success : nil
  }

  private func show() {
    if run.options.picture != nil {
      frontEnd.disableAnimations()
      pictureTime = clock.now + Self.pictureDelay
    }
    frontEnd.start()
    needsFrame = true
  }

  private func showFrame() {
    let now = clock.now
    if needsFrame || application.needsDisplay, now >= lastFrame + Self.frameInterval {
      frontEnd.update()
      lastFrame = now
      needsFrame = false
    }
    if let time = pictureTime, now >= time { takePicture() }
  }

  private func takePicture() {
    pictureTime = nil
    guard let path = run.options.picture else { return }
    switch frontEnd.writePicture(to: path) {
    case .written: exitCode = .success
    case .notShown where clock.now < Self.pictureDeadline:
      pictureTime = clock.now + Self.pictureDelay
      return
    case .notShown:
      failure = Failure(
        code: .unavailable, message: "can't take the picture: the display shows no window")
    case .notWritable:
      failure = Failure(code: .inputOutput, message: "can't write the picture '\(path)'")
    }
    loop?.quit()
  }

  /// Seconds of the application's clock, or `nil` when only input can change anything.
  private func nextWake() -> Double? {
    var times: [Double] = []
    if let deadline = application.scheduler.nextDeadline { times.append(deadline) }
    if frontEnd.isRunning, needsFrame || application.needsDisplay {
      times.append(lastFrame + Self.frameInterval)
    }
    if let pictureTime { times.append(pictureTime) }
    return times.min()
  }
}
