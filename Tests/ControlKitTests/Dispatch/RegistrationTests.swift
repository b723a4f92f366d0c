import ControlKit
import TestSupport
import Testing

final class Form: Responder {
  let log: EventLog
  init(_ log: EventLog) { self.log = log }
  func save() { log.note("save") }
  func check(_ event: ControlEvent) { log.note("check \(event.type)") }
  func fail() throws { throw Failure("disk full") }
  override func perform(_ action: String, with event: ControlEvent) -> Bool {
    guard action == "named" else { return false }
    log.note("named \(event.type)")
    return true
  }
  override var debugName: String { "Form" }
}

/// §2 Registration.
@Suite struct RegistrationTests {
  let button = Button(title: "ok")
  let log = EventLog()

  /// §2.1: any number of handlers, called in the order added.
  @Test func handlersRunInTheOrderAdded() {
    for name in ["a", "b", "c"] {
      button.addAction(for: .touchUpInside) { [log] in log.note(name) }
    }

    button.sendActions(for: .touchUpInside)

    #expect(log.entries == ["a", "b", "c"])
  }

  /// Handlers that are removed one by one, in any order, leave the others in theirs.
  @Test(arguments: [1, 7, 99]) func removedOneByOne(step: Int) {
    let tokens = (0..<100).map { number in
      button.addAction(for: .touchUpInside) { [log] in log.note("\(number)") }
    }
    var left = Set(0..<100)
    for index in 0..<95 {
      let number = index * step % 100
      tokens[number].remove()
      left.remove(number)
      #expect(button.handlerCount >= left.count)
      button.sendActions(for: .touchUpInside)
      #expect(log.take() == left.sorted().map { "\($0)" })
    }
    #expect(button.handlerCount == left.count)
  }

  /// §2.1: the same target and action added twice for an event fire once.
  @Test func sameTargetAndActionFireOnce() {
    let form = Form(log)
    button.addTarget(form, action: Selector("save", Form.save), for: .touchUpInside)
    button.addTarget(form, action: Selector("save", Form.save), for: .touchUpInside)
    button.addTarget(form, action: Selector("check", Form.check), for: .touchUpInside)

    button.sendActions(for: .touchUpInside)

    #expect(log.entries == ["save", "check touchUpInside"])
  }

  /// §2.1: the same target and action may be added for a further event; it fires once for each.
  @Test func sameTargetExtendsItsEvents() {
    let form = Form(log)
    button.addTarget(form, action: Selector("save", Form.save), for: .touchDown)
    button.addTarget(form, action: Selector("save", Form.save), for: .touchUpInside)

    button.sendActions(for: .touchDown)
    button.sendActions(for: .touchUpInside)
    button.sendActions(for: [.touchDown, .touchUpInside])

    #expect(log.entries == ["save", "save", "save"])
  }

