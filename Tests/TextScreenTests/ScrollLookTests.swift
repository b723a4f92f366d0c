import ControlKit
import HandlerHostHeadless
import Testing
import TextScreen

/// Scroll views and text views in characters.
struct ScrollLookTests {
  private func scrollScreen(_ titles: [String], columns: Int = 10, rows: Int = 4) -> (
    Screen, ScrollView
  ) {
    let scroll = ScrollView()
    scroll.addSubview(StackView(axis: .vertical, titles.map { Label(text: $0) }))
    return (Screen(scroll, columns: columns, rows: rows), scroll)
  }

  @Test func bar() {
    let (screen, scroll) = scrollScreen((1...8).map { "line \($0)" })
    #expect(screen.text == "line 1   █\nline 2   █\nline 3   │\nline 4   │")
    scroll.contentOffset.y = 64
    #expect(screen.text == "line 5   │\nline 6   │\nline 7   █\nline 8   █")
    scroll.becomeFirstResponder()
    #expect(screen.text == "line 5   ┃\nline 6   ┃\nline 7   █\nline 8   █")
  }

  @Test func contentThatFitsHasNoBar() {
    #expect(scrollScreen(["a", "b"]).0.text == "a\nb")
  }

  @Test func horizontalBar() {
    let scroll = ScrollView()
    let label = Label(text: "0123456789abcdef")
    label.frame = Rect(x: 0, y: 0, width: 160, height: 16)
    scroll.addSubview(label)
    let screen = Screen(scroll, columns: 10, rows: 2)
    #expect(screen.text == "0123456789\n■■■■■────")
    scroll.contentOffset.x = 32
    #expect(screen.text.hasPrefix("456789abcd\n"))
  }

  @Test func wheelOfAnEventScript() throws {
    let (screen, scroll) = scrollScreen((1...8).map { "line \($0)" })
    let runner = HeadlessRunner(application: screen.application)
    try runner.run(line: "scroll 8 8 0 32")
    #expect(scroll.contentOffset.y == 32)
    #expect(screen.text.hasPrefix("line 3   │\n"))
    try runner.run(line: "scroll 8 8 0 -99")
    #expect(scroll.contentOffset.y == 0)
  }

  private func text(_ text: String, rows: Int = 3, _ change: (TextView) -> Void = { _ in })
    -> String
  {
    let view = TextView(text: text)
    let screen = Screen(view, columns: 12, rows: rows)
    view.window?.layoutIfNeeded()
    change(view)
    return screen.text
  }

  @Test func textView() {
    #expect(text("one two three") == "│one two   │\n│three     │\n│          │")
    #expect(text("one") { $0.isEditable = false } == "╎one       ╎\n╎          ╎\n╎          ╎")
  }

  @Test func textViewWithTheKeys() {
    #expect(
      text("one two three") { $0.becomeFirstResponder() }
        == "┃│one two  ┃\n┃three     ┃\n┃          ┃")
    #expect(
      text("one two three") {
        $0.becomeFirstResponder()
        $0.selectedRange = 4..<10
      } == "┃one ‹two  ┃\n┃th›ree    ┃\n┃          ┃")
    // A wrapped line ends where the next one begins: the caret is there.
    #expect(
      text("one two three") {
        $0.becomeFirstResponder()
        $0.selectedRange = 8..<8
      } == "┃one two   ┃\n┃│three    ┃\n┃          ┃")
  }

  @Test func longTextHasABar() {
    let lines = (1...6).map(String.init).joined(separator: "\n")
    #expect(text(lines) == "│1         █\n│2         █\n│3         │")
    #expect(
      text(lines) {
        $0.becomeFirstResponder()
        $0.selectedRange = 11..<11
      } == "┃4         ┃\n┃5         █\n┃6│        █")
  }
}
