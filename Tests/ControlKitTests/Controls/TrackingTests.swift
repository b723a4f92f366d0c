import ControlKit
import TestSupport
import Testing

/// A control whose tracking decisions can be set.
final class TunableControl: Control {
  var begins = true
  var continues = true
  var log: EventLog?
  override func beginTracking(_ touch: Touch, with event: ControlKit.Event?) -> Bool { begins }
  override func continueTracking(_ touch: Touch, with event: ControlKit.Event?) -> Bool {
    continues
  }
  override func endTracking(_ touch: Touch?, with event: ControlKit.Event?) {
    log?.note("endTracking \(isTracking) \(isTouchInside) \(isHighlighted)")
    hasPendingValueChange = true
  }
  override func cancelTracking(with event: ControlKit.Event?) {
    log?.note("cancelTracking \(isTracking)")
  }
}

/// §4 Touch tracking in a control: the table, row by row.
@Suite struct TrackingTests {
  let control = Control().at(100, 100, 50, 50)
  let log = EventLog()
  let pilot: Pilot
  let inside = Point(x: 25, y: 25)
  let outside = Point(x: 60, y: 25)

  init() {
    pilot = Pilot(control)
    log.record(control)
  }

  private var flags: [Bool] { [control.isTracking, control.isTouchInside, control.isHighlighted] }

  /// Row 1: began inside.
  @Test func beganInside() {
    control.addAction(for: .touchDown) { [log, control] in
      log.note("\(control.isTracking) \(control.isTouchInside) \(control.isHighlighted)")
    }

    pilot.down(control)

    #expect(log.entries == ["touchDown", "true true true"])
    #expect(flags == [true, true, true])
    #expect(control.state == .highlighted)
  }

  /// Row 1: a second tap within 0.35 s and 30 points also sends touchDownRepeat.
  @Test func secondTapRepeats() {
    pilot.tap(control)
    pilot.wait(0.35)
    pilot.down(control, at: Point(x: 25, y: 49))

    #expect(log.entries == ["touchDown", "touchUpInside", "touchDown", "touchDownRepeat"])
  }

  /// Too late or too far: no repetition.
  @Test(arguments: [(0.36, 25.0), (0.1, -6)])
  func secondTapTooLateOrTooFar(pause: Double, x: Double) {
    let wide = Control().at(0, 200, 200, 50)
    pilot.window.addSubview(wide)
    log.record(wide)
    pilot.tap(wide, at: Point(x: 25 + 50, y: 25))
    pilot.wait(pause)
    pilot.tap(wide, at: Point(x: x + 50, y: 25))

    #expect(log.entries == ["touchDown", "touchUpInside", "touchDown", "touchUpInside"])
  }

  /// tapCount grows with each tap.
  @Test func tapCountGrows() {
    var counts: [Int] = []
    control.addAction(for: .touchDown) { (event: ControlEvent) in
      counts.append(event.touch?.tapCount ?? 0)
    }

    for _ in 0..<3 { pilot.tap(control) }
    pilot.wait(1)
    pilot.tap(control)

    #expect(counts == [1, 2, 3, 1])
  }

  /// §4 The next touch counts on at exactly 0.35 s after the last one, and no longer just above,
  /// whatever rounding makes of the clock.
  @Test(arguments: [0, 0.1, 0.7, 1, 7.3, 123.456])
  func tapCountGrowsUpToTheLimit(start: Double) {
    var counts: [Int] = []
    control.addAction(for: .touchDown) { (event: ControlEvent) in
      counts.append(event.touch?.tapCount ?? 0)
    }
    pilot.wait(start)

    pilot.tap(control)
    for pause in [0.35, 0.35, 0.35 + 1e-9, 0.35 - 1e-9] {
      pilot.wait(pause)
      pilot.tap(control)
    }

    #expect(counts == [1, 2, 3, 1, 2])
  }

  /// Row 2: `beginTracking` false: nothing is sent, also not later.
  @Test func beginTrackingFalse() {
    let control = TunableControl().at(0, 0, 50, 50)
    pilot.window.addSubview(control)
    log.record(control)
    control.begins = false

    pilot.drag(control, through: inside, Point(x: 20, y: 20), outside)

    #expect(log.entries == [])
    #expect(!control.isTracking && !control.isHighlighted)
  }

