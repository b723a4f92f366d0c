/// Breaks text that is edited into rows.
package enum TextRows {
  /// The rows of a text: which characters each one shows, line breaks left out.
  ///
  /// A row ends after a space where there is one; one space may stick out, since it cannot be seen.
  /// Rows that belong to the same line join: one ends where the next begins.
  ///
  /// - Parameters:
  ///   - characters: The text.
  ///   - width: The room in points; every row holds at least one character.
  ///   - measure: The width of a character.
  /// - Returns: The rows, at least one.
  package static func wrap(
    _ characters: [Character], width: Double, measure: (Character) -> Double
  ) -> [Range<Int>] {
    var rows: [Range<Int>] = []
    var start = 0
    var used = 0.0
    // Behind the last space of the row, and the width up to there.
    var gap: (end: Int, used: Double)?
    for (index, character) in characters.enumerated() {
      if character.isNewline {
        rows.append(start..<index)
        (start, used, gap) = (index + 1, 0, nil)
        continue
      }
      let extent = measure(character)
      if used + extent > width, index > start, !(character == " " && used <= width) {
        if let known = gap, known.end > start {
          rows.append(start..<known.end)
          start = known.end
          used -= known.used
        } else {
          rows.append(start..<index)
          start = index
          used = 0
        }
        gap = nil
      }
      used += extent
      if character == " " { gap = (index + 1, used) }
    }
    rows.append(start..<characters.count)
    return rows
  }
}
