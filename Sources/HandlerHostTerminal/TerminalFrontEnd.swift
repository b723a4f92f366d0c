internal import CTickit
package import ControlKit
package import TextScreen

/// Shows an application in a terminal, and turns mouse and keys into its input.
///
/// The owner has the event loop. It waits for ``fileDescriptor`` and calls ``inputReady()``; on
/// SIGWINCH it calls ``resized()``; it advances the application's scheduler, and then calls
/// ``update(now:)``, which also must happen after ``inputTimeout`` seconds. Everything runs on the
/// main thread.
package final class TerminalFrontEnd: FrontEnd {
  /// The application shown.
  package let application: Application
  /// Called when the loop should look again soon: something is to be drawn.
  package var onNeedsUpdate: (() -> Void)?
  /// Called for Ctrl-C, which does not reach the application.
  package var onInterrupt: (() -> Void)?

  private let port: any TerminalPort
  private let clock: () -> Double
  private let mode: ColorMode
  private let renderer: TextRenderer
  private var device: TerminalDevice?
  private var shown: CellGrid?
  private var isStale = true
  /// The windows as they were drawn last, without the log.
  private var drawn: CellGrid?
  private var log = LogPane()
  private var size = (columns: 80, rows: 24)
  private var heldKey: (press: KeyPress, timer: ScheduledTimer)?
  private var pointer = Pointer.up

  private enum Pointer {
    case up
    /// Pressed, and followed by the application.
    case down
    /// Pressed on the close mark of a window.
    case onCloseMark(Window)
  }

  /// Creates a front-end that is not shown yet.
  ///
  /// - Parameters:
  ///   - application: What to show; its `frontEnd` is set by ``start()``.
  ///   - port: The terminal.
  ///   - mode: How many colours it shows.
  ///   - theme: The colours; `nil` for those of the application's style.
  ///   - clock: The time in seconds of the application's clock.
  package init(
    application: Application, port: any TerminalPort, mode: ColorMode, theme: Theme? = nil,
    clock: @escaping () -> Double
  ) {
    self.application = application
    self.port = port
    self.mode = mode
    self.clock = clock
    renderer = TextRenderer(theme: theme, hasColors: mode != .plain)
  }

  /// What the windows look like now, as text.
  package var screenText: String { renderer.render(application).text }

  // MARK: - Life

  /// Whether the terminal is in full-screen mode.
  package var isRunning: Bool { device != nil }

  /// Takes over the terminal. Calling it twice does nothing.
  ///
  /// - Returns: Whether it could; no harm is done otherwise.
  @discardableResult
  package func start() -> Bool {
    if isRunning { return true }
    size = port.size
    guard let device = TerminalDevice(mode: mode, columns: size.columns, rows: size.rows) else {
      return false
    }
    port.enterRawMode()
    self.device = device
    device.onReport = { [weak self] in self?.receive($0) }
    application.frontEnd = self
    shown = nil
    sendSize()
    port.write(device.takeOutput())
    return true
  }

  /// Gives the terminal back as it was. Calling it twice does nothing.
  package func stop() {
    guard let device else { return }
    self.device = nil
    heldKey?.timer.cancel()
    heldKey = nil
    if application.frontEnd === self { application.frontEnd = nil }
    device.close()
    port.write(TerminalBytes.restore)
    port.leaveRawMode()
  }

  /// Gives the terminal back from a signal handler, as after a crash: system calls only. Does
  /// nothing when no terminal was taken over.
  package nonisolated static func emergencyRestore() {
    EmergencyRestore.run()
  }

  // MARK: - The loop's part

  /// What the loop waits on.
  package var fileDescriptor: Int32 { port.fileDescriptor }

  /// Seconds until ``update(now:)`` must be called for an Escape that nothing follows, or `nil`.
  package private(set) var inputTimeout: Double?

  /// Reads what came and sends it to the application.
  ///
  /// - Returns: `false` when the terminal is gone.
  @discardableResult
  package func inputReady() -> Bool {
    guard let bytes = port.read() else { return false }
    push(bytes)
    return true
  }

  /// Reads bytes as if the terminal had sent them.
  package func push(_ bytes: some Collection<UInt8>) {
    application.scheduler.advance(to: clock(), skippingMissed: true)
    device?.push(bytes)
    // A handler may have stopped everything.
    inputTimeout = device?.checkTimeout()
  }

  /// The terminal has another size.
  package func resized() {
    guard let device else { return }
    size = port.size
    device.setSize(columns: size.columns, rows: size.rows)
    shown = nil
    sendSize()
  }

  /// Draws everything anew, as after somebody else wrote to the terminal.
  package func redraw() {
    shown = nil
    setStale()
  }

  /// Draws one frame if something changed.
  ///
  /// - Parameter now: Seconds of the application's clock.
  package func update(now: Double) {
    guard let device else { return }
    if inputTimeout != nil { inputTimeout = device.checkTimeout() }
    guard self.device != nil, isStale || application.needsDisplay else { return }
    let changes = application.takeChanges()
    device.reportsMotion = application.wantsHover
    if isStale || !drawChanges(changes, device) { drawAll(device) }
    isStale = false
    let bytes = device.takeOutput()
    if !bytes.isEmpty { port.write(bytes) }
  }

  private func drawAll(_ device: TerminalDevice) {
    let theme = renderer.theme(of: application)
    let windows = renderer.render(application)
    var grid = CellGrid(columns: size.columns, rows: size.rows, style: theme.screenStyle)
    grid.paste(windows)
    log.draw(on: &grid, theme: theme)
    device.draw(grid.runs(changedFrom: shown), isWhole: shown == nil)
    drawn = windows
    shown = grid
  }

  /// Draws only the rows of what changed. The log below the windows stays as it is.
  ///
  /// - Returns: Whether that was enough.
  private func drawChanges(_ changes: DisplayChanges, _ device: TerminalDevice) -> Bool {
    guard var windows = drawn, let before = shown,
      let rows = renderer.update(&windows, application, changes)
    else { return false }
    drawn = nil  // so that changing the copy below does not copy it once more
    shown = nil
    var grid = before
    for range in rows { grid.paste(windows, rows: range) }
    device.draw(grid.runs(changedFrom: before, rows: rows), isWhole: false)
    drawn = windows
    shown = grid
    return true
  }

  private func setStale() {
    isStale = true
    onNeedsUpdate?()
  }

  private func sendSize() {
    let rows = size.rows - log.rows(of: size.rows)
    let points = CellMetrics.size(columns: size.columns, rows: rows)
    isStale = true
    send(.resize(points))
  }

  private func send(_ kind: InputEvent.Kind) {
    application.send(InputEvent(kind, at: clock()))
  }

  // MARK: - The log

  /// Shows a line that the script printed in the log pane, which appears with the first one.
  package func appendLog(_ line: String) {
    changeLog { $0.append(line) }
  }

  private func changeLog(_ change: (inout LogPane) -> Void) {
    let before = log.rows(of: size.rows)
    change(&log)
    if log.rows(of: size.rows) != before, isRunning { sendSize() }
    setStale()
  }

  // MARK: - FrontEnd

  package func didShow(_ window: Window) {}

  package func didClose(_ window: Window) {
    if case .onCloseMark(let pressed) = pointer, pressed === window { pointer = .up }
  }

  package func setNeedsUpdate() {
    onNeedsUpdate?()
  }

  // MARK: - Input

  private func receive(_ report: TerminalDevice.Report) {
    guard isRunning else { return }
    switch report {
    case .mouse(let type, let button, let modifiers, let column, let row):
      if type == TICKIT_MOUSEEV_WHEEL {
        let isUp = button == Int(TICKIT_MOUSEWHEEL_UP)
        guard isUp || button == Int(TICKIT_MOUSEWHEEL_DOWN) else { return }
        // As on desktop systems, Shift turns the wheel sideways.
        let isSideways = modifiers & Int(TICKIT_MOD_SHIFT) != 0
        receiveWheel(isUp ? -1 : 1, isSideways: isSideways, column, row)
      } else if button == 1 {
        receiveMouse(type, column, row)
      }
    case .motion(let column, let row):
      send(.hover(location: CellMetrics.center(column: column, row: row)))
    case .key("C-c"): onInterrupt?()
    case .key("F12"): changeLog { $0.toggle() }
    case .key("C-l"):
      shown = nil
      changeLog { $0.toggle() }
    case .key(let name):
      if let press = KeyNames.press(named: name) { keyDown(press) }
    case .text(let text): keyDown(KeyNames.press(text: text))
    }
  }

  private func receiveWheel(_ steps: Double, isSideways: Bool, _ column: Int, _ row: Int) {
    let distance = steps * Self.wheelRows * CellMetrics.height
    send(
      .scroll(
        location: CellMetrics.center(column: column, row: row),
        delta: isSideways ? Point(x: distance, y: 0) : Point(x: 0, y: distance)))
  }

  /// How many rows one notch of the wheel scrolls.
  private static let wheelRows = 3.0

  private func receiveMouse(_ type: TickitMouseEventType, _ column: Int, _ row: Int) {
    let isOnMark = TextRenderer.closeMark(of: application)?.contains(column: column, row: row)
    switch (type, pointer) {
    case (TICKIT_MOUSEEV_PRESS, _):
      if isOnMark == true, let window = application.keyWindow {
        pointer = .onCloseMark(window)
      } else {
        pointer = .down
        sendTouch(.began, column, row)
      }
    case (TICKIT_MOUSEEV_DRAG, .down): sendTouch(.moved, column, row)
    case (TICKIT_MOUSEEV_RELEASE, .down):
      pointer = .up
      sendTouch(.ended, column, row)
    case (TICKIT_MOUSEEV_RELEASE, .onCloseMark(let window)):
      pointer = .up
      if isOnMark == true, window === application.keyWindow { application.close(window) }
    default: break
    }
  }

  private func sendTouch(_ phase: Touch.Phase, _ column: Int, _ row: Int) {
    let location = CellMetrics.center(column: column, row: row)
    send(.touch(id: 0, phase: phase, location: location, kind: .pointer))
  }

  /// Terminals do not say when a key comes up: it does after a moment, or when another goes down.
  private func keyDown(_ press: KeyPress) {
    keyUp()
    send(.keyDown(press))
    guard isRunning else { return }
    let hold = (application.keyWindow?.metrics ?? InteractionMetrics()).keyHoldDuration
    let timer = application.scheduler.after(hold) { [weak self] in self?.keyUp() }
    heldKey = (press, timer)
    onNeedsUpdate?()
  }

  private func keyUp() {
    guard let held = heldKey else { return }
    heldKey = nil
    held.timer.cancel()
    application.send(InputEvent(.keyUp(held.press), at: application.scheduler.now))
  }
}
