import ControlKit
import HandlerHostTerminal

/// A terminal that only remembers what it was sent.
final class MemoryPort: TerminalPort {
  var size = (columns: 40, rows: 12)
  var incoming: [[UInt8]?] = []
  private(set) var sent: [UInt8] = []
  private(set) var modes: [String] = []

  let fileDescriptor: Int32 = -1

  func read() -> [UInt8]? { incoming.isEmpty ? [] : incoming.removeFirst() }
  func write(_ bytes: [UInt8]) { sent += bytes }
  func enterRawMode() { modes.append("raw") }
  func leaveRawMode() { modes.append("cooked") }

  /// What was sent since the last call.
  func takeText() -> String {
    defer { sent = [] }
    return String(decoding: sent, as: UTF8.self)
  }
}

/// A view that writes down the input it gets.
nonisolated final class RecordingView: View {
  var log: [String] = []

  override var canBecomeFirstResponder: Bool { true }

  private func note(_ step: String, _ touches: [Touch]) {
    for touch in touches {
      let point = touch.location(in: nil)
      log.append("\(step) @\(touch.id) \(Int(point.x)),\(Int(point.y)) \(touch.kind)")
    }
  }

  override func touchesBegan(_ touches: [Touch], with event: Event?) { note("began", touches) }
  override func touchesMoved(_ touches: [Touch], with event: Event?) { note("moved", touches) }
  override func touchesEnded(_ touches: [Touch], with event: Event?) { note("ended", touches) }
  override func touchesCancelled(_ touches: [Touch], with event: Event?) {
    note("cancelled", touches)
  }
  override func pressesBegan(_ press: KeyPress, with event: Event?) -> Bool {
    log.append("+\(press.name)")
    return true
  }
  override func pressesEnded(_ press: KeyPress, with event: Event?) { log.append("-\(press.name)") }
  override func pressesCancelled(_ press: KeyPress, with event: Event?) {
    log.append("!\(press.name)")
  }
}

/// A front-end on a remembered terminal, its clock in the test's hand.
final class Terminal {
  let port = MemoryPort()
  let application = Application()
  let frontEnd: TerminalFrontEnd
  let view = RecordingView()
  private let time = Time()

  final class Time {
    var now = 0.0
  }

  init(mode: ColorMode = .trueColor, start: Bool = true, size: Size? = nil) {
    let time = time
    frontEnd = TerminalFrontEnd(
      application: application, port: port, mode: mode, clock: { time.now })
    let window = Window(title: "Card", size: size)
    window.addSubview(view)
    application.show(window)
    _ = view.becomeFirstResponder()
    if start {
      frontEnd.start()
      frontEnd.update(now: 0)
      _ = port.takeText()
    }
  }

  func type(_ text: String) { frontEnd.push(Array(text.utf8)) }

  func advance(to now: Double) {
    time.now = now
    application.scheduler.advance(to: now, skippingMissed: true)
    frontEnd.update(now: now)
  }

  /// The bytes of the next frame.
  func frame() -> String {
    frontEnd.update(now: time.now)
    return port.takeText()
  }
}
