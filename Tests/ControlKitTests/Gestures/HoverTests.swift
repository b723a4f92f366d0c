import ControlKit
import TestSupport
import Testing

/// §6 Gestures: hover, the pointer moving without touch.
@Suite struct HoverTests {
  let view = View().at(0, 0, 100, 100)
  let inner = View().at(20, 20, 40, 40)
  let log = EventLog()
  let pilot: Pilot
  let hover = HoverGestureRecognizer()

  init() {
    view.addSubview(inner)
    pilot = Pilot(view)
    view.addGestureRecognizer(hover)
    log.record(hover)
  }

  /// §6 Hover: began when the pointer enters, changed when it moves, ended when it leaves.
  @Test func enterMoveLeave() {
    pilot.hover(pilot.window, at: Point(x: 300, y: 300))
    #expect(log.entries == [])
    pilot.hover(view, at: Point(x: 10, y: 10))
    pilot.hover(view, at: Point(x: 11, y: 10))
    pilot.hover(view, at: Point(x: 11, y: 10))
    #expect(hover.location(in: view) == Point(x: 11, y: 10))
    #expect(hover.state == .changed)
    pilot.hover(pilot.window, at: Point(x: 300, y: 300))

    #expect(log.entries == ["began", "changed", "ended"])
    #expect(hover.state == .possible)
  }

  /// §6 Hover: a subview belongs to the view; leaving the screen ends it.
  @Test func nested() {
    let other = HoverGestureRecognizer()
    inner.addGestureRecognizer(other)
    log.record(other, prefix: "inner ")

    pilot.hover(view, at: Point(x: 10, y: 10))
    pilot.hover(view, at: Point(x: 30, y: 30))
    pilot.hover(view, at: nil)

    #expect(log.entries == ["began", "inner began", "changed", "ended", "inner ended"])
  }

  /// §6 Hover: a view hidden, removed, covered or closed under the pointer, and a recognizer that is
  /// disabled or removed: cancelled, once.
  @Test(arguments: ["hide", "remove", "cover", "close", "disable", "take off", "hide parent"])
  func takenAway(how: String) {
    pilot.hover(view, at: Point(x: 10, y: 10))
    switch how {
    case "hide": view.isHidden = true
    case "remove": view.removeFromSuperview()
    case "cover": pilot.application.show(Window(title: "top"))
    case "close": pilot.application.close(pilot.window)
    case "disable": hover.isEnabled = false
    case "take off": view.removeGestureRecognizer(hover)
    default: pilot.window.isHidden = true
    }
    pilot.hover(pilot.window, at: Point(x: 12, y: 10))
    pilot.hover(pilot.window, at: nil)

    #expect(log.entries == ["began", "cancelled"])
    #expect(hover.state == .possible)
  }

  /// §6 Hover: a handler that moves the pointer on, or away, at each state.
  @Test(arguments: [GestureEvents.began, .changed, .ended])
  func reentrant(event: GestureEvents) {
    hover.addAction(for: event, options: .once) { [pilot, view] in pilot.hover(view, at: nil) }

    pilot.hover(view, at: Point(x: 10, y: 10))
    pilot.hover(view, at: Point(x: 15, y: 10))
    pilot.hover(view, at: nil)

    #expect(
      log.entries.filter { $0 == "began" }.count == log.entries.filter { $0 == "ended" }.count)
    #expect(hover.state == .possible)
  }

  /// §6 Hover takes no touch from anyone.
  @Test func leavesTouchesAlone() {
    let button = Button(title: "ok").at(0, 60, 50, 16)
    view.addSubview(button)
    log.record(button)
    let own = HoverGestureRecognizer()
    button.addGestureRecognizer(own)

    pilot.hover(button, at: Point(x: 5, y: 5))
    pilot.tap(button, at: Point(x: 5, y: 5))

    #expect(log.entries == ["began", "touchDown", "touchUpInside"])
    #expect(own.state == .began)
  }

  /// §6 Hover: nothing keeps a view alive that is gone.
  @Test func leaks() {
    let check = LeakCheck()
    do {
      let gone = check.watch(View().at(0, 200, 50, 50))
      gone.addGestureRecognizer(check.watch(HoverGestureRecognizer()))
      pilot.window.addSubview(gone)
      pilot.hover(gone, at: Point(x: 1, y: 1))
      gone.removeFromSuperview()
    }
    #expect(check.survivors == [])
  }
}
