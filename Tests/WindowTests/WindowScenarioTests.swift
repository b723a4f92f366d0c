#if GTK
  import ControlKit
  import Foundation
  import HandlerHost
  import HandlerHostHeadless
  import HandlerHostWindow
  import Testing

  /// A front-end in this process, on a display of its own.
  enum OwnDisplay {
    private static let display: TestDisplay? = {
      let display = try? TestDisplay()
      // Only what differs: other tests read the environment meanwhile.
      let known = ProcessInfo.processInfo.environment
      for (name, value) in display?.environment ?? [:] where known[name] != value {
        setenv(name, value, 1)
      }
      return display
    }()

    static func frontEnd(_ application: Application) throws -> WindowFrontEnd {
      _ = try #require(display)
      return try #require(
        WindowFrontEnd(application: application, clock: { application.scheduler.now }))
    }
  }

  /// Scenarios whose events name controls and keys alone give in a window the trace that they give
  /// headless. They are driven at the functions behind the tap of the root.
  @Suite(.serialized) struct WindowScenarioTests {
    nonisolated static let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "ScenarioTests")

    /// Those without coordinates: a window's controls have other sizes.
    nonisolated static let names: [String] = {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return files.filter { file in
        guard file.hasSuffix(".events"),
          let text = try? String(contentsOf: folder.appending(path: file), encoding: .utf8)
        else { return false }
        let commands = text.split(separator: "\n").compactMap { $0.split(separator: " ").first }
        return commands.allSatisfy { ["tap", "press", "key", "type", "wait", "#"].contains($0) }
      }.map { String($0.dropLast(7)) }.sorted()
    }()

    @Test func exist() {
      #expect(Self.names.count >= 30)
    }

    @Test(arguments: names)
    func trace(_ name: String) throws {
      let place = FileManager.default.temporaryDirectory
        .appending(path: "handlerhost-trace-\(UUID().uuidString)", directoryHint: .isDirectory)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: place) }
      let log = place.appending(path: "log").path(percentEncoded: false)
      let script = place.appending(path: "\(name).lua")
      try FileManager.default.copyItem(at: Self.folder.appending(path: "\(name).lua"), to: script)
      try Data(Self.note(writingTo: log).utf8).write(to: place.appending(path: "note.lua"))

      try run(script, events: name, in: place, log: log)

      let prefix = place.path(percentEncoded: false)
      let trace = try String(contentsOfFile: log, encoding: .utf8)
        .replacingOccurrences(of: prefix, with: "")
      let golden = try String(
        contentsOf: Self.folder.appending(path: "\(name).trace"), encoding: .utf8)
      #expect(trace == golden)
    }

    /// The scenarios' notes, in the file of the trace.
    private static func note(writingTo log: String) -> String {
      """
      return function(...)
        local parts = table.pack(...)
        for i = 1, parts.n do parts[i] = tostring(parts[i]) end
        local file = assert(io.open("\(log)", "a"))
        file:write("      note ", table.concat(parts), "\\n")
        file:close()
      end
      """
    }

    private func run(_ script: URL, events: String, in place: URL, log: String) throws {
      let application = Application()
      let frontEnd = try OwnDisplay.frontEnd(application)
      defer { frontEnd.stop() }
      let host = try ScriptHost(application: application)
      defer { host.close() }
      func write(_ text: String) {
        let file = fopen(log, "a")
        fputs(text, file)
        fclose(file)
      }
      application.onTrace = { write("\($0)\n") }
      application.onDiagnostic = { write("handlerhost: \($0)\n") }
      let path = place.path(percentEncoded: false)
      try host.run(source: "package.path = [[\(path)?.lua;]] .. package.path", name: "path")
      try host.run(
        source: String(contentsOf: script, encoding: .utf8), name: script.lastPathComponent)
      frontEnd.start()
      frontEnd.settle()

      let runner = HeadlessRunner(application: application, file: events)
      runner.deliver = { kind in Self.drive(frontEnd, kind) }
      let lines = try String(
        contentsOf: Self.folder.appending(path: "\(events).events"), encoding: .utf8)
      for line in lines.split(separator: "\n") {
        try runner.run(line: line)
        frontEnd.update()
      }
      runner.finish(
        isStopped: { host.quitCode != nil }, hasPendingWork: { host.hasPendingWork })
    }

    /// As the platform would.
    private static func drive(_ frontEnd: WindowFrontEnd, _ kind: InputEvent.Kind) {
      let tap = frontEnd.tap
      switch kind {
      case .touch(_, .began, let place, .pointer): _ = tap.press(button: 1, at: place)
      case .touch(_, .moved, let place, .pointer): _ = tap.move(to: place)
      case .touch(_, .ended, let place, .pointer): _ = tap.release(button: 1, at: place)
      case .touch(_, _, _, .pointer): tap.cancel()
      case .touch(let id, let phase, let place, .finger):
        _ = tap.touch(finger: id, phase, at: place)
      case .keyDown(let press): tap.keyDown(press)
      case .keyUp(let press): tap.keyUp(press)
      case .scroll(let place, let delta): _ = tap.wheel(delta, at: place)
      case .hover(let place): _ = tap.move(to: place ?? Point(x: -1, y: -1))
      default: Issue.record("\(kind) has no place here")
      }
    }
  }
#endif
