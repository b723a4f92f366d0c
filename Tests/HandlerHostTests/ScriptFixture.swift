import ControlKit
import HandlerHost
import Testing

/// A host with an application on a virtual clock, and what scripts recorded through `log(text)`.
final class ScriptFixture {
  let application = Application()
  let host: ScriptHost
  private(set) var diagnostics: [Diagnostic] = []

  init(configuration: ScriptHost.Configuration = .standard) throws {
    host = try ScriptHost(application: application, configuration: configuration)
    application.onDiagnostic = { [unowned self] in diagnostics.append($0) }
    try host.run(
      source: "entries = {}  function log(...) "
        + "local t = table.pack(...) for i = 1, t.n do t[i] = tostring(t[i]) end "
        + "entries[#entries + 1] = table.concat(t, ' ') end", name: "fixture")
  }

  /// Runs Lua text; its chunk is called `test`.
  func run(_ source: String) throws(ScriptError) {
    try host.run(source: source, name: "test")
  }

  /// What the script logged, taken out by a view's id since scripts return nothing.
  func log() throws -> [String] {
    let probe = Label()
    probe.id = "fixture.probe"
    probe.numberOfLines = 0
    let window = Window(title: "probe")
    window.addSubview(probe)
    application.show(window)
    try host.run(
      source: "ui.find('fixture.probe').text = table.concat(entries, '\\n') entries = {}",
      name: "probe")
    application.close(window)
    return probe.text.isEmpty ? [] : probe.text.split(separator: "\n").map(String.init)
  }

  /// The message of the error a script raises.
  func failure(_ source: String) -> String {
    do throws(ScriptError) {
      try run(source)
      return "no error"
    } catch {
      return error.message
    }
  }

  func advance(_ seconds: Double) {
    application.scheduler.advance(to: application.scheduler.now + seconds)
  }

  func view<Class: View>(_ id: String, as type: Class.Type = Class.self) throws -> Class {
    try #require(application.view(withID: id) as? Class)
  }

  /// Presses and lifts the pointer in the middle of a view.
  func tap(_ id: String) throws {
    application.send(InputEvent(.resize(application.screenSize), at: application.scheduler.now))
    let view = try #require(application.view(withID: id))
    let window = try #require(view.window)
    let middle = view.convert(Point(x: view.bounds.midX, y: view.bounds.midY), to: nil)
    let point = Point(x: middle.x + window.frame.minX, y: middle.y + window.frame.minY)
    for phase in [Touch.Phase.began, .ended] {
      application.send(
        InputEvent(
          .touch(id: 0, phase: phase, location: point, kind: .pointer),
          at: application.scheduler.now))
    }
  }
}
