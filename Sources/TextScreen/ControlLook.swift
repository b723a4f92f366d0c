internal import ControlKit

/// What a control's states look like, in colour and in characters alike, so that a state can be
/// told on any screen: `[ Tap ]` at rest, `[▸Tap◂]` focused, `▐ Tap ▌` pressed, `( Tap )` disabled,
/// `[✓Tap ]` selected, `[↵Tap ]` what Return presses.
struct ControlLook {
  /// The characters at the ends.
  let left: Character
  let right: Character
  /// The characters beside the title.
  let leftMark: Character
  let rightMark: Character
  /// The body.
  let fill: RGB
  /// The title.
  let ink: Ink
  /// The ends and marks.
  let endInk: Ink
  let markInk: Ink
  let box: Canvas.BoxLook
  /// Whether the ends show what is behind the control, which makes its body narrower.
  let hasOpenEnds: Bool

  /// The look of a control that may be pressed.
  ///
  /// - Parameters:
  ///   - state: Its states.
  ///   - theme: The colours.
  ///   - tint: The accent at that place.
  ///   - text: A colour of the title's own.
  ///   - body: A colour of the body's own.
  ///   - isStrong: Whether it is stressed, as a toolbar's done item.
  ///   - isDefault: Whether Return presses it.
  init(
    _ state: ControlState, theme: Theme, tint: RGB, text: RGB? = nil, body: RGB? = nil,
    isStrong: Bool = false, isDefault: Bool = false
  ) {
    let isDisabled = state.contains(.disabled)
    let isPressed = state.contains(.highlighted) && !isDisabled
    let isFocused = state.contains(.focused)
    let isSelected = state.contains(.selected)
    (left, right) = isPressed ? ("▐", "▌") : isDisabled ? ("(", ")") : ("[", "]")
    leftMark = isSelected ? "✓" : isFocused ? "▸" : isDefault ? "↵" : " "
    rightMark = isFocused ? "◂" : " "
    box = isPressed ? .heavy : isDisabled ? .dashed : .thin
    hasOpenEnds = isPressed

    let rest =
      body ?? (isSelected || isStrong ? theme.fill.mixed(with: tint, by: 0.45) : theme.fill)
    fill =
      isDisabled
      ? theme.background.mixed(with: rest, by: 0.5)
      : isPressed
        ? (body.map { $0.mixed(with: theme.label, by: 0.35) } ?? tint)
        : isFocused ? rest.mixed(with: tint, by: 0.3) : rest
    let plainText = text ?? (body == nil && !isSelected && !isStrong ? tint : theme.label)
    var ink = Ink(theme.legible(plainText, on: fill), isBold: isStrong || isFocused || isPressed)
    ink.isReversed = isPressed
    if isDisabled {
      ink = Ink(fill.mixed(with: theme.secondaryLabel, by: 0.6), isDim: true)
    }
    self.ink = ink
    endInk =
      isPressed
      ? Ink(fill) : Ink(fill.mixed(with: theme.secondaryLabel, by: 0.5), isDim: isDisabled)
    markInk = Ink(isFocused ? theme.legible(tint, on: fill) : ink.color, isBold: true)
  }
}

extension Canvas {
  /// Draws a button-like control with its title.
  mutating func drawPushable(
    _ title: String, _ look: ControlLook, in rect: CellRect, _ context: DrawingContext
  ) {
    guard rect.width >= 3 else {
      fill(rect, look.fill, in: context)
      write(title, row: rect.middleRow, column: rect.left, look.ink, clip: rect, in: context)
      return
    }
    let isBoxed = rect.height >= 3
    let body = look.hasOpenEnds && !isBoxed ? rect.inset(columns: 1, rows: 0) : rect
    fill(body, look.fill, in: context)
    if isBoxed {
      box(rect, look.box, look.hasOpenEnds ? look.ink : look.endInk, in: context)
    } else {
      rule(look.left, row: rect.middleRow, columns: leftEnd(rect), look.endInk, in: context)
      rule(look.right, row: rect.middleRow, columns: rightEnd(rect), look.endInk, in: context)
    }
    drawTitle(title, look, in: rect.inset(columns: 1, rows: isBoxed ? 1 : 0), context)
  }

  private func leftEnd(_ rect: CellRect) -> Range<Int> { rect.left..<rect.left + 1 }
  private func rightEnd(_ rect: CellRect) -> Range<Int> { rect.right - 1..<rect.right }

  /// Draws lines in the middle, between the marks. Where a mark would cost a part of the title it
  /// takes the place of the end instead.
  private mutating func drawTitle(
    _ title: String, _ look: ControlLook, in rect: CellRect, _ context: DrawingContext
  ) {
    let lines = title.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .prefix(max(1, rect.height))
    let top = rect.top + (rect.height - lines.count) / 2
    for (index, line) in lines.enumerated() {
      let text = CellText.fit(line, rect.width)
      let width = CellWidth.of(text)
      let left = rect.left + (rect.width - width) / 2
      let row = top + index
      write(text, row: row, column: left, look.ink, clip: rect, in: context)
      guard index == (lines.count - 1) / 2 else { continue }
      // In a button that is much wider the marks stay beside the title.
      let isRoomy = width + 2 <= rect.width
      if isRoomy || !look.hasOpenEnds {
        let before = isRoomy ? left - 1 : rect.left - 1
        let after = isRoomy ? left + width : rect.right
        mark(look.leftMark, row: row, column: before, look, context)
        mark(look.rightMark, row: row, column: after, look, context)
      }
    }
  }

  private mutating func mark(
    _ mark: Character, row: Int, column: Int, _ look: ControlLook, _ context: DrawingContext
  ) {
    guard mark != " " else { return }
    rule(mark, row: row, columns: column..<column + 1, look.markInk, in: context)
  }
}

/// Text measured in cells.
enum CellText {
  /// The text, cut with `…` to a number of cells.
  static func fit(_ text: String, _ width: Int) -> String {
    guard CellWidth.of(text) > width else { return text }
    var kept = ""
    var used = 0
    for character in text {
      let next = CellWidth.of(character)
      if used + next > width - 1 { break }
      kept.append(character)
      used += next
    }
    return width > 0 ? kept + "…" : ""
  }
}
