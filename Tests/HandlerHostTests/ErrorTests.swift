import ControlKit
import HandlerHost
import LuaRuntime
import Testing

/// Errors of scripts as values and reports (lua-boundary §1 and §4).
@Suite struct ErrorTests {
  private func error(_ body: () throws -> Void) -> ScriptError? {
    do {
      try body()
      return nil
    } catch {
      return error as? ScriptError
    }
  }

  /// The code says what failed.
  @Test func codesTellWhatFailed() throws {
    let fixture = try ScriptFixture()

    let syntax = error { try fixture.run("x = = 1") }
    let runtime = error { try fixture.run("local t = nil\nt.x = 1") }
    let file = error { try fixture.host.run(file: "/nonexistent/menu.lua") }
    let folder = error { try fixture.host.run(file: "/") }

    #expect(
      syntax?.code == .syntax && syntax?.message.hasPrefix("test:1: unexpected symbol") == true)
    #expect(runtime?.code == .runtime)
    #expect(runtime?.message == "test:2: attempt to index a nil value (local 't')")
    #expect(runtime?.traceback?.contains("in main chunk") == true)
    #expect(file?.code == .file && file?.message.contains("/nonexistent/menu.lua") == true)
    #expect(folder?.code == .file)
  }

  /// A report names control, event, handler and its place, with the traceback (§4).
  @Test func reportsAreComplete() throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      local function inner() error("broken") end
      local b = ui.Button { id = "ok" }
      b:on("touchUpInside", function() inner() end, { label = "save" })
      b:on("touchUpInside", function() log("rest") end)
      ui.Window { b }:show()
      """)

    try fixture.tap("ok")

    let diagnostic = try #require(fixture.diagnostics.first)
    #expect(fixture.diagnostics.count == 1)
    #expect(diagnostic.severity == .error)
    #expect(diagnostic.message.hasPrefix("test:1: broken\nstack traceback:\n"))
    #expect(diagnostic.message.contains("test:3: in function <test:3>"))
    #expect(diagnostic.sender == "Button 'ok'" && diagnostic.event == "touchUpInside")
    #expect(diagnostic.handler == "handler 'save' from test:3")
    #expect(try fixture.log() == ["rest"])
  }

  /// A report always says something, also when the script's message is empty (§4).
  @Test(arguments: [
    "error('', 0)", "error('\\0x', 0)",
    "error(setmetatable({}, { __tostring = function() return '' end }))",
  ])
  func emptyMessageIsNamed(code: String) throws {
    let fixture = try ScriptFixture()

    try fixture.run(
      "local b = ui.Button {} b:on('touchDown', function() \(code) end) b:sendActions('touchDown')")

    #expect(fixture.failure(code) == "(the error's message is empty)")
    #expect(fixture.diagnostics.first?.message.hasPrefix("(the error's message is empty)") == true)
  }

  /// An error has a message also when there is no memory for one (§1).
  @Test func messageWithoutMemory() throws {
    for successes in 0..<150 {
      let faults = AllocationFaults()
      let host = try ScriptHost(application: Application(), faults: faults)
      faults.arm(after: successes, failing: .max)
      let failure = error {
        try host.run(
          source: "local b = ui.Button { id = ('x'):rep(99) } b.tag = 's' .. #b.id", name: "test")
      }
      faults.disarm()
      #expect(failure?.message != "", "allocation \(successes)")
    }
  }

  /// Error values need not be strings (§1).
  @Test(arguments: [
    ("error()", "(error object is a nil value)"),
    ("error({})", "(error object is a table value)"),
    ("error(io.stdout)", "file ("),
    ("error(ui.Label())", "Label: "),
    ("error(42)", "42"),
    ("error('')", ""),
    ("error('plain', 0)", "plain"),
    ("error(setmetatable({}, { __tostring = function() return 'told' end }))", "told"),
    (
      "error(setmetatable({}, { __tostring = function() error('again') end }))",
      "(error object could not be turned into text)"
    ),
    (
      "error(setmetatable({}, { __tostring = function() return {} end }))",
      "(error object could not be turned into text)"
    ),
    ("local function f() return 1 + f() end f()", "stack overflow"),
    (
      "local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k) return t[k] end print(t.x)",
      "C stack overflow"
    ),
    ("error('\\xff\\xfe')", "\u{FFFD}\u{FFFD}"),
  ])
  func anyValueCanBeRaised(script: String, expected: String) throws {
    let fixture = try ScriptFixture()

    let loading = error { try fixture.run(script) }
    try fixture.run(
      "b = ui.Button { id = 'b' } ui.Window { b }:show() b:on('touchDown', function() \(script) end)"
    )
    try fixture.run("b:sendActions('touchDown') b:sendActions('touchDown')")

    #expect(loading?.message.contains(expected) == true || expected.isEmpty)
    #expect(fixture.diagnostics.count == 2)
    let message = try #require(fixture.diagnostics.last?.message)
    #expect(message.contains(expected), "got: \(message.prefix(200))")
  }

  /// ui.onError hears every report; its own error is told once and ends there.
  @Test func onErrorHearsReports() throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      b = ui.Button { id = "b" }
      ui.Window { b }:show()
      b:on("touchDown", function() error("first") end)
      ui.onError(function(message) log(message:match("^[^\\n]*")) end)
      b:sendActions("touchDown")
      ui.after(1, function() error("timer") end)
      """)
    fixture.advance(1)
    #expect(fixture.diagnostics.count == 2)

    try fixture.run(
      "ui.onError(function() b:sendActions('touchDown') error('in onError') end) b:sendActions('touchDown')"
    )

    #expect(try fixture.log() == ["test:3: first", "test:6: timer"])
    #expect(
      fixture.diagnostics.map { String($0.message.prefix(18)) }.contains("test:1: in onError"))
    #expect(fixture.diagnostics.count == 5)
    try fixture.run("ui.onError(nil) b:sendActions('touchDown')")
    #expect(fixture.diagnostics.count == 6)
  }

  /// The script gets its arguments as `arg` and `...`.
  @Test func argumentsArrive() throws {
    let fixture = try ScriptFixture()

    try fixture.host.run(
      source: "log(arg[0], arg[1], arg[2], #arg, ...)", name: "args", arguments: ["a b", "확인"])

    #expect(try fixture.log() == ["- a b 확인 2 a b 확인"])
  }

  /// ui.quit tells the host its code.
  @Test func quitTellsTheHost() throws {
    let fixture = try ScriptFixture()
    var codes: [Int32] = []
    fixture.host.onQuit = { codes.append($0) }

    try fixture.run("ui.quit() ui.quit(3)")

    #expect(codes == [0, 3] && fixture.host.quitCode == 3)
  }

  /// Windows stack; find looks in shown ones first, then in any that lives (script-api).
  @Test func windowsStack() throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      first = ui.Window { title = "1", ui.Label { id = "same", text = "first" } }
      second = ui.Window { title = "2", ui.Label { id = "same", text = "second" } }
      log(ui.find("same").text)
      second:show()
      log(ui.find("same").text, ui.find("nothing"))
      first:show()
      log(ui.find("same").text, first.isShown, second.isShown)
      second.onClose = function(w) log("closed", w == second) error("in onClose") end
      second:close() second:close()
      log(second.isShown)
      first.onClose = function() log("old") end
      first.onClose = function() log("new") end
      b = ui.Button()
      b:on("touchDown", function() first:close() log("after close") end)
      first:addSubview(b)
      b:sendActions("touchDown")
      first.onClose = nil
      """)

    #expect(
      try fixture.log() == [
        "first", "second nil", "first true true", "closed true", "false", "new", "after close",
      ])
    #expect(fixture.diagnostics.count == 1)
    #expect(fixture.diagnostics.first?.event == "onClose")
  }
}
