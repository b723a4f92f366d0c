import Testing

@testable import HandlerHostCommand

@Suite struct InvocationTests {
  private func options(_ arguments: String...) throws -> RunOptions {
    guard case .run(let options) = try Invocation(arguments: arguments) else {
      throw Failure(code: .software, message: "not a run")
    }
    return options
  }

  @Test func optionsEndAtTheScript() throws {
    let options = try options("--trace", "app.lua", "--screen", "-x", "--", "a")

    #expect(options.script == "app.lua")
    #expect(options.traces && !options.printsScreen)
    #expect(options.arguments == ["--screen", "-x", "--", "a"])
  }

  @Test func valuesFollowOrAreAttached() throws {
    var apart = try options("--ui", "headless", "--events", "a.events", "app.lua")
    var attached = try options("--ui=headless", "--events=a.events", "app.lua")

    #expect(apart.preceding == ["handlerhost", "--ui", "headless", "--events", "a.events"])
    #expect(attached.preceding == ["handlerhost", "--ui=headless", "--events=a.events"])
    apart.preceding = []
    attached.preceding = []
    #expect(apart == attached)
    #expect(apart.userInterface == .headless)
    #expect(apart.events == "a.events")
  }

  @Test func twoDashesEndTheOptions() throws {
    #expect(try options("--", "--app.lua").script == "--app.lua")
  }

  @Test func oneDashIsStandardInput() throws {
    #expect(try options("-", "x").readsScriptFromStandardInput)
  }

  @Test(arguments: ["--help", "-h"])
  func helpWinsOverAMissingScript(option: String) throws {
    #expect(try Invocation(arguments: ["--trace", option]) == .help)
  }

  @Test func helpAfterTheScriptIsTheScripts() throws {
    #expect(try options("app.lua", "--help").arguments == ["--help"])
  }

  @Test(arguments: [
    ([], "there is no script to run"),
    (["--trace"], "there is no script to run"),
    ([""], "the script's name is empty"),
    (["--nope", "a.lua"], "unknown option '--nope'"),
    (["-x", "a.lua"], "unknown option '-x'"),
    (["--tracing", "a.lua"], "unknown option '--tracing'"),
    (["--trac", "a.lua"], "unknown option '--trac', did you mean '--trace'?"),
    (["--event", "a.lua"], "unknown option '--event', did you mean '--events'?"),
    (["--scren=1", "a.lua"], "unknown option '--scren=1', did you mean '--screen'?"),
    (["--trace=1", "a.lua"], "--trace takes no value, so '1' is too much"),
    (["--theme"], "--theme needs a value: light or dark"),
    (["--theme", "blue", "a.lua"], "--theme is light or dark, not 'blue'"),
    (["--ui"], "--ui needs a value: window, terminal or headless"),
    (["--ui=", "a.lua"], "--ui needs a value: window, terminal or headless"),
    (["--ui", "door", "a.lua"], "--ui is window, terminal or headless, not 'door'"),
    (["--events"], "--events needs a value: a file, or - for stdin"),
    (
      ["--ui", "terminal", "--events", "e", "a.lua"],
      "--events is for headless runs, not a terminal"
    ),
    (["--ui", "terminal", "--screen", "a.lua"], "--screen is for headless runs, not a terminal"),
    (["--ui", "window", "--events", "e", "a.lua"], "--events is for headless runs, not a window"),
    (["--screenshot", "a.jpg", "a.lua"], "--screenshot is a file in .png or .txt, not 'a.jpg'"),
    (
      ["--ui", "terminal", "--screenshot", "a.png", "a.lua"],
      "--screenshot in .png is a picture of a window"
    ),
    (
      ["--ui", "window", "--screenshot", "a.txt", "a.lua"],
      "--screenshot in .txt is the screen of a terminal, not of a window"
    ),
    (["--events", "-", "-"], "script and events can't both come from stdin"),
  ])
  func misuseIsExplained(arguments: [String], message: String) {
    let expected = Failure(code: .usage, message: "\(message); see handlerhost --help")

    #expect(throws: expected) { try Invocation(arguments: arguments) }
  }

