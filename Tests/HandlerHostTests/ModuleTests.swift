import ControlKit
import HandlerHost
import Testing

/// What the module `ui` offers besides views: the clipboard, the theme, events of the script's own.
@Suite struct ModuleTests {
  // MARK: - The clipboard

  /// It is the one that text controls and Swift use.
  @Test func clipboard() throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      local w = ui.Window { width = 160, height = 64 }
      local f = ui.TextField { text = "from the field" }
      w:addSubview(f)
      w:show()
      log(ui.clipboard.text, ui.clipboard == ui.clipboard)
      f:selectAll() f:copy()
      log(ui.clipboard.text)
      ui.clipboard.text = "from Lua"
      f:selectAll() f:paste()
      log(f.text)
      """)

    #expect(try fixture.log() == ["nil true", "from the field", "from Lua"])
    #expect(fixture.application.clipboard.string == "from Lua")
    try fixture.run("ui.clipboard.text = nil")
    #expect(!fixture.application.clipboard.hasStrings)
  }

  /// The properties of the module can only be read, and a misspelt one names the nearest.
  @Test(arguments: [
    ("ui.theme = 'dark'", "'ui.theme' can only be read"),
    ("ui.clipboard = 'x'", "'ui.clipboard' can only be read"),
    ("print(ui.clipbord)", "did you mean 'clipboard'?"),
    ("ui.clipboard.text = {}", "bad value for 'text' of Clipboard (string expected, got table)"),
  ])
  func mistakes(source: String, message: String) throws {
    #expect(try ScriptFixture().failure(source).contains(message))
  }

  // MARK: - The theme

  /// It is light unless somebody says otherwise; each change runs the functions, which may wait.
  @Test func theme() throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      log(ui.theme)
      first = ui.onThemeChange(function(theme)
        log("first", theme, ui.theme)
        ui.sleep(1)
        log("later")
      end)
      second = ui.onThemeChange(function() log("second") end)
      """)
    let send: (UserInterfaceStyle) -> Void = { style in
      let now = fixture.application.scheduler.now
      fixture.application.send(InputEvent(.userInterfaceStyle(style), at: now))
    }

    send(.dark)
    send(.dark)
    fixture.advance(2)
    #expect(try fixture.log() == ["light", "first dark dark", "second", "later"])

    try fixture.run("second:disable()")
    send(.light)
    try fixture.run("first:remove() second:enable() log(first.isAlive, second.isAlive)")
    fixture.advance(2)
    send(.dark)
    #expect(try fixture.log() == ["first light light", "false true", "second"])
  }

  /// A failing function is reported, and a closed host hears of no more changes.
  @Test func themeObserversEnd() throws {
    let fixture = try ScriptFixture()
    try fixture.run("ui.onThemeChange(function() error('oops') end)")

    fixture.application.userInterfaceStyle = .dark
    #expect(fixture.diagnostics.map(\.event) == ["theme change"])

    fixture.host.close()
    fixture.application.userInterfaceStyle = .light
    #expect(fixture.diagnostics.count == 1)
  }

  // MARK: - Events of the script's own

  /// A defined name works wherever an event's name does.
  @Test func definedEvent() throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      local refresh = ui.defineEvent("refresh")
      log(refresh, ui.defineEvent("refresh"))
      local c = ui.Control {}
      c:on({ "refresh", "valueChanged" }, function(_, event) log("on", event.type) end)
      c:once("refresh", function(_, event) log("once", event.type) end)
      target = { hear = function(self, _, event) log("target", event.type) end }
      c:addTarget(target, "hear", "refresh")
      log(table.concat(c:handlers()[1].events, ","))
      ui.after(0, function()
        local event = c:wait("refresh")
        log("waited", event.type)
      end)
      ui.after(1, function() c:sendActions("refresh") end)
      ui.after(2, function()
        c:removeTarget(target, "hear", "refresh")
        c:off("refresh")
        c:sendActions { "refresh", "valueChanged" }
      end)
      """)
    fixture.advance(3)

    #expect(
      try fixture.log() == [
        "refresh refresh", "valueChanged,refresh", "on refresh", "once refresh", "target refresh",
        "waited refresh", "on valueChanged",
      ])
  }

  /// Swift and Lua share the names, and traces and reports tell them.
  @Test func definedEventsAreTheApplications() throws {
    let fixture = try ScriptFixture()
    var trace: [String] = []
    fixture.application.onTrace = { trace.append($0.text) }
    let event = try fixture.application.defineEvent("refresh")
    try fixture.run(
      """
      local w = ui.Window { width = 160, height = 64 }
      w:addSubview(ui.Control { id = "c" })
      w:show()
      ui.find("c"):on("refresh", function(_, event) log(event.type) error("oops") end)
      ui.defineEvent("second")
      ui.find("c"):on("second", function(_, event) log(event.type) end)
      """)

    let control: Control = try fixture.view("c")
    control.sendActions(for: event)
    control.sendActions(for: ControlEvents(rawValue: 1 << 25))

    #expect(try fixture.log() == ["refresh", "second"])
    #expect(fixture.diagnostics.map(\.event) == ["refresh"])
    #expect(trace.contains("Control 'c' sends refresh"))
  }

  /// What cannot be the name of an event is refused, with the reason.
  @Test(arguments: [
    ("valueChanged", "'valueChanged' is a control event already"),
    ("allEvents", "is a control event already"), ("event24", "is a control event already"),
    ("", "is no name for an event"), ("two words", "is no name for an event"),
    ("1st", "is no name for an event"), ("é", "is no name for an event"),
  ])
  func badNames(name: String, message: String) throws {
    let failure = try ScriptFixture().failure("ui.defineEvent('\(name)')")
    #expect(failure.contains("bad argument #1 to 'defineEvent'"))
    #expect(failure.contains(message))
  }

  /// There are four of them.
  @Test func fifthEvent() throws {
    let fixture = try ScriptFixture()
    try fixture.run("for _, name in ipairs { 'a', 'b', 'c', 'd', 'a' } do ui.defineEvent(name) end")

    #expect(fixture.failure("ui.defineEvent('e')").contains("it has a, b, c, d"))
    #expect(fixture.failure("ui.Control {}:on('e', print)").contains("has no event 'e'"))
  }
}
