import ControlKit
import HandlerHost
import TestSupport
import Testing

/// Objects that a script's own finalizers store again, and garbage that is revived again and again.
@Suite struct ResurrectionTests {
  let fixture: ScriptFixture

  init() throws { fixture = try ScriptFixture() }

  /// What a finalizer stores again is alive, or an error says that it has been destroyed.
  @Test(arguments: ["incremental", "generational"], [1, 3, 7, 50])
  func storedAgain(mode: String, pace: Int) throws {
    try fixture.run(
      """
      collectgarbage("\(mode)")
      saved, calls, dead = {}, 0, 0
      local function spawn(i)
        local b = ui.Button { id = "b" .. i, title = "t" }
        local w = ui.Window { b }
        b:on("touchDown", function(s, e) calls = calls + 1 assert(w.isAlive) return s, e, w end)
        setmetatable({}, { __gc = function() saved[#saved + 1] = b end })
      end
      local function use()
        for _, b in ipairs(saved) do
          if b.isAlive then
            b.title = b.title .. "x"
            b:sendActions("touchDown")
            assert(b.superview and b.window)
          else
            dead = dead + 1
            local ok, message = pcall(function() b:sendActions("touchDown") end)
            assert(not ok and message:find("has been destroyed"), message)
          end
        end
        saved = {}
      end
      for i = 1, 400 do
        spawn(i)
        if i % \(pace) == 0 then collectgarbage("step", i % 3) use() end
      end
      collectgarbage() use() collectgarbage() use()
      log(calls + dead > 0)
      """)
    for _ in 0..<8 { fixture.host.collectGarbage() }
    try fixture.run("use = nil saved = {}")
    for _ in 0..<8 { fixture.host.collectGarbage() }

    #expect(fixture.host.scriptedObjectCount == 0)
    #expect(try fixture.log() == ["true"])
    #expect(fixture.diagnostics.isEmpty)
  }

  /// A call on an object that was stored again keeps it alive until it returns, though the collector
  /// finds it dead meanwhile.
  @Test(arguments: ["incremental", "generational"]) func callsKeepTheirObject(
    mode: String
  ) throws {
    let leaks = LeakCheck()
    let use = """
      if saved then
        local s = saved
        saved = nil
        if s.isAlive then s:sendActions("touchDown") end
        log(s.isAlive)
      end
      """
    for _ in 0..<40 {
      let control = leaks.watch(ResurrectedControl())
      control.id = "c"
      let window = Window()
      window.addSubview(control)
      fixture.application.show(window)
      try fixture.run(
        """
        collectgarbage("\(mode)")
        local c = ui.find("c")
        c:on("touchDown", function() for i = 1, 5 do collectgarbage() end end)
        local t = setmetatable({}, { __gc = function() saved = c end })
        for i = 1, 50 do local x = ui.Label() end
        """)
      fixture.application.close(window)
      control.removeFromSuperview()
      control.addAction(for: .touchDown) { [weak control] in
        control?.wasUsed = true
      }
    }
    for step in 0..<60 {
      try fixture.run("collectgarbage('step', \(step % 4)) \(use)")
    }
    for _ in 0..<8 {
      fixture.host.collectGarbage()
      try fixture.run(use)
    }
    for _ in 0..<8 { fixture.host.collectGarbage() }

    #expect(leaks.survivors.isEmpty)
    #expect(try !fixture.log().isEmpty)
    #expect(fixture.diagnostics.isEmpty)
  }

  /// An app that hands a new object to Swift in every cycle still frees its garbage: after limbo was
  /// revived twice, it is decided where nothing can come in between.
  @Test(arguments: ["incremental", "generational"]) func freshObjectsDoNotSaveOldGarbage(
    mode: String
  ) throws {
    let holder = Control()
    holder.id = "holder"
    let window = Window()
    window.addSubview(holder)
    fixture.application.show(window)
    var handed: View?
    holder.addAction(for: .valueChanged) { [unowned holder] in
      handed = holder.subviews.first
      handed?.removeFromSuperview()
    }
    try fixture.run(
      """
      collectgarbage("\(mode)")
      queue = {}
      function cycle()
        for i = 1, 10 do
          local b = ui.Button()
          b:on("touchDown", function() return b end)
        end
        -- Made some cycles ago, so that nothing but this table holds it any more.
        queue[#queue + 1] = ui.Label { text = "fresh" }
        if #queue > 3 then
          local holder = ui.find("holder")
          holder:addSubview(table.remove(queue, 1))
          holder:sendActions("valueChanged")
        end
      end
      """)

    var most = 0
    for _ in 0..<200 {
      try fixture.run("cycle() collectgarbage()")
      most = max(most, fixture.host.scriptedObjectCount)
    }

    #expect(most < 150)
    #expect((handed as? Label)?.text == "fresh")
  }

  /// The same in one long chunk, which has no other safe point than the making of an object.
  @Test func freshObjectsInOneChunk() throws {
    let holder = Control()
    holder.id = "holder"
    let window = Window()
    window.addSubview(holder)
    fixture.application.show(window)
    var handed: View?
    var most = 0
    holder.addAction(for: .valueChanged) { [unowned holder, unowned host = fixture.host] in
      handed = holder.subviews.first
      handed?.removeFromSuperview()
      most = max(most, host.scriptedObjectCount)
    }
    try fixture.run(
      """
      local holder, queue = ui.find("holder"), {}
      for round = 1, 200 do
        for i = 1, 10 do
          local b = ui.Button()
          b:on("touchDown", function() return b end)
        end
        queue[#queue + 1] = ui.Label { text = "fresh" }
        if #queue > 3 then
          holder:addSubview(table.remove(queue, 1))
          holder:sendActions("valueChanged")
        end
        collectgarbage()
      end
      """)

    #expect(most < 150)
    #expect((handed as? Label)?.text == "fresh")
  }
}

private final class ResurrectedControl: Control {
  var wasUsed = false
}
