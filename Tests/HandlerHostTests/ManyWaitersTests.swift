import ControlKit
import Foundation
import HandlerHost
import TestSupport
import Testing

/// Very many handlers that wait at once: bounded memory, and nothing that takes the square of their
/// number.
///
/// `HANDLERHOST_WAITERS` sets how many; 20 000 by default, which suits a debug build, and an eighth of
/// that where each combination is tried.
@Suite(
  .serialized,
  .disabled(
    if: isThreadSanitized,
    "its many coroutines take too long under the thread sanitizer, and nothing runs on two threads")
)
struct ManyWaitersTests {
  static let count =
    ProcessInfo.processInfo.environment["HANDLERHOST_WAITERS"].flatMap { Int($0) } ?? 20_000

  private static let waits = [
    "ui.sleep(1)", "c:wait('touchUpInside')", "many[i]:wait('touchUpInside')",
    "ui.waitAny { { c, 'touchUpInside' }, { b, 'touchUpInside' }, timeout = 1 }",
    "ui.waitAll { { c, 'touchUpInside' }, { many[i], 'touchUpInside' } }",
  ]

  /// A fixture in which a number of runs of one handler wait.
  private func fixture(_ count: Int, _ wait: String) throws -> ScriptFixture {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      a, b, c, g = ui.Button {}, ui.Button { id = "b" }, ui.Button { id = "c" }, ui.group()
      window = ui.Window { a, b, c }
      window:show()
      n, woken, many = 0, 0, {}
      if ("\(wait)"):find("many") then for i = 1, \(count) do many[i] = ui.Button {} end end
      a:on("touchDown", function()
        n = n + 1
        local i = n
        \(wait)
        woken = woken + 1
      end, { group = g })
      function start(count) for _ = 1, count do a:sendActions("touchDown") end end
      """)
    return fixture
  }

  private func cancel(_ fixture: ScriptFixture, _ way: String) throws {
    switch way {
    case "close": fixture.host.close()
    case "cancel": fixture.host.cancelWaitingHandlers()
    default: try fixture.run(way)
    }
  }

  /// All wait, with bounded memory for each, and all are woken.
  @Test(arguments: waits) func wake(wait: String) throws {
    let count = ManyWaitersTests.count
    let fixture = try fixture(count, wait)
    fixture.host.collectGarbage()
    let before = (fixture.host.memoryInUse, fixture.host.swiftMemoryInUse)
    try fixture.run("start(\(count))")
    fixture.host.collectGarbage()
    let lua = (fixture.host.memoryInUse - before.0) / count
    let swift = (fixture.host.swiftMemoryInUse - before.1) / count
    #expect(fixture.host.waitingHandlerCount == count)
    #expect(lua < 2048 && lua + swift < 3072, "\(lua) + \(swift) bytes")
    print("a waiter of \(wait): \(lua) bytes of Lua's and about \(swift) of Swift's")

    fixture.advance(1)
    try fixture.run("for i = 1, #many do many[i]:sendActions('touchUpInside') end")
    try fixture.run("c:sendActions('touchUpInside') log(woken)")
    #expect(try fixture.log() == ["\(count)"])
    #expect(fixture.host.waitingHandlerCount == 0 && fixture.diagnostics.isEmpty)
  }

  /// One call cancels all. That the time for it grows with their number, and not with its square, is
  /// measured by the benchmark `waiters`.
  @Test(arguments: waits, ["g:remove()", "a:off()", "close", "cancel"])
  func cancelInOneCall(wait: String, way: String) throws {
    let count = ManyWaitersTests.count / 8
    let fixture = try fixture(count, wait)
    try fixture.run("start(\(count))")
    #expect(fixture.host.waitingHandlerCount == count)

    try cancel(fixture, way)

    #expect(fixture.host.waitingHandlerCount == 0 && !fixture.host.hasPendingWork)
  }

  /// Waiters that go on waiting again and again keep neither memory nor order from others.
  @Test func waitAgain() throws {
    let count = ManyWaitersTests.count / 10
    let fixture = try fixture(count, "for _ = 1, 10 do c:wait('touchUpInside') end")
    try fixture.run("start(\(count))")
    fixture.host.collectGarbage()
    let before = fixture.host.memoryInUse
    try fixture.run("for _ = 1, 9 do c:sendActions('touchUpInside') end")
    #expect(fixture.host.waitingHandlerCount == count)
    fixture.host.collectGarbage()
    #expect(fixture.host.memoryInUse < before + before / 4)
    try fixture.run("c:sendActions('touchUpInside') log(woken) assert(#c:handlers() == 0)")
    #expect(try fixture.log() == ["\(count)"])
  }
}
