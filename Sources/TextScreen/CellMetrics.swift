package import ControlKit

/// Where points and cells meet: a cell is 8 × 16 points.
package enum CellMetrics {
  /// The width of a cell, in points.
  package static let width = 8.0
  /// The height of a cell, in points.
  package static let height = 16.0

  /// The middle of a cell, which is where a click on it lands.
  package static func center(column: Int, row: Int) -> Point {
    Point(x: (Double(column) + 0.5) * width, y: (Double(row) + 0.5) * height)
  }

  /// The size of a screen with so many cells.
  package static func size(columns: Int, rows: Int) -> Size {
    Size(width: Double(columns) * width, height: Double(rows) * height)
  }

  /// How many whole cells a screen has.
  package static func cells(in size: Size) -> (columns: Int, rows: Int) {
    (max(0, whole(size.width / width)), max(0, whole(size.height / height)))
  }

  /// The cells that show a rectangle of the screen.
  ///
  /// Edges are rounded half down, so a cell is covered exactly when its middle is inside: what is
  /// seen in a cell is what a click there hits. A rectangle that holds no cell's middle still gets
  /// one row or column, that in which its own middle is, so that it does not vanish.
  package static func cells(covering rect: Rect) -> CellRect {
    let columns = span(from: rect.minX / width, to: rect.maxX / width)
    let rows = span(from: rect.minY / height, to: rect.maxY / height)
    return CellRect(
      left: columns.lowerBound, top: rows.lowerBound, right: columns.upperBound,
      bottom: rows.upperBound)
  }

  private static func span(from low: Double, to high: Double) -> Range<Int> {
    guard high > low else { return 0..<0 }
    let first = whole((low - 0.5).rounded(.up))
    let end = whole((high - 0.5).rounded(.up))
    if first < end { return first..<end }
    let middle = whole(((low + high) / 2).rounded(.down))
    return middle..<middle + 1
  }

  /// Scripts may give any number; this keeps it where arithmetic cannot overflow.
  private static func whole(_ value: Double) -> Int {
    value.isNaN ? 0 : Int(min(max(value, -1e6), 1e6))
  }
}
