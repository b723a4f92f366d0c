import ControlKit
import HandlerHost
import Testing

/// What a script is told when it does something wrong (lua-boundary §5): one line with the place,
/// the name, and what was meant.
@Suite struct MistakeTests {
  struct Mistake: CustomTestStringConvertible, Sendable {
    var script: String
    var message: String

    init(_ script: String, _ message: String) {
      self.script = script
      self.message = message
    }

    var testDescription: String { script }
  }

  static let mistakes: [Mistake] = [
    // Unknown names, with what may have been meant.
    Mistake("ui.Slider().valu = 1", "Slider has no property 'valu'; did you mean 'value'?"),
    Mistake(
      "return ui.Label().txt", "Label has no property or method 'txt'; did you mean 'text'?"),
    Mistake("ui.Label { txt = 'a' }", "Label has no property 'txt'; did you mean 'text'?"),
    Mistake("ui.VStack { spcing = 1 }", "VStack has no property 'spcing'; did you mean 'spacing'?"),
    Mistake("ui.HStack().spcing = 1", "StackView has no property 'spcing'"),
    Mistake(
      "ui.Button():onn('x')", "Button has no property or method 'onn'; did you mean 'on'?"),
    Mistake(
      "ui.Label().whatever = 1",
      "Label has no property 'whatever'; a script's own values go into its 'data' table"),
    Mistake("ui.Buton {}", "the module ui has no member 'Buton'; did you mean 'Button'?"),
    Mistake("ui.slep(1)", "the module ui has no member 'slep'; did you mean 'sleep'?"),
    Mistake("ui.x = 1", "the module ui cannot be changed (writing 'x')"),
    Mistake("ui.Label().addSubview = 1", "'addSubview' is a method of Label and cannot be set"),
    Mistake(
      "ui.Button():on('touchUpInsid', print)",
      "bad argument #1 to 'on' (Button has no event 'touchUpInsid'; did you mean 'touchUpInside'?)"),
    Mistake("local l = ui.Label() l[1] = 2", "a member's name must be a string, got number"),
    Mistake("return ui.Label()[{}]", "a member's name must be a string, got table"),
    // Wrong types.
    Mistake(
      "ui.Slider().value = 'x'", "bad value for 'value' of Slider (number expected, got string)"),
    Mistake("ui.Label().text = {}", "bad value for 'text' of Label (string expected, got table)"),
    Mistake("ui.Label().text = nil", "bad value for 'text' of Label (string expected, got nil)"),
    Mistake("ui.Label().isHidden = 1", "(boolean expected, got number)"),
    Mistake(
      "ui.View():addSubview(1)", "bad argument #1 to 'addSubview' (View expected, got number)"),
    Mistake(
      "ui.View():addSubview()", "bad argument #1 to 'addSubview' (View expected, got no value)"),
    Mistake(
      "ui.View():addSubview(ui.BarButtonItem())",
      "bad argument #1 to 'addSubview' (View expected, got BarButtonItem)"),
    Mistake("ui.View().tag = 1.5", "bad value for 'tag' of View (integer expected, got 1.5)"),
    Mistake("ui.StackView().axis = 'vertica'", "'vertica' is unknown; did you mean 'vertical'?"),
    Mistake("ui.StackView().axis = 3", "('horizontal' or 'vertical' expected, got number)"),
    Mistake("ui.Label().textColor = 'gren'", "unknown colour 'gren'"),
    Mistake("ui.View().frame = 3", "bad value for 'frame' of View (table expected, got number)"),
    Mistake("ui.View().frame = { w = 3 }", "unknown field 'w'"),
    Mistake("ui.View().frame = { widht = 3 }", "unknown field 'widht'; did you mean 'width'?"),
    Mistake("ui.View().frame = { 1, 2 }", "fields x, y, width, height expected, no items"),
    Mistake(
      "ui.View().frame = { width = -1, height = 2 }",
      "field 'width' (a number of at least 0 expected, got -1.0)"),
    Mistake("ui.Label { 1 }", "Label takes properties only, no subviews"),
    Mistake("ui.VStack { 1 }", "bad entry in the table for StackView (View expected, got number)"),
    Mistake("ui.VStack { ui.Label(), nil, ui.Label() }", "(View expected, got nil)"),
    Mistake("ui.VStack { [1] = ui.Label(), [3] = ui.Label() }", "without a gap"),
    Mistake("ui.VStack { [1.5] = ui.Label() }", "without a gap"),
    Mistake("ui.Label('text')", "Label takes one table, as in ui.Label { ... }; got string"),
    Mistake("ui.Toolbar { ui.Label() }", "(BarButtonItem expected, got Label)"),
    Mistake("ui.Window():addSubview(ui.Window())", "a Window cannot be added to a view"),
    Mistake("local v = ui.View() v:addSubview(v)", "cannot be added to itself"),
    Mistake("ui.View().window = 1", "'window' can only be read"),
    Mistake("ui.find()", "bad argument #1 to 'find' (string expected, got no value)"),
    Mistake("ui.Label.x = 1", "attempt to index a function value"),
    // Methods called the wrong way.
    Mistake("ui.Label().removeFromSuperview()", "must be called on an object, as in object:"),
    Mistake(
      "ui.Button().on(ui.Label(), 'x', print)", "'on' belongs to Button, but was used on a Label"),
    Mistake("ui.Button().on(io.stdout, 'x', print)", "must be called on an object"),
    // Numbers that layout cannot work with (lua-boundary §2).
    Mistake("ui.Slider().value = 0/0", "a finite number expected, got"),
    Mistake("ui.Slider().value = 1/0", "a finite number expected, got inf"),
    Mistake("ui.Slider().value = 1e300", "is too large"),
    Mistake("ui.View().tag = 1e300", "integer expected, got 1e+300"),
    Mistake("ui.View().tag = math.maxinteger", "integer from -1000000000 to 1000000000 expected"),
    Mistake("ui.after(0/0, print)", "bad argument #1 to 'after' (a finite number expected"),
    Mistake("ui.after(-1, print)", "a number of at least 0 expected"),
    Mistake("ui.PageControl().numberOfPages = -1", "integer from 0 to 10000 expected, got -1"),
    // Text is UTF-8 (script-api "Text").
    Mistake(
      "ui.Label().text = '\\xff'", "bad value for 'text' of Label (the text is not valid UTF-8)"),
    Mistake("ui.find('\\xc3')", "bad argument #1 to 'find' (the text is not valid UTF-8)"),
    // Handlers.
    Mistake(
      "ui.Button():on('touchDown')", "bad argument #2 to 'on' (function expected, got no value)"),
    Mistake(
      "ui.Button():on('touchDown', {})", "bad argument #2 to 'on' (function expected, got table)"),
    Mistake("ui.Button():on({}, print)", "the list of events is empty"),
    Mistake("ui.Button():on({'touchDown', nil, 'touchCancel'}, print)", "is nil"),
    Mistake("ui.Button():on({'touchDown', 5}, print)", "event name expected, got number"),
    Mistake("ui.Button():on(nil, print)", "event name expected, got nil"),
    Mistake("ui.Button():on(('x'):rep(1000), print)", "has no event 'xxx"),
    Mistake(
      "ui.Button():on('touchDown', print, { limt = 1 })",
      "unknown field 'limt'; did you mean 'limit'?"),
    Mistake("ui.Button():on('touchDown', print, { limit = 0 })", "integer from 1 to"),
    Mistake(
      "ui.Button():on('touchDown', print, { group = 1 })", "HandlerGroup expected, got number"),
    Mistake(
      "ui.Button():on('touchDown', print, { whileWaiting = 'quee' })", "did you mean 'queue'?"),
    Mistake("ui.Button():on('touchDown', print, 1)", "bad argument #3 to 'on' (table expected"),
    Mistake(
      "local a, b = ui.Button(), ui.Button() a:off(b:on('touchDown', print))",
      "the token is not of this object"),
    Mistake("ui.Button():addTarget(1, 'x', 'touchDown')", "table expected, got number"),
    Mistake("ui.Button():addTarget({}, nil, 'touchDown')", "string expected, got nil"),
    Mistake("ui.Button():sendActions('x')", "has no event 'x'"),
    Mistake("ui.onError(1)", "bad argument #1 to 'onError' (function expected, got number)"),
    Mistake("ui.BarButtonItem().onTap = 1", "function expected, got number"),
    Mistake("ui.View():onTap()", "bad argument #1 to 'onTap' (function expected, got no value)"),
    Mistake("ui.quit(256)", "integer from 0 to 255 expected, got 256"),
    // Waiting where nothing can wait (lua-boundary §3).
    Mistake(
      "ui.sleep(1)", "'sleep' can wait only inside a handler or timer, not while the script loads"),
    Mistake("ui.Button():wait('touchDown')", "'wait' can wait only inside a handler or timer"),
    Mistake(
      "coroutine.wrap(function() ui.sleep(1) end)()",
      "'sleep' cannot wait inside a coroutine of the script's own"),
  ]

