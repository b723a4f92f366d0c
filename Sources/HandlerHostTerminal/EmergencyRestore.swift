internal import Glibc

/// What a signal handler needs to restore the terminal, prepared beforehand: it may neither
/// allocate nor lock.
nonisolated enum EmergencyRestore {
  private nonisolated(unsafe) static var output: Int32 = -1
  private nonisolated(unsafe) static var input: Int32 = -1
  private nonisolated(unsafe) static var bytes: UnsafeMutablePointer<UInt8>?
  private nonisolated(unsafe) static var count = 0
  private nonisolated(unsafe) static var saved: UnsafeMutablePointer<termios>?

  /// Remembers how to restore. What is allocated here stays: a handler may run at any time.
  static func arm(input: Int32, output: Int32, _ attributes: termios, _ restore: [UInt8]) {
    let kept = saved ?? .allocate(capacity: 1)
    kept.initialize(to: attributes)
    saved = kept
    if bytes == nil {
      let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: restore.count)
      copy.initialize(from: restore, count: restore.count)
      bytes = copy
      count = restore.count
    }
    self.input = input
    self.output = output
  }

  static func disarm() {
    output = -1
    input = -1
  }

  /// Restores the terminal if it is in full-screen mode; once. Only system calls.
  static func run() {
    guard output >= 0, let bytes, let saved else { return }
    let error = errno
    var sent = 0
    while sent < count {
      let written = write(output, bytes + sent, count - sent)
      if written <= 0 && errno != EINTR { break }
      sent += max(0, written)
    }
    tcsetattr(input, TCSANOW, saved)
    disarm()
    errno = error
  }

  /// Writes all bytes, waiting where the terminal is slow; gives up when it is gone.
  static func writeAll(_ bytes: [UInt8], to file: Int32) {
    bytes.withUnsafeBytes { buffer in
      guard var next = buffer.baseAddress else { return }
      var left = buffer.count
      while left > 0 {
        let written = write(file, next, left)
        if written > 0 {
          next += written
          left -= written
        } else if errno == EAGAIN {
          var wait = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
          if poll(&wait, 1, slowTerminalLimit) == 0 { return }
        } else if errno != EINTR {
          return
        }
      }
    }
  }

  /// How long a terminal may take nothing before a frame is given up, in milliseconds.
  private static let slowTerminalLimit: Int32 = 5000
}
