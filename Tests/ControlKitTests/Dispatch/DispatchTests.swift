import ControlKit
import TestSupport
import Testing

final class LoggingButton: Control {
  var seen: [String] = []
  var swallow = false
  override var primaryActionEvent: Event { .touchUpInside }
  override func sendAction(_ action: RemovableTarget, in send: inout EventSend) {
    seen.append(action.label ?? "?")
    if !swallow { super.sendAction(action, in: &send) }
  }
}

final class AnsweringView: View {
  var answers: Set<String> = []
  var asked: [String] = []
  override func perform(_ action: String, with event: ControlEvent) -> Bool {
    asked.append(action)
    return answers.contains(action)
  }
  override var canBecomeFirstResponder: Bool { true }
}

/// §3 Dispatch.
@Suite struct DispatchTests {
  let button = Button(title: "ok").at(0, 0, 80, 16)
  let log = EventLog()

  /// §3.1: a handler that matches several of the sent events runs once.
  @Test func handlerRunsOncePerSend() {
    let handler = RecordingHandler()
    _ = button.addHandler(handler, for: .allTouchEvents, HandlerOptions())

    button.sendActions(for: [.touchUpInside, .touchDown])

    #expect(handler.calls == [ControlEvents.touchDown.rawValue])
  }

  /// §3.1: other events do not run it.
  @Test func otherEventsDoNotRun() {
    log.record(button).remove()
    button.addAction(for: .touchDown) { [log] in log.note("down") }

    button.sendActions(for: .touchUpInside)

    #expect(log.entries == [])
  }

  /// §3.1: a send from code carries no touch and is not kept from a disabled control.
  @Test func programmaticSendIgnoresEnabled() {
    button.isEnabled = false
    button.addAction(for: .touchUpInside) { [log] (event: ControlEvent) in
      log.note("\(event.type) \(event.touch == nil) \(event.cause == nil)")
    }

    button.sendActions(for: .touchUpInside)

    #expect(log.entries == ["touchUpInside true true"])
  }

  /// §3.2: a handler added during a send waits for the next one.
  @Test func addedDuringSendWaits() {
    button.addAction(for: .touchDown, options: .once) { [log, button] in
      log.note("first")
      button.addAction(for: .touchDown) { log.note("added") }
    }

    button.sendActions(for: .touchDown)
    #expect(log.take() == ["first"])

    button.sendActions(for: .touchDown)
    #expect(log.take() == ["added"])
  }

  /// §3.2: handlers removed or disabled before their turn do not run.
  @Test(arguments: [true, false])
  func removedOrDisabledDuringSendIsSkipped(removes: Bool) {
    var second: RemovableTarget?
    button.addAction(for: .touchDown) { [log] in
      log.note("first")
      if removes { second?.remove() } else { second?.disable() }
    }
    second = button.addAction(for: .touchDown) { [log] in log.note("second") }
    button.addAction(for: .touchDown) { [log] in log.note("third") }

    button.sendActions(for: .touchDown)

    #expect(log.entries == ["first", "third"])
  }

  /// §3.2: a handler may remove itself, also repeatedly and also all others.
  @Test func handlerRemovesItself() {
    var own: RemovableTarget?
    own = button.addAction(for: .touchDown) { [log] in
      log.note("own")
      own?.remove()
    }

    button.sendActions(for: .touchDown)
    button.sendActions(for: .touchDown)

    #expect(log.entries == ["own"])
  }

  /// §3.2: an event taken away from a mask during a send is not run for it.
  @Test func narrowedDuringSend() {
    let form = Form(log)
    button.addAction(for: .touchDown) { [button] in
      button.removeTarget(form, action: nil, for: .touchDown)
    }
    button.addTarget(
      form, action: Selector("check", Form.check), for: [.touchDown, .touchUpInside])

    button.sendActions(for: [.touchDown])
    #expect(log.take() == [])

    button.sendActions(for: .touchUpInside)
    #expect(log.take() == ["check touchUpInside"])
  }

