import ControlKit
import HandlerHost
import Testing

/// What happens when the event comes again while a run waits (script-api "whileWaiting").
@Suite struct WaitingPolicyTests {
  let fixture: ScriptFixture

  init() throws {
    fixture = try ScriptFixture()
    try fixture.run(
      """
      b, c = ui.Button { id = "b" }, ui.Button { id = "c" }
      w = ui.Window { ui.VStack { b, c } }
      w:show()
      tap = ui.TapGesture {}
      c:addGesture(tap)
      item = ui.BarButtonItem { title = "item" }
      function send(event) b:sendActions(event or "touchDown") end
      function closing(name)
        return setmetatable({}, { __close = function() log("closed " .. name) end })
      end
      """)
  }

  private static let expected = [
    "parallel": ["a1", "a2", "a3", "b1", "b2", "b3"],
    "drop": ["a1", "b1"],
    "queue": ["a1", "b1", "a2", "b2", "a3", "b3"],
    "restart": ["a1", "x1", "a2", "x2", "a3", "b3"],
  ]

  /// The policies are the same for controls, gestures and bar items.
  @Test(
    arguments: ["parallel", "drop", "queue", "restart"],
    ["b 'touchDown'", "tap 'recognized'", "item 'primaryActionTriggered'"])
  func everySource(policy: String, source: String) throws {
    let parts = source.split(separator: " ")
    try fixture.run(
      """
      n = 0
      \(parts[0]):on(\(parts[1]), function(sender)
        n = n + 1
        local me, done = n, false
        local x <close> = setmetatable({}, { __close = function() if not done then log("x" .. me) end end })
        log("a" .. me)
        ui.sleep(1)
        ui.sleep(1)
        done = true
        log("b" .. me)
      end, { whileWaiting = "\(policy)" })
      """)
    for _ in 0..<3 {
      switch parts[0] {
      case "tap": try fixture.tap("c")
      case "item": try fixture.run("item:sendActions('primaryActionTriggered')")
      default: try fixture.run("send()")
      }
    }
    fixture.advance(10)

    #expect(try fixture.log() == WaitingPolicyTests.expected[policy])
    #expect(fixture.diagnostics.isEmpty && fixture.host.waitingHandlerCount == 0)
  }

