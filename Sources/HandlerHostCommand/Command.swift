internal import Glibc

/// The program `handlerhost`.
package enum Command {
  /// Runs the program with the process's arguments, and ends the process.
  ///
  /// - Parameter makeWindows: What shows windows on a desktop; `nil` in the program that loads no
  ///   toolkit, which becomes its sibling for that.
  package static func main(makeWindows: MakeDesktopFrontEnd? = nil) -> Never {
    let words = (0..<Int(CommandLine.argc)).map { index in
      CommandLine.unsafeArgv[index].map {
        Words.text(
          Array(
            UnsafeBufferPointer(
              start: UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self), count: strlen($0))))
      } ?? ""
    }
    let code = run(words, makeWindows)
    exit(code.rawValue)
  }

  private static func run(
    _ words: [String], _ makeWindows: MakeDesktopFrontEnd?
  ) -> ExitCode {
    do {
      switch try Invocation(arguments: Array(words.dropFirst()), program: words.first ?? "") {
      case .help: try Streams.print(Help.text + "\n")
      case .version: try Streams.print(Help.version + "\n")
      case .run(let options): return try run(options, makeWindows)
      }
      return .success
    } catch {
      // What the script printed comes first.
      Streams.flush()
      Streams.report(error.message)
      return error.code
    }
  }

  private static func run(
    _ options: RunOptions, _ makeWindows: MakeDesktopFrontEnd?
  ) throws(Failure) -> ExitCode {
    let hasDisplay = isSet("WAYLAND_DISPLAY") || isSet("DISPLAY")
    // Looked for only where it could be of use: a run without windows does not pay for it.
    let sibling = makeWindows == nil && hasDisplay ? Sibling.path : nil
    let surroundings = FrontEndChoice.Surroundings(
      inputIsTerminal: isatty(STDIN_FILENO) == 1, outputIsTerminal: isatty(STDOUT_FILENO) == 1,
      hasDisplay: hasDisplay, hasWindows: makeWindows != nil || sibling != nil)
    var choice = FrontEndChoice(options, surroundings)
    if choice.userInterface == .window {
      if !surroundings.hasDisplay { throw noDisplay }
      guard surroundings.hasWindows else { throw noProgram }
      if let sibling {
        Sibling.become(sibling)
        let reason = Streams.lastError
        let name = String(decoding: sibling.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let message = "can't run '\(name)': \(reason)"
        throw Failure(code: .unavailable, message: message)
      }
    }
    let run = try ScriptRun(options)
    Interrupts.install(for: run.host)
    if choice.userInterface == .window, let makeWindows {
      if let window = WindowRun(run, makeWindows) { return try window() }
      if options.needsWindow { throw noDisplay }
      var others = surroundings
      others.hasDisplay = false
      choice = FrontEndChoice(options, others)
    }
    switch choice.userInterface {
    case .terminal:
      return try TerminalRun(run)()
    case .headless, .window:
      if choice.announcesHeadless {
        Streams.report("no terminal here, so this run is headless (--ui headless reads events)")
      }
      let code = try HeadlessRun(run, events: choice.events)()
      guard Streams.flush() else { throw Streams.outputFailure }
      return code
    }
  }

  private static func isSet(_ name: String) -> Bool {
    getenv(name).map { $0.pointee != 0 } ?? false
  }

  private static let noDisplay = Failure(
    code: .unavailable,
    message:
      "there is no display for a window: DISPLAY or WAYLAND_DISPLAY must name one that answers")
  private static let noProgram = Failure(
    code: .unavailable,
    message: "windows need handlerhost-gtk beside this program; scripts/setup --with-window "
      + "installs what it needs, and scripts/build --with-window builds it")
}
