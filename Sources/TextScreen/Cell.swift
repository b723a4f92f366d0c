/// A colour as the screen shows it, without theme or transparency.
package struct RGB: Hashable, Sendable {
  /// The red part, 0…255.
  package var red: UInt8
  /// The green part, 0…255.
  package var green: UInt8
  /// The blue part, 0…255.
  package var blue: UInt8

  /// Creates a colour from its parts.
  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a colour from a number such as `0x1E90FF`.
  package init(_ hex: UInt32) {
    self.init(
      red: UInt8(hex >> 16 & 0xFF), green: UInt8(hex >> 8 & 0xFF), blue: UInt8(hex & 0xFF))
  }

  /// This colour with another one laid over it.
  ///
  /// - Parameters:
  ///   - other: The colour on top.
  ///   - amount: How opaque that is, 0…1.
  package func mixed(with other: RGB, by amount: Double) -> RGB {
    func mix(_ below: UInt8, _ above: UInt8) -> UInt8 {
      UInt8((Double(below) + (Double(above) - Double(below)) * min(max(amount, 0), 1)).rounded())
    }
    return RGB(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }

  /// How bright the colour seems, 0…1.
  package var brightness: Double {
    (0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue)) / 255
  }
}

/// How one cell looks. A screen without colours shows the attributes alone.
package struct CellStyle: Hashable, Sendable {
  /// The colour of the character.
  package var foreground: RGB
  /// The colour behind it.
  package var background: RGB
  /// Strong.
  package var isBold = false
  /// Underlined.
  package var isUnderlined = false
  /// Foreground and background swapped; set only where colours alone would not show a state.
  package var isReversed = false
  /// Faint. The colours are muted already: this is for screens without colours.
  package var isDim = false

  /// Creates a style without attributes.
  package init(foreground: RGB, background: RGB) {
    self.foreground = foreground
    self.background = background
  }
}

/// One place of a ``CellGrid``.
package struct Cell: Hashable, Sendable {
  /// What is in a cell.
  package enum Content: Hashable, Sendable {
    /// A grapheme that takes one cell, or two together with the ``continuation`` after it.
    case character(Character)
    /// The right half of a wide character.
    case continuation
  }

  /// What is in it.
  package var content: Content
  /// How it looks.
  package var style: CellStyle

  /// Creates a cell.
  package init(_ content: Content, style: CellStyle) {
    self.content = content
    self.style = style
  }
}

/// A rectangle of cells; right and bottom are outside.
package struct CellRect: Hashable, Sendable {
  /// The first column.
  package var left: Int
  /// The first row.
  package var top: Int
  /// The column after the last one.
  package var right: Int
  /// The row after the last one.
  package var bottom: Int

  /// Creates a rectangle from its edges.
  package init(left: Int, top: Int, right: Int, bottom: Int) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// The number of columns; 0 when it is empty.
  package var width: Int { max(0, right - left) }
  /// The number of rows; 0 when it is empty.
  package var height: Int { max(0, bottom - top) }
  /// Whether it has no cell.
  package var isEmpty: Bool { width == 0 || height == 0 }
  /// The row in the middle, the upper one of two.
  package var middleRow: Int { top + (height - 1) / 2 }

  /// The cells that are in both.
  package func intersection(_ other: CellRect) -> CellRect {
    CellRect(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
  }

  /// Whether a cell lies inside.
  package func contains(column: Int, row: Int) -> Bool {
    column >= left && column < right && row >= top && row < bottom
  }

  /// One row of it.
  package func row(_ row: Int) -> CellRect {
    CellRect(left: left, top: row, right: right, bottom: row + 1)
  }

  /// The same, smaller on every side.
  package func inset(columns: Int, rows: Int) -> CellRect {
    CellRect(left: left + columns, top: top + rows, right: right - columns, bottom: bottom - rows)
  }
}
