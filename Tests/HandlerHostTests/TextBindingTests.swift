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
}
