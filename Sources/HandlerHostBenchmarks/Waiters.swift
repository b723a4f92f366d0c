internal import CLuaBench
internal import HandlerHost

/// Shows what handlers that wait cost, many of them at once: memory for each, and the time to start and
/// to cancel them, for 10 000 and for 100 000.
func measureWaiters() throws {
  let waits = [
    ("sleep", "ui.sleep(1)"), ("one control", "slider:wait('valueChanged')"),
    ("many controls", "many[i]:wait('touchUpInside')"),
    ("waitAny", "ui.waitAny { { slider, 'valueChanged' }, { many[i], 'touchUpInside' } }"),
  ]
  print(
    padded("waiters", 16), padded("number", 8, right: true), padded("bytes", 8, right: true),
    padded("start ms", 10, right: true), padded("remove ms", 10, right: true),
    padded("close ms", 10, right: true))
  for (name, wait) in waits {
    for count in options.isQuick ? [1_000, 10_000] : [10_000, 100_000] {
      let script = """
        many, group, i = {}, ui.group(), 0
        for k = 1, \(wait.contains("many") ? count : 0) do many[k] = ui.Button {} end
        button:on("touchUpInside", function() i = i + 1 \(wait) end, { group = group })
        """
      let bench = try Bench(script)
      bench.host.collectGarbage()
      let before = hh_bench_heap()
      let start = time { for _ in 0..<count { bench.button.sendActions(for: .touchUpInside) } }
      bench.host.collectGarbage()
      let bytes = (hh_bench_heap() - before) / count
      guard bench.host.waitingHandlerCount == count else { continue }
      let remove = time { try? bench.host.run(source: "group:remove()", name: "remove") }
      let other = try Bench(script)
      for _ in 0..<count { other.button.sendActions(for: .touchUpInside) }
      let close = time { other.host.close() }
      print(
        padded(name, 16), padded("\(count)", 8, right: true), padded("\(bytes)", 8, right: true),
        padded(decimals(start * 1e3, 0), 10, right: true),
        padded(decimals(remove * 1e3, 0), 10, right: true),
        padded(decimals(close * 1e3, 0), 10, right: true))
    }
  }
  print("")
}
