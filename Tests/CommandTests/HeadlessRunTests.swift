import Foundation
import Testing

@Suite struct HeadlessRunTests {
  private let button = """
    local window = ui.Window { title = "T", width = 160, height = 64 }
    local button = ui.Button { id = "ok", title = "OK" }
    window:addSubview(ui.VStack { button })
    window:show()

    """

  @Test func aTapRunsTheHandler() throws {
    let outcome = try Program.run(
      script: button + "button:on('touchUpInside', function() print('tapped') end)",
      events: "# twice\n\ntap ok\ntap ok\n")

    #expect(outcome.status == 0)
    #expect(outcome.output == "tapped\ntapped\n")
    #expect(outcome.errors == "")
  }

  /// A headless run is light until an option or a line of the events says otherwise.
  @Test func theThemeIsToldByOptionAndEvent() throws {
    let script = "print(ui.theme) ui.onThemeChange(function(theme) print('now', theme) end)"
    let folder = try Folder()
    try folder.file("app.lua", script)

    let plain = try Program.run(script: script, events: "theme dark\ntheme dark\ntheme light\n")
    let dark = try Program.run(["--ui=headless", "--theme", "dark", "app.lua"], in: folder)

    #expect(plain.output == "light\nnow\tdark\nnow\tlight\n")
    #expect(dark.output == "dark\n")
  }

  @Test func eventsComeFromStandardInputOnRequest() throws {
    let folder = try Folder()
    try folder.file("app.lua", button + "button:on('touchUpInside', function() print('hi') end)")

    let asked = try Program.run(["--ui", "headless", "app.lua"], input: "tap ok\n", in: folder)
    let dash = try Program.run(["--events", "-", "app.lua"], input: "tap ok\n", in: folder)
    let unasked = try Program.run(["app.lua"], input: "tap ok\n", in: folder)

    #expect(asked.output == "hi\n")
    #expect(dash.output == "hi\n")
    #expect(unasked.output == "")
  }

  @Test func theScriptComesFromStandardInput() throws {
    let folder = try Folder()
    try folder.file("app.events", "tap ok\n")
    let script = button + "button:on('touchUpInside', function() print(...) end)\nprint(arg[1])"

    let outcome = try Program.run(
      ["--events", "app.events", "-", "one"],
      input: script.replacing("print(...)", with: "print(1)"),
      in: folder)

    #expect(outcome.status == 0)
    #expect(outcome.output == "one\n1\n")
  }

