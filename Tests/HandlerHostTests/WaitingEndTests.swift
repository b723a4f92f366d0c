import ControlKit
import HandlerHost
import TestSupport
import Testing

/// How a handler that waits ends, and what its to-be-closed variables may do then (lua-boundary §3).
@Suite struct WaitingEndTests {
  let fixture: ScriptFixture

  init() throws {
    fixture = try ScriptFixture()
    try fixture.run(setUp)
  }

  private let setUp = """
    b, c = ui.Button { id = "b" }, ui.Button { id = "c" }
    w = ui.Window { ui.VStack { b, c } }
    w:show()
    function send(event) b:sendActions(event or "touchDown") end
    function onClose(fn) return setmetatable({}, { __close = fn }) end
    """

  private static let ways = [
    "t:remove()", "g:remove()", "b:off(t)", "close", "cancel", "gone",
  ]

  private func end(by way: String) throws {
    switch way {
    case "close": fixture.host.close()
    case "cancel": fixture.host.cancelWaitingHandlers()
    case "gone":
      // The window is closed, and nothing refers to it or to its controls any more.
      for window in fixture.application.windows { fixture.application.close(window) }
      try fixture.run("w, b, c, t = nil")
      for _ in 0..<8 { fixture.host.collectGarbage() }
    default: try fixture.run(way)
    }
  }

  /// Whatever ends the wait, the variables are closed once, in their order; they may register handlers
  /// and timers, send events, and raise errors. They may not wait.
  @Test(
    arguments: ways,
    ["ui.sleep(9)", "b:wait('touchUpInside', 9)", "ui.waitAny { { b, 'touchCancel' } }"])
  func closesVariables(way: String, wait: String) throws {
    let notes = Note()
    let probe = Probe(notes)
    fixture.application.show(probe.window)
    try fixture.run(
      """
      probe = ui.find("probe")
      function note(text) probe.title = text probe:sendActions("touchDown") end
      g = ui.group()
      local b, wait = b, function(b) \(wait) end
      t = b:on("touchDown", function(b)
        local first <close> = onClose(function() note("first") error("in close") end)
        local second <close> = onClose(function()
          note("second")
          local ok, message = pcall(ui.sleep, 1)
          note(tostring(message):match("cannot wait") or "waited")
          local other = ui.Button {}
          other:on("touchDown", function() note("nested") end)
          other:sendActions("touchDown")
          ui.after(1, function() end)
        end)
        wait(b)
        note("no")
      end, { group = g })
      send()
      """)
    #expect(fixture.host.waitingHandlerCount == 1)
    if way == "gone", wait.contains("sleep") {
      fixture.host.close()  // its timer keeps it
      return
    }

    try end(by: way)
    fixture.advance(20)

    #expect(notes.texts == ["second", "cannot wait", "nested", "first"])
    #expect(fixture.host.waitingHandlerCount == 0 && !fixture.host.hasPendingWork)
    #expect(fixture.diagnostics.count == 1)
    #expect(fixture.diagnostics.first?.message.contains("in close") == true)
  }

  /// A handler that fails closes its variables, which may not wait either.
  @Test func failedHandlerDoesNotWait() throws {
    try fixture.run(
      """
      b:on("touchDown", function()
        local x <close> = onClose(function() log(pcall(ui.sleep, 1)) c:wait("touchDown") end)
        error("first")
      end)
      send()
      log("on")
      """)
    fixture.advance(2)

    let log = try fixture.log()
    #expect(log.first?.contains("'sleep' cannot wait here: the handler has ended") == true)
    #expect(log.last == "on" && fixture.host.waitingHandlerCount == 0)
    try fixture.run("assert(#c:handlers() == 0)")
    try fixture.run(
      "b:off() b:on('touchDown', function() log('again') ui.sleep(1) log('b') end) send()")
    fixture.advance(2)
    #expect(try fixture.log() == ["again", "b"])
  }

  /// In a handler that goes on, a variable that leaves its block may wait.
  @Test func blockMayWait() throws {
    try fixture.run(
      """
      b:on("touchDown", function()
        do local x <close> = onClose(function() ui.sleep(1) log("closed", ui.now()) end) end
        log("after", ui.now())
      end)
      send()
      """)
    fixture.advance(2)
    #expect(try fixture.log() == ["closed 1.0", "after 1.0"])
  }

