import ControlKit
import Testing
import TextScreen

struct CellGridTests {
  private let style = Theme.dark.screenStyle

  private func grid(_ lines: String..., columns: Int) -> CellGrid {
    var grid = CellGrid(columns: columns, rows: lines.count, style: style)
    for (row, line) in lines.enumerated() { grid.write(line, row: row, column: 0, style: style) }
    return grid
  }

  @Test func textIsTrimmed() {
    #expect(grid("a b  ", "", columns: 8).text == "a b")
    #expect(grid("", " x", "", columns: 8).text == "\n x")
  }

  @Test(arguments: [(0, "x 어"), (1, " x어"), (2, "한x"), (3, "한 x")])
  func writingOverHalfAWideCharacterBlanksTheOther(column: Int, expected: String) {
    var grid = grid("한어", columns: 4)
    grid.put("x", row: 0, column: column, style: style, clip: grid.bounds)

    #expect(grid.text == expected)
  }

  @Test func wideCharacterAtTheEdgeIsASpace() {
    #expect(grid("a한", columns: 2).text == "a")
  }

  @Test func equalScreensHaveNoDifference() {
    #expect(grid("한 abc", columns: 8).runs(changedFrom: grid("한 abc", columns: 8)).isEmpty)
  }

  @Test func anotherSizeOrNoneIsDrawnWhole() {
    let new = grid("ab", "c", columns: 2)
    #expect(new.runs(changedFrom: nil).map(\.cells.count) == [2, 2])
    #expect(new.runs(changedFrom: grid("ab", columns: 2)).count == 2)
  }

  @Test func onlyChangedCellsAreInTheDifference() {
    let runs = grid("abXdeYZh", columns: 8).runs(changedFrom: grid("abcdefgh", columns: 8))

    #expect(runs.map(\.column) == [2, 5])
    #expect(runs.map(\.cells.count) == [1, 2])
  }

  @Test func styleAloneIsADifference() {
    var new = grid("abc", columns: 3)
    new.restyle(row: 0, column: 1) { $0.isBold = true }

    #expect(new.runs(changedFrom: grid("abc", columns: 3)).map(\.column) == [1])
  }

  /// Whatever changes, applying the difference gives the new screen, and no run begins or ends
  /// inside a wide character.
  @Test func differenceTurnsOneScreenIntoTheOther() {
    var random = Generator(state: 7)
    let pieces: [Character] = ["a", "b", " ", "한", "국", "👍"]
    func line() -> String {
      String((0..<9).compactMap { _ in pieces.randomElement(using: &random) })
    }
    for _ in 0..<500 {
      let old = grid(line(), columns: 10)
      let new = grid(line(), columns: 10)
      var shown = Array(old[row: 0])
      for run in new.runs(changedFrom: old) {
        #expect(run.cells.first?.content != .continuation)
        let end = run.column + run.cells.count
        if end < 10 { #expect(new[row: 0, column: end].content != .continuation) }
        shown.replaceSubrange(run.column..<end, with: run.cells)
      }
      #expect(shown == Array(new[row: 0]))
    }
  }
}
