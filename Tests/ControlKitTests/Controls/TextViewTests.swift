import ControlKit
import TestSupport
import Testing

private final class TextLog: TextViewDelegate {
  let log: EventLog
  var refusals: Set<String> = []
  init(_ log: EventLog) { self.log = log }
  private func ask(_ question: String) -> Bool {
    log.note(question)
    return !refusals.contains(question)
  }
  func textViewShouldBeginEditing(_ textView: TextView) -> Bool { ask("shouldBegin") }
  func textViewDidBeginEditing(_ textView: TextView) { _ = ask("didBegin") }
  func textViewShouldEndEditing(_ textView: TextView) -> Bool { ask("shouldEnd") }
  func textViewDidEndEditing(_ textView: TextView) { _ = ask("didEnd") }
  func textViewDidChange(_ textView: TextView) { _ = ask("didChange") }
  func textView(
    _ textView: TextView, shouldChangeTextIn range: Range<Int>, replacementText text: String
  ) -> Bool { ask("shouldChange \(range) \(text.debugDescription)") }
}

/// §7 TextView: text of several lines.
@Suite struct TextViewTests {
  let log = EventLog()
  /// Ten characters wide, four lines high.
  let view = TextView().at(0, 0, 16 + 16 + 80, 64)
  let pilot: Pilot

  init() {
    pilot = Pilot(view)
  }

  private func begin(_ text: String, caret: Int? = nil) {
    view.text = text
    view.becomeFirstResponder()
    view.selectedRange = (caret ?? text.count)..<(caret ?? text.count)
  }

  private func carets(_ keys: String...) -> [Int] {
    keys.map {
      pilot.key($0)
      return view.selectedRange.upperBound
    }
  }

  /// §7 The order of a text field: asked, focus, told, sent.
  @Test func order() {
    let delegate = TextLog(log)
    view.delegate = delegate
    log.record(view)
    view.becomeFirstResponder()
    pilot.key("return")
    view.resignFirstResponder()

    #expect(
      log.entries == [
        "shouldBegin", "didBegin", "editingDidBegin", "shouldChange 0..<0 \"\\n\"", "didChange",
        "editingChanged", "shouldEnd", "didEnd", "editingDidEnd",
      ])
    #expect(view.text == "\n")
  }

  /// §7 A delegate may refuse each of them.
  @Test func refusals() {
    let delegate = TextLog(log)
    view.delegate = delegate
    delegate.refusals = ["shouldBegin"]
    #expect(!view.becomeFirstResponder())
    delegate.refusals = ["shouldEnd", "shouldChange 0..<0 \"a\""]
    #expect(view.becomeFirstResponder())
    pilot.key("a")
    #expect(view.text == "")
    #expect(!view.resignFirstResponder() && view.isEditing)
  }

  /// Lines are wrapped behind spaces, and where there are none between characters.
  @Test(arguments: [
    ("", [""]), ("one two three", ["one two ", "three"]), ("a\n\nb", ["a", "", "b"]),
    ("0123456789abc", ["0123456789", "abc"]), ("0123456789 abc", ["0123456789 ", "abc"]),
    ("한국어한국어", ["한국어한국", "어"]), ("x\n", ["x", ""]), ("a\r\nb", ["a", "b"]),
  ])
  func wrapping(text: String, rows: [String]) {
    view.text = text
    let characters = Array(text)
    #expect(view.rows.map { String(characters[$0]) } == rows)
  }

  /// Up and down keep to the column, over shorter lines too; at the ends they go to the ends.
  @Test func upAndDown() {
    begin("abcdef\nab\nabcdef", caret: 5)
    #expect(carets("down", "down", "down", "up", "up", "up") == [9, 15, 16, 9, 6, 0])
  }

  /// Home and End are those of the line as shown.
  @Test func lineEnds() {
    begin("one two three", caret: 10)
    #expect(carets("home", "end", "left", "up", "end", "ctrl-home") == [8, 13, 12, 4, 7, 0])
  }

  /// The view scrolls to the caret, and pages by what it shows.
  @Test func scrollsToTheCaret() {
    begin((1...9).map(String.init).joined(separator: "\n"))
    #expect(view.contentOffset.y == 5 * 16)
    #expect(carets("pageUp", "pageUp") == [11, 5])
    #expect(view.contentOffset.y == 32)
    pilot.key("ctrl-home")
    #expect(view.contentOffset.y == 0)
    pilot.scroll(view, by: Point(x: 0, y: 48))
    #expect(view.contentOffset.y == 48)
    pilot.key("x")
    #expect(view.contentOffset.y == 0 && view.text.hasPrefix("x1"))
  }

  /// Text that can only be read: keys scroll, Shift selects, it can be copied, nothing changes it.
  @Test func readOnly() {
    view.isEditable = false
    log.record(view)
    begin("1\n2\n3\n4\n5\n6", caret: 0)
    #expect(!view.isEditing)
    for key in ["x", "return", "backspace", "ctrl-v", "ctrl-x"] { pilot.key(key) }
    #expect(view.text == "1\n2\n3\n4\n5\n6")
    pilot.key("down")
    #expect(view.contentOffset.y == 16 && view.selectedRange == 0..<0)
    pilot.key("shift-right")
    pilot.key("ctrl-c")
    #expect(pilot.application.clipboard.string == "1")
    #expect(log.entries == [])
  }

  /// Switching editing off while it is being edited ends that.
  @Test func switchedOff() {
    begin("a")
    log.record(view)
    view.isEditable = false
    #expect(!view.isEditing && log.entries == ["editingDidEnd"])
  }

  /// A pointer places the caret and selects over lines; a finger scrolls.
  @Test func touches() {
    view.text = "abc\ndef\n3\n4\n5\n6"
    pilot.drag(view, through: Point(x: 8 + 20, y: 24), Point(x: 8 + 12, y: 8))
    #expect(view.selectedRange == 1..<6 || view.selectedRange == 2..<6)

    view.selectedRange = 0..<0
    view.contentOffset = .zero
    pilot.wait(1)
    pilot.drag(
      pilot.window, through: Point(x: 30, y: 60), Point(x: 30, y: 40), Point(x: 30, y: 24),
      kind: .finger)
    #expect(view.selectedRange == 0..<0 && view.contentOffset.y == 16)
    pilot.wait(1)
    pilot.tap(pilot.window, at: Point(x: 12, y: 8), kind: .finger)
    #expect(view.selectedRange == 4..<4)
  }

  /// Pasted line breaks of any kind are line breaks; a tab is four spaces.
  @Test func paste() {
    begin("")
    pilot.application.clipboard.string = "a\r\nb\rc\td\u{1B}"
    pilot.key("ctrl-v")
    #expect(view.text == "a\nb\nc    d")
  }

  /// §3.9 Setting the text sends nothing; Tab leaves.
  @Test func programmatic() {
    let button = Button(title: "b").at(0, 100, 50, 16)
    pilot.window.addSubview(button)
    begin("a")
    log.record(view)
    view.text = "b"
    #expect(log.entries == [])
    pilot.key("tab")
    #expect(pilot.window.firstResponder === button && log.entries == ["editingDidEnd"])
  }
}