  @Test func helpFitsAScreen() {
    let lines = Help.text.split(separator: "\n", omittingEmptySubsequences: false)

    #expect(lines.count <= 24)
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test(
    arguments: [
      (5, 5), (0, 0), (256, 0), (-1, 255),
    ] as [(Int32, Int32)])
  func scriptCodesKeepEightBits(code: Int32, expected: Int32) {
    #expect(ExitCode.script(code).rawValue == expected)
  }
}

@Suite struct FrontEndChoiceTests {
  private func choice(
    _ arguments: String..., input: Bool = true, output: Bool = true, display: Bool = false,
    windows: Bool = false
  ) throws -> FrontEndChoice {
    guard case .run(let options) = try Invocation(arguments: arguments) else {
      throw Failure(code: .software, message: "not a run")
    }
    return FrontEndChoice(
      options,
      .init(
        inputIsTerminal: input, outputIsTerminal: output, hasDisplay: display, hasWindows: windows))
  }

  @Test func aTerminalIsUsed() throws {
    let choice = try choice("a.lua")

    #expect(choice.userInterface == .terminal)
    #expect(!choice.announcesHeadless)
  }

  @Test(arguments: [(true, false), (false, true), (false, false)])
  func withoutATerminalTheRunSaysThatItIsHeadless(input: Bool, output: Bool) throws {
    let choice = try choice("a.lua", input: input, output: output)

    #expect(choice.userInterface == .headless)
    #expect(choice.announcesHeadless)
    #expect(choice.events == .nowhere)
  }

  @Test func askingForHeadlessReadsStandardInputSilently() throws {
    let choice = try choice("--ui", "headless", "a.lua")

    #expect(choice.userInterface == .headless)
    #expect(!choice.announcesHeadless)
    #expect(choice.events == .standardInput)
  }

  @Test func aScriptOnStandardInputLeavesNoEventsThere() throws {
    #expect(try choice("--ui", "headless", "-").events == .nowhere)
    #expect(try choice("--ui", "headless", "--events", "e", "-").events == .file("e"))
  }

  @Test func eventsAndScreenMeanHeadless() throws {
    for choice in [try choice("--events", "e", "a.lua"), try choice("--screen", "a.lua")] {
      #expect(choice.userInterface == .headless)
      #expect(!choice.announcesHeadless)
    }
    #expect(try choice("--screen", "a.lua").events == .nowhere)
    #expect(try choice("--events", "-", "a.lua").events == .standardInput)
  }

  @Test func aDisplayComesFirstWhereThereIsAProgramForIt() throws {
    #expect(try choice("a.lua", display: true, windows: true).userInterface == .window)
    #expect(try choice("a.lua", display: true).userInterface == .terminal)
    #expect(try choice("a.lua", windows: true).userInterface == .terminal)
    #expect(
      try choice("--ui", "terminal", "a.lua", display: true, windows: true).userInterface
        == .terminal)
  }

  @Test func whatIsForHeadlessRunsOpensNoWindow() throws {
    for option in ["--events", "--screenshot=a.txt", "--screen"] {
      let arguments = option == "--events" ? [option, "e"] : [option]
      let choice = try choice(
        arguments[0], arguments.last == option ? "a.lua" : "e", "a.lua", display: true,
        windows: true)
      #expect(choice.userInterface == .headless)
    }
  }

  @Test func aPictureNeedsAWindow() throws {
    #expect(try choice("--screenshot", "a.png", "a.lua").userInterface == .window)
  }

  @Test func aTerminalCanBeAskedForWithoutOne() throws {
    #expect(try choice("--ui", "terminal", "a.lua", output: false).userInterface == .terminal)
  }
}
