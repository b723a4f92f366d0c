#if GTK
  import Foundation

  /// A Wayland compositor without a screen. It has keys, which `wtype` presses, and no pointer. It ends
  /// with its owner, or with the process.
  final class WaylandDisplay {
    private let folder: URL
    private let process = Process()

    init() throws {
      folder = FileManager.default.temporaryDirectory
        .appending(path: "handlerhost-wayland-\(UUID().uuidString)", directoryHint: .isDirectory)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let path = folder.path(percentEncoded: false)
      try Data(
        """
        xwayland disable
        output HEADLESS-1 resolution 1280x800
        for_window [title=".*"] floating enable

        """.utf8
      ).write(to: folder.appending(path: "config"))
      // It refuses to run as root.
      var command = "sway"
      if getuid() == 0 {
        command = "setpriv --reuid=65534 --regid=65534 --clear-groups sway"
        chmod(path, 0o777)
      }
      let output = Pipe()
      // A keyboard comes and goes with each run of wtype; one has to stay, or the program would lose the
      // first keys of each.
      Processes.prepare(
        process, "/bin/sh",
        [
          "-c",
          """
          cd "$XDG_RUNTIME_DIR"
          \(command) -c "$PWD/config" >/dev/null 2>&1 </dev/null & server=$!
          trap 'kill $keyboard $server; exit' TERM
          while ! { [ -S wayland-1 ] && [ -S sway ]; }; do
            kill -0 $server || exit 1; sleep 0.02
          done
          WAYLAND_DISPLAY=wayland-1 wtype -s 1000000 -k Shift_L >/dev/null 2>&1 </dev/null & keyboard=$!
          echo ready
          exec >/dev/null
          while kill -0 $PPID; do sleep 0.2; done
          kill $keyboard $server
          """,
        ])
      process.environment = ProcessInfo.processInfo.environment.merging([
        "XDG_RUNTIME_DIR": path, "HOME": path, "SWAYSOCK": path + "sway",
        "WLR_BACKENDS": "headless",
        "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman", "LC_ALL": "C.UTF-8",
      ]) { $1 }
      process.standardInput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      process.standardOutput = output
      Processes.keep(process)
      try process.run()
      guard !output.fileHandleForReading.availableData.isEmpty else {
        throw TestDisplay.Failure(description: "sway did not start; is it there?")
      }
    }

    isolated deinit {
      process.terminate()
      try? FileManager.default.removeItem(at: folder)
    }

    /// What makes a program appear here; no other display is there.
    var environment: [String: String] {
      [
        "WAYLAND_DISPLAY": "wayland-1", "XDG_RUNTIME_DIR": folder.path(percentEncoded: false),
        "SWAYSOCK": folder.appending(path: "sway").path(percentEncoded: false), "DISPLAY": "",
        "GDK_BACKEND": "*",
      ]
    }

    /// Runs a program here.
    @discardableResult
    func run(_ program: WindowProgram, _ arguments: String...) async throws -> String {
      try await program.run("env", environment.map { "\($0)=\($1)" } + arguments)
    }
  }
#endif