  /// §3.2: `once` is removed before it is called, so that a nested send does not run it again.
  @Test func onceIsRemovedBeforeTheCall() {
    let handler = RecordingHandler { [button] _ in button.sendActions(for: .touchDown) }
    let token = button.addHandler(handler, for: .touchDown, .once)

    button.sendActions(for: .touchDown)

    #expect(handler.calls.count == 1)
    #expect(handler.ends == 1)
    #expect(!token.isAlive)
  }

  /// §3.2: a nested send runs to its end inside the outer one.
  @Test func nestedSendRunsToItsEnd() {
    button.addAction(for: .touchDown) { [log, button] in
      log.note("a")
      button.sendActions(for: .valueChanged)
      log.note("a end")
    }
    button.addAction(for: .valueChanged) { [log] in log.note("nested") }
    button.addAction(for: .touchDown) { [log] in log.note("b") }

    button.sendActions(for: .touchDown)

    #expect(log.entries == ["a", "nested", "a end", "b"])
  }

  /// §3.3: an error is reported with control, event, handler and source; the rest still run.
  @Test func errorsAreReported() throws {
    let pilot = Pilot(button.named("ok"))
    button.addAction(for: .touchUpInside, options: HandlerOptions(label: "saver")) {
      throw Failure("disk full")
    }
    button.addAction(for: .touchUpInside) { [log] in log.note("second") }

    pilot.tap(button)

    #expect(log.entries == ["second"])
    let report = try #require(pilot.diagnostics.first)
    #expect(pilot.diagnostics.count == 1)
    #expect(report.severity == .error)
    #expect(report.message == "disk full")
    #expect(report.sender == "Button 'ok'")
    #expect(report.event == "touchUpInside")
    let handler = try #require(report.handler)
    #expect(handler.contains("saver") && handler.contains("DispatchTests.swift:"))
  }

  /// §3.4: stopping skips the remaining handlers of this send only.
  @Test func stopImmediate() {
    button.addAction(for: .touchDown) { [log] (event: ControlEvent) in
      log.note("stops")
      event.stopImmediatePropagation()
    }
    button.addAction(for: .touchDown) { [log] in log.note("second") }
    button.addAction(for: .touchUpInside) { [log] in log.note("other") }

    button.sendActions(for: .touchDown)
    button.sendActions(for: .touchUpInside)

    #expect(log.entries == ["stops", "other"])
  }

  /// §3.4: stopping a nested send leaves the outer one alone, and an event kept for later has no
  /// effect on later sends.
  @Test func stopIsLimitedToItsSend() {
    var kept: ControlEvent?
    button.addAction(for: .touchDown) { [button] (event: ControlEvent) in
      kept = event
      button.sendActions(for: .valueChanged)
    }
    button.addAction(for: .valueChanged) { (event: ControlEvent) in
      event.stopImmediatePropagation()
    }
    button.addAction(for: .touchDown) { [log] in log.note("outer goes on") }
    button.sendActions(for: .touchDown)
    #expect(log.take() == ["outer goes on"])

    kept?.stopImmediatePropagation()
    #expect(kept?.isStopped == false)
    button.sendActions(for: .touchDown)
    #expect(log.take() == ["outer goes on"])
  }

  /// §3.5: without a target the first responder is asked, then its chain, then the application.
  @Test func nilTargetGoesUpTheChain() {
    let inner = AnsweringView().at(0, 20, 10, 10)
    let outer = AnsweringView().at(0, 0, 100, 100).with(inner, button)
    let pilot = Pilot(outer)
    outer.answers = ["save"]
    inner.becomeFirstResponder()
    button.addTarget(nil, action: "save", for: .touchUpInside)

    pilot.tap(button)

    #expect(inner.asked == ["save"])
    #expect(outer.asked == ["save"])
    #expect(pilot.diagnostics == [])
  }

