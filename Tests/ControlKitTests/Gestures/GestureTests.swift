import ControlKit
import TestSupport
import Testing

/// §6 Gestures: tap and long press.
@Suite struct GestureTests {
  let view = View().at(0, 0, 200, 200)
  let log = EventLog()
  let pilot: Pilot

  init() { pilot = Pilot(view) }

  // MARK: - One-liners

  /// Each one-liner is independent: a second call neither overwrites the first nor fires twice.
  @Test func tapOneLinersAreIndependent() {
    let first = view.addTapGestureRecognizer { [log] in log.note("first") }
    view.addTapGestureRecognizer { [log] in log.note("second") }

    pilot.tap(view)
    #expect(log.take() == ["first", "second"])

    first.remove()
    pilot.wait(1)
    pilot.tap(view)
    #expect(log.take() == ["second"])
    #expect(view.gestureRecognizers.count == 1)
  }

  /// The same for long presses.
  @Test func longPressOneLinersAreIndependent() {
    view.addLongPressGestureRecognizer { [log] in log.note("first") }
    let second = view.addLongPressGestureRecognizer { [log] in log.note("second") }

    pilot.press(view, seconds: 0.5)
    #expect(log.take() == ["first", "second"])

    second.remove()
    pilot.press(view, seconds: 0.5)
    #expect(log.take() == ["first"])
  }

  /// Without an action nothing is added; the call is accepted.
  @Test func nilActionIsAccepted() {
    let action: (() -> Void)? = nil

    #expect(view.addTapGestureRecognizer(action: action) == nil)
    #expect(view.addLongPressGestureRecognizer(action: nil) == nil)
    #expect(view.gestureRecognizers.isEmpty)
  }

  /// A label takes touches once it has a gesture.
  @Test func labelIsMadeInteractive() {
    let label = Label(text: "tap me").at(10, 10, 100, 16)
    view.addSubview(label)
    #expect(!label.isUserInteractionEnabled)

    label.addTapGestureRecognizer { [log] in log.note("tap") }
    pilot.tap(label)

    #expect(label.isUserInteractionEnabled)
    #expect(log.entries == ["tap"])
  }

  // MARK: - Tap

  /// A tap may stray 10 points, not more.
  @Test(arguments: [(10.0, ["tap"]), (10.1, [])])
  func tapSlop(distance: Double, expected: [String]) {
    view.addTapGestureRecognizer { [log] in log.note("tap") }

    pilot.drag(view, through: Point(x: 50, y: 50), Point(x: 50 + distance, y: 50))

    #expect(log.entries == expected)
  }

  /// A tap that strayed and came back has failed all the same.
  @Test func strayedTapStaysFailed() {
    view.addTapGestureRecognizer { [log] in log.note("tap") }

    pilot.drag(view, through: Point(x: 50, y: 50), Point(x: 80, y: 50), Point(x: 50, y: 50))

    #expect(log.entries == [])
  }

  /// Two taps within 0.35 s, the limit included as for a control's tapCount; later ones start anew.
  @Test(arguments: [(0.34, ["double"]), (0.35, ["double"]), (0.36, [])])
  func doubleTap(pause: Double, expected: [String]) {
    let recognizer = TapGestureRecognizer()
    recognizer.numberOfTapsRequired = 2
    view.addGestureRecognizer(recognizer)
    recognizer.addAction { [log] in log.note("double") }

    pilot.tap(view)
    pilot.wait(pause)
    pilot.tap(view)

    #expect(log.entries == expected)
  }

  /// Taps far from each other are no double tap; the second begins a new one.
  @Test func doubleTapInOnePlace() {
    let recognizer = TapGestureRecognizer()
    recognizer.numberOfTapsRequired = 2
    view.addGestureRecognizer(recognizer)
    recognizer.addAction { [log] in log.note("double") }

    pilot.tap(view, at: Point(x: 20, y: 20))
    pilot.tap(view, at: Point(x: 51, y: 20))
    #expect(log.entries == [])

    pilot.tap(view, at: Point(x: 81, y: 20))
    #expect(log.entries == ["double"])
  }

