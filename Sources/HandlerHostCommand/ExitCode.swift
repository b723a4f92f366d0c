/// The exit codes of the command, those of `sysexits.h`.
nonisolated struct ExitCode: Equatable, Sendable {
  let rawValue: Int32

  /// The run ended as it should; handlers may have failed on the way.
  static let success = ExitCode(rawValue: 0)
  /// The arguments make no sense.
  static let usage = ExitCode(rawValue: 64)
  /// The script does not parse or failed while loading, a line of events makes no sense, or a run
  /// without a terminal would never end.
  static let data = ExitCode(rawValue: 65)
  /// A file is missing or can't be read.
  static let noInput = ExitCode(rawValue: 66)
  /// There is no terminal to show windows in.
  static let unavailable = ExitCode(rawValue: 69)
  /// Our own fault.
  static let software = ExitCode(rawValue: 70)
  /// Reading or writing failed halfway.
  static let inputOutput = ExitCode(rawValue: 74)

  /// Ended by a signal, as shells number it.
  static func signal(_ number: Int32) -> ExitCode { ExitCode(rawValue: 128 + number) }

  /// Chosen by a script with `ui.quit(code)`: the system keeps the lowest eight bits.
  static func script(_ code: Int32) -> ExitCode { ExitCode(rawValue: code & 0xFF) }
}

/// What ends the command early: one message for a person and the exit code.
nonisolated struct Failure: Error, Equatable {
  var code: ExitCode
  /// Without the program's name, which is put in front when it is printed.
  var message: String
}
