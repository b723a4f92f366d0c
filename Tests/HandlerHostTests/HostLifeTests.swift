import ControlKit
import HandlerHost
import Testing

/// What a host leaves behind when it closes.
@Suite struct HostLifeTests {
  /// A closed host leaves none of its handlers on views that live on; another script starts afresh,
  /// and Swift's own handlers stay.
  @Test func closingRemovesTheScriptsHandlers() throws {
    let application = Application()
    let button = Button(title: "OK")
    button.id = "ok"
    let window = Window(title: "kept")
    window.addSubview(button)
    application.show(window)
    var taps = 0
    button.addAction(for: .touchUpInside) { taps += 1 }
    let source = """
      local ok = ui.find("ok")
      ok:on("touchUpInside", function() ok.title = ok.title .. "!" end)
      ok:addTarget({ save = function() end }, "save", "touchUpInside")
      ok:onTap(function() end)
      """
    let first = try ScriptHost(application: application)
    try first.run(source: source, name: "first")
    #expect(button.allControlEvents == .touchUpInside)
    #expect(button.gestureRecognizers.count == 1)

    first.close()

    var left = 0
    button.enumerateEventHandlers { _ in left += 1 }
    #expect(left == 1)
    #expect(button.gestureRecognizers.isEmpty)
    button.sendActions(for: .touchUpInside)
    #expect(taps == 1 && button.title == "OK")

    let second = try ScriptHost(application: application)
    try second.run(source: source, name: "second")
    button.sendActions(for: .touchUpInside)
    #expect(taps == 2 && button.title == "OK!")
    second.close()
  }
}
