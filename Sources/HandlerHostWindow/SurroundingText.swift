#if GTK
  /// Edited text as input methods see it: the line with the selection.
  ///
  /// They count bytes and scalars, and the core characters.
  package struct SurroundingText {
    /// The line, or lines when several are selected.
    package let text: String
    /// How many characters of the whole text are before it.
    private let offset: Int
    /// The selection, in characters of the whole text.
    package let selection: Range<Int>

    package init(_ whole: String, selection: Range<Int>) {
      let low = whole.index(whole.startIndex, offsetBy: selection.lowerBound)
      let high = whole.index(whole.startIndex, offsetBy: selection.upperBound)
      let start = whole[..<low].lastIndex(of: "\n").map { whole.index(after: $0) }
      let end = whole[high...].firstIndex(of: "\n")
      text = String(whole[(start ?? whole.startIndex)..<(end ?? whole.endIndex)])
      offset = start.map { whole.distance(from: whole.startIndex, to: $0) } ?? 0
      self.selection = selection
    }

    /// The selection in bytes of ``text``.
    package var bytes: Range<Int> {
      text[..<index(selection.lowerBound)].utf8
        .count..<text[..<index(selection.upperBound)].utf8
        .count
    }

    /// Finds the characters that some scalars are in.
    ///
    /// - Parameters:
    ///   - count: How many scalars.
    ///   - distance: How far behind the end of the selection they begin; negative when before it.
    /// - Returns: Characters of the whole text; none outside of the line.
    package func characters(_ count: Int, from distance: Int) -> Range<Int> {
      let caret = text[..<index(selection.upperBound)].unicodeScalars.count
      let low = place(caret + distance)
      return low..<max(low, place(caret + distance + count))
    }

    private func index(_ place: Int) -> String.Index {
      text.index(text.startIndex, offsetBy: place - offset)
    }

    /// The character of the whole text that a scalar of the line is in.
    private func place(_ scalar: Int) -> Int {
      let scalars = text.unicodeScalars
      let known = min(max(scalar, 0), scalars.count)
      return offset + text[..<scalars.index(scalars.startIndex, offsetBy: known)].count
    }
  }
#endif
