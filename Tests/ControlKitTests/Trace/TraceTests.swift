import ControlKit
import TestSupport
import Testing

/// The trace: one record per hop.
@Suite struct TraceTests {
  /// On, a tap leaves its hops in order; off, none.
  @Test func hopsInOrder() {
    let log = EventLog()
    let button = Button(title: "ok").at(0, 0, 50, 16).named("ok")
    let pilot = Pilot(button)
    button.addAction(for: .touchDown) {}
    pilot.application.onTrace = { log.note($0.hop.rawValue) }

    pilot.down(button)
    #expect(log.take() == ["input", "window", "hit", "track", "dispatch", "storage"])

    pilot.application.onTrace = nil
    pilot.up(button)
    #expect(log.entries == [])
  }

  /// A recognizer's state is a send to its handlers, like a control's event.
  @Test func gesturesAreDispatched() {
    let log = EventLog()
    let view = View().at(0, 0, 50, 50)
    let pilot = Pilot(view)
    let tap = TapGestureRecognizer()
    tap.addAction(options: HandlerOptions(label: "save")) {}
    view.addGestureRecognizer(tap)
    pilot.down(view)
    pilot.application.onTrace = { log.note("\($0.hop.rawValue) \($0.text)") }

    pilot.up(view)

    #expect(
      log.entries.suffix(3) == [
        "track TapGestureRecognizer ended", "dispatch TapGestureRecognizer sends ended",
        "storage handler 'save' for ended",
      ])
  }

  /// Another application's trace is not disturbed.
  @Test func tracesArePerApplication() {
    let log = EventLog()
    let traced = Pilot(Button(title: "a").at(0, 0, 50, 16))
    let other = Pilot(Button(title: "b").at(0, 0, 50, 16))
    traced.application.onTrace = { log.note($0.text) }

    other.tap(other.window, at: Point(x: 5, y: 5))

    #expect(log.entries == [])
  }

  /// The text of a record: time with three decimals, hop, what happened.
  @Test func text() {
    var records: [TraceRecord] = []
    let pilot = Pilot(View().at(0, 0, 50, 50))
    pilot.wait(1.0506)
    pilot.application.onTrace = { records.append($0) }

    pilot.down(pilot.window, at: Point(x: 5, y: 5))

    #expect(records.first?.description == "1.051 input down @0")
  }

  /// A diagnostic says where it happened.
  @Test func diagnosticText() {
    let diagnostic = Diagnostic(
      severity: .error, message: "broken", sender: "Button 'ok'", event: "touchUpInside")

    #expect(
      diagnostic.description == "error: broken\n  in Button 'ok', on touchUpInside")
  }
}
