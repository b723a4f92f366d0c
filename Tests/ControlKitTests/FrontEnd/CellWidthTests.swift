import ControlKit
import Testing

/// How many cells text takes in a terminal.
@Suite struct CellWidthTests {
  /// Wide characters and emoji take two cells, combining marks and controls none.
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("한국어", 6), ("\u{1112}\u{1161}\u{11AB}", 2),
    ("日本", 4), ("ｆ", 2), ("…", 1), ("👍", 2), ("👍🏽", 2), ("👩‍👩‍👧", 2), ("🇰🇷", 2), ("❤️", 2),
    ("❤", 1), ("\u{200B}", 0), ("a\tb", 2), ("─│", 2), ("①", 1), ("ไทย", 3),
  ])
  func width(text: String, cells: Int) {
    #expect(CellWidth.of(text) == cells)
  }

  /// Every symbol that text screens know is one cell wide.
  @Test func glyphsAreOneCellWide() {
    for (name, glyph) in Image.glyphs { #expect(CellWidth.of(glyph) == 1, "\(name)") }
  }

  /// An unknown symbol or a file shows its label.
  @Test func unknownImageShowsItsLabel() {
    #expect(Image("check").cellText == "✓")
    #expect(Image("pictures/cat.png").cellText == "cat")
    #expect(Image("unknown", accessibilityLabel: "Thing").cellText == "Thing")
  }
}
