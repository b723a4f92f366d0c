internal import Glibc

/// The program `handlerhost`.
package enum Command {
  /// Runs the program with the process's arguments, and ends the process.
  package static func main() -> Never {
    exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  static func run(_ arguments: [String]) -> ExitCode {
    do {
      switch try Invocation(arguments: arguments) {
      case .help: try Streams.print(Help.text + "\n")
      case .version: try Streams.print(Help.version + "\n")
      case .run(let options): return try run(options)
      }
      return .success
    } catch {
      // What the script printed comes first.
      Streams.flush()
      Streams.report(error.message)
      return error.code
    }
  }

  private static func run(_ options: RunOptions) throws(Failure) -> ExitCode {
    let choice = FrontEndChoice(
      options, inputIsTerminal: isatty(STDIN_FILENO) == 1,
      outputIsTerminal: isatty(STDOUT_FILENO) == 1)
    let run = try ScriptRun(options)
    Interrupts.install(for: run.host)
    switch choice.userInterface {
    case .terminal:
      return try TerminalRun(run)()
    case .headless:
      if choice.announcesHeadless {
        Streams.report("no terminal here, so this run is headless (--ui headless reads events)")
      }
      let code = try HeadlessRun(run, events: choice.events)()
      guard Streams.flush() else { throw Streams.outputFailure }
      return code
    }
  }
}
