internal import ControlKit

// Controls of several parts. A pressed part is told by ▐ ▌ around it, the chosen one by ✓, one that
// cannot be pressed by · or ( ).
extension Canvas {
  /// `[ − │ + ]`
  mutating func draw(_ stepper: Stepper, _ cells: CellRect, _ context: DrawingContext) {
    let look = ControlLook(
      stepper.state.subtracting(.highlighted), theme: theme, tint: context.tint)
    let row = cells.row(cells.middleRow)
    guard cells.width >= 7 else {
      fill(row, look.fill, in: context)
      write("−+", row: row.top, column: cells.left, look.ink, clip: cells, in: context)
      return
    }
    fill(row, look.fill, in: context)
    drawEnds(stepper, look, cells, context)
    let middle = (cells.left + cells.right) / 2
    rule("│", row: row.top, columns: middle..<middle + 1, look.endInk, in: context)
    draw(.decrement, of: stepper, look, row: row.top, cells.left + 1..<middle, context)
    draw(.increment, of: stepper, look, row: row.top, middle + 1..<cells.right - 1, context)
  }

  private mutating func draw(
    _ half: Stepper.Half, of stepper: Stepper, _ look: ControlLook, row: Int, _ columns: Range<Int>,
    _ context: DrawingContext
  ) {
    let sign = !stepper.canStep(half) ? "·" : half == .increment ? "+" : "−"
    let isPressed = stepper.pressedHalf == half && stepper.isHighlighted
    let center = (columns.lowerBound + columns.upperBound - 1) / 2
    let text = isPressed ? "▐\(sign)▌" : " \(sign) "
    var ink = look.ink
    ink.isReversed = isPressed
    let clip = CellRect(
      left: columns.lowerBound, top: row, right: columns.upperBound, bottom: row + 1)
    write(text, row: row, column: center - 1, ink, clip: clip, in: context)
  }

  /// The ends of a control in one row: `[ ]`, focused `▸ ◂`, disabled `( )`.
  mutating func drawEnds(
    _ control: Control, _ look: ControlLook, _ cells: CellRect, _ context: DrawingContext
  ) {
    let isFocused = control.state.contains(.focused)
    let ends = isFocused ? ("▸" as Character, "◂" as Character) : (look.left, look.right)
    let ink = isFocused ? look.markInk : look.endInk
    let row = cells.middleRow
    rule(ends.0, row: row, columns: cells.left..<cells.left + 1, ink, in: context)
    rule(ends.1, row: row, columns: cells.right - 1..<cells.right, ink, in: context)
  }

  /// `[ Day │✓Week │ Month ]`
  mutating func draw(
    _ control: SegmentedControl, _ cells: CellRect, _ context: DrawingContext
  ) {
    let state = control.state.subtracting(.highlighted)
    let look = ControlLook(state, theme: theme, tint: context.tint)
    let row = cells.row(cells.middleRow)
    fill(row, look.fill, in: context)
    let count = control.numberOfSegments
    for index in 0..<count {
      let frame = context.toScreen.apply(to: control.segmentFrame(at: index))
      let left = column(frame.minX) + (index == 0 ? 1 : 0)
      let right = index == count - 1 ? cells.right - 1 : column(frame.maxX) - 1
      guard right > left else { continue }
      let room = CellRect(left: left, top: row.top, right: right, bottom: row.bottom)
      drawSegment(index, of: control, look, in: room, context)
      if index < count - 1 {
        rule("│", row: row.top, columns: right..<right + 1, look.endInk, in: context)
      }
    }
    drawEnds(control, look, cells, context)
  }

  private func column(_ x: Double) -> Int {
    CellMetrics.whole((x / CellMetrics.width).rounded())
  }

  private mutating func drawSegment(
    _ index: Int, of control: SegmentedControl, _ look: ControlLook, in room: CellRect,
    _ context: DrawingContext
  ) {
    let isChosen = control.selectedSegmentIndex == index
    let isPressed = control.pressedSegment == index && control.isHighlighted
    let isDisabled = !control.isEnabledForSegment(at: index)
    let isNext =
      control.isMomentary && control.state.contains(.focused) && control.keySegment == index
    let symbol = control.imageForSegment(at: index)?.cellText ?? ""
    let title = control.titleForSegment(at: index) ?? ""
    let gap = symbol.isEmpty || title.isEmpty ? "" : " "
    let marks =
      isPressed
      ? ("▐", "▌") : isDisabled ? ("(", ")") : isNext ? ("▸", "◂") : (isChosen ? "✓" : " ", " ")
    var ink = look.ink
    if isChosen, control.isEnabled {
      let ground = look.fill.mixed(with: context.tint, by: 0.45)
      fill(room, ground, in: context)
      ink = Ink(theme.legible(theme.label, on: ground), isBold: true)
    }
    if isDisabled { ink = Ink(look.fill.mixed(with: theme.secondaryLabel, by: 0.6), isDim: true) }
    ink.isReversed = isPressed
    let text = marks.0 + CellText.fit(symbol + gap + title, max(0, room.width - 2)) + marks.1
    let left = room.left + max(0, (room.width - CellWidth.of(text)) / 2)
    write(text, row: room.top, column: left, ink, clip: room, in: context)
  }

  /// A picture: its glyph, or what it says.
  mutating func draw(_ view: ImageView, _ cells: CellRect, _ context: DrawingContext) {
    guard let image = view.image else { return }
    let text = CellText.fit(
      Image.glyphs[image.name] ?? view.accessibilityLabel ?? image.cellText, cells.width)
    let free = (
      columns: Double(cells.width - CellWidth.of(text)), rows: Double(cells.height - 1)
    )
    let column = cells.left + Int((free.columns * view.anchor.x).rounded(.down))
    let row = cells.top + Int((free.rows * view.anchor.y).rounded(.down))
    write(text, row: row, column: column, Ink(context.tint), clip: cells, in: context)
  }
}
