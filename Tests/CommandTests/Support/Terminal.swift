import ControlKit
import Foundation
import Testing

/// A real terminal of 80 × 24 cells, by tmux, with a program in it.
///
/// Sequences go straight to the program, as a mouse's would. Nothing waits for a fixed time: every
/// expectation polls the screen until it holds or a deadline passes.
final class Terminal {
  struct Timeout: Error, CustomStringConvertible {
    var description: String
  }

  /// A cell, counted from 1 as in the sequences of a mouse.
  struct Cell: Hashable {
    var column: Int
    var row: Int

    func moved(columns: Int = 0, rows: Int = 0) -> Cell {
      Cell(column: column + columns, row: row + rows)
    }
  }

  private static let deadline = 10.0
  private let socket = "handlerhost-\(UUID().uuidString.prefix(8))"
  private let folder = try? Folder()
  private var scriptFolder: Folder?

  /// Starts a command line of the shell. After it has ended the screen stays.
  init(
    shell: String, in folder: Folder? = nil, columns: Int = 80, rows: Int = 24
  ) throws {
    let place = (folder ?? self.folder).map { ["-c", $0.path] } ?? []
    try tmux(
      ["-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"] + place + [
        shell,
        ";", "set-option", "-g", "remain-on-exit", "on",
        ";", "set-option", "-g", "status", "off",
        ";", "resize-window", "-x", "\(columns)", "-y", "\(rows)",
      ])
  }

  /// Starts the program itself. When it has ended, the screen says whether the terminal's settings
  /// are as before, and `exit CODE`.
  convenience init(_ arguments: [String], in folder: Folder? = nil) throws {
    let quoted = ([try Program.binary()] + arguments).map { "'\($0)'" }.joined(separator: " ")
    try self.init(
      shell: "before=$(stty -g); \(quoted); code=$?; trap '' INT; "
        + "[ \"$before\" = \"$(stty -g)\" ] && echo settings kept || echo settings lost; "
        + "echo exit $code; exec cat", in: folder)
  }

  /// The same with a script given as text, as `app.lua`.
  convenience init(script: String) throws {
    let folder = try Folder()
    try folder.file("app.lua", script)
    try self.init(["app.lua"], in: folder)
    scriptFolder = folder
  }

  deinit {
    _ = try? tmux(["kill-server"])
  }

  /// The lines of the screen, without the spaces at their ends.
  func screen() throws -> [String] {
    try tmux(["capture-pane", "-p"])
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// A fact about the terminal, such as `alternate_on`.
  func flag(_ name: String) throws -> String {
    try tmux(["display-message", "-p", "#{\(name)}"]).trimmingCharacters(in: .newlines)
  }

  // MARK: - Waiting

  /// Waits for a text, and returns the cell of its first character.
  @discardableResult
  func cell(of text: String, occurrence: Int = 1) async throws -> Cell {
    try await poll("'\(text)' to appear") { lines in
      var seen = 0
      for (row, line) in lines.enumerated() {
        for range in line.ranges(of: text) {
          seen += 1
          guard seen == occurrence else { continue }
          let before = String(line[..<range.lowerBound])
          return Cell(column: CellWidth.of(before) + 1, row: row + 1)
        }
      }
      return nil
    }
  }

  /// Waits until a text is nowhere.
  func disappearance(of text: String) async throws {
    try await poll("'\(text)' to disappear") { lines in
      lines.contains { $0.contains(text) } ? nil : ()
    }
  }

  /// Waits until the screen is as wanted.
  func poll<Result>(
    _ expectation: String, _ check: ([String]) throws -> Result?
  ) async throws -> Result {
    let end = Date.now.addingTimeInterval(Self.deadline)
    while true {
      let lines = try screen()
      if let result = try check(lines) { return result }
      if Date.now > end {
        let picture = lines.joined(separator: "\n")
        throw Timeout(
          description: "waited \(Self.deadline) s for \(expectation), and saw\n\(picture)")
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  // MARK: - Input

  /// Sends bytes as they are.
  func send(_ text: String) throws {
    try tmux(["send-keys", "-l", text])
  }

  /// Sends keys by tmux's names, such as `Tab` and `C-c`.
  func keys(_ names: String...) throws {
    try tmux(["send-keys"] + names)
  }

  func press(_ cell: Cell) throws { try send("\u{1B}[<0;\(cell.column);\(cell.row)M") }
  func hover(_ cell: Cell) throws { try send("\u{1B}[<35;\(cell.column);\(cell.row)M") }
  func drag(to cell: Cell) throws { try send("\u{1B}[<32;\(cell.column);\(cell.row)M") }
  func release(_ cell: Cell) throws { try send("\u{1B}[<0;\(cell.column);\(cell.row)m") }

  func click(_ cell: Cell) throws {
    try press(cell)
    try release(cell)
  }

  func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// Runs tmux on this terminal's own server.
  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    guard let folder else { throw Timeout(description: "no temporary folder") }
    let status = try Spawn.run(
      ["tmux", "-L", socket] + arguments, input: "/dev/null",
      output: folder.file("out", ""), errors: folder.file("err", ""), in: folder.path,
      environment: ["LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "TMUX": ""])
    guard status == 0 else {
      throw Timeout(description: "tmux \(arguments): \(try folder.text(of: "err"))")
    }
    return try folder.text(of: "out")
  }
}
