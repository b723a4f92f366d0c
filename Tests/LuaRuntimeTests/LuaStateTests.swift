import LuaRuntime
import Testing

/// The runtime by itself, with a bridge of one class.
@Suite final class LuaStateTests {
  private let bridge = NotingBridge()
  private let state = LuaState()

  init() throws {
    try #require(state.open(bridge: bridge, keys: [], classCount: 2))
  }

  deinit {
    // A world must not outlive its bridge.
    state.close()
  }

  private func failure(_ source: String) -> LuaFailure? {
    do throws(LuaFailure) {
      try state.run(source: source, name: "test", arguments: [])
      return nil
    } catch {
      return error
    }
  }

  /// Each failure has its kind, a message with the place, and a traceback if code ran (§1).
  @Test(arguments: [
    ("local = 1", LuaFailure.Kind.syntax, "test:1:"),
    ("error('broken')", .runtime, "test:1: broken"),
    ("error()", .runtime, "nil"),
    ("error(setmetatable({}, { __tostring = function() error('again') end }))", .runtime, "error"),
    ("ui.Thing():fail()", .runtime, "test:1: refused"),
    ("ui.Thing().number = 'x'", .runtime, "number expected, got string"),
    ("return ui.Thing().other", .runtime, "no member 'other'"),
    ("ui.Thing().fail()", .runtime, "must be called on an object"),
    ("ui.Thing():rest()", .runtime, "can wait only inside a handler"),
  ])
  func failures(_ source: String, _ kind: LuaFailure.Kind, _ text: String) throws {
    let failed = failure(source)
    let failure = try #require(failed)

    #expect(failure.kind == kind)
    #expect(failure.message.contains(text), "\(failure.message)")
    #expect(failure.traceback.isEmpty == (kind == .syntax))
  }

  /// A file that is not there is a failure of its own kind.
  @Test func missingFile() {
    #expect(throws: LuaFailure.self) {
      try state.run(file: Array("/nowhere/at.lua".utf8), arguments: [])
    }
  }

  /// A chunk gets its arguments as `...` and as `arg`.
  @Test func arguments() throws {
    try state.run(source: "ui.note(..., arg[2], #arg)", name: "test", arguments: ["a", "b"])
    try state.run(source: "ui.note(select('#', ...))", name: "test", arguments: ["a", "b", "c"])

    #expect(bridge.notes == ["a b 2", "3"])
  }

  /// One object has one proxy, whatever way it comes back; dropped, it deinits.
  @Test func objects() throws {
    try state.run(
      source: "local t = ui.Thing() t.number = 2.5 ui.note(t.number, tostring(t == t))",
      name: "test", arguments: [])
    #expect(bridge.notes == ["2.5 true"])
    #expect(state.proxyCount == 1)

    for _ in 0..<4 { state.collect() }

    #expect(state.proxyCount == 0)
    #expect(bridge.ended == 1)
  }

  /// A handler runs as a coroutine, may wait, and goes on when it is resumed.
  @Test func handlersWait() throws {
    try state.run(
      source: """
        thing = ui.Thing()
        thing:handle(function(self)
          ui.note("before")
          self:rest()
          ui.note("after")
        end)
        """, name: "test", arguments: [])
    let handler = try #require(bridge.handler)

    guard case .waiting = state.run(LuaObject(handler.thing), handler.slot) else {
      Issue.record("the handler did not wait")
      return
    }
    #expect(bridge.notes == ["before"])
    let waiting = try #require(bridge.waiting)
    guard case .done = state.resume(waiting.task, in: LuaObject(waiting.thing), waiting.slot)
    else {
      Issue.record("the handler did not return")
      return
    }
    #expect(bridge.notes == ["before", "after"])
  }

  /// After closing, nothing runs, every object is let go, and closing again is harmless (§2).
  @Test func closing() throws {
    try state.run(source: "kept = ui.Thing()", name: "test", arguments: [])

    state.close()
    state.close()

    #expect(bridge.ended == 1)
    #expect(!state.isOpen)
    #expect(failure("return 1")?.kind == .runtime)
  }

  /// Our own coroutine functions, and those that guard others, cannot be told from Lua's.
  @Test(arguments: [
    "local _, text = pcall(coroutine.resume, 1) assert(text:find('(thread expected, got number)', 1, true))",
    "local _, text = pcall(coroutine.close, 1) assert(text:find('(thread expected, got number)', 1, true))",
    """
    local co, seen = coroutine.create(function(...) return ... end)
    debug.sethook(function()
      local info = debug.getinfo(2, 'rn')
      if info.name == 'resume' then seen = info.ftransfer .. ' ' .. info.ntransfer end
    end, 'r')
    coroutine.resume(co, 'a', 'b')
    debug.sethook()
    assert(seen == '2 3', seen)
    """,
    """
    for _, f in ipairs { coroutine.close, coroutine.resume, coroutine.wrap, debug.getmetatable,
                         debug.setmetatable, debug.setuservalue } do
      assert(debug.getinfo(f, 'u').nups == 0 and debug.getupvalue(f, 1) == nil)
    end
    """,
  ])
  func guardsAreLikeTheFunctionsTheyGuard(script: String) throws {
    try state.run(source: script, name: "test", arguments: [])
  }
}
