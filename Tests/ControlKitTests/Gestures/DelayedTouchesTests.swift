import ControlKit
import TestSupport
import Testing

/// §6 `cancelsTouchesInView`, `delaysTouchesBegan`, `delaysTouchesEnded`.
@Suite struct DelayedTouchesTests {
  /// Notes what it is told, with the place and phase of the touch.
  private final class Witness: View {
    let log: EventLog
    init(_ log: EventLog) {
      self.log = log
      super.init(frame: Rect(x: 0, y: 0, width: 200, height: 200))
    }
    private func note(_ step: String, _ touches: [Touch]) {
      for touch in touches { log.note("\(step)\(touch.id) \(Int(touch.location(in: self).x))") }
    }
    override func touchesBegan(_ touches: [Touch], with event: Event?) { note("began", touches) }
    override func touchesMoved(_ touches: [Touch], with event: Event?) { note("moved", touches) }
    override func touchesEnded(_ touches: [Touch], with event: Event?) { note("ended", touches) }
    override func touchesCancelled(_ touches: [Touch], with event: Event?) {
      note("cancelled", touches)
    }
  }

  let log = EventLog()
  let view: View
  let pilot: Pilot

  init() {
    view = Witness(log)
    pilot = Pilot(view)
  }

  private func add<Recognizer: GestureRecognizer>(_ recognizer: Recognizer) -> Recognizer {
    view.addGestureRecognizer(recognizer)
    log.record(recognizer)
    return recognizer
  }

  /// §6 cancelsTouchesInView: the view's touches are cancelled immediately before the action.
  @Test func cancelledBeforeTheAction() {
    _ = add(PanGestureRecognizer())
    pilot.drag(view, through: Point(x: 50, y: 50), Point(x: 55, y: 50), Point(x: 90, y: 50))
    #expect(log.entries == ["began0 50", "moved0 55", "cancelled0 90", "began", "ended"])
  }

  /// §6 cancelsTouchesInView off: the view hears everything.
  @Test func notCancelled() {
    add(PanGestureRecognizer()).cancelsTouchesInView = false
    pilot.drag(view, through: Point(x: 50, y: 50), Point(x: 90, y: 50))
    #expect(log.entries == ["began0 50", "began", "moved0 90", "ended", "ended0 90"])
  }

  /// §6 delaysTouchesBegan: recognized, the view never hears of the touch.
  @Test func delayedBeganIsDropped() {
    add(PanGestureRecognizer()).delaysTouchesBegan = true
    pilot.drag(view, through: Point(x: 50, y: 50), Point(x: 55, y: 50), Point(x: 90, y: 50))
    #expect(log.entries == ["began", "ended"])
  }

  /// §6 delaysTouchesBegan: failed, the view hears of it then, in order, from where it began.
  @Test func delayedBeganIsDelivered() {
    let press = add(LongPressGestureRecognizer())
    press.delaysTouchesBegan = true
    pilot.down(view, at: Point(x: 50, y: 50))
    pilot.move(view, to: Point(x: 55, y: 50))
    #expect(log.entries == [])
    pilot.move(view, to: Point(x: 70, y: 50))
    #expect(log.take() == ["began0 50", "moved0 70"])
    pilot.move(view, to: Point(x: 80, y: 50))
    pilot.up(view, at: Point(x: 80, y: 50))
    #expect(log.take() == ["moved0 80", "ended0 80"])

    pilot.tap(view, at: Point(x: 20, y: 20))
    #expect(log.take() == ["began0 20", "ended0 20"])
  }

  /// §6 delaysTouchesBegan: a control does not even light up before.
  @Test func delayedControl() {
    let button = Button(title: "ok").at(0, 0, 80, 20)
    view.addSubview(button)
    log.record(button)
    let press = add(LongPressGestureRecognizer())
    press.delaysTouchesBegan = true

    pilot.down(button)
    #expect(!button.isHighlighted && log.entries == [])
    pilot.up(button)
    #expect(log.take() == ["touchDown", "touchUpInside"])
    pilot.press(button, seconds: 0.6)
    #expect(log.take() == ["began", "ended"])
  }

