import ControlKit
import TestSupport
import Testing

private final class KeyView: View {
  var log: EventLog?
  var uses: Set<String> = []
  override var canBecomeFirstResponder: Bool { true }
  override func focusDidChange() {
    log?.note("\(id ?? "") \(isFirstResponder ? "focus" : "blur")")
  }
  override func pressesBegan(_ press: KeyPress, with event: Event?) -> Bool {
    log?.note("\(id ?? "") key \(press.name)")
    return uses.contains(press.name) ? true : super.pressesBegan(press, with: event)
  }
}

private final class TouchView: View {
  var log: EventLog?
  override func touchesBegan(_ touches: [Touch], with event: Event?) { log?.note("began") }
  override func touchesMoved(_ touches: [Touch], with event: Event?) { log?.note("moved") }
  override func touchesEnded(_ touches: [Touch], with event: Event?) {
    log?.note("ended")
    removeFromSuperview()
  }
  override func touchesCancelled(_ touches: [Touch], with event: Event?) { log?.note("cancelled") }
}

/// Responders: the chain, the focus and the keys.
@Suite struct ResponderTests {
  let log = EventLog()

  /// The chain goes from view to superview, window and application.
  @Test func chain() {
    let inner = View()
    let outer = View().with(inner)
    let pilot = Pilot(outer)

    #expect(inner.next === outer)
    #expect(outer.next === pilot.window)
    #expect(pilot.window.next === pilot.application)
    #expect(pilot.application.next == nil)
  }

  /// A view hears of each step of its touch; one that removes itself at the end hears of no more.
  @Test func touchSteps() {
    let view = TouchView().at(0, 0, 50, 50)
    view.log = log
    let pilot = Pilot(view)

    pilot.down(view)
    pilot.move(view, to: Point(x: 90, y: 5))
    pilot.up(pilot.window, at: Point(x: 90, y: 5))

    #expect(log.entries == ["began", "moved", "ended"])
  }

  private func keyViews() -> [KeyView] {
    ["a", "b", "c"].enumerated().map { index, id in
      let view = KeyView().at(Double(index) * 20, 0, 10, 10).named(id)
      view.log = log
      return view
    }
  }

  /// Tab moves the focus in tree order around the end, Shift-Tab back; hidden ones are skipped.
  @Test func focusOrder() {
    let views = keyViews()
    let pilot = Pilot(views[0], View().at(0, 0, 90, 90).with(views[1]), views[2])
    var order: [String?] = []
    for _ in 0..<4 {
      pilot.key("tab")
      order.append(pilot.window.firstResponder?.id)
    }
    #expect(order == ["a", "b", "c", "a"])

    pilot.key("shift-tab")
    #expect(pilot.window.firstResponder === views[2])
    views[1].superview?.isHidden = true
    pilot.key("shift-tab")
    #expect(pilot.window.firstResponder === views[0])
  }

  /// The old focus ends before the new one begins.
  @Test func focusChanges() {
    let views = keyViews()
    let pilot = Pilot(views[0], views[1])
    views[0].becomeFirstResponder()
    _ = log.take()

    views[1].becomeFirstResponder()

    #expect(log.entries == ["a blur", "b focus"])
    #expect(pilot.window.firstResponder === views[1])
    #expect(views[1].resignFirstResponder())
    #expect(pilot.window.firstResponder == nil)
  }

  /// A control without focus, disabled, or outside a window does not become first responder.
  @Test func cannotBecome() {
    let button = Button().at(0, 0, 10, 10)
    #expect(!button.becomeFirstResponder())

    let pilot = Pilot(button)
    #expect(button.becomeFirstResponder())
    #expect(button.state.contains(.focused))
    button.isEnabled = false
    #expect(pilot.window.firstResponder == nil)
    #expect(!button.becomeFirstResponder())
    #expect(!View().becomeFirstResponder())
  }

  /// Removing or hiding the focused view, or an ancestor, ends the focus.
  @Test(arguments: [true, false])
  func focusEndsWithTheView(hides: Bool) {
    let views = keyViews()
    let parent = View().at(0, 0, 90, 90).with(views[0])
    let pilot = Pilot(parent)
    views[0].becomeFirstResponder()

    if hides { parent.isHidden = true } else { parent.removeFromSuperview() }

    #expect(pilot.window.firstResponder == nil)
  }

  /// A hidden view, or one in a hidden superview, cannot get the focus: a key would activate what
  /// nobody sees.
  @Test(arguments: [true, false])
  func hiddenCannotBecome(hidesSuperview: Bool) {
    let button = Button().at(0, 0, 10, 10)
    let parent = View().at(0, 0, 50, 50).with(button)
    let pilot = Pilot(parent)
    log.record(button)
    if hidesSuperview { parent.isHidden = true } else { button.isHidden = true }

    #expect(!button.becomeFirstResponder())
    pilot.key("space")
    #expect(log.entries == [])
  }

  /// A key goes to the first responder, then up the chain; used keys do not move the focus.
  @Test func keysGoUpTheChain() {
    let views = keyViews()
    let pilot = Pilot(views[0].with(views[1]))
    views[0].uses = ["tab"]
    views[1].becomeFirstResponder()
    _ = log.take()

    pilot.key("tab")

    #expect(log.entries == ["b key tab", "a key tab"])
    #expect(pilot.window.firstResponder === views[1])
  }

  /// Keys without a window are nobody's, as is the release of a key that was not pressed.
  @Test func keysWithoutReceiver() throws {
    let application = Application()
    let press = try #require(KeyPress(name: "a"))
    application.send(InputEvent(.keyDown(press), at: 0))
    application.send(InputEvent(.keyUp(press), at: 0))
    let pilot = Pilot()
    pilot.keyUp("space")
    #expect(pilot.window.firstResponder == nil)
  }

  /// Key names are read back.
  @Test(arguments: [
    "tab", "shift-tab", "ctrl-c", "alt-shift-left", "pageUp", "a", "-", "한", "ctrl--",
  ])
  func keyNames(name: String) throws {
    #expect(try #require(KeyPress(name: name)).name == name)
  }

  /// Names that mean nothing are refused.
  @Test(arguments: ["", "shift-", "tabb", "hyper-a"])
  func unknownKeyNames(name: String) {
    #expect(KeyPress(name: name) == nil)
  }

  /// A disabled control passes its keys on.
  @Test func modifiedKeysDoNotActivate() {
    let button = Button().at(0, 0, 10, 10)
    let pilot = Pilot(button)
    log.record(button)
    button.becomeFirstResponder()

    pilot.key("ctrl-space")
    pilot.key("a")

    #expect(log.entries == [])
  }
}
