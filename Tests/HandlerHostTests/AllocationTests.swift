import ControlKit
import HandlerHost
import LuaRuntime
import Testing
import TestSupport

/// Memory that runs out (lua-boundary §1): make allocation k fail, for every k, over the whole
/// surface. Each run ends in a clean error or success; then no byte and no object is left.
@Suite(
  .disabled(
    if: isThreadSanitized,
    "it takes hours under the thread sanitizer, and nothing in it runs on two threads"))
struct AllocationTests {
  static let scenario = """
    local w = ui.Window { title = "w" }
    local b = ui.Button { title = "ok", id = "b" }
    local l = ui.Label { text = "0", font = { size = 12 } }
    w:addSubview(ui.VStack { spacing = 8, b, l })
    w:show()
    local token = b:on({ "touchDown", "touchUpInside" }, function(s, e)
      l.text = e.type .. #s.superview.subviews
    end, { label = "first" })
    for i = 1, 6 do b:on("touchUpInside", function() return l end) end
    b:on("touchUpInside", function() error({}) end)
    b:on("touchUpInside", function(s) local x <close> = setmetatable({}, { __close = print and
      function() l.text = "closed" end }) s:wait("touchCancel", 1) ui.sleep(1) end)
    b:addTarget({ go = function(self, s, e) l.data.e = e end }, "go", "touchDown")
    b:onTap(function() return b end)
    local tap, pan = ui.TapGesture { shouldReceive = function(g, t) return t.kind ~= g end },
      ui.PanGesture { shouldBegin = error }
    tap.shouldRequireFailure = function(g, other) return other == g end
    w:addGesture(tap)
    w:addGesture(pan)
    ui.after(0, function() l.text = tap:wait("recognized", 1).type .. #tap:handlers() end)
    ui.after(0, function()
      ui.waitAny { { b, "touchUpOutside" }, { tap, "recognized" }, timeout = 1 }
      l.text = #ui.waitAll { { b, { "touchCancel", "touchDown" } }, { ui.after(0.1, function() end) } } end)
    ui.after(0, function() ui.waitAll { { b, "touchCancel" }, { tap }, { b, "touchCancel" } } end)
    ui.after(1, function() l.text = "timer" end)
    b:on(ui.defineEvent("refresh"), function(s, e) l.text = e.type end)
    b:sendActions("refresh")
    local s = ui.SegmentedControl { items = { "a", { title = "b", onTap = function() return l end } } }
    s:insertSegment({ title = "c", onTap = function() return s end }, 0)
    s:setAction(function() return s end, 1)
    ui.onThemeChange(function(theme) l.text = theme end)
    ui.clipboard.text = ui.theme
    b:sendActions("touchDown")
    b:sendActions("touchUpInside")
    b:handlers()
    pcall(function() b.titel = 1 end)
    coroutine.wrap(function() b:sendActions("touchUpInside") end)()
    token:remove()
    collectgarbage()
    for i = 1, 5 do local v = ui.View { ui.Label() } v:onTap(function() return v end) end
    """

  static let endings = """
    local w = ui.Window { title = "w" }
    local b = ui.Button { id = "b" }
    local box = ui.View { id = "box", ui.Label() }
    w:addSubview(box)
    w:addSubview(b)
    w:show()
    box:onTap(function() return box end)
    b:on("touchDown", function(s)
      local x <close> = setmetatable({}, { __close = function() box.tag = 1 end })
      s:wait("touchUpInside")
    end)
    b:sendActions("touchDown")
    ui.debug.handlers()
    ui.debug.leaks()
    box:destroy()
    pcall(function() return box.tag end)
    local t = b:on("touchDown", function(s) s:destroy() end)
    t:destroy()
    """

  /// Runs everything; returns whether all failures that were asked for happened before the end.
  private func run(
    _ scenario: String = AllocationTests.scenario,
    _ configuration: ScriptHost.Configuration = .standard, after successes: Int, failing count: Int
  ) -> Bool {
    let faults = AllocationFaults()
    let leaks = LeakCheck()
    var isExhausted = false
    do {
      let application = leaks.watch(Application())
      application.onDiagnostic = { _ in }
      faults.arm(after: successes, failing: count)
      if let host = try? ScriptHost(
        application: application, configuration: configuration, faults: faults)
      {
        leaks.watch(host)
        try? host.run(source: scenario, name: "test")
        if let button = application.view(withID: "b") as? Button {
          leaks.watch(button)
          button.sendActions(for: .touchDown)
          button.sendActions(for: .touchUpInside)
          for (phase, x) in [
            (Touch.Phase.began, 300.0), (.ended, 300), (.began, 300), (.moved, 350), (.ended, 350),
          ] {
            application.send(
              InputEvent(
                .touch(id: 0, phase: phase, location: Point(x: x, y: 200), kind: .finger), at: 0.1))
          }
          application.userInterfaceStyle = .dark
          application.scheduler.advance(to: 1.5)
          button.sendActions(for: .touchCancel)
          host.collectGarbage()
          button.removeFromSuperview()
        }
        for window in application.windows { application.close(window) }
        for _ in 0..<3 { host.collectGarbage() }
        isExhausted = !faults.isPending
        faults.disarm()
        // It lives on once there is memory again.
        var survived = true
        do {
          try host.run(
            source: """
              local b = ui.Button { title = "again" }
              local n = 0
              b:on("touchDown", function(s, e) n = n + 1 assert(e.type == "touchDown") end)
              b:sendActions("touchDown")
              assert(n == 1)
              """, name: "after")
        } catch {
          survived = false
          Issue.record("after a failure at \(successes): \(error)")
        }
        _ = survived
        host.close()
      } else {
        isExhausted = !faults.isPending
        faults.disarm()
      }
    }
    #expect(leaks.survivors.isEmpty, "allocation \(successes)")
    #expect(faults.liveBytes == 0, "allocation \(successes)")
    return isExhausted
  }

  /// One allocation fails, with the retry after the emergency collection; then there is memory
  /// again.
  @Test(.timeLimit(.minutes(2))) func oneAllocationFails() {
    var successes = 0
    while run(after: successes, failing: 2), successes < 20_000 { successes += 1 }
    #expect(successes > 500 && successes < 20_000)
  }

  /// Likewise when objects are destroyed and reports are made.
  @Test(.timeLimit(.minutes(2))) func endingsFail() {
    var successes = 0
    while run(AllocationTests.endings, after: successes, failing: 2), successes < 20_000 {
      successes += 1
    }
    #expect(successes > 300 && successes < 20_000)
    for successes in stride(from: 0, to: successes, by: 3) {
      _ = run(AllocationTests.endings, after: successes, failing: 1_000_000_000)
    }
  }

  /// Likewise in the sandbox, where more is set up and every library function is another one.
  @Test(.timeLimit(.minutes(2))) func sandboxedFails() {
    let configuration = ScriptHost.Configuration(
      timeLimit: 30, memoryLimit: 64 << 20, isSandboxed: true)
    var successes = 0
    while run(AllocationTests.endings, configuration, after: successes, failing: 2),
      successes < 20_000
    {
      successes += 1
    }
    #expect(successes > 300 && successes < 20_000)
  }

  /// Memory ends for good, at every place.
  @Test(.timeLimit(.minutes(2))) func memoryEnds() {
    for successes in stride(from: 0, to: 4_000, by: 3) {
      _ = run(after: successes, failing: 1_000_000_000)
    }
  }
}
