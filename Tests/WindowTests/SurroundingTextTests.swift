#if GTK
  import HandlerHostWindow
  import Testing

  /// What an input method is told of the text around the caret, in its own units.
  @Suite struct SurroundingTextTests {
    @Test(arguments: [
      ("한글", 1..<1, "한글", 3..<3), ("a\n한글\nb", 3..<4, "한글", 3..<6), ("a\n", 2..<2, "", 0..<0),
      ("a\nb", 1..<2, "a\nb", 1..<2),
    ])
    func theLineWithTheSelectionIsGivenInBytes(
      text: String, selection: Range<Int>, line: String, bytes: Range<Int>
    ) {
      let surrounding = SurroundingText(text, selection: selection)

      #expect(surrounding.text == line)
      #expect(surrounding.bytes == bytes)
    }

    /// A flag is one character of two scalars.
    @Test(arguments: [
      ("한글", 2..<2, -1, 1, 1..<2), ("x\n🇰🇷글", 4..<4, -1, 1, 3..<4),
      ("x\n🇰🇷글", 4..<4, -3, 2, 2..<3), ("한글", 1..<1, 0, 1, 1..<2), ("한글", 1..<1, -5, 9, 0..<2),
    ])
    func scalarsFromTheCaretAreCharactersOfTheText(
      text: String, selection: Range<Int>, distance: Int, count: Int, characters: Range<Int>
    ) {
      let surrounding = SurroundingText(text, selection: selection)

      #expect(surrounding.characters(count, from: distance) == characters)
    }
  }
#endif
