import ControlKit
import HandlerHost
import Testing

/// The error policy: what follows an error in a handler, beside its report.
struct ErrorPolicyTests {
  private func fixture(_ policy: ScriptHost.ErrorPolicy) throws -> ScriptFixture {
    let fixture = try ScriptFixture(configuration: .init(errorPolicy: policy))
    try fixture.run(
      """
      b = ui.Button {}
      n = 0
      fails = true
      token = b:on('touchUpInside', function() n = n + 1 if fails then error('broken') end end)
      b:on('touchUpInside', function() others = (others or 0) + 1 end)
      """)
    return fixture
  }

  @Test("4 Policy report: a handler that fails runs again")
  func report() throws {
    let fixture = try fixture(.report)
    try fixture.run(
      "for i = 1, 5 do b:sendActions('touchUpInside') end assert(n == 5 and others == 5)")
    #expect(fixture.diagnostics.count == 5)
  }

  @Test(
    "4 Policy suspend: after N failures in a row a handler is disabled, and its token enables it")
  func suspend() throws {
    let fixture = try fixture(.suspend(after: 3))
    try fixture.run(
      "for i = 1, 5 do b:sendActions('touchUpInside') end assert(n == 3 and others == 5)")
    #expect(fixture.diagnostics.count == 3)
    #expect(
      fixture.diagnostics.last?.message.contains("suspended: the handler failed 3 times in a row")
        == true)
    try fixture.run("assert(not token.isEnabled) fails = false token:enable()")
    try fixture.run("b:sendActions('touchUpInside') assert(n == 4)")
  }

  @Test("4 Policy suspend: a run that succeeds begins the count anew")
  func streak() throws {
    let fixture = try fixture(.suspend(after: 2))
    try fixture.run(
      """
      for i = 1, 10 do fails = i % 2 == 0 b:sendActions('touchUpInside') end
      assert(n == 10 and token.isEnabled)
      """)
  }

  @Test("4 Policy suspend: a repeating timer that fails N times in a row stops")
  func timer() throws {
    let fixture = try fixture(.suspend(after: 3))
    try fixture.run("t = 0 ui.every(1, function() t = t + 1 error('broken') end)")
    fixture.advance(10)
    try fixture.run("assert(t == 3, t)")
  }

  @Test("4 Policy suspend: a handler that fails after a wait counts, too")
  func waiting() throws {
    let fixture = try fixture(.suspend(after: 1))
    try fixture.run(
      "w = b:on('valueChanged', function() ui.sleep(1) error('late') end) b:sendActions('valueChanged')"
    )
    fixture.advance(1)
    try fixture.run("assert(not w.isEnabled)")
  }

  @Test("4 Policy stop: the first error ends the script, with a code")
  func stop() throws {
    let fixture = try fixture(.stop)
    var codes: [Int32] = []
    fixture.host.onQuit = { codes.append($0) }
    try fixture.run(
      "function send() b:sendActions('touchUpInside') end ui.after(1, send) ui.after(2, send)")
    fixture.advance(3)
    #expect(fixture.diagnostics.count == 1)
    #expect(
      fixture.diagnostics.first?.message.contains("the script ends: an error stops it") == true)
    #expect(codes == [1] && fixture.host.quitCode == 1)
    #expect(throws: ScriptError.self) { try fixture.run("n = 1") }
  }

  @Test(
    "4 Policy: ui.onError hears of each failure once, and may quit with a code",
    arguments: [
      ScriptHost.ErrorPolicy.report, .suspend(after: 1), .stop,
    ])
  func onError(_ policy: ScriptHost.ErrorPolicy) throws {
    let fixture = try fixture(policy)
    try fixture.run(
      """
      heard = 0
      ui.onError(function(message) heard = heard + 1 ui.quit(7) end)
      ui.after(0, function() b:sendActions('touchUpInside') end)
      """)
    fixture.advance(0)
    #expect(fixture.host.quitCode == 7)
    #expect(fixture.diagnostics.count == 1)
  }

  @Test(
    "4 Errors: every odd error value is reported sensibly",
    arguments: [
      ("error(nil)", "(error object is a nil value)"),
      ("error({})", "(error object is a table value)"),
      ("error(true)", "(error object is a boolean value)"),
      ("error(7)", "7"),
      ("error(7.5)", "7.5"),
      ("error('')", ""),
      ("error(print)", "(error object is a function value)"),
      ("error(coroutine.create(print))", "(error object is a thread value)"),
      ("error(ui.Button {})", "Button: 0x"),
      ("error(setmetatable({}, { __tostring = function() return 'mine' end }))", "mine"),
      ("error(setmetatable({}, { __tostring = function() return 7 end }))", "7"),
      (
        "error(setmetatable({}, { __tostring = function() error('again') end }))",
        "could not be turned into text"
      ),
      ("error(setmetatable({}, { __tostring = true }))", "could not be turned into text"),
      ("error('a\\0b')", "a"),
      ("error('caf\\xe9')", "caf\u{fffd}"),
      ("local function f() return 1 + f() end f()", "stack overflow"),
      ("error(('x'):rep(100000))", "xxxx"),
      ("error('line\\nbreak', 0)", "line\nbreak"),
    ])
  func oddValues(_ code: String, _ expected: String) throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      "local b = ui.Button {} b:on('touchDown', function() \(code) end) b:sendActions('touchDown')")
    #expect(fixture.diagnostics.count == 1)
    #expect(fixture.diagnostics.first?.message.contains(expected) == true, "\(fixture.diagnostics)")
  }
}
