import ControlKit
import HandlerHost
import TestSupport
import Testing

/// The laws of ownership for every kind of holder, in every mode of Lua's collector.
@Suite struct HolderTests {
  /// How Lua collects, and whether that changes on the way.
  enum Mode: String, CaseIterable {
    case incremental, generational, switching

    /// What a script runs in between.
    func step(_ round: Int) -> String {
      switch self {
      case .switching:
        "collectgarbage('\(round % 2 == 0 ? "generational" : "incremental")') "
          + "collectgarbage('step', \(round % 5))"
      default: "collectgarbage('\(rawValue)') collectgarbage('step', \(round % 5))"
      }
    }
  }

  let fixture: ScriptFixture

  init() throws { fixture = try ScriptFixture() }

  private func collect(_ mode: Mode, _ times: Int = 10) throws {
    for round in 0..<times {
      try fixture.run(mode.step(round))
      fixture.host.collectGarbage()
    }
  }

  /// What something holds lives, with its handlers, as long as that does and no longer.
  @Test(
    arguments: [
      ("token = ui.every(1000, use)", "token:remove()"),
      ("token = ui.after(1000, use)", "token:destroy()"),
      ("ui.after(1, function() ui.sleep(1000) use() end)", "time"),
      ("shown:on('touchDown', use, { group = group })", "group:remove()"),
      ("token = shown:on('touchDown', use)", "token:remove()"),
      ("shown:once('touchDown', use)", "shown:sendActions('touchDown')"),
      ("shown:addTarget({ x = use }, 'x', 'touchDown')", "shown:removeTarget(nil, 'x')"),
      ("token = shown:onTap(use)", "token:remove()"),
      ("token = shown:onLongPress(use)", "shown:destroy()"),
      (
        "local g = ui.TapGesture { name = 'g' } g:on('recognized', use) shown:addGesture(g)",
        "shown:removeGesture(shown.gestures[1])"
      ),
      (
        "local item = ui.BarButtonItem { title = 'i', onTap = use } bar.items = { item }",
        "bar.items = {}"
      ),
      ("w.onClose = use", "w.onClose = nil"), ("ui.onError(use)", "ui.onError()"),
      (
        "shown:once('touchDown', function() shown:wait('touchCancel') use() end) "
          + "shown:sendActions('touchDown')", "shown:sendActions('touchCancel')"
      ),
      (
        "token = shown:on('touchDown', function() shown:wait('touchCancel') use() end) "
          + "shown:sendActions('touchDown')", "token:remove()"
      ),
      ("shown.data.use = use", "shown.data.use = nil"), ("kept = use", "kept = nil"),
    ], Mode.allCases)
  func holdersHold(holder: (hold: String, release: String), mode: Mode) throws {
    try fixture.run(
      """
      group = ui.group()
      shown, bar = ui.Button { id = "shown" }, ui.Toolbar()
      w = ui.Window { shown, bar }
      w:show()
      local b, captured = ui.Button { id = "b" }, ui.Window { id = "w" }
      b:on("touchDown", function() return b, captured end)
      local function use() return b end
      \(holder.hold)
      """)
    fixture.advance(1)
    var living: [String] { fixture.host.leakReport().compactMap(\.id).sorted() }
    try collect(mode, 20)
    #expect(living == ["b", "w"])

    if holder.release == "time" { fixture.advance(2000) } else { try fixture.run(holder.release) }
    try fixture.run("token = nil")
    try collect(mode)

    #expect(living == [])
    #expect(fixture.diagnostics.isEmpty)
    #expect(fixture.host.waitingHandlerCount == 0)
  }

  /// The plain cycles go in every mode.
  @Test(
    arguments: [
      "a:on('touchDown', function() return a end)",
      "w:addSubview(a) a:on('touchDown', function() return w end)",
      "a:on('touchDown', function() return b end) b:on('touchDown', function() return a end)",
      "w:addSubview(a) w:addSubview(b) a:on('touchDown', function() return b, w end)",
      "a.data.b = b b:addTarget({ a }, 'x', 'touchDown') a:onTap(function() return w end)",
    ], Mode.allCases)
  func cyclesGo(script: String, mode: Mode) throws {
    for round in 0..<30 {
      try fixture.run(
        "do local a, b, w = ui.Button(), ui.Button(), ui.Window() \(script) end \(mode.step(round))"
      )
    }
    try collect(mode)

    #expect(fixture.host.scriptedObjectCount == 0)
  }

  /// A control that Swift holds fires after a hundred collections, and the window that its handler
  /// captured lives by that alone.
  @Test(arguments: Mode.allCases) func heldControlKeepsWhatItCaptured(mode: Mode) throws {
    try fixture.run(
      """
      local b = ui.Button { id = "b" }
      local w = ui.Window { b, title = "captured" }
      b:on("touchDown", function() n = (n or 0) + 1 assert(w.title == "captured") end)
      w:show()
      """)
    weak var window: Window?
    var button: Button? = try fixture.view("b")
    window = fixture.application.windows.first
    window.map { fixture.application.close($0) }
    button?.removeFromSuperview()

    for round in 1...100 {
      try collect(mode, 1)
      if round % 10 == 0 { button?.sendActions(for: .touchDown) }
    }
    try fixture.run("assert(n == 10, n)")
    #expect(window != nil)

    button = nil
    try collect(mode)
    #expect(window == nil && fixture.host.scriptedObjectCount == 0)
  }

