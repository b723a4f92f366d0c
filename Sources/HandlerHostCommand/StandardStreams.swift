internal import Glibc

/// The standard streams of a run in the terminal: the screen needs the terminal, the script must
/// not write into it.
final class StandardStreams {
  /// The terminal, for reading keys and the mouse.
  let terminalInput: Int32
  /// The terminal, for the screen.
  let terminalOutput: Int32
  /// What the script prints, while it is held back.
  private(set) var output: OutputCapture?
  /// The same for standard error, unless that goes somewhere else than the terminal.
  private(set) var errors: OutputCapture?

  /// Finds the terminal, and gives scripts an empty standard input.
  init() throws(Failure) {
    terminalInput = try Self.terminal(STDIN_FILENO, O_RDONLY)
    terminalOutput = try Self.terminal(STDOUT_FILENO, O_WRONLY)
    let empty = open("/dev/null", O_RDONLY | O_CLOEXEC)
    if empty >= 0 {
      dup2(empty, STDIN_FILENO)
      close(empty)
    }
  }

  private static func terminal(_ standard: Int32, _ mode: Int32) throws(Failure) -> Int32 {
    let descriptor =
      isatty(standard) == 1
      ? fcntl(standard, F_DUPFD_CLOEXEC, 3) : open("/dev/tty", mode | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure(
        code: .unavailable, message: "there is no terminal here: \(Streams.lastError)")
    }
    return descriptor
  }

  /// Holds back what the script prints. Does nothing if it already is.
  func capture() throws(Failure) {
    guard output == nil else { return }
    output = try OutputCapture(STDOUT_FILENO)
    if isatty(STDERR_FILENO) == 1 { errors = try OutputCapture(STDERR_FILENO) }
  }

  /// The lines the script printed since the last call.
  func takeNewLines() -> [Substring] {
    Streams.flush()
    return (output?.takeNewLines() ?? []) + (errors?.takeNewLines() ?? [])
  }

  /// Leaves out of the log what was printed on standard error since the last call.
  func skipNewLines() {
    errors?.skipNewLines()
  }

  /// Prints what was held back, and lets everything through from now on.
  ///
  /// - Returns: Whether everything was written.
  @discardableResult
  func release() -> Bool {
    let isWritten = output?.stop() ?? true
    errors?.stop()
    (output, errors) = (nil, nil)
    return isWritten
  }
}
