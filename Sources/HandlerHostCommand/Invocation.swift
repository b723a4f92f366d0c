internal import HandlerHost

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
    case window
    case terminal
    case headless
  }

  /// The script's path, or `-` for standard input.
  var script: String
  /// The script's own arguments.
  var arguments: [String] = []
  /// What comes before the script: the program and its options. A script finds them in `arg`, too.
  var preceding: [String] = []
  /// The front-end asked for; `nil` leaves the choice to ``FrontEndChoice``.
  var userInterface: UserInterface?
  /// The path of an event script, or `-` for standard input.
  var events: String?
  /// Whether light or dark text is wanted; `nil` leaves it to the front-end.
  var theme: String?
  /// A file for a picture of the windows: PNG, or text for a name in `.txt`.
  var screenshot: String?
  /// Whether the last screen is printed.
  var printsScreen = false
  /// Whether every hop of an event is printed.
  var traces = false
  /// Whether the script is kept away from files, processes and native code, and gets limits.
  var isSandboxed = false
  /// Seconds for one handler, 0 for no limit; `nil` leaves it to the profile.
  var handlerTimeout: Double?
  /// Bytes of memory, 0 for no limit; `nil` leaves it to the profile.
  var memoryLimit: Int?
  /// What follows an error in a handler.
  var errorPolicy = ScriptHost.ErrorPolicy.report

  var readsScriptFromStandardInput: Bool { script == "-" }

  /// The file for a picture of the window.
  var picture: String? { screenshot.flatMap { $0.hasSuffix(".png") ? $0 : nil } }

  /// The file for the last screen as text.
  var textPicture: String? { screenshot.flatMap { $0.hasSuffix(".txt") ? $0 : nil } }

  /// Whether nothing but a window will do.
  var needsWindow: Bool { userInterface == .window || picture != nil }

  /// What the script may use and do.
  var configuration: ScriptHost.Configuration {
    var configuration: ScriptHost.Configuration = isSandboxed ? .sandboxed : .standard
    if let handlerTimeout { configuration.timeLimit = handlerTimeout > 0 ? handlerTimeout : nil }
    if let memoryLimit { configuration.memoryLimit = memoryLimit > 0 ? memoryLimit : nil }
    configuration.errorPolicy = errorPolicy
    if isSandboxed, !readsScriptFromStandardInput {
      configuration.moduleFolder =
        script.lastIndex(of: "/").map { String(script[..<$0]) + "/" } ?? "."
    }
    return configuration
  }
}

nonisolated extension Invocation {
  /// Reads the arguments of the command.
  ///
  /// Options come before the script; what follows it is the script's own, options or not. A long
  /// option takes its value as `--ui headless` or `--ui=headless`.
  ///
  /// - Parameters:
  ///   - arguments: The arguments without the program's name.
  ///   - program: That name.
  /// - Throws: ``Failure`` with ``ExitCode/usage``.
  init(arguments: [String], program: String = "handlerhost") throws(Failure) {
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
      case "--sandbox": options.isSandboxed = true
      case "--handler-timeout":
        options.handlerTimeout = try Self.seconds(name, attached, &rest)
      case "--memory-limit":
        options.memoryLimit = try Self.bytes(name, attached, &rest)
      case "--on-error":
        options.errorPolicy = try Self.policy(name, attached, &rest)
      case "--events":
        options.events = try Self.value(of: name, attached, &rest, "a file, or - for stdin")
      case "--theme":
        let value = try Self.value(of: name, attached, &rest, "light or dark")
        guard value == "light" || value == "dark" else {
          throw Self.misuse("--theme is light or dark, not '\(value)'")
        }
        options.theme = value
      case "--screenshot":
        let value = try Self.value(of: name, attached, &rest, "a file in .png or .txt")
        guard value.hasSuffix(".png") || value.hasSuffix(".txt") else {
          throw Self.misuse("--screenshot is a file in .png or .txt, not '\(value)'")
        }
        options.screenshot = value
      case "--ui":
        let value = try Self.value(of: name, attached, &rest, "window, terminal or headless")
        guard let userInterface = RunOptions.UserInterface(rawValue: value) else {
          throw Self.misuse("--ui is window, terminal or headless, not '\(value)'")
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
    options.preceding = [program] + arguments.dropLast(rest.count + 1)
    try options.checkCombination()
    self = .run(options)
  }

  private static let valueOptions = [
    "--events", "--ui", "--theme", "--handler-timeout", "--memory-limit", "--on-error",
    "--screenshot",
  ]
  private static let options =
    valueOptions + ["--help", "-h", "--version", "--screen", "--trace", "--sandbox"]

  private static func seconds(
    _ name: String, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(Failure) -> Double {
    let text = try value(of: name, attached, &rest, "seconds, or 0 for no limit")
    guard let seconds = Double(text), seconds == 0 || (0.001...86_400).contains(seconds) else {
      throw misuse("\(name) is a number of seconds from 0.001 to 86400, or 0, not '\(text)'")
    }
    return seconds
  }

  /// A size such as `65536`, `512K`, `64M` or `2G`: in steps of 1024.
  private static func bytes(
    _ name: String, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(Failure) -> Int {
    let text = try value(of: name, attached, &rest, "a size such as 64M, or 0 for no limit")
    let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    let shift = text.last.flatMap { shifts[Character($0.uppercased())] }
    let digits = shift == nil ? text[...] : text.dropLast()
    let largest = (1 << 40) >> (shift ?? 0)
    let least = 1 << 20
    guard let number = Int(digits), (0...largest).contains(number),
      number == 0 || number << (shift ?? 0) >= least
    else {
      throw misuse("\(name) is a size from 1M to 1024G, or 0, not '\(text)'")
    }
    return number << (shift ?? 0)
  }

  private static func policy(
    _ name: String, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(Failure) -> ScriptHost.ErrorPolicy {
    let text = try value(of: name, attached, &rest, "report, suspend, suspend=N or stop")
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    switch (parts[0], parts.count == 2 ? Int(parts[1]) : nil) {
    case ("report", nil) where parts.count == 1: return .report
    case ("stop", nil) where parts.count == 1: return .stop
    case ("suspend", nil) where parts.count == 1: return .suspend(after: 3)
    case ("suspend", let count?) where count > 0: return .suspend(after: count)
    default:
      throw misuse("\(name) is report, suspend, suspend=N or stop, not '\(text)'")
    }
  }

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
    if let userInterface, userInterface != .headless {
      let place = "a \(userInterface.rawValue)"
      if events != nil { throw Invocation.misuse("--events is for headless runs, not \(place)") }
      if printsScreen { throw Invocation.misuse("--screen is for headless runs, not \(place)") }
    }
    if picture != nil {
      guard userInterface == nil || userInterface == .window, events == nil, !printsScreen else {
        throw Invocation.misuse("--screenshot in .png is a picture of a window")
      }
    }
    if textPicture != nil, userInterface == .window {
      throw Invocation.misuse("--screenshot in .txt is the screen of a terminal, not of a window")
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
