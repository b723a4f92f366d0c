import Foundation
import TestSupport
import Testing

/// Limits and error policies, as somebody who starts the program meets them.
@Suite(.disabled(if: isThreadSanitized, "signals are held back under the thread sanitizer"))
struct LimitRunTests {
  private static let app = """
    local w = ui.Window { title = "w" }
    local b = ui.Button { title = "Spin", id = "spin" }
    local c = ui.Button { title = "Count", id = "count" }
    local n = 0
    w:addSubview(ui.VStack { b, c })
    b:on("touchUpInside", function() while true do pcall(error) end end)
    c:on("touchUpInside", function() n = n + 1 c.title = "Counted " .. n print(n) end)
    w:show()
    """

  private func run(_ options: [String], _ script: String, events: String = "") throws -> Outcome {
    let folder = try Folder()
    let path = try folder.file("app.lua", script)
    let lines = try folder.file("app.events", events)
    return try Program.run(options + ["--events", lines, path])
  }

  @Test("--handler-timeout stops a handler, and the next event is handled")
  func handlerTimeout() throws {
    let outcome = try run(
      ["--handler-timeout", "0.05"], Self.app, events: "tap spin\ntap count\ntap spin\ntap count\n")
    #expect(outcome.status == 0)
    #expect(outcome.output == "1\n2\n")
    #expect(
      outcome.errors.contains("it ran longer than the time limit of 0.05 s and was stopped, at"))
    #expect(outcome.errors.contains("Button 'spin', on touchUpInside"))
  }

  @Test("--handler-timeout stops a script that never ends loading, with 65")
  func loadTimeout() throws {
    let outcome = try run(["--handler-timeout", "0.05"], "while true do end")
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("time limit of 0.05 s"))
  }

  @Test("--memory-limit ends an allocation storm with 65 and a clear message")
  func memoryLimit() throws {
    let outcome = try run(["--memory-limit=4M"], "local t = {} while true do t[#t + 1] = {} end")
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("not enough memory: the limit is 4 MiB"))
  }

  @Test("--sandbox keeps a script from files, and lets it require its own")
  func sandbox() throws {
    let folder = try Folder()
    let path = try folder.file("app.lua", "print(io, os.execute, require 'helper')")
    _ = try folder.file("helper.lua", "return 'helped'")
    let outcome = try Program.run(["--sandbox", "--ui", "headless", path])
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("nil\tnil\thelped"))
  }

  @Test("--sandbox has limits of its own, which options change")
  func sandboxLimits() throws {
    let outcome = try run(
      ["--sandbox", "--handler-timeout", "0.05"], Self.app, events: "tap spin\ntap count\n")
    #expect(outcome.output == "1\n")
    #expect(outcome.errors.contains("time limit of 0.05 s"))
    let storm = try run(["--sandbox"], "local s = 'x' while true do s = s .. s end")
    #expect(storm.errors.contains("not enough memory: the limit is 256 MiB"))
  }

  @Test("--on-error stop ends the run at the first error with 1")
  func stop() throws {
    let script = Self.app + "\nb:on('touchDown', function() error('broken') end)"
    let outcome = try run(["--on-error", "stop"], script, events: "tap spin\ntap count\n")
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("broken"))
  }

  @Test("--on-error suspend=2 disables a handler that failed twice in a row")
  func suspend() throws {
    let script = Self.app + "\nc:on('touchDown', function() error('broken') end)"
    let outcome = try run(
      ["--on-error", "suspend=2"], script, events: "tap count\ntap count\ntap count\n")
    #expect(outcome.status == 0)
    #expect(outcome.output == "1\n2\n3\n")
    #expect(outcome.errors.split(separator: "\n").filter { $0.contains("broken") }.count == 2)
    #expect(outcome.errors.contains("suspended: the handler failed 2 times in a row"))
  }

  @Test(
    "Each limit says what it takes",
    arguments: [
      ["--handler-timeout", "never"], ["--handler-timeout", "-1"], ["--handler-timeout=nan"],
      ["--handler-timeout", "0.0001"], ["--memory-limit", "lots"], ["--memory-limit", "-1M"],
      ["--memory-limit", "10K"], ["--memory-limit=9999999G"], ["--on-error", "explode"],
      ["--on-error", "suspend=0"], ["--on-error=suspend=x"], ["--on-error", "stop=1"],
    ])
  func misuse(_ options: [String]) throws {
    let outcome = try Program.run(options + ["app.lua"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(options[0].prefix { $0 != "=" }))
  }

  @Test("Ctrl-C stops the handler that runs, and a second one with nothing running ends the run")
  func interrupt() async throws {
    let folder = try Folder()
    // A Ctrl-C that is faster than the click would find nothing running.
    let app = Self.app.replacing("while true", with: "io.open('spins', 'w'):close() while true")
    let terminal = try Terminal([try folder.file("app.lua", app)], in: folder)
    try terminal.click(try await terminal.cell(of: "Spin"))
    _ = try await terminal.poll("the handler to run") { _ in try? folder.text(of: "spins") }

    try terminal.keys("C-c")
    try await terminal.cell(of: "interrupted, at")

    try terminal.click(try await terminal.cell(of: "Count"))
    try await terminal.cell(of: "Counted 1")
    try terminal.keys("C-c")
    try await terminal.cell(of: "exit 130")
    try await terminal.cell(of: "settings kept")
  }

  @Test("Ctrl-C that is faster than a click's handler ends the run, even if that never ends")
  func interruptBeforeTheHandler() async throws {
    let folder = try Folder()
    let app =
      Self.app + "\nio.open('pid', 'w'):write(io.open('/proc/self/stat'):read('n')):close()"
    let terminal = try Terminal([try folder.file("app.lua", app)], in: folder)
    let cell = try await terminal.cell(of: "Spin")
    let pid = try #require(Int32(try folder.text(of: "pid")))

    // It finds both when it goes on: the signal first, then the click.
    kill(pid, SIGSTOP)
    try await terminal.poll("the program to stand still") { _ in
      try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8).contains(") T ") ? () : nil
    }
    try terminal.click(cell)
    try terminal.keys("C-c")
    kill(pid, SIGCONT)

    try await terminal.cell(of: "exit 130")
    try await terminal.cell(of: "settings kept")
  }

  @Test("Ctrl-C twice ends a run whose handler cannot be stopped, and gives the terminal back")
  func interruptTwice() async throws {
    let folder = try Folder()
    let script = """
      local w = ui.Window {}
      local b = ui.Button { title = "Stuck" }
      w:addSubview(b)
      b:on("touchUpInside", function() b.title = "Busy" ("a"):rep(60):find(("a*"):rep(30) .. "b") end)
      w:show()
      """
    let terminal = try Terminal([try folder.file("app.lua", script)])
    try terminal.click(try await terminal.cell(of: "Stuck"))

    // Two that come while the process gets no turn are one, so it is pressed until it has helped; with
    // no pause in between, in which this test might wait for its turn among all others.
    for _ in 0..<200 where try !terminal.screen().contains(where: { $0.contains("exit 130") }) {
      try terminal.keys("C-c")
    }
    try await terminal.cell(of: "exit 130")
    try await terminal.cell(of: "settings kept")
    #expect(try terminal.flag("alternate_on") == "0")
  }
}
