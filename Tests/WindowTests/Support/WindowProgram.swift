#if GTK
  import Foundation
  import Testing

  /// Tests with a real program, a display and a mouse: one after the other, since each of them keeps
  /// several programs busy.
  @Suite(.serialized) enum RealWindowTests {}

  /// The real program in a real window on a display of its own, used by mouse and keys through
  /// xdotool. Nothing waits for a fixed time: what is expected is polled for until a deadline.
  final class WindowProgram {
    struct Failure: Error, CustomStringConvertible {
      var description: String
    }

    private static let deadline = 20.0
    let display: TestDisplay
    let folder: URL
    private let process = Process()
    private(set) var window = ""

    /// The program beside the tests, or `HANDLERHOST_GTK_BINARY`.
    static var binary: URL {
      if let given = ProcessInfo.processInfo.environment["HANDLERHOST_GTK_BINARY"] {
        return URL(filePath: given)
      }
      return URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "handlerhost-gtk")
    }

    /// Runs a script given as text. With `isShown` it is waited for its window.
    init(
      _ script: String, options: [String] = ["--ui", "window"], environment: [String: String] = [:],
      isShown: Bool = true
    ) async throws {
      display = try TestDisplay.shared.get()
      folder = FileManager.default.temporaryDirectory
        .appending(path: "handlerhost-window-\(UUID().uuidString)", directoryHint: .isDirectory)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appending(path: "app.lua")
      try Data(script.utf8).write(to: file)
      for name in ["out", "err"] { try Data().write(to: folder.appending(path: name)) }
      Processes.prepare(
        process, Self.binary.path(percentEncoded: false),
        options + [file.path(percentEncoded: false)])
      process.environment = display.environment.merging(environment) { $1 }
      process.currentDirectoryURL = folder
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = try FileHandle(forWritingTo: folder.appending(path: "out"))
      process.standardError = try FileHandle(forWritingTo: folder.appending(path: "err"))
      Processes.keep(process)
      try process.run()
      guard isShown else { return }
      window = try await poll("a window") {
        let found = try? await self.xdotool("search", "--onlyvisible", "--pid", "\(self.pid)")
        let last = found?.split(separator: "\n").last.map(String.init)
        return last
      }
      // Without a window manager nobody else gives it the keys.
      try await xdotool("windowfocus", window)
    }

    isolated deinit {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      try? FileManager.default.removeItem(at: folder)
    }

    var pid: Int32 { process.processIdentifier }
    var output: String { text(of: "out") }
    var errors: String { text(of: "err") }

    /// The file of a picture that the program was told to write.
    var picture: String { folder.appending(path: "picture.png").path(percentEncoded: false) }

    private func text(of name: String) -> String {
      (try? Data(contentsOf: folder.appending(path: name)))
        .map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    // MARK: - Waiting

    /// Waits until something is there.
    func poll<Result>(
      _ expectation: String, _ check: () async throws -> Result?
    ) async throws -> Result {
      let end = Date.now.addingTimeInterval(Self.deadline)
      while true {
        if let result = try await check() { return result }
        if Date.now > end {
          throw Failure(
            description: "waited \(Self.deadline) s for \(expectation); the program printed\n"
              + output + errors)
        }
        try await Task.sleep(for: .milliseconds(10))
      }
    }

    /// Waits for a line of output.
    func line(_ text: String) async throws {
      try await poll("the line '\(text)'") {
        self.output.split(separator: "\n").contains { $0 == text } ? () : nil
      }
    }

    /// Waits for the end, and returns the exit status, or 128 + the number of the signal.
    func end() async throws -> Int32 {
      try await poll("the end") { self.process.isRunning ? nil : () }
      let status = process.terminationStatus
      return process.terminationReason == .uncaughtSignal ? 128 + status : status
    }

    // MARK: - Input

    /// Runs a program on the display.
    @discardableResult
    func run(
      _ program: String, _ arguments: [String], input: String? = nil
    ) async throws -> String {
      let other = Process()
      other.executableURL = URL(filePath: "/usr/bin/env")
      other.arguments = ["timeout", "10", program] + arguments
      other.environment = display.environment
      let output = folder.appending(path: "tool-\(UUID().uuidString)")
      try Data((input ?? "").utf8).write(to: output.appendingPathExtension("in"))
      try Data().write(to: output)
      other.standardInput = try FileHandle(forReadingFrom: output.appendingPathExtension("in"))
      other.standardOutput = try FileHandle(forWritingTo: output)
      other.standardError = FileHandle.nullDevice
      Processes.keep(other)
      try other.run()
      // Not by waitUntilExit: that runs other tests inside of this one meanwhile.
      while other.isRunning { try await Task.sleep(for: .milliseconds(2)) }
      guard other.terminationStatus == 0 else {
        throw Failure(description: "\(program) \(arguments) gave \(other.terminationStatus)")
      }
      return String(decoding: try Data(contentsOf: output), as: UTF8.self)
    }

    @discardableResult
    func xdotool(_ arguments: String...) async throws -> String {
      try await run("xdotool", arguments)
    }

    /// Moves the pointer to a place in the window, in points.
    func move(_ x: Double, _ y: Double) async throws {
      try await xdotool(
        "mousemove", "--window", window, "\(Int(x * 1.5))", "\(Int(y * 1.5))")
    }

    func press() async throws { try await xdotool("mousedown", "1") }
    func release() async throws { try await xdotool("mouseup", "1") }

    func click(_ x: Double, _ y: Double) async throws {
      try await move(x, y)
      try await press()
      try await release()
    }

    /// Presses keys by X's names, such as `Tab` and `ctrl+c`.
    func keys(_ names: String...) async throws { try await run("xdotool", ["key"] + names) }

    func type(_ text: String) async throws {
      try await xdotool("type", "--delay", "20", text)
    }

    /// Copies text as another program: one that stays to hand it out, with nothing of this process.
    func copy(_ text: String) async throws {
      let script =
        "import subprocess, sys; subprocess.run(['xclip', '-i', '-selection', 'clipboard'], "
        + "input=sys.argv[1].encode(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)"
      try await run("/usr/bin/python3", ["-c", script, text])
    }

    /// Asks the window to close, as a window manager does for its button.
    func close() async throws {
      let script = """
        ctypes = __import__("ctypes")
        x = ctypes.CDLL("libX11.so.6")
        x.XOpenDisplay.restype = ctypes.c_void_p
        x.XInternAtom.restype = ctypes.c_ulong
        display = ctypes.c_void_p(x.XOpenDisplay(None))
        class Message(ctypes.Structure):
            _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong),
                        ("sent", ctypes.c_int), ("display", ctypes.c_void_p),
                        ("window", ctypes.c_ulong), ("kind", ctypes.c_ulong),
                        ("format", ctypes.c_int), ("data", ctypes.c_long * 5),
                        ("rest", ctypes.c_long * 12)]
        atom = lambda name: x.XInternAtom(display, name, 0)
        event = Message(33, 0, 1, display, \(window), atom(b"WM_PROTOCOLS"), 32)
        event.data[0] = atom(b"WM_DELETE_WINDOW")
        x.XSendEvent(display, ctypes.c_ulong(\(window)), 0, ctypes.c_long(0), ctypes.byref(event))
        x.XSync(display, 0)
        """
      try await run("/usr/bin/python3", ["-c", script])
    }
  }
#endif
