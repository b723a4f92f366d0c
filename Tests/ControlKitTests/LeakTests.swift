import ControlKit
import TestSupport
import Testing

/// Nothing keeps itself alive: views, recognizers, tokens, items, touches, timers, windows.
@Suite struct LeakTests {
  /// A whole application with everything in use goes with its last owner.
  @Test func wholeApplication() {
    let check = LeakCheck()
    var tokens: [RemovableTarget] = []
    do {
      let pilot = check.watch(Pilot())
      let button = check.watch(Button(title: "x").at(0, 0, 50, 16))
      let slider = check.watch(Slider().at(0, 20, 100, 16))
      let label = check.watch(Label(text: "x").at(0, 40, 50, 16))
      let group = check.watch(HandlerGroup())
      let double = check.watch(TapGestureRecognizer())
      double.numberOfTapsRequired = 2
      check.watch(pilot.application)
      check.watch(pilot.window)
      check.watch(pilot.application.scheduler)
      for view in [button, slider, label] { pilot.window.addSubview(view) }
      tokens.append(button.addAction(for: .touchUpInside, options: HandlerOptions(group: group)) {})
      tokens.append(label.addTapGestureRecognizer {})
      tokens.append(label.addLongPressGestureRecognizer {})
      label.addGestureRecognizer(double)
      for recognizer in label.gestureRecognizers { check.watch(recognizer) }

      for view in [button, slider, label] { pilot.tap(view) }
      pilot.drag(slider, through: Point(x: 1, y: 8), Point(x: 80, y: 8))
      pilot.key("tab")
      pilot.keyDown("space")
      // All of this is in flight at the end: touches, a press, a pending double tap, timers.
      pilot.down(label, id: 1)
      pilot.wait(0.6)
      pilot.down(button, id: 2)
      pilot.application.scheduler.every(1) { [weak pilot] in _ = pilot?.now }
    }
    #expect(check.survivors == [])
    #expect(tokens.allSatisfy { !$0.isAlive && $0.owner == nil })
  }

  /// A removed view goes at once, although the application lives on and a touch was in it.
  @Test(arguments: [true, false])
  func removedDuringATouch(closesWindow: Bool) {
    let check = LeakCheck()
    let pilot = Pilot()
    let top = Window(title: "top")
    do {
      let view = check.watch(View().at(0, 0, 50, 50))
      let button = check.watch(Button(title: "x").at(0, 0, 50, 16))
      view.addSubview(button)
      view.addLongPressGestureRecognizer {}
      for recognizer in view.gestureRecognizers { check.watch(recognizer) }
      top.addSubview(view)
      pilot.application.show(top)
      button.becomeFirstResponder()
      pilot.down(button)
      if closesWindow { pilot.application.close(top) }
      view.removeFromSuperview()
    }
    #expect(check.survivors == [])
    #expect(top.firstResponder == nil)
  }

  /// A closed window goes at once.
  @Test func closedWindow() {
    let check = LeakCheck()
    let application = Application()
    do {
      let window = check.watch(Window(title: "a"))
      let button = check.watch(Button(title: "x"))
      window.addSubview(button)
      application.show(window)
      button.textColor = Color("red")
      application.close(window)
    }
    #expect(check.survivors == [])
  }

  /// A removed handler's closure is let go of at once, also in the middle of its send.
  @Test func removedClosure() {
    let check = LeakCheck()
    let button = Button()
    var token: RemovableTarget?
    do {
      let captured = check.watch(RecordingHandler())
      token = button.addAction(for: .touchDown) {
        _ = captured.ends
        token?.remove()
      }
    }
    #expect(check.survivors == ["RecordingHandler"])

    button.sendActions(for: .touchDown)

    #expect(check.survivors == [])
  }

  /// A view goes with its last owner, also one whose touch was taken away or lifted just before.
  @Test(arguments: [true, false])
  func viewOfTheLastTouch(isLifted: Bool) {
    let check = LeakCheck()
    let pilot = Pilot()
    do {
      let button = check.watch(Button().at(0, 0, 80, 16))
      pilot.window.addSubview(button)
      pilot.down(button)
      if isLifted { pilot.up(button) }
      button.removeFromSuperview()
    }
    _ = pilot.application.takeChanges()
    #expect(check.survivors == [])
  }

  /// A recognizer taken off its view in the middle of a touch goes with its last owner.
  @Test func removedRecognizer() {
    let check = LeakCheck()
    let view = View().at(0, 0, 50, 50)
    let pilot = Pilot(view)
    do {
      let recognizer = check.watch(LongPressGestureRecognizer())
      view.addGestureRecognizer(recognizer)
      pilot.down(view)
      pilot.wait(0.6)
      view.removeGestureRecognizer(recognizer)
    }
    pilot.up(view)
    #expect(check.survivors == [])
  }

  /// An action whose closure throws, and the diagnostic made of it, keep nothing.
  @Test func throwingHandler() {
    let check = LeakCheck()
    do {
      let button = check.watch(Button())
      button.addAction(for: .touchDown) { throw Failure("x") }
      button.sendActions(for: .touchDown)
    }
    #expect(check.survivors == [])
  }
}
