/// Neighbouring cells that changed.
package struct CellRun: Hashable, Sendable {
  /// The row.
  package var row: Int
  /// The column of the first cell.
  package var column: Int
  /// The new cells; never half of a wide character.
  package var cells: [Cell]
}

extension CellGrid {
  /// What has to be written to turn another screen into this one, top to bottom.
  ///
  /// - Parameters:
  ///   - old: What the screen shows; `nil`, or another size, for everything.
  ///   - wanted: The rows that may have changed; `nil` for all.
  /// - Returns: The changed cells, neighbours together.
  package func runs(changedFrom old: CellGrid?, rows wanted: [Range<Int>]? = nil) -> [CellRun] {
    guard let old, old.columns == columns, old.rows == rows else {
      guard columns > 0 else { return [] }
      return (0..<rows).map { CellRun(row: $0, column: 0, cells: Array(self[row: $0])) }
    }
    let all = 0..<rows
    return (wanted ?? [all]).flatMap { $0.clamped(to: all).flatMap { runs(inRow: $0, old) } }
  }

  private func runs(inRow row: Int, _ old: CellGrid) -> [CellRun] {
    let new = self[row: row]
    let previous = old[row: row]
    if new == previous { return [] }
    var runs: [CellRun] = []
    var column = 0
    while column < columns {
      let width = isWide(row: row, column: column) ? 2 : 1
      let base = new.startIndex + column
      if new[base..<base + width] != previous[base..<base + width] {
        if let last = runs.last, last.column + last.cells.count == column {
          runs[runs.count - 1].cells += new[base..<base + width]
        } else {
          runs.append(CellRun(row: row, column: column, cells: Array(new[base..<base + width])))
        }
      }
      column += width
    }
    return runs
  }

  private func isWide(row: Int, column: Int) -> Bool {
    column + 1 < columns && self[row: row, column: column + 1].content == .continuation
  }
}
