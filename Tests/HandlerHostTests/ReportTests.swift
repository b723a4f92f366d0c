import ControlKit
import HandlerHost
import Testing

/// `ui.debug`, and the same from Swift.
@Suite struct ReportTests {
  let fixture: ScriptFixture

  init() throws { fixture = try ScriptFixture() }

  /// The holders of the object with an id, as the script sees them.
  private func holders(of id: String) throws -> [String] {
    try fixture.run(
      """
      for _, leak in ipairs(ui.debug.leaks()) do
        if leak.id == "\(id)" then for _, holder in ipairs(leak.holders) do log(holder) end end
      end
      """)
    return try fixture.log()
  }

  /// The report of handlers tells each one's object, place and history, in both languages.
  @Test func handlersAreListed() throws {
    try fixture.run(
      """
      b = ui.Button { id = "ok" }
      b:on({ "touchDown", "touchUpInside" }, function() ui.sleep(1) end, { label = "press" })
      local off = b:on("touchCancel", function() error("broken") end)
      b:sendActions("touchCancel")
      off:disable()
      b:addTarget({ save = print }, "save", "valueChanged")
      v = ui.View { id = "pad" }
      v:onTap(function() end)
      item = ui.BarButtonItem { title = "i", onTap = function() end }
      b:sendActions("touchDown") b:sendActions("touchDown")
      for _, h in ipairs(ui.debug.handlers()) do
        log(h.object, h.class, h.id, table.concat(h.events, "+"), h.label, h.source, h.enabled,
          h.timesFired, h.waiting, h.lastError and h.lastError:match("[^\\n]*"))
      end
      """)
    fixture.application.windows.first.map { fixture.application.close($0) }

    let log = try fixture.log()
    #expect(
      log == [
        "Button 'ok' Button ok touchDown+touchUpInside press test:2 true 2 2 nil",
        "Button 'ok' Button ok touchCancel nil test:3 false 1 0 test:3: broken",
        "Button 'ok' Button ok valueChanged save test:6 true 0 0 nil",
        "TapGesture TapGesture nil recognized nil test:8 true 0 0 nil",
        "BarButtonItem 'i' BarButtonItem nil primaryActionTriggered onTap test:9 true 0 0 nil",
      ])
    let report = fixture.host.handlerReport()
    #expect(report.count == 5 && report[0].waiting == 2 && report[0].source == "test:2")
    #expect(
      report[1].description
        == "Button 'ok': touchCancel from test:3, ran 1 times, disabled, failed: test:3: broken")
  }

  /// What is in a shown window, or dead, is no leak.
  @Test func ordinaryObjectsAreNone() throws {
    try fixture.run(
      """
      local b = ui.Button { id = "b" }
      b:on("touchDown", function() return b end)
      b:onTap(function() return b end)
      local item = ui.BarButtonItem { title = "i" }
      local bar = ui.Toolbar()
      bar.items = { item }
      ui.Window { ui.VStack { b, bar } }:show()
      do local dead = ui.Button() dead:on("touchDown", function() return dead end) end
      function collect() return #ui.debug.leaks() end
      """)

    #expect(fixture.host.leakReport() == [])
  }

  /// Each kind of holder is told by its name and place.
  @Test(arguments: [
    ("leaked = b", "the Lua global 'leaked'"),
    ("leaked = { deep = { function() return b end } }", "the Lua global 'leaked'"),
    ("package.loaded.mine = { b }", "the Lua global 'mine'"),
    ("shown:on('touchDown', function() return b end)", "a handler of Button 'shown' from test:6"),
    (
      "for i = 1, 9 do shown:on('touchDown', function() end) end "
        + "shown:on('touchDown', function() return b end)",
      "a handler of Button 'shown' from test:6"
    ),
    ("shown:addTarget({ b }, 'x', 'touchDown')", "a target of Button 'shown' from test:6"),
    ("shown:onTap(function() return b end)", "a handler of Button 'shown' from test:6"),
    ("w.onClose = function() return b end", "a function that Window keeps"),
    ("shown.data.x = { b }", "the table 'data' of Button 'shown'"),
    ("ui.every(1, function() return b end)", "a timer from test:6"),
    ("ui.onError(function() return b end)", "the function given to ui.onError"),
    (
      "shown:once('touchDown', function() local x = b shown:wait('touchCancel') return x end) "
        + "shown:sendActions('touchDown')",
      "a handler that waits for an event of Button 'shown'"
    ),
    (
      "shown:once('touchDown', function() local x = b ui.sleep(9) return x end) "
        + "shown:sendActions('touchDown')", "a handler that waits for a time"
    ),
    (
      "local c = coroutine.wrap(function(x) coroutine.yield() return x end) c(b) leaked = c",
      "the Lua global 'leaked'"
    ),
    ("leaked = coroutine.create(function() return b end)", "the Lua global 'leaked'"),
    ("leaked = ui.VStack { id = 'box', b }", "its superview StackView 'box'"),
    ("leaked = setmetatable({ b }, { __mode = 'k' })", "the Lua global 'leaked'"),
  ])
  func holdersAreTold(code: String, holder: String) throws {
    try fixture.run(
      """
      shown = ui.Button { id = "shown" }
      w = ui.Window { shown }
      w:show()
      local b = ui.Button { id = "b" }
      b:on("touchDown", function() return b end)
      \(code)
      """)

    let report = try #require(fixture.host.leakReport().first { $0.id == "b" })
    #expect(report.holders == [holder, "a handler of itself from test:5"])
    #expect(report.handlers == ["test:5"] && report.object == "Button 'b'")
    #expect(
      report.description
        == "Button 'b', handlers from test:5\n  held by \(holder)\n"
        + "  held by a handler of itself from test:5")
  }

  /// References of Swift's are counted, beside those that the runtime has itself.
  @Test func swiftsReferencesAreCounted() throws {
    try fixture.run("local b = ui.Button { id = 'b' } ui.Window { b }:show()")
    var held: [View] = []
    do {
      let button = try fixture.view("b", as: Button.self)
      held = [button, button]
      fixture.application.windows.first.map { fixture.application.close($0) }
      button.removeFromSuperview()
    }

    #expect(try holders(of: "b") == ["Swift (2 references beside the runtime's)"])
    held.removeLast()
    #expect(try holders(of: "b") == ["Swift (1 reference beside the runtime's)"])
    held = []
    #expect(try holders(of: "b") == [])
  }

  /// A running function's own variables hold as well; weak tables do not.
  @Test func runningCodeHolds() throws {
    try fixture.run(
      """
      weak = setmetatable({}, { __mode = "v" })
      local b = ui.Button { id = "b" }
      weak[1] = b
      for _, leak in ipairs(ui.debug.leaks()) do
        log(leak.object, table.concat(leak.holders, "; "))
      end
      assert(b)
      """)

    #expect(try fixture.log() == ["Button 'b' code that is running"])
  }

  /// A misspelt name is an error with the nearest one; the table cannot be changed.
  @Test func unknownNames() {
    #expect(
      fixture.failure("ui.debug.leak()")
        == "test:1: the table ui.debug has no member 'leak'; did you mean 'leaks'?")
    #expect(fixture.failure("ui.debug.x = 1").contains("ui.debug cannot be changed"))
    #expect(fixture.failure("ui.debg.leaks()").contains("did you mean 'debug'?"))
  }
}
