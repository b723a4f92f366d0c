internal import ControlKit

extension Canvas {
  /// Draws a view and everything in it, back to front.
  ///
  /// Where a view is scaled or turned, everything in it is drawn in the cells around its place on the
  /// screen; characters keep their size and stay upright.
  mutating func draw(_ view: View, in context: DrawingContext) {
    guard !view.isHidden, view.alpha >= 0.01 else { return }
    var inside = context
    inside.toScreen = view.placement.concatenating(context.toScreen)
    let cells = CellMetrics.cells(covering: inside.toScreen.apply(to: view.bounds))
    inside.alpha *= view.alpha
    if let tint = view.tintColor { inside.tint = theme.resolve(tint) }
    let ground = view.backgroundColor.map { theme.resolve($0, isRaised: context.isRaised) }
    if let ground, !(view is Button) { drawGround(ground, of: view, cells, in: inside) }
    if !cells.isEmpty, !cells.inset(columns: -1, rows: -1).intersection(inside.clip).isEmpty {
      drawContent(of: view, ground, cells, inside)
    }
    if view.clipsToBounds { inside.clip = inside.clip.intersection(cells) }
    for child in view.subviews { draw(child, in: inside) }
    if let scroll = view as? ScrollView { drawBars(of: scroll, cells, context) }
  }

  private mutating func drawContent(
    of view: View, _ ground: RGB?, _ cells: CellRect, _ context: DrawingContext
  ) {
    switch view {
    case let label as Label: draw(label, cells, context)
    case let button as Button: draw(button, ground, cells, context)
    case let item as BarItemView: draw(item, cells, context)
    case let slider as Slider: draw(slider, cells, context)
    case let toggle as Switch: draw(toggle, cells, context)
    case let pages as PageControl: draw(pages, cells, context)
    case let progress as ProgressView: draw(progress, cells, context)
    case let text as TextView: draw(text, ground, cells, context)
    case is ScrollView: break
    case let field as TextField: draw(field, ground, cells, context)
    case let stepper as Stepper: draw(stepper, cells, context)
    case let control as SegmentedControl: draw(control, cells, context)
    case let image as ImageView: draw(image, cells, context)
    case is Toolbar where ground == nil:
      fill(cells, theme.secondaryBackground.mixed(with: theme.fill, by: 0.35), in: context)
    case let control as Control: drawUnknown(control, ground, cells, context)
    default: drawPlain(view, cells, context)
    }
  }

  private mutating func draw(_ label: Label, _ cells: CellRect, _ context: DrawingContext) {
    let lines = TextLayout.lines(
      label.text, font: label.font, width: Double(cells.width) * CellMetrics.width,
      limit: label.numberOfLines, metrics: LayoutMetrics())
    let isBold = label.font.weight != .regular || label.font.size >= Canvas.largeFontSize
    let ink = Ink(label.textColor.map(theme.resolve), isBold: isBold)
    let top = cells.top + max(0, (cells.height - lines.count) / 2)
    for (index, line) in lines.enumerated() where top + index < cells.bottom {
      let free = max(0, cells.width - CellWidth.of(line))
      let offset =
        switch label.textAlignment {
        case .left: 0
        case .center: free / 2
        case .right: free
        }
      write(
        line, row: top + index, column: cells.left + offset, ink, clip: cells, in: context)
    }
  }

  /// From this size on text is bold, the only way a cell can make it larger.
  static let largeFontSize = 20.0

  private mutating func draw(
    _ button: Button, _ ground: RGB?, _ cells: CellRect, _ context: DrawingContext
  ) {
    let symbol = button.image?.cellText ?? ""
    let gap = symbol.isEmpty || button.title.isEmpty ? "" : " "
    let isDefault = button.window?.defaultButton === button && button.isEnabled
    let look = ControlLook(
      button.state, theme: theme, tint: context.tint,
      text: button.textColor.map(theme.resolve), body: ground, isStrong: isDefault,
      isDefault: isDefault)
    drawPushable(symbol + gap + button.title, look, in: cells, context)
  }

  private mutating func draw(_ item: BarItemView, _ cells: CellRect, _ context: DrawingContext) {
    guard item.isUserInteractionEnabled else { return }  // space between items
    let look = ControlLook(
      item.state, theme: theme, tint: context.tint, isStrong: item.item?.style == .done)
    drawPushable(item.text, look, in: cells, context)
  }

  /// A control of which only the base class is known: its name, and its states.
  private mutating func drawUnknown(
    _ control: Control, _ ground: RGB?, _ cells: CellRect, _ context: DrawingContext
  ) {
    let look = ControlLook(control.state, theme: theme, tint: context.tint, body: ground)
    let hasOwnLook = control.subviews.contains { !$0.isHidden }
    let name =
      control.accessibilityLabel ?? control.id ?? String(describing: type(of: control))
    drawPushable(hasOwnLook ? "" : name, look, in: cells, context)
  }

  /// A plain view shows its background alone, and its label if it has nothing else to show.
  private mutating func drawPlain(_ view: View, _ cells: CellRect, _ context: DrawingContext) {
    guard let text = view.accessibilityLabel, view.subviews.isEmpty else { return }
    let line = CellText.fit(text, cells.width)
    let left = cells.left + (cells.width - CellWidth.of(line)) / 2
    let ink = Ink(view.backgroundColor == nil ? theme.secondaryLabel : nil)
    write(line, row: cells.middleRow, column: left, ink, clip: cells, in: context)
  }
}
