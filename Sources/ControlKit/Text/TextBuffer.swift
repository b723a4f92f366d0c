/// Text being edited, with a selection. Places are counted in graphemes, so that one step never
/// lands inside of `한`, of an emoji with its modifiers, or between a letter and its accent.
package struct TextBuffer {
  /// The text, grapheme by grapheme.
  package private(set) var characters: [Character] = []
  /// Where the selection began.
  package private(set) var anchor = 0
  /// Where the caret is: the other end of the selection.
  package private(set) var head = 0

  /// Creates an empty buffer.
  package init() {}

  /// The text. Setting it puts the caret behind it.
  package var text: String {
    get { String(characters) }
    set {
      characters = Array(newValue)
      select(characters.count..<characters.count)
    }
  }

  /// The selected graphemes; empty at the caret when nothing is selected.
  package var selection: Range<Int> { min(anchor, head)..<max(anchor, head) }

  /// How many graphemes there are.
  package var count: Int { characters.count }

  /// A range pinned to what is there.
  package func pinned(_ range: Range<Int>) -> Range<Int> {
    let low = min(max(range.lowerBound, 0), count)
    return low..<min(max(range.upperBound, low), count)
  }

  /// Selects a range, with the caret behind it.
  package mutating func select(_ range: Range<Int>) {
    let range = pinned(range)
    anchor = range.lowerBound
    head = range.upperBound
  }

  /// Selects from one place to another.
  package mutating func select(from anchor: Int, to head: Int) {
    self.anchor = min(max(anchor, 0), count)
    self.head = min(max(head, 0), count)
  }

  /// Moves the caret.
  package mutating func moveHead(to index: Int, extends: Bool) {
    head = min(max(index, 0), count)
    if !extends { anchor = head }
  }

  /// The text of a range.
  package func text(in range: Range<Int>) -> String { String(characters[pinned(range)]) }

  /// Replaces a range, and puts the caret behind the new text.
  ///
  /// What is put in may join its neighbours to one grapheme, as an accent does; the caret then is
  /// behind that.
  package mutating func replace(_ range: Range<Int>, with replacement: String) {
    let range = pinned(range)
    let start = String(characters[..<range.lowerBound]) + replacement
    let end = start.utf8.count
    characters = Array(start + String(characters[range.upperBound...]))
    var caret = 0
    var bytes = 0
    while caret < characters.count, bytes < end {
      bytes += characters[caret].utf8.count
      caret += 1
    }
    select(caret..<caret)
  }

  // MARK: - Bytes

  /// How many bytes of UTF-8 are before a place.
  func offset(of index: Int) -> Int {
    characters.prefix(index).reduce(0) { $0 + $1.utf8.count }
  }

  /// The least range of characters that has these bytes, and the bytes before and after them that
  /// belong to the same characters.
  func range(ofBytes bytes: Range<Int>) -> (range: Range<Int>, before: String, after: String) {
    var low = (index: 0, offset: 0)
    var high = (index: 0, offset: 0)
    while high.index < count, high.offset < bytes.upperBound {
      high = (high.index + 1, high.offset + characters[high.index].utf8.count)
      if high.offset <= bytes.lowerBound { low = high }
    }
    let range = low.index..<high.index
    let utf8 = Array(text(in: range).utf8)
    return (
      range, String(decoding: utf8.prefix(bytes.lowerBound - low.offset), as: UTF8.self),
      String(decoding: utf8.suffix(max(0, high.offset - bytes.upperBound)), as: UTF8.self)
    )
  }

  // MARK: - Words and lines

  private func isWord(_ index: Int) -> Bool {
    let character = characters[index]
    return character.isLetter || character.isNumber || character == "_"
  }

  /// The beginning of the word before a place.
  package func wordStart(before index: Int) -> Int {
    var index = index
    while index > 0, !isWord(index - 1) { index -= 1 }
    while index > 0, isWord(index - 1) { index -= 1 }
    return index
  }

  /// The end of the word after a place.
  package func wordEnd(after index: Int) -> Int {
    var index = index
    while index < count, !isWord(index) { index += 1 }
    while index < count, isWord(index) { index += 1 }
    return index
  }

  /// The word, or the run of other characters, at a place.
  package func word(at index: Int) -> Range<Int> {
    guard count > 0 else { return 0..<0 }
    let inside = min(index, count - 1)
    let kind = isWord(inside)
    var low = inside
    while low > 0, isWord(low - 1) == kind, !characters[low - 1].isNewline { low -= 1 }
    var high = inside + 1
    while high < count, isWord(high) == kind, !characters[high].isNewline { high += 1 }
    return low..<high
  }
}
