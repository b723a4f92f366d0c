internal import CLuaBench
internal import ControlKit
internal import TextScreen

/// A tree of views as applications have them: cards in rows of a scrolled page, a few controls each.
func makeTree(of count: Int) -> View {
  let root = View(frame: Rect(x: 0, y: 0, width: 1000, height: 10_000))
  var made = 1
  var branches = [root]
  // Each view has ten children, in a row or a column, and none overlaps another.
  while made < count {
    var next: [View] = []
    for branch in branches {
      let isRow = branch.bounds.width >= branch.bounds.height
      for index in 0..<10 where made < count {
        let size = branch.bounds.size
        let frame =
          isRow
          ? Rect(
            x: size.width / 10 * Double(index), y: 0, width: size.width / 10, height: size.height)
          : Rect(
            x: 0, y: size.height / 10 * Double(index), width: size.width, height: size.height / 10)
        let child = View(frame: frame)
        branch.addSubview(child)
        next.append(child)
        made += 1
      }
    }
    branches = next
  }
  return root
}

/// A chain of views, each inside the other.
func makeChain(of depth: Int) -> View {
  let frame = Rect(x: 0, y: 0, width: 100, height: 100)
  let root = View(frame: frame)
  var inner = root
  for _ in 1..<depth {
    let child = View(frame: frame)
    inner.addSubview(child)
    inner = child
  }
  return root
}

func hits(_ root: View) -> (Int) -> Double {
  { count in
    var found = 0
    let size = root.bounds.size
    let seconds = time {
      for index in 0..<count {
        // Points all over the tree, in an order that caches do not foresee.
        let place = Double(index &* 7919 % 9973) / 9973
        let point = Point(x: size.width * place, y: size.height * (1 - place) * 0.999)
        if root.hitTest(point, with: nil) != nil { found += 1 }
      }
    }
    return found == count ? seconds : .nan
  }
}

/// What the views cost, held against the time of the plain C limit.
func makeTreeWorkloads() -> [Workload] {
  let limit: (Int) -> Double = { hh_bench_limit($0) }
  func hit(
    _ name: String, _ root: @autoclosure @escaping () -> View, _ count: Int, counted: Int = 0
  ) -> Workload {
    var tree: View?
    return Workload(
      name: name, reference: "C limit", count: count, counted: counted,
      run: { count in
        let root = tree ?? root()
        tree = root
        return hits(root)(count)
      }, runReference: limit)
  }
  return [
    hit("hit-100", makeTree(of: 100), 50_000, counted: 200),
    hit("hit-10k", makeTree(of: 10_000), 50_000),
    hit("hit-1m", makeTree(of: 1_000_000), 50_000),
    hit("hit-deep", makeChain(of: 1000), 1000, counted: 4),
    layoutWorkload(limit),
    frameWorkload("frame-one-label", limit) { labels, turn in
      labels[turn % labels.count].text = "changed \(turn)"
    },
    frameWorkload("frame-all", limit) { labels, turn in
      for label in labels { label.text = "changed \(turn)" }
    },
  ]
}

/// Layout of 10 000 labels in stacks of a hundred.
private func layoutWorkload(_ limit: @escaping (Int) -> Double) -> Workload {
  let outer = StackView(axis: .vertical)
  for _ in 0..<100 {
    let inner = StackView(axis: .horizontal)
    for index in 0..<100 { inner.addArrangedSubview(Label(text: "\(index)")) }
    outer.addArrangedSubview(inner)
  }
  outer.frame = Rect(x: 0, y: 0, width: 10_000, height: 2000)
  return Workload(
    name: "layout-10k", reference: "10 000 × C limit", count: 4, counted: 1,
    run: { count in
      time {
        for _ in 0..<count {
          // Another width each time, so that every stack inside gets another one.
          outer.frame.size.width = outer.frame.width == 10_000 ? 11_000 : 10_000
          outer.layoutIfNeeded()
        }
      }
    }, runReference: { limit(10_000 * $0) })
}

/// A frame of character cells with a thousand labels, after some of them changed.
private func frameWorkload(
  _ name: String, _ limit: @escaping (Int) -> Double,
  _ change: @escaping ([Label], Int) -> Void
) -> Workload {
  let application = Application()
  let window = Window(title: "")
  var labels: [Label] = []
  for index in 0..<1000 {
    let label = Label(text: "label \(index)")
    label.frame = Rect(
      x: Double(index % 10) * 128, y: Double(index / 10) * 16, width: 128, height: 16)
    window.addSubview(label)
    labels.append(label)
  }
  let size = (columns: 160, rows: 104)
  application.send(
    InputEvent(.resize(CellMetrics.size(columns: size.columns, rows: size.rows)), at: 0))
  application.show(window)
  let renderer = TextRenderer()
  var shown = renderer.render(application)
  var turn = 0
  return Workload(
    name: name, reference: "1000 × C limit", count: 40,
    run: { count in
      time {
        for _ in 0..<count {
          turn += 1  // on and on: the same text again would be no change
          change(labels, turn)
          // As the terminal's front-end does: the rows that changed, or else the whole screen.
          var grid = shown
          if let rows = renderer.update(&grid, application, application.takeChanges()) {
            _ = grid.runs(changedFrom: shown, rows: rows)
          } else {
            grid = renderer.render(application)
            _ = grid.runs(changedFrom: shown)
          }
          shown = grid
        }
      }
    }, runReference: { limit(1000 * $0) })
}
