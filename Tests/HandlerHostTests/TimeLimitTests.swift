import ControlKit
import HandlerHost
import TestSupport
import Testing

/// Limits: code that runs too long is stopped, and the host lives on.
///
/// The limit is real time, so each of these takes about as long as the limit it sets.
@Suite(
  .disabled(if: isThreadSanitized, "signals do not reach Lua's loops under the thread sanitizer"))
struct TimeLimitTests {
  private static let limit = 0.1

  /// A limited host with a button 'b' whose handler is the Lua text.
  private func press(_ handler: String, sandboxed: Bool = false) throws -> ScriptFixture {
    let fixture = try ScriptFixture(
      configuration: .init(timeLimit: Self.limit, isSandboxed: sandboxed))
    try fixture.run(
      """
      local w = ui.Window {}
      b = ui.Button { title = 'b', id = 'b', frame = { x = 0, y = 0, width = 80, height = 32 } }
      w:addSubview(b)
      b:on('touchUpInside', function(sender) \(handler)
      end)
      w:show()
      function spin() while true do end end
      """)
    try fixture.tap("b")
    return fixture
  }

  private func expectStopped(
    _ fixture: ScriptFixture, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let reports = fixture.diagnostics.map(\.message)
    #expect(reports.count == 1, "\(reports)", sourceLocation: sourceLocation)
    #expect(
      reports.first?.hasPrefix("it ran longer than the time limit of 0.1 s and was stopped")
        == true, "\(reports)", sourceLocation: sourceLocation)
    // The host lives on: the next event finds everything as it was.
    fixture.application.onDiagnostic = nil
    try fixture.run("n = 0 b:on('valueChanged', function() n = n + 1 end)")
    try fixture.run("b:sendActions('valueChanged') assert(n == 1)")
  }

  @Test(
    "4 Watchdog: an endless loop is stopped, and the report says where",
    arguments: [
      "while true do end",
      "repeat until false",
      "for i = 1, math.huge do end",
      "goto again ::again:: goto again",
      "local function f() return f() end f()",
      "while true do pcall(spin) end",
      "pcall(function() while true do pcall(function() while true do pcall(spin) end end) end end)",
      "while true do xpcall(spin, function(e) while true do end end) end",
      "xpcall(error, function() while true do end end)",
      "setmetatable({}, { __index = function() while true do end end }).x = nil "
        + "local _ = setmetatable({}, { __index = function() while true do end end }).x",
      "tostring(setmetatable({}, { __tostring = spin }))",
      "local t = {} for i = 1, 10 do t[i] = i end table.sort(t, spin)",
      "string.gsub('abc', '.', spin)",
      "load(function() while true do end end)",
      "for _ in pairs(setmetatable({}, { __pairs = spin })) do end",
      "local x <close> = setmetatable({}, { __close = spin })",
      "do local x <close> = setmetatable({}, { __close = spin }) spin() end",
      "return setmetatable({}, { __eq = spin }) == setmetatable({}, {})",
      "return setmetatable({}, { __lt = spin }) < setmetatable({}, {})",
      "return setmetatable({}, { __concat = spin }) .. ''",
      "error(setmetatable({}, { __tostring = spin }))",
    ])
  func endlessLoop(_ code: String) throws {
    let fixture = try press(code)
    try expectStopped(fixture)
  }

  @Test(
    "4 Watchdog: coroutines of the script's own are stopped with what resumed them",
    arguments: [
      "coroutine.wrap(spin)()",
      "coroutine.resume(coroutine.create(spin))",
      "while true do coroutine.resume(coroutine.create(spin)) end",
      "while true do coroutine.wrap(function() pcall(spin) end)() end",
      "while true do coroutine.resume(coroutine.create(function() end)) end",
      "local made = coroutine.create(spin) pcall(coroutine.resume, made) coroutine.resume(made)",
      "coroutine.wrap(function() coroutine.wrap(function() coroutine.wrap(spin)() end)() end)()",
      "local co = coroutine.create(function() local x <close> = setmetatable({}, { __close = spin }) "
        + "coroutine.yield() end) coroutine.resume(co) coroutine.close(co)",
      "local co co = coroutine.create(function() while true do coroutine.resume(co) end end) "
        + "coroutine.resume(co)",
      "local co co = coroutine.wrap(function() while true do pcall(co) end end) co()",
      "local co = coroutine.wrap(function() while true do coroutine.yield() end end) "
        + "while true do co() end",
    ])
  func coroutines(_ code: String) throws {
    let fixture = try press(code)
    try expectStopped(fixture)
  }

  @Test(
    "4 Watchdog: loops inside functions of the libraries are stopped",
    arguments: [
      "(('a'):rep(40)):find(('a*'):rep(20) .. 'b')",
      "while true do pcall(string.find, ('a'):rep(40), ('a*'):rep(20) .. 'b') end",
      "(('a'):rep(40)):gsub(('(a*)'):rep(20) .. 'b', '')",
      "table.move({}, 1, 1e15, 2)",
      "table.insert(setmetatable({}, { __len = function() return 1e15 end }), 1, 1)",
      "table.concat(setmetatable({}, { __len = function() return 1e15 end, "
        + "__index = function() return '' end }))",
      "table.sort(setmetatable({}, { __len = function() return 1 << 30 end, "
        + "__index = function() return 1 end }), math.max)",
    ])
  func libraryLoops(_ code: String) throws {
    try expectStopped(try press(code))
  }

  @Test("4 Watchdog: a coroutine made before the limit ran out does not go on after it")
  func stoppedCoroutineIsOver() throws {
    let fixture = try press("co = co or coroutine.create(spin) coroutine.resume(co)")
    try fixture.run("assert(coroutine.status(co) == 'dead', coroutine.status(co))")
  }

  @Test("4 Watchdog: two handlers that each send again stop together, reported once")
  func crossFire() throws {
    let fixture = try press(
      """
      b:on('editingDidBegin', function() b:sendActions('editingDidEnd') b:sendActions('editingDidEnd') end)
      b:on('editingDidEnd', function() b:sendActions('editingDidBegin') b:sendActions('editingDidBegin') end)
      fail = false
      ui.onError(function() end)
      while true do pcall(b.sendActions, b, 'editingDidBegin') end
      """)
    let stops = fixture.diagnostics.map(\.message).filter { $0.contains("time limit") }
    #expect(stops.count == 1)
  }

  @Test(
    "4 Watchdog: an inner handler inherits the time of the outer one, whose report names the place")
  func innerHandler() throws {
    let fixture = try press(
      "b:on('valueChanged', function()\nwhile true do end\nend) b:sendActions('valueChanged')")
    let reports = fixture.diagnostics
    #expect(reports.count == 1)
    #expect(reports.first?.message.contains("at test:5") == true, "\(reports)")
    #expect(reports.first?.event == "touchUpInside")
  }

  @Test("4 Watchdog: to-be-closed variables of stopped code run, with a time of their own")
  func closing() throws {
    let fixture = try press(
      "local x <close> = setmetatable({}, { __close = function() closed = 'yes' end }) spin()")
    try fixture.run("assert(closed == 'yes')")
    #expect(fixture.diagnostics.count == 1)
  }

  @Test("4 Watchdog: many short handlers are no long one")
  func shortHandlers() throws {
    let fixture = try press("")
    try fixture.run("n = 0 b:on('valueChanged', function() for i = 1, 1000 do n = n + 1 end end)")
    let button = try fixture.view("b", as: Button.self)
    let clock = ContinuousClock()
    let end = clock.now + .seconds(3 * Self.limit)
    while clock.now < end { button.sendActions(for: .valueChanged) }
    #expect(fixture.diagnostics.isEmpty)
  }

  @Test("4 Watchdog: the main chunk is limited, too, and the host can run another")
  func mainChunk() throws {
    let fixture = try ScriptFixture(configuration: .init(timeLimit: Self.limit))
    for code in [
      "while true do end", "while true do pcall(error) end",
      "coroutine.wrap(load'while true do end')()",
    ] {
      do throws(ScriptError) {
        try fixture.run(code)
        Issue.record("it ended: \(code)")
      } catch {
        #expect(error.code == .limitExceeded)
        #expect(error.message.contains("time limit of 0.1 s"), "\(error.message)")
      }
    }
    try fixture.run("assert(1 + 1 == 2)")
  }

  @Test("4 Watchdog: timers and waiting handlers have a time of their own each time they run")
  func timersAndWaiters() throws {
    let fixture = try press("ui.sleep(1) spin()")
    #expect(fixture.diagnostics.isEmpty)
    fixture.advance(1)
    #expect(fixture.diagnostics.count == 1)
    try fixture.run("ui.after(1, spin)")
    fixture.advance(1)
    #expect(fixture.diagnostics.count == 2)
  }

  @Test("4 Watchdog: a time limit costs hooks and finalizers, which say so")
  func refused() throws {
    let fixture = try ScriptFixture(configuration: .init(timeLimit: 1))
    #expect(fixture.failure("debug.sethook()").contains("hooks cannot be set under a time limit"))
    #expect(fixture.failure("setmetatable({}, { __gc = print })").contains("__gc"))
    #expect(fixture.failure("setmetatable({}, { __gc = false })").contains("__gc"))
  }

  @Test("4 Interrupt: it stops the handler that runs, once, and the script goes on")
  func interrupt() throws {
    let fixture = try ScriptFixture()
    #expect(!fixture.host.interrupt())
    let button = Button(title: "stop")
    button.id = "stop"
    let window = Window(title: "w")
    window.addSubview(button)
    fixture.application.show(window)
    button.addAction(for: .touchUpInside) { [unowned fixture] in
      _ = fixture.host.interrupt()
    }
    try fixture.run(
      "local b = ui.find('stop') "
        + "b:on('valueChanged', function() while true do b:sendActions('touchUpInside') end end)")
    button.sendActions(for: .valueChanged)
    #expect(fixture.diagnostics.map(\.message).first?.hasPrefix("interrupted, at") == true)
    #expect(fixture.diagnostics.count == 1)
    try fixture.run("assert(ui.find('stop'))")
  }
}