  /// §6 delaysTouchesEnded: the end waits for a double tap to fail.
  @Test func delayedEnd() {
    let double = add(TapGestureRecognizer())
    double.numberOfTapsRequired = 2
    pilot.tap(view, at: Point(x: 50, y: 50))
    #expect(log.entries == ["began0 50"])
    pilot.wait(0.36)
    #expect(log.entries == ["began0 50", "ended0 50"])
  }

  /// §6 delaysTouchesEnded: recognized, both touches are cancelled. A view that takes one touch at a
  /// time never hears of the second.
  @Test(arguments: [false, true])
  func delayedEndIsCancelled(isMultiple: Bool) {
    view.isMultipleTouchEnabled = isMultiple
    let double = add(TapGestureRecognizer())
    double.numberOfTapsRequired = 2
    pilot.tap(view, at: Point(x: 50, y: 50))
    pilot.wait(0.1)
    pilot.tap(view, at: Point(x: 60, y: 50))
    pilot.wait(1)
    let steps =
      isMultiple
      ? ["began0 50", "began0 60", "cancelled0 60", "cancelled0 50", "ended"]
      : ["began0 50", "cancelled0 50", "ended"]
    #expect(log.entries.sorted() == steps.sorted())
    #expect(log.entries.last == "ended")
  }

  /// §6 delaysTouchesEnded off: the view hears of the end at once.
  @Test func undelayedEnd() {
    let double = add(TapGestureRecognizer())
    double.numberOfTapsRequired = 2
    double.delaysTouchesEnded = false
    pilot.tap(view, at: Point(x: 50, y: 50))
    #expect(log.take() == ["began0 50", "ended0 50"])
    pilot.tap(view, at: Point(x: 50, y: 50))
    #expect(log.take() == ["began0 50", "cancelled0 50", "ended"])
  }

  /// §6 A second touch waits behind the delayed end of the first, so that no view sees a second
  /// finger where there was none.
  @Test func secondTouchWaitsItsTurn() {
    let button = Button(title: "ok").at(0, 0, 80, 20)
    view.addSubview(button)
    log.record(button)
    let double = TapGestureRecognizer()
    double.numberOfTapsRequired = 2
    view.addGestureRecognizer(double)

    pilot.tap(button, at: Point(x: 20, y: 10))
    pilot.down(button, at: Point(x: 20, y: 10))
    #expect(log.take() == ["touchDown"])
    pilot.move(button, to: Point(x: 40, y: 10))
    #expect(
      log.take() == [
        "touchUpInside", "touchDown", "touchDownRepeat", "touchDragInside",
      ])
    pilot.up(button, at: Point(x: 40, y: 10))
    #expect(log.take() == ["touchUpInside"])
  }

  /// §6 What was kept back for a view that is disabled, hidden or removed meanwhile: cancelled.
  @Test(arguments: ["disable", "hide", "remove", "close"])
  func takenAwayWhileDelayed(how: String) {
    let button = Button(title: "ok").at(0, 0, 80, 20)
    view.addSubview(button)
    log.record(button)
    let double = add(TapGestureRecognizer())
    double.numberOfTapsRequired = 2

    pilot.tap(button)
    switch how {
    case "disable": button.isEnabled = false
    case "hide": button.isHidden = true
    case "remove": button.removeFromSuperview()
    default: pilot.application.close(pilot.window)
    }
    pilot.wait(1)

    #expect(log.entries == ["touchDown", "touchCancel"])
    #expect(!button.isHighlighted)
  }

  /// §6 A delayed touch leaves nothing behind, also when the application goes first.
  @Test func leaks() {
    let check = LeakCheck()
    do {
      let pilot = check.watch(Pilot())
      let gone = check.watch(View().at(0, 0, 50, 50))
      let double = check.watch(TapGestureRecognizer())
      double.numberOfTapsRequired = 2
      double.delaysTouchesBegan = true
      gone.addGestureRecognizer(double)
      pilot.window.addSubview(gone)
      pilot.tap(gone)
    }
    #expect(check.survivors == [])
  }
}
