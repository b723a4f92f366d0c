import ControlKit
import Testing
import TextScreen

/// Views that are moved, scaled or turned are drawn where they can be touched.
struct TransformLookTests {
  /// In every cell the colour is that of the view which a click there hits.
  @Test(arguments: [
    AffineTransform(translationX: 20, y: 9), AffineTransform(scaleX: 2, y: 2),
    AffineTransform(scaleX: 0.5, y: 1.5), AffineTransform(scaleX: -1, y: 1),
    AffineTransform(rotationAngle: .pi / 2), AffineTransform(rotationAngle: 0.6),
    AffineTransform(rotationAngle: -1).scaledBy(x: 1.3, y: 0.8).translatedBy(x: 11, y: 5),
  ])
  func colourOfACellIsTheViewHitThere(transform: AffineTransform) throws {
    let screen = Screen(columns: 60, rows: 24)
    let outer = View(frame: Rect(x: 141, y: 111, width: 200, height: 150))
    let inner = View(frame: Rect(x: 20, y: 30, width: 120, height: 90))
    outer.backgroundColor = Color("#010000")
    inner.backgroundColor = Color("#000100")
    outer.transform = transform
    inner.transform = AffineTransform(translationX: 10, y: 4).rotated(by: 0.2)
    screen.window.addSubview(outer)
    outer.addSubview(inner)
    let colors: [RGB: View] = [
      Theme.dark.background: screen.window, RGB(0x010000): outer, RGB(0x000100): inner,
    ]

    let grid = screen.grid

    var count = 0
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let drawn = colors[grid[row: row, column: column].style.background]
        let hit = screen.window.hitTest(CellMetrics.center(column: column, row: row), with: nil)
        // What sticks out of its superview is drawn but cannot be touched.
        let sticksOut = drawn === inner && hit === screen.window
        #expect(drawn === hit || sticksOut, "row \(row), column \(column)")
        if drawn === inner { count += 1 }
      }
    }
    #expect(count > 10)
  }

  /// What is in a scaled view keeps its size and goes to its own place.
  @Test func scaledStack() {
    let screen = Screen(columns: 20, rows: 6)
    let stack = StackView(axis: .vertical, [Label(text: "one"), Label(text: "two")])
    stack.frame = Rect(x: 40, y: 16, width: 40, height: 32)
    stack.transform = AffineTransform(scaleX: 2, y: 2)
    screen.window.addSubview(stack)

    #expect(screen.text == "  one\n\n  two")
  }

  /// The knob of a scaled slider is in the cell where a press takes hold of it.
  @Test(arguments: [0.5, 1, 1.5, 2])
  func knobOfAScaledSlider(scale: Double) throws {
    let screen = Screen(columns: 60, rows: 3)
    let slider = Slider(value: 0.75)
    slider.frame = Rect(x: 160, y: 16, width: 160, height: 16)
    slider.transform = AffineTransform(scaleX: scale, y: 1)
    screen.window.addSubview(slider)
    let column = try #require(
      (0..<60).first { screen.grid[row: 1, column: $0].content == .character("●") })

    screen.touch(.began, column: column, row: 1)
    screen.touch(.moved, column: column, row: 1)

    #expect(slider.value == 0.75)
  }

  /// A view that is flattened is neither drawn nor hit.
  @Test func flattened() {
    let screen = Screen(Label(text: "flat"), columns: 10)
    screen.window.subviews.first?.transform = AffineTransform(scaleX: 0, y: 1)

    #expect(screen.text == "")
  }
}

/// Colours by the application's style.
struct StyleLookTests {
  /// Semantic colours follow the style; colours in numbers stay.
  @Test func semanticColoursFollow() {
    let screen = Screen(columns: 4, rows: 2)
    let semantic = View(frame: Rect(x: 0, y: 0, width: 32, height: 16))
    semantic.backgroundColor = Color("red")
    let fixed = View(frame: Rect(x: 0, y: 16, width: 32, height: 16))
    fixed.backgroundColor = Color("#123456")
    screen.window.addSubview(semantic)
    screen.window.addSubview(fixed)
    func grounds() -> [RGB] {
      let grid = TextRenderer().render(screen.application)
      return (0..<2).map { grid[row: $0, column: 0].style.background }
    }

    #expect(grounds() == [RGB(0xD32F2F), RGB(0x123456)])
    screen.application.userInterfaceStyle = .dark
    #expect(grounds() == [RGB(0xFF6B6B), RGB(0x123456)])
  }

  /// In a card, which is on the second background itself, that colour still stands out: also on a
  /// terminal of 256 colours.
  @Test(arguments: [Theme.dark, Theme.light])
  func secondBackgroundInACard(theme: Theme) {
    let screen = Screen(columns: 30, rows: 8, windowSize: Size(width: 160, height: 64))
    let part = View(frame: Rect(x: 16, y: 16, width: 80, height: 32))
    part.backgroundColor = Color("secondaryBackground")
    screen.window.addSubview(part)

    let grid = TextRenderer(theme: theme).render(screen.application)

    let frame = CellMetrics.cells(covering: screen.window.frame)
    let card = grid[row: frame.top, column: frame.left].style.background
    let inside = grid[row: frame.top + 1, column: frame.left + 2].style.background
    #expect(card == theme.secondaryBackground)
    #expect(abs(card.brightness - inside.brightness) > 0.03)
  }
}
