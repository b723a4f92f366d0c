internal import ControlKit
internal import Glibc
internal import HandlerHost
internal import HandlerHostHeadless

/// Runs a script without a terminal, on virtual time, with input events from a script of their own.
final class HeadlessRun {
  private let run: ScriptRun
  private let events: FrontEndChoice.Events

  init(_ run: ScriptRun, events: FrontEndChoice.Events) {
    self.run = run
    self.events = events
  }

  /// Runs the script, then the events, then what is left to do.
  func callAsFunction() throws(Failure) -> ExitCode {
    // Before the script runs: it should not begin what can't be driven.
    let lines = try EventLines(events)
    let runner = HeadlessRunner(application: run.application, file: lines.name)
    defer { run.host.close() }
    run.setTheme(.light)
    try run.load()
    let host = run.host
    while host.quitCode == nil, let line = try lines.next() {
      do {
        try runner.run(line: line)
        Interrupts.turnDidEnd()
      } catch {
        throw Failure(code: .data, message: error.description)
      }
      // Whoever drives the run through a pipe waits for what a line made the script print.
      if !lines.isFile { Streams.flush() }
    }
    var screen: String?
    let wantsScreen = run.options.printsScreen || run.options.textPicture != nil
    var lastTimer: String?
    let ending = runner.finish(
      isStopped: { host.quitCode != nil }, hasPendingWork: { host.hasPendingWork },
      willClose: {
        lastTimer = host.lastTimerName
        if wantsScreen { screen = runner.screenText }
      })
    if let screen, run.options.printsScreen { try Streams.print(screen + "\n") }
    if let screen, let path = run.options.textPicture {
      try Streams.write(screen + "\n", toFile: path)
    }
    if ending == .endless { throw Self.endless(runner.mostTimers, lastTimer) }
    return host.quitCode.map { .script($0) } ?? .success
  }
}

extension HeadlessRun {
  fileprivate static func endless(_ count: UInt64, _ timer: String?) -> Failure {
    let last = timer.map { ", the last one for \($0)" } ?? ""
    return Failure(
      code: .data,
      message:
        "the run does not end by itself: after the last event more than \(count) timers were set"
        + "\(last). Repeat with ui.every, which does not keep a run alive, or end it with ui.quit")
  }
}

/// The lines of an event script, as they come.
private final class EventLines {
  /// For messages.
  let name: String
  let isFile: Bool
  private let descriptor: Int32?
  private var buffer: [UInt8] = []
  private var isAtEnd = false

  init(_ events: FrontEndChoice.Events) throws(Failure) {
    switch events {
    case .nowhere: (name, isFile, descriptor) = ("nowhere", true, nil)
    case .standardInput: (name, isFile, descriptor) = ("stdin", false, STDIN_FILENO)
    case .file(let path):
      (name, isFile, descriptor) = (path, true, try Streams.open(path, "events"))
    }
  }

  func next() throws(Failure) -> String? {
    guard let descriptor else { return nil }
    var searched = 0
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeFirst(end + 1) }
        return try text(buffer[..<end])
      }
      searched = buffer.count
      guard try Streams.read(descriptor, into: &buffer, "the events \(name)") else {
        defer { buffer = [] }
        return buffer.isEmpty ? nil : try text(buffer[...])
      }
    }
  }

  private func text(_ bytes: ArraySlice<UInt8>) throws(Failure) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(code: .data, message: "the events \(name) are not UTF-8 text")
    }
    return text
  }
}
