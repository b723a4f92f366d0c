import HandlerHost

/// The controls with Swift closures, without any script.
struct ClosuresAlone {
  private let checks: Checks
  private let stage = Stage()

  init(_ checks: Checks) {
    self.checks = checks
  }

  func run() {
    buttons()
    tokens()
    groups()
    timers()
    failures()
    targets()
    barItems()
    gestures()
    values()
    tracing()
    attachments()
  }

  private func buttons() {
    var log: [String] = []
    let button = Button(title: "OK")
    stage.show(button)
    button.addAction(for: .touchDown) { log.append("down") }
    button.addAction(for: [.touchUpInside, .touchUpOutside]) { event in
      log.append("\(event.type) of touch \(event.touch?.id ?? -1)")
    }
    button.addAction(for: .primaryActionTriggered) { log.append("primary") }

    stage.tap(button)
    checks.equal(log, ["down", "touchUpInside of touch 0", "primary"], "a tap")

    log = []
    stage.point(.began, button)
    stage.point(.moved, button, dx: 300)
    stage.point(.ended, button, dx: 300)
    checks.equal(log, ["down", "touchUpOutside of touch 0"], "a press that leaves")

    button.isEnabled = false
    log = []
    stage.tap(button)
    checks.equal(log, [], "a disabled button")
  }

  /// Off after five seconds, on again after ten.
  private func tokens() {
    var count = 0
    let button = Button()
    let token = button.addEventHandler(event: .touchUpInside) { count += 1 }
    stage.application.scheduler.after(5) { token.disable() }
    stage.application.scheduler.after(10) { token.enable() }

    for _ in 1...15 {
      button.sendActions(for: .touchUpInside)
      stage.wait(1)
    }
    checks.equal(count, 10, "runs in 15 seconds with a rest of 5")
    checks.equal(token.timesFired, 10, "what the token counts")

    token.remove()
    token.remove()
    button.sendActions(for: .touchUpInside)
    checks.expect(count == 10 && !token.isAlive, "a removed handler is gone")

    button.addAction(for: .valueChanged, options: .once) { count += 1 }
    button.sendActions(for: .valueChanged)
    button.sendActions(for: .valueChanged)
    checks.equal(count, 11, "a handler that runs once")
  }

  private func groups() {
    var count = 0
    let group = HandlerGroup()
    let first = Button()
    let second = Switch()
    first.addAction(for: .touchUpInside, options: HandlerOptions(group: group)) { count += 1 }
    second.addAction(for: .valueChanged, options: HandlerOptions(group: group)) { count += 1 }
    checks.equal(group.count, 2, "handlers in a group")

    group.remove()
    first.sendActions(for: .touchUpInside)
    second.sendActions(for: .valueChanged)
    checks.equal(count, 0, "runs of removed handlers")
  }

  private func timers() {
    var log: [Double] = []
    let scheduler = Scheduler()
    let ticks = scheduler.every(0.5) { log.append(scheduler.now) }
    scheduler.after(1.25) { ticks.cancel() }
    checks.equal(scheduler.nextDeadline, 0.5, "the next deadline")
    scheduler.advance(to: 3600)
    checks.equal(log, [0.5, 1], "a repeating timer")
    checks.expect(!scheduler.hasOneShotTimers && !ticks.isValid, "no timer is left")
  }

  private func failures() {
    struct Refusal: Error {}
    var reached = false
    let button = Button()
    button.id = "risky"
    stage.show(button)
    button.addAction(for: .touchUpInside, options: HandlerOptions(label: "first")) {
      throw Refusal()
    }
    button.addAction(for: .touchUpInside) { reached = true }
    button.sendActions(for: .touchUpInside)
    checks.expect(reached, "a handler after one that threw")
    let report = stage.diagnostics.last
    checks.equal(report?.sender, "Button 'risky'", "the sender in the report")
    checks.equal(report?.event, "touchUpInside", "the event in the report")
    checks.expect(report?.handler?.contains("'first'") == true, "the handler in the report")
  }

  private final class Document {
    var saves = 0
    func save() { saves += 1 }
    func note(_ event: ControlEvent) { saves += 10 }
  }

  private func targets() {
    let button = Button()
    let document = Document()
    button.addTarget(document, action: Selector("save", Document.save), for: .touchUpInside)
    button.addTarget(document, action: Selector("save", Document.save), for: .touchUpInside)
    button.addTarget(document, action: Selector("note", Document.note), for: .touchUpInside)
    button.sendActions(for: .touchUpInside)
    checks.equal(document.saves, 11, "a target's actions")
    checks.equal(
      button.actions(forTarget: document, forControlEvent: .touchUpInside), ["save", "note"],
      "the names of the actions")
    button.removeTarget(document, action: "note", for: .allEvents)
    button.sendActions(for: .touchUpInside)
    checks.equal(document.saves, 12, "after removing one")

    // Nobody in the chain answers to the name.
    let lone = Button()
    stage.show(lone)
    lone.addTarget(nil, action: "print", for: .touchUpInside)
    lone.sendActions(for: .touchUpInside)
    checks.expect(
      stage.diagnostics.last?.message.contains("'print'") == true, "a missing action is reported")
  }

  private func barItems() {
    var log: [String] = []
    let confirm = BarButtonItem(title: "확인", style: .plain) { log.append("confirmed") }
    let check = BarButtonItem(image: Image("check"), style: .done) { log.append("checked") }
    confirm.id = "confirm"
    let toolbar = Toolbar(items: [confirm, .flexibleSpace(), check])
    stage.show(toolbar)
    if let view = stage.application.view(withID: "confirm") { stage.tap(view) }
    check.sendActions(for: .primaryActionTriggered)
    checks.equal(log, ["confirmed", "checked"], "bar items")
  }

  private func gestures() {
    var log: [String] = []
    let label = Label(text: "hold me")
    stage.show(label)
    label.addTapGestureRecognizer { log.append("tap") }
    label.addLongPressGestureRecognizer { log.append("hold") }
    stage.tap(label)
    stage.point(.began, label)
    stage.wait(0.6)
    stage.point(.ended, label)
    checks.equal(log, ["tap", "hold"], "gestures in one line")
  }

  private func values() {
    var seen: [Double] = []
    let slider = Slider(value: 5, in: 0...10)
    stage.show(slider)
    slider.addAction(for: .valueChanged) { [weak slider] in seen.append(slider?.value ?? -1) }
    slider.value = 7
    checks.equal(seen, [], "setting a value sends nothing")
    stage.point(.began, slider, dx: 300)
    checks.equal(seen, [], "a press that misses the slider sends nothing")
    _ = slider.becomeFirstResponder()
    stage.application.send(
      InputEvent(.keyDown(KeyPress(.named(.end))), at: stage.application.scheduler.now))
    checks.equal(seen, [10], "the End key")
  }

  private func tracing() {
    var hops: Set<TraceHop> = []
    let button = Button()
    stage.show(button)
    button.addAction(for: .touchUpInside) {}
    stage.application.onTrace = { hops.insert($0.hop) }
    stage.tap(button)
    stage.application.onTrace = nil
    checks.equal(hops, Set(TraceHop.allCases).subtracting([.lua]), "the hops of a closure")
  }

  private func attachments() {
    let key = AssociatedKey<Document>("client.document")
    let button = Button()
    weak var document: Document?
    do {
      let made = Document()
      document = made
      button.setAssociated(made, for: key, policy: .retain)
    }
    checks.expect(document != nil && button.associated(key) === document, "a retained value")
    button.setAssociated(nil, for: key)
    checks.expect(document == nil, "a removed value has ended")
  }
}