  /// Rows 3 to 6: inside, across the edge, outside, and back.
  @Test func draggingAcrossTheEdge() {
    pilot.down(control)
    #expect(log.take() == ["touchDown"])

    pilot.move(control, to: Point(x: 20, y: 20))
    #expect(log.take() == ["touchDragInside"])

    pilot.move(control, to: outside)
    #expect(log.take() == ["touchDragExit", "touchDragOutside"])
    #expect(flags == [true, false, false])

    pilot.move(control, to: Point(x: 70, y: 25))
    #expect(log.take() == ["touchDragOutside"])

    pilot.move(control, to: inside)
    #expect(log.take() == ["touchDragEnter", "touchDragInside"])
    #expect(flags == [true, true, true])

    pilot.up(control)
    #expect(log.take() == ["touchUpInside"])
    #expect(flags == [false, false, false])
  }

  /// Crossing: the flags have their new values when the handlers run.
  @Test func flagsAreSetBeforeExitAndEnter() {
    control.addAction(for: [.touchDragExit, .touchDragEnter]) { [log, control] in
      log.note("\(control.isTouchInside) \(control.isHighlighted)")
    }
    pilot.down(control)
    _ = log.take()

    pilot.move(control, to: outside)
    pilot.move(control, to: inside)

    #expect(
      log.entries == [
        "touchDragExit", "false false", "touchDragOutside", "touchDragEnter", "true true",
        "touchDragInside",
      ])
  }

  /// Row 7: ended outside.
  @Test func endedOutside() {
    pilot.down(control)
    pilot.move(control, to: outside)
    _ = log.take()

    pilot.up(control, at: outside)

    #expect(log.entries == ["touchUpOutside"])
  }

  /// Row 7: `endTracking`, then a pending valueChanged, then the flags, then the up event.
  @Test func endOrder() {
    let control = TunableControl().at(0, 0, 50, 50)
    pilot.window.addSubview(control)
    control.log = log
    control.addAction(for: .valueChanged) { [log] in log.note("valueChanged \(control.isTracking)")
    }
    control.addAction(for: .touchUpInside) { [log] in
      log.note("touchUpInside \(control.isTracking) \(control.isHighlighted)")
    }

    pilot.tap(control)

    #expect(
      log.entries == [
        "endTracking true true true", "valueChanged true", "touchUpInside false false",
      ])
  }

  /// Row 7: lifted outside without a move before: `endTracking` knows that it is outside.
  @Test func liftedOutsideWithoutAMove() {
    let toggle = Switch().at(0, 0, 48, 16)
    pilot.window.addSubview(toggle)
    log.record(toggle)

    pilot.down(toggle)
    pilot.up(toggle, at: Point(x: 300, y: 200))

    #expect(log.entries == ["touchDown", "touchUpOutside"])
    #expect(!toggle.isOn)
  }

  /// Row 8: cancelled: `cancelTracking`, flags, touchCancel; never an up event.
  @Test func cancelled() {
    let control = TunableControl().at(0, 0, 50, 50)
    pilot.window.addSubview(control)
    control.log = log
    log.record(control)

    pilot.down(control)
    pilot.cancel(control)
    pilot.up(control)

    #expect(log.entries == ["touchDown", "cancelTracking true", "touchCancel"])
    #expect(!control.isTracking && !control.isHighlighted)
  }

  /// Row 9: `continueTracking` false: flags cleared, no up, no cancel, later moves ignored.
  @Test func continueTrackingFalse() {
    let control = TunableControl().at(0, 0, 50, 50)
    pilot.window.addSubview(control)
    log.record(control)
    pilot.down(control)
    control.continues = false

    pilot.move(control, to: Point(x: 20, y: 20))
    #expect(!control.isTracking && !control.isHighlighted)
    pilot.move(control, to: outside)
    pilot.up(control, at: outside)

    #expect(log.entries == ["touchDown"])
  }

  /// Inside while tracking is the bounds grown by 70 points for a finger, by 0 for a pointer.
  @Test(arguments: [
    (Touch.Kind.finger, 119.9, true), (.finger, 120, false), (.finger, -70, true),
    (.finger, -70.1, false), (.pointer, 49.9, true), (.pointer, 50, false), (.pointer, 0, true),
    (.pointer, -0.1, false),
  ])
  func slop(kind: Touch.Kind, x: Double, isInside: Bool) {
    pilot.down(control, kind: kind)
    pilot.move(control, to: Point(x: x, y: 25), kind: kind)
    #expect(control.isTouchInside == isInside)

    pilot.up(control, at: Point(x: x, y: 25), kind: kind)
    #expect(log.entries.last == (isInside ? "touchUpInside" : "touchUpOutside"))
  }

  /// The slop is a number of the window.
  @Test func slopIsConfigurable() {
    pilot.window.metrics.pointerSlop = 20
    pilot.down(control)
    pilot.up(control, at: outside)

    #expect(log.entries == ["touchDown", "touchUpInside"])
  }

  /// The first hit test has no slop.
  @Test func beginningHasNoSlop() {
    pilot.tap(control, at: Point(x: 50, y: 25), kind: .finger)

    #expect(log.entries == [])
  }

  enum Disruption: String, CaseIterable {
    case disable, hide, remove, hideAncestor, removeAncestor, close, cover
  }

  private func disrupt(_ disruption: Disruption, _ control: Control) {
    switch disruption {
    case .disable: control.isEnabled = false
    case .hide: control.isHidden = true
    case .remove: control.removeFromSuperview()
    case .hideAncestor: control.superview?.isHidden = true
    case .removeAncestor: control.superview?.removeFromSuperview()
    case .close: control.window.map { $0.application?.close($0) }
    case .cover: pilot.application.show(Window(title: "cover"))
    }
  }

  /// Disabled, hidden, removed (itself or an ancestor), its window closed or covered, in the middle
  /// of a touch: touchCancel once, and never an up event.
  @Test(arguments: Disruption.allCases)
  func disruptedTouchIsCancelledOnce(disruption: Disruption) {
    let control = Control().at(10, 10, 50, 50)
    pilot.window.addSubview(View().at(0, 0, 100, 90).with(control))
    log.record(control)
    pilot.down(control)
    _ = log.take()

    disrupt(disruption, control)
    #expect(log.take() == ["touchCancel"])
    #expect(!control.isTracking && !control.isTouchInside && !control.isHighlighted)

    pilot.move(pilot.window, to: Point(x: 30, y: 30))
    pilot.up(pilot.window, at: Point(x: 30, y: 30))
    #expect(log.entries == [])
  }

  /// The same from inside each of the control's own handlers.
  @Test(
    arguments: Disruption.allCases,
    [
      ControlEvents.touchDown, .touchDownRepeat, .touchDragInside,
      .touchDragExit, .touchDragOutside, .touchDragEnter,
    ])
  func disruptedInItsOwnHandler(disruption: Disruption, event: ControlEvents) {
    let control = Control().at(10, 10, 50, 50)
    pilot.window.addSubview(View().at(0, 0, 200, 90).with(control))
    pilot.tap(control)
    log.record(control)
    control.addAction(for: event, options: .once) { [log] in
      log.note("disrupt")
      disrupt(disruption, control)
    }

    pilot.down(control)
    pilot.move(pilot.window, to: Point(x: 30, y: 30))
    pilot.move(pilot.window, to: Point(x: 150, y: 30))
    pilot.move(pilot.window, to: Point(x: 30, y: 30))
    pilot.up(pilot.window, at: Point(x: 30, y: 30))

    #expect(log.entries.suffix(3) == [event.description, "disrupt", "touchCancel"])
    #expect(!control.isTracking && !control.isHighlighted)
  }

  /// The same in the valueChanged that comes before the up event: cancelled, so no up event.
  @Test(arguments: Disruption.allCases)
  func disruptedInValueChanged(disruption: Disruption) {
    let toggle = Switch().at(0, 0, 48, 16)
    pilot.window.addSubview(View().at(0, 0, 100, 90).with(toggle))
    log.record(toggle)
    toggle.addAction(for: .valueChanged) { [log] in
      log.note("disrupt")
      disrupt(disruption, toggle)
    }

    pilot.tap(toggle)

    #expect(log.entries == ["touchDown", "valueChanged", "disrupt", "touchCancel"])
    #expect(!toggle.isTracking && !toggle.isHighlighted)
  }

  /// In the up event the touch is over: nothing is cancelled any more.
  @Test(arguments: Disruption.allCases)
  func disruptedInTouchUp(disruption: Disruption) {
    let control = Control().at(10, 10, 50, 50)
    pilot.window.addSubview(View().at(0, 0, 100, 90).with(control))
    log.record(control)
    control.addAction(for: .touchUpInside) { disrupt(disruption, control) }

    pilot.tap(control)

    #expect(log.entries == ["touchDown", "touchUpInside"])
  }

  /// A handler of touchCancel that disrupts again does not cause a second cancel.
  @Test(arguments: Disruption.allCases, Disruption.allCases)
  func disruptedInTouchCancel(first: Disruption, second: Disruption) {
    let control = Control().at(10, 10, 50, 50)
    pilot.window.addSubview(View().at(0, 0, 100, 90).with(control))
    log.record(control)
    control.addAction(for: .touchCancel) { disrupt(second, control) }
    pilot.down(control)

    disrupt(first, control)

    #expect(log.entries == ["touchDown", "touchCancel"])
  }

  /// A handler of touchCancel that touches again does not leave a removed control pressed.
  @Test(arguments: Disruption.allCases)
  func touchedAgainInTouchCancel(disruption: Disruption) {
    let control = Control().at(10, 10, 50, 50)
    pilot.window.addSubview(View().at(0, 0, 100, 90).with(control))
    log.record(control)
    control.addAction(for: .touchCancel) { [pilot] in
      pilot.down(pilot.window, at: Point(x: 30, y: 30), id: 7)
    }
    pilot.down(control)

    disrupt(disruption, control)
    pilot.up(pilot.window, at: Point(x: 30, y: 30), id: 7)

    #expect(log.entries == ["touchDown", "touchCancel"])
    #expect(!control.isTracking && !control.isHighlighted)
  }

  /// Re-enabled in the middle of the same touch: that touch stays lost.
  @Test func reenabledControlWaitsForTheNextTouch() {
    pilot.down(control)
    control.isEnabled = false
    control.isEnabled = true
    pilot.up(control)
    #expect(log.take() == ["touchDown", "touchCancel"])

    pilot.wait(1)
    pilot.tap(control)
    #expect(log.take() == ["touchDown", "touchUpInside"])
  }

  /// A disabled control stays the hit target: nothing falls through to what is behind it.
  @Test func disabledControlKeepsTheHit() {
    let behind = Control().at(100, 100, 50, 50)
    pilot.window.insertSubview(behind, at: 0)
    log.record(behind, prefix: "behind ")
    control.isEnabled = false

    pilot.tap(control)

    #expect(log.entries == [])
    #expect(pilot.window.hitTest(Point(x: 110, y: 110), with: nil) === control)
  }

  /// One touch drives a control; a second finger is ignored.
  @Test func secondFingerIsIgnored() {
    pilot.down(control, id: 1)
    pilot.wait(1)
    pilot.down(control, id: 2)
    pilot.move(control, to: outside, id: 2)
    pilot.up(control, id: 2)
    pilot.up(control, id: 1)

    #expect(log.entries == ["touchDown", "touchUpInside"])
  }

  /// With `isMultipleTouchEnabled` each touch ends once.
  @Test func multipleTouches() {
    control.isMultipleTouchEnabled = true
    pilot.down(control, id: 1)
    pilot.wait(1)
    pilot.down(control, id: 2)
    pilot.up(control, id: 1)
    #expect(control.isTracking && control.isHighlighted)
    pilot.up(control, id: 2)

    #expect(log.entries == ["touchDown", "touchDown", "touchUpInside", "touchUpInside"])
    #expect(!control.isTracking)
  }

  /// A touch that goes down again without having been lifted was lost: it is cancelled first.
  @Test func lostTouchIsCancelled() {
    pilot.down(control)
    pilot.wait(1)
    pilot.down(control)
    pilot.up(control)

    #expect(log.entries == ["touchDown", "touchCancel", "touchDown", "touchUpInside"])
  }

  /// Steps of a touch that never went down are ignored.
  @Test func unknownTouchIsIgnored() {
    pilot.move(control, to: inside, id: 9)
    pilot.up(control, id: 9)
    pilot.cancel(control, id: 9)

    #expect(log.entries == [])
  }

  /// A handler that sends input runs it to its end: the lifted touch is not lifted again.
  @Test func handlerSendsInput() {
    control.addAction(for: .touchDown, options: .once) { [pilot, control] in pilot.up(control) }

    pilot.down(control)
    pilot.move(control, to: outside)
    pilot.up(control)

    #expect(log.entries == ["touchDown", "touchUpInside"])
    #expect(!control.isTracking)
  }

  /// Enter and exit alternate, whatever a handler moves in between.
  @Test(arguments: [ControlEvents.touchDragExit, .touchDragInside, .touchDragOutside])
  func nestedMovesKeepEnterAndExitInTurn(event: ControlEvents) {
    control.addAction(for: event, options: .once) { [pilot, control, inside] in
      pilot.move(control, to: inside)
    }

    pilot.down(control)
    pilot.move(control, to: Point(x: 20, y: 20))
    pilot.move(control, to: outside)
    pilot.move(control, to: inside)
    pilot.up(control)

    let crossings = log.entries.filter { $0 == "touchDragEnter" || $0 == "touchDragExit" }
    for (index, name) in crossings.enumerated() {
      #expect(name == (index.isMultiple(of: 2) ? "touchDragExit" : "touchDragEnter"))
    }
    #expect(log.entries.last == "touchUpInside")
  }

  /// The same for a value control, whose valueChanged comes in the middle of a step.
  @Test func nestedMoveInValueChanged() {
    let slider = Slider().at(0, 200, 108, 16)
    pilot.window.addSubview(slider)
    log.record(slider)
    pilot.down(slider, at: Point(x: 4, y: 8))
    slider.addAction(for: .valueChanged, options: .once) { [pilot] in
      pilot.move(slider, to: Point(x: 50, y: 8))
    }

    pilot.move(slider, to: Point(x: 20, y: 30))
    pilot.up(slider, at: Point(x: 50, y: 8))

    let crossings = log.entries.filter { $0 == "touchDragEnter" || $0 == "touchDragExit" }
    #expect(crossings.first != "touchDragEnter")
    #expect(crossings.count.isMultiple(of: 2))
    #expect(log.entries.last == "touchUpInside")
  }

  /// `beginTracking` that cancels its own touch does not leave the control pressed.
  @Test func disabledInBeginTracking() {
    final class Fickle: Control {
      override func beginTracking(_ touch: Touch, with event: ControlKit.Event?) -> Bool {
        isEnabled = false
        return true
      }
    }
    let control = Fickle().at(0, 0, 50, 50)
    pilot.window.addSubview(control)
    log.record(control)

    pilot.tap(control)

    #expect(log.entries == [])
    #expect(!control.isTracking && !control.isHighlighted)
  }

  /// A view inside a control passes its touches on to it.
  @Test func subviewOfAControl() {
    let content = View().at(0, 0, 50, 50)
    control.addSubview(content)

    pilot.tap(content)
    pilot.down(content)
    control.isEnabled = false
    pilot.up(content)

    #expect(
      log.entries == [
        "touchDown", "touchUpInside", "touchDown", "touchDownRepeat", "touchCancel",
      ])
  }

  /// §5: an exclusive view gets a touch only while no other view tracks, and keeps others out.
  @Test func exclusiveTouch() {
    let other = Control().at(200, 100, 50, 50)
    pilot.window.addSubview(other)
    log.record(other, prefix: "other ")
    control.isExclusiveTouch = true

    pilot.down(control, id: 1)
    pilot.down(other, id: 2)
    pilot.up(other, id: 2)
    pilot.up(control, id: 1)
    #expect(log.take() == ["touchDown", "touchUpInside"])

    pilot.wait(1)
    pilot.down(other, id: 1)
    pilot.down(control, id: 2)
    pilot.up(control, id: 2)
    pilot.up(other, id: 1)
    #expect(log.take() == ["other touchDown", "other touchUpInside"])
  }

  /// §5: recognizers ignore exclusive touches.
  @Test func recognizersIgnoreExclusiveTouch() {
    let other = View().at(200, 100, 50, 50)
    pilot.window.addSubview(other)
    other.addTapGestureRecognizer { [log] in log.note("tap") }
    control.isExclusiveTouch = true

    pilot.down(control, id: 1)
    pilot.down(other, id: 2)
    pilot.up(other, id: 2)

    #expect(log.entries == ["touchDown", "tap"])
  }
}
