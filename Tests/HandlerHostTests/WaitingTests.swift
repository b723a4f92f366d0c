import ControlKit
import HandlerHost
import Testing

/// Handlers that wait (lua-boundary §3, script-api "Waiting").
@Suite struct WaitingTests {
  let fixture: ScriptFixture

  init() throws {
    fixture = try ScriptFixture()
    try fixture.run(
      """
      b = ui.Button { id = "b" }
      c = ui.Button { id = "c" }
      w = ui.Window { b, c }
      w:show()
      function send(event) b:sendActions(event or "touchDown") end
      function closing(name)
        return setmetatable({}, { __close = function() log("closed " .. name) end })
      end
      """)
  }

  /// A handler that sleeps has returned, for the send; it goes on when its time has come.
  @Test func sleepGoesOnLater() throws {
    try fixture.run(
      """
      b:on("touchDown", function() log("a", ui.now()) ui.sleep(1.5) log("b", ui.now()) end)
      b:on("touchDown", function() log("other") end)
      send()
      log("sent")
      """)
    #expect(fixture.host.waitingHandlerCount == 1 && fixture.host.hasPendingWork)

    fixture.advance(1)
    fixture.advance(1)

    #expect(try fixture.log() == ["a 0.0", "other", "sent", "b 1.5"])
    #expect(fixture.host.waitingHandlerCount == 0 && !fixture.host.hasPendingWork)
  }

  /// `wait` gives the event that came, in the order of that control's handlers.
  @Test func waitGivesTheEvent() throws {
    try fixture.run(
      """
      b:on("touchDown", function(_, first)
        local event = c:wait { "touchUpInside", "touchCancel" }
        log(event.type, event.sender == c, event.touch)
        log(pcall(first.stopImmediate, first))
        event:stopImmediate()
      end)
      send()
      c:on("touchCancel", function() log("skipped") end)
      c:sendActions("touchDown")
      c:sendActions("touchCancel")
      c:sendActions("touchCancel")
      """)

    let log = try fixture.log()
    #expect(log.count == 3 && log.first == "touchCancel true nil" && log.last == "skipped")
    #expect(log.dropFirst().first?.contains("stopImmediate() came too late") == true)
  }

  /// A timeout gives nil; an event in time stops the timer.
  @Test func waitHasATimeout() throws {
    try fixture.run(
      """
      b:on("touchDown", function()
        log(c:wait("touchUpInside", 1))
        log(c:wait("touchUpInside", 1).type)
        log(ui.now())
      end)
      send()
      """)

    fixture.advance(1)
    try fixture.run("c:sendActions('touchUpInside')")

    #expect(try fixture.log() == ["nil", "touchUpInside", "1.0"])
    #expect(!fixture.host.hasPendingWork)
    try fixture.run("assert(#c:handlers() == 0)")
  }

  /// What happens when the event comes again (script-api "whileWaiting").
  @Test(arguments: [
    ("parallel", ["a1", "a2", "a3", "b1", "b2", "b3"]),
    ("drop", ["a1", "b1"]),
    ("queue", ["a1", "b1", "a2", "b2", "a3", "b3"]),
    ("restart", ["a1", "closed 1", "a2", "closed 2", "a3", "b3"]),
  ])
  func policies(name: String, expected: [String]) throws {
    try fixture.run(
      """
      local n = 0
      b:on("touchDown", function()
        n = n + 1
        local me = n
        local guard <close> = "\(name)" == "restart" and setmetatable({}, { __close = function()
          if me < 3 then log("closed " .. me) end end }) or nil
        log("a" .. me)
        ui.sleep(1)
        ui.sleep(1)
        log("b" .. me)
      end, { whileWaiting = "\(name)" })
      send() send() send()
      """)

    fixture.advance(10)

    #expect(try fixture.log() == expected)
    #expect(fixture.diagnostics.isEmpty)
  }

  /// Removing token or group cancels what waits and runs its to-be-closed variables.
  @Test(arguments: [
    "t:remove()", "g:remove()", "b:off()", "b:off('touchDown')", "timer:remove()", "tap:remove()",
  ])
  func removalCancels(how: String) throws {
    try fixture.run(
      """
      g = ui.group()
      local function body() local x <close> = closing("x") ui.sleep(5) log("no") end
      local what = "\(how)"
      if what:find("timer") then timer = ui.after(0, body)
      elseif what:find("tap") then
        b.isUserInteractionEnabled = true
        tap = b:addTarget({ go = body }, "go", "touchDown")
      else t = b:on("touchDown", body, { group = g }) end
      send()
      """)
    fixture.advance(0)
    #expect(fixture.host.waitingHandlerCount == 1)

    try fixture.run("log('cancel') \(how) log('done')")
    fixture.advance(10)

    #expect(try fixture.log() == ["cancel", "closed x", "done"])
    #expect(fixture.host.waitingHandlerCount == 0 && !fixture.host.hasPendingWork)
  }