  /// A tap never prevents a tap with more taps.
  @Test func singleAndDoubleTap() {
    let double = TapGestureRecognizer()
    double.numberOfTapsRequired = 2
    view.addGestureRecognizer(double)
    double.addAction { [log] in log.note("double") }
    view.addTapGestureRecognizer { [log] in log.note("single") }

    pilot.tap(view)
    #expect(log.take() == ["single"])
    pilot.tap(view)
    #expect(log.take().contains("double"))
  }

  /// A two-finger tap needs both fingers, and one finger is none.
  @Test func twoFingerTap() {
    let recognizer = TapGestureRecognizer()
    recognizer.numberOfTouchesRequired = 2
    view.addGestureRecognizer(recognizer)
    recognizer.addAction { [log] in log.note("two") }

    pilot.tap(view)
    pilot.wait(1)
    #expect(log.entries == [])

    pilot.down(view, at: Point(x: 50, y: 50), id: 1)
    pilot.down(view, at: Point(x: 150, y: 50), id: 2)
    pilot.up(view, at: Point(x: 50, y: 50), id: 1)
    #expect(log.entries == [])
    pilot.up(view, at: Point(x: 150, y: 50), id: 2)
    #expect(log.entries == ["two"])
  }

  /// Two fingers far apart tap twice: each is near one of the last tap.
  @Test func twoFingersTapTwice() {
    let recognizer = TapGestureRecognizer()
    recognizer.numberOfTouchesRequired = 2
    recognizer.numberOfTapsRequired = 2
    view.addGestureRecognizer(recognizer)
    recognizer.addAction { [log] in log.note("two") }

    for _ in 0..<2 {
      for phase in [Touch.Phase.began, .ended] {
        pilot.touch(phase, view, at: Point(x: 50, y: 50), id: 1)
        pilot.touch(phase, view, at: Point(x: 150, y: 50), id: 2)
      }
    }

    #expect(log.entries == ["two"])
  }

  /// A cancelled touch is no tap.
  @Test func cancelledTouchIsNoTap() {
    view.addTapGestureRecognizer { [log] in log.note("tap") }

    pilot.down(view)
    pilot.cancel(view)
    #expect(log.entries == [])

    pilot.wait(1)
    pilot.tap(view)
    #expect(log.entries == ["tap"])
  }

  // MARK: - Long press

  private func longPress() -> LongPressGestureRecognizer {
    let recognizer = LongPressGestureRecognizer()
    view.addGestureRecognizer(recognizer)
    log.record(recognizer)
    return recognizer
  }

  /// It begins at 0.5 s exactly, while the touch is down.
  @Test func longPressBeginsAtHalfASecond() {
    _ = longPress()
    pilot.down(view)

    pilot.wait(0.499)
    #expect(log.entries == [])
    pilot.application.scheduler.advance(to: 0.5)
    #expect(log.entries == ["began"])
  }

  /// Moved by more than 10 points before: failed, and no handler runs.
  @Test(arguments: [(10.0, ["began"]), (10.1, [])])
  func movedBeforeItBegins(distance: Double, expected: [String]) {
    _ = longPress()
    pilot.down(view, at: Point(x: 50, y: 50))

    pilot.move(view, to: Point(x: 50 + distance, y: 50))
    pilot.wait(1)

    #expect(log.entries == expected)
  }

  /// After it began it moves freely, and ends when lifted.
  @Test func changedAndEnded() {
    _ = longPress()
    pilot.down(view)
    pilot.wait(0.5)

    pilot.move(view, to: Point(x: 10, y: 10))
    pilot.move(view, to: Point(x: 190, y: 190))
    pilot.up(view)

    #expect(log.entries == ["began", "changed", "changed", "ended"])
  }

  /// Lifted earlier: nothing.
  @Test func liftedEarly() {
    _ = longPress()

    pilot.press(view, seconds: 0.49)
    pilot.wait(1)

    #expect(log.entries == [])
  }

