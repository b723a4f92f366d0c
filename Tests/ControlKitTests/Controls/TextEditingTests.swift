import ControlKit
import TestSupport
import Testing

/// §7 Text is edited by grapheme, with the keys and the pointer of desktop systems.
@Suite struct TextEditingTests {
  let field = TextField().at(0, 0, 160, 16)
  let pilot: Pilot

  init() {
    pilot = Pilot(field)
    field.becomeFirstResponder()
  }

  /// The text with `|` at the caret, or `[ ]` around the selection.
  private var shown: String {
    let range = field.selectedRange
    var characters = field.text.map(String.init)
    if range.isEmpty {
      characters.insert("|", at: range.lowerBound)
    } else {
      characters.insert("]", at: range.upperBound)
      characters.insert("[", at: range.lowerBound)
    }
    return characters.joined()
  }

  private func keys(_ names: String) -> String {
    for name in names.split(separator: " ") { pilot.key(String(name)) }
    return shown
  }

  @Test(arguments: [
    ("a b c", "abc|"), ("left x", "hello worlxd|"), ("home x", "x|hello world"),
    ("home delete", "|ello world"), ("backspace", "hello worl|"),
    ("ctrl-left", "hello |world"), ("alt-left x", "hello x|world"),
    ("home ctrl-right", "hello| world"), ("home alt-right alt-right", "hello world|"),
    ("ctrl-backspace", "hello |"), ("alt-backspace", "hello |"), ("ctrl-w", "hello |"),
    ("home ctrl-delete", "| world"), ("ctrl-home", "|hello world"),
    ("shift-left shift-left", "hello wor[ld]"), ("shift-home", "[hello world]"),
    ("home shift-end", "[hello world]"), ("ctrl-shift-left", "hello [world]"),
    ("shift-left shift-left left", "hello wor|ld"), ("home shift-right right", "h|ello world"),
    ("shift-left shift-left backspace", "hello wor|"), ("ctrl-a x", "x|"),
    ("ctrl-a delete", "|"), ("ctrl-left ctrl-u", "|world"), ("ctrl-left ctrl-k", "hello |"),
    ("home left", "|hello world"), ("right", "hello world|"),
    ("space shift-space", "hello world  |"), ("shift-left shift-right", "hello world|"),
    ("shift-A", "hello worldA|"),
  ])
  func keys(names: String, expected: String) {
    field.text = names == "a b c" ? "" : "hello world"
    if names.hasPrefix("left x") {
      #expect(keys(names) == "hello worlx|d")
      return
    }
    #expect(keys(names) == expected)
  }

  /// One step is one character as a person sees it.
  @Test(arguments: [
    ("한국어", 3), ("e\u{301}x", 2), ("👍🏽👨‍👩‍👧‍👦🇰🇷", 3), ("नमस्ते", 3), ("각", 1),
  ])
  func graphemes(text: String, count: Int) {
    field.text = text
    var steps = 0
    while field.selectedRange.lowerBound > 0, steps < 20 {
      pilot.key("left")
      steps += 1
    }
    #expect(steps == text.count)
    pilot.key("end")
    for _ in 0..<text.count { pilot.key("backspace") }
    #expect(field.text == "")
  }

  /// What is typed may join the character before the caret, which then is behind both.
  @Test func joining() {
    field.text = "ex"
    _ = keys("home right")
    pilot.key("\u{301}")
    #expect(field.text == "e\u{301}x" && field.selectedRange == 1..<1)

    field.text = ""
    for part in ["\u{1112}", "\u{1161}", "\u{11AB}"] { pilot.key(part) }
    #expect(field.text == "한" && field.selectedRange == 1..<1)
    pilot.key("backspace")
    #expect(field.text == "")
  }

  /// Cut, copy and paste go through the application's clipboard.
  @Test func clipboard() {
    field.text = "one two"
    #expect(!pilot.application.clipboard.hasStrings)
    #expect(keys("ctrl-shift-left ctrl-c end ctrl-v") == "one twotwo|")
    #expect(keys("ctrl-a alt-x") == "|")
    #expect(pilot.application.clipboard.string == "one twotwo")
    #expect(keys("alt-v") == "one twotwo|")
    _ = keys("ctrl-c")
    #expect(pilot.application.clipboard.string == "one twotwo")
  }

  /// A pasted line break becomes a space; other control characters vanish.
  @Test func pasteOneLine() {
    pilot.application.clipboard.string = "a\r\nb\tc\u{1B}d\ne"
    #expect(keys("ctrl-v") == "a b cd e|")
  }

  /// Secure text cannot be copied, and word moves do not tell where words end.
  @Test func secure() {
    field.isSecureTextEntry = true
    field.text = "my secret"
    #expect(keys("ctrl-left") == "|my secret")
    #expect(keys("ctrl-a ctrl-c ctrl-x") == "[my secret]")
    #expect(pilot.application.clipboard.string == nil)
  }

  /// Text with Control or Alt is no text; keys that the field has no use for go on.
  @Test func otherKeys() {
    field.text = "a"
    for key in ["ctrl-q", "alt-z", "escape", "pageUp", "up", "down"] { pilot.key(key) }
    #expect(field.text == "a")
  }

  /// A drag selects; the press is the anchor, also backward.
  @Test func drag() {
    field.resignFirstResponder()
    field.text = "hello world"
    pilot.drag(
      field, through: Point(x: 8 + 5 * 8 + 4, y: 8), Point(x: 8 + 2 * 8 + 4, y: 8))
    #expect(shown == "he[llo] world")

    pilot.wait(1)
    field.resignFirstResponder()
    pilot.drag(
      field, through: Point(x: 8 + 4, y: 8), Point(x: 8 + 4 * 8 + 4, y: 8),
      Point(x: 500, y: 8))
    #expect(shown == "[hello world]")
  }

  /// Two taps select a word, three everything.
  @Test func taps() {
    field.resignFirstResponder()
    field.text = "hello world"
    let point = Point(x: 8 + 8 * 8 + 4, y: 8)
    pilot.tap(field, at: point)
    pilot.tap(field, at: point)
    #expect(shown == "hello [world]")
    pilot.tap(field, at: point)
    #expect(shown == "[hello world]")
  }

  /// Wide characters: the left half is before, the right half behind.
  @Test func wide() {
    field.text = "한국"
    for (x, caret) in [(12.0, 0), (20.0, 1), (28.0, 1), (36.0, 2)] {
      field.resignFirstResponder()
      pilot.wait(1)
      pilot.tap(field, at: Point(x: x, y: 8))
      #expect(field.selectedRange.lowerBound == caret)
    }
  }

  /// A disabled field takes neither keys nor touches.
  @Test func disabled() {
    field.isEnabled = false
    pilot.key("a")
    pilot.tap(field)
    #expect(field.text == "" && !field.isEditing)
  }
}