  /// A chain of cancellations, each in a to-be-closed variable of the last, does not pile up.
  @Test func cancellationsQueue() throws {
    try fixture.run(
      """
      tokens, count = {}, 0
      for i = 1, 3000 do
        tokens[i] = ui.after(0, function()
          local x <close> = setmetatable({}, { __close = function()
            count = count + 1
            if tokens[i + 1] then tokens[i + 1]:remove() end
          end })
          ui.sleep(5)
        end)
      end
      """)
    fixture.advance(0)

    try fixture.run("tokens[1]:remove() log(count)")

    #expect(try fixture.log() == ["3000"])
  }

  /// An error in a to-be-closed variable of a cancelled handler is reported.
  @Test func errorWhileCancellingIsReported() throws {
    try fixture.run(
      """
      t = b:on("touchDown", function()
        local x <close> = setmetatable({}, { __close = function() error("in close") end })
        ui.sleep(5)
      end, { label = "sleeper" })
      send()
      t:remove()
      """)

    #expect(fixture.diagnostics.count == 1)
    #expect(fixture.diagnostics.first?.message.contains("test:2: in close") == true)
    #expect(fixture.diagnostics.first?.handler?.contains("sleeper") == true)
  }

  /// A handler's error after a wait is reported like one before: control, event, handler.
  @Test func errorAfterAWaitIsReportedFully() throws {
    try fixture.run(
      """
      b:on("touchDown", function() ui.sleep(1) error("late") end, { label = "mine" })
      send()
      """)

    fixture.advance(1)
    try fixture.run("log((b:handlers()[1].lastError:match('^[^\\n]*')))")

    let diagnostic = try #require(fixture.diagnostics.first)
    #expect(diagnostic.message.hasPrefix("test:1: late\n"))
    #expect(diagnostic.sender == "Button 'b'" && diagnostic.event == "touchDown")
    #expect(diagnostic.handler == "handler 'mine' from test:1")
    #expect(try fixture.log() == ["test:1: late"])
  }

