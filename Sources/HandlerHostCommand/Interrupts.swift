internal import Glibc
internal import HandlerHost
internal import HandlerHostTerminal

/// Ctrl-C: it stops the script's code that runs; without such code it ends the run. A second one
/// that finds the same code still running ends the process.
nonisolated enum Interrupts {
  // Read by the signal handler, which may allocate nothing and take no lock.
  nonisolated(unsafe) private static var host: ScriptHost?
  nonisolated(unsafe) private static var thread = pthread_self()
  nonisolated(unsafe) private static var wasStopped = false
  nonisolated(unsafe) private static var pipeEnd: Int32 = -1

  /// Installs the handler, on the thread that runs the script.
  static func install(for host: ScriptHost) {
    self.host = host
    thread = pthread_self()
    wasStopped = false
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in Interrupts.handle(number) }
    action.sa_flags = Int32(SA_RESTART)
    sigaction(SIGINT, &action, nil)
  }

  /// Lets Ctrl-C end the process again.
  static func uninstall() {
    signal(SIGINT, SIG_DFL)
    host = nil
    if pipeEnd >= 0 { Glibc.close(pipeEnd) }
    pipeEnd = -1
  }

  /// Makes a Ctrl-C that finds nothing running readable, instead of ending the process.
  ///
  /// - Returns: The descriptor to watch, or `nil` when the system has none left.
  static func descriptorForIdle() -> Int32? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    pipeEnd = ends[1]
    return ends[0]
  }

  /// What was stopped is over: the next Ctrl-C is a first one again.
  static func turnDidEnd() { wasStopped = false }

  private static func handle(_ number: Int32) {
    // A hook is set safely only while the thread that runs Lua stands still.
    guard pthread_equal(pthread_self(), thread) != 0 else {
      pthread_kill(thread, number)
      return
    }
    let savedError = errno
    defer { errno = savedError }
    if !wasStopped, host?.interrupt() == true {
      wasStopped = true
      return
    }
    if !wasStopped, pipeEnd >= 0 {
      var byte: UInt8 = 0
      if write(pipeEnd, &byte, 1) == 1 { return }
    }
    TerminalFrontEnd.emergencyRestore()
    _exit(128 + number)
  }
}
