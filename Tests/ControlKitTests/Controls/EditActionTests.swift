import ControlKit
import TestSupport
import Testing

/// §7 Cut, copy, paste and select all do from code what their keys do, in fields and text views.
@Suite struct EditActionTests {
  /// What a field and a text view have in common.
  private typealias Input = ResponderStandardEditActions & View

  /// What is done to a text, and what is to be seen then.
  private struct Outcome: Equatable {
    var text: String
    var selection: Range<Int>
    var clipboard: String?
    var log: [String]
  }

  /// Selects `one ` of `one two` and does something.
  private func outcome(
    of kind: String, clipboard: String? = nil, secure: Bool = false, readOnly: Bool = false,
    refuses: Bool = false, _ act: (any Input, Pilot) -> Void
  ) -> Outcome {
    let log = EventLog()
    if kind == "field" {
      let field = TextField(text: "one two").at(0, 0, 160, 16)
      let pilot = Pilot(field)
      let delegate = Refusal(refuses)
      field.delegate = delegate
      field.isSecureTextEntry = secure
      field.isEnabled = !readOnly
      field.addAction(for: .editingChanged) { log.note("changed") }
      field.becomeFirstResponder()
      field.selectedRange = 0..<4
      pilot.application.clipboard.string = clipboard
      act(field, pilot)
      withExtendedLifetime(delegate) {}
      return Outcome(
        text: field.text, selection: field.selectedRange,
        clipboard: pilot.application.clipboard.string, log: log.entries)
    }
    let view = TextView(text: "one two", isEditable: !readOnly).at(0, 0, 160, 64)
    let pilot = Pilot(view)
    let delegate = Refusal(refuses)
    view.delegate = delegate
    view.addAction(for: .editingChanged) { log.note("changed") }
    view.becomeFirstResponder()
    view.selectedRange = 0..<4
    pilot.application.clipboard.string = clipboard
    act(view, pilot)
    withExtendedLifetime(delegate) {}
    return Outcome(
      text: view.text, selection: view.selectedRange,
      clipboard: pilot.application.clipboard.string, log: log.entries)
  }

  private final class Refusal: TextFieldDelegate, TextViewDelegate {
    let refuses: Bool
    init(_ refuses: Bool) { self.refuses = refuses }
    func textField(
      _ textField: TextField, shouldChangeCharactersIn range: Range<Int>,
      replacementString string: String
    ) -> Bool { !refuses }
    func textView(
      _ textView: TextView, shouldChangeTextIn range: Range<Int>, replacementText text: String
    ) -> Bool { !refuses }
  }

  private func perform(_ action: String, on input: any Input) {
    switch action {
    case "cut": input.cut(nil)
    case "copy": input.copy(nil)
    case "paste": input.paste(nil)
    default: input.selectAll(nil)
    }
  }

  private static let keys = ["cut": "ctrl-x", "copy": "ctrl-c", "paste": "ctrl-v", "all": "ctrl-a"]

  @Test(arguments: ["field", "view"])
  func each(kind: String) {
    #expect(
      outcome(of: kind) { input, _ in input.cut(nil) }
        == Outcome(text: "two", selection: 0..<0, clipboard: "one ", log: ["changed"]))
    #expect(
      outcome(of: kind) { input, _ in input.copy(nil) }
        == Outcome(text: "one two", selection: 0..<4, clipboard: "one ", log: []))
    #expect(
      outcome(of: kind, clipboard: "no ") { input, _ in input.paste(nil) }
        == Outcome(text: "no two", selection: 3..<3, clipboard: "no ", log: ["changed"]))
    #expect(
      outcome(of: kind) { input, _ in input.paste(nil) }
        == Outcome(text: "one two", selection: 0..<4, clipboard: nil, log: []))
    #expect(
      outcome(of: kind) { input, _ in input.selectAll(nil) }
        == Outcome(text: "one two", selection: 0..<7, clipboard: nil, log: []))
  }

  /// The same as the keys, also where the text may not be changed or shown, or the delegate refuses.
  @Test(arguments: ["field", "view"], ["cut", "copy", "paste", "all"])
  func asTheKeys(kind: String, action: String) throws {
    let key = try #require(Self.keys[action])
    for (secure, readOnly, refuses) in [
      (false, false, false), (true, false, false), (false, true, false), (false, false, true),
    ] {
      // A disabled field gets no keys.
      if readOnly, kind == "field" { continue }
      let byKey = outcome(
        of: kind, clipboard: "x", secure: secure, readOnly: readOnly, refuses: refuses
      ) { _, pilot in pilot.key(key) }
      let byCode = outcome(
        of: kind, clipboard: "x", secure: secure, readOnly: readOnly, refuses: refuses
      ) { input, _ in perform(action, on: input) }

      #expect(byCode == byKey, "secure \(secure), read only \(readOnly), refuses \(refuses)")
    }
  }

  /// What may only be read can be copied.
  @Test(arguments: ["field", "view"]) func readOnly(kind: String) {
    let unchanged = Outcome(text: "one two", selection: 0..<4, clipboard: "x", log: [])
    for action in ["cut", "paste"] {
      let outcome = outcome(of: kind, clipboard: "x", readOnly: true) { input, _ in
        perform(action, on: input)
      }
      #expect(outcome == unchanged, "\(action)")
    }
    let copied = outcome(of: kind, readOnly: true) { input, _ in input.copy(nil) }
    #expect(copied.clipboard == "one ")
  }

  /// In no window there is no clipboard.
  @Test func withoutAWindow() {
    let field = TextField(text: "a")
    let view = TextView(text: "a")
    for input in [field, view] as [any Input] {
      input.selectAll(nil)
      input.cut(nil)
      input.copy(nil)
      input.paste(nil)
    }
    #expect(field.text == "a" && field.selectedRange == 0..<1)
    #expect(view.text == "a" && view.selectedRange == 0..<1)
  }

  /// An event that is the sender is the cause of what is sent.
  @Test func senderIsTheCause() {
    let field = TextField(text: "a").at(0, 0, 160, 16)
    let pilot = Pilot(field)
    let button = Button(title: "Cut").at(0, 16, 160, 16)
    field.superview?.addSubview(button)
    var causes: [Bool] = []
    field.addAction(for: .editingChanged) { (event: ControlEvent) in
      causes.append(event.cause != nil)
    }
    button.addAction(for: .touchUpInside) { (event: ControlEvent) in
      field.selectAll(nil)
      field.cut(event.cause)
      field.paste(nil)
    }

    pilot.tap(button)

    #expect(causes == [true, false])
  }

  /// Backspace, from code.
  @Test(arguments: ["field", "view"]) func deleteBackward(kind: String) {
    let outcome = outcome(of: kind) { input, _ in
      for _ in 0..<2 {
        (input as? TextField)?.deleteBackward()
        (input as? TextView)?.deleteBackward()
      }
    }
    #expect(outcome == Outcome(text: "two", selection: 0..<0, clipboard: nil, log: ["changed"]))
  }
}
