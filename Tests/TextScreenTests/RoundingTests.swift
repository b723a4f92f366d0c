import ControlKit
import Testing
import TextScreen

/// What is seen in a cell is what a click there hits.
struct RoundingTests {
  /// Halves go down: a view from 8 to 24 points shows in the first row, whose middle is its edge.
  @Test(arguments: [
    (0.0, 16.0, 0, 1), (8.0, 16.0, 0, 1), (8.1, 16.0, 1, 2), (7.9, 16.0, 0, 1), (4.0, 40.0, 0, 3),
    (0.0, 24.0, 0, 1), (0.0, 24.1, 0, 2), (1.0, 4.0, 0, 1), (10.0, 4.0, 0, 1), (-20.0, 16.0, -1, 0),
  ])
  func rowsOfAView(y: Double, height: Double, top: Int, bottom: Int) {
    let rect = CellMetrics.cells(covering: Rect(x: 0, y: y, width: 8, height: height))

    #expect(rect.top == top)
    #expect(rect.bottom == bottom)
  }

  @Test func emptyViewsHaveNoCell() {
    #expect(CellMetrics.cells(covering: Rect(x: 4, y: 8, width: 0, height: 16)).isEmpty)
  }

  /// Random trees of coloured views: the view whose colour a cell has is the one hit there.
  @Test(arguments: 0..<60)
  func colourOfACellIsTheViewHitThere(seed: Int) {
    var random = Generator(state: UInt64(seed + 1))
    let screen = Screen(columns: 30, rows: 12)
    var views: [RGB: View] = [Theme.dark.background: screen.window]
    grow(screen.window, room: screen.window.bounds, depth: 0, &views, &random)
    let grid = screen.grid
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let drawn = views[grid[row: row, column: column].style.background]
        let hit = screen.window.hitTest(CellMetrics.center(column: column, row: row), with: nil)
        #expect(drawn === hit, "seed \(seed), row \(row), column \(column)")
      }
    }
  }

  /// Adds views with fractional frames, inside their superview and large enough to hold the middle
  /// of a cell.
  private func grow(
    _ parent: View, room: Rect, depth: Int, _ views: inout [RGB: View], _ random: inout Generator
  ) {
    guard depth < 3, room.width > 40, room.height > 40 else { return }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let steps: [Double] = [0.25, 1.0 / 3, 1, 4, 8]
      let step: Double = steps.randomElement(using: &random) ?? 1
      func pick(_ range: ClosedRange<Double>) -> Double {
        min(
          max((Double.random(in: range, using: &random) / step).rounded() * step, range.lowerBound),
          range.upperBound)
      }
      let width = pick(16...room.width - 8)
      let height = pick(20...room.height - 8)
      let frame = Rect(
        x: pick(0...room.width - width), y: pick(0...room.height - height), width: width,
        height: height)
      let view = View(frame: frame)
      let number = views.count
      view.backgroundColor = Color(
        red: UInt8(number % 250), green: UInt8(number / 250), blue: 200)
      views[RGB(red: UInt8(number % 250), green: UInt8(number / 250), blue: 200)] = view
      parent.addSubview(view)
      grow(view, room: view.bounds, depth: depth + 1, &views, &random)
    }
  }
}

/// The same numbers on every run.
struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
