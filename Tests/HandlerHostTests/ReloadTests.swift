import ControlKit
import Foundation
import HandlerHost
import TestSupport
import Testing

/// `ScriptHost.reload()`.
@Suite struct ReloadTests {
  let application = Application()
  let window = Window(title: "the program's")
  let button = Button(title: "0")

  init() {
    button.id = "ok"
    window.id = "own"
    window.addSubview(button)
    application.show(window)
  }

  private static let source = """
    local ok, own = ui.find("ok"), ui.find("own")
    runs = (runs or 0) + 1
    assert(runs == 1, "the world is not fresh")
    ok:on("touchUpInside", function() ok.title = ok.title + 1 end)
    ok:addTarget({ save = function() end }, "save", "touchUpInside")
    ok:onTap(function() end)
    ok:on("touchDown", function()
      local x <close> = setmetatable({}, { __close = function() ok.tag = ok.tag + 1 end })
      ui.sleep(100)
    end)
    ui.every(1, function() ok.accessibilityLabel = "tick" end)
    own.onClose = function() end
    local tap = ui.TapGesture()
    ok:addGesture(tap)
    tap.shouldBegin = function() return true end
    added = ui.VStack { id = "added", ui.Label { text = "a" } }
    own:addSubview(added)
    ui.Window { id = "made", ui.Button { id = "inner" } }:show()
    """

  /// Every object's registrations, also of those in no window, by a walk from the program's windows.
  private func handlers() -> Int {
    func count(_ view: View) -> Int {
      var found = 0
      for gesture in view.gestureRecognizers { found += gesture.handlers.count }
      return view.subviews.reduce(found + view.handlers.count) { $0 + count($1) }
    }
    return application.windows.reduce(0) { $0 + count($1) }
  }

  /// A reload begins afresh and leaves nothing of the old script behind: no handler, timer, waiting
  /// run, window, view or gesture. The program's own things stay.
  @Test func nothingIsLeft() throws {
    let leaks = LeakCheck()
    let host = try ScriptHost(application: application)
    var own = 0
    button.addAction(for: .touchUpInside) { own += 1 }
    try host.run(source: Self.source, name: "app")
    let first = handlers()
    button.sendActions(for: .touchDown)
    #expect(host.waitingHandlerCount == 1)
    for old in [application.view(withID: "made"), application.view(withID: "added")] {
      leaks.watch(try #require(old))
    }

    for round in 1...5 {
      try host.reload()
      #expect(button.tag == 1)
      #expect(handlers() == first)
      #expect(application.windows.map(\.id) == ["own", "made"])
      #expect(window.subviews.count == 2)
      #expect(host.waitingHandlerCount == 0)
      #expect(leaks.survivors.isEmpty)
      button.sendActions(for: .touchUpInside)
      #expect(button.title == "\(round)" && own == round)
    }
    host.close()
    #expect(handlers() == 1)
    #expect(button.allTargets.isEmpty && button.gestureRecognizers.count == 1)
    #expect(button.gestureRecognizers.first?.delegate == nil)
  }

  /// A file that is missing or does not parse leaves the old script as it was.
  @Test func failedLoadChangesNothing() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "handlerhost-\(UInt64.random(in: 0...UInt64.max)).lua"
    ).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    func write(_ text: String) throws {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let host = try ScriptHost(application: application)
    host.onQuit = { [button] in button.tag = Int($0) }
    try write("local ok = ui.find('ok') ok:on('touchUpInside', function() ok.title = 'old' end)")
    try host.run(file: path, arguments: ["x"])

    try write("local = 3")
    var code: ScriptError.Code?
    do throws(ScriptError) { try host.reload() } catch { code = error.code }
    #expect(code == .syntax)
    try FileManager.default.removeItem(atPath: path)
    do throws(ScriptError) { try host.reload() } catch { code = error.code }
    #expect(code == .file)
    button.sendActions(for: .touchUpInside)
    #expect(button.title == "old")

    try write(
      "local ok = ui.find('ok') ok:on('touchUpInside', function() ok.title = arg[1] ui.quit(3) end)"
    )
    try host.reload()
    button.sendActions(for: .touchUpInside)
    #expect(button.title == "x" && button.tag == 3)
  }

  /// A script that fails while it runs again has replaced the old one, as far as it came.
  @Test func failedRunIsThrown() throws {
    let host = try ScriptHost(application: application)
    try host.run(
      source: """
        local ok = ui.find("ok")
        ok.tag = ok.tag + 1
        ok:on("touchUpInside", function() ok.title = "run " .. ok.tag end)
        if ok.tag == 2 then error("second") end
        """, name: "app")

    var message = ""
    do throws(ScriptError) { try host.reload() } catch { message = error.message }
    button.sendActions(for: .touchUpInside)

    #expect(message.contains("app:4: second"))
    #expect(button.title == "run 2")
  }

