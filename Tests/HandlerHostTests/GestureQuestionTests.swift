import ControlKit
import HandlerHost
import Testing

/// §6 The delegate's questions from Lua, as function properties of the recognizer.
@Suite struct GestureQuestionTests {
  private let fixture: ScriptFixture

  init() throws {
    fixture = try ScriptFixture()
    try fixture.run(
      """
      window = ui.Window { title = "w" }
      view = ui.View { id = "pad", frame = { x = 100, y = 50, width = 200, height = 200 } }
      window:addSubview(view)
      window:show()
      function add(kind, name, values)
        local g = ui[kind](values or {})
        g.name = name
        view:addGesture(g)
        g:on(kind == "PanGesture" and "began" or "recognized", function() log(name) end)
        return g
      end
      """)
  }

  private func send(_ phase: Touch.Phase, _ x: Double, _ y: Double) {
    fixture.application.send(
      InputEvent(
        .touch(id: 3, phase: phase, location: Point(x: x, y: y), kind: .finger),
        at: fixture.application.scheduler.now))
  }

  private func tap() {
    send(.began, 150, 100)
    send(.ended, 150, 100)
  }

  private func drag() {
    send(.began, 150, 100)
    for x in [170.0, 190, 210] { send(.moved, x, 100) }
    send(.ended, 210, 100)
  }

  /// §6 shouldBegin: asked when the gesture was seen; false fails it, nil takes the question away.
  @Test func shouldBegin() throws {
    try fixture.run(
      """
      g = add("TapGesture", "tap")
      g.shouldBegin = function(gesture) log(gesture == g, g:location(view).x) return false end
      """)
    tap()
    #expect(try fixture.log() == ["true 50.0"])

    for answer in ["function() end", "function() return 'no' end", "nil"] {
      try fixture.run("g.shouldBegin = \(answer)")
      fixture.advance(1)
      tap()
      #expect(try fixture.log() == ["tap"])
    }
  }

  /// §6 shouldReceive: asked for each touch, which it is told as in an event.
  @Test func shouldReceive() throws {
    try fixture.run(
      """
      g = add("TapGesture", "tap")
      g.shouldReceive = function(gesture, touch)
        log(gesture == g, touch.id, touch.tapCount, touch.kind, touch.x, touch.y)
        return touch.tapCount > 1
      end
      """)
    tap()
    tap()

    #expect(
      try fixture.log() == [
        "true 3 1 finger 150.0 100.0", "true 3 2 finger 150.0 100.0", "tap",
      ])
  }

  /// §6 shouldRecognizeSimultaneously: either side's yes is enough.
  @Test(arguments: ["first", "second", "neither"])
  func simultaneous(who: String) throws {
    try fixture.run(
      """
      first, second = add("PanGesture", "first"), add("PanGesture", "second")
      function yes(g, other) return other ~= g and (other == first or other == second) end
      if "\(who)" ~= "neither" then \(who).shouldRecognizeSimultaneously = yes end
      """)
    drag()

    #expect(try fixture.log() == (who == "neither" ? ["first"] : ["first", "second"]))
  }

  /// §6 The failure requirement, from either side: the tap comes when no second one follows.
  @Test(arguments: ["single.shouldRequireFailure", "double.shouldBeRequiredToFail"])
  func failureRequirement(property: String) throws {
    try fixture.run(
      """
      single, double = add("TapGesture", "single"), add("TapGesture", "double", { taps = 2 })
      \(property) = function(g, other)
        return other.name == (g == single and "double" or "single")
      end
      """)
    tap()
    fixture.advance(0.36)
    #expect(try fixture.log() == ["single"])

    tap()
    tap()
    fixture.advance(1)
    #expect(try fixture.log() == ["double"])
  }

  /// An error is reported with the recognizer and the question, and the default answer stands.
  @Test(arguments: [
    "shouldBegin", "shouldReceive", "shouldRecognizeSimultaneously", "shouldRequireFailure",
    "shouldBeRequiredToFail",
  ])
  func failing(question: String) throws {
    let name = question == "shouldBeRequiredToFail" ? "other" : "tap"
    try fixture.run(
      """
      g, other = add("TapGesture", "tap"), add("LongPressGesture", "other")
      \(name == "tap" ? "g" : "other").\(question) = function() error("oops") end
      """)
    tap()

    #expect(try fixture.log() == ["tap"])
    let diagnostic = try #require(fixture.diagnostics.first)
    #expect(diagnostic.message.contains("oops"))
    #expect(diagnostic.sender?.hasSuffix("'\(name)'") == true)
    #expect(diagnostic.event == question)
    #expect(diagnostic.handler == "the function given to \(question)")
  }

  /// A question may not wait.
  @Test func mayNotWait() throws {
    try fixture.run(
      "g = add('TapGesture', 'tap') g.shouldBegin = function() ui.sleep(1) return false end")
    tap()

    #expect(try fixture.log() == ["tap"])
    #expect(fixture.diagnostics.first?.message.contains("cannot wait") == true)
  }

  /// What is no function is refused; a question cannot be read.
  @Test func mistakes() throws {
    try fixture.run("g = add('TapGesture', 'tap')")
    #expect(fixture.failure("g.shouldBegin = true").contains("function expected"))
    #expect(fixture.failure("g.shouldBegan = print").contains("did you mean 'shouldBegin'?"))
  }

  /// A question may end its own gesture, or take the recognizer away.
  @Test(arguments: ["g.isEnabled = false", "view:removeGesture(g)", "window:close()"])
  func disturbed(statement: String) throws {
    try fixture.run(
      """
      g = add("TapGesture", "tap")
      g.shouldBegin = function() \(statement) return true end
      """)
    tap()

    #expect(try fixture.log() == [])
    #expect(fixture.diagnostics.isEmpty)
  }

  /// `recognizeSimultaneously` and the function both count; the host's delegate answers the rest.
  @Test func besidesTheHost() throws {
    final class Host: GestureRecognizerDelegate {
      var asked = 0
      func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool {
        asked += 1
        return false
      }
    }
    let host = Host()
    try fixture.run("g = add('TapGesture', 'tap')")
    let view = try fixture.view("pad")
    view.gestureRecognizers[0].delegate = host
    try fixture.run("g.shouldReceive = function() return true end")
    tap()
    #expect(try fixture.log() == [])
    #expect(host.asked == 1)

    try fixture.run("g.shouldBegin = function() return true end")
    fixture.advance(1)
    tap()
    #expect(try fixture.log() == ["tap"])
    #expect(host.asked == 1)
  }

  /// A question that captures its recognizer and the view is collected with them.
  @Test func collected() throws {
    try fixture.run("collectgarbage()")
    let before = fixture.host.scriptedObjectCount
    try fixture.run(
      """
      do
        local v, g = ui.View {}, ui.PanGesture {}
        v:addGesture(g)
        g.shouldBegin = function() log(v, g) end
        g.shouldReceive = function() log(v, g) end
      end
      """)
    for _ in 0..<5 { fixture.host.collectGarbage() }
    #expect(fixture.host.scriptedObjectCount <= before)
  }
}
