internal import ControlKit

// What scrolls: a bar in the last column and row, with `█` where the part that is shown lies.
extension Canvas {
  /// Text between two lines: `│` at rest, `┃` with the keys, `╎` when it can only be read.
  mutating func draw(
    _ view: TextView, _ ground: RGB?, _ cells: CellRect, _ context: DrawingContext
  ) {
    let base = ground ?? theme.fill
    let body =
      !view.isEditable
      ? (ground ?? theme.background.mixed(with: base, by: 0.5))
      : view.isFirstResponder ? base.mixed(with: context.tint, by: 0.15) : base
    fill(cells, body, in: context)
    let edge: Character = view.isFirstResponder ? "┃" : view.isEditable ? "│" : "╎"
    let edgeInk =
      view.isFirstResponder
      ? Ink(theme.legible(context.tint, on: body), isBold: true)
      : Ink(body.mixed(with: theme.secondaryLabel, by: 0.5))
    for row in cells.top..<cells.bottom {
      rule(edge, row: row, columns: cells.left..<cells.left + 1, edgeInk, in: context)
      rule(edge, row: row, columns: cells.right - 1..<cells.right, edgeInk, in: context)
    }
    let room = cells.inset(columns: 1, rows: 0)
    guard room.width > 0 else { return }
    let ink = Ink(theme.legible(view.textColor.map(theme.resolve) ?? theme.label, on: body))
    let first = CellMetrics.whole((view.contentOffset.y / CellMetrics.height).rounded())
    let count = view.rows.count
    for row in 0..<room.height where first + row >= 0 && first + row < count {
      draw(
        view.line(first + row), row: room.top + row, column: room.left, ink,
        room.row(room.top + row), context)
    }
  }

  /// The bars of a scroll view, over its content.
  mutating func drawBars(of view: ScrollView, _ cells: CellRect, _ context: DrawingContext) {
    let track = Ink(theme.separator)
    let thumb = Ink(
      view.isFirstResponder ? context.tint : theme.separator.mixed(with: theme.label, by: 0.5))
    if let bar = view.bar(along: .vertical), cells.height > 0 {
      let columns = cells.right - 1..<cells.right
      let (start, length) = thumbPlace(bar, in: cells.height)
      let line: Character = view.isFirstResponder ? "┃" : "│"
      for row in 0..<cells.height {
        let isThumb = row >= start && row < start + length
        rule(
          isThumb ? "█" : line, row: cells.top + row, columns: columns, isThumb ? thumb : track,
          in: context)
      }
    }
    if let bar = view.bar(along: .horizontal), cells.width > 1 {
      let (start, length) = thumbPlace(bar, in: cells.width - 1)
      let row = cells.bottom - 1
      let line: Character = view.isFirstResponder ? "━" : "─"
      rule(line, row: row, columns: cells.left..<cells.right - 1, track, in: context)
      rule(
        "■", row: row, columns: cells.left + start..<cells.left + start + length, thumb,
        in: context)
    }
  }

  private func thumbPlace(
    _ bar: (part: Double, position: Double), in room: Int
  ) -> (start: Int, length: Int) {
    let length = max(1, CellMetrics.whole((Double(room) * bar.part).rounded()))
    let free = Double(max(0, room - length))
    return (CellMetrics.whole((free * min(max(bar.position, 0), 1)).rounded()), length)
  }
}
