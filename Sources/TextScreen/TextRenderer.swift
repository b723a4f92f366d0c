package import ControlKit

/// Draws the windows of an application as character cells.
///
/// Windows are drawn back to front, and those behind step back. A window with a size of its own is a
/// card: it has a border with its title and a close mark around its bounds, where there is room.
package struct TextRenderer {
  /// The colours; `nil` for those of the application's style.
  package var theme: Theme?
  /// Whether colours will be seen. Without them, what they alone would tell is told by characters.
  package var hasColors: Bool

  /// Creates a renderer.
  package init(theme: Theme? = nil, hasColors: Bool = true) {
    self.theme = theme
    self.hasColors = hasColors
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
      theme: theme, hasColors: hasColors)
    let windows = application.windows
    for window in windows {
      window.layoutIfNeeded()
      if window !== windows.first { canvas.recede() }
      draw(window, isKey: window === application.keyWindow, on: &canvas)
    }
    return canvas.grid
  }

  /// Draws again the rows of the views that changed, where that is enough.
  ///
  /// - Parameters:
  ///   - grid: What ``render(_:)`` made, or an earlier update.
  ///   - application: The same application.
  ///   - changes: What changed since then, after layout.
  /// - Returns: The rows drawn, from top to bottom; `nil` when the screen must be rendered anew.
  package func update(
    _ grid: inout CellGrid, _ application: Application, _ changes: DisplayChanges
  ) -> [Range<Int>]? {
    // Windows behind others step back, which cannot be told from what is drawn over it.
    let size = CellMetrics.cells(in: application.screenSize)
    guard !changes.hierarchy, application.windows.count == 1, let window = application.keyWindow,
      grid.columns == size.columns, grid.rows == size.rows
    else { return nil }
    var rows: [Range<Int>] = []
    for view in changes.views {
      guard view !== window, view.window === window else { return nil }
      collectRows(of: view, view.placementOnScreen, grid.bounds, &rows)
    }
    rows = merged(rows)
    // Many rows are the whole screen.
    guard rows.reduce(0, { $0 + $1.count }) < grid.rows / 2 else { return nil }
    var canvas = Canvas(grid: grid, theme: theme(of: application), hasColors: hasColors)
    for range in rows {
      canvas.area = CellRect(
        left: 0, top: range.lowerBound, right: grid.columns, bottom: range.upperBound)
      canvas.fill(canvas.area, canvas.theme.screenStyle.background, in: wholeScreen(of: canvas))
      draw(window, isKey: true, on: &canvas)
    }
    grid = canvas.grid
    return rows
  }

  private func wholeScreen(of canvas: Canvas) -> DrawingContext {
    DrawingContext(clip: canvas.area, tint: canvas.theme.tint)
  }

  /// The rows of a view and of everything in it.
  private func collectRows(
    of view: View, _ placement: AffineTransform, _ screen: CellRect, _ rows: inout [Range<Int>]
  ) {
    let cells = CellMetrics.cells(covering: placement.apply(to: view.bounds))
    // One row more on each side, since which edges belong to a turned view has turned with it.
    let visible = cells.inset(columns: 0, rows: -1).intersection(screen)
    if !visible.isEmpty { rows.append(visible.top..<visible.bottom) }
    for child in view.subviews {
      collectRows(of: child, child.placement.concatenating(placement), screen, &rows)
    }
  }

  private func merged(_ rows: [Range<Int>]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for range in rows.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  private func draw(_ window: Window, isKey: Bool, on canvas: inout Canvas) {
    guard !window.isHidden, window.alpha >= 0.01 else { return }
    let cells = CellMetrics.cells(covering: window.frame)
    let fillsScreen = cells.intersection(canvas.grid.bounds) == canvas.grid.bounds
    let theme = canvas.theme
    let context = DrawingContext(
      clip: canvas.area, alpha: window.alpha, tint: theme.tint, isRaised: !fillsScreen)
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
    inside.clip = cells.intersection(canvas.area)
    inside.room = cells
    inside.toScreen = window.placement
    inside.tint = window.tintColor.map(theme.resolve) ?? context.tint
    for view in window.subviews { canvas.draw(view, in: inside) }
  }

  private func drawTitle(
    of window: Window, _ card: CellRect, on canvas: inout Canvas, _ context: DrawingContext
  ) {
    guard card.top >= 0, card.width >= 8 else { return }
    let theme = canvas.theme
    let top = card.row(card.top).intersection(canvas.area)
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
