import ControlKit
import HandlerHost
import Testing

/// What a script holds of a registration (script-api "Handlers", lua-boundary "Ownership").
struct TokenTests {
  private let fixture: ScriptFixture

  init() throws {
    fixture = try ScriptFixture()
    try fixture.run("b = ui.Button { id = 'b' }")
  }

  private func collect(_ passes: Int = 4) {
    for _ in 0..<passes { fixture.host.collectGarbage() }
  }

  /// A handler needs no token: dropping it changes nothing, and takes no object of the host's along.
  @Test func aDroppedTokenLeavesItsHandler() throws {
    collect()
    let objects = fixture.host.scriptedObjectCount
    try fixture.run(
      """
      weak = setmetatable({}, { __mode = "k" })
      weak[b:on("touchDown", function() log("one") end)] = true
      weak[b:on("touchDown", function(_, e) log(e.type) end)] = true
      weak[b:once("touchUpInside", function() log("once") end)] = true
      """)

    collect()
    try fixture.run(
      "b:sendActions('touchDown') b:sendActions('touchUpInside') b:sendActions('touchUpInside')")

    #expect(fixture.host.scriptedObjectCount == objects)
    #expect(try fixture.log() == ["one", "touchDown", "once"])
    // Once the handlers have ended nothing keeps the tokens.
    try fixture.run("b:off()")
    collect()
    try fixture.run("assert(next(weak) == nil)")
  }

  /// A finalizer may use a token that died together with its own object, at any time.
  @Test(arguments: [
    "setmetatable({ token = register() }, { __gc = function(t) t.token:remove() end })",
    "setmetatable({ token = register() }, { __gc = function(t) b:off(t.token) end })",
    // The finalizer of what is younger runs first: here that is the token's.
    "local t = setmetatable({}, { __gc = function(t) t.token:remove() end }) t.token = register()",
    // One that comes back each time, and removes it in the third cycle.
    """
    local meta = { count = 0 }
    function meta.__gc(t)
      meta.count = meta.count + 1
      if meta.count < 3 then setmetatable(t, meta) else t.token:remove() end
    end
    setmetatable({ token = register() }, meta)
    """,
  ])
  func aFinalizerMayRemoveTheHandler(_ guardian: String) throws {
    try fixture.run(
      """
      local function register() return b:on("touchDown", function() log("no") end) end
      do \(guardian) end
      """)

    collect(6)
    try fixture.run("b:sendActions('touchDown') log(#b:handlers())")

    #expect(try fixture.log() == ["0"])
    #expect(fixture.diagnostics.isEmpty)
  }

  /// A token may outlive the object: it tells what was, and does nothing.
  @Test func aTokenOutlivesItsObject() throws {
    try fixture.run(
      """
      local c = ui.Button()
      kept = c:on("touchDown", function() end, { label = "mine" })
      c:sendActions("touchDown")
      c = nil
      """)

    collect()
    try fixture.run(
      """
      log(kept.isAlive, kept.timesFired, kept.label)
      kept:enable() kept:disable() kept:remove()
      b:off(kept)
      """)

    #expect(try fixture.log() == ["false 1 mine"])
  }

  /// A destroyed token says so by its name, as every object does; twice is harmless.
  @Test func aDestroyedTokenSaysSo() throws {
    try fixture.run(
      """
      named = b:on("touchDown", function() log("no") end, { label = "mine" })
      plain = b:on("touchDown", function() log("no") end)
      named:destroy() named:destroy() plain:destroy()
      b:sendActions("touchDown")
      log(named.isAlive, plain.isAlive)
      log(named) log(plain)
      """)

    #expect(
      try fixture.log() == ["false false", "Token 'mine' (destroyed)", "Token (destroyed)"])
    #expect(fixture.failure("named:enable()") == "test:1: Token 'mine' has been destroyed")
    #expect(fixture.failure("plain.label = 1") == "test:1: Token has been destroyed")
    #expect(
      fixture.failure("b:off(named)")
        == "test:1: bad argument #1 to 'off' (Token 'mine' has been destroyed)")
  }

  /// A handler may destroy its own token, also while it waits.
  @Test func aHandlerMayDestroyItsToken() throws {
    try fixture.run(
      """
      own = b:on("touchDown", function() own:destroy() collectgarbage() log("on", own.isAlive) end)
      waits = b:on("touchDown", function(s)
        local x <close> = setmetatable({}, { __close = function() waits:destroy() log("closed") end })
        s:wait("touchCancel")
      end)
      b:sendActions("touchDown")
      waits:remove()
      b:sendActions("touchDown")
      """)

    #expect(try fixture.log() == ["on false", "closed"])
    #expect(fixture.diagnostics.isEmpty)
  }

  /// The debug library cannot take a token apart, nor use it as something else.
  @Test(arguments: [
    "debug.setmetatable(t, nil)", "debug.setmetatable(t, {})",
    "debug.getmetatable(t).__gc = nil error('x')", "b.on(t, 'touchDown', print)", "t.on(b)",
    "b:off(setmetatable({}, {}))", "t.remove(b)", "t.remove(io.stdout)", "t.remove()",
    "b:addSubview(t)", "t.data = 1", "ui.View { t }",
  ])
  func aTokenIsNothingElse(_ code: String) throws {
    try fixture.run("t = b:on('touchDown', function() log('runs') end)")

    #expect(fixture.failure(code) != "no error")
    try fixture.run("debug.getmetatable(t).__gc(t) b:sendActions('touchDown') t:remove() t = nil")
    collect()

    #expect(try fixture.log() == ["runs"])
  }

  /// `off` takes a token of its own object only.
  @Test func offWantsATokenOfItsOwn() throws {
    try fixture.run(
      "other = ui.Button() t = other:on('touchDown', function() log('other') end)")

    #expect(
      fixture.failure("b:off(t)")
        == "test:1: bad argument #1 to 'off' (the token is not of this object)")
    try fixture.run("other:sendActions('touchDown') other:off(t) other:off(t) b:off(t)")

    #expect(try fixture.log() == ["other"])
  }

  /// What only the script holds ends with the first collection after that.
  @Test func anObjectOfTheScriptsAloneEndsAtOnce() throws {
    collect()
    let objects = fixture.host.scriptedObjectCount
    try fixture.run(
      """
      for i = 1, 100 do
        local c = ui.Button { title = "t" }
        c:on("touchDown", function() return c end)
        c.isEnabled = false
      end
      """)

    fixture.host.collectGarbage()

    #expect(fixture.host.scriptedObjectCount == objects)
  }

  /// What Swift got stays, whether the script still has it or not.
  @Test(arguments: [
    "ui.Window { id = 'w', ui.VStack { ui.Button { id = 'kept' } } }:show()",
    "local w = ui.Window { id = 'w' } w:show() w:addSubview(ui.Button { id = 'kept' })",
    """
    local v = ui.View() local w = ui.Window { id = 'w', v } w:show()
    v:addSubview(ui.Button { id = 'kept' })
    """,
  ])
  func whatSwiftHoldsStays(_ code: String) throws {
    try fixture.run(
      """
      do \(code) end
      ui.find('kept'):on('touchDown', function(s) log(s.id, s.data.n) end)
      ui.find('kept').data.n = 7
      """)

    collect()
    try fixture.run("ui.find('kept'):sendActions('touchDown')")

    #expect(try fixture.log() == ["kept 7"])
  }
}