  /// §2.2: a target is not retained; one that is gone is never called and its registration ends.
  @Test func goneTargetIsPruned() throws {
    let check = LeakCheck()
    var form: Form? = check.watch(Form(log))
    let token = button.addTarget(
      try #require(form), action: Selector("save", Form.save), for: .touchUpInside)

    form = nil
    #expect(check.survivors == [])
    #expect(button.allTargets.isEmpty)
    #expect(button.allControlEvents == [])

    button.sendActions(for: .touchUpInside)
    #expect(log.entries == [])
    #expect(!token.isAlive)
    #expect(token.timesFired == 0)
  }

  /// §2.3: a token disables and enables; both are idempotent, and the place in the order is kept.
  @Test func disabledHandlerKeepsItsPlace() {
    let first = button.addAction(for: .touchUpInside) { [log] in log.note("first") }
    button.addAction(for: .touchUpInside) { [log] in log.note("second") }

    first.disable()
    first.disable()
    button.sendActions(for: .touchUpInside)
    #expect(log.take() == ["second"])

    first.enable()
    first.enable()
    button.sendActions(for: .touchUpInside)
    #expect(log.take() == ["first", "second"])
  }

  /// §2.3: removing is final and may be repeated; the handler hears of its end once.
  @Test func removeIsFinal() {
    let handler = RecordingHandler()
    let token = button.addHandler(handler, for: .touchUpInside, HandlerOptions())

    token.remove()
    token.remove()
    token.enable()
    button.sendActions(for: .touchUpInside)

    #expect(handler.calls == [])
    #expect(handler.ends == 1)
    #expect(!token.isAlive)
    #expect(button.handlers.isEmpty)
  }

  /// §2.4: a mask registers one handler; removing it for one event keeps the others.
  @Test func maskIsOneHandler() {
    let form = Form(log)
    let token = button.addTarget(
      form, action: Selector("check", Form.check), for: [.touchDown, .touchUpInside])
    #expect(button.handlers.count == 1)

    button.removeTarget(form, action: "check", for: .touchDown)
    button.sendActions(for: .touchDown)
    button.sendActions(for: .touchUpInside)
    #expect(log.entries == ["check touchUpInside"])
    #expect(token.isAlive)

    button.removeTarget(form, action: "check", for: .touchUpInside)
    #expect(!token.isAlive)
  }

  /// §2.5: no target means every target's, no action every action of the target; closures and
  /// actions stay.
  @Test func removeTargetWithNil() {
    let form = Form(log)
    let other = Form(log)
    let save = Selector("save", Form.save)
    button.addTarget(form, action: save, for: .touchUpInside)
    button.addTarget(form, action: Selector("check", Form.check), for: .touchUpInside)
    button.addTarget(other, action: save, for: .touchUpInside)
    button.addAction(for: .touchUpInside) { [log] in log.note("closure") }
    button.addAction(Action(identifier: "a") { [log] _ in log.note("action") }, for: .touchUpInside)

    button.removeTarget(form, action: nil, for: .touchUpInside)
    button.sendActions(for: .touchUpInside)
    #expect(log.take() == ["save", "closure", "action"])

    button.removeTarget(nil, action: nil, for: .allEvents)
    button.sendActions(for: .touchUpInside)
    #expect(log.take() == ["closure", "action"])
  }

  /// §2.5: with no target and a name, that action of every target goes.
  @Test func removeTargetByActionAlone() {
    let form = Form(log)
    button.addTarget(form, action: Selector("save", Form.save), for: .touchUpInside)
    button.addTarget(form, action: Selector("check", Form.check), for: .touchUpInside)

    button.removeTarget(nil, action: "save", for: .allEvents)
    button.sendActions(for: .touchUpInside)

    #expect(log.entries == ["check touchUpInside"])
  }

  /// §2.6: an action replaces the earlier one with the same identifier, for that event only.
  @Test func actionIsReplacedByIdentifier() {
    button.addAction(
      Action(identifier: "go") { [log] in log.note("old \($0.type)") },
      for: [.touchDown, .touchUpInside])
    button.addAction(
      Action(identifier: "go") { [log] in log.note("new \($0.type)") }, for: .touchUpInside)

    button.sendActions(for: .touchDown)
    button.sendActions(for: .touchUpInside)

    #expect(log.entries == ["old touchDown", "new touchUpInside"])
  }

  /// §2.7: once runs once; a limit runs that often, then the registration ends.
  @Test func onceAndLimit() {
    let once = button.addAction(for: .touchDown, options: .once) { [log] in log.note("once") }
    let twice = button.addAction(for: .touchDown, options: HandlerOptions(limit: 2)) { [log] in
      log.note("twice")
    }
    #expect(twice.remainingCalls == 2)

    for _ in 0..<3 { button.sendActions(for: .touchDown) }

    #expect(log.entries == ["once", "twice", "twice"])
    #expect(!once.isAlive && !twice.isAlive)
    #expect(twice.timesFired == 2)
  }

  /// §2.7: removing a group removes all handlers registered through it, on whatever object.
  @Test func groupRemovesAll() {
    let group = HandlerGroup()
    let other = Slider()
    let options = HandlerOptions(group: group)
    button.addAction(for: .touchDown, options: options) { [log] in log.note("a") }
    other.addAction(for: .valueChanged, options: options) { [log] in log.note("b") }
    button.addAction(for: .touchDown) { [log] in log.note("stays") }
    #expect(group.count == 2)

    group.remove()
    button.sendActions(for: .touchDown)
    other.sendActions(for: .valueChanged)

    #expect(log.entries == ["stays"])
    #expect(group.count == 0)
  }

  /// §2.7: an already ended group registers nothing; the handler is told at once.
  @Test func endedGroupRegistersNothing() {
    let group = HandlerGroup()
    group.remove()
    let handler = RecordingHandler()

    let token = button.addHandler(handler, for: .touchDown, HandlerOptions(group: group))
    button.sendActions(for: .touchDown)

    #expect(!token.isAlive)
    #expect(handler.calls == [] && handler.ends == 1)
    #expect(button.handlers.isEmpty)
  }

  /// §2.7: a group removed in the middle of a send stops its handlers that have not run.
  @Test func groupRemovedDuringSend() {
    let group = HandlerGroup()
    let options = HandlerOptions(group: group)
    button.addAction(for: .touchDown, options: options) { [log] in
      log.note("a")
      group.remove()
    }
    button.addAction(for: .touchDown, options: options) { [log] in log.note("b") }

    button.sendActions(for: .touchDown)

    #expect(log.entries == ["a"])
  }

  /// §2.8: targets, events and actions can be asked for.
  @Test func introspection() throws {
    let form = Form(log)
    button.addTarget(form, action: Selector("save", Form.save), for: .touchUpInside)
    button.addTarget(
      form, action: Selector("check", Form.check), for: [.touchUpInside, .touchDown])
    button.addTarget(nil, action: "submit", for: .touchUpInside)
    let token = button.addAction(
      for: .touchCancel, options: HandlerOptions(label: "cancelled")
    ) { throw Failure("broken") }

    #expect(button.allTargets.count == 1 && button.allTargets.first === form)
    #expect(button.allControlEvents == [.touchUpInside, .touchDown, .touchCancel])
    #expect(
      button.actions(forTarget: form, forControlEvent: .touchUpInside) == ["save", "check"])
    #expect(button.actions(forTarget: form, forControlEvent: .touchDown) == ["check"])
    #expect(button.actions(forTarget: nil, forControlEvent: .touchUpInside) == ["submit"])

    button.sendActions(for: .touchCancel)
    #expect(token.label == "cancelled")
    #expect(token.timesFired == 1)
    #expect(token.lastError == "broken")
    #expect(token.events == .touchCancel)
    #expect(try #require(token.source).file.hasSuffix("RegistrationTests.swift"))
    #expect(token.owner === button)
  }

