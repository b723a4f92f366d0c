internal import Glibc
internal import HandlerHostTerminal

/// Gives the terminal back before the process dies of a crash.
nonisolated enum CrashSignals {
  // Read by the signal handler, which may allocate nothing and take no lock.
  nonisolated(unsafe) private static var capturedErrors: Int32 = -1
  nonisolated(unsafe) private static var originalErrors: Int32 = -1
  nonisolated(unsafe) private static var buffer = UnsafeMutableRawPointer.allocate(
    byteCount: bufferSize, alignment: 16)
  private static let bufferSize = 4096
  private static let alternateStackSize = 65_536

  private static let numbers = [SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGTRAP, SIGFPE]

  /// Installs the handlers.
  ///
  /// - Parameter errors: Where standard error is held back, and where it belongs: what is in there
  ///   tells why, so it is printed last.
  static func install(errors: (captured: Int32, original: Int32)?) {
    capturedErrors = errors?.captured ?? -1
    originalErrors = errors?.original ?? -1
    _ = buffer  // allocated now, not in the handler
    // A stack overflow leaves no room on the stack for its own handler.
    var stack = stack_t()
    stack.ss_sp = .allocate(byteCount: alternateStackSize, alignment: 16)
    stack.ss_size = alternateStackSize
    sigaltstack(&stack, nil)
    for number in numbers {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in CrashSignals.handle(number) }
      action.sa_flags = Int32(SA_ONSTACK) | Int32(bitPattern: UInt32(SA_RESETHAND))
      sigaction(number, &action, nil)
    }
  }

  /// Lets crashes be crashes again.
  static func uninstall() {
    for number in numbers { signal(number, SIG_DFL) }
  }

  private static func handle(_ number: Int32) {
    TerminalFrontEnd.emergencyRestore()
    if capturedErrors >= 0 {
      var offset: off_t = 0
      while true {
        let count = pread(capturedErrors, buffer, bufferSize, offset)
        guard count > 0 else { break }
        offset += off_t(count)
        _ = write(originalErrors, buffer, count)
      }
    }
    // The default action is back (SA_RESETHAND), so this one ends the process.
    raise(number)
  }
}
