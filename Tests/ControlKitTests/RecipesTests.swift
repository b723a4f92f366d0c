import ControlKit
import TestSupport
import Testing

/// The five recipes that this runtime grew from, each with the fault of the original gone.
@Suite struct RecipesTests {
  let log = EventLog()

  private static func everyControl() -> [(any EventSource, ControlEvents)] {
    [
      (Button(title: "x"), .touchUpInside), (Slider(), .valueChanged), (Switch(), .valueChanged),
      (PageControl(), .valueChanged), (Control(), .touchDown),
      (BarButtonItem(title: "x"), .primaryActionTriggered),
    ]
  }

  // MARK: - (a) addAction(for:closure:)

  /// On every class of control: several closures for an event all run, in order; the original kept
  /// one closure per control, so the last one won.
  @Test func severalClosuresPerEvent() {
    for (control, event) in Self.everyControl() {
      control.addAction(for: event) { [log] in log.note("first") }
      control.addAction(for: event) { [log] in log.note("second") }

      control.sendActions(for: event)

      #expect(log.take() == ["first", "second"], "\(control.debugName)")
    }
  }

  /// Closures of other events do not run; the original ran whatever was set last.
  @Test func otherEventsDoNotRunIt() {
    for (control, event) in Self.everyControl() {
      control.addAction(for: event) { [log] in log.note("right") }
      control.addAction(for: .touchDragExit) { [log] in log.note("wrong") }

      control.sendActions(for: event)

      #expect(log.take() == ["right"], "\(control.debugName)")
    }
  }

  /// Two controls with the same closures are independent.
  @Test func controlsAreIndependent() {
    let buttons = [Button(title: "a"), Button(title: "b")]
    for button in buttons {
      button.addAction(for: .touchUpInside) { [log] in log.note(button.title) }
    }

    buttons[1].sendActions(for: .touchUpInside)

    #expect(log.entries == ["b"])
    for button in buttons { button.enumerateEventHandlers { $0.remove() } }
  }

  /// The closure is kept with its control and freed with it.
  @Test func closureIsFreedWithItsControl() {
    for index in Self.everyControl().indices {
      let check = LeakCheck()
      do {
        let (control, event) = Self.everyControl()[index]
        check.watch(control)
        let captured = check.watch(RecordingHandler())
        control.addAction(for: event) { [weak control] in
          _ = (captured.ends, control?.debugName)
        }
        control.sendActions(for: event)
      }
      #expect(check.survivors == [])
    }
  }

  // MARK: - (b) BarButtonItem with a closure

  /// Items with title or image have their own closures, and take further handlers.
  @Test func barButtonItems() {
    let save = BarButtonItem(title: "Save", style: .done) { [log] in log.note("save") }
    let check = BarButtonItem(image: Image("check"), style: .plain) { [log] in log.note("check") }
    let idle = BarButtonItem(title: "Idle", closure: nil)
    save.addAction(for: .primaryActionTriggered) { [log] in log.note("save too") }
    let toolbar = Toolbar(items: [save, check, idle]).at(0, 0, 400, 16)
    let pilot = Pilot(toolbar)

    for view in toolbar.subviews { pilot.tap(view) }

    #expect(log.entries == ["save", "save too", "check"])
    #expect(save.style == .done && check.image == Image("check"))
  }

  /// An item does not keep itself alive.
  @Test func barButtonItemIsFreed() {
    let check = LeakCheck()
    do {
      let item = check.watch(BarButtonItem(title: "x") {})
      let toolbar = check.watch(Toolbar(items: [item, .flexibleSpace()]))
      for view in toolbar.subviews { check.watch(view) }
      let pilot = Pilot(toolbar.at(0, 0, 200, 16))
      pilot.tap(toolbar, at: Point(x: 5, y: 5))
      item.sendActions(for: .primaryActionTriggered)
    }
    #expect(check.survivors == [])
  }

  // MARK: - (c) addEventHandler(event:runnable:) -> RemovableTarget

  /// Disabled after 5 seconds, enabled again after 10.
  @Test func removableTarget() {
    let button = Button(title: "x").at(0, 0, 50, 16)
    let pilot = Pilot(button)
    let target = button.addEventHandler(event: .touchUpInside) { [log, pilot] in
      log.note("\(Int(pilot.now))")
    }
    pilot.application.scheduler.after(5) { target.disable() }
    pilot.application.scheduler.after(10) { target.enable() }

    for second in 1...12 {
      pilot.wait(Double(second) - 0.5 - pilot.now)
      pilot.tap(button)
      pilot.wait(Double(second) - pilot.now)
    }

    #expect(log.entries == ["0", "1", "2", "3", "4", "10", "11"])
    target.remove()
    pilot.tap(button)
    #expect(log.entries.count == 7)
  }

