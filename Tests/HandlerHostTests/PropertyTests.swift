import ControlKit
import HandlerHost
import Testing

/// What a script writes to properties and reads from them (script-api "Module").
@Suite struct PropertyTests {
  /// One property: the constructor, the name, a value in Lua, and what reading gives, as Lua.
  struct Case: CustomTestStringConvertible, Sendable {
    var make: String
    var name: String
    var value: String
    var expected: String

    init(_ make: String, _ name: String, _ value: String, _ expected: String? = nil) {
      self.make = make
      self.name = name
      self.value = value
      self.expected = expected ?? value
    }

    var testDescription: String { "\(make).\(name) = \(value)" }
  }

  static let views = [
    "View", "Control", "StackView", "VStack", "HStack", "Label", "Button", "Slider", "Switch",
    "PageControl", "ProgressView", "Toolbar", "Window", "Spacer",
  ]

  static let cases: [Case] =
    views.flatMap { make in
      [
        Case(make, "id", "'name'"), Case(make, "id", "nil"), Case(make, "tag", "7"),
        Case(make, "isHidden", "true"), Case(make, "alpha", "0.5"), Case(make, "alpha", "3", "1.0"),
        Case(make, "backgroundColor", "'#102030'"), Case(make, "tintColor", "'#ffffff'"),
        Case(make, "clipsToBounds", "true"), Case(make, "isUserInteractionEnabled", "false"),
        Case(make, "isMultipleTouchEnabled", "true"), Case(make, "isExclusiveTouch", "true"),
        Case(make, "accessibilityLabel", "'what it is'"),
      ]
    }
    + ["Control", "Button", "Slider", "Switch", "PageControl"].flatMap { make in
      [
        Case(make, "isEnabled", "false"), Case(make, "isSelected", "true"),
        Case(make, "isHighlighted", "true"),
      ]
    }
    + ["StackView", "VStack", "HStack"].flatMap { make in
      [
        Case(make, "spacing", "4", "4.0"), Case(make, "axis", "'horizontal'"),
        Case(make, "alignment", "'center'"), Case(make, "distribution", "'fillEqually'"),
      ]
    }
    + [
      Case("Label", "text", "'a\\0b — 확인'"), Case("Label", "text", "12", "'12'"),
      Case("Label", "text", "1e15", "'1e+15'"), Case("Label", "text", "2.0", "'2.0'"),
      Case("Label", "textColor", "'#00ff00'"), Case("Label", "numberOfLines", "0"),
      Case("Label", "textAlignment", "'center'"), Case("Button", "title", "'OK'"),
      Case("Button", "textColor", "nil"), Case("Slider", "value", "0.25"),
      Case("Slider", "minimumValue", "-1", "-1.0"), Case("Slider", "isContinuous", "false"),
      Case("Switch", "isOn", "true"), Case("PageControl", "numberOfPages", "3"),
      Case("PageControl", "hidesForSinglePage", "true"), Case("ProgressView", "progress", "0.5"),
      Case("Window", "title", "'Title'"), Case("Window", "width", "320", "320.0"),
      Case("Window", "height", "200", "200.0"), Case("BarButtonItem", "id", "'item'"),
      Case("BarButtonItem", "title", "'확인'"), Case("BarButtonItem", "style", "'done'"),
      Case("BarButtonItem", "isEnabled", "false"),
      Case("BarButtonItem", "accessibilityLabel", "'Confirm'"),
    ]

  /// What was written is read back, whether it was written later or at construction.
  @Test(arguments: cases) func readsBackWhatWasWritten(_ item: Case) throws {
    let fixture = try ScriptFixture()

    try fixture.run(
      """
      local object = ui.\(item.make)()
      object.\(item.name) = \(item.value)
      local later = object.\(item.name)
      local constructed = ui.\(item.make) { \(item.name) = \(item.value) }.\(item.name)
      local expected = \(item.expected)
      assert(later == expected, "later: " .. tostring(later))
      assert(constructed == expected, "constructed: " .. tostring(constructed))
      assert(math.type(later) == math.type(expected), "number type " .. tostring(math.type(later)))
      """)
  }

  /// Tables of numbers are read back as written (script-api "Geometry").
  @Test func geometryIsTables() throws {
    let fixture = try ScriptFixture()

    try fixture.run(
      """
      local v = ui.View { frame = { x = 1, y = -2, width = 30, height = 40 } }
      local f = v.frame
      assert(f.x == 1 and f.y == -2 and f.width == 30 and f.height == 40)
      local b = v.bounds
      assert(b.x == 0 and b.y == 0 and b.width == 30 and b.height == 40)
      f.x = 99                                  -- a table of its own
      assert(v.frame.x == 1)
      v.frame = { width = 5, height = 6 }       -- x and y may be left out
      assert(v.frame.x == 0 and v.frame.width == 5)
      local s = ui.VStack { margins = 12 }
      assert(s.margins.top == 12 and s.margins.right == 12)
      s.margins = { left = 3 }
      assert(s.margins.left == 3 and s.margins.top == 0)
      local l = ui.Label { font = { size = 20, weight = "bold", monospaced = true } }
      assert(l.font.size == 20 and l.font.weight == "bold" and l.font.monospaced)
      """)
  }