  /// §3.5: without a first responder the sender's own chain is asked.
  @Test func nilTargetWithoutFirstResponder() {
    let outer = AnsweringView().at(0, 0, 100, 100).with(button)
    let pilot = Pilot(outer)
    outer.answers = ["save"]
    button.addTarget(nil, action: "save", for: .touchUpInside)

    pilot.tap(button)

    #expect(outer.asked == ["save"])
    #expect(pilot.diagnostics == [])
  }

  /// §3.5: a bar item is no responder; its toolbar's chain is asked for it.
  @Test func nilTargetOfABarItem() throws {
    let item = BarButtonItem(title: "Save")
    let outer = AnsweringView().at(0, 0, 200, 100).with(Toolbar(items: [item]).at(0, 0, 200, 16))
    let pilot = Pilot(outer)
    outer.answers = ["save"]
    item.addTarget(nil, action: "save", for: .primaryActionTriggered)

    item.sendActions(for: .primaryActionTriggered)

    #expect(outer.asked == ["save"])
    #expect(pilot.diagnostics == [])
  }

  /// §3.5: nobody answering is a diagnostic, not a crash.
  @Test func unhandledActionIsReported() throws {
    let pilot = Pilot(button)
    button.addTarget(nil, action: "save", for: .touchUpInside)

    pilot.tap(button)

    let report = try #require(pilot.diagnostics.first)
    #expect(report.message == "no responder answers to the action 'save'")
  }

  /// §3.6: a method that the target does not have is reported with target, method and event; the
  /// rest still run.
  @Test func missingMethodIsReported() throws {
    let pilot = Pilot(button)
    let form = Form(log)
    button.addTarget(form, action: "nonsense", for: .touchUpInside)
    button.addTarget(form, action: "named", for: .touchUpInside)

    pilot.tap(button)

    #expect(log.entries == ["named touchUpInside"])
    let report = try #require(pilot.diagnostics.first)
    #expect(report.message.contains("Form has no action 'nonsense'"))
    #expect(report.event == "touchUpInside")
  }

  /// §3.7: the control's primary event also runs the handlers of primaryActionTriggered.
  @Test func primaryEventIsAnAlias() {
    let slider = Slider()
    button.addAction(for: .primaryActionTriggered) { [log] (event: ControlEvent) in
      log.note("button \(event.type)")
    }
    slider.addAction(for: .primaryActionTriggered) { [log] in log.note("slider") }

    button.sendActions(for: .touchDown)
    button.sendActions(for: .touchUpInside)
    slider.sendActions(for: .valueChanged)

    #expect(log.entries == ["button primaryActionTriggered", "slider"])
  }

  /// §3.7: sending the alias runs only its own handlers; one registered for both runs once.
  @Test func aliasRunsItsOwnAndBothOnce() {
    button.addAction(for: .touchUpInside) { [log] in log.note("up") }
    button.addAction(for: .primaryActionTriggered) { [log] in log.note("primary") }
    button.addAction(for: [.primaryActionTriggered, .touchUpInside]) { [log] in log.note("both") }

    button.sendActions(for: .primaryActionTriggered)
    #expect(log.take() == ["primary", "both"])

    button.sendActions(for: .touchUpInside)
    #expect(log.take() == ["up", "primary", "both"])

    button.sendActions(for: [.touchUpInside, .primaryActionTriggered])
    #expect(log.take() == ["up", "primary", "both"])
  }

  /// §3.8: a key highlights the control while held, then sends the primary event once; no touchDown.
  @Test(arguments: ["space", "return"])
  func keyActivates(key: String) {
    let pilot = Pilot(button)
    log.record(button)
    button.addAction(for: .primaryActionTriggered) { [log] in log.note("primary") }
    button.becomeFirstResponder()

    pilot.keyDown(key)
    #expect(button.isHighlighted)
    #expect(log.entries == [])

    pilot.keyUp(key)
    #expect(!button.isHighlighted)
    #expect(log.entries == ["touchUpInside", "primary"])
  }

  /// §3.8: a switch toggles and sends valueChanged once.
  @Test func keyTogglesSwitch() {
    let control = Switch().at(0, 0, 48, 16)
    let pilot = Pilot(control)
    log.record(control)
    control.becomeFirstResponder()

    pilot.key("space")

    #expect(control.isOn)
    #expect(log.entries == ["valueChanged"])
  }

