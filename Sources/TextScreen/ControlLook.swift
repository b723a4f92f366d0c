internal import ControlKit

/// What a control's states look like, in colour and in characters alike, so that a state can be
/// told on any screen: `[ Tap ]` at rest, `[▸Tap◂]` focused, `▐ Tap ▌` pressed, `( Tap )` disabled,
/// `[✓Tap ]` selected.
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
  init(
    _ state: ControlState, theme: Theme, tint: RGB, text: RGB? = nil, body: RGB? = nil,
    isStrong: Bool = false
  ) {
    let isDisabled = state.contains(.disabled)
    let isPressed = state.contains(.highlighted) && !isDisabled
    let isFocused = state.contains(.focused)
    let isSelected = state.contains(.selected)
    (left, right) = isPressed ? ("▐", "▌") : isDisabled ? ("(", ")") : ("[", "]")
    leftMark = isSelected ? "✓" : isFocused ? "▸" : " "
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
    if rect.height >= 3 {
      fill(rect, look.fill, in: context)
      box(rect, look.box, look.hasOpenEnds ? look.ink : look.endInk, in: context)
      drawTitle(title, look, in: rect.inset(columns: 1, rows: 1), context)
    } else {
      let body = look.hasOpenEnds ? rect.inset(columns: 1, rows: 0) : rect
      fill(body, look.fill, in: context)
      let row = rect.middleRow
      rule(look.left, row: row, columns: rect.left..<rect.left + 1, look.endInk, in: context)
      rule(look.right, row: row, columns: rect.right - 1..<rect.right, look.endInk, in: context)
      drawTitle(title, look, in: rect.inset(columns: 1, rows: 0), context)
    }
  }

  /// Draws lines in the middle, between the marks; without room the marks go first.
  private mutating func drawTitle(
    _ title: String, _ look: ControlLook, in rect: CellRect, _ context: DrawingContext
  ) {
    let lines = title.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .prefix(max(1, rect.height))
    let longest = lines.map { CellWidth.of($0) }.max() ?? 0
    let hasMarks = rect.width >= 3 && (longest + 2 <= rect.width || look.leftMark != " ")
    let room = hasMarks ? rect.inset(columns: 1, rows: 0) : rect
    let top = rect.top + (rect.height - lines.count) / 2
    for (index, line) in lines.enumerated() {
      let text = CellText.fit(line, room.width)
      let left = room.left + (room.width - CellWidth.of(text)) / 2
      write(text, row: top + index, column: left, look.ink, clip: room, in: context)
      guard index == (lines.count - 1) / 2, hasMarks else { continue }
      // The marks stay beside the title, also in a button that is much wider.
      let right = max(left + CellWidth.of(text), left + 1)
      rule(look.leftMark, row: top + index, columns: left - 1..<left, look.markInk, in: context)
      rule(look.rightMark, row: top + index, columns: right..<right + 1, look.markInk, in: context)
    }
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
