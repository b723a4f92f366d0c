import Testing

/// Every way to start the program wrongly: one clear message, and a code of its own.
@Suite struct UsageTests {
  /// Exactly one message on standard error, nothing on standard output.
  private func expectFailure(
    _ outcome: Outcome, _ status: Int32, _ message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.status == status, sourceLocation: sourceLocation)
    #expect(outcome.output == "", sourceLocation: sourceLocation)
    #expect(outcome.errors.hasPrefix("handlerhost: "), sourceLocation: sourceLocation)
    #expect(outcome.errors.contains(message), sourceLocation: sourceLocation)
    let messages = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("handlerhost: ") }
    #expect(messages.count == 1, sourceLocation: sourceLocation)
  }

  @Test func helpFitsAScreenAndEndsWell() throws {
    let outcome = try Program.run(["--help"])

    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.hasPrefix("usage: handlerhost"))
    #expect(outcome.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 25)
  }

  @Test func versionIsOneLine() throws {
    let outcome = try Program.run(["--version"])

    #expect(outcome.status == 0)
    #expect(outcome.outputLines.count == 1)
    #expect(outcome.output.hasPrefix("handlerhost "))
  }

  @Test func anUnknownOptionIsNamed() throws {
    expectFailure(
      try Program.run(["--trac", "app.lua"]), 64,
      "unknown option '--trac', did you mean '--trace'?")
  }

  @Test func aScriptIsNeeded() throws {
    expectFailure(try Program.run([]), 64, "there is no script to run")
  }

  @Test func aMissingScriptIsNamed() throws {
    expectFailure(
      try Program.run(["--ui", "headless", "nowhere.lua"]), 66,
      "can't read the script 'nowhere.lua': No such file or directory")
  }

  @Test func aFolderIsNoScript() throws {
    expectFailure(
      try Program.run(["--ui", "headless", "/"]), 66, "can't read the script '/': it is a folder")
  }

  @Test func missingEventsAreNamedBeforeTheScriptRuns() throws {
    let folder = try Folder()
    try folder.file("app.lua", "print 'ran'")

    expectFailure(
      try Program.run(["--events", "nowhere.events", "app.lua"], in: folder), 66,
      "can't read the events 'nowhere.events': No such file or directory")
  }

  @Test func aSyntaxErrorNamesFileAndLine() throws {
    expectFailure(try Program.run(script: "local a = 1\nlocal = 2\n"), 65, "app.lua:2:")
  }

  @Test func anErrorAtLoadNamesFileAndLineWithATraceback() throws {
    let outcome = try Program.run(script: "local a = 1\nerror('no way')\n")

    expectFailure(outcome, 65, "app.lua:2: no way")
    #expect(outcome.errors.contains("traceback"))
  }

  @Test func aTerminalThatIsNotThereIsUnavailable() throws {
    // Without a controlling terminal there is none to open.
    let folder = try Folder()
    try folder.file("app.lua", "ui.Window { title = 'x' }:show()")

    expectFailure(
      try Program.run(["--ui", "terminal", "app.lua"], in: folder, hasTerminal: false), 69,
      "there is no terminal here")
  }

  @Test func withoutATerminalTheRunSaysThatItIsHeadless() throws {
    let folder = try Folder()
    try folder.file("app.lua", "print 'hello'")

    let outcome = try Program.run(["app.lua"], in: folder)

    #expect(outcome.status == 0)
    #expect(outcome.output == "hello\n")
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.errors.contains("headless"))
  }

  @Test func aFullDiskIsAnError() throws {
    let folder = try Folder()
    try folder.file("app.lua", "print 'hello'")

    let outcome = try Program.run(["--screen", "app.lua"], in: folder, output: "/dev/full")

    #expect(outcome.status == 74)
    #expect(outcome.errors.contains("can't write all of the output"))
  }
}