  /// A cancelled touch cancels the gesture, and the next one works.
  @Test func longPressIsCancelled() {
    _ = longPress()
    pilot.down(view)
    pilot.wait(0.5)
    pilot.cancel(view)
    #expect(log.take() == ["began", "cancelled"])

    pilot.press(view, seconds: 0.6)
    #expect(log.take() == ["began", "ended"])
  }

  /// Disabling or removing a recognizing recognizer cancels it.
  @Test(arguments: ["disable", "remove", "hide view", "remove view", "close"])
  func takenAwayWhileRecognizing(how: String) {
    let recognizer = longPress()
    pilot.down(view)
    pilot.wait(0.5)
    _ = log.take()

    switch how {
    case "disable": recognizer.isEnabled = false
    case "remove": view.removeGestureRecognizer(recognizer)
    case "hide view": view.isHidden = true
    case "remove view": view.removeFromSuperview()
    default: pilot.application.close(pilot.window)
    }
    pilot.up(pilot.window, at: Point(x: 50, y: 50))

    #expect(log.entries == ["cancelled"])
    #expect(recognizer.state == .possible)
    #expect(recognizer.touches.isEmpty)
  }

  /// The same in each of its own handlers: no state comes after it, and the next press works.
  @Test(arguments: [GestureEvents.began, .changed, .ended, .cancelled])
  func removedInItsOwnHandler(event: GestureEvents) {
    let recognizer = longPress()
    recognizer.addAction(for: event, options: .once) { [log, view] in
      log.note("remove")
      view.removeGestureRecognizer(recognizer)
    }
    pilot.down(view)
    pilot.wait(0.5)
    pilot.move(view, to: Point(x: 60, y: 60))
    if event == .cancelled { pilot.cancel(view) } else { pilot.up(view) }

    #expect(log.entries.filter { $0 == "remove" }.count == 1)
    #expect(recognizer.state == .possible && recognizer.touches.isEmpty)
    _ = log.take()

    view.addGestureRecognizer(recognizer)
    pilot.press(view, seconds: 0.5)
    #expect(log.take() == ["began", "ended"])
  }

  /// Input sent by a handler of a terminal state finds the gesture over: it is not followed.
  @Test(arguments: [GestureEvents.ended, .cancelled])
  func inputInATerminalHandler(event: GestureEvents) {
    let recognizer = longPress()
    recognizer.addAction(for: event, options: .once) { [pilot, view] in
      pilot.move(view, to: Point(x: 60, y: 60))
      pilot.down(view, id: 5)
      pilot.move(view, to: Point(x: 60, y: 60), id: 5)
      pilot.wait(0.6)
      pilot.up(view, id: 5)
    }
    pilot.down(view)
    pilot.wait(0.5)
    if event == .cancelled { recognizer.isEnabled = false } else { pilot.up(view) }

    #expect(log.entries == ["began", event.description])
    #expect(recognizer.state == .possible && recognizer.touches.isEmpty)
  }

  /// A window closed by the handler of the timer: the press is cancelled once, nothing crashes.
  @Test func windowClosedInsideTheTimer() {
    let recognizer = longPress()
    recognizer.addAction(for: .began) { [pilot] in pilot.application.close(pilot.window) }

    pilot.press(view, seconds: 0.6)

    #expect(log.entries == ["began", "cancelled"])
    #expect(recognizer.state == .possible)
  }

  /// A control's touchCancel, sent because the press begins, closes the window: the gesture does not
  /// begin after it was taken away, and works when the window is shown again.
  @Test func windowClosedInTheTouchCancelOfTheWinner() {
    let button = Button(title: "ok").at(10, 10, 80, 16)
    view.addSubview(button)
    let recognizer = LongPressGestureRecognizer()
    button.addGestureRecognizer(recognizer)
    log.record(recognizer)
    button.addAction(for: .touchCancel, options: .once) { [pilot, log] in
      log.note("close")
      pilot.application.close(pilot.window)
    }
    pilot.press(button, seconds: 0.6)
    #expect(log.take() == ["close"])
    #expect(recognizer.state == .possible && recognizer.touches.isEmpty)

    pilot.application.show(pilot.window)
    pilot.press(button, seconds: 0.6)
    #expect(log.take() == ["began", "ended"])
  }

