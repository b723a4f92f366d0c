internal import CLuaBench
internal import ControlKit
internal import HandlerHost

/// Shows how costs grow: with the handlers of a control, the controls that are alive, and the depth of
/// the tree. Each line is the median of some rounds, each measured beside the plain C limit.
func measureGrowth() throws {
  let rounds = options.isQuick ? 3 : 9
  print(
    padded("growth", 34), padded("number", 9, right: true), padded("ns", 10, right: true),
    padded("C limits", 10, right: true))
  for count in [1, 10, 100, 1000] {
    let bench = try Bench(
      "for i = 1, \(count) do button:on('touchUpInside', function(sender) n = n + 1 end) end")
    show("one event, handlers of a control", count, rounds) {
      let sends = max(1, 40_000 / count)
      return time { for _ in 0..<sends { bench.button.sendActions(for: .touchUpInside) } }
        / Double(sends)
    }
  }
  for count in [100, 10_000, options.isQuick ? 30_000 : 100_000] {
    let bench = try Bench(
      """
      kept = {}
      for i = 1, \(count) do
        kept[i] = ui.Button {}
        kept[i]:on("touchUpInside", function() end)
      end
      button:on("touchUpInside", function(sender) n = n + 1 end)
      """)
    show("one event, controls alive", count, rounds) {
      time { for _ in 0..<40_000 { bench.button.sendActions(for: .touchUpInside) } } / 40_000
    }
  }
  for depth in [10, 100, 1000] {
    let root = makeChain(of: depth)
    let point = Point(x: 50, y: 50)
    show("hit test, views inside each other", depth, rounds) {
      let hits = max(1, 20_000 / depth)
      return time { for _ in 0..<hits { _ = root.hitTest(point, with: nil) } } / Double(hits)
    }
  }
  for count in [100, 10_000, 1_000_000] {
    let root = makeTree(of: count)
    let hit = hits(root)
    show("hit test, views of a page", count, rounds) { hit(2_000) / 2_000 }
  }
  try measureBytes(of: options.isQuick ? 20_000 : 100_000)
  print("")
}

/// Shows what controls with one handler each, which captures its control, take; and that all of them go.
private func measureBytes(of count: Int) throws {
  let bench = try Bench(
    """
    function work(count)
      kept = {}
      for i = 1, count do
        local b = ui.Button {}
        b:on("touchUpInside", function() return b end)
        kept[i] = b
      end
    end
    """)
  bench.host.collectGarbage()
  let before = hh_bench_heap()
  let objects = bench.host.scriptedObjectCount
  _ = timeScript(bench, count)
  for _ in 0..<6 { bench.host.collectGarbage() }
  let bytes = Double(hh_bench_heap() - before) / Double(count)
  let bare = bytesOfButton(of: count)
  try bench.host.run(source: "kept = nil", name: "drop")
  for _ in 0..<4 { bench.host.collectGarbage() }
  print(
    "a button with one handler that captures it: \(decimals(bytes, 0)) bytes, "
      + "\(decimals(bare, 0)) of them the button by itself; of \(count) are left when dropped: \(bench.host.scriptedObjectCount - objects)"
  )
}

/// What a button takes that no script knows.
private func bytesOfButton(of count: Int) -> Double {
  let before = hh_bench_heap()
  let buttons = (0..<count).map { _ in Button() }
  defer { withExtendedLifetime(buttons) {} }
  return Double(hh_bench_heap() - before) / Double(count)
}

/// Prints the median of some rounds; a round gives seconds.
private func show(_ name: String, _ number: Int, _ rounds: Int, _ round: () -> Double) {
  var seconds: [Double] = []
  var ratios: [Double] = []
  for _ in 0..<rounds {
    let limit = hh_bench_limit(20_000) / 20_000
    let own = round()
    seconds.append(own)
    ratios.append(own / limit)
  }
  print(
    padded(name, 34), padded("\(number)", 9, right: true),
    padded(decimals(median(seconds) * 1e9, 0), 10, right: true),
    padded(decimals(median(ratios), 1), 10, right: true))
}
