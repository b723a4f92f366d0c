import ControlKit
import HandlerHost
import Testing

@Suite struct CounterTests {
  /// The whole path: an input event runs the Lua function registered for touchUpInside.
  @Test func tapRunsTheLuaFunction() throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      local window = ui.Window { title = "Counter", width = 320, height = 200 }
      local label  = ui.Label  { text = "0", id = "count" }
      local button = ui.Button { title = "Tap", id = "ok" }
      window:addSubview(ui.VStack { spacing = 8, margins = 12, label, button })
      local n = 0
      local token = button:on("touchUpInside", function(sender, event)
        n = n + 1
        label.text = tostring(n)
        log(event.type, sender == button, event.sender == button, event.touch.id)
      end)
      window:show()
      """)

    try fixture.tap("ok")
    try fixture.tap("ok")

    #expect(try fixture.view("count", as: Label.self).text == "2")
    #expect(try fixture.log() == ["touchUpInside true true 0", "touchUpInside true true 0"])
    #expect(fixture.diagnostics.isEmpty)
  }
}
