import ControlKit
import TestSupport
import Testing

/// `explain(_:)` says in words why a tap would or would not reach a handler.
@Suite struct ExplanationTests {
  private func makeButton(in window: Window) -> Button {
    let container = View(frame: Rect(x: 0, y: 0, width: 200, height: 100))
    container.id = "box"
    let button = Button(title: "OK")
    button.id = "ok"
    button.frame = Rect(x: 10, y: 10, width: 80, height: 16)
    container.addSubview(button)
    window.addSubview(container)
    return button
  }

  /// Each obstacle alone: a tap really runs nothing, and the reason names the obstacle.
  @Test(arguments: [
    ("hidden", "Its ancestor View 'box' is hidden"),
    ("transparent", "Its ancestor View 'box' is transparent"),
    ("interaction", "Its ancestor View 'box' takes no touches"),
    ("disabled", "Button 'ok' is disabled"),
    ("covered", "It is covered by View 'cover'"),
    ("outside", "outside the bounds of its ancestor View 'box'"),
    ("gesture", "A tap recognizer on Button 'ok' wins"),
    ("token", "is disabled: call enable()"),
    ("event", "has no handler for touchUpInside; its handlers are for touchDown"),
    ("window", "The window 'Dialog' is in front"),
    ("closed", "is not shown"),
    ("removed", "is in no window"),
  ])
  func obstacle(_ kind: String, _ reason: String) {
    let pilot = Pilot()
    let button = makeButton(in: pilot.window)
    var taps = 0
    let token = button.addAction(for: kind == "event" ? .touchDown : .touchUpInside) {
      if kind != "event" { taps += 1 }
    }
    let box = button.superview
    switch kind {
    case "hidden": box?.isHidden = true
    case "transparent": box?.alpha = 0
    case "interaction": box?.isUserInteractionEnabled = false
    case "disabled": button.isEnabled = false
    case "covered":
      let cover = View(frame: Rect(x: 0, y: 0, width: 300, height: 300))
      cover.id = "cover"
      pilot.window.addSubview(cover)
    case "outside": button.frame.origin.x = 250
    case "gesture": button.addTapGestureRecognizer {}
    case "token": token.disable()
    case "window":
      pilot.application.show(Window(title: "Dialog", size: Size(width: 640, height: 384)))
    case "closed": pilot.application.close(pilot.window)
    case "removed": button.removeFromSuperview()
    default: break
    }

    let explanation = button.explain()
    let middle = button.convert(button.bounds.center, to: nil)
    for phase in [Touch.Phase.began, .ended] {
      pilot.application.send(
        InputEvent(.touch(id: 0, phase: phase, location: middle, kind: .pointer), at: 0))
    }

    #expect(!explanation.reaches)
    #expect(explanation.description.contains(reason), "\(explanation)")
    #expect(taps == 0)
  }

  /// Nothing in the way: the handlers that would run are named, and a tap runs them.
  @Test func reaches() {
    let pilot = Pilot()
    let button = makeButton(in: pilot.window)
    button.superview?.addTapGestureRecognizer {}
    var taps = 0
    button.addAction(for: .primaryActionTriggered, options: HandlerOptions(label: "save")) {
      taps += 1
    }

    let explanation = button.explain()
    pilot.tap(button)

    #expect(explanation.reaches)
    #expect(explanation.description.contains("handler 'save'"))
    #expect(taps == 1)
  }

  /// Every obstacle is named, not only the first.
  @Test func allObstacles() {
    let pilot = Pilot()
    let button = makeButton(in: pilot.window)
    button.isHidden = true
    button.isEnabled = false

    #expect(button.explain().reasons.count == 3)
  }

  @Test("4.5 An explanation calls an event of the application's own by its name")
  func ownEvent() throws {
    let application = Application()
    let window = Window(title: "")
    let button = Button(title: "start")
    window.addSubview(button)
    application.show(window)
    let brewed = try application.defineEvent("brewed")

    #expect(button.explain(brewed).description.contains("has no handler for brewed"))
  }
}
