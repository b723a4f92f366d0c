#if GTK
  import Foundation

  /// A display without a screen, of 1600 × 1200 pixels. It ends with its owner, or with the process.
  final class TestDisplay {
    struct Failure: Error, CustomStringConvertible {
      var description: String
    }

    /// The one of the tests with a real program: one for all, since they follow each other.
    static let shared = Result { try TestDisplay() }

    /// What `DISPLAY` must be.
    let name: String
    private let process = Process()

    init() throws {
      // The shell ends the display when it is told to, or when this process is gone. Nothing of it may
      // hold this process's streams: whoever reads those waits for all their writers.
      Processes.prepare(
        process, "/bin/sh",
        [
          "-c",
          "Xvfb -displayfd 1 -screen 0 1600x1200x24 -nolisten tcp -noreset 2>/dev/null </dev/null & server=$!; "
            + "trap 'kill $server; exit' TERM; exec >/dev/null; "
            + "while kill -0 $PPID; do sleep 0.2; done; kill $server",
        ])
      let output = Pipe()
      process.standardInput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      process.standardOutput = output
      try process.run()
      var number = ""
      while !number.hasSuffix("\n") {
        let bytes = output.fileHandleForReading.availableData
        guard !bytes.isEmpty else { throw Failure(description: "Xvfb did not start; is it there?") }
        number += String(decoding: bytes, as: UTF8.self)
      }
      name = ":\(number.trimmingCharacters(in: .whitespacesAndNewlines))"
    }

    isolated deinit {
      process.terminate()
    }

    /// The environment for a program on this display: the software renderer, and no services.
    var environment: [String: String] {
      var environment = ProcessInfo.processInfo.environment
      for name in ["WAYLAND_DISPLAY", "GDK_SCALE", "GTK_THEME", "GTK_IM_MODULE"] {
        environment[name] = nil
      }
      environment["DISPLAY"] = name
      environment["GDK_BACKEND"] = "x11"
      environment["GSK_RENDERER"] = "cairo"
      environment["GDK_DEBUG"] = "gl-disable"
      environment["GTK_A11Y"] = "none"
      environment["LC_ALL"] = "C.UTF-8"
      return environment
    }
  }

  /// Processes that were started. Foundation may still look at one that ended when nobody holds it.
  enum Processes {
    private static var kept: [Process] = []

    static func keep(_ process: Process) { kept.append(process) }

    /// Sets what a process runs. Swift's worker threads block signals, which it would inherit: nothing
    /// but a kill could end it.
    static func prepare(_ process: Process, _ program: String, _ arguments: [String]) {
      process.executableURL = URL(filePath: "/usr/bin/python3")
      process.arguments =
        [
          "-c",
          "import os, signal, sys; signal.pthread_sigmask(signal.SIG_SETMASK, []); "
            + "os.execv(sys.argv[1], sys.argv[1:])",
          program,
        ] + arguments
    }
  }
#endif
