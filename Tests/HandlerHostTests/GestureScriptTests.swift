import ControlKit
import HandlerHost
import Testing

/// §6 Gestures, and transforms, from Lua.
@Suite struct GestureScriptTests {
  private let fixture: ScriptFixture

  init() throws {
    fixture = try ScriptFixture()
    try fixture.run(
      """
      window = ui.Window { title = "w" }
      view = ui.View { id = "pad", frame = { x = 100, y = 50, width = 200, height = 200 } }
      window:addSubview(view)
      window:show()
      """)
  }

  private func send(_ phase: Touch.Phase, _ x: Double, _ y: Double, id: Int = 0) {
    fixture.application.send(
      InputEvent(
        .touch(id: id, phase: phase, location: Point(x: x, y: y), kind: .finger),
        at: fixture.application.scheduler.now))
  }

  private func drag(_ points: (Double, Double)...) {
    for (index, point) in points.enumerated() {
      send(index == 0 ? .began : .moved, point.0, point.1)
    }
    if let last = points.last { send(.ended, last.0, last.1) }
  }

  /// §6 `ui.TapGesture { taps = 2 }` recognizes two taps; a single tap waits for it.
  @Test func taps() throws {
    try fixture.run(
      """
      double = ui.TapGesture { taps = 2, name = "double" }
      single = ui.TapGesture {}
      single:requireToFail(double)
      for name, g in pairs { double = double, single = single } do
        view:addGesture(g)
        g:on("recognized", function(sender, event)
          log(name, sender == g, event.type, g.state, g:location(view).x)
        end)
      end
      log(double.taps, double.numberOfTapsRequired, single.view == view, #view.gestures)
      """)
    #expect(try fixture.log() == ["2 2 true 2"])

    drag((150, 100))
    fixture.advance(0.5)
    #expect(try fixture.log() == ["single true recognized ended 50.0"])
    drag((150, 100))
    drag((150, 100))
    fixture.advance(1)
    #expect(try fixture.log() == ["double true recognized ended 50.0"])
  }

