import ControlKit
import TestSupport
import Testing

private final class Refusal: TextFieldDelegate {
  var refuses = false
  var asked: [String] = []
  func textField(
    _ textField: TextField, shouldChangeCharactersIn range: Range<Int>,
    replacementString string: String
  ) -> Bool {
    asked.append("\(range) \(string.debugDescription)")
    return !refuses
  }
}

/// §7 What the user does to text can be taken back step by step, and done again.
@Suite struct UndoTests {
  let field = TextField().at(0, 0, 160, 16)
  let view = TextView().at(0, 32, 160, 64)
  let pilot: Pilot

  init() {
    pilot = Pilot(field, view)
    field.becomeFirstResponder()
  }

  private func keys(_ names: String) {
    for name in names.split(separator: " ") { pilot.key(String(name)) }
  }

  /// Each run of characters up to the end of a word is one step, each run of deletions too.
  @Test(arguments: [
    ("a b c ctrl-z", ""), ("a b space c ctrl-z", "ab "), ("a b space c ctrl-z ctrl-z", ""),
    ("a b backspace backspace ctrl-z", "ab"), ("a b backspace ctrl-z ctrl-z", ""),
    ("a b left c ctrl-z", "ab"), ("a b ctrl-w ctrl-z", "ab"),
    ("a b left left delete delete ctrl-z", "ab"), ("a b ctrl-a c ctrl-z", "ab"),
    ("a b ctrl-a c d ctrl-z", "ab"), ("a ctrl-z ctrl-z ctrl-z", ""), ("ctrl-z a", "a"),
    ("a b ctrl-a ctrl-x ctrl-z", "ab"), ("a ctrl-a ctrl-c end ctrl-v ctrl-v ctrl-z", "aa"),
  ])
  func stepsAreRuns(names: String, expected: String) {
    keys(names)
    #expect(field.text == expected)
  }

  /// Ctrl-Y and Shift-Ctrl-Z do again what was taken back, until something else is done.
  @Test(arguments: ["ctrl-y", "ctrl-shift-z", "ctrl-Z"])
  func redoes(redo: String) {
    keys("a b space c ctrl-z ctrl-z")
    #expect(field.text == "" && !field.canUndo && field.canRedo)

    keys("\(redo) \(redo) \(redo)")
    #expect(field.text == "ab c" && field.canUndo && !field.canRedo)

    keys("ctrl-z x \(redo)")
    #expect(field.text == "ab x")
  }

  /// The selection comes back with the text.
  @Test func selectionComesBack() {
    field.insertText("hello world")
    field.selectedRange = 0..<5

    keys("x y ctrl-z")

    #expect(field.text == "hello world")
    #expect(field.selectedRange == 0..<5)
  }

  /// What joined the character before it comes off it again, byte for byte.
  @Test func joinedCharactersComeApart() {
    keys("e left right")
    field.insertText("\u{301}")
    #expect(field.text == "e\u{301}" && field.text.count == 1)

    field.undo()
    #expect(Array(field.text.unicodeScalars) == ["e"])
    field.redo()
    #expect(Array(field.text.unicodeScalars) == ["e", "\u{301}"])
    #expect(field.selectedRange == 1..<1)
  }

  /// It is a change by the user: the delegate may refuse it, and editingChanged is sent.
  @Test func delegateIsAsked() {
    let delegate = Refusal()
    var changes = 0
    field.addAction(for: .editingChanged) { changes += 1 }
    keys("a b")
    field.delegate = delegate
    changes = 0

    delegate.refuses = true
    keys("ctrl-z")
    #expect(field.text == "ab" && changes == 0 && field.canUndo)

    delegate.refuses = false
    keys("ctrl-z")
    #expect(field.text == "" && changes == 1)
    #expect(delegate.asked == ["0..<2 \"\"", "0..<2 \"\""])
  }

  /// What is set by code is no step, and forgets those before.
  @Test func codeForgets() {
    keys("a b")
    field.text = "new"

    keys("ctrl-z")

    #expect(field.text == "new" && !field.canUndo)
  }

  /// Secure text leaves no steps, neither before nor while it is secure.
  @Test func secureTextHasNone() {
    keys("a b")
    field.isSecureTextEntry = true
    #expect(!field.canUndo)

    keys("c ctrl-z")
    field.isSecureTextEntry = false

    #expect(field.text == "abc" && !field.canUndo)
  }

  /// Old steps are forgotten after two hundred.
  @Test func historyIsBounded() {
    for _ in 0..<250 { keys("x left right") }

    for _ in 0..<300 { keys("ctrl-z") }

    #expect(field.text == String(repeating: "x", count: 50))
  }

  /// In a text view a line break begins a step, and one that can only be read has none to take back.
  @Test func textView() {
    view.becomeFirstResponder()
    keys("a b return c ctrl-z")
    #expect(view.text == "ab\n")
    keys("ctrl-z")
    #expect(view.text == "ab")
    keys("ctrl-y")
    #expect(view.text == "ab\n")

    view.isEditable = false
    view.undo()
    #expect(view.text == "ab\n" && view.canUndo)
  }

  /// Whatever was done, taking everything back gives the first text, byte for byte, and doing it
  /// again the last one.
  @Test(arguments: 0..<40)
  func allStepsThereAndBack(seed: Int) {
    var random = seed &* 7919 &+ 13
    func pick(_ count: Int) -> Int {
      random = (random &* 1_103_515_245 &+ 12345) & 0x7FFF_FFFF
      return (random >> 8) % count
    }
    let actions = [
      "a", "한", "\u{301}", "\u{1F3FD}", "👍", "\u{200D}", "space", "backspace", "delete", "left",
      "right", "shift-left", "home", "ctrl-w", "ctrl-a", "ctrl-x", "ctrl-v", "ctrl-k", "return",
      "ctrl-z", "ctrl-y",
    ]
    view.text = "e\u{301}x🇰🇷"
    view.becomeFirstResponder()
    for _ in 0..<60 { pilot.key(actions[pick(actions.count)]) }
    while view.canRedo { view.redo() }
    let last = view.text

    while view.canUndo { view.undo() }
    #expect(Array(view.text.utf8) == Array("e\u{301}x🇰🇷".utf8))
    while view.canRedo { view.redo() }
    #expect(Array(view.text.utf8) == Array(last.utf8))
  }

  /// The button that empties a field can be taken back.
  @Test func clearButton() {
    field.clearButtonMode = .always
    keys("a b")

    pilot.tap(field, at: Point(x: 148, y: 8))
    #expect(field.text == "")

    keys("ctrl-z")
    #expect(field.text == "ab")
  }
}
