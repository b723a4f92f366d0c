internal import Glibc
internal import HandlerHost
internal import HandlerHostTerminal

/// Ctrl-C: it stops the script's code that runs; without such code it ends the run. A second one
/// that finds the same code still running ends the process.
///
/// The signals that ask the process to end do both at once. Whatever asked for the end, the process
/// ends after a second even if code cannot be stopped, or began just before the loop was told.
nonisolated enum Interrupts {
  // Read by the signal handler, which may allocate nothing and take no lock.
  nonisolated(unsafe) private static var host: ScriptHost?
  nonisolated(unsafe) private static var thread = pthread_self()
  nonisolated(unsafe) private static var wasStopped = false
  nonisolated(unsafe) private static var pipeEnd: Int32 = -1
  nonisolated(unsafe) private static var lastRequest = SIGTERM

  /// Installs the handler, on the thread that runs the script.
  static func install(for host: ScriptHost) {
    self.host = host
    thread = pthread_self()
    wasStopped = false
    set(SIGINT)
  }

  private static func set(_ number: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in Interrupts.handle(number) }
    action.sa_flags = Int32(SA_RESTART)
    sigaction(number, &action, nil)
  }

  /// Lets Ctrl-C end the process again.
  static func uninstall() {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGALRM] { signal(number, SIG_DFL) }
    alarm(0)
    host = nil
    if pipeEnd >= 0 { Glibc.close(pipeEnd) }
    pipeEnd = -1
  }

  /// Hands a Ctrl-C that finds nothing running, and what asks the process to end, to the loop instead
  /// of ending the process at once. When the system has no descriptor left, they do end it.
  @MainActor
  static func watch(in loop: EventLoop, _ action: @escaping (Int32) -> Void) {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      pipeEnd = ends[1]
      let source = ends[0]
      loop.watch(source) {
        var number: UInt8 = 0
        if read(source, &number, 1) == 1 { action(Int32(number)) }
      }
    }
    for number in [SIGTERM, SIGHUP, SIGALRM] { set(number) }
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
    if number == SIGINT, !wasStopped, host?.interrupt() == true {
      wasStopped = true
      return
    }
    if number != SIGALRM, number != SIGINT || !wasStopped {
      lastRequest = number
      if number != SIGINT { _ = host?.interrupt() }
      alarm(1)
      if tell(number) { return }
    }
    TerminalFrontEnd.emergencyRestore()
    _exit(128 + (number == SIGALRM ? lastRequest : number))
  }

  private static func tell(_ number: Int32) -> Bool {
    var byte = UInt8(truncatingIfNeeded: number)
    return pipeEnd >= 0 && write(pipeEnd, &byte, 1) == 1
  }
}
