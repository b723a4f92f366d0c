internal import ControlKit

/// A screen of character cells. A wide character takes a cell and a continuation; writing over one
/// half blanks the other, so the halves are always together.
package struct CellGrid: Hashable, Sendable {
  /// The number of columns.
  package let columns: Int
  /// The number of rows.
  package let rows: Int
  private var cells: [Cell]

  /// Creates a blank screen.
  package init(columns: Int, rows: Int, style: CellStyle) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    cells = Array(
      repeating: Cell(.character(" "), style: style), count: self.columns * self.rows)
  }

  /// All cells.
  package var bounds: CellRect { CellRect(left: 0, top: 0, right: columns, bottom: rows) }

  /// One cell; it must exist.
  package subscript(row row: Int, column column: Int) -> Cell {
    cells[row * columns + column]
  }

  /// One row of cells; it must exist.
  package subscript(row row: Int) -> ArraySlice<Cell> {
    cells[row * columns..<(row + 1) * columns]
  }

  /// Changes how a cell looks and keeps what is in it. A cell outside is ignored.
  package mutating func restyle(row: Int, column: Int, _ change: (inout CellStyle) -> Void) {
    guard bounds.contains(column: column, row: row) else { return }
    change(&cells[row * columns + column].style)
  }

  /// Writes one grapheme.
  ///
  /// - Parameters:
  ///   - character: What to write. Nothing happens when it has no width, as control characters.
  ///   - row: The row.
  ///   - column: The column.
  ///   - style: How it looks.
  ///   - clip: Where writing is allowed; a wide character that is partly outside becomes a space.
  /// - Returns: How many cells the character takes.
  @discardableResult
  package mutating func put(
    _ character: Character, row: Int, column: Int, style: CellStyle, clip: CellRect
  ) -> Int {
    let width = CellWidth.of(character)
    guard width > 0 else { return 0 }
    let clip = clip.intersection(bounds)
    let isWhole =
      clip.contains(column: column, row: row) && clip.contains(column: column + width - 1, row: row)
    for offset in 0..<width where clip.contains(column: column + offset, row: row) {
      blankOtherHalf(row: row, column: column + offset)
      let content: Cell.Content =
        !isWhole ? .character(" ") : offset == 0 ? .character(character) : .continuation
      cells[row * columns + column + offset] = Cell(content, style: style)
    }
    return width
  }

  private mutating func blankOtherHalf(row: Int, column: Int) {
    let index = row * columns + column
    if cells[index].content == .continuation, column > 0 {
      cells[index - 1].content = .character(" ")
    }
    if column + 1 < columns, cells[index + 1].content == .continuation {
      cells[index + 1].content = .character(" ")
    }
  }

  /// Takes a whole row of a screen of the same width.
  fileprivate mutating func replace(_ row: Int, by other: CellGrid) {
    let range = row * columns..<(row + 1) * columns
    for index in range { cells[index] = other.cells[index] }
  }

  /// The text of one row, without the spaces at its end.
  package func line(_ row: Int) -> String {
    var line = ""
    for cell in self[row: row] {
      if case .character(let character) = cell.content { line.append(character) }
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// The screen as text, one line a row, without the spaces at the ends of lines and without the
  /// empty lines at the end.
  package var text: String {
    var lines = (0..<rows).map(line)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}

extension CellGrid {
  /// Writes text, cut at the right edge.
  package mutating func write(_ text: String, row: Int, column: Int, style: CellStyle) {
    var column = column
    for character in text where column < columns {
      column += put(character, row: row, column: column, style: style, clip: bounds)
    }
  }

  /// Copies another screen, or the wanted rows of it, into the top left corner, cut to this one.
  package mutating func paste(_ other: CellGrid, rows wanted: Range<Int>? = nil) {
    for row in (wanted ?? 0..<rows).clamped(to: 0..<min(rows, other.rows)) {
      if other.columns == columns {
        replace(row, by: other)
        continue
      }
      for (column, cell) in other[row: row].enumerated() where column < columns {
        if case .character(let character) = cell.content {
          put(character, row: row, column: column, style: cell.style, clip: bounds)
        }
      }
    }
  }
}
