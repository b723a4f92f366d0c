internal import Glibc

/// Sends one of the standard streams to an unlinked file, so that nothing a script prints gets
/// between the cells of the screen.
///
/// A file and not a pipe: nobody reads while a script runs, and a full pipe would block it for ever.
final class OutputCapture {
  /// The stream, such as standard output.
  let descriptor: Int32
  /// Where the stream went before.
  let original: Int32
  /// The file.
  let file: Int32

  private var shown: off_t = 0
  private var isActive = true

  /// Redirects a stream until ``stop()``.
  init(_ descriptor: Int32) throws(Failure) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/handlerhost.XXXXXX".utf8CString)
    file = mkstemp(&template)
    guard file >= 0 else {
      throw Failure(
        code: .inputOutput, message: "can't make a file in '\(folder)': \(Streams.lastError)")
    }
    unlink(template)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    // Programs that the script starts write to the same file, each at its end.
    _ = fcntl(file, F_SETFL, O_APPEND)
    Streams.flush()
    self.descriptor = descriptor
    original = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard original >= 0, dup2(file, descriptor) >= 0 else {
      throw Failure(
        code: .inputOutput, message: "can't redirect the output: \(Streams.lastError)")
    }
  }

  /// The whole lines that were written since the last call; of very many, the last ones.
  func takeNewLines() -> [Substring] {
    var status = stat()
    guard fstat(file, &status) == 0, status.st_size > shown else { return [] }
    shown = max(shown, status.st_size - Self.mostShown)
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size - shown))
    let count = pread(file, &bytes, bytes.count, shown)
    guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    shown += off_t(end + 1)
    return String(decoding: bytes[..<end], as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Leaves out what ``takeNewLines()`` would return.
  func skipNewLines() {
    shown = max(shown, lseek(file, 0, SEEK_END))
  }

  /// How much is read for the log at once, in bytes: far more than it shows.
  private static let mostShown: off_t = 65_536

  /// Puts the stream back and prints there all that was captured.
  ///
  /// - Returns: Whether everything was written.
  @discardableResult
  func stop() -> Bool {
    guard isActive else { return true }
    isActive = false
    Streams.flush()
    dup2(original, descriptor)
    close(original)
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var offset: off_t = 0
    while true {
      let count = pread(file, &buffer, buffer.count, offset)
      guard count > 0 else { return count == 0 }
      offset += off_t(count)
      guard Streams.write(buffer[..<count], to: descriptor) else { return false }
    }
  }
}
