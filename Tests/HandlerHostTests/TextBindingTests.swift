import ControlKit
import HandlerHost
import Testing

/// Text fields from Lua: events, and questions as function properties.
@Suite struct TextBindingTests {
  private func fixture(_ script: String) throws -> ScriptFixture {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      w = ui.Window { width = 320, height = 96 }
      f = ui.TextField { id = "f", text = "ab", placeholder = "Name" }
      b = ui.Button { title = "OK" }
      w:addSubview(ui.VStack { f, b })
      w:show()
      f:becomeFirstResponder()
      \(script)
      """)
    return fixture
  }

  private func type(_ keys: String, in fixture: ScriptFixture) throws {
    for name in keys.split(separator: " ") {
      let press = try #require(KeyPress(name: String(name)))
      let now = fixture.application.scheduler.now
      fixture.application.send(InputEvent(.keyDown(press), at: now))
      fixture.application.send(InputEvent(.keyUp(press), at: now))
    }
  }

  @Test func eventsAndProperties() throws {
    let fixture = try fixture(
      """
      f:on({ "editingChanged", "editingDidEndOnExit", "editingDidEnd" }, function(s, e)
        log(e.type, s.text, s.isEditing)
      end)
      f.selectedRange = { location = 1, length = 1 }
      log(f.selectedRange.location, f.selectedRange.length)
      """)
    try type("c return tab", in: fixture)

    #expect(
      try fixture.log() == [
        "1 1", "editingChanged ac true", "editingDidEndOnExit ac true", "editingDidEnd ac false",
      ])
  }

  @Test func undo() throws {
    let fixture = try fixture("f:on('editingChanged', function() log(f.text) end)")
    try type("c", in: fixture)
    try fixture.run("log(f.canUndo, f.canRedo) f:undo() log(f.canUndo, f.canRedo) f:redo()")
    try fixture.run("local t = ui.TextView {} t:insertText('x') t:undo() log(t.text, t.canRedo)")

    #expect(
      try fixture.log() == ["abc", "true false", "ab", "false true", "abc", " true"])
  }

  /// A script edits both kinds of text as the user does.
  @Test(arguments: ["TextField", "TextView"]) func editActions(kind: String) throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      t = ui.\(kind) { text = "one two" }
      ui.Window { t }:show()
      t:on("editingChanged", function() log("changed") end)
      t.selectedRange = { location = 0, length = 4 }
      t:cut() log(t.text, ui.clipboard.text)
      t:selectAll() t:copy() log(t.selectedRange.length, ui.clipboard.text)
      ui.clipboard.text = "three"
      t:paste() log(t.text)
      t:deleteBackward() log(t.text)
      """)

    #expect(
      try fixture.log() == [
        "changed", "two one ", "3 two", "changed", "three", "changed", "thre",
      ])
  }

  /// A question gets the field, the range and the text; only false means no.
  @Test func shouldChange() throws {
    let fixture = try fixture(
      """
      f.shouldChange = function(field, range, text)
        log(field == f, range.location, range.length, text)
        return #field.text + #text <= 3
      end
      """)
    try type("c d backspace", in: fixture)

    #expect(
      try fixture.log() == ["true 2 0 c", "true 3 0 d", "true 2 1 "])
    #expect(try fixture.view("f", as: TextField.self).text == "ab")
    #expect(fixture.diagnostics.isEmpty)
  }

  @Test func otherQuestions() throws {
    let fixture = try fixture(
      """
      f:on("editingDidEndOnExit", function() log("exit") end)
      f.shouldReturn = function() log("return?") return false end
      f.shouldEnd = function() log("end?") return false end
      """)
    try type("return tab", in: fixture)
    #expect(try fixture.log() == ["return?", "end?"])
    #expect(fixture.application.keyWindow?.firstResponder?.id == "f")

    try fixture.run("f.shouldReturn = nil f.shouldEnd = function() end")
    try type("return tab", in: fixture)
    #expect(try fixture.log() == ["exit"])
    try fixture.run("f.shouldBegin = function() return false end log(f:becomeFirstResponder())")
    #expect(try fixture.log() == ["false"])
  }

  /// A question may not wait, and one that fails is reported and counts as yes.
  @Test(arguments: ["ui.sleep(1)", "coroutine.yield()", "error('no')", "b:wait('touchUpInside')"])
  func badQuestions(body: String) throws {
    let fixture = try fixture("f.shouldChange = function() \(body) return false end")
    try type("c", in: fixture)

    #expect(try fixture.view("f", as: TextField.self).text == "abc")
    #expect(fixture.diagnostics.count == 1)
    fixture.advance(5)
    #expect(fixture.diagnostics.count == 1)
  }

  /// A question may take itself away, remove the field, or close the window.
  @Test(arguments: ["f.shouldChange = nil", "f:removeFromSuperview()", "w:close()"])
  func disturbingQuestions(body: String) throws {
    let fixture = try fixture(
      "f.shouldChange = function() \(body) collectgarbage() return true end")
    try type("c d", in: fixture)
    #expect(fixture.diagnostics.isEmpty)
  }

  /// A question asked from a handler runs inside of it.
  @Test func questionInsideAHandler() throws {
    let fixture = try fixture(
      """
      f.shouldChange = function(_, _, text) log("ask", text) return text ~= "x" end
      ui.after(1, function() f:insertText("x") f:insertText("y") ui.sleep(1) log(f.text) end)
      """)
    fixture.advance(3)
    #expect(try fixture.log() == ["ask x", "ask y", "aby"])
  }

  /// A text view has the events and the questions, too.
  @Test func textView() throws {
    let fixture = try fixture(
      """
      t = ui.TextView { id = "t", text = "x", shouldChange = function(_, r, text)
        log(r.location, text)
        return text ~= "b"
      end }
      w:addSubview(t)
      t:on("editingChanged", function(s, e) log(e.type, s.text) end)
      t:becomeFirstResponder()
      """)
    try type("a b return", in: fixture)

    #expect(
      try fixture.log() == [
        "1 a", "editingChanged xa", "2 b", "2 ", "editingChanged xa",
      ])
    #expect(fixture.failure("ui.TextView { ui.Label {} }").contains("no subviews"))
  }

  @Test func scrollView() throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      local w = ui.Window { width = 160, height = 64 }
      local column = ui.VStack {}
      for i = 1, 9 do column:addSubview(ui.Label { text = "line " .. i }) end
      s = ui.ScrollView { id = "s", column }
      s.onScroll = function(view) log("scroll", view.contentOffset.y) end
      w:addSubview(s)
      w:show()
      """)
    let now = fixture.application.scheduler.now
    fixture.application.send(
      InputEvent(.scroll(location: Point(x: 300, y: 190), delta: Point(x: 0, y: 48)), at: now))
    try fixture.run("s.contentOffset = { x = 0, y = 16 } log(s.contentSize.height)")
    try fixture.run("s:scrollRectToVisible { x = 0, y = 64, width = 8, height = 16 }")

    #expect(try fixture.log() == ["scroll 48.0", "scroll 16.0", "144.0"])
  }
}