  /// A long chain of handlers that capture each other costs as much for each link as a short one: in
  /// memory, and in collections until it is gone.
  @Test func longChainsAreLinear() throws {
    func run(_ length: Int) throws -> (bytes: Int, passes: Int) {
      let before = fixture.host.memoryInUse + fixture.host.swiftMemoryInUse
      try fixture.run(
        """
        local next
        for i = 1, \(length) do
          local b, captured = ui.Control(), next
          b:on("touchDown", function() return captured end)
          next = b
        end
        head = next
        """)
      fixture.host.collectGarbage()
      fixture.host.collectGarbage()
      #expect(fixture.host.scriptedObjectCount >= length)
      let bytes = fixture.host.memoryInUse + fixture.host.swiftMemoryInUse - before
      try fixture.run("head = nil")
      var passes = 0
      while fixture.host.scriptedObjectCount > 0, passes < 20 {
        fixture.host.collectGarbage()
        passes += 1
      }
      return (bytes, passes)
    }
    let short = try run(10_000)
    let long = try run(100_000)

    #expect(Double(long.bytes) < 12 * Double(short.bytes))
    #expect(long.passes <= short.passes + 1)
  }

  /// Two hosts with an application each run interleaved; no handler of one runs in the other.
  @Test func hostsRunInterleaved() throws {
    let other = try ScriptFixture()
    let source = """
      local other = ...
      b = ui.Button { id = "b" }
      ui.Window { b }:show()
      b:on("touchDown", function(s, e)
        n = (n or 0) + 1
        assert(s == b and e.sender == b)
        if e.type == "touchDown" and n % 3 == 0 then collectgarbage() end
      end)
      b:on("touchUpInside", function() b:wait("touchDown") woken = (woken or 0) + 1 end)
      ui.every(1, function() ticks = (ticks or 0) + 1 end)
      """
    for one in [fixture, other] { try one.run(source) }
    let buttons = try [fixture, other].map { try $0.view("b", as: Button.self) }
    // Each one's handler sends an event of the other, too.
    buttons[0].addAction(for: .touchDown) { [weak second = buttons[1]] in
      second?.sendActions(for: .touchDown)
    }

    for _ in 0..<50 {
      buttons[0].sendActions(for: .touchDown)
      buttons[1].sendActions(for: .touchUpInside)
      fixture.advance(1)
    }

    try fixture.run("assert(n == 50 and ticks == 50 and woken == nil)")
    try other.run("assert(n == 50 and ticks == nil and woken == 49)")
    fixture.host.close()
    buttons[0].sendActions(for: .touchDown)
    try other.run("assert(n == 51 and woken == 50)")
    #expect(fixture.diagnostics.isEmpty && other.diagnostics.isEmpty)
  }

  /// A host may be closed, or let go, from anywhere: from a Swift closure that a script's send
  /// calls, a timer, a to-be-closed variable, an error handler, a deinit. Nothing of it runs then.
  @Test(
    arguments: [
      "b:on('touchDown', function() stop() assert(b.title == 't') end)",
      "ui.after(0, function() stop() end) b:on('touchDown', function() end)",
      "b:on('touchDown', function() local x <close> = setmetatable({}, { __close = function() "
        + "stop() end }) end)",
      "b:on('touchDown', function() local x <close> = setmetatable({}, { __close = function() "
        + "stop() end }) ui.sleep(0.1) end)",
      "ui.onError(function() stop() end) b:on('touchDown', function() error('x') end)",
      "b:on('touchDown', function() drop() collectgarbage() collectgarbage() end)",
      "b:on('touchDown', function() drop() b:destroy() end)",
      "b:on('touchDown', function() ui.after(0, function() drop() for i = 1, 5 do "
        + "collectgarbage() end end) end)",
    ], [false, true])
  func closingFromAnywhere(script: String, letsGo: Bool) throws {
    let leaks = LeakCheck()
    do {
      let application = leaks.watch(Application())
      var host: ScriptHost? = try ScriptHost(application: application)
      let isDone = Counted()
      let end: () -> Void = {
        isDone.live += 1
        host?.close()
        if letsGo { host = nil }
      }
      let stop = Control()
      stop.id = "stop"
      stop.addAction(for: .touchDown) { end() }
      let window = Window()
      window.addSubview(stop)
      window.addSubview(Ending(end))
      window.subviews[1].id = "ending"
      application.show(window)
      try host?.run(
        source: """
          b = ui.Button { id = "b", title = "t" }
          ui.Window { b }:show()
          function stop() ui.find("stop"):sendActions("touchDown") end
          function drop()
            local ending = ui.find("ending")
            ending:removeFromSuperview()
            ending:destroy()
          end
          \(script)
          """, name: "test")
      let button = try #require(application.view(withID: "b") as? Button)
      button.sendActions(for: .touchDown)
      application.scheduler.advance(to: 1)
      #expect(isDone.live == 1)
      #expect(button.handlers.isEmpty)
      button.title = "after"
      button.sendActions(for: .touchDown)
      application.scheduler.advance(to: 5)
      #expect(button.title == "after")
      stop.sendActions(for: .touchCancel)
      for token in stop.handlers { token.remove() }
      host = nil  // which the view's own closure would keep
    }

    #expect(leaks.survivors.isEmpty)
  }
}

/// Calls a function when it ends.
private final class Ending: View {
  private let end: () -> Void

  init(_ end: @escaping () -> Void) {
    self.end = end
    super.init()
  }

  deinit { end() }
}
