internal import ControlKit

/// How text is written: over the background that is there already.
struct Ink {
  /// The colour; `nil` for the theme's text colour, or another one that can be read there.
  var color: RGB?
  var isBold = false
  var isUnderlined = false
  var isReversed = false
  var isDim = false

  init(_ color: RGB? = nil, isBold: Bool = false, isDim: Bool = false) {
    self.color = color
    self.isBold = isBold
    self.isDim = isDim
  }
}

/// What is inherited from view to view while drawing.
struct DrawingContext {
  /// What takes the coordinates to the screen, in points.
  var toScreen = AffineTransform.identity
  /// Where drawing is allowed.
  var clip: CellRect
  /// The window.
  var room = CellRect(left: 0, top: 0, right: 0, bottom: 0)
  /// How opaque everything is, 0…1.
  var alpha = 1.0
  /// The accent colour.
  var tint: RGB
  /// Whether this is in a card, which is on a second background itself.
  var isRaised = false

  /// Below this a screen without colours shows text faint.
  static let faintAlpha = 0.7
}

extension AffineTransform {
  /// Whether it only moves and scales, so that each edge stays where it is.
  var keepsEdges: Bool { b == 0 && c == 0 && a > 0 && d > 0 }
}

/// A grid being drawn on.
struct Canvas {
  var grid: CellGrid
  let theme: Theme
  /// Whether colours are seen.
  let hasColors: Bool
  /// The edges drawn around grounds, where colours are not seen.
  var edges: [EdgeMark] = []
  /// Where anything is drawn at all.
  var area: CellRect

  init(grid: CellGrid, theme: Theme, hasColors: Bool) {
    self.grid = grid
    self.theme = theme
    self.hasColors = hasColors
    area = grid.bounds
  }

  /// Fills cells with a colour. What is below shines through when it is not opaque.
  mutating func fill(_ rect: CellRect, _ color: RGB, in context: DrawingContext) {
    let area = rect.intersection(context.clip).intersection(grid.bounds)
    guard !area.isEmpty else { return }
    for row in area.top..<area.bottom {
      for column in area.left..<area.right {
        fill(row: row, column: column, color, " ", context)
      }
    }
  }

  /// Fills the cells that show a view. Of one that is turned those are the cells whose middle it
  /// holds: there it can be touched; and there alone the character is shown.
  mutating func fill(
    _ cells: CellRect, of view: View, _ color: RGB, with character: Character = " ",
    in context: DrawingContext
  ) {
    guard !context.toScreen.keepsEdges, context.toScreen.isInvertible else {
      return fill(cells, color, in: context)
    }
    let fromScreen = context.toScreen.inverted()
    // Around them, too: which edges belong to the view has turned with it.
    let area = cells.inset(columns: -1, rows: -1).intersection(context.clip).intersection(
      grid.bounds)
    guard !area.isEmpty else { return }
    for row in area.top..<area.bottom {
      for column in area.left..<area.right {
        let middle = fromScreen.apply(to: CellMetrics.center(column: column, row: row))
        if view.bounds.contains(middle) {
          fill(row: row, column: column, color, character, context)
        }
      }
    }
  }

  private mutating func fill(
    row: Int, column: Int, _ color: RGB, _ character: Character, _ context: DrawingContext
  ) {
    if context.alpha >= 1 {
      let style = CellStyle(foreground: theme.label, background: color)
      grid.put(character, row: row, column: column, style: style, clip: context.clip)
    } else {
      grid.restyle(row: row, column: column) { style in
        style.background = style.background.mixed(with: color, by: context.alpha)
        style.foreground = style.foreground.mixed(with: color, by: context.alpha)
      }
    }
  }

  /// Writes one line of text, cut at the clip.
  ///
  /// - Returns: The column after it.
  @discardableResult
  mutating func write(
    _ text: String, row: Int, column: Int, _ ink: Ink, clip: CellRect, in context: DrawingContext
  ) -> Int {
    let clip = clip.intersection(context.clip).intersection(grid.bounds)
    guard row >= clip.top, row < clip.bottom else { return column }
    var column = column
    for character in text {
      if column >= clip.right { break }
      let style = style(of: ink, row: row, column: max(column, clip.left), context)
      column += grid.put(character, row: row, column: column, style: style, clip: clip)
    }
    return column
  }

  /// Writes one character over and over along a row.
  mutating func rule(
    _ character: Character, row: Int, columns: Range<Int>, _ ink: Ink, in context: DrawingContext
  ) {
    let clip = CellRect(
      left: columns.lowerBound, top: row, right: columns.upperBound, bottom: row + 1)
    let visible = clip.intersection(context.clip).intersection(grid.bounds)
    guard !visible.isEmpty else { return }
    let text = String(repeating: character, count: visible.width)
    write(text, row: row, column: visible.left, ink, clip: visible, in: context)
  }

  private func style(of ink: Ink, row: Int, column: Int, _ context: DrawingContext) -> CellStyle {
    let background =
      grid.bounds.contains(column: column, row: row)
      ? grid[row: row, column: column].style.background : theme.background
    let wanted = ink.color ?? theme.text(on: background)
    var style = CellStyle(
      foreground: background.mixed(with: wanted, by: context.alpha), background: background)
    style.isBold = ink.isBold
    style.isUnderlined = ink.isUnderlined
    style.isReversed = ink.isReversed
    style.isDim = ink.isDim || context.alpha < DrawingContext.faintAlpha
    return style
  }

  /// Makes everything drawn so far step back behind a window in front.
  mutating func recede() {
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        grid.restyle(row: row, column: column) { style in
          style.background = style.background.mixed(with: theme.background, by: 0.5)
          style.foreground = style.foreground.mixed(with: style.background, by: 0.6)
          style.isBold = false
          style.isReversed = false
          style.isDim = true
        }
      }
    }
  }

  /// The characters of a box.
  struct BoxLook {
    var topLeft: Character = "╭"
    var topRight: Character = "╮"
    var bottomLeft: Character = "╰"
    var bottomRight: Character = "╯"
    var horizontal: Character = "─"
    var vertical: Character = "│"

    static let thin = BoxLook()
    static let heavy = BoxLook(
      topLeft: "┏", topRight: "┓", bottomLeft: "┗", bottomRight: "┛", horizontal: "━",
      vertical: "┃")
    static let dashed = BoxLook(horizontal: "╌", vertical: "╎")
  }

  /// Draws a box along the edge cells of a rectangle; sides outside the clip are left out.
  mutating func box(_ rect: CellRect, _ look: BoxLook, _ ink: Ink, in context: DrawingContext) {
    guard rect.width >= 2, rect.height >= 2 else { return }
    let last = rect.right - 1
    for (row, left, right) in [
      (rect.top, look.topLeft, look.topRight), (rect.bottom - 1, look.bottomLeft, look.bottomRight),
    ] {
      rule(look.horizontal, row: row, columns: rect.left + 1..<last, ink, in: context)
      rule(left, row: row, columns: rect.left..<rect.left + 1, ink, in: context)
      rule(right, row: row, columns: last..<last + 1, ink, in: context)
    }
    let visible = rect.intersection(context.clip)
    let first = max(rect.top + 1, visible.top)
    for row in first..<max(first, min(rect.bottom - 1, visible.bottom)) {
      rule(look.vertical, row: row, columns: rect.left..<rect.left + 1, ink, in: context)
      rule(look.vertical, row: row, columns: last..<last + 1, ink, in: context)
    }
  }
}
