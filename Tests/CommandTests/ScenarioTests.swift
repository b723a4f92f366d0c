import Foundation
import Testing

/// Scenarios: `NAME.lua` and `NAME.events` give `NAME.trace`, in the folder `ScenarioTests`. They
/// read like the contract of events; the first line of each script names the rule.
///
/// A scenario without a trace records one and fails: look at it before it becomes the golden one.
@Suite struct ScenarioTests {
  static let folder = Program.root.appending(path: "Tests/ScenarioTests")

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".events") }.map { String($0.dropLast(7)) }.sorted()
  }()

  /// There are scenarios to run, and every script states its rule.
  @Test func exist() throws {
    #expect(Self.names.count >= 40)
    for name in Self.names {
      let script = try String(
        contentsOf: Self.folder.appending(path: name + ".lua"), encoding: .utf8)
      #expect(script.hasPrefix("-- "), "\(name).lua must begin with its rule")
    }
  }

  /// The trace is the recorded one, and the same again in a second run.
  @Test(arguments: names)
  func trace(_ name: String) throws {
    let golden = Self.folder.appending(path: name + ".trace")

    let first = try run(name)
    let second = try run(name)

    #expect(second == first)
    guard let expected = try? String(contentsOf: golden, encoding: .utf8) else {
      try first.write(to: golden, atomically: true, encoding: .utf8)
      Issue.record("recorded \(name).trace: look at it, then commit it")
      return
    }
    #expect(first == expected)
  }

  private func run(_ name: String) throws -> String {
    let copies = try Folder()
    for file in [name + ".lua", name + ".events", "note.lua"] {
      try copies.file(
        file, try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8))
    }
    let outcome = try Program.run(
      ["--events", name + ".events", "--trace", name + ".lua"], in: copies)
    #expect(outcome.status == 0)
    return outcome.errors
  }
}
