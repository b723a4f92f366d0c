import ControlKit
import HandlerHost
import Testing

/// Recognizers from Lua: waiting for a state, and the list of handlers.
@Suite struct GestureWaitingTests {
  private let fixture: ScriptFixture

  init() throws {
    fixture = try ScriptFixture()
    try fixture.run(
      """
      window = ui.Window { title = "w" }
      view = ui.View { id = "pad", frame = { x = 100, y = 50, width = 200, height = 200 } }
      window:addSubview(view)
      window:show()
      tap, pan = ui.TapGesture {}, ui.PanGesture {}
      view:addGesture(tap)
      view:addGesture(pan)
      """)
  }

  private func drag(_ places: Double...) {
    for (index, x) in places.enumerated() {
      send(index == 0 ? .began : .moved, x)
    }
    if let last = places.last { send(.ended, last) }
  }

  private func send(_ phase: Touch.Phase, _ x: Double) {
    fixture.application.send(
      InputEvent(
        .touch(id: 0, phase: phase, location: Point(x: x, y: 100), kind: .pointer),
        at: fixture.application.scheduler.now))
  }

  /// `g:wait(state)` gives the event; without a state it waits until the gesture is recognized or
  /// begins.
  @Test func waits() throws {
    try fixture.run(
      """
      ui.after(0, function()
        local event = tap:wait()
        log(event.type, event.sender == tap, event:location(view).x)
        log(pan:wait().type)
        log(pan:wait({ "ended", "cancelled" }).type, pan.state)
      end)
      """)
    fixture.advance(0)
    drag(150)
    #expect(try fixture.log() == ["recognized true 50.0"])
    drag(150, 190, 200)
    #expect(try fixture.log() == ["began", "ended ended"])
    drag(150, 190)
    #expect(try fixture.log() == [])
  }

  /// After the timeout it gives nil, and the gesture may come again.
  @Test func timeout() throws {
    try fixture.run(
      "ui.after(0, function() log(tap:wait('recognized', 2)) log(tap:wait(nil, 2) ~= nil) end)")
    fixture.advance(1)
    #expect(try fixture.log() == [])
    fixture.advance(1)
    #expect(try fixture.log() == ["nil"])
    drag(150)
    #expect(try fixture.log() == ["true"])
    #expect(fixture.application.scheduler.nextDeadline == nil)
  }

  /// A recognizer that nothing can reach any more ends the wait, and closes what is to be closed.
  @Test func goneWithTheRecognizer() throws {
    try fixture.run(
      """
      ui.after(0, function()
        local closing <close> = setmetatable({}, { __close = function() log("closed") end })
        ui.TapGesture {}:wait()
      end)
      """)
    fixture.advance(0)
    for _ in 0..<5 { fixture.host.collectGarbage() }

    #expect(try fixture.log() == ["closed"])
  }

  /// A name that is no state of gestures is refused, and so is waiting outside of a handler.
  @Test func mistakes() throws {
    #expect(fixture.failure("pan:wait()").contains("can wait only inside a handler"))
    try fixture.run("ui.after(0, function() pan:wait('begun') end)")
    fixture.advance(0)
    #expect(fixture.diagnostics.first?.message.contains("did you mean 'began'?") == true)
  }

  /// `g:handlers()` tells label, source, states, whether it is enabled, calls and the last error.
  @Test func handlersAreListed() throws {
    try fixture.run(
      """
      tap:on("recognized", function() error("oops") end, { label = "first" })
      pan:on({ "began", "ended" }, function() end):disable()
      """)
    drag(150)
    try fixture.run(
      """
      for _, g in ipairs { tap, pan } do
        for _, h in ipairs(g:handlers()) do
          log(h.label, h.source, table.concat(h.events, "+"), h.enabled, h.timesFired,
            h.lastError and h.lastError:match("[^\\n]+"))
        end
      end
      """)
    let lines = try fixture.log()

    #expect(lines.count == 2)
    #expect(lines.first == "first test:1 recognized true 1 test:1: oops")
    #expect(lines.last == "nil test:2 began+ended false 0 nil")
  }

  /// `ui.explain(gesture, state, point)` tells in words, and whether a handler would run.
  @Test func explains() throws {
    try fixture.run(
      """
      pan:on("began", function() end, { label = "drag" })
      for _, call in ipairs {
        { pan }, { pan, "ended" }, { pan, { "began" }, { x = 300, y = 8 } }, { tap },
      } do
        local text, reaches = ui.explain(table.unpack(call))
        log(reaches, text)
      end
      """)

    #expect(
      try fixture.log() == [
        "true A drag at (100.0, 100.0) in View 'pad' runs: handler 'drag' from test:1.",
        "false PanGestureRecognizer has no handler for ended; its handlers are for began.",
        "false The point (300.0, 8.0) is outside View 'pad'.",
        "false TapGestureRecognizer has no handler.",
      ])
    #expect(fixture.failure("ui.explain(pan, 'begun')").contains("did you mean 'began'?"))
    #expect(fixture.failure("ui.explain(view)").contains("Control expected"))
  }
}
