internal import ControlKit
internal import TextScreen

/// The last lines a script printed, below the application.
struct LogPane {
  private var lines: [String] = []
  private(set) var isVisible = false
  private var hasBeenHidden = false

  /// How many lines are shown.
  static let lineCount = 3

  /// Adds a line. The first one makes the pane appear.
  mutating func append(_ line: String) {
    lines.append(String(line.prefix(Self.longestLine)))
    if lines.count > Self.lineCount { lines.removeFirst(lines.count - Self.lineCount) }
    if !hasBeenHidden { isVisible = true }
  }

  private static let longestLine = 1000

  /// Shows it or hides it. Once hidden, it stays so until asked for.
  mutating func toggle() {
    isVisible.toggle()
    hasBeenHidden = !isVisible
  }

  /// How many rows of a screen it takes, its rule included; 0 when the screen is too low.
  func rows(of screenRows: Int) -> Int {
    guard isVisible else { return 0 }
    let rows = min(Self.lineCount + 1, screenRows / 3)
    return rows >= 2 ? rows : 0
  }

  /// Draws it into the bottom rows.
  func draw(on grid: inout CellGrid, theme: Theme) {
    let rows = rows(of: grid.rows)
    guard rows > 0 else { return }
    var style = CellStyle(foreground: theme.separator, background: theme.background)
    let top = grid.rows - rows
    let rule = String(repeating: "─", count: grid.columns)
    grid.write(rule, row: top, column: 0, style: style)
    style.foreground = theme.secondaryLabel
    style.isDim = true
    grid.write(" log · F12 hides ", row: top, column: 2, style: style)
    for (index, line) in lines.suffix(rows - 1).enumerated() {
      grid.write(line, row: top + 1 + index, column: 1, style: style)
    }
  }
}
