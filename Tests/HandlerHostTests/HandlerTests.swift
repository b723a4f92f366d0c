import ControlKit
import HandlerHost
import Testing

/// Registration and dispatch from Lua (event-semantics §2 and §3, script-api "Handlers").
@Suite struct HandlerTests {
  private func logged(_ script: String) throws -> [String] {
    let fixture = try ScriptFixture()
    try fixture.run("b = ui.Button { id = 'b' }\n" + script)
    #expect(fixture.diagnostics.isEmpty)
    return try fixture.log()
  }

  /// In the order added, each for its own events (§2.1, §2.4).
  @Test func handlersRunInOrder() throws {
    let log = try logged(
      """
      b:on("touchDown", function() log("a") end)
      b:on({ "touchUpInside", "touchDown" }, function(_, e) log("b " .. e.type) end)
      b:on("touchUpInside", function(_, e) log("c " .. e.type) end)
      b:sendActions("touchDown")
      b:sendActions("touchUpInside")
      b:sendActions { "touchDown", "touchUpInside" }
      """)

    #expect(
      log == [
        "a", "b touchDown", "b touchUpInside", "c touchUpInside", "a", "b touchDown",
        "c touchUpInside",
      ])
  }

  /// `once` is removed before it is called; a limit counts calls (§2.7, §3.2).
  @Test func limitsCount() throws {
    let log = try logged(
      """
      local t = b:once("touchDown", function() log("once") b:sendActions("touchDown") end)
      local u = b:on("touchDown", function() log("twice") end, { limit = 2 })
      for i = 1, 3 do b:sendActions("touchDown") end
      log(t.isAlive, u.isAlive, t.timesFired, u.timesFired)
      """)

    #expect(log == ["once", "twice", "twice", "false false 1 2"])
  }

  /// A group ends all its handlers; an ended group registers nothing (§2.7).
  @Test func groupsEndTogether() throws {
    let log = try logged(
      """
      local g = ui.group()
      b:on("touchDown", function() log(1) end, { group = g })
      b:on("touchDown", function() log(2) end)
      assert(g.count == 1)
      g:remove() g:remove()
      local kept = setmetatable({}, { __mode = "k" })
      local f = function() log(3) end
      kept[f] = true
      local t = b:on("touchDown", f, { group = g })
      f = nil
      b:sendActions("touchDown")
      log(g.isEnded, g.count, t.isAlive)
      collectgarbage() collectgarbage()
      log(next(kept) == nil)
      """)

    #expect(log == ["2", "true 0 false", "true"])
  }

  /// Tokens enable, disable and remove, each as often as one likes (§2.3).
  @Test func tokensAreIdempotent() throws {
    let log = try logged(
      """
      local t = b:on("touchDown", function() log("t") end, { label = "mine" })
      b:on("touchDown", function() log("u") end)
      t:disable() t:disable()
      b:sendActions("touchDown")
      log(t.isEnabled, t.isAlive, t.label)
      t:enable() t:enable()
      b:sendActions("touchDown")
      t:remove() t:remove() t:enable()
      b:sendActions("touchDown")
      log(t.isAlive, t.timesFired)
      """)

    #expect(log == ["u", "false true mine", "t", "u", "u", "false 1"])
  }

  /// The forms of `off` (script-api "Handlers").
  @Test func offTakesAway() throws {
    let log = try logged(
      """
      local function f() log("f") end
      local function g() log("g") end
      b:on({ "touchDown", "touchUpInside" }, f)
      b:on("touchDown", g)
      b:off("touchDown", f)
      b:sendActions("touchDown")            -- g
      b:sendActions("touchUpInside")        -- f
      b:off("touchDown")
      b:sendActions("touchDown")            -- nothing
      b:sendActions("touchUpInside")        -- f
      local t = b:on("touchCancel", g)
      b:off(t)
      b:off(t)
      b:sendActions("touchCancel")          -- nothing
      b:on("touchCancel", g)
      b:off()
      b:sendActions { "touchCancel", "touchUpInside" }
      log(#b:handlers())
      """)

    #expect(log == ["g", "f", "f", "0"])
  }

  /// Added handlers wait for the next send; removed and disabled ones do not run (§3.2).
  @Test func mutationDuringDispatch() throws {
    let log = try logged(
      """
      local later, disabled
      b:on("touchDown", function()
        log("first")
        later:remove()
        disabled:disable()
        b:on("touchDown", function() log("added") end, { limit = 1 })
      end, { limit = 1 })
      later = b:on("touchDown", function() log("removed") end)
      disabled = b:on("touchDown", function() log("disabled") end)
      b:on("touchDown", function() log("last") end)
      b:sendActions("touchDown")
      b:sendActions("touchDown")
      """)

    #expect(log == ["first", "last", "last", "added"])
  }

  /// A slot that becomes free while its function runs may be taken at once (lua-boundary §2).
  @Test func slotIsReusedWhileItsFunctionRuns() throws {
    let log = try logged(
      """
      local t
      t = b:on("touchDown", function()
        t:remove()
        for i = 1, 6 do b:on("touchDown", function() log("new " .. i) end) end
        collectgarbage()
        log("old")
      end)
      b:sendActions("touchDown")
      b:sendActions("touchDown")
      """)

    #expect(log == ["old", "new 1", "new 2", "new 3", "new 4", "new 5", "new 6"])
  }

  /// The same function may be registered any number of times; each has a token (§2.1).
  @Test func sameFunctionManyTimes() throws {
    let log = try logged(
      """
      local n = 0
      local f = function(s, e) n = n + 1 end
      local tokens = {}
      for i = 1, 100 do tokens[i] = b:on("touchDown", f) end
      b:sendActions("touchDown")
      log(n)
      for i = 1, 100, 2 do tokens[i]:remove() end
      b:sendActions("touchDown")
      log(n)
      for i = 1, 100 do tokens[i] = b:on("touchDown", f) end
      b:off("touchDown", f)
      b:sendActions("touchDown")
      log(n, #b:handlers())
      """)

    #expect(log == ["100", "150", "150 0"])
  }

  /// What is registered can be listed (§2.8).
  @Test func handlersAreListed() throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      b = ui.Button()
      local t = b:on({ "touchDown", "touchCancel" }, function() error("oops") end,
        { label = "mine" })
      b:sendActions("touchDown")
      t:disable()
      local h = b:handlers()[1]
      log(#b:handlers(), h.label, h.source, table.concat(h.events, "+"), h.enabled, h.timesFired)
      log(h.lastError:match("^[^\\n]*"))
      """)

    #expect(
      try fixture.log() == ["1 mine test:2 touchDown+touchCancel false 1", "test:2: oops"])
  }

  /// Lua targets are held, and their methods looked up when the event comes (§2.2, script-api).
  @Test func targetsAreLookedUpLate() throws {
    let log = try logged(
      """
      local o = { name = "o" }
      function o:save(sender, event) log("save", self.name, sender == b, event.type) end
      b:addTarget(o, "save", "touchDown")
      b:addTarget(o, "save", "touchDown")       -- once
      b:addTarget({ go = function() log("literal") end }, "go", "touchDown")
      collectgarbage() collectgarbage()
      b:sendActions("touchDown")
      function o:save() log("new save") end
      b:removeTarget({}, "save", "touchDown")   -- another table
      b:sendActions("touchDown")
      b:removeTarget(o, "save", "touchDown")
      b:sendActions("touchDown")
      b:removeTarget(nil, nil, "touchDown")
      b:sendActions("touchDown")
      log(#b:handlers())
      """)

    #expect(log == ["save o true touchDown", "literal", "new save", "literal", "literal", "0"])
  }

  /// A missing method is reported with its name, and the rest still run (§3.6).
  @Test func missingMethodIsReported() throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      b = ui.Button { id = "ok" }
      b:addTarget({}, "sav", "touchDown")
      b:on("touchDown", function() log("rest") end)
      ui.Window { b }:show()
      b:sendActions("touchDown")
      """)

    #expect(try fixture.log() == ["rest"])
    #expect(fixture.diagnostics.count == 1)
    #expect(fixture.diagnostics.first?.message.contains("the target has no method 'sav'") == true)
    #expect(fixture.diagnostics.first?.event == "touchDown")
  }

  /// The event tells what happened (script-api "The handler").
  @Test func eventTells() throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      local b = ui.Button { id = "b", frame = { x = 10, y = 20, width = 100, height = 50 } }
      local w = ui.Window { width = 300, height = 200, b }
      local kept
      b:on("touchDown", function(s, e)
        local inside, outside = e:location(), e:location(w)
        log(e.type, e.time, e.touch.id, e.touch.tapCount, e.touch.kind, inside.x, inside.y)
        log(outside.x - inside.x, outside.y - inside.y, tostring(e))
        log(pcall(function() return e.nonsense end))
        log(pcall(function() e.type = 1 end))
        log(pcall(e.location, e, 5))
        kept = e
      end)
      b:on("touchDown", function(s, e) log(rawequal(kept, e)) end)
      b:on("touchUpInside", function(s, e) log(rawequal(kept, e), kept.type, kept.touch.id) end)
      b:on("touchCancel", function(s, e) log(e.touch, e:location(), e.time) end)
      w:show()
      """)
    fixture.advance(2.5)

    try fixture.tap("b")
    try fixture.run("ui.find('b'):sendActions('touchCancel')")

    let log = try fixture.log()
    #expect(
      log == [
        "touchDown 2.5 0 1 pointer 50.0 25.0", "10.0 20.0 event: touchDown",
        "false test:8: an event has no 'nonsense'; it has type, sender, time, touch, "
          + "location(view) and stopImmediate()",
        "false test:9: an event cannot be changed",
        "false bad argument #1 to 'location' (view expected, got number)", "true",
        "false touchDown 0", "nil nil 2.5",
      ])
  }

  /// stopImmediate skips the remaining handlers of the send, and of no other (§3.4).
  @Test func stopImmediateStopsOneSend() throws {
    let log = try logged(
      """
      b:on("touchUpInside", function(_, e) log("inner") e:stopImmediate() end)
      b:on("touchUpInside", function() log("not this") end)
      b:on("touchDown", function(_, e) log("outer") b:sendActions("touchUpInside") end)
      b:on("touchDown", function() log("this") end)
      b:on("touchCancel", function(_, e) e:stopImmediate() end)
      b:sendActions("touchDown")
      b:sendActions("touchCancel")
      b:sendActions("touchDown")
      """)

    #expect(log == ["outer", "inner", "this", "outer", "inner", "this"])
  }

  /// An event stops the send that it belongs to, whoever asks it meanwhile; a script may forget or keep
  /// it (§3.4).
  @Test(arguments: [
    // Forgotten and collected while its own handler runs.
    (
      "b:on('touchDown', function(_, e) e = nil collectgarbage() log('a') end) "
        + "b:on('touchDown', function(_, e) log(e.type) end) b:sendActions('touchDown')",
      ["a", "touchDown"]
    ),
    // Stopped by a later handler of the same send, which has the same event.
    (
      "b:on('touchDown', function(_, e) kept = e log('a') end) "
        + "b:on('touchDown', function() kept:stopImmediate() log('b') end) "
        + "b:on('touchDown', function(_, e) log(e == kept) kept:stopImmediate() end) "
        + "b:on('touchDown', function() log('no') end) "
        + "log(pcall(b.sendActions, b, 'touchDown'))",
      ["a", "true", "true"]
    ),
    // Stopped from within a send inside its own.
    (
      "b:on('touchDown', function(_, e) kept = e b:sendActions('touchCancel') log('a') end) "
        + "b:on('touchDown', function() log('no') end) "
        + "b:on('touchCancel', function(_, e) kept:stopImmediate() log('inner') end) "
        + "b:on('touchCancel', function(_, e) log('second') end) b:sendActions('touchDown')",
      ["inner", "second", "a"]
    ),
    // One of another send at the same depth stops nothing.
    (
      "b:on('touchDown', function(_, e) kept = e end) b:sendActions('touchDown') "
        + "b:on('touchCancel', function(_, e) log((pcall(kept.stopImmediate, kept))) end) "
        + "b:on('touchCancel', function() log('b') end) b:sendActions('touchCancel')",
      ["false", "b"]
    ),
    // Nor does one of the same send with another name.
    (
      "b:on('touchDown', function(_, e) kept = e end) "
        + "b:on('touchCancel', function(_, e) log((pcall(kept.stopImmediate, kept))) end) "
        + "b:on('touchCancel', function() log('b') end) b:sendActions({'touchDown', 'touchCancel'})",
      ["false", "b"]
    ),
  ])
  func anEventStopsItsOwnSend(code: String, expected: [String]) throws {
    let fixture = try ScriptFixture()
    try fixture.run("b = ui.Button { id = 'b' }\n" + code)

    #expect(try fixture.log() == expected)
  }

  /// After its send an event stops nothing: an error says so (lua-boundary §3).
  @Test func stopImmediateComesTooLate() throws {
    let log = try logged(
      """
      local kept
      b:on("touchDown", function(_, e) kept = e end)
      b:sendActions("touchDown")
      log(pcall(kept.stopImmediate, kept))
      b:on("touchDown", function() log("still runs") end)
      b:sendActions("touchDown")
      """)

    #expect(log.count == 2)
    #expect(log.first?.contains("stopImmediate() came too late") == true)
  }

  /// Any number of sends may be in progress, also where closures of the host lie in between.
  @Test func sendsNestThroughClosures() throws {
    let fixture = try ScriptFixture()
    let count = 150
    let buttons = (0..<count).map { _ in Button() }
    let window = Window()
    for (index, button) in buttons.enumerated() {
      button.id = "b\(index)"
      window.addSubview(button)
    }
    fixture.application.show(window)
    try fixture.run(
      """
      for i = 0, \(count - 1) do
        local b = ui.find("b" .. i)
        b:on("touchDown", function(s, e) n = (n or 0) + 1 assert(e.sender == s) end)
      end
      """)
    for (index, button) in buttons.dropLast().enumerated() {
      button.addAction(for: .touchDown) { buttons[index + 1].sendActions(for: .touchDown) }
    }
    try fixture.run(
      "for i = 0, \(count - 1) do ui.find('b' .. i):on('touchDown', function(s, e) e:stopImmediate() end) end"
    )

    buttons[0].sendActions(for: .touchDown)

    try fixture.run("assert(n == \(count), n)")
    #expect(fixture.diagnostics.isEmpty)
  }

  /// Sends nest 64 deep; then a clear error, and everything works again (lua-boundary §3).
  @Test(arguments: ["function(s)", "function(s, e)"]) func nestingOfSendsIsLimited(
    function: String
  ) throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      b = ui.Button { id = "b" }
      ui.Window { b }:show()
      n = 0
      b:on("touchDown", \(function) n = n + 1 s:sendActions("touchDown") end)
      b:sendActions("touchDown")
      log(n)
      b:on("touchUpInside", \(function) pcall(function() s:sendActions("touchUpInside") end) end)
      b:sendActions("touchUpInside")
      b:on("touchCancel", \(function)
        table.sort({ 2, 1 }, function(x, y) s:sendActions("touchCancel") return x < y end)
      end)
      b:sendActions("touchCancel")
      n = 0
      b:off()
      b:on("touchDown", \(function) n = n + 1 end)
      b:sendActions("touchDown")
      log(n)
      """)

    #expect(try fixture.log() == ["64", "1"])
    #expect(fixture.diagnostics.count >= 3)
    #expect(fixture.diagnostics.first?.message.contains("nested more than 64 deep") == true)
  }

  /// onTap of a bar item, and further handlers beside it (script-api "Bar items").
  @Test func barItemsHaveOnTap() throws {
    let log = try logged(
      """
      local item = ui.BarButtonItem { title = "확인", onTap = function(s) log("tap", s.title) end }
      item:on("primaryActionTriggered", function(_, e) log("on", e.type) end)
      item:sendActions("primaryActionTriggered")
      item.onTap = function() log("new") end
      item:sendActions("primaryActionTriggered")
      item.onTap = nil
      item:sendActions("primaryActionTriggered")
      """)

    #expect(
      log == [
        "tap 확인", "on primaryActionTriggered", "on primaryActionTriggered", "new",
        "on primaryActionTriggered",
      ])
  }

  /// One-line gestures with their tokens (script-api "Gestures").
  @Test func gesturesInOneLine() throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      local l = ui.Label { id = "l", text = "label" }
      token = l:onTap(function(view, e) log(view == l, e.type, e.sender == l) end)
      l:onLongPress(function(view) log("long") end)
      ui.Window { l }:show()
      """)

    try fixture.tap("l")
    try fixture.run("token:disable()")
    try fixture.tap("l")
    try fixture.run("token:enable()")
    fixture.advance(1)
    try fixture.tap("l")
    try fixture.run("token:remove() token:remove() log(token.isAlive)")
    fixture.advance(1)
    try fixture.tap("l")

    #expect(
      try fixture.log() == ["true recognized true", "true recognized true", "false"])
  }

  /// A recognizer that the host takes away takes the function with it; one that outlives its view
  /// touches nothing else (lua-boundary §2).
  @Test func gestureEndsWithItsRecognizer() throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      kept = setmetatable({}, { __mode = "k" })
      local l = ui.Label { id = "l" }
      local f = function() end
      kept[f] = true
      l:onTap(f)
      ui.Window { l }:show()
      """)
    let label = try fixture.view("l", as: Label.self)

    for recognizer in label.gestureRecognizers { label.removeGestureRecognizer(recognizer) }

    try fixture.run("collectgarbage() collectgarbage() assert(next(kept) == nil, 'kept')")
  }
}
