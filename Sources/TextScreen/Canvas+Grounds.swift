internal import ControlKit

// What is behind a view's content. On a screen without colours a ground alone would not be seen, so
// there it has an edge: `┌─┐`, or shades where it is turned.
extension Canvas {
  /// Draws the ground of a view, before anything in it, which may cover the edge.
  mutating func drawGround(
    _ color: RGB, of view: View, _ cells: CellRect, in context: DrawingContext
  ) {
    guard !hasColors else { return fill(cells, of: view, color, in: context) }
    let isToldByIt = view.isToldByItsGround
    guard context.toScreen.keepsEdges else {
      return fill(cells, of: view, color, with: isToldByIt ? "░" : " ", in: context)
    }
    let visible = cells.intersection(context.clip).intersection(grid.bounds)
    var marks = edgesKept(in: visible, color, context)
    if isToldByIt, cells.intersection(context.room) != context.room {
      marks += edge(of: cells, in: visible, color, context)
    }
    fill(cells, color, in: context)
    for mark in marks {
      rule(
        mark.character, row: mark.row, columns: mark.column..<mark.column + 1, Ink(), in: context)
    }
    edges += marks
  }

  /// One cell of an edge.
  struct EdgeMark {
    let row: Int
    let column: Int
    let character: Character
  }

  /// The cells of a view's edge in which the ground is another one than what is there already.
  private func edge(
    of cells: CellRect, in visible: CellRect, _ color: RGB, _ context: DrawingContext
  ) -> [EdgeMark] {
    var marks: [EdgeMark] = []
    for row in visible.top..<max(visible.top, visible.bottom) {
      let isInside = row > cells.top && row < cells.bottom - 1
      // Without the cells between the sides, which may be many.
      let columns =
        isInside && cells.width > 1
        ? [cells.left, cells.right - 1] : Array(visible.left..<max(visible.left, visible.right))
      for column in columns where visible.contains(column: column, row: row) {
        guard shows(color, row: row, column: column, context) else { continue }
        let character = Self.edgeCharacter(of: cells, row: row, column: column)
        marks.append(EdgeMark(row: row, column: column, character: character))
      }
    }
    return marks
  }

  /// The cells of edges around it that a ground of the same colour would cover: the area goes on.
  private func edgesKept(
    in visible: CellRect, _ color: RGB, _ context: DrawingContext
  ) -> [EdgeMark] {
    edges.filter { mark in
      visible.contains(column: mark.column, row: mark.row)
        && grid[row: mark.row, column: mark.column].content == .character(mark.character)
        && !shows(color, row: mark.row, column: mark.column, context)
    }
  }

  /// Whether a ground in a cell is another one than what is there.
  private func shows(_ color: RGB, row: Int, column: Int, _ context: DrawingContext) -> Bool {
    let behind = grid[row: row, column: column].style.background
    return behind.mixed(with: color, by: context.alpha) != behind
  }

  private static func edgeCharacter(of cells: CellRect, row: Int, column: Int) -> Character {
    if cells.height == 1 { return "─" }
    if cells.width == 1 { return "│" }
    let isLeft = column == cells.left
    let isRight = column == cells.right - 1
    switch row {
    case cells.top: return isLeft ? "┌" : isRight ? "┐" : "─"
    case cells.bottom - 1: return isLeft ? "└" : isRight ? "┘" : "─"
    default: return "│"
    }
  }
}

extension View {
  /// Whether nothing but its ground shows where it is: the others have ends, or text.
  fileprivate var isToldByItsGround: Bool {
    switch self {
    case is Control, is BarItemView, is Label, is ImageView, is ProgressView, is TextView,
      is Toolbar:
      false
    default: true
    }
  }
}
