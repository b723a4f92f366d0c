import ControlKit
import Testing
import TextScreen

/// A screen without colours shows by characters what a ground alone would show.
struct GroundLookTests {
  private let screen = Screen(columns: 12, rows: 5)
  private let area = View(frame: Rect(x: 8, y: 16, width: 64, height: 48))

  init() {
    area.backgroundColor = Color("secondaryBackground")
    screen.window.addSubview(area)
  }

  private var text: String {
    TextRenderer(theme: .dark, hasColors: false).render(screen.application).text
  }

  private static let frame = "\n ┌──────┐\n │      │\n └──────┘"

  @Test func areasHaveAnEdge() {
    #expect(text == Self.frame)
    // With colours they need none.
    #expect(screen.text == "")
  }

  /// Also what scrolls and what stacks, even when nothing is in it.
  @Test func soHaveListsAndStacks() {
    for view in [ScrollView(), StackView(axis: .vertical, []), Own()] as [View] {
      area.removeFromSuperview()
      let screen = Screen(columns: 12, rows: 5)
      view.frame = area.frame
      view.backgroundColor = area.backgroundColor
      screen.window.addSubview(view)

      let grid = TextRenderer(theme: .dark, hasColors: false).render(screen.application)
      #expect(grid.text == Self.frame, "\(view)")
    }
  }

  private final class Own: View {}

  /// The content is in front of the edge.
  @Test func contentCoversTheEdge() {
    let label = Label(text: "abc")
    label.frame = Rect(x: 0, y: 0, width: 64, height: 16)
    area.addSubview(label)
    #expect(text == "\n abc────┐\n │      │\n └──────┘")
  }

  /// What scrolls moves its content, not its edge.
  @Test func scrolledListKeepsItsEdge() {
    area.removeFromSuperview()
    let list = ScrollView(frame: area.frame)
    list.backgroundColor = area.backgroundColor
    for row in 0..<9 {
      let label = Label(text: "\(row)")
      label.frame = Rect(x: 16, y: Double(row) * 16, width: 16, height: 16)
      list.addSubview(label)
    }
    list.contentSize = Size(width: 64, height: 144)
    screen.window.addSubview(list)

    list.contentOffset.y = 48

    #expect(text == "\n ┌─3────│\n │ 4    █\n └─5────│")
  }

  /// One row or one column is a line.
  @Test(arguments: [
    (Rect(x: 8, y: 16, width: 64, height: 16), "\n ────────"),
    (Rect(x: 8, y: 16, width: 8, height: 32), "\n │\n │"),
    (Rect(x: 8, y: 16, width: 8, height: 16), "\n ─"),
    (Rect(x: 8, y: 16, width: 16, height: 32), "\n ┌┐\n └┘"),
    (Rect(x: -8, y: -16, width: 32, height: 48), "  │\n──┘"),
    (Rect(x: 8, y: 16, width: 0, height: 16), ""),
  ])
  func smallAreas(frame: Rect, expected: String) {
    area.frame = frame
    #expect(text == expected)
  }

  /// Where the ground is that of what is behind there is nothing to be seen, with colours neither.
  @Test func noEdgeOnTheSameGround() {
    area.backgroundColor = Color("background")
    #expect(text == "")
    area.backgroundColor = Color("tint")
    area.alpha = 0.5
    #expect(text == Self.frame)
  }

  /// What is in an area and has the same ground does not end it; another ground does.
  @Test func sameGroundInsideKeepsTheEdge() {
    let column = StackView(axis: .vertical, [])
    column.frame = area.bounds
    column.backgroundColor = area.backgroundColor
    area.addSubview(column)
    let label = Label(text: "abc")
    label.frame = Rect(x: 0, y: 0, width: 40, height: 16)
    label.backgroundColor = area.backgroundColor
    column.addSubview(label)
    #expect(text == "\n abc────┐\n │      │\n └──────┘")

    label.backgroundColor = Color("red")
    #expect(text == "\n abc\n │      │\n └──────┘")
    column.backgroundColor = Color("red")
    label.backgroundColor = nil
    column.frame = Rect(x: 16, y: 0, width: 32, height: 48)
    #expect(text == "\n ┌─abc┐─┐\n │ │  │ │\n └─└──┘─┘")
  }

  /// What fills its window has no other ground beside it; in a card the frame is there already.
  @Test func noEdgeAroundAWindow() {
    area.frame = screen.window.bounds
    #expect(text == "")

    let card = Screen(columns: 14, rows: 6, windowSize: Size(width: 64, height: 48))
    let all = View(frame: card.window.bounds)
    all.backgroundColor = Color("red")
    card.window.addSubview(all)
    let plain = TextRenderer(theme: .dark, hasColors: false).render(card.application)
    #expect(plain.text == card.text)
  }

  /// Controls, texts and pictures are seen without their ground.
  @Test func othersHaveNone() {
    area.removeFromSuperview()
    for view in [
      Label(text: "a"), Button(title: "a"), TextField(text: "a"), TextView(text: "a"), Slider(),
      ImageView(image: Image("star")), ProgressView(), Toolbar(), Control(),
    ] as [View] {
      let screen = Screen(columns: 12, rows: 5)
      view.frame = area.frame
      view.backgroundColor = Color("tint")
      screen.window.addSubview(view)

      let plain = TextRenderer(theme: .dark, hasColors: false).render(screen.application)
      #expect(plain.text == screen.text, "\(view)")
    }
  }

  /// A turned area has no edges along cells: shades are where it can be touched.
  @Test func turnedAreasAreShaded() {
    area.frame = Rect(x: 11, y: 20, width: 58, height: 37)
    area.transform = AffineTransform(rotationAngle: 0.6)

    let grid = TextRenderer(theme: .dark, hasColors: false).render(screen.application)

    var count = 0
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let isShaded = grid[row: row, column: column].content == .character("░")
        let point = CellMetrics.center(column: column, row: row)
        #expect(
          isShaded == (screen.window.hitTest(point, with: nil) === area),
          "\(row) \(column) \(grid.text)")
        if isShaded { count += 1 }
      }
    }
    #expect(count > 4)
  }
}
