package import ControlKit
internal import TextScreen

/// Runs an event script against an application, on the application's virtual clock.
///
/// Lines are run one by one as they come, so a script may be a pipe. The owner reads them; nothing
/// here touches a file.
package final class HeadlessRunner {
  /// How ``finish(isStopped:hasPendingWork:willClose:)`` ended.
  package enum Ending: Hashable, Sendable {
    /// Nothing was left to do.
    case idle
    /// Handlers still wait for something that will not happen any more.
    case stillWaiting
    /// Timers set others again and again, and would do so for ever.
    case endless
    /// The owner said so.
    case stopped
  }

  /// The application that gets the input.
  package let application: Application
  /// The script's name, for errors.
  package let file: String
  /// How many lines were run.
  package private(set) var lineCount = 0

  /// Takes the input in place of the application: a front-end that is driven as by its platform.
  package var deliver: ((InputEvent.Kind) -> Void)?

  /// How many timers may be set after the last line, so that a run ends whose timers set themselves
  /// again. An hour of frames at 60 a second is a fifth of it.
  package var mostTimers: UInt64 = 1_000_000

  private var touches: [Int: Touch.Kind] = [:]

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - application: What gets the input.
  ///   - file: The script's name, for errors.
  package init(application: Application, file: String = "<stdin>") {
    self.application = application
    self.file = file
  }

  /// The screen as text.
  package var screenText: String {
    TextRenderer().render(application).text
  }

  /// Runs one line, and everything that is due then.
  package func run(line: some StringProtocol) throws(EventScriptError) {
    lineCount += 1
    do {
      guard let command = try EventScriptCommand.parse(line) else { return }
      try perform(command)
      application.scheduler.advance(to: application.scheduler.now)
    } catch {
      throw EventScriptError(
        code: error.code, file: file, line: lineCount, message: error.message)
    }
  }

  /// Ends the run: time jumps from deadline to deadline until no timer that runs once is left and
  /// the owner has nothing pending; repeating timers do not count. Timers that set others for ever are
  /// given up when ``mostTimers`` were set. Then the windows close.
  ///
  /// - Parameters:
  ///   - isStopped: Asked after each step: whether the run is to end at once, as by `ui.quit`.
  ///   - hasPendingWork: Whether handlers still wait.
  ///   - willClose: Runs before the windows close: the last chance to look at the screen.
  /// - Returns: How it ended.
  @discardableResult
  package func finish(
    isStopped: () -> Bool = { false }, hasPendingWork: () -> Bool, willClose: () -> Void = {}
  ) -> Ending {
    var ending = Ending.idle
    let scheduler = application.scheduler
    var idleSince = scheduler.now
    let setBefore = scheduler.timersSet
    while !isStopped() {
      let hasOneShots = scheduler.hasOneShotTimers
      if !hasOneShots, !hasPendingWork() { break }
      if hasOneShots, scheduler.timersSet - setBefore > mostTimers {
        ending = .endless
        break
      }
      // A handler may wait for what only a repeating timer does, but not for ever.
      guard let deadline = scheduler.nextDeadline,
        hasOneShots || deadline - idleSince <= Self.longestWait
      else {
        ending = .stillWaiting
        break
      }
      scheduler.advance(to: deadline)
      if hasOneShots { idleSince = scheduler.now }
    }
    if isStopped() { ending = .stopped }
    willClose()
    closeWindows()
    return ending
  }

  /// How long only repeating timers may run while a handler waits, in seconds of the virtual clock.
  package static let longestWait = 3600.0

  private func closeWindows() {
    // A window's last words may be to show another one; not for ever.
    for _ in 0..<1000 {
      guard let window = application.keyWindow else { return }
      application.close(window)
    }
  }

  // MARK: - Commands

  private func perform(_ command: EventScriptCommand) throws(EventScriptProblem) {
    switch command {
    case .down(let id, let point, let kind): try down(id, point, kind)
    case .move(let id, let point): send(id, .moved, point, try kind(of: id))
    case .up(let id, let point): try up(id, point)
    case .cancel(let id):
      let kind = try kind(of: id)
      touches[id] = nil
      send(id, .cancelled, .zero, kind)
    case .wait(let seconds): wait(seconds)
    case .scroll(let point, let delta): send(.scroll(location: point, delta: delta))
    case .hover(let place): send(.hover(location: try location(of: place)))
    case .key(let press): send(press)
    case .type(let text):
      for character in text {
        send(KeyPress(character == " " ? .named(.space) : .text(String(character))))
      }
    case .resize(let size): send(.resize(size))
    case .theme(let style): send(.userInterfaceStyle(style))
    case .tap(let id): try press(id, seconds: 0)
    case .press(let id, let seconds): try press(id, seconds: seconds)
    case .drag(let id, let dx, let dy): try drag(id, dx, dy)
    }
  }

  private func send(_ kind: InputEvent.Kind) {
    if let deliver { return deliver(kind) }
    application.send(InputEvent(kind, at: application.scheduler.now))
  }

  private func send(_ id: Int, _ phase: Touch.Phase, _ point: Point, _ kind: Touch.Kind) {
    send(.touch(id: id, phase: phase, location: point, kind: kind))
  }

  private func send(_ press: KeyPress) {
    send(.keyDown(press))
    send(.keyUp(press))
  }

  private func wait(_ seconds: Double) {
    application.scheduler.advance(to: application.scheduler.now + seconds)
  }

  private func kind(of id: Int) throws(EventScriptProblem) -> Touch.Kind {
    guard let kind = touches[id] else {
      throw EventScriptProblem(
        code: .wrongTouch, message: "touch @\(id) is not down; a 'down' was expected before")
    }
    return kind
  }

  private func down(
    _ id: Int, _ point: Point, _ kind: Touch.Kind
  ) throws(EventScriptProblem) {
    guard touches[id] == nil else {
      throw EventScriptProblem(
        code: .wrongTouch, message: "touch @\(id) is down already; an 'up' was expected before")
    }
    touches[id] = kind
    send(id, .began, point, kind)
  }

  private func up(_ id: Int, _ point: Point) throws(EventScriptProblem) {
    let kind = try kind(of: id)
    touches[id] = nil
    send(id, .ended, point, kind)
  }

  private func location(
    of place: EventScriptCommand.HoverPlace
  ) throws(EventScriptProblem) -> Point? {
    switch place {
    case .point(let point): point
    case .view(let id): try TouchTarget(id: id, in: application).middle()
    case .out: nil
    }
  }

  private func press(_ id: String, seconds: Double) throws(EventScriptProblem) {
    let point = try TouchTarget(id: id, in: application).middle()
    try down(0, point, .pointer)
    if seconds > 0 { wait(seconds) }
    try up(0, point)
  }

  private func drag(_ id: String, _ dx: Double, _ dy: Double) throws(EventScriptProblem) {
    let start = try TouchTarget(id: id, in: application).middle()
    try down(0, start, .pointer)
    for step in 1...Self.dragSteps {
      let part = Double(step) / Double(Self.dragSteps)
      let point = Point(x: start.x + dx * part, y: start.y + dy * part)
      send(0, .moved, point, .pointer)
    }
    try up(0, Point(x: start.x + dx, y: start.y + dy))
  }

  /// The number of moves in a `drag`.
  package static let dragSteps = 4
}
