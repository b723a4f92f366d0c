@preconcurrency internal import Glibc

/// Files and standard streams, without Foundation.
enum Streams {
  /// Opens a file for reading.
  ///
  /// - Parameters:
  ///   - path: The file. A folder is refused.
  ///   - what: What it is for, such as `script`, for the message.
  /// - Returns: The descriptor, for the caller to close.
  /// - Throws: ``Failure`` with ``ExitCode/noInput``.
  static func open(_ path: String, _ what: String) throws(Failure) -> Int32 {
    let descriptor = Glibc.open(name(path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure(code: .noInput, message: "can't read the \(what) '\(path)': \(lastError)")
    }
    // A folder can be opened, but not read.
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      close(descriptor)
      throw Failure(code: .noInput, message: "can't read the \(what) '\(path)': it is a folder")
    }
    return descriptor
  }

  /// Appends what can be read now, at most a buffer full.
  ///
  /// - Returns: Whether there was something; `false` at the end.
  static func read(
    _ descriptor: Int32, into bytes: inout [UInt8], _ what: String
  ) throws(Failure) -> Bool {
    while true {
      var count = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
        count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        filled = max(0, count)
      }
      if count >= 0 {
        bytes += chunk
        return count > 0
      }
      guard errno == EINTR else {
        throw Failure(code: .inputOutput, message: "can't read \(what): \(lastError)")
      }
    }
  }

  /// Reads standard input to its end.
  static func readStandardInput() throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    while try read(STDIN_FILENO, into: &bytes, "the script from stdin") {}
    return bytes
  }

  /// Writes all of a text; a descriptor that is busy is waited for.
  ///
  /// - Returns: Whether everything was written.
  @discardableResult
  static func write(_ text: String, to descriptor: Int32) -> Bool {
    write(Words.bytes(text)[...], to: descriptor)
  }

  /// A file's name for the system.
  private static func name(_ path: String) -> [CChar] {
    Words.bytes(path).map { CChar(bitPattern: $0) } + [0]
  }

  /// The same for bytes.
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest.removeFirst(count)
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Writes a file of its own, in place of one that is there.
  ///
  /// - Throws: ``Failure`` with ``ExitCode/inputOutput``.
  static func write(_ text: String, toFile path: String) throws(Failure) {
    let descriptor = Glibc.open(
      name(path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw Failure(code: .inputOutput, message: "can't write '\(path)': \(lastError)")
    }
    defer { close(descriptor) }
    guard write(text, to: descriptor) else {
      throw Failure(code: .inputOutput, message: "can't write all of '\(path)': \(lastError)")
    }
  }

  /// Writes to standard output, after what scripts printed.
  static func print(_ text: String) throws(Failure) {
    guard flush(), write(text, to: STDOUT_FILENO) else { throw outputFailure }
  }

  /// Prints one problem for a person on standard error.
  static func report(_ message: String) {
    write("handlerhost: \(message)\n", to: STDERR_FILENO)
  }

  /// Writes what the C library still holds, which is what scripts printed.
  ///
  /// - Returns: Whether everything was written, also earlier.
  @discardableResult
  static func flush() -> Bool { fflush(nil) == 0 && ferror(stdout) == 0 }

  /// What a full disk does, for example. The reason may be lost when the script was told first.
  static let outputFailure = Failure(
    code: .inputOutput, message: "can't write all of the output: is the disk full?")

  /// What went wrong in the last system call.
  static var lastError: String {
    let code = errno
    return strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
