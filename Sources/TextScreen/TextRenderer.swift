package import ControlKit

/// Draws the windows of an application as character cells.
///
/// Windows are drawn back to front, and those behind step back. A window with a size of its own is a
/// card: it has a border with its title and a close mark around its bounds, where there is room.
package struct TextRenderer {
  /// The colours; `nil` for those of the application's style.
  package var theme: Theme?

  /// Creates a renderer.
  package init(theme: Theme? = nil) {
    self.theme = theme
  }

  /// The colours in which an application is drawn.
  package func theme(of application: Application) -> Theme {
    theme ?? (application.userInterfaceStyle == .dark ? .dark : .light)
  }

  /// The cells in which a click closes the frontmost window, or `nil` when it has no close mark.
  package static func closeMark(of application: Application) -> CellRect? {
    guard let window = application.keyWindow else { return nil }
    let frame = CellMetrics.cells(covering: window.frame)
    let screen = CellMetrics.cells(in: application.screenSize)
    guard frame.top > 0, frame.width >= 6, frame.right <= screen.columns else { return nil }
    return CellRect(
      left: frame.right - 4, top: frame.top - 1, right: frame.right - 1, bottom: frame.top)
  }

  /// The whole screen. Layout that is still to be done is done first.
  package func render(_ application: Application) -> CellGrid {
    let theme = theme(of: application)
    let size = CellMetrics.cells(in: application.screenSize)
    var canvas = Canvas(
      grid: CellGrid(columns: size.columns, rows: size.rows, style: theme.screenStyle),
      theme: theme)
    let windows = application.windows
    for window in windows {
      window.layoutIfNeeded()
      if window !== windows.first { canvas.recede() }
      draw(window, isKey: window === application.keyWindow, on: &canvas)
    }
    return canvas.grid
  }

  private func draw(_ window: Window, isKey: Bool, on canvas: inout Canvas) {
    guard !window.isHidden, window.alpha >= 0.01 else { return }
    let cells = CellMetrics.cells(covering: window.frame)
    let fillsScreen = cells.intersection(canvas.grid.bounds) == canvas.grid.bounds
    let theme = canvas.theme
    let context = DrawingContext(
      clip: canvas.grid.bounds, alpha: window.alpha, tint: theme.tint, isRaised: !fillsScreen)
    let ground =
      window.backgroundColor.map(theme.resolve)
      ?? (fillsScreen ? theme.background : theme.secondaryBackground)
    let card = cells.inset(columns: -1, rows: -1)
    canvas.fill(fillsScreen ? cells : card, ground, in: context)
    if !fillsScreen {
      let ink = Ink(isKey ? theme.separator.mixed(with: theme.label, by: 0.25) : theme.separator)
      canvas.box(card, .thin, ink, in: context)
      drawTitle(of: window, card, on: &canvas, context)
    }
    var inside = context
    inside.clip = cells.intersection(canvas.grid.bounds)
    inside.toScreen = window.placement
    inside.tint = window.tintColor.map(theme.resolve) ?? context.tint
    for view in window.subviews { canvas.draw(view, in: inside) }
  }

  private func drawTitle(
    of window: Window, _ card: CellRect, on canvas: inout Canvas, _ context: DrawingContext
  ) {
    guard card.top >= 0, card.width >= 8 else { return }
    let theme = canvas.theme
    let top = card.row(card.top)
    let room = card.width - 9
    if !window.title.isEmpty, room > 0 {
      let title = " \(CellText.fit(window.title, room)) "
      canvas.write(
        title, row: card.top, column: card.left + 2, Ink(isBold: true), clip: top, in: context)
    }
    canvas.write(
      " × ", row: card.top, column: card.right - 5, Ink(theme.secondaryLabel), clip: top,
      in: context)
  }
}
