/// Where a run shows its windows and takes its input from.
nonisolated struct FrontEndChoice: Equatable, Sendable {
  /// Where input events come from in a headless run.
  enum Events: Equatable, Sendable {
    case nowhere
    case standardInput
    case file(String)
  }

  var userInterface: RunOptions.UserInterface
  var events: Events
  /// Whether the run says that it is headless, since nobody asked for that.
  var announcesHeadless: Bool

  /// What the program is connected to.
  struct Surroundings: Equatable, Sendable {
    /// Whether standard input is a terminal.
    var inputIsTerminal: Bool
    /// Whether standard output is a terminal.
    var outputIsTerminal: Bool
    /// Whether the environment names a display.
    var hasDisplay = false
    /// Whether there is a program that shows windows there.
    var hasWindows = false
  }

  /// Chooses from the options and from what the program is connected to: a display comes before the
  /// terminal.
  init(_ options: RunOptions, _ surroundings: Surroundings) {
    let asksForHeadless =
      options.events != nil || options.printsScreen || options.textPicture != nil
    let hasTerminal = surroundings.inputIsTerminal && surroundings.outputIsTerminal
    if let asked = options.userInterface {
      userInterface = asked
    } else if options.needsWindow {
      userInterface = .window
    } else if asksForHeadless {
      userInterface = .headless
    } else if surroundings.hasDisplay && surroundings.hasWindows {
      userInterface = .window
    } else if hasTerminal && !options.readsScriptFromStandardInput {
      userInterface = .terminal
    } else {
      userInterface = .headless
    }
    announcesHeadless =
      userInterface == .headless && options.userInterface == nil && !asksForHeadless
    switch options.events {
    case "-"?: events = .standardInput
    case let path?: events = .file(path)
    case nil:
      // Only on demand: an unattended run must not wait for somebody's keyboard.
      let readsEvents =
        options.userInterface == .headless && !options.readsScriptFromStandardInput
      events = readsEvents ? .standardInput : .nowhere
    }
  }
}