  /// Inside the script's own code it takes effect when that returns; the code runs to its end, and
  /// the old script hears of nothing more.
  @Test(arguments: [
    "ok:on('touchDown', function() reload() ok.title = 'end ' .. ok.tag end)",
    "ok:on('touchDown', function() reload() reload() ok.title = 'end ' .. ok.tag end)",
    "ok:on('touchDown', function() pcall(function() reload() ok.title = 'end ' .. ok.tag end) "
      + "ui.sleep(1) ok.title = 'no' end)",
    "ok:on('touchDown', function() ui.after(0, function() reload() ok.title = 'end ' .. ok.tag "
      + "end) end)",
    "ok:on('touchDown', function() coroutine.wrap(function() reload() end)() "
      + "ok.title = 'end ' .. ok.tag end)",
    "setmetatable({}, { __gc = function() if ok.tag == 1 then reload() end end }) "
      + "ok:on('touchDown', function() collectgarbage() ok.title = 'end ' .. ok.tag end)",
    "ok:on('touchDown', function() local x <close> = setmetatable({}, { __close = function() "
      + "reload() ok.title = 'end ' .. ok.tag end }) end)",
  ])
  func insideItsOwnCode(script: String) throws {
    let host = try ScriptHost(application: application)
    let bell = Control()
    bell.id = "bell"
    window.addSubview(bell)
    bell.addAction(for: .touchDown) { [unowned host] in try host.reload() }
    var problems: [String] = []
    application.onDiagnostic = { problems.append($0.message) }
    try host.run(
      source: """
        local ok, bell = ui.find("ok"), ui.find("bell")
        ok.tag = ok.tag + 1
        function reload() bell:sendActions("touchDown") end
        if ok.tag == 1 then
          \(script)
          ok:on("touchDown", function() ok.title = "no" end)
        else
          ok:on("touchUpInside", function() ok.title = ok.title .. ", new" end)
        end
        """, name: "app")

    button.sendActions(for: .touchDown)
    application.scheduler.advance(to: 5)
    button.sendActions(for: .touchDown)
    button.sendActions(for: .touchUpInside)

    #expect(button.title == "end 1, new")
    #expect(problems.isEmpty)
    #expect(button.handlers.count == 1)
  }

  /// What goes wrong in a script that starts later is reported.
  @Test func laterFailuresAreReported() throws {
    let host = try ScriptHost(application: application)
    var problems: [String] = []
    application.onDiagnostic = { problems.append($0.message) }
    button.addAction(for: .touchCancel) { [unowned host] in try host.reload() }
    try host.run(
      source: """
        local ok = ui.find("ok")
        ok.tag = ok.tag + 1
        if ok.tag == 2 then error("second") end
        ok:on("touchDown", function() ok:sendActions("touchCancel") end)
        """, name: "app")

    button.sendActions(for: .touchDown)

    #expect(problems.count == 1 && problems[0].contains("app:3: second"))
  }

  /// Closing after a reload ends both; a closed host and one without a script cannot be reloaded.
  @Test func closingWins() throws {
    let host = try ScriptHost(application: application)
    #expect(throws: ScriptError.self) { try host.reload() }
    button.addAction(for: .touchCancel) { [unowned host] in
      try host.reload()
      host.close()
    }
    try host.run(
      source: """
        local ok = ui.find("ok")
        ok.tag = ok.tag + 1
        ok:on("touchDown", function() ok:sendActions("touchCancel") end)
        """, name: "app")

    button.sendActions(for: .touchDown)

    #expect(button.tag == 1 && button.handlers.count == 1)
    #expect(throws: ScriptError.self) { try host.reload() }
  }

  /// Neither world survives, however often the script was exchanged.
  @Test func everythingEnds() throws {
    let leaks = LeakCheck()
    do {
      let application = leaks.watch(Application())
      let host = leaks.watch(try ScriptHost(application: application))
      try host.run(
        source: """
          local b = ui.Button { id = "b" }
          b:on("touchDown", function() ui.sleep(1) return b end)
          w = ui.Window { b }
          w:show()
          b:sendActions("touchDown")
          """, name: "app")
      for _ in 0..<3 {
        leaks.watch(try #require(application.view(withID: "b")))
        try host.reload()
      }
      application.scheduler.advance(to: 2)
    }

    #expect(leaks.survivors.isEmpty)
  }
}
