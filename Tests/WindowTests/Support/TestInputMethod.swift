#if GTK
  import Foundation

  /// A Korean input method of its own for a display: ibus with its engine for Hangul, on a bus of its
  /// own. It ends with the process.
  final class TestInputMethod {
    /// One for all tests: they follow each other.
    static let shared = Result { try TestInputMethod(TestDisplay.shared.get()) }

    private let folder: URL
    private let process = Process()
    private var bus = ""

    private init(_ display: TestDisplay) throws {
      folder = FileManager.default.temporaryDirectory
        .appending(path: "handlerhost-ibus-\(UUID().uuidString)", directoryHint: .isDirectory)
      let settings = folder.appending(path: "glib-2.0/settings")
      let toolkit = folder.appending(path: "gtk-4.0")
      for place in [settings, toolkit] {
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      }
      // As if the key that switches to Hangul had been pressed already, and no other switched back.
      // Keys that it has no use for the engine sends back by a way on which ibus's module for GTK 4
      // loses them, unless it is told not to.
      try Data(
        """
        [org/freedesktop/ibus/engine/hangul]
        initial-input-mode='hangul'
        off-keys=''
        use-event-forwarding=false

        """.utf8
      ).write(to: settings.appending(path: "keyfile"))
      // Pictures of the same text are the same.
      try Data("[Settings]\ngtk-cursor-blink=0\ngtk-enable-animations=0\n".utf8)
        .write(to: toolkit.appending(path: "settings.ini"))
      Processes.prepare(
        process, "/usr/bin/dbus-run-session",
        [
          "--", "/bin/sh", "-c",
          """
          ibus-daemon --panel disable --config /usr/libexec/ibus-memconf \
            --emoji-extension disable --cache none >/dev/null 2>&1 </dev/null & daemon=$!
          trap 'kill $daemon; rm -rf "$XDG_CONFIG_HOME"; exit' TERM
          tries=0
          until [ "$(ibus engine 2>/dev/null)" = hangul ]; do
            tries=$((tries + 1)); [ $tries -lt 200 ] || exit 1
            sleep 0.05; ibus engine hangul >/dev/null 2>&1
          done
          echo "$DBUS_SESSION_BUS_ADDRESS"
          exec >/dev/null
          while kill -0 \(getpid()); do sleep 0.2; done
          kill $daemon; rm -rf "$XDG_CONFIG_HOME"
          """,
        ])
      process.environment = display.environment.merging(environment) { $1 }
        .merging(["GSETTINGS_BACKEND": "keyfile"]) { $1 }
      let output = Pipe()
      process.standardInput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      process.standardOutput = output
      Processes.keep(process)
      try process.run()
      let answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      guard !answer.isEmpty else {
        throw TestDisplay.Failure(description: "ibus did not start its engine for Hangul")
      }
      bus = answer.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// What makes a program use it.
    var environment: [String: String] {
      let path = folder.path(percentEncoded: false)
      return [
        "GTK_IM_MODULE": "ibus", "XDG_CONFIG_HOME": path, "XDG_CACHE_HOME": path,
        "DBUS_SESSION_BUS_ADDRESS": bus,
      ].filter { !$0.value.isEmpty }
    }
  }
#endif