  /// §2.8: the enumeration is a snapshot; its closure may add and remove.
  @Test func enumerationMayMutate() {
    for _ in 0..<3 { button.addAction(for: .touchDown) {} }
    var seen = 0

    button.enumerateEventHandlers { token in
      seen += 1
      token.remove()
      button.addAction(for: .touchUpInside) {}
    }

    #expect(seen == 3)
    #expect(button.handlers.count == 3)
    #expect(button.allControlEvents == .touchUpInside)
  }

  /// §2.9: an empty mask is a programmer error.
  @Test func emptyMaskIsAnError() async {
    await #expect(processExitsWith: .failure) {
      Button().addAction(for: []) {}
    }
  }

  /// §2.9: a limit below 1 is a programmer error.
  @Test func limitBelowOneIsAnError() async {
    await #expect(processExitsWith: .failure) {
      Button().addAction(for: .touchDown, options: HandlerOptions(limit: 0)) {}
    }
  }

  /// The end of the control ends its registrations; tokens that outlive it are harmless.
  @Test func controlEndEndsRegistrations() {
    let handler = RecordingHandler()
    var control: Button? = Button()
    let token = control?.addHandler(handler, for: .touchDown, HandlerOptions())

    control = nil

    #expect(handler.ends == 1)
    #expect(token?.isAlive == false)
    #expect(token?.owner == nil)
    token?.remove()
    token?.enable()
    #expect(handler.ends == 1)
  }

  /// §1: the values are UIKit's.
  @Test func constantsMatchUIKit() {
    #expect(ControlEvents.touchDown.rawValue == 1)
    #expect(ControlEvents.touchCancel.rawValue == 1 << 8)
    #expect(ControlEvents.valueChanged.rawValue == 1 << 12)
    #expect(ControlEvents.primaryActionTriggered.rawValue == 1 << 13)
    #expect(ControlEvents.editingDidEndOnExit.rawValue == 1 << 19)
    #expect(ControlEvents.allTouchEvents.rawValue == 0xFFF)
    #expect(ControlEvents.allEditingEvents.rawValue == 0xF0000)
    #expect(ControlState.focused.rawValue == 8)
    #expect(GestureState.failed.rawValue == 5)
    #expect(Touch.Phase.cancelled.rawValue == 4)
  }

  /// §1: every bit of the control events and states is UIKit's, and so are the reserved ranges.
  @Test func everyBitMatchesUIKit() {
    let bits: [(ControlEvents, Int)] = [
      (.touchDown, 0), (.touchDownRepeat, 1), (.touchDragInside, 2), (.touchDragOutside, 3),
      (.touchDragEnter, 4), (.touchDragExit, 5), (.touchUpInside, 6), (.touchUpOutside, 7),
      (.touchCancel, 8), (.valueChanged, 12), (.primaryActionTriggered, 13),
      (.menuActionTriggered, 14), (.editingDidBegin, 16), (.editingChanged, 17),
      (.editingDidEnd, 18), (.editingDidEndOnExit, 19),
    ]
    for (event, bit) in bits { #expect(event.rawValue == 1 << UInt32(bit), "\(event)") }
    #expect(ControlEvents.applicationReserved.rawValue == 0x0F00_0000)
    #expect(ControlEvents.systemReserved.rawValue == 0xF000_0000)
    #expect(ControlEvents.allEvents.rawValue == 0xFFFF_FFFF)
    let states: [ControlState] = [.highlighted, .disabled, .selected, .focused]
    #expect(states.map(\.rawValue) == [1, 2, 4, 8])
    #expect(ControlState.normal.rawValue == 0)
    #expect(ControlState.application.rawValue == 0x00FF_0000)
    #expect(ControlState.reserved.rawValue == 0xFF00_0000)
  }

  /// §1: gesture states and touch phases count up from 0 as in UIKit; swipe directions are bits.
  @Test func everyStateMatchesUIKit() {
    let states: [GestureState] = [.possible, .began, .changed, .ended, .cancelled, .failed]
    #expect(states.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
    #expect(GestureState.recognized == .ended)
    let phases: [Touch.Phase] = [.began, .moved, .stationary, .ended, .cancelled]
    #expect(phases.map(\.rawValue) == [0, 1, 2, 3, 4])
    let directions: [SwipeGestureRecognizer.Direction] = [.right, .left, .up, .down]
    #expect(directions.map(\.rawValue) == [1, 2, 4, 8])
  }

  /// §7: a bar item holds its target weakly; one that is gone is never called.
  @Test func barItemHoldsItsTargetWeakly() {
    final class Form {
      var saves = 0
      func save() { saves += 1 }
    }
    let item = BarButtonItem(title: "Save")
    weak var gone: Form?
    do {
      let form = Form()
      gone = form
      item.addTarget(form, action: Selector("save", Form.save), for: .primaryActionTriggered)
      item.sendActions(for: .primaryActionTriggered)
      #expect(form.saves == 1)
    }

    item.sendActions(for: .primaryActionTriggered)

    #expect(gone == nil)
    #expect(item.allTargets.isEmpty)
  }

  /// §3.8: activation by assistive technology sends the primary event once, and no touchDown.
  @Test func activationWithoutKeys() {
    let controls: [(Control, ControlEvents)] = [
      (Button(title: "OK"), .touchUpInside), (Switch(), .valueChanged),
    ]
    for (control, primary) in controls {
      var sent: [ControlEvents] = []
      control.addAction(for: .allEvents) { (event: ControlEvent) in sent.append(event.type) }
      control.activate()
      #expect(sent == [primary], "\(control.debugName)")
    }
  }

  /// Masks describe themselves by UIKit's names.
  @Test func masksDescribeThemselves() {
    #expect(ControlEvents([.touchDown, .valueChanged]).description == "touchDown|valueChanged")
    #expect(ControlEvents.allEvents.description == "allEvents")
    #expect(ControlEvents(rawValue: 1 << 24).description == "event24")
  }
}
