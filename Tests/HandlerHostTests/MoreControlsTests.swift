import ControlKit
import HandlerHost
import Testing

/// Steppers, segmented controls and pictures from Lua.
@Suite struct MoreControlsTests {
  @Test func stepperSendsItsValue() throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      local w = ui.Window { width = 320, height = 96 }
      local s = ui.Stepper { id = "s", value = 9, minimumValue = 8, maximumValue = 10, wraps = true }
      w:addSubview(ui.VStack { alignment = "leading", s })
      s:on("valueChanged", function(sender) log(sender.value) end)
      w:show()
      """)
    for _ in 0..<2 { try fixture.tap("s") }

    #expect(try fixture.log() == ["10.0", "8.0"])
    #expect(fixture.failure("ui.Stepper { stepValue = 0 }").contains("above 0"))
  }

  @Test func segments() throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      local w = ui.Window { width = 320, height = 96 }
      local s = ui.SegmentedControl { id = "s", selectedSegmentIndex = 2, items = { "A", "B", "C" } }
      log(s.selectedSegmentIndex, s.numberOfSegments, s.items[3])
      s:insertSegment("D", 0)
      s:setTitle("E", 1)
      s:setEnabled(false, 2)
      log(s.selectedSegmentIndex, table.concat(s.items, ","), s:isEnabledForSegment(2))
      s:removeSegment(3)
      s:setImage("star", 0)
      log(s.selectedSegmentIndex)
      w:addSubview(ui.VStack { alignment = "leading", s, ui.ImageView { image = "star" } })
      s:setEnabled(true, 2)
      s:on("valueChanged", function(sender) log(sender.selectedSegmentIndex) end)
      w:show()
      """)
    try fixture.tap("s")

    #expect(try fixture.log() == ["2 3 C", "3 D,E,B,C false", "-1", "1"])
    let message = fixture.failure("ui.find('s'):removeSegment(3)")
    #expect(message.contains("integer from 0 to 2 expected, got 3"))
  }
}

/// Keys from Lua: commands, default and cancel buttons.
@Suite struct KeyBindingTests {
  private func press(_ name: String, in fixture: ScriptFixture) throws {
    let press = try #require(KeyPress(name: name))
    let now = fixture.application.scheduler.now
    fixture.application.send(InputEvent(.keyDown(press), at: now))
    fixture.application.send(InputEvent(.keyUp(press), at: now))
  }

  @Test func commandsAndButtons() throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      w = ui.Window { width = 160, height = 64 }
      local ok, no = ui.Button { title = "OK" }, ui.Button { title = "No" }
      ok:on("touchUpInside", function() log("ok") end)
      no:on("touchUpInside", function() log("no") end)
      w:addSubview(ui.HStack { ok, no })
      w.defaultButton, w.cancelButton = ok, no
      log(w.defaultButton == ok, w.cancelButton == no)
      w:onKey("ctrl-s", function(view) log("save", view == w) ui.sleep(1) log("saved") end)
      w:show()
      """)
    for key in ["return", "escape", "ctrl-s"] { try press(key, in: fixture) }
    fixture.advance(2)
    try fixture.run("w:onKey('ctrl-s', function() error('no') end)")
    try press("ctrl-s", in: fixture)
    try fixture.run("w:onKey('ctrl-s', nil)")
    try press("ctrl-s", in: fixture)

    #expect(try fixture.log() == ["true true", "ok", "no", "save true", "saved"])
    #expect(fixture.diagnostics.count == 1)
    #expect(fixture.failure("w:onKey('retrun', print)").contains("did you mean 'return'?"))
  }

  /// A host that closes takes its keys and answers off the views that live on.
  @Test func closedHost() throws {
    let application = Application()
    let window = Window(title: "w")
    let field = TextField()
    field.id = "f"
    window.addSubview(field)
    application.show(window)
    for answer in ["false", "true"] {
      let host = try ScriptHost(application: application)
      try host.run(
        source: "local f = ui.find('f') f:onKey('ctrl-s', function() end) "
          + "f.shouldChange = function() return \(answer) end", name: "test")
      field.insertText("a")
      #expect(field.keyCommands.count == 1)
      host.close()
      #expect(field.keyCommands.isEmpty && field.delegate == nil)
    }
    #expect(field.text == "a")
  }
}