  /// Input sent by the touchCancel of the winner does not recognize the same tap twice.
  @Test func tapIsNotRecognizedTwice() {
    let button = Button(title: "ok").at(10, 10, 80, 16)
    view.addSubview(button)
    let recognizer = TapGestureRecognizer()
    button.addGestureRecognizer(recognizer)
    log.record(recognizer)
    button.addAction(for: .touchCancel) { [pilot] in
      pilot.up(button)
      recognizer.isEnabled = false
      recognizer.isEnabled = true
    }

    pilot.tap(button)

    #expect(log.entries.count <= 1)
    #expect(recognizer.state == .possible && recognizer.touches.isEmpty)
  }

  // MARK: - Tokens

  /// A disabled token leaves the touches to others; enabled again it works.
  @Test func disabledTokenGivesWay() {
    let button = Button(title: "ok").at(10, 10, 80, 16)
    view.addSubview(button)
    log.record(button)
    let token = button.addTapGestureRecognizer { [log] in log.note("tap") }
    token.disable()
    pilot.tap(button)
    #expect(log.take() == ["touchDown", "touchUpInside"])

    token.enable()
    pilot.wait(1)
    pilot.tap(button)
    #expect(log.take() == ["touchDown", "touchCancel", "tap"])
  }

  /// Disabled in the middle of the touch, it gives way, too.
  @Test func tokenDisabledDuringTheTouch() {
    let button = Button(title: "ok").at(10, 10, 80, 16)
    view.addSubview(button)
    log.record(button)
    let token = button.addTapGestureRecognizer { [log] in log.note("tap") }

    pilot.down(button)
    token.disable()
    pilot.up(button)

    #expect(log.entries == ["touchDown", "touchUpInside"])
  }

  /// Removing the token takes the recognizer off the view, also inside its own handler.
  @Test func tokenRemovedInItsHandler() {
    var token: RemovableTarget?
    token = view.addTapGestureRecognizer { [log] in
      log.note("tap")
      token?.remove()
    }

    pilot.tap(view)
    pilot.wait(1)
    pilot.tap(view)

    #expect(log.entries == ["tap"])
    #expect(view.gestureRecognizers.isEmpty)
  }

  /// The same for a long press, in the middle of the touch.
  @Test func longPressTokenRemovedInItsHandler() {
    var token: RemovableTarget?
    token = view.addLongPressGestureRecognizer { [log] in
      log.note("press")
      token?.remove()
    }

    pilot.press(view, seconds: 0.7)
    pilot.press(view, seconds: 0.7)

    #expect(log.entries == ["press"])
    #expect(view.gestureRecognizers.isEmpty)
  }

  // MARK: - Who wins

  /// A recognizer on a control wins, and the control's touch is cancelled before the action.
  @Test func recognizerOnControlWins() {
    let button = Button(title: "ok").at(10, 10, 80, 16)
    view.addSubview(button)
    log.record(button)
    button.addTapGestureRecognizer { [log] in log.note("tap") }

    pilot.tap(button)

    #expect(log.entries == ["touchDown", "touchCancel", "tap"])
    #expect(!button.isHighlighted)
  }

  /// Without `cancelsTouchesInView` the control keeps its touch.
  @Test func cancelsTouchesInViewFalse() {
    let button = Button(title: "ok").at(10, 10, 80, 16)
    view.addSubview(button)
    log.record(button)
    let recognizer = TapGestureRecognizer()
    recognizer.cancelsTouchesInView = false
    recognizer.addAction { [log] in log.note("tap") }
    button.addGestureRecognizer(recognizer)

    pilot.tap(button)

    #expect(log.entries == ["touchDown", "tap", "touchUpInside"])
  }

  /// A recognizer that leaves the touch alone but whose handler disrupts the control: cancelled.
  @Test(arguments: ["disable", "hide", "remove"])
  func disruptedByARecognizerAtTheEnd(how: String) {
    let button = Button(title: "ok").at(10, 10, 80, 16)
    view.addSubview(button)
    log.record(button)
    let recognizer = TapGestureRecognizer()
    recognizer.cancelsTouchesInView = false
    recognizer.addAction {
      switch how {
      case "disable": button.isEnabled = false
      case "hide": button.isHidden = true
      default: button.removeFromSuperview()
      }
    }
    button.addGestureRecognizer(recognizer)

    pilot.tap(button)

    #expect(log.entries == ["touchDown", "touchCancel"])
  }

