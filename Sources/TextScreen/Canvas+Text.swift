internal import ControlKit

// Text being edited. The caret is `│`, the selection is between ‹ and › and set off in colour; a
// field without text shows its placeholder in < >, the room that is left as a line.
extension Canvas {
  /// `[Ada Lovelace______]`, edited `▸Ada│ Lovelace_____◂`
  mutating func draw(
    _ field: TextField, _ ground: RGB?, _ cells: CellRect, _ context: DrawingContext
  ) {
    let state = field.state.subtracting(.highlighted)
    let look = ControlLook(state, theme: theme, tint: context.tint, body: ground)
    let row = cells.row(cells.middleRow)
    fill(row, look.fill, in: context)
    guard cells.width >= 3 else { return }
    let button = field.clearButtonFrame.map { CellMetrics.whole($0.width / CellMetrics.width) } ?? 0
    let room = CellRect(
      left: row.left + 1, top: row.top, right: row.right - 1 - button, bottom: row.bottom)
    let line = Ink(look.fill.mixed(with: theme.secondaryLabel, by: 0.45), isDim: true)
    rule("_", row: row.top, columns: room.left..<max(room.left, room.right), line, in: context)
    drawEnds(field, look, cells, context)
    drawText(of: field, look, in: room, context)
    if button > 0 {
      var ink = look.ink
      ink.isReversed = field.isClearPressed
      write("×", row: row.top, column: room.right, ink, clip: row, in: context)
    }
  }

  private mutating func drawText(
    of field: TextField, _ look: ControlLook, in room: CellRect, _ context: DrawingContext
  ) {
    let line = field.line
    let offset = CellMetrics.whole((field.textOffset / CellMetrics.width).rounded())
    let shift = CellMetrics.whole((field.textShift / CellMetrics.width).rounded(.down))
    var ink = look.ink
    if field.isEnabled {
      ink = Ink(theme.legible(field.textColor.map(theme.resolve) ?? theme.label, on: look.fill))
    }
    let end = draw(line, row: room.top, column: room.left + shift - offset, ink, room, context)
    if line.characters.isEmpty, let placeholder = field.placeholder, !placeholder.isEmpty {
      let faint = Ink(look.fill.mixed(with: theme.secondaryLabel, by: 0.85), isDim: true)
      let text = CellText.fit("<\(placeholder)>", room.right - end)
      write(text, row: room.top, column: end, faint, clip: room, in: context)
    }
    let mark = Ink(theme.legible(context.tint, on: look.fill), isBold: true)
    if offset > 0 {
      rule("«", row: room.top, columns: room.left - 1..<room.left, mark, in: context)
    }
    if end > room.right {
      rule("»", row: room.top, columns: room.right..<room.right + 1, mark, in: context)
    }
  }

  /// Draws a line of text with its marks, cut at a rectangle.
  ///
  /// - Returns: The column after it.
  @discardableResult
  mutating func draw(
    _ line: TextLine, row: Int, column: Int, _ ink: Ink, _ clip: CellRect,
    _ context: DrawingContext
  ) -> Int {
    var column = column
    let selection = line.selection ?? -1..<(-1)
    for index in line.characters.startIndex...line.characters.endIndex {
      if let selected = line.selection, let mark = mark(at: index, selected) {
        column = draw(mark, row: row, column: column, clip, context)
      }
      guard index < line.characters.endIndex else { break }
      let text = String(line.characters[index])
      let width = CellWidth.of(text)
      if selection.contains(index), column < clip.right, column + width > clip.left {
        let place = CellRect(left: column, top: row, right: column + width, bottom: row + 1)
        let color = theme.fill.mixed(with: context.tint, by: 0.6)
        fill(place.intersection(clip), color, in: context)
        var chosen = Ink(theme.text(on: color))
        chosen.isReversed = true
        write(text, row: row, column: column, chosen, clip: clip, in: context)
      } else {
        write(text, row: row, column: column, ink, clip: clip, in: context)
      }
      column += width
    }
    return column
  }

  private func mark(at index: Int, _ selection: Range<Int>) -> Character? {
    if selection.isEmpty { return index == selection.lowerBound ? "│" : nil }
    return index == selection.lowerBound ? "‹" : index == selection.upperBound ? "›" : nil
  }

  private mutating func draw(
    _ mark: Character, row: Int, column: Int, _ clip: CellRect, _ context: DrawingContext
  ) -> Int {
    write(
      String(mark), row: row, column: column, Ink(context.tint, isBold: true), clip: clip,
      in: context)
    return column + 1
  }
}