  /// The order of a constructor's fields does not matter (script-api "Module").
  @Test func rangeComesBeforeValue() throws {
    let fixture = try ScriptFixture()

    try fixture.run(
      """
      for i = 1, 20 do
        local s = ui.Slider { value = 5, maximumValue = 10, minimumValue = 2, ["id"] = "s" .. i }
        assert(s.value == 5 and s.maximumValue == 10 and s.minimumValue == 2)
        local p = ui.PageControl { currentPage = 2, numberOfPages = 4 }
        assert(p.currentPage == 2)
      end
      """)
  }

  /// Positional entries are subviews, in order; items in a toolbar.
  @Test func entriesAreChildren() throws {
    let fixture = try ScriptFixture()

    try fixture.run(
      """
      local a, b = ui.Label { text = "a" }, ui.Button { title = "b" }
      local stack = ui.VStack { a, spacing = 2, b }
      assert(#stack.subviews == 2 and stack.subviews[1] == a and stack.subviews[2] == b)
      assert(a.superview == stack)
      local item = ui.BarButtonItem { title = "x" }
      local bar = ui.Toolbar { item, ui.FlexibleSpace(), ui.BarButtonItem { image = "check" } }
      assert(#bar.items == 3 and bar.items[1] == item)
      bar.items = { item }
      assert(#bar.items == 1)
      local window = ui.Window { ui.VStack { ui.Label { id = "deep" } } }
      assert(window:find("deep").id == "deep" and window:find("deep").window == window)
      """)
  }

  /// The same object is the same value: equal, and the same table key (lua-boundary §2).
  @Test func identityIsKept() throws {
    let fixture = try ScriptFixture()

    try fixture.run(
      """
      button = ui.Button { id = "ok" }
      window = ui.Window { button }
      local seen = { [button] = "mine" }
      window:show()
      assert(ui.find("ok") == button and rawequal(ui.find("ok"), button))
      assert(seen[window.subviews[1]] == "mine" and seen[window:find("ok")] == "mine")
      assert(button.window == window and button.superview == window)
      button:on("touchUpInside", function(sender, event)
        log(rawequal(sender, button), rawequal(event.sender, button), seen[sender])
      end)
      button:sendActions("touchUpInside")
      collectgarbage() collectgarbage()
      assert(rawequal(ui.find("ok"), button))
      """)

    #expect(try fixture.log() == ["true true mine"])
  }

  /// `data` is the script's own table; the property itself cannot be set (script-api "Own data").
  @Test func dataIsTheScriptsOwn() throws {
    let fixture = try ScriptFixture()

    try fixture.run(
      """
      local label = ui.Label()
      label.data.count = 1
      label.data.count = label.data.count + 1
      assert(label.data.count == 2 and label.data == label.data)
      assert(ui.Label().data.count == nil)
      """)

    #expect(fixture.failure("ui.Label().data = {}").hasPrefix("test:1: 'data' is the object's own"))
    #expect(fixture.failure("ui.Label { data = {} }") != "no error")
  }

  /// An image may be a name or an object with a label (script-api "Bar items").
  @Test func imagesAreNamesOrObjects() throws {
    let fixture = try ScriptFixture()

    try fixture.run(
      """
      local item = ui.BarButtonItem { image = ui.Image("check", "Confirm") }
      assert(item.image.name == "check" and item.image.accessibilityLabel == "Confirm")
      local button = ui.Button { image = "star" }
      assert(button.image.name == "star")
      button.image = nil
      assert(button.image == nil)
      """)
  }

  /// `require "ui"` is the global module; its metatable is hidden (lua-boundary §2).
  @Test func moduleIsRequired() throws {
    let fixture = try ScriptFixture()

    try fixture.run(
      """
      assert(require "ui" == ui)
      assert(getmetatable(ui) == "ui")
      assert(getmetatable(ui.Label()) == "Label")
      assert(not pcall(setmetatable, ui, {}))
      """)
  }

  /// The window's size is asked for in points; nil fills the screen.
  @Test func windowWithoutSizeFillsTheScreen() throws {
    let fixture = try ScriptFixture()

    try fixture.run(
      """
      local w = ui.Window { width = 100, height = 50 }
      w:show()
      assert(w.width == 100)
      w.width = nil
      assert(w.width == 640 and w.height == 384, w.width .. "x" .. w.height)
      """)
  }
}