  /// The control keeps the target, not the other way round: the control goes while the token is
  /// held. In the original both held each other.
  @Test func removableTargetDoesNotHoldTheControl() {
    let check = LeakCheck()
    let token: RemovableTarget
    do {
      let button = check.watch(Button())
      token = button.addEventHandler(event: .touchUpInside) {}
      #expect(token.owner === button)
    }

    #expect(check.survivors == [])
    #expect(token.owner == nil && !token.isAlive)
    token.disable()
    token.enable()
    token.remove()
  }

  /// An object can be kept alive by its control, as an associated value.
  @Test func targetKeptByAssociation() {
    let check = LeakCheck()
    do {
      let button = check.watch(Button())
      do {
        let form = check.watch(Form(log))
        button.addTarget(form, action: Selector("save", Form.save), for: .touchUpInside)
        button.setAssociated(form, for: AssociatedKey("form"))
      }
      button.sendActions(for: .touchUpInside)
      #expect(log.entries == ["save"])
    }
    #expect(check.survivors == [])
  }

  /// A dropped token changes nothing.
  @Test func droppedToken() {
    let button = Button()
    do { _ = button.addEventHandler(event: .touchUpInside) { [log] in log.note("runs") } }

    button.sendActions(for: .touchUpInside)

    #expect(log.entries == ["runs"])
  }

  // MARK: - (d, e) Gestures in one line

  /// A second call neither overwrites the first nor makes it run twice. In the original both calls
  /// shared one stored closure, which ran once for each recognizer.
  @Test func oneLineGestures() {
    let label = Label(text: "tap me").at(0, 0, 100, 16)
    let pilot = Pilot(label)
    label.addTapGestureRecognizer { [log] in log.note("tap 1") }
    label.addTapGestureRecognizer { [log] in log.note("tap 2") }
    label.addLongPressGestureRecognizer { [log] in log.note("press 1") }
    label.addLongPressGestureRecognizer { [log] in log.note("press 2") }

    pilot.tap(label)
    #expect(log.take() == ["tap 1", "tap 2"])

    pilot.wait(1)
    pilot.press(label, seconds: 0.6)
    #expect(log.take() == ["press 1", "press 2"])
  }

  /// No action is accepted and adds nothing.
  @Test func oneLineGesturesWithoutAction() {
    let label = Label(text: "x").at(0, 0, 100, 16)
    let pilot = Pilot(label)

    #expect(label.addTapGestureRecognizer(action: nil) == nil)
    #expect(label.addLongPressGestureRecognizer(action: nil) == nil)
    pilot.tap(label)

    #expect(label.gestureRecognizers.isEmpty)
    #expect(!label.isUserInteractionEnabled)
  }

  /// Gestures of several views are independent; in the original a static key mixed them up.
  @Test func oneLineGesturesOfSeveralViews() {
    let views = [Label(text: "a").at(0, 0, 50, 16), Label(text: "b").at(50, 0, 50, 16)]
    let pilot = Pilot(views[0], views[1])
    for view in views { view.addTapGestureRecognizer { [log] in log.note(view.text) } }

    pilot.tap(views[0])
    pilot.tap(views[1])

    #expect(log.entries == ["a", "b"])
    for view in views {
      for recognizer in view.gestureRecognizers { view.removeGestureRecognizer(recognizer) }
    }
  }

  // MARK: - Target and action

  /// A typed selector calls the method of a weakly held target; by name a missing method is
  /// reported and the rest still run.
  @Test func targetAndAction() {
    let button = Button(title: "x").at(0, 0, 50, 16)
    let pilot = Pilot(button)
    var form: Form? = Form(log)
    if let form {
      button.addTarget(form, action: Selector("save", Form.save), for: .touchUpInside)
      button.addTarget(form, action: Selector("fail", Form.fail), for: .touchUpInside)
      button.addTarget(form, action: "missing", for: .touchUpInside)
      button.addTarget(form, action: "named", for: .touchUpInside)
    }

    pilot.tap(button)
    #expect(log.take() == ["save", "named touchUpInside"])
    #expect(
      pilot.diagnostics.map(\.message) == [
        "disk full",
        "Form has no action 'missing': override perform(_:with:) to answer to it",
      ])

    form = nil
    pilot.tap(button)
    #expect(log.take() == [])
    #expect(pilot.diagnostics.count == 2)
    #expect(button.handlers.isEmpty)
  }
}
