/// What the command was asked to do.
nonisolated enum Invocation: Equatable, Sendable {
  case run(RunOptions)
  case help
  case version
}

/// How to run a script.
nonisolated struct RunOptions: Equatable, Sendable {
  /// Where windows are shown.
  enum UserInterface: String, Sendable {
    case terminal
    case headless
  }

  /// The script's path, or `-` for standard input.
  var script: String
  /// The script's own arguments.
  var arguments: [String] = []
  /// The front-end asked for; `nil` leaves the choice to ``FrontEndChoice``.
  var userInterface: UserInterface?
  /// The path of an event script, or `-` for standard input.
  var events: String?
  /// Whether light or dark text is wanted; `nil` leaves it to the front-end.
  var theme: String?
  /// Whether the last screen is printed.
  var printsScreen = false
  /// Whether every hop of an event is printed.
  var traces = false

  var readsScriptFromStandardInput: Bool { script == "-" }
}

nonisolated extension Invocation {
  /// Reads the arguments of the command.
  ///
  /// Options come before the script; what follows it is the script's own, options or not. A long
  /// option takes its value as `--ui headless` or `--ui=headless`.
  ///
  /// - Parameter arguments: The arguments without the program's name.
  /// - Throws: ``Failure`` with ``ExitCode/usage``.
  init(arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    var options = RunOptions(script: "")
    while let argument = rest.first, argument.hasPrefix("-"), argument != "-" {
      rest.removeFirst()
      if argument == "--" { break }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let attached = parts.count == 2 ? String(parts[1]) : nil
      if let attached, !Self.valueOptions.contains(name), Self.options.contains(name) {
        throw Self.misuse("\(name) takes no value, so '\(attached)' is too much")
      }
      switch name {
      case "--help", "-h":
        self = .help
        return
      case "--version":
        self = .version
        return
      case "--screen": options.printsScreen = true
      case "--trace": options.traces = true
      case "--events":
        options.events = try Self.value(of: name, attached, &rest, "a file, or - for stdin")
      case "--theme":
        let value = try Self.value(of: name, attached, &rest, "light or dark")
        guard value == "light" || value == "dark" else {
          throw Self.misuse("--theme is light or dark, not '\(value)'")
        }
        options.theme = value
      case "--ui":
        let value = try Self.value(of: name, attached, &rest, "terminal or headless")
        guard let userInterface = RunOptions.UserInterface(rawValue: value) else {
          throw Self.misuse("--ui is terminal or headless, not '\(value)'")
        }
        options.userInterface = userInterface
      default:
        throw Self.misuse("unknown option '\(argument)'\(Self.suggestion(for: name))")
      }
    }
    guard let script = rest.popFirst() else { throw Self.misuse("there is no script to run") }
    guard !script.isEmpty else { throw Self.misuse("the script's name is empty") }
    options.script = script
    options.arguments = Array(rest)
    try options.checkCombination()
    self = .run(options)
  }

  private static let valueOptions = ["--events", "--ui", "--theme"]
  private static let options =
    valueOptions + ["--help", "-h", "--version", "--screen", "--trace"]

  private static func value(
    of name: String, _ attached: String?, _ rest: inout ArraySlice<String>, _ expected: String
  ) throws(Failure) -> String {
    guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
      throw misuse("\(name) needs a value: \(expected)")
    }
    return value
  }

  private static func suggestion(for name: String) -> String {
    guard name.count > 3 else { return "" }
    // A prefix or one wrong letter; more would be guessing.
    let near = options.first { option in
      option.hasPrefix(name)
        || option.count == name.count && zip(option, name).count { $0 != $1 } == 1
        || abs(option.count - name.count) == 1 && option.isMissingOne(of: name)
    }
    return near.map { ", did you mean '\($0)'?" } ?? ""
  }

  fileprivate static func misuse(_ message: String) -> Failure {
    Failure(code: .usage, message: "\(message); see handlerhost --help")
  }
}

nonisolated extension RunOptions {
  fileprivate func checkCombination() throws(Failure) {
    if userInterface == .terminal {
      if events != nil { throw Invocation.misuse("--events is for headless runs, not a terminal") }
      if printsScreen { throw Invocation.misuse("--screen is for headless runs, not a terminal") }
    }
    if events == "-" && readsScriptFromStandardInput {
      throw Invocation.misuse("script and events can't both come from stdin")
    }
  }
}

nonisolated extension String {
  /// Whether the two become the same by leaving out one character of the longer one.
  fileprivate func isMissingOne(of other: String) -> Bool {
    let long = Array(count > other.count ? self : other)
    let short = Array(count > other.count ? other : self)
    return long.indices.contains { index in
      long[..<index] + long[(index + 1)...] == short[...]
    }
  }
}
