internal import ControlKit

// Controls with a value. Their states are told by the knob: ● at rest, ◉ focused, ◆ pressed, ○ or ·
// disabled.
extension Canvas {
  private func accent(_ control: Control, _ context: DrawingContext) -> Ink {
    control.isEnabled
      ? Ink(context.tint, isBold: true)
      : Ink(theme.background.mixed(with: theme.secondaryLabel, by: 0.5), isDim: true)
  }

  private func muted(_ control: Control) -> Ink {
    let color = control.isEnabled ? theme.separator : theme.fill
    return Ink(color, isDim: !control.isEnabled)
  }

  /// `━━━●─────`
  mutating func draw(_ slider: Slider, _ cells: CellRect, _ context: DrawingContext) {
    let state = slider.state
    // The cell that holds the knob's middle: pressing it takes hold of the knob.
    let center = Point(x: slider.bounds.minX + slider.knobCenter, y: slider.bounds.midY)
    let middle = (context.toScreen.apply(to: center).x / CellMetrics.width).rounded(.down)
    let knob = min(max(CellMetrics.whole(middle), cells.left), cells.right - 1)
    let row = cells.middleRow
    let (done, rest): (Character, Character) = slider.isEnabled ? ("━", "─") : ("╌", "╌")
    var ink = accent(slider, context)
    rule(done, row: row, columns: cells.left..<knob, ink, in: context)
    rule(rest, row: row, columns: knob + 1..<cells.right, muted(slider), in: context)
    if state.contains(.highlighted) { ink.color = theme.label }
    ink.isReversed = state.contains(.highlighted)
    rule(knobMark(state), row: row, columns: knob..<knob + 1, ink, in: context)
  }

  private func knobMark(_ state: ControlState) -> Character {
    state.contains(.disabled)
      ? "○" : state.contains(.highlighted) ? "◆" : state.contains(.focused) ? "◉" : "●"
  }

  /// `[○───]` off, `[━━━●]` on.
  mutating func draw(_ toggle: Switch, _ cells: CellRect, _ context: DrawingContext) {
    let state = toggle.state
    let isPressed = state.contains(.highlighted) && toggle.isEnabled
    let isFocused = state.contains(.focused)
    let ends: (String, String) =
      isPressed ? ("▐", "▌") : isFocused ? ("▸", "◂") : toggle.isEnabled ? ("[", "]") : ("(", ")")
    let inner = max(1, cells.width - 2)
    let knob =
      toggle.isOn ? (isFocused ? "◉" : "●") : (isFocused ? "◎" : "○")
    let line = String(repeating: toggle.isOn ? "━" : "─", count: inner - 1)
    let text = ends.0 + (toggle.isOn ? line + knob : knob + line) + ends.1
    let look = ControlLook(state, theme: theme, tint: context.tint)
    let green = toggle.tintColor.map(theme.resolve) ?? theme.resolve(Canvas.switchColor)
    let track =
      toggle.isEnabled && toggle.isOn ? theme.fill.mixed(with: green, by: 0.55) : look.fill
    var ink = toggle.isEnabled ? Ink(theme.text(on: track), isBold: toggle.isOn) : look.ink
    ink.isReversed = isPressed
    let row = cells.row(cells.middleRow)
    fill(row, isPressed ? track.mixed(with: theme.label, by: 0.3) : track, in: context)
    write(text, row: row.top, column: cells.left, ink, clip: cells, in: context)
    if isFocused && !isPressed {
      let mark = Ink(theme.legible(context.tint, on: track), isBold: true)
      rule("▸", row: row.top, columns: cells.left..<cells.left + 1, mark, in: context)
      rule("◂", row: row.top, columns: cells.right - 1..<cells.right, mark, in: context)
    }
  }

  private static let switchColor = Color("green") ?? Color(red: 0, green: 160, blue: 80)

  /// `○ ● ○`
  mutating func draw(_ pages: PageControl, _ cells: CellRect, _ context: DrawingContext) {
    let count = min(pages.numberOfPages, 1_000_000)  // more is never shown as dots
    guard !pages.isBlank, count > 0 else { return }
    let state = pages.state
    let row = cells.middleRow
    let step = cells.width >= 2 * count - 1 ? 2 : 1
    guard cells.width >= step * (count - 1) + 1 else {
      let text = CellText.fit("\(pages.currentPage + 1)/\(pages.numberOfPages)", cells.width)
      write(
        text, row: row, column: cells.left, accent(pages, context), clip: cells, in: context)
      return
    }
    let left = cells.left + (cells.width - step * (count - 1) - 1) / 2
    for page in 0..<count where left + page * step < context.clip.right {
      let isCurrent = page == pages.currentPage
      let ink =
        isCurrent ? accent(pages, context) : Ink(theme.secondaryLabel, isDim: !pages.isEnabled)
      let column = left + page * step
      rule(
        dot(state, isCurrent), row: row, columns: column..<column + 1,
        pages.isEnabled || isCurrent ? ink : muted(pages), in: context)
    }
  }

  private func dot(_ state: ControlState, _ isCurrent: Bool) -> Character {
    if state.contains(.disabled) { return isCurrent ? "•" : "·" }
    if state.contains(.highlighted) { return isCurrent ? "◆" : "◇" }
    return isCurrent ? (state.contains(.focused) ? "◉" : "●") : "○"
  }

  /// `█████▌░░░░`
  mutating func draw(_ view: ProgressView, _ cells: CellRect, _ context: DrawingContext) {
    let halves = Int((view.progress * Double(cells.width) * 2).rounded(.down))
    let full = cells.left + halves / 2
    let row = cells.middleRow
    let ink = Ink(context.tint)
    rule("█", row: row, columns: cells.left..<full, ink, in: context)
    rule("░", row: row, columns: full..<cells.right, Ink(theme.fill), in: context)
    if halves % 2 == 1 { rule("▌", row: row, columns: full..<full + 1, ink, in: context) }
  }
}
