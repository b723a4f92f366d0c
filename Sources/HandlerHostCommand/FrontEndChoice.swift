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

  /// Chooses from the options and from what the program is connected to.
  ///
  /// - Parameters:
  ///   - options: What was asked for.
  ///   - inputIsTerminal: Whether standard input is a terminal.
  ///   - outputIsTerminal: Whether standard output is a terminal.
  init(_ options: RunOptions, inputIsTerminal: Bool, outputIsTerminal: Bool) {
    let asksForHeadless = options.events != nil || options.printsScreen
    if let asked = options.userInterface {
      userInterface = asked
    } else if !asksForHeadless && inputIsTerminal && outputIsTerminal
      && !options.readsScriptFromStandardInput
    {
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