  /// Every mistake is an error with the script's line.
  @Test(arguments: mistakes) func mistakeIsNamed(_ mistake: Mistake) throws {
    let fixture = try ScriptFixture()

    let message = fixture.failure("\n\n" + mistake.script)

    #expect(message.hasPrefix("test:3: "))
    #expect(message.contains(mistake.message), "got: \(message)")
  }

  /// A refused registration leaves nothing behind (event-semantics §2.9).
  @Test func refusedRegistrationLeavesNothing() throws {
    let fixture = try ScriptFixture()

    try fixture.run(
      """
      local b = ui.Button()
      local kept = setmetatable({}, { __mode = "k" })
      for i = 1, 20 do
        local f = function() return i end
        kept[f] = true
        assert(not pcall(b.on, b, "nonsense", f))
        assert(not pcall(b.on, b, "touchDown", f, { limit = -1 }))
        assert(not pcall(b.onTap, b, {}))
      end
      collectgarbage() collectgarbage()
      assert(next(kept) == nil, "a refused function is kept")
      assert(#b:handlers() == 0)
      """)
  }

  /// Views nest at most 1 000 deep, whichever end is added (lua-boundary §2).
  @Test func nestingIsLimited() throws {
    let fixture = try ScriptFixture()

    let message = fixture.failure(
      """
      local v = ui.View()
      for i = 1, 2000 do local outer = ui.View() outer:addSubview(v) v = outer end
      """)

    #expect(message.contains("views may be nested at most 1000 deep"))
  }

  @Test("5 The module cannot be changed, nor any of its members")
  func moduleIsFixed() throws {
    let fixture = try ScriptFixture()
    for code in ["ui.Button = nil", "ui.Button = print", "ui.find = nil", "ui.debug.leaks = nil"] {
      #expect(fixture.failure(code).contains("cannot be changed"), "\(fixture.failure(code))")
    }
    try fixture.run("assert(ui.Button {} and ui.find and ui.debug.leaks and require 'ui' == ui)")
  }
}
