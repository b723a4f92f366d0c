import ControlKit
import TestSupport
import Testing

private final class SaveForm: View {
  var log: EventLog?
  override func perform(_ action: String, with event: ControlEvent) -> Bool {
    log?.note("\(action) from \(event.sender.debugName) key \(event.cause?.key?.name ?? "")")
    return action == "save"
  }
}

/// Keys and focus: commands, default and cancel buttons.
@Suite struct KeyTests {
  let log = EventLog()
  private let form = SaveForm().at(0, 0, 300, 200)
  let field = TextField().at(0, 0, 160, 16).named("f")
  let ok = Button(title: "OK").at(0, 32, 64, 16)
  let cancel = Button(title: "Cancel").at(0, 64, 64, 16)
  let pilot: Pilot

  init() {
    pilot = Pilot(form.with(field, ok, cancel))
    form.log = log
    log.record(ok, prefix: "ok ")
    log.record(cancel, prefix: "cancel ")
  }

  private func command(_ name: String, _ note: String) -> KeyCommand {
    let press = KeyPress(name: name) ?? KeyPress(.text(name))
    return KeyCommand(input: press.key, modifierFlags: press.modifiers) { [log] in log.note(note) }
  }

  // MARK: - Commands

  /// A command is found from the first responder up; the nearest one runs, and only that.
  @Test func nearest() {
    pilot.window.addKeyCommand(command("ctrl-s", "window"))
    pilot.key("ctrl-s")
    form.addKeyCommand(command("ctrl-s", "form"))
    ok.becomeFirstResponder()
    pilot.key("ctrl-s")
    let own = command("ctrl-s", "ok")
    ok.addKeyCommand(own)
    pilot.key("ctrl-s")
    ok.removeKeyCommand(own)
    pilot.key("ctrl-s")
    #expect(log.entries == ["window", "form", "ok", "form"])
  }

  /// Modifiers must be the same; the last added of two for a key runs.
  @Test func matching() {
    form.addKeyCommand(command("ctrl-s", "old"))
    form.addKeyCommand(command("ctrl-s", "new"))
    ok.becomeFirstResponder()
    for key in ["s", "alt-s", "ctrl-alt-s", "ctrl-s"] { pilot.key(key) }
    #expect(log.entries == ["new"])
  }

  /// Commands come before the responders, also for Tab, Space and Return.
  @Test func beforeResponders() {
    form.addKeyCommand(command("space", "space"))
    form.addKeyCommand(command("tab", "tab"))
    ok.becomeFirstResponder()
    pilot.key("space")
    pilot.key("tab")
    #expect(log.entries == ["space", "tab"])
    #expect(pilot.window.firstResponder === ok)
  }

  /// Text being edited comes first for its keys, unless the command has priority.
  @Test func textComesFirst() {
    form.addKeyCommand(command("a", "a"))
    form.addKeyCommand(command("ctrl-a", "all"))
    form.addKeyCommand(command("ctrl-s", "save"))
    let first = command("b", "b")
    first.wantsPriorityOverSystemBehavior = true
    form.addKeyCommand(first)
    field.becomeFirstResponder()
    for key in ["a", "b", "ctrl-a", "ctrl-s"] { pilot.key(key) }
    #expect(field.text == "a" && field.selectedRange == 0..<1)
    #expect(log.take() == ["b", "save"])

    ok.becomeFirstResponder()
    pilot.key("a")
    #expect(log.entries == ["a"])
  }