  @Test func anErrorInAScriptFromStandardInputNamesIt() throws {
    let outcome = try Program.run(["--ui", "headless", "-"], input: "\nerror('x')\n")

    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("stdin:2: x"))
  }

  /// Standard input is read as a file is: any bytes, a byte order mark, a first line for the shell.
  @Test(arguments: ["-", "app.lua"]) func anyFileIsAScript(script: String) throws {
    let folder = try Folder()
    let url = folder.url.appending(path: "app.lua")
    let lines = ["\u{FEFF}#!/usr/bin/env handlerhost", "print(#'", "')", "error('x')"]
    var program = Data((lines[0] + "\n" + lines[1]).utf8)
    program += Data([0xE1, 0xFF]) + Data((lines[2] + "\n" + lines[3]).utf8)
    try program.write(to: url)

    let outcome = try Program.run(
      ["--ui", "headless", script], in: folder,
      inputFile: script == "-" ? url.path(percentEncoded: false) : nil)

    #expect(outcome.output == "2\n")
    #expect(outcome.errors.contains(":3: x"))
  }

  @Test func argumentsAreTheScripts() throws {
    let outcome = try Program.run(
      script: "print(#arg, arg[0], arg[1], arg[2], select('#', ...), ...)",
      arguments: ["--screen", "two"])

    #expect(outcome.output == "2\tapp.lua\t--screen\ttwo\t2\t--screen\ttwo\n")
  }

  @Test func aBadLineOfEventsNamesFileAndLine() throws {
    let outcome = try Program.run(script: button, events: "tap ok\ntip ok\n")

    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("handlerhost: app.events:2:"))
  }

  @Test func aTapOnNobodyNamesFileAndLine() throws {
    let outcome = try Program.run(script: button, events: "tap cancel\n")

    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("app.events:1:"))
    #expect(outcome.errors.contains("cancel"))
  }

  @Test func anErrorInAHandlerIsReportedAndTheRunGoesOn() throws {
    let outcome = try Program.run(
      script: button + """
        button:on('touchUpInside', function() error('broken') end)
        button:on('touchUpInside', function() print('second') end)
        """,
      events: "tap ok\ntap ok\n")

    #expect(outcome.status == 0)
    #expect(outcome.output == "second\nsecond\n")
    #expect(outcome.errors.contains("handlerhost: error: app.lua:5: broken"))
    #expect(outcome.errors.contains("'ok'"))
  }

  @Test func timeIsVirtualAndEndsWithTheLastOneShotTimer() throws {
    let outcome = try Program.run(
      script: button + """
        ui.every(1, function() end)
        ui.after(3600, function() print('an hour', ui.now()) end)
        button:on('touchUpInside', function() ui.sleep(7200) print('two hours', ui.now()) end)
        """,
      events: "tap ok\nwait 0.5\n")

    #expect(outcome.status == 0)
    #expect(outcome.output == "an hour\t3600.0\ntwo hours\t7200.0\n")
  }

  @Test func aWaiterThatNothingWakesDoesNotHoldUpTheEnd() throws {
    let outcome = try Program.run(
      script: button + """
        ui.every(0.1, function() end)
        button:on('touchDown', function() button:wait('touchUpInside') print('up') end)
        """,
      events: "tap ok\ndown 4 4\n")

    #expect(outcome.status == 0)
    #expect(outcome.output == "up\n")
  }

  /// What never ends by itself is an error that says where it goes on, whether the clock moves or not.
  @Test(arguments: [
    ("local function tick() ui.after(0, tick) end tick()", "a timer from app.lua:1"),
    ("local function tick()\n ui.after(1, tick) end tick()", "a timer from app.lua:2"),
    (
      "ui.after(0, function() while true do ui.sleep(0.5) end end)",
      "a wait of the timer from app.lua:1"
    ),
  ])
  func whatNeverEndsIsAnError(script: String, culprit: String) throws {
    let outcome = try Program.run(
      script: script + "\nui.Window { onClose = function() print('closed') end }:show()", events: ""
    )

    #expect(outcome.status == 65)
    #expect(outcome.output == "closed\n")
    #expect(
      outcome.errors.hasPrefix("handlerhost: the run does not end by itself: after the last event"))
    #expect(
      outcome.errors.contains("more than 1000000 timers were set, the last one for \(culprit)."))
  }

  /// The code given to `ui.quit` stands, and many timers that were set at once are no error.
  @Test func manyTimersEnd() throws {
    let outcome = try Program.run(
      script: """
        local count = 0
        for i = 1, 10000 do ui.after(i, function() count = count + 1 end) end
        local function step(n) if n > 0 then ui.after(0, function() step(n - 1) end) end end
        step(200000)
        ui.after(20000, function() print(count) ui.quit(3) end)
        """,
      events: "")

    #expect(outcome.status == 3)
    #expect(outcome.output == "10000\n")
  }

  @Test func quitEndsWithItsCode() throws {
    let outcome = try Program.run(
      script: button + "button:on('touchUpInside', function() print('bye') ui.quit(7) end)",
      events: "tap ok\ntap ok\nwait 5\n")

    #expect(outcome.status == 7)
    #expect(outcome.output == "bye\n")
  }

  @Test func quitWhileLoadingEndsWithItsCode() throws {
    #expect(try Program.run(script: button + "ui.quit(3)", events: "tap ok\n").status == 3)
  }

  @Test func theScreenIsPrintedLast() throws {
    let outcome = try Program.run(
      script: button + "print('first')", options: ["--screen"])

    #expect(outcome.status == 0)
    #expect(outcome.outputLines.first == "first")
    #expect(outcome.output.contains("OK"))
    #expect(outcome.output.hasSuffix("\n"))
    #expect(outcome.outputLines.count <= 25)
  }

  @Test func everyHopIsTraced() throws {
    let outcome = try Program.run(
      script: button + "button:on('touchUpInside', function() end)",
      events: "wait 0.25\ntap ok\n", options: ["--trace"])

    let hops = outcome.errors.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(hops.allSatisfy { $0.count > 2 && $0[0] == "0.250" })
    #expect(
      Set(hops.map { $0[1] }) == ["input", "window", "hit", "track", "dispatch", "storage", "lua"])
    #expect(outcome.output == "")
  }
}
