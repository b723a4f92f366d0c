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
  /// The beginning of a character whose other bytes have not been written yet.
  private var partial: [UInt8] = []

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

  /// What was written since the last call.
  func takeNewText() -> String {
    var bytes = partial
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = pread(file, &buffer, buffer.count, shown)
      guard count > 0 else { break }
      shown += off_t(count)
      bytes += buffer[..<count]
    }
    let whole = bytes.count - bytes.unfinishedCharacterLength
    partial = Array(bytes[whole...])
    return String(decoding: bytes[..<whole], as: UTF8.self)
  }

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

extension [UInt8] {
  /// How many bytes at the end begin a UTF-8 character without ending it.
  var unfinishedCharacterLength: Int {
    for length in 1...3 where length <= count {
      let byte = self[count - length]
      if byte & 0xC0 == 0x80 { continue }
      let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return needed > length ? length : 0
    }
    return 0
  }
}