  /// A command by name goes up from the first responder; nobody answering, and an error, are reported.
  @Test func actions() {
    let window = pilot.window
    window.addKeyCommand(
      KeyCommand(input: .text("s"), modifierFlags: .control, action: "save"))
    window.addKeyCommand(KeyCommand(input: .text("q"), modifierFlags: .control, action: "quit"))
    window.addKeyCommand(
      KeyCommand(input: .named(.pageUp), title: "Up") { throw Failure("no") })
    ok.becomeFirstResponder()
    for key in ["ctrl-s", "ctrl-q", "pageUp"] { pilot.key(key) }

    #expect(
      log.entries == [
        "save from Window key ctrl-s", "quit from Window key ctrl-q",
      ])
    #expect(pilot.diagnostics.map(\.event) == ["key ctrl-q", "key pageUp"])
    #expect(pilot.diagnostics.last?.handler == "Up")
  }

  /// A command that closes the window, or removes what has the focus, does no harm.
  @Test(arguments: [true, false])
  func disturbing(closes: Bool) {
    let window = pilot.window
    form.addKeyCommand(
      KeyCommand(input: .named(.escape)) { [pilot, form] in
        if closes { pilot.application.close(window) } else { form.removeFromSuperview() }
      })
    window.cancelButton = cancel
    field.becomeFirstResponder()
    pilot.key("escape")
    #expect(log.entries == [] && !field.isEditing)
  }

  // MARK: - Default and cancel

  /// Return and Escape press the buttons when nobody uses them: one primary event at the release.
  @Test func buttons() {
    pilot.window.defaultButton = ok
    pilot.window.cancelButton = cancel
    pilot.keyDown("return")
    #expect(ok.isHighlighted && log.entries == [])
    pilot.keyUp("return")
    #expect(!ok.isHighlighted)
    pilot.key("escape")
    #expect(log.entries == ["ok touchUpInside", "cancel touchUpInside"])
  }

  /// A focused button takes Return for itself, a slider does not.
  @Test func focusedControl() {
    pilot.window.defaultButton = ok
    let slider = Slider().at(0, 96, 64, 16)
    form.addSubview(slider)
    cancel.becomeFirstResponder()
    pilot.key("return")
    slider.becomeFirstResponder()
    pilot.key("return")
    #expect(log.entries == ["cancel touchUpInside", "ok touchUpInside"])
  }

  /// §7 Return in a field: shouldReturn → editingDidEndOnExit, then the default button, unless
  /// somebody handled it.
  @Test func returnInAField() {
    pilot.window.defaultButton = ok
    field.becomeFirstResponder()
    pilot.key("return")
    #expect(log.take() == ["ok touchUpInside"])
    field.addAction(for: .editingDidEndOnExit) { [log] in log.note("exit") }
    pilot.key("return")
    #expect(log.take() == ["exit"])
    let text = TextView().at(0, 96, 64, 48)
    form.addSubview(text)
    text.becomeFirstResponder()
    pilot.key("return")
    #expect(log.take() == [] && text.text == "\n")
  }

  /// A button that is disabled, hidden, in another window or gone is not pressed.
  @Test func unusableButton() {
    pilot.window.defaultButton = ok
    ok.isEnabled = false
    pilot.key("return")
    ok.isEnabled = true
    form.isHidden = true
    pilot.key("return")
    form.isHidden = false
    ok.removeFromSuperview()
    pilot.key("return")
    #expect(log.entries == [])
  }

  /// A button that is taken away while Return holds it is let go without an event.
  @Test func takenAwayWhileHeld() {
    pilot.window.defaultButton = ok
    pilot.keyDown("return")
    ok.removeFromSuperview()
    pilot.keyUp("return")
    #expect(log.entries == [] && !ok.isHighlighted)
  }

  /// A control without keys of its own is activated at once.
  @Test func plainControl() {
    let control = Control().at(0, 96, 64, 16)
    form.addSubview(control)
    log.record(control)
    pilot.window.defaultButton = control
    pilot.key("return")
    #expect(log.entries == ["valueChanged"])
  }

  // MARK: - Focus

  /// Tab goes through fields, text views and what scrolls, in tree order; Shift-Tab back.
  @Test func tabOrder() {
    let text = TextView().at(0, 96, 64, 48).named("t")
    let scroll = ScrollView().at(0, 150, 64, 30).named("s")
    scroll.contentSize = Size(width: 64, height: 300)
    form.addSubview(text)
    form.addSubview(scroll)
    ok.id = "ok"
    cancel.id = "cancel"
    var order: [String?] = []
    for key in ["tab", "tab", "tab", "tab", "tab", "tab", "shift-tab"] {
      pilot.key(key)
      order.append(pilot.window.firstResponder?.id)
    }
    #expect(order == ["f", "ok", "cancel", "t", "s", "f", "s"])
  }

  private final class Stubborn: View {
    override var canBecomeFirstResponder: Bool { true }
    override var canResignFirstResponder: Bool { false }
  }

  /// A responder that cannot resign keeps the focus, until it is removed.
  @Test func canResign() {
    let stubborn = Stubborn().at(0, 96, 64, 16)
    form.addSubview(stubborn)
    stubborn.becomeFirstResponder()
    #expect(!ok.becomeFirstResponder() && !stubborn.resignFirstResponder())
    #expect(stubborn.isFirstResponder)
    stubborn.removeFromSuperview()
    #expect(pilot.window.firstResponder == nil)
  }

  /// The focused state is that of the first responder alone.
  @Test func focusedState() {
    ok.becomeFirstResponder()
    #expect(ok.state == .focused)
    field.becomeFirstResponder()
    #expect(ok.state == .normal && field.state == .focused)
  }
}