  /// A control that nothing can reach takes its waiters with it; they are closed first, and may yet
  /// store it.
  @Test func deadControlCancelsItsWaiters() throws {
    try fixture.run(
      """
      for i = 1, 3 do
        local lone = ui.Button { id = "lone" .. i }
        b:once("touchDown", function()
          local x <close> = setmetatable({}, { __close = function()
            log("closed " .. lone.id)
            if i == 2 then saved = lone end
          end })
          lone:on("touchDown", function() log("alive " .. lone.id) end)
          lone:wait("touchUpInside")
        end)
      end
      sleeper = b:once("touchDown", function() ui.sleep(1) log("slept") end)
      send()
      for i = 1, 8 do collectgarbage() end
      saved:sendActions("touchDown")
      """)
    #expect(fixture.host.waitingHandlerCount == 1)
    fixture.advance(2)

    let log = try fixture.log()
    #expect(
      log.sorted() == ["alive lone2", "closed lone1", "closed lone2", "closed lone3", "slept"])
    #expect(fixture.diagnostics.isEmpty)
  }

  /// Closing the host cancels everything that waits.
  @Test func closingCancels() throws {
    try fixture.run(
      """
      b:on("touchDown", function() local x <close> = closing("sleep") ui.sleep(1) end)
      b:on("touchDown", function() local x <close> = closing("wait") c:wait("touchDown") end)
      b:on("touchDown", function()
        local x <close> = setmetatable({}, { __close = function()
          probe.text = "closed"
          ui.after(1, function() probe.text = "no" end)
        end })
        ui.sleep(1)
      end)
      probe = ui.Label { id = "probe" }
      w:addSubview(probe)
      send()
      """)
    let probe = try fixture.view("probe", as: Label.self)

    fixture.host.close()
    fixture.advance(5)

    #expect(probe.text == "closed")
    #expect(fixture.host.waitingHandlerCount == 0 && !fixture.host.hasPendingWork)
  }

  /// Waiting across a metamethod, an iterator or a sort is refused, with the reason.
  @Test func waitingInsideACCallIsRefused() throws {
    try fixture.run(
      """
      b:on("touchDown", function()
        log(pcall(table.sort, { 1, 2 }, function() ui.sleep(1) end))
        log(pcall(function()
          for _ in pairs(setmetatable({}, { __pairs = function() ui.sleep(1) end })) do end
        end))
        log(pcall(string.gsub, "x", "x", function() ui.sleep(1) end))
        log(pcall(function() ui.sleep(1) return "pcall may wait" end))
      end)
      send()
      """)
    fixture.advance(2)

    let log = try fixture.log()
    #expect(log.count == 4)
    #expect(log.first?.contains("'sleep' cannot wait here, inside a metamethod") == true)
    #expect(log.last == "true pcall may wait")
  }

  /// coroutine.yield in a handler is an error that names what to use.
  @Test func bareYieldIsReported() throws {
    try fixture.run("b:on('touchDown', function() coroutine.yield(1) log('no') end) send() send()")

    #expect(fixture.diagnostics.count == 2)
    #expect(fixture.diagnostics.first?.message.contains("to wait, use ui.sleep") == true)
    #expect(try fixture.log().isEmpty)
  }

  /// A script cannot resume or close a handler's coroutine, whether that waits, runs, has ended, or
  /// is kept for the next event; the handler goes on.
  @Test func handlersCoroutineIsTheHosts() throws {
    try fixture.run(
      """
      b:on("touchDown", function()
        co = coroutine.running()
        log(coroutine.isyieldable())
        ui.sleep(1)
        log("goes on")
        return function() log("no") end
      end)
      c:on("touchDown", function() idle = coroutine.running() end)
      send()
      c:sendActions("touchDown")
      for _, x in ipairs { co, idle } do
        log(coroutine.resume(x, print))
        log(pcall(coroutine.close, x))
      end
      """)
    fixture.advance(1)
    try fixture.run(
      """
      log(coroutine.status(co), coroutine.resume(co, ui.sleep, 1))
      c:sendActions("touchDown")
      collectgarbage()
      c:sendActions("touchDown")
      local own = coroutine.create(function(a) local b = coroutine.yield(a + 1) return b end)
      log(coroutine.resume(own, 1)) log(coroutine.resume(own, 5)) log(coroutine.resume(own))
      log(coroutine.close(own))
      """)

    let refused =
      "this coroutine belongs to a handler: only what it waits for can resume or close it"
    #expect(
      try fixture.log() == [
        "true", "false " + refused, "false " + refused, "false " + refused, "false " + refused,
        "goes on", "dead false cannot resume dead coroutine", "true 2", "true 5",
        "false cannot resume dead coroutine", "true",
      ])
    #expect(fixture.diagnostics.isEmpty)
  }

  /// A script's own coroutines work inside handlers, and send from inside.
  @Test func ownCoroutinesSend() throws {
    try fixture.run(
      """
      c:on("touchDown", function() log("c") ui.sleep(1) log("c later") end)
      b:on("touchDown", function()
        local next = coroutine.wrap(function()
          for i = 1, 2 do c:sendActions("touchDown") collectgarbage("step") coroutine.yield(i) end
        end)
        log(next()) log(next())
      end)
      send()
      """)
    fixture.advance(1)

    #expect(try fixture.log() == ["c", "1", "c", "2", "c later", "c later"])
  }

  /// A waiter that is woken 64 sends deep ends with the clear error (lua-boundary §3).
  @Test func wokenTooDeep() throws {
    try fixture.run(
      """
      c:on("touchDown", function()
        local x <close> = closing("deep")
        c:wait("touchUpInside")
        log("no")
      end)
      c:sendActions("touchDown")
      n = 0
      b:on("touchDown", function()
        n = n + 1
        if n == 64 then c:sendActions("touchUpInside") else send() end
      end)
      send()
      """)

    #expect(try fixture.log() == ["closed deep"])
    #expect(fixture.diagnostics.count == 1)
    #expect(fixture.diagnostics.first?.message.contains("nested more than 64 deep") == true)
  }

  /// Timers: once, again and again, with tokens (script-api "Timers").
  @Test func timersHaveTokens() throws {
    try fixture.run(
      """
      one = ui.after(1, function() log("once") end)
      again = ui.every(1, function() log("every", ui.now()) end)
      never = ui.after(2, function() log("never") end)
      never:remove() never:remove()
      log(one.isAlive, never.isAlive, again.isEnabled)
      """)
    fixture.advance(2)
    try fixture.run("again:disable() log(one.isAlive)")
    fixture.advance(1)
    try fixture.run("again:enable()")
    fixture.advance(1)
    try fixture.run("again:remove() log(again.isAlive)")
    fixture.advance(5)

    #expect(
      try fixture.log() == [
        "true false true", "once", "every 1.0", "every 2.0", "false", "every 4.0", "false",
      ])
  }

  /// A repeating timer may remove itself and may wait.
  @Test func timerRemovesItself() throws {
    try fixture.run(
      """
      local n = 0
      local t
      t = ui.every(1, function() n = n + 1 log(n) if n == 2 then t:remove() end end)
      """)

    fixture.advance(10)

    #expect(try fixture.log() == ["1", "2"])
  }
}
