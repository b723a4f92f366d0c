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

  private func actionSegments(_ script: String = "") throws -> ScriptFixture {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      local w = ui.Window { width = 320, height = 96 }
      local run = function(sender, event)
        log("action", sender.selectedSegmentIndex, event.type, event.touch ~= nil)
      end
      s = ui.SegmentedControl { id = "s", items = { { title = "Run", onTap = run }, "Stop" } }
      w:addSubview(ui.VStack { alignment = "leading", s })
      s:on("valueChanged", function() log("valueChanged", s.selectedSegmentIndex) end)
      w:show()
      \(script)
      """)
    return fixture
  }

  private func choose(_ index: Int, in fixture: ScriptFixture) throws {
    let control: SegmentedControl = try fixture.view("s")
    _ = fixture.application.takeChanges()
    let frame = control.segmentFrame(at: index)
    let middle = control.convert(Point(x: frame.midX, y: frame.midY), to: nil)
    let origin = try #require(control.window).frame.origin
    let point = Point(x: middle.x + origin.x, y: middle.y + origin.y)
    for phase in [Touch.Phase.began, .ended] {
      fixture.application.send(
        InputEvent(
          .touch(id: 0, phase: phase, location: point, kind: .pointer),
          at: fixture.application.scheduler.now))
    }
  }

  /// §7 An action segment runs its action, then sends valueChanged; re-selecting does neither.
  @Test func actionSegment() throws {
    let fixture = try actionSegments("log(table.concat(s.items, ','))")
    for index in [0, 0, 1, 0] { try choose(index, in: fixture) }

    #expect(
      try fixture.log() == [
        "Run,Stop", "action 0 valueChanged true", "valueChanged 0", "valueChanged 1",
        "action 0 valueChanged true", "valueChanged 0",
      ])
  }

  /// Actions come with an inserted segment, are replaced, and go with their segment.
  @Test func actionsComeAndGo() throws {
    let fixture = try actionSegments(
      """
      s:insertSegment({ title = "New", onTap = function() log("new") end }, 2)
      s:setAction(function() log("stop") end, 1)
      s:setAction(nil, 0)
      """)
    for index in [0, 1, 2] { try choose(index, in: fixture) }
    #expect(
      try fixture.log() == ["valueChanged 0", "stop", "valueChanged 1", "new", "valueChanged 2"])

    try fixture.run("s:removeSegment(2) s.items = { 'A', 'B' } s.selectedSegmentIndex = -1")
    for index in [0, 1] { try choose(index, in: fixture) }
    #expect(try fixture.log() == ["valueChanged 0", "valueChanged 1"])
  }

  /// An action may wait, and one that fails is reported while valueChanged is sent all the same.
  @Test func actionsWaitAndFail() throws {
    let fixture = try actionSegments(
      """
      s.items = {
        { title = "Wait", onTap = function() ui.sleep(1) log("later") end },
        { title = "Fail", image = "star", onTap = function() error("oops") end },
      }
      """)
    for index in [0, 1] { try choose(index, in: fixture) }
    fixture.advance(2)

    #expect(try fixture.log() == ["valueChanged 0", "valueChanged 1", "later"])
    #expect(fixture.diagnostics.map(\.handler) == ["handler 'onTap of 'Fail'' from test:12"])
  }

  /// A control with actions that capture it is no leak; a closed host leaves nothing that runs.
  @Test func actionsAreCollectedWithTheirControl() throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      for _ = 1, 10 do
        local s = ui.SegmentedControl {}
        s.items = { { title = "A", onTap = function() s.items = {} end } }
      end
      """)
    for _ in 0..<4 { fixture.host.collectGarbage() }
    #expect(fixture.host.scriptedObjectCount == 0)

    let other = try actionSegments()
    other.host.close()
    try choose(0, in: other)
    #expect(other.diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("{ 'A', { title = 'B', ontap = print } }", "unknown field 'ontap'; did you mean 'onTap'?"),
    ("{ { onTap = print } }", "a segment needs a title or an image"),
    ("{ { title = 'A', onTap = 1 } }", "field 'onTap' (function expected, got number)"),
  ])
  func badSegments(items: String, message: String) throws {
    let failure = try ScriptFixture().failure("ui.SegmentedControl { items = \(items) }")
    #expect(failure.contains("bad value for 'items' of SegmentedControl"))
    #expect(failure.contains(message))
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
