import Glibc

/// Runs a program to its end, with files as its standard streams.
///
/// Not Foundation's `Process`: that waits until every descendant has ended too, and the first call
/// of tmux leaves a server behind.
///
/// No program is told of a display, whether this process has one for tests of windows or as the
/// developer's: with the program for windows beside it, it would become that one.
enum Spawn {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Waits for the end of a program.
  ///
  /// - Parameters:
  ///   - arguments: The program, found by `PATH`, and its arguments.
  ///   - input: The file that is its standard input.
  ///   - output: The file for its standard output.
  ///   - errors: The file for its standard error.
  ///   - folder: Its working directory.
  ///   - environment: What replaces the caller's variables of the same names.
  /// - Returns: The exit status, or 128 + the number of the signal that ended it.
  /// - Throws: When it can't be started.
  static func run(
    _ arguments: [String], input: String, output: String, errors: String, in folder: String,
    environment: [String: String] = [:]
  ) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY, 0)

    // Swift's worker threads block signals, which a program would inherit.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    // Setting variables by env, and the folder by env too, keeps this to one call.
    let settings = environment.map { "\($0)=\($1)" }
    let noDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].map { "--unset=\($0)" }
    let command = ["env", "--chdir=\(folder)"] + noDisplay + settings + arguments
    var pointers = command.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process = pid_t()
    let problem = posix_spawnp(&process, "env", &actions, &attributes, &pointers, environ)
    guard problem == 0 else {
      throw Failure(description: "can't run \(arguments[0]): \(String(cString: strerror(problem)))")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw Failure(description: "lost \(arguments[0])") }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