  /// Queued events are handled in their order, each with its own event object, which comes too late to
  /// stop its send.
  @Test func queueKeepsTheEvents() throws {
    try fixture.run(
      """
      b:on({ "touchDown", "touchUpInside", "touchCancel" }, function(sender, event)
        log(event.type, event.sender == b and sender == b, event.time)
        if event.type == "touchUpInside" then log((pcall(event.stopImmediate, event))) end
        ui.sleep(1)
      end, { whileWaiting = "queue", label = "queue" })
      b:on("touchUpInside", function() log("other") end)
      send()
      send("touchUpInside")
      """)
    fixture.advance(0.5)
    try fixture.run("send('touchCancel')")
    fixture.advance(5)

    #expect(
      try fixture.log() == [
        "touchDown true 0.0", "other", "touchUpInside true 0.0", "false", "touchCancel true 0.5",
      ])
  }

  /// An event that comes while a queued run is in progress goes behind those that are queued already.
  @Test func queueStaysInOrder() throws {
    try fixture.run(
      """
      n = 0
      b:on({ "touchDown", "touchUpInside", "touchCancel" }, function(_, event)
        log(event.type)
        if event.type == "touchDown" then ui.sleep(1) end
        if event.type == "touchUpInside" and n == 0 then n = 1 send("touchUpInside") log("sent") end
      end, { whileWaiting = "queue" })
      send() send("touchUpInside") send("touchCancel")
      """)
    fixture.advance(2)

    #expect(
      try fixture.log() == ["touchDown", "touchUpInside", "sent", "touchCancel", "touchUpInside"])
  }

  /// A queued run that fails is reported like any other, and the next one runs.
  @Test func queuedRunFails() throws {
    try fixture.run(
      """
      b:on({ "touchDown", "touchUpInside" }, function(_, event)
        if event.type == "touchUpInside" then error("oops") end
        log("runs")
        ui.sleep(1)
      end, { whileWaiting = "queue", label = "mine" })
      send() send("touchUpInside") send()
      """)
    fixture.advance(5)

    #expect(try fixture.log() == ["runs", "runs"])
    let diagnostic = try #require(fixture.diagnostics.first)
    #expect(fixture.diagnostics.count == 1 && diagnostic.event == "touchUpInside")
    #expect(diagnostic.sender == "Button 'b'" && diagnostic.handler?.contains("'mine'") == true)
  }

  /// Restart closes the earlier run's variables before the new one begins; runs that began inside each
  /// other end oldest first.
  @Test func restartCancelsTheOldestFirst() throws {
    try fixture.run(
      """
      n = 0
      b:on("touchDown", function()
        n = n + 1
        local me = n
        local x <close> = closing(me)
        log("begins", me)
        if me < 3 then send() end
        ui.sleep(1)
        log("ends", me)
      end, { whileWaiting = "restart" })
      send()
      """)
    #expect(fixture.host.waitingHandlerCount == 3)
    try fixture.run("n = 10 send()")
    fixture.advance(2)

    #expect(
      try fixture.log() == [
        "begins 1", "begins 2", "begins 3", "closed 3", "closed 2", "closed 1", "begins 11",
        "ends 11", "closed 11",
      ])
  }

  /// A run that sends its own event after a wait is not cancelled by that, but by the next one.
  @Test func restartFromWithin() throws {
    try fixture.run(
      """
      n = 0
      t = b:on("touchDown", function()
        n = n + 1
        local me = n
        local x <close> = closing(me)
        ui.sleep(1)
        if me == 1 then send() end
        ui.sleep(5)
        log("no")
      end, { whileWaiting = "restart" })
      send()
      """)
    fixture.advance(1)
    #expect(fixture.host.waitingHandlerCount == 2)
    try fixture.run("send()")
    #expect(try fixture.log() == ["closed 1", "closed 2"])
    try fixture.run("t:remove()")
    #expect(try fixture.log() == ["closed 3"])
    #expect(fixture.host.waitingHandlerCount == 0)
  }

  /// A variable that is closed by a restart may remove the handler: then it does not run again.
  @Test func restartRemoves() throws {
    try fixture.run(
      """
      t = b:on("touchDown", function()
        local x <close> = setmetatable({}, { __close = function()
          t:remove()
          b:on("touchUpInside", function() log("new") end)
        end })
        log("runs")
        ui.sleep(1)
      end, { whileWaiting = "restart" })
      send() send()
      """)
    #expect(try fixture.log() == ["runs"])
    try fixture.run("send('touchUpInside')")
    #expect(try fixture.log() == ["new"])
  }

  /// A limit counts the runs: a dropped event is none, and a queued one is.
  @Test(arguments: [
    ("parallel", ["1", "2", "end 1", "end 2"]), ("drop", ["1", "end 1", "2", "end 2"]),
    ("queue", ["1", "end 1", "2", "end 2"]), ("restart", ["1", "2", "end 2"]),
  ])
  func limits(policy: String, expected: [String]) throws {
    try fixture.run(
      """
      n = 0
      t = b:on("touchDown", function()
        n = n + 1
        local me = n
        log(me)
        ui.sleep(1)
        log("end", me)
      end, { whileWaiting = "\(policy)", limit = 2 })
      send() send() send()
      """)
    fixture.advance(3)
    try fixture.run("send()")
    fixture.advance(3)
    #expect(try fixture.log() == expected)
    try fixture.run("assert(not t.isAlive and t.timesFired == 2) assert(#b:handlers() == 0)")
    #expect(fixture.host.waitingHandlerCount == 0 && fixture.diagnostics.isEmpty)
  }

  /// What is queued when the limit is reached still runs, with its events, and then nothing is left.
  @Test func queueOutlivesTheLimit() throws {
    try fixture.run(
      """
      local big = {}
      weak = setmetatable({ [big] = true }, { __mode = "k" })
      b:on({ "touchDown", "touchCancel" }, function(_, event) log(event.type, #big) ui.sleep(1) end,
        { whileWaiting = "queue", limit = 3 })
      send() send("touchCancel") send() send()
      collectgarbage()
      """)
    fixture.advance(5)
    #expect(try fixture.log() == ["touchDown 0", "touchCancel 0", "touchDown 0"])
    try fixture.run("for i = 1, 3 do collectgarbage() end assert(next(weak) == nil)")
  }

  /// `once` runs one time, whatever the policy.
  @Test(arguments: ["parallel", "drop", "queue", "restart"])
  func once(policy: String) throws {
    try fixture.run(
      """
      t = b:once("touchDown", function() log("runs") ui.sleep(1) log("ends") end,
        { whileWaiting = "\(policy)" })
      send() send()
      assert(not t.isAlive)
      """)
    fixture.advance(3)
    #expect(try fixture.log() == ["runs", "ends"])
  }

  /// A removal drops what is queued, and so does the host's cancelling.
  @Test func cancellingDropsTheQueue() throws {
    try fixture.run(
      """
      function body() local x <close> = closing("x") log("runs") ui.sleep(1) log("no") end
      t = b:on("touchDown", body, { whileWaiting = "queue" })
      send() send()
      t:remove()
      d = b:on("touchDown", body, { whileWaiting = "queue" })
      send() send()
      """)
    fixture.host.cancelWaitingHandlers()
    #expect(fixture.host.waitingHandlerCount == 0 && !fixture.host.hasPendingWork)
    try fixture.run("log(d.isAlive) send()")
    #expect(
      try fixture.log() == ["runs", "closed x", "runs", "closed x", "true", "runs"])
    fixture.host.cancelWaitingHandlers()
  }
}
