import ControlKit
import Testing
import TextScreen

struct LayoutLookTests {
  @Test func stackOfLabels() {
    let screen = Screen(columns: 12, rows: 4)
    let title = Label(text: "Title")
    title.textAlignment = .center
    let amount = Label(text: "9")
    amount.textAlignment = .right
    screen.window.addSubview(
      StackView(axis: .vertical, [title, Label(text: "한국어"), amount]))

    #expect(screen.text == "   Title\n한국어\n           9")
  }

  @Test func labelWrapsAndIsCut() {
    let label = Label(text: "one two three four")
    label.numberOfLines = 2

    #expect(Screen(label, columns: 8, rows: 2).text == "one two\nthree…")
  }

  /// Half a wide character is never shown.
  @Test func wideTextIsCutBetweenCharacters() {
    let label = Label(text: "한국어")
    let screen = Screen(columns: 10, rows: 1)
    let box = View(frame: Rect(x: 0, y: 0, width: 40, height: 16))
    box.clipsToBounds = true
    label.frame = Rect(x: 0, y: 0, width: 80, height: 16)
    box.addSubview(label)
    screen.window.addSubview(box)

    #expect(screen.text == "한국")
  }

  @Test(arguments: ["\u{1B}[2J", "a\tb", "\u{7}\u{0}", "e\u{301}", "👨‍👩‍👧‍👦!", "\u{202E}x", "🇰🇷"])
  func controlCharactersNeverReachTheScreen(text: String) {
    let screen = Screen(Label(text: text), columns: 10)

    for scalar in screen.text.unicodeScalars {
      #expect(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value))
    }
  }

  @Test func emojiTakesTwoCells() {
    let screen = Screen(Label(text: "👨‍👩‍👧‍👦!"), columns: 4)

    #expect(screen.grid[row: 0, column: 1].content == .continuation)
    #expect(screen.grid[row: 0, column: 2].content == .character("!"))
  }

  @Test func windowWithASizeIsACard() {
    let size = CellMetrics.size(columns: 16, rows: 2)
    let screen = Screen(columns: 22, rows: 6, windowSize: size, title: "Hi 한국")
    screen.window.addSubview(Label(text: "inside"))

    #expect(
      screen.text == """

          ╭─ Hi 한국 ── × ─╮
          │inside          │
          │                │
          ╰────────────────╯
        """)
    #expect(
      TextRenderer.closeMark(of: screen.application)
        == CellRect(left: 15, top: 1, right: 18, bottom: 2))
  }

  /// A card as high as the screen has its sides, and no title.
  @Test func borderIsLeftOutWithoutRoom() {
    let size = CellMetrics.size(columns: 4, rows: 3)
    let screen = Screen(columns: 8, rows: 3, windowSize: size, title: "No")

    #expect(screen.text == " │    │\n │    │\n │    │")
    #expect(TextRenderer.closeMark(of: screen.application) == nil)
  }

  @Test func windowsBehindStepBack() {
    let screen = Screen(columns: 20, rows: 5)
    screen.window.addSubview(Label(text: "behind"))
    let before = screen.grid[row: 2, column: 0].style
    let front = Window(size: CellMetrics.size(columns: 6, rows: 1))
    screen.application.show(front)

    let after = screen.grid[row: 2, column: 0].style
    #expect(after.isDim && !before.isDim)
    #expect(after.foreground != before.foreground)
    #expect(!screen.grid[row: 2, column: 10].style.isDim)
  }

  @Test func hiddenViewsAreLeftOutAndFaintOnesBlend() {
    let screen = Screen(columns: 6, rows: 1)
    let label = Label(text: "text")
    screen.window.addSubview(label)
    let full = screen.grid[row: 0, column: 0].style

    label.alpha = 0.5
    let half = screen.grid[row: 0, column: 0].style
    #expect(half.isDim && half.foreground != full.foreground)

    label.isHidden = true
    #expect(screen.text.isEmpty)
  }

  @Test func textOnAnyBackgroundCanBeRead() {
    for color in ["#ffffff", "#000000", "tint", "yellow", "#808080"] {
      let label = Label(text: "x")
      label.backgroundColor = Color(color)
      let style = Screen(label, columns: 1).grid[row: 0, column: 0].style
      let contrast = abs(style.foreground.brightness - style.background.brightness)
      #expect(contrast > 0.35, "\(color)")
    }
  }

  /// Numbers far from any screen are drawn nowhere, and trap nowhere.
  @Test(arguments: [1e300, -1e300, 1e9, .infinity, -.infinity, .nan])
  func absurdGeometryIsHarmless(value: Double) {
    for control in [
      Button(title: "x"), Slider(), Switch(), ProgressView(progress: 0.5), Label(text: "y"),
    ]
      as [View]
    {
      let screen = Screen(columns: 4, rows: 4)
      let holder = View(frame: Rect(x: 0, y: 0, width: 1, height: 1))
      holder.addSubview(control)
      screen.window.addSubview(holder)
      control.frame = Rect(x: -value, y: value, width: value, height: value)
      _ = screen.text
      control.frame = Rect(x: 0, y: -16, width: value, height: 48)
      _ = screen.text
    }
  }
}
