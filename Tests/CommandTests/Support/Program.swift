import Foundation
import Testing

/// What a finished run of the program left.
struct Outcome {
  var status: Int32
  var output: String
  var errors: String

  var outputLines: [String] { output.split(separator: "\n").map(String.init) }
}

/// The real binary, and files for it.
enum Program {
  struct Missing: Error, CustomStringConvertible {
    var description: String
  }

  /// The folder of the package.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The binary: `HANDLERHOST_BINARY`, or what was built last.
  static func binary() throws -> String {
    let environment = ProcessInfo.processInfo.environment
    var candidates = ["release", "debug"].map {
      root.appending(path: ".build/\($0)/handlerhost").path(percentEncoded: false)
    }
    if let given = environment["HANDLERHOST_BINARY"] { candidates = [given] }
    for path in candidates where FileManager.default.isExecutableFile(atPath: path) { return path }
    throw Missing(
      description: "no handlerhost at \(candidates.joined(separator: " or ")): "
        + "run scripts/test, or build it and set HANDLERHOST_BINARY")
  }

  static func app(_ name: String) -> String {
    root.appending(path: "scripts/apps/\(name).lua").path(percentEncoded: false)
  }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - input: Its standard input; empty without one.
  ///   - folder: Its working directory.
  ///   - output: A file for its standard output, instead of the outcome.
  ///   - hasTerminal: Whether it may have a controlling terminal.
  ///   - inputFile: A file for its standard input, instead of a text.
  /// - Returns: What it left.
  /// - Throws: When there is no binary, or no place for its files.
  static func run(
    _ arguments: [String], input: String = "", in folder: Folder? = nil, output: String? = nil,
    hasTerminal: Bool = true, inputFile: String? = nil
  ) throws -> Outcome {
    // Files and not pipes: nothing can block, however much is written.
    let streams = try Folder()
    let launcher = hasTerminal ? [] : ["setsid", "--wait"]
    let status = try Spawn.run(
      launcher + [try binary()] + arguments, input: inputFile ?? streams.file("in", input),
      output: output ?? streams.file("out", ""), errors: streams.file("err", ""),
      in: (folder ?? streams).path)
    return Outcome(
      status: status, output: output == nil ? try streams.text(of: "out") : "",
      errors: try streams.text(of: "err"))
  }

  /// Runs a script given as text, headless, with events given as text.
  static func run(
    script: String, events: String = "", options: [String] = [], arguments: [String] = []
  ) throws -> Outcome {
    let folder = try Folder()
    try folder.file("app.lua", script)
    try folder.file("app.events", events)
    return try run(options + ["--events", "app.events", "app.lua"] + arguments, in: folder)
  }
}

/// A folder that goes away with its owner.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "handlerhost-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  var path: String { url.path(percentEncoded: false) }

  /// Writes a file and returns its path.
  @discardableResult
  func file(_ name: String, _ text: String) throws -> String {
    let file = url.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file.path(percentEncoded: false)
  }

  func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
  }
}
