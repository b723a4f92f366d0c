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