  /// An ancestor's single tap does not swallow a button's touchUpInside.
  @Test func buttonBeatsAncestorTap() {
    let button = Button(title: "ok").at(10, 10, 80, 16)
    view.addSubview(button)
    log.record(button)
    view.addTapGestureRecognizer { [log] in log.note("ancestor") }

    pilot.tap(button)
    #expect(log.take() == ["touchDown", "touchUpInside"])

    pilot.wait(1)
    pilot.tap(view, at: Point(x: 150, y: 150))
    #expect(log.take() == ["ancestor"])
  }

  /// An ancestor's long press takes the touch from a button.
  @Test func ancestorLongPressWins() {
    let button = Button(title: "ok").at(10, 10, 80, 16)
    view.addSubview(button)
    log.record(button)
    view.addLongPressGestureRecognizer { [log] in log.note("press") }

    pilot.press(button, seconds: 0.6)

    #expect(log.entries == ["touchDown", "touchCancel", "press"])
  }

  /// A tap and a long press on one view: one of them, never both.
  @Test(arguments: [(0.1, ["tap"]), (0.6, ["press"])])
  func tapOrLongPress(seconds: Double, expected: [String]) {
    view.addTapGestureRecognizer { [log] in log.note("tap") }
    view.addLongPressGestureRecognizer { [log] in log.note("press") }

    pilot.press(view, seconds: seconds)
    pilot.wait(1)

    #expect(log.entries == expected)
  }

  /// The tap of the view that was hit beats the same of its ancestor.
  @Test func innermostTapWins() {
    let inner = View().at(10, 10, 50, 50)
    view.addSubview(inner)
    view.addTapGestureRecognizer { [log] in log.note("outer") }
    inner.addTapGestureRecognizer { [log] in log.note("inner") }

    pilot.tap(inner)

    #expect(log.entries == ["inner"])
  }

  /// A view may refuse a gesture of its ancestors, which then fails.
  @Test func shouldBeginRefuses() {
    final class Refusing: View {
      override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { false }
    }
    let inner = Refusing().at(10, 10, 50, 50)
    view.addSubview(inner)
    view.addTapGestureRecognizer { [log] in log.note("tap") }

    pilot.tap(inner)

    #expect(log.entries == [])
  }

  /// An illegal transition is a programmer error, and the message names the recognizer and both
  /// states.
  @Test func illegalTransition() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let recognizer = TapGestureRecognizer()
      recognizer.name = "wrong"
      recognizer.state = .changed
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      message.contains("TapGestureRecognizer 'wrong' cannot go from possible to changed"),
      "\(message)")
  }

  /// A recognizer moves from view to view; it is on one at a time.
  @Test func recognizerMoves() {
    let other = View().at(0, 200, 100, 100)
    pilot.window.addSubview(other)
    let recognizer = TapGestureRecognizer()
    recognizer.addAction { [log] in log.note("tap") }
    view.addGestureRecognizer(recognizer)
    other.addGestureRecognizer(recognizer)

    pilot.tap(view)
    #expect(log.take() == [])
    pilot.wait(1)
    pilot.tap(other)
    #expect(log.take() == ["tap"])
    #expect(view.gestureRecognizers.isEmpty)
  }

  /// The location is in the coordinates asked for.
  @Test func location() {
    let recognizer = LongPressGestureRecognizer()
    let inner = View().at(10, 20, 50, 50)
    view.addSubview(inner)
    inner.addGestureRecognizer(recognizer)
    var place: Point?
    recognizer.addAction(for: .began) { place = recognizer.location(in: inner) }

    pilot.press(inner, seconds: 0.5, at: Point(x: 7, y: 8))

    #expect(place == Point(x: 7, y: 8))
  }
}
