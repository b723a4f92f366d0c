import ControlKit
import HandlerHost
import TestSupport
import Testing

/// `ui.waitAny` and `ui.waitAll` (lua-boundary §3, script-api "Waiting").
@Suite struct WaitSeveralTests {
  let fixture: ScriptFixture

  init() throws {
    fixture = try ScriptFixture()
    try fixture.run(
      """
      a, b, c = ui.Button { id = "a" }, ui.Button { id = "b" }, ui.Slider { id = "c" }
      w = ui.Window { ui.VStack { a, b, c } }
      w:show()
      function closing(name)
        return setmetatable({}, { __close = function() log("closed " .. name) end })
      end
      function start(fn) ui.after(0, fn) end
      """)
  }

  /// An event may be collected by a send in the innermost handler there can be.
  @Test(arguments: [62, 63, 64]) func collectsAtAnyDepth(depth: Int) throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      b, w, x, y = ui.Button(), ui.Button(), ui.Button(), ui.Button()
      w:on("touchDown", function()
        local events = ui.waitAll { { x, "touchUpInside" }, { y, "touchUpInside" } }
        log(events[1].sender == x, events[2].sender == y)
      end)
      x:on("touchUpInside", function(s, e) log(e.type) end)
      w:sendActions("touchDown")
      local depth = 0
      b:on("touchDown", function(s, e)
        depth = depth + 1
        if depth < \(depth) then b:sendActions("touchDown") else x:sendActions("touchUpInside") end
      end)
      b:sendActions("touchDown")
      y:sendActions("touchUpInside")
      """)

    // At the greatest depth x's own handler is one too many, and is reported; the event is collected.
    #expect(try fixture.log() == (depth < 64 ? ["touchUpInside"] : []) + ["true true"])
    #expect(fixture.diagnostics.count == (depth < 64 ? 0 : 1))
  }

  /// waitAny gives the number of the first event's source, and the event; the others are let go.
  @Test func anyGivesTheFirst() throws {
    try fixture.run(
      """
      start(function()
        for _ = 1, 2 do
          local index, event = ui.waitAny { { a, "touchUpInside" },
            { c, { "valueChanged", "touchCancel" } } }
          log(index, event.type, event.sender.id, #a:handlers(), #c:handlers())
        end
      end)
      """)
    fixture.advance(0)
    try fixture.run("c:sendActions('touchCancel') a:sendActions('touchUpInside')")

    #expect(try fixture.log() == ["2 touchCancel c 0 0", "1 touchUpInside a 0 0"])
    #expect(fixture.host.waitingHandlerCount == 0 && fixture.diagnostics.isEmpty)
  }

  /// waitAll gives the events by number, whatever their order, each once; the last one can be stopped.
  @Test func allGivesEach() throws {
    try fixture.run(
      """
      start(function()
        local events, rest = ui.waitAll { { a, "touchDown" }, { b, "touchDown" }, { a, "touchUpInside" } }
        log(#events, rest, events[1].sender.id, events[2].sender.id, events[3].type)
        log(pcall(events[1].stopImmediate, events[1]))
        events[2]:stopImmediate()
      end)
      """)
    fixture.advance(0)
    try fixture.run(
      """
      a:sendActions("touchUpInside") a:sendActions("touchDown") a:sendActions("touchDown")
      log(#a:handlers(), #b:handlers())
      collectgarbage()
      b:on("touchDown", function() log("skipped") end)
      b:sendActions("touchDown")
      """)

    let log = try fixture.log()
    #expect(log.count == 3 && log.first == "0 1")
    #expect(log.dropFirst().first == "3 nil a b touchUpInside")
    #expect(log.last?.contains("stopImmediate() came too late") == true)
    #expect(fixture.diagnostics.isEmpty)
  }

  /// After the timeout waitAny gives nil, and waitAll nil and what has come.
  @Test func timeouts() throws {
    try fixture.run(
      """
      start(function()
        log(ui.waitAny { { a, "touchDown" }, { b, "touchDown" }, timeout = 1 })
        local all, some = ui.waitAll { { a, "touchDown" }, { b, "touchDown" }, timeout = 1 }
        log(all, some[1], some[2].sender.id, ui.now())
        local all, none = ui.waitAll { { a, "touchDown" }, timeout = 0 }
        log(all, next(none))
        log((ui.waitAny { { a, "touchDown" }, timeout = 1 }))
      end)
      """)
    fixture.advance(1)
    try fixture.run("b:sendActions('touchDown')")
    fixture.advance(1)
    try fixture.run("a:sendActions('touchDown')")

    #expect(try fixture.log() == ["nil", "nil nil b 2.0", "nil nil", "1"])
    #expect(fixture.host.waitingHandlerCount == 0 && !fixture.host.hasPendingWork)
    try fixture.run("assert(#a:handlers() == 0 and #b:handlers() == 0)")
  }

  /// A wait is a handler that is registered at that moment: it comes after earlier ones, and a send in
  /// progress does not wake it. One source may stand in the list more than once.
  @Test func orderAndSnapshot() throws {
    try fixture.run(
      """
      a:on("touchDown", function() log("before") end)
      a:once("touchDown", function()
        log("waits")
        log((ui.waitAny { { b, "touchDown" }, { a, "touchDown" }, { a, { "touchDown", "touchCancel" } } }))
      end)
      a:once("touchDown", function()
        local events = ui.waitAll { { a, "touchDown" }, { a, "touchDown" } }
        log("all", events[1] == events[2])
      end)
      a:sendActions("touchDown")
      a:on("touchDown", function() log("after") end)
      a:sendActions("touchDown")
      """)

    #expect(try fixture.log() == ["before", "waits", "before", "2", "all true", "after"])
  }

  /// Gestures, bar items and timers may be waited for like controls.
  @Test func otherSources() throws {
    try fixture.run(
      """
      item = ui.BarButtonItem { title = "item" }
      tap = ui.TapGesture {}
      a:addGesture(tap)
      start(function()
        local timer = ui.after(2, function() log("timer runs") end)
        local events = ui.waitAll { { item, "primaryActionTriggered" }, { timer }, { tap } }
        log(events[1].type, events[2].type, events[2].sender == timer, events[2].time, events[3].type)
        local again = ui.every(1, function() end)
        local index, event = ui.waitAny { { a, "touchDown" }, { again } }
        log(index, event.type)
        again:remove()
        log(ui.waitAny { { a, "touchDown" }, { tap, { "recognized" } }, timeout = 1 } )
      end)
      """)
    fixture.advance(0)
    try fixture.run("item:sendActions('primaryActionTriggered')")
    fixture.advance(2)
    try fixture.tap("a")
    fixture.advance(1)
    fixture.advance(1)

    #expect(
      try fixture.log() == [
        "timer runs", "primaryActionTriggered timer true 2.0 recognized", "2 timer", "nil",
      ])
    #expect(fixture.diagnostics.isEmpty && !fixture.host.hasPendingWork)
  }

  /// waitAny goes on with the sources that are left, and is cancelled when none is.
  @Test func anyOutlivesASource() throws {
    try fixture.run(
      """
      t1, t2 = ui.every(5, print), ui.every(5, print)
      start(function()
        local x <close> = closing("any")
        log((ui.waitAny { { t1 }, { a, "touchDown" }, { t2 } }))
        log((ui.waitAny { { t1 }, { t2 } }))
      end)
      """)
    fixture.advance(0)
    try fixture.run("t1:remove() collectgarbage()")
    #expect(fixture.host.waitingHandlerCount == 1)
    try fixture.run("a:sendActions('touchDown')")
    #expect(fixture.host.waitingHandlerCount == 0)
    #expect(try fixture.log() == ["2", "closed any"])
    #expect(fixture.diagnostics.first?.message.contains("the timer has ended") == true)
  }

  /// Without a source that is left, waitAny is cancelled; waitAll is by the end of any of them.
  @Test func cancelledWithTheSources() throws {
    try fixture.run(
      """
      local t1, t2, t3 = ui.every(5, print), ui.every(5, print), ui.every(5, print)
      start(function()
        local x <close> = closing("any")
        ui.waitAny { { t1 }, { t2 }, timeout = 100 }
      end)
      start(function()
        local x <close> = closing("all")
        ui.waitAll { { t3 }, { a, "touchDown" }, timeout = 100 }
      end)
      start(function()
        log("remove")
        t3:remove() t1:remove() log("one is left") t2:remove()
      end)
      """)
    fixture.advance(0)

    #expect(try fixture.log() == ["remove", "closed all", "one is left", "closed any"])
    #expect(fixture.host.waitingHandlerCount == 0 && !fixture.host.hasPendingWork)
    try fixture.run("assert(#a:handlers() == 0)")
  }

  /// A coroutine lives as long as one of its sources: neither kept by dead ones nor lost with one.
  @Test(arguments: ["incremental", "generational"])
  func livesWithItsSources(mode: String) throws {
    try fixture.run(
      """
      collectgarbage("\(mode)")
      weak = setmetatable({}, { __mode = "k" })
      local function wait(what)
        local big, x <close> = { what }, closing(what)
        weak[big] = what
        local function list()
          local list = {}
          if what ~= "dead" then list[1] = { a, "touchDown" } end
          for i = 1, 6 do list[#list + 1] = { ui.Button {}, "touchDown" } end
          return list
        end
        if what == "own" then
          local mine = ui.Button {}
          mine:on("touchCancel", function() return mine end)
          log(what, (ui.waitAny { { a, "touchDown" }, { mine, "touchDown" } }))
        elseif what == "all" then
          log(ui.waitAll(list()))
        else
          log(what, (ui.waitAny(list())))
        end
      end
      for _, what in ipairs { "one", "own", "dead", "all" } do start(function() wait(what) end) end
      """)
    fixture.advance(0)
    for _ in 0..<6 { fixture.host.collectGarbage() }

    // The sources that only a list named are gone; what waits for them all is cancelled.
    #expect(Set(try fixture.log()) == ["closed dead", "closed all"])
    #expect(fixture.host.waitingHandlerCount == 2)
    try fixture.run("a:sendActions('touchDown')")
    #expect(try fixture.log() == ["one 1", "closed one", "own 1", "closed own"])
    for _ in 0..<6 { fixture.host.collectGarbage() }
    try fixture.run("log(next(weak))")
    #expect(try fixture.log() == ["nil"])
    #expect(fixture.diagnostics.isEmpty)
  }

  /// A control that only Swift holds keeps what waits for it, in both modes of the collector.
  @Test(arguments: ["incremental", "generational"])
  func swiftKeepsASource(mode: String) throws {
    try fixture.run(
      """
      collectgarbage("\(mode)")
      start(function()
        local x = {}
        local events = ui.waitAll { { ui.find("held"), "touchDown" }, { a, "touchDown" } }
        log(#events, x)
      end)
      start(function() log((ui.waitAny { { ui.find("held"), "touchUpInside" } })) end)
      """)
    let held = Button()
    held.id = "held"
    let window = Window(title: "other")
    window.addSubview(held)
    fixture.application.show(window)
    fixture.advance(0)
    held.removeFromSuperview()
    for _ in 0..<6 { fixture.host.collectGarbage() }
    #expect(fixture.host.waitingHandlerCount == 2)

    held.sendActions(for: .touchDown)
    for _ in 0..<6 { fixture.host.collectGarbage() }
    held.sendActions(for: .touchUpInside)
    #expect(try fixture.log() == ["1"])
    try fixture.run("a:sendActions('touchDown')")
    #expect(try fixture.log().first?.hasPrefix("2 table") == true)
  }

  /// No object and no coroutine stays behind.
  @Test func leavesNothing() throws {
    let leaks = LeakCheck()
    do {
      let fixture = try ScriptFixture()
      leaks.watch(fixture.host)
      leaks.watch(fixture.application)
      try fixture.run(
        """
        for i = 1, 20 do
          ui.after(0, function()
            local a, b = ui.Button {}, ui.Button {}
            local wait = i % 2 == 0 and ui.waitAny or ui.waitAll
            wait { { a, "touchDown" }, { b, "touchDown" }, timeout = i < 10 and i or nil }
          end)
        end
        """)
      fixture.advance(5)
      for _ in 0..<6 { fixture.host.collectGarbage() }
      #expect(fixture.host.waitingHandlerCount == 0 && fixture.host.scriptedObjectCount == 0)
      #expect(fixture.host.swiftMemoryInUse < 100_000)
    }
    #expect(leaks.survivors.isEmpty)
  }

  /// Where nothing can wait, and what is no list, is an error that says so.
  @Test(arguments: [
    ("{}", "there is nothing to wait for: entries such as"),
    ("3", "bad argument #1 to 'waitAny' (table expected, got number)"),
    (
      "{ a, 'touchDown' }",
      "entry 1 (table such as { button, \"touchUpInside\" } expected, got Button)"
    ),
    ("{ { a, 'touchUpinside' } }", "did you mean 'touchUpInside'?"),
    ("{ { a, {} } }", "the list of events is empty"),
    ("{ { a } }", "entry 1 (event name expected, got nil)"),
    (
      "{ { w, 'touchDown' } }", "entry 1 (control, bar item, gesture or timer expected, got Window)"
    ),
    ("{ { a, 'touchDown', 'touchUp' } }", "several events are a table of their own"),
    ("{ { a, 'touchDown' }, { ui.every(1, print), 'timer' } }", "a timer has no events"),
    ("{ { ui.TapGesture {}, 'recognised' } }", "did you mean 'recognized'?"),
    (
      "{ { a, 'touchDown' }, nil, { b, 'touchDown' }, timout = 1 }",
      "unknown field 'timout'; did you mean 'timeout'?"
    ),
    ("{ { a, 'touchDown' }, [7] = { b, 'touchDown' } }", "without a gap"),
    ("{ { a, 'touchDown' }, timeout = -1 }", "field 'timeout' (a number of at least 0 expected"),
    ("{ { a, 'touchDown' }, timeout = 0/0 }", "a finite number expected"),
    ("{ { a, 'touchDown' }, timeout = 'soon' }", "field 'timeout' (number expected, got string)"),
  ])
  func mistakes(list: String, expected: String) throws {
    try fixture.run("start(function() log(select(2, pcall(ui.waitAny, \(list)))) end)")
    fixture.advance(0)

    let log = try fixture.log()
    #expect(log.first?.contains(expected) == true, "\(log)")
    #expect(fixture.host.waitingHandlerCount == 0)
    try fixture.run("assert(#a:handlers() == 0)")
  }

  /// Only handlers wait; not the main chunk, a script's coroutine, or across a C call.
  @Test func elsewhereIsRefused() throws {
    let list = "{ { a, 'touchDown' } }"
    #expect(
      fixture.failure("ui.waitAny \(list)").contains("'waitAny' can wait only inside a handler"))
    try fixture.run(
      """
      start(function()
        log(pcall(coroutine.wrap(function() ui.waitAll \(list) end)))
        log(pcall(table.sort, { 1, 2 }, function() ui.waitAny \(list) end))
      end)
      """)
    fixture.advance(0)

    let log = try fixture.log()
    #expect(log.first?.contains("cannot wait inside a coroutine of the script's own") == true)
    #expect(log.last?.contains("'waitAny' cannot wait here, inside a metamethod") == true)
    try fixture.run("assert(#a:handlers() == 0)")
  }

  /// It works in a nested send, in a gesture's handler and in a timer, and gives on what it returns.
  @Test func worksWhereHandlersRun() throws {
    try fixture.run(
      """
      tap = ui.TapGesture {}
      b:addGesture(tap)
      local function body(name)
        local function wait() return ui.waitAny { { c, "valueChanged" }, timeout = 1 } end
        log(name, (select("#", wait())), (wait()))
      end
      tap:on("recognized", function() body("gesture") end)
      a:on("touchDown", function() body("nested") end)
      b:on("editingChanged", function() a:sendActions("touchDown") log("sent") end)
      start(function() body("timer") end)
      b:sendActions("editingChanged")
      """)
    try fixture.tap("b")
    try fixture.run("c:sendActions('valueChanged')")
    fixture.advance(3)

    #expect(
      try fixture.log() == ["sent", "nested 2 nil", "timer 2 nil", "gesture 2 nil"])
    #expect(fixture.diagnostics.isEmpty)
  }
}
