import ControlKit
import TestSupport
import Testing

/// Labels: wrapping and truncation, measured in cells of 8 by 16 points.
@Suite struct LabelTests {
  private func lines(_ text: String, cells: Int, limit: Int = 0) -> [String] {
    TextLayout.lines(
      text, font: .body, width: Double(cells) * 8, limit: limit, metrics: LayoutMetrics())
  }

  /// Words go to the next line as a whole; the space at the break is dropped.
  @Test func wrapsAtSpaces() {
    #expect(lines("the quick brown fox", cells: 10) == ["the quick", "brown fox"])
    #expect(lines("the quick", cells: 3) == ["the", "qui", "ck"])
  }

  /// Line breaks are kept, empty lines too.
  @Test func keepsLineBreaks() {
    #expect(lines("a\n\nb", cells: 10) == ["a", "", "b"])
    #expect(lines("", cells: 10) == [""])
  }

  /// A word that does not fit is broken between graphemes.
  @Test func breaksLongWords() {
    #expect(lines("abcdefgh", cells: 3) == ["abc", "def", "gh"])
  }

  /// 한국어: two cells a syllable; composed and decomposed alike.
  @Test func korean() {
    #expect(lines("안녕하세요 여러분", cells: 10) == ["안녕하세요", "여러분"])
    #expect(lines("안녕하세요", cells: 5) == ["안녕", "하세", "요"])
    #expect(lines("\u{1112}\u{1161}\u{11AB}\u{AE00}", cells: 2).count == 2)
  }

  /// Emoji are never taken apart.
  @Test func emoji() {
    #expect(lines("👩‍👩‍👧👍🏽🇰🇷", cells: 2) == ["👩‍👩‍👧", "👍🏽", "🇰🇷"])
    #expect(lines("👍🏽👍🏽👍🏽", cells: 5, limit: 1) == ["👍🏽👍🏽…"])
  }

  /// At least one grapheme a line, however narrow the room.
  @Test func noRoom() {
    #expect(lines("한글", cells: 0) == ["한", "글"])
  }

  /// One line: what does not fit ends in …; so does text of several lines.
  @Test func truncatesOneLine() {
    #expect(lines("hello world", cells: 8, limit: 1) == ["hello w…"])
    #expect(lines("hello", cells: 5, limit: 1) == ["hello"])
    #expect(lines("a\nb", cells: 5, limit: 1) == ["a…"])
    #expect(lines("안녕하세요", cells: 6, limit: 1) == ["안녕…"])
  }

  /// Several lines: the last one shown ends in … if anything is left out.
  @Test func truncatesTheLastLine() {
    #expect(lines("one two three four", cells: 7, limit: 2) == ["one two", "three…"])
    #expect(lines("one two three", cells: 7, limit: 2) == ["one two", "three"])
  }

  /// The size of a label follows its text.
  @Test func size() {
    let label = Label(text: "안녕 hi")
    #expect(label.intrinsicContentSize == Size(width: 56, height: 16))

    label.numberOfLines = 0
    label.text = "one two\nthree"
    #expect(
      label.sizeThatFits(Size(width: 32, height: 1000)) == Size(width: 32, height: 64))
  }

  /// A long text takes linear time: each line measures no more than itself.
  @Test func longText() {
    var measured = 0
    var metrics = LayoutMetrics()
    metrics.lineSize = { text, _ in
      measured += text.unicodeScalars.count
      return Size(width: Double(CellWidth.of(text)) * 8, height: 16)
    }
    let text = String(repeating: "가나다라 ", count: 2000)

    let lines = TextLayout.lines(text, font: .body, width: 320, limit: 0, metrics: metrics)

    #expect(lines.count == 500)
    #expect(measured < 400_000)
  }

  /// What was measured counts for the metrics it was measured with.
  @Test func otherMetrics() {
    let label = Label(text: "abc")
    let pilot = Pilot(label)
    #expect(label.intrinsicContentSize == Size(width: 24, height: 16))

    pilot.application.layoutMetrics.lineSize = { text, _ in
      Size(width: Double(text.count) * 10, height: 20)
    }
    #expect(label.intrinsicContentSize == Size(width: 30, height: 20))
    #expect(label.sizeThatFits(Size(width: 20, height: 20)) == Size(width: 20, height: 20))

    label.removeFromSuperview()
    #expect(label.intrinsicContentSize == Size(width: 24, height: 16))
  }

  /// A text that changes makes its stack lay out anew.
  @Test func textChangeLaysOut() {
    let label = Label(text: "a")
    let button = Button(title: "b")
    let stack = StackView(axis: .horizontal, [label, button]).at(0, 0, 200, 16)
    let pilot = Pilot(stack)
    #expect(button.frame.minX == 8)

    label.text = "abc"
    pilot.application.layoutIfNeeded()

    #expect(button.frame.minX == 24)
  }

  /// A text far longer than its room is measured whole a few times, not once for each character:
  /// found by a random script, whose label of 100 000 characters took minutes.
  @Test(arguments: [1, 0])
  func longTextIsMeasuredAFewTimes(limit: Int) {
    let text = String(repeating: "é", count: 10_000)
    var metrics = LayoutMetrics()
    var measured = 0
    metrics.lineSize = { text, _ in
      measured += text.count
      return Size(width: Double(text.count) * 8, height: 16)
    }

    let lines = TextLayout.lines(text, font: .body, width: 16_000, limit: limit, metrics: metrics)

    #expect(lines.count == (limit == 1 ? 1 : 5))
    #expect(lines.first?.count == 2_000)
    #expect(measured < 40 * text.count)
  }
}