  /// §3.8: disabling, hiding or removing the control while the key is held sends nothing.
  @Test(arguments: ["disable", "hide", "remove", "blur", "close", "other key"])
  func heldKeyIsCancelled(step: String) {
    let pilot = Pilot(button)
    log.record(button)
    button.becomeFirstResponder()
    pilot.keyDown("space")

    switch step {
    case "disable": button.isEnabled = false
    case "hide": button.isHidden = true
    case "remove": button.removeFromSuperview()
    case "blur": button.resignFirstResponder()
    case "close": pilot.application.close(pilot.window)
    default: pilot.keyDown("a")
    }
    #expect(!button.isHighlighted)
    pilot.keyUp("space")

    #expect(log.entries == [])
  }

  /// §3.8: a touch that ends while a key is held does not end the key's highlight.
  @Test func keyHighlightOutlivesATouch() {
    let pilot = Pilot(button)
    button.becomeFirstResponder()

    pilot.keyDown("space")
    pilot.tap(button)
    #expect(button.isHighlighted)

    pilot.keyUp("space")
    #expect(!button.isHighlighted)
  }

  /// §3.9: setting a value from code sends nothing.
  @Test func programmaticSetSendsNothing() {
    let slider = Slider()
    let pages = PageControl()
    let toggle = Switch()
    for control in [slider, pages, toggle] as [Control] { log.record(control) }

    slider.value = 0.5
    slider.minimumValue = 0.7
    pages.numberOfPages = 3
    pages.currentPage = 2
    toggle.isOn = true

    #expect(log.entries == [])
  }

  /// §3.10: every handler of every send goes through sendAction, which may suppress it.
  @Test func sendActionIsTheOverridePoint() {
    let control = LoggingButton().at(0, 0, 80, 16)
    let pilot = Pilot(control)
    for name in ["a", "b"] {
      control.addAction(for: .touchUpInside, options: HandlerOptions(label: name)) { [log] in
        log.note(name)
      }
    }
    pilot.tap(control)
    control.swallow = true
    pilot.tap(control)

    #expect(control.seen == ["a", "b", "a", "b"])
    #expect(log.entries == ["a", "b"])
  }

  /// What a handler holds may remove further handlers as it ends, in whatever way it ends.
  @Test(arguments: ["remove", "once", "owner", "group", "target"])
  func handlersRemovedByAnEndingOne(how: String) {
    final class Ending {
      var tokens: [RemovableTarget] = []
      deinit { for token in tokens { token.remove() } }
    }
    let group = HandlerGroup()
    var control: Button? = Button()
    var own: RemovableTarget?
    do {
      let ending = Ending()
      let options = HandlerOptions(group: group, limit: how == "once" ? 1 : nil)
      let before = control?.addAction(for: .touchDown, options: options) {}
      own = control?.addAction(for: .touchDown, options: options) { _ = ending.tokens }
      let after = control?.addAction(for: .touchDown) { [log] in log.note("after") }
      ending.tokens = [before, after].compactMap { $0 }
    }

    switch how {
    case "remove": own?.remove()
    case "once": control?.sendActions(for: .touchDown)
    case "group": group.remove()
    case "owner": control = nil
    default:
      own?.remove()
      control?.removeTarget(nil, action: nil, for: .allEvents)
    }

    #expect(own?.isAlive == false)
    #expect(control?.handlers.isEmpty != false)
  }

  /// A control that loses its last owner inside a handler stays alive until the send is over.
  @Test func senderOutlivesItsSend() {
    let check = LeakCheck()
    var control: Button? = check.watch(Button())
    control?.addAction(for: .touchDown) { [log] in
      control = nil
      log.note("first")
    }
    control?.addAction(for: .touchDown) { [log] in log.note("second") }

    control?.sendActions(for: .touchDown)

    #expect(log.entries == ["first", "second"])
    #expect(check.survivors == [])
  }
}