  /// §6 Pan: states, translation, velocity.
  @Test func pan() throws {
    try fixture.run(
      """
      g = ui.PanGesture { minimumNumberOfTouches = 1 }
      view:addGesture(g)
      g:on({ "began", "changed", "ended", "cancelled" }, function(sender, event)
        local t = g:translation(view)
        log(event.type, g.state, t.x, t.y, g.numberOfTouches)
      end)
      g:once("changed", function() g:setTranslation({ x = 1, y = 2 }) end)
      """)
    drag((150, 100), (180, 100), (190, 110), (191, 110))
    #expect(
      try fixture.log() == [
        "began began 30.0 0.0 1", "changed changed 40.0 10.0 1", "changed changed 2.0 2.0 1",
        "ended ended 2.0 2.0 1",
      ])
    try fixture.run("log(g.state, g:velocity().x, g.maximumNumberOfTouches)")
    #expect(try fixture.log() == ["possible 0.0 nil"])
  }

  /// §6 Swipe directions by name, one or several; unknown ones are an error with the nearest name.
  @Test func swipe() throws {
    try fixture.run(
      """
      g = ui.SwipeGesture { direction = "left" }
      view:addGesture(g)
      g:on("recognized", function(_, event) log("swiped", event.type) end)
      log(g.direction)
      """)
    drag((250, 100), (230, 100), (180, 100))
    drag((150, 100), (230, 100))
    #expect(try fixture.log() == ["left", "swiped recognized"])

    try fixture.run("g.direction = { 'up', 'right' } log(#g.direction, g.direction[1])")
    drag((150, 100), (230, 100))
    #expect(try fixture.log() == ["2 right", "swiped recognized"])
    #expect(fixture.failure("g.direction = 'lefd'").contains("did you mean 'left'?"))
    #expect(fixture.failure("g.direction = {}").contains("the list is empty"))
    #expect(fixture.failure("g.direction = 3").contains("'right' or 'left'"))
  }

  /// §6 Pinch and rotation at once, if allowed.
  @Test func twoFingers() throws {
    try fixture.run(
      """
      pinch, turn = ui.PinchGesture {}, ui.RotationGesture {}
      pinch:recognizeSimultaneously(turn)
      view:addGesture(pinch)
      view:addGesture(turn)
      pinch:on("began", function() log("pinch", pinch.scale) end)
      turn:on("began", function() log(string.format("turn %.3f", turn.rotation)) end)
      """)
    send(.began, 150, 100, id: 1)
    send(.began, 250, 100, id: 2)
    send(.moved, 150, 250, id: 2)
    #expect(try fixture.log() == ["pinch 1.5", "turn 1.571"])
    try fixture.run("pinch.scale = 1 log(pinch.scale, pinch.velocity, turn.velocity)")
    #expect(try fixture.log() == ["1.0 0.0 0.0"])
  }

  /// §6 Long press, edge pan and hover.
  @Test func others() throws {
    try fixture.run(
      """
      press = ui.LongPressGesture { minimumPressDuration = 1, allowableMovement = 3 }
      edge = ui.EdgePanGesture { edges = "left" }
      hover = ui.HoverGesture {}
      view:addGesture(press)
      window:addGesture(edge)
      view:addGesture(hover)
      press:on("began", function() log("press") end)
      edge:on("began", function() log("edge") end)
      hover:on({ "began", "ended" }, function(_, event) log("hover", event.type) end)
      log(edge.edges, press.minimumPressDuration, press.allowableMovement)
      """)
    send(.began, 150, 100)
    fixture.advance(1.1)
    send(.ended, 150, 100)
    drag((3, 300), (40, 300))
    for location in [Point(x: 150, y: 100), Point(x: 1, y: 1)] {
      fixture.application.send(
        InputEvent(.hover(location: location), at: fixture.application.scheduler.now))
    }
    #expect(
      try fixture.log() == ["left 1.0 3.0", "press", "edge", "hover began", "hover ended"])
  }

  /// §6 A cycle of failure requirements is an error at the call, naming the cycle.
  @Test func cycle() throws {
    try fixture.run(
      "a, b = ui.TapGesture { name = 'a' }, ui.PanGesture { name = 'b' } a:requireToFail(b)")
    let message = fixture.failure("b:requireToFail(a)")
    #expect(
      message.contains(
        "PanGestureRecognizer 'b' waits for TapGestureRecognizer 'a' waits for "
          + "PanGestureRecognizer 'b'"))
    #expect(fixture.failure("a:requireToFail(a)").contains("cycle"))
    #expect(fixture.failure("a:requireToFail(view)").contains("GestureRecognizer expected"))
  }

  /// §6 A recognizer removed, disabled, or with its view closed in its own handler.
  @Test(arguments: [
    "view:removeGesture(g)", "g.isEnabled = false", "view:removeFromSuperview()",
    "window:close()",
  ])
  func disturbed(statement: String) throws {
    try fixture.run(
      """
      g = ui.PanGesture {}
      view:addGesture(g)
      g:on({ "began", "ended", "cancelled" }, function(_, event)
        log(event.type)
        if event.type == "began" then \(statement) end
      end)
      """)
    drag((150, 100), (190, 100), (200, 100))
    try fixture.run("log(g.state)")
    #expect(try fixture.log() == ["began", "cancelled", "possible"])
    #expect(fixture.diagnostics.isEmpty)
  }

  /// §2 Tokens, `once` and `off` work for gestures as for controls; unknown names are errors.
  @Test func registration() throws {
    try fixture.run(
      """
      g = ui.TapGesture {}
      view:addGesture(g)
      function f() log("f") end
      token = g:on("recognized", function() log("token") end)
      g:on("recognized", f)
      g:once("recognized", function() log("once") end)
      """)
    drag((150, 100))
    #expect(try fixture.log() == ["token", "f", "once"])
    try fixture.run("token:disable() g:off('recognized', f)")
    fixture.advance(1)
    drag((150, 100))
    try fixture.run("token:enable()")
    fixture.advance(1)
    drag((150, 100))
    #expect(try fixture.log() == ["token"])
    try fixture.run("g:off()")
    fixture.advance(1)
    drag((150, 100))
    #expect(try fixture.log() == [])

    #expect(fixture.failure("g:on('recognised', f)").contains("did you mean 'recognized'?"))
    #expect(fixture.failure("g:on('began', 1)").contains("function expected"))
    #expect(fixture.failure("g.tap = 2").contains("did you mean 'taps'?"))
    #expect(fixture.failure("g.taps = 0").contains("integer from 1 to 100"))
    #expect(fixture.failure("g.state = 'began'").contains("can only be read"))
    #expect(fixture.failure("ui.GestureRecognizer {}") != "no error")
  }

  /// An error in a gesture's handler is reported with its place, and the others run.
  @Test func errors() throws {
    try fixture.run(
      """
      g = ui.TapGesture {}
      view:addGesture(g)
      g:on("recognized", function() error("oops") end)
      g:on("recognized", function() log("second") end)
      """)
    drag((150, 100))
    #expect(try fixture.log() == ["second"])
    #expect(fixture.diagnostics.count == 1)
    #expect(fixture.diagnostics[0].message.contains("oops"))
  }

  /// `view.transform` turns, scales and moves; it reads back; hit testing goes through it.
  @Test func transform() throws {
    try fixture.run(
      """
      view.transform = { rotation = math.pi / 2, scale = 0.5, x = 10, y = -10 }
      local t = view.transform
      log(string.format("%.3f %.3f %g %g", t.rotation, t.scale, t.x, t.y))
      local f = view.frame
      log(string.format("%g %g %g %g", f.x, f.y, f.width, f.height), view.center.x)
      """)
    #expect(try fixture.log() == ["1.571 0.500 10 -10", "160 90 100 100 200.0"])
    let view: View = try fixture.view("pad")
    #expect(fixture.application.keyWindow?.hitTest(Point(x: 120, y: 60), with: nil) !== view)
    #expect(fixture.application.keyWindow?.hitTest(Point(x: 200, y: 140), with: nil) === view)

    try fixture.run("view.transform = nil log(view.frame.x, view.transform.scale)")
    #expect(try fixture.log() == ["100.0 1.0"])
    #expect(fixture.failure("view.transform = { rotate = 1 }").contains("unknown field 'rotate'"))
    #expect(fixture.failure("view.transform = { scale = 0/0 }").contains("finite"))
  }

  /// A gesture whose handler captures it and its view is collected with them.
  @Test func collected() throws {
    try fixture.run("collectgarbage()")
    let before = fixture.host.scriptedObjectCount
    try fixture.run(
      """
      do
        local v = ui.View {}
        local g, other = ui.PanGesture {}, ui.TapGesture {}
        v:addGesture(g)
        v:addGesture(other)
        g:requireToFail(other)
        g:recognizeSimultaneously(other)
        g:on("began", function() log(v, g, other) end)
      end
      """)
    for _ in 0..<5 { fixture.host.collectGarbage() }
    #expect(fixture.host.scriptedObjectCount <= before)
  }
}