  /// A variable that stores its control again when that dies keeps it alive, with its handlers.
  @Test(arguments: ["wait 'touchDown'", "waitAny", "waitAll"])
  func controlIsStoredAgain(how: String) throws {
    let wait =
      how.hasPrefix("wait ")
      ? "lone:\(how)" : "ui.\(how) { { lone, 'touchDown' }, { ui.Button {}, 'touchDown' } }"
    try fixture.run(
      """
      ui.after(0, function()
        local lone = ui.Button { id = "lone" }
        lone:on("touchUpInside", function() log("alive") end)
        local x <close> = onClose(function() saved = lone log("closed") end)
        \(wait)
      end)
      """)
    fixture.advance(0)
    for _ in 0..<8 { fixture.host.collectGarbage() }
    try fixture.run("saved:sendActions('touchUpInside') saved:sendActions('touchDown')")

    #expect(try fixture.log() == ["closed", "alive"])
    #expect(fixture.host.waitingHandlerCount == 0 && fixture.diagnostics.isEmpty)
  }

  /// A handler that waits survives any number of collections while its control lives, also when only
  /// Swift holds that.
  @Test(arguments: ["incremental", "generational"])
  func survivesCollections(mode: String) throws {
    try fixture.run(
      """
      collectgarbage("\(mode)")
      for _, id in ipairs { "b", "held" } do
        ui.after(0, function()
          local control, captured = ui.find(id), { "captured" }
          while control:wait("touchUpInside").type do log(id, captured[1]) end
        end)
      end
      """)
    let held = Button()
    held.id = "held"
    let window = Window(title: "other")
    window.addSubview(held)
    fixture.application.show(window)
    fixture.advance(0)
    held.removeFromSuperview()
    for round in 0..<3 {
      for _ in 0..<4 { fixture.host.collectGarbage() }
      held.sendActions(for: .touchUpInside)
      try fixture.run(
        "for i = 1, 1000 do local t = {} end collectgarbage('step') send('touchUpInside')")
      #expect(try fixture.log() == ["held captured", "b captured"], "round \(round)")
    }
  }

  /// A script's function may close its host: what runs goes on to its end, and cannot wait any more.
  @Test func closedHostDoesNotWait() throws {
    let button = try fixture.view("b", as: Button.self)
    let host = fixture.host
    button.addAction(for: .touchUpInside) { host.close() }
    try fixture.run(
      """
      local probe = w
      b:on("touchDown", function()
        send("touchUpInside")
        w.title = select(2, pcall(ui.sleep, 1)) .. "|" .. select(2, pcall(b.wait, b, "touchDown"))
          .. "|" .. select(2, pcall(ui.waitAny, { { b, "touchDown" } }))
      end)
      """)
    button.sendActions(for: .touchDown)
    fixture.advance(2)

    let title = fixture.application.windows.first?.title ?? ""
    #expect(title.components("host is closed") == 3, "\(title)")
    #expect(host.waitingHandlerCount == 0 && !host.hasPendingWork)
  }

  /// Variables that begin new waits for ever when they are closed keep neither the host nor anything
  /// else alive.
  @Test func closingEndsAlthoughWaitsBegin() throws {
    let leaks = LeakCheck()
    do {
      let other = try ScriptFixture()
      leaks.watch(other.host)
      leaks.watch(other.application)
      try other.run(setUp)
      try other.run(
        """
        b:on("touchDown", function()
          local x <close> = onClose(function() b:sendActions("touchDown") end)
          ui.waitAny { { c, "touchDown" }, timeout = 5 }
        end)
        send()
        """)
      other.host.close()
      #expect(other.host.waitingHandlerCount == 0 && !other.host.hasPendingWork)
      for window in other.application.windows { other.application.close(window) }
    }
    #expect(leaks.survivors.isEmpty)
  }

  /// The handlers' variables are closed in the order in which they began to wait, and so it is when the
  /// host closes.
  @Test(arguments: [true, false])
  func oldestFirst(closing: Bool) throws {
    let notes = Note()
    let probe = Probe(notes)
    fixture.application.show(probe.window)
    try fixture.run(
      """
      probe = ui.find("probe")
      for i = 1, 20 do
        ui.after(0, function()
          local x <close> = onClose(function()
            probe.title = tostring(i)
            probe:sendActions("touchDown")
          end)
          ui.sleep(100 - i)
        end)
      end
      """)
    fixture.advance(0)
    if closing { fixture.host.close() } else { fixture.host.cancelWaitingHandlers() }
    #expect(notes.texts == (1...20).map { "\($0)" })
  }
}

/// Texts in the order in which they came.
private final class Note {
  var texts: [String] = []
}

/// A button whose titles are noted when it is pressed, also while the host closes.
private final class Probe {
  let window = Window(title: "probe")
  private let button = Button()

  init(_ note: Note) {
    button.id = "probe"
    button.addAction(for: .touchDown) { [unowned button] in note.texts.append(button.title) }
    window.addSubview(button)
  }
}

extension String {
  fileprivate func components(_ text: String) -> Int {
    split(separator: "|").count { $0.contains(text) }
  }
}
