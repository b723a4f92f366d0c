internal import CLuaBench
internal import ControlKit
internal import HandlerHost

/// One piece of work with the C work it is compared with.
struct Workload {
  let name: String
  /// What the ratio is against.
  let reference: String
  let count: Int
  /// How many operations are enough to count their instructions; 0 leaves it out of the record.
  var counted = 0
  /// What to do before counting, so that Lua's collector is at the same point each time.
  var settle: () -> Void = {}
  /// Seconds for `count` operations.
  let run: (Int) -> Double
  /// Seconds for as many operations of the reference.
  let runReference: (Int) -> Double
}

/// Seconds that a body takes.
func time(_ body: () -> Void) -> Double {
  let start = hh_bench_now()
  body()
  return hh_bench_now() - start
}

/// A shown button with what a script registered on it.
struct Bench {
  let application = Application()
  let host: ScriptHost
  let button: Button
  let slider: Slider

  init(_ script: String = "", _ configuration: ScriptHost.Configuration = .standard) throws {
    host = try ScriptHost(application: application, configuration: configuration)
    try host.run(
      source: """
        window = ui.Window { title = "bench" }
        button = ui.Button { title = "ok", id = "button" }
        slider = ui.Slider { id = "slider", value = 0.5 }
        window:addSubview(ui.VStack { button, slider })
        window:show()
        n = 0
        \(script)
        """, name: "bench")
    guard let button = application.view(withID: "button") as? Button,
      let slider = application.view(withID: "slider") as? Slider
    else { throw ScriptError(code: .internal, message: "the bench has no button") }
    self.button = button
    self.slider = slider
    _ = application.takeChanges()
  }

  /// The middle of the button, on the screen.
  var middle: Point {
    button.convert(Point(x: button.bounds.midX, y: button.bounds.midY), to: nil)
  }

  /// Presses and lifts the pointer.
  func tap(_ middle: Point) {
    touch(.began, middle)
    touch(.ended, middle)
  }

  private func touch(_ phase: Touch.Phase, _ place: Point) {
    application.send(
      InputEvent(
        .touch(id: 0, phase: phase, location: place, kind: .pointer),
        at: application.scheduler.now))
  }
}

/// Counts as the scripts' handlers do. Not a captured variable: Swift would check each access to it.
private final class Counter {
  private var count = 0

  func add() {
    count += 1
  }
}

/// Runs a script's function `work(count)` and takes the time.
func timeScript(_ bench: Bench, _ count: Int) -> Double {
  time { try? bench.host.run(source: "work(\(count))", name: "work") }
}

