import ControlKit
import Testing
import TextScreen

/// Drawing only what changed gives the same screen as drawing everything.
@Suite struct UpdateTests {
  /// Numbers that look random and are the same in each run.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 31
    }
  }

  private final class Screen {
    let application = Application()
    let window = Window(title: "window")
    var views: [View] = []
    var labels: [Label] = []

    init(card: Bool, dice: inout Dice) {
      application.send(InputEvent(.resize(CellMetrics.size(columns: 60, rows: 40)), at: 0))
      if card { window.frame = Rect(x: 40, y: 64, width: 320, height: 480) }
      for index in 0..<40 {
        let frame = Rect(
          x: .random(in: -40...440, using: &dice), y: .random(in: -40...640, using: &dice),
          width: .random(in: 8...200, using: &dice), height: .random(in: 8...64, using: &dice))
        let view: View
        switch index % 7 {
        case 0: view = Button(title: "b\(index)")
        case 1: view = Slider()
        case 2: view = Switch()
        case 3: view = TextField(text: "field")
        case 4:
          let box = View(frame: frame)
          box.backgroundColor = Color("secondaryBackground")
          box.clipsToBounds = index % 2 == 0
          let inner = Label(text: "inner \(index)")
          inner.frame = Rect(x: 8, y: 8, width: 120, height: 32)
          box.addSubview(inner)
          labels.append(inner)
          view = box
        default:
          let label = Label(text: "label \(index)")
          labels.append(label)
          view = label
        }
        view.frame = frame
        if index % 11 == 0 { view.transform = AffineTransform(rotationAngle: 0.4) }
        window.addSubview(view)
        views.append(view)
      }
      application.show(window)
    }

    func change(_ dice: inout Dice) {
      let view = views[Int.random(in: 0..<views.count, using: &dice)]
      switch Int.random(in: 0..<6, using: &dice) {
      case 0:
        labels[Int.random(in: 0..<labels.count, using: &dice)].text =
          String(repeating: "한글 text ", count: .random(in: 0...4, using: &dice))
      case 1: view.alpha = .random(in: 0.02...1, using: &dice)
      case 2: view.backgroundColor = Bool.random(using: &dice) ? Color("tint") : nil
      case 3: (view as? Control)?.isEnabled.toggle()
      case 4: (view as? Slider)?.value = .random(in: 0...1, using: &dice)
      default: (view as? Switch)?.isOn.toggle()
      }
    }
  }

  @Test("An update of what changed is the same as rendering all", arguments: 0..<20)
  func updateIsTheSame(seed: Int) throws {
    var dice = Dice(state: UInt64(seed) &* 7919 &+ 1)
    let screen = Screen(card: seed % 2 == 1, dice: &dice)
    let renderer = TextRenderer(hasColors: seed % 4 < 2)
    _ = screen.application.takeChanges()
    var grid = renderer.render(screen.application)
    var updates = 0
    for _ in 0..<60 {
      for _ in 0..<Int.random(in: 1...2, using: &dice) { screen.change(&dice) }
      let before = grid
      if let rows = renderer.update(&grid, screen.application, screen.application.takeChanges()) {
        updates += 1
        let untouched = (0..<grid.rows).filter { row in !rows.contains { $0.contains(row) } }
        for row in untouched { #expect(grid[row: row] == before[row: row]) }
      } else {
        grid = renderer.render(screen.application)
      }
      try #require(grid.text == renderer.render(screen.application).text)
      try #require(grid == renderer.render(screen.application))
    }
    #expect(updates > 10)
  }

  @Test("A frame of a thousand labels draws one row when one label changed")
  func oneLabelOneRow() throws {
    let application = Application()
    application.send(InputEvent(.resize(CellMetrics.size(columns: 160, rows: 100)), at: 0))
    let window = Window(title: "")
    let labels = (0..<1000).map { index in
      let label = Label(text: "label \(index)")
      label.frame = Rect(
        x: Double(index % 10) * 128, y: Double(index / 10) * 16, width: 128, height: 16)
      window.addSubview(label)
      return label
    }
    application.show(window)
    _ = application.takeChanges()
    let renderer = TextRenderer()
    var grid = renderer.render(application)
    let before = grid

    labels[555].text = "changed"

    let changes = application.takeChanges()
    #expect(changes.views == [labels[555]] && !changes.hierarchy)
    let rows = try #require(renderer.update(&grid, application, changes))
    #expect(rows == [54..<57])
    let runs = grid.runs(changedFrom: before, rows: rows)
    #expect(runs.allSatisfy { $0.row == 55 } && runs.reduce(0) { $0 + $1.cells.count } <= 16)
  }
}
