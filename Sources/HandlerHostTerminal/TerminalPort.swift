internal import Glibc

/// The two ends of a terminal.
package protocol TerminalPort: AnyObject {
  /// What to wait on for input; negative when there is nothing to wait on.
  var fileDescriptor: Int32 { get }
  /// The size in cells.
  var size: (columns: Int, rows: Int) { get }
  /// The bytes that came; empty when there are none yet, `nil` when no more will come.
  func read() -> [UInt8]?
  /// Sends bytes, all of them.
  func write(_ bytes: [UInt8])
  /// Bytes come at once and unchanged from now on.
  func enterRawMode()
  /// As it was before.
  func leaveRawMode()
}

/// The terminal of the process.
package final class SystemTerminalPort: TerminalPort {
  private let input: Int32
  private let output: Int32
  private var saved: termios?

  /// Uses two file descriptors, which stay the caller's.
  package init(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
    self.input = input
    self.output = output
  }

  package var fileDescriptor: Int32 { input }

  package var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  package func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(input, &buffer, buffer.count)
    if count > 0 { return Array(buffer.prefix(count)) }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil
  }

  package func write(_ bytes: [UInt8]) {
    EmergencyRestore.writeAll(bytes, to: output)
  }

  package func enterRawMode() {
    var current = termios()
    guard saved == nil, tcgetattr(input, &current) == 0 else { return }
    saved = current
    EmergencyRestore.arm(input: input, output: output, current, TerminalBytes.restore)
    cfmakeraw(&current)
    // Ctrl-C stays a signal: as a key it would wait until the handler that it should stop returns.
    current.c_lflag |= tcflag_t(ISIG | NOFLSH)
    disable(VQUIT, in: &current)
    disable(VSUSP, in: &current)
    tcsetattr(input, TCSADRAIN, &current)
  }

  private func disable(_ index: Int32, in settings: inout termios) {
    withUnsafeMutableBytes(of: &settings.c_cc) { $0[Int(index)] = 0 }
  }

  package func leaveRawMode() {
    guard var saved else { return }
    self.saved = nil
    EmergencyRestore.disarm()
    // Answers of the terminal that come late must not reach the shell.
    tcsetattr(input, TCSAFLUSH, &saved)
  }
}
