import ControlKit
import HandlerHost
import LuaRuntime
import Testing

/// The memory limit: Lua's memory and what Swift keeps for the script are one budget.
struct MemoryLimitTests {
  private static let limit = 2 << 20

  private func limited() throws -> ScriptFixture {
    let fixture = try ScriptFixture(configuration: .init(memoryLimit: Self.limit))
    try fixture.run(
      """
      w = ui.Window {}
      b = ui.Button { title = 'b', id = 'b' }
      w:addSubview(b)
      w:show()
      """)
    return fixture
  }

  @Test(
    "4 Memory limit: what takes too much fails with a report, and the script goes on",
    arguments: [
      "local t = {} while true do t[#t + 1] = {} end",
      "local s = 'x' while true do s = s .. s end",
      "string.rep('x', 1 << 30)",
      "local t = {} for i = 1, math.huge do t[i] = ('x'):rep(1000) .. i end",
      "table.concat(setmetatable({}, { __len = function() return 1 << 30 end, "
        + "__index = function() return 'xxxxxxxxxxxxxxxx' end }))",
      "string.format('%99d', 1):rep(1 << 20)",
      "local function f() return 1 + f() end f()",
      "local t = {} while true do t[#t + 1] = coroutine.create(function() end) end",
      "local t = {} while true do t[#t + 1] = ui.Label { text = ('x'):rep(1000) } end",
      "local t = {} while true do t[#t + 1] = ui.Button {} end",
      "local v = ui.View {} while true do v:addSubview(ui.View {}) end",
      "while true do b:on('valueChanged', function() end) end",
      "while true do ui.after(1, function() end) end",
      "local l = ui.TextView {} l.text = ('x'):rep(1 << 20) local m = ui.TextView { text = l.text } "
        + "local n = ui.TextView { text = l.text }",
      "local f = ui.SegmentedControl {} for i = 1, math.huge do f:insertSegment(('x'):rep(10000), 0) end",
    ])
  func storm(_ code: String) throws {
    let fixture = try limited()
    do throws(ScriptError) {
      try fixture.run("local function storm() \(code) end storm()")
      Issue.record("it ended")
    } catch {
      let isStack = error.message.contains("stack overflow")
      #expect(error.message.contains("not enough memory") || isStack, "\(error.message)")
    }
    #expect(fixture.host.memoryInUse + fixture.host.swiftMemoryInUse < 2 * Self.limit)
    // What the storm left is the script's until it ends: handlers and timers.
    let button = try fixture.view("b", as: Button.self)
    for token in button.handlers { token.remove() }
    fixture.advance(1)
    for _ in 0..<4 { fixture.host.collectGarbage() }
    try fixture.run("collectgarbage() b:on('touchUpInside', function() n = (n or 0) + 1 end)")
    try fixture.run("b:sendActions('touchUpInside') assert(n == 1)")
  }

  @Test("4 Memory limit: views that a script drops are free again without its help")
  func droppedViews() throws {
    let fixture = try limited()
    try fixture.run("for i = 1, 100000 do ui.Label { text = ('x'):rep(1000) } end")
  }

  @Test("4 Memory limit: a text that is replaced counts once")
  func replacedText() throws {
    let fixture = try limited()
    try fixture.run("local l = ui.Label {} for i = 1, 100000 do l.text = ('x'):rep(1000) end")
    fixture.host.collectGarbage()
    #expect(fixture.host.swiftMemoryInUse < 100_000)
  }

  @Test("4 Memory limit: what Swift keeps for the script is counted, and let go with it")
  func accounting() throws {
    let fixture = try ScriptFixture()
    let before = fixture.host.swiftMemoryInUse
    try fixture.run(
      "kept = {} for i = 1, 100 do kept[i] = ui.Label { text = ('x'):rep(10000) } end")
    #expect(fixture.host.swiftMemoryInUse - before > 1_000_000)
    try fixture.run("kept = nil collectgarbage() collectgarbage()")
    #expect(fixture.host.swiftMemoryInUse == before)
  }

  @Test("2 Never too late: a collection that ran out of memory does not end all later ones")
  func sweepAfterFailure() throws {
    for successes in 0..<40 {
      let faults = AllocationFaults()
      let application = Application()
      let host = try ScriptHost(application: application, faults: faults)
      try host.run(source: "ui.Button {} collectgarbage('generational')", name: "test")
      faults.arm(after: successes, failing: .max)
      host.collectGarbage()
      faults.disarm()
      for _ in 0..<4 { host.collectGarbage() }
      try host.run(
        source:
          "for i = 1, 10 do local b = ui.Button {} b:on('touchUpInside', function() return b end) end",
        name: "test")
      for _ in 0..<4 { host.collectGarbage() }
      #expect(host.scriptedObjectCount == 0, "allocation \(successes)")
      host.close()
    }
  }
}
