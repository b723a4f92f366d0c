import ControlKit
import TextScreen

/// An application with one window that fills a small screen.
struct Screen {
  let application = Application()
  let window: Window

  init(columns: Int, rows: Int, windowSize: Size? = nil, title: String = "") {
    window = Window(title: title, size: windowSize)
    let size = CellMetrics.size(columns: columns, rows: rows)
    application.send(InputEvent(.resize(size), at: 0))
    application.show(window)
  }

  /// Shows a single view that has so many cells.
  init(_ view: View, columns: Int, rows: Int = 1) {
    self.init(columns: columns, rows: rows)
    view.frame = Rect(origin: .zero, size: CellMetrics.size(columns: columns, rows: rows))
    window.addSubview(view)
  }

  var grid: CellGrid { TextRenderer(theme: .dark).render(application) }
  var text: String { grid.text }

  func touch(_ phase: Touch.Phase, column: Int, row: Int) {
    let point = CellMetrics.center(column: column, row: row)
    application.send(
      InputEvent(.touch(id: 0, phase: phase, location: point, kind: .pointer), at: 0))
  }
}
