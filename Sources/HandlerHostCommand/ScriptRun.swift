internal import ControlKit
internal import Glibc
internal import HandlerHost
internal import TextScreen

/// A script with its application, as both front-ends need it.
final class ScriptRun {
  let options: RunOptions
  let application = Application()
  let host: ScriptHost
  /// The script, if it comes from standard input: read at once, since scripts get another one.
  private let source: [UInt8]?

  /// Creates the host; nothing of the script runs yet.
  init(_ options: RunOptions) throws(Failure) {
    self.options = options
    source = options.readsScriptFromStandardInput ? try Streams.readStandardInput() : nil
    do {
      host = try ScriptHost(application: application, configuration: options.configuration)
    } catch {
      throw Failure(error)
    }
    application.onDiagnostic = { diagnostic in Streams.report(diagnostic.description) }
    if options.traces {
      application.onTrace = { record in
        Streams.write(record.description + "\n", to: STDERR_FILENO)
      }
    }
  }

  /// Gives the application the screen's size before the script asks for it.
  func setScreen(columns: Int, rows: Int) {
    let size = CellMetrics.size(columns: columns, rows: rows)
    application.send(InputEvent(.resize(size), at: 0))
  }

  /// Says whether light or dark text is wanted, before the script asks: as the command's options do,
  /// or else as given.
  func setTheme(_ style: UserInterfaceStyle) {
    application.userInterfaceStyle =
      options.theme.flatMap { UserInterfaceStyle(rawValue: $0) } ?? style
  }

  /// Runs the main chunk.
  func load() throws(Failure) {
    // Checked here for the message, which is the same for every file.
    if source == nil { Glibc.close(try Streams.open(options.script, "script")) }
    do {
      if let source {
        try host.run(contents: source, name: "stdin", options.scriptArguments)
      } else {
        try host.run(file: Words.bytes(options.script), options.scriptArguments)
      }
    } catch {
      throw Failure(error)
    }
  }

  /// Whether nothing can happen any more without input.
  var isIdle: Bool {
    application.windows.isEmpty && application.scheduler.nextDeadline == nil
  }
}

extension RunOptions {
  /// What the script gets of the command's words, byte for byte.
  var scriptArguments: ScriptArguments {
    ScriptArguments(
      own: arguments.map(Words.bytes), preceding: preceding.map(Words.bytes))
  }
}

extension Failure {
  /// A script's error as the command reports it.
  init(_ error: ScriptError) {
    var message = error.message
    if let traceback = error.traceback { message += "\n\(traceback)" }
    let code: ExitCode =
      switch error.code {
      case .file: .noInput
      case .internal: .software
      case .interrupted: .signal(SIGINT)
      default: .data
      }
    self.init(code: code, message: message)
  }
}