func makeWorkloads() throws -> [Workload] {
  let limit: (Int) -> Double = { hh_bench_limit($0) }
  let one = try Bench("button:on('touchUpInside', function(sender) n = n + 1 end)")
  // The button is the tenth view from the window.
  let nested = try Bench(
    """
    button:on('touchUpInside', function(sender) n = n + 1 end)
    local inner = ui.VStack { button }
    for i = 1, 7 do inner = ui.VStack { inner } end
    window:addSubview(inner)
    """)
  let limited = try Bench(
    "button:on('touchUpInside', function(sender) n = n + 1 end)", .sandboxed)
  let withEvent = try Bench("button:on('touchUpInside', function(sender, event) n = n + 1 end)")
  let ten = try Bench(
    "for i = 1, 10 do button:on('touchUpInside', function(sender) n = n + 1 end) end")
  let closure = try Bench()
  let counter = Counter()
  closure.button.addAction(for: .touchUpInside) { counter.add() }
  let registering = try Bench()
  let script = try Bench(
    """
    button:on("touchUpInside", function(sender) n = n + 1 end)
    function work(count) for i = 1, count do button:sendActions("touchUpInside") end end
    """)
  let register = try Bench(
    """
    function work(count)
      for i = 1, count do
        button:off(button:on("touchUpInside", function(sender, event) n = n + 1 end))
      end
    end
    """)
  let waiting = try Bench(
    """
    button:on("touchUpInside", function(sender) while true do sender:wait("touchUpInside") end end,
      { whileWaiting = "drop" })
    """)
  let create = try Bench(
    """
    function work(count)
      for i = 1, count do
        local b = ui.Button {}
        b:on("touchUpInside", function() return b end)
      end
    end
    """)
  let method = try Bench(
    "function work(count) local v local slider = slider for i = 1, count do v = slider:resignFirstResponder() end end"
  )
  let read = try Bench(
    "function work(count) local v local s = slider for i = 1, count do v = s.value end end")
  let write = try Bench(
    "function work(count) local s = slider for i = 1, count do s.value = 0.5 end end")
  func sends(_ bench: Bench) -> (Int) -> Double {
    { count in time { for _ in 0..<count { bench.button.sendActions(for: .touchUpInside) } } }
  }
  func collect(_ bench: Bench) -> () -> Void { { bench.host.collectGarbage() } }
  return makeTreeWorkloads() + [
    // Against itself: how much ratios are to be believed, and the limit's own instructions.
    Workload(
      name: "c-limit", reference: "C limit", count: 1_000_000, counted: 10_000, run: limit,
      runReference: limit),
    Workload(
      name: "dispatch-1", reference: "C limit", count: 1_000_000, counted: 1000, run: sends(one),
      runReference: limit),
    Workload(
      name: "dispatch-1-limited", reference: "dispatch-1", count: 1_000_000, counted: 1000,
      run: sends(limited),
      runReference: sends(one)),
    Workload(
      name: "dispatch-1-event", reference: "C limit", count: 500_000, counted: 20_000,
      settle: collect(withEvent),
      run: sends(withEvent),
      runReference: limit),
    Workload(
      name: "fanout-10", reference: "10 × C limit", count: 100_000, counted: 200, run: sends(ten),
      runReference: { hh_bench_limit(10 * $0) }),
    Workload(
      name: "closure-1", reference: "C limit", count: 1_000_000, counted: 2000, run: sends(closure),
      runReference: limit),
    Workload(
      name: "touch-path", reference: "2 × C limit", count: 100_000, counted: 200,
      settle: collect(nested),
      run: { count in
        let middle = nested.middle
        return time { for _ in 0..<count { nested.tap(middle) } }
      },
      runReference: { hh_bench_limit(2 * $0) }),
    Workload(
      name: "resume-waiting", reference: "C limit", count: 300_000, counted: 5000,
      settle: collect(waiting),
      run: sends(waiting),
      runReference: limit),
    Workload(
      name: "script-send", reference: "minimal C host", count: 300_000, counted: 2000,
      settle: collect(script),
      run: { timeScript(script, $0) }, runReference: { hh_bench_host(MinimalHost.send, $0) }),
    Workload(
      name: "register-lua", reference: "minimal C host", count: 100_000, counted: 20_000,
      settle: collect(register),
      run: { timeScript(register, $0) }, runReference: { hh_bench_host(MinimalHost.register, $0) }),
    Workload(
      name: "create-drop", reference: "minimal C host", count: 100_000, counted: 4000,
      run: { count in
        let seconds = timeScript(create, count)
        return time { for _ in 0..<2 { create.host.collectGarbage() } } + seconds
      }, runReference: { hh_bench_host(MinimalHost.create, $0) }),
    Workload(
      name: "register-closure", reference: "C limit", count: 300_000, counted: 1000,
      run: { count in
        time {
          for _ in 0..<count {
            registering.button.addAction(for: .touchUpInside) { counter.add() }.remove()
          }
        }
      }, runReference: limit),
    Workload(
      name: "method-call", reference: "C userdata", count: 1_000_000, counted: 2000,
      settle: collect(method),
      run: { timeScript(method, $0) }, runReference: { hh_bench_property($0, 0) }),
    Workload(
      name: "property-read", reference: "C userdata", count: 1_000_000, counted: 2000,
      settle: collect(read),
      run: { timeScript(read, $0) }, runReference: { hh_bench_property($0, 0) }),
    Workload(
      name: "property-write", reference: "C userdata", count: 1_000_000, counted: 2000,
      settle: collect(write),
      run: { timeScript(write, $0) }, runReference: { hh_bench_property($0, 1) }),
    Workload(
      name: "cold-start", reference: "lua5.4", count: 20,
      run: { timeProcesses([handlerhostPath(), "--ui", "headless", "-"], handlerScript, $0) },
      runReference: { timeProcesses(["lua5.4", "-"], tableScript, $0) }),
  ]
}

// Whole processes: a script of three lines that fires one handler, and what it is in plain Lua.
private let handlerScript = """
  local button = ui.Button { title = "ok" }
  button:on("touchUpInside", function(sender) n = (n or 0) + 1 end)
  button:sendActions("touchUpInside")
  """
private let tableScript = """
  local button = { handlers = {} }
  button.handlers.touchUpInside = function(sender) n = (n or 0) + 1 end
  button.handlers.touchUpInside(button)
  """

/// The program beside this one.
private func handlerhostPath() -> String {
  let own = CommandLine.arguments[0]
  guard let slash = own.lastIndex(of: "/") else { return "handlerhost" }
  return own[...slash] + "handlerhost"
}

/// Seconds for running a program a number of times; not a number when it fails.
private func timeProcesses(_ arguments: [String], _ script: String, _ count: Int) -> Double {
  let copies = arguments.map { argument in
    let bytes = UnsafeMutableBufferPointer<CChar>.allocate(capacity: argument.utf8.count + 1)
    _ = bytes.initialize(from: argument.utf8CString)
    return bytes
  }
  defer { for copy in copies { copy.deallocate() } }
  let pointers = copies.map { UnsafePointer($0.baseAddress) } + [nil]
  var seconds = 0.0
  for _ in 0..<count {
    let one = hh_bench_process(pointers, script)
    if one < 0 { return .nan }
    seconds += one
  }
  return seconds
}
