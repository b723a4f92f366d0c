import Foundation
import Testing

/// The page about the contract of events names tests that exist.
@Suite struct ContractPageTests {
  private var root: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }

  private func page() throws -> String {
    try text("Sources/HandlerHost/HandlerHost.docc/contract.md")
  }

  /// The page's code spans, each with the text before it.
  private func codeSpans() throws -> [(before: String, code: String)] {
    let parts = try page().components(separatedBy: "`")
    return stride(from: 1, to: parts.count, by: 2).map { (before: parts[$0 - 1], code: parts[$0]) }
  }

  /// The paths of the tests' sources by file name, without its extension.
  private func sources() throws -> [String: String] {
    let tests = root.appending(path: "Tests").path
    var paths: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: tests) {
      guard path.hasSuffix("Tests.swift") else { continue }
      let file = path.split(separator: "/").last.map(String.init) ?? path
      paths[String(file.dropLast(6))] = "Tests/" + path
    }
    return paths
  }

  @Test func everyNamedTestExists() throws {
    let paths = try sources()
    var count = 0

    for span in try codeSpans() {
      let names = span.code.split(separator: ".").map(String.init)
      guard names.count == 2, names[0].hasSuffix("Tests") else { continue }
      count += 1
      guard let path = paths[names[0]] else {
        Issue.record("no file for \(span.code)")
        continue
      }
      #expect(try text(path).contains("func \(names[1])("), "no test \(span.code)")
    }

    #expect(count > 100)
  }

  @Test func everyNamedScenarioExists() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "Tests/ScenarioTests").path)
    let names = try codeSpans().filter { $0.before.hasSuffix("scenario ") }.map { $0.code }

    #expect(names.count > 30)
    for name in names { #expect(files.contains(name + ".events"), "no scenario \(name)") }
  }

  @Test func everyNamedScriptExists() throws {
    let names = try codeSpans().map { $0.code }.filter { $0.hasPrefix("scripts/") }

    #expect(!names.isEmpty)
    for name in names {
      #expect(FileManager.default.isExecutableFile(atPath: root.appending(path: name).path))
    }
  }

  /// The last column of a rule names a test, a scenario or a script.
  @Test func everyRuleIsProven() throws {
    let rules = try page().components(separatedBy: "\n")
      .filter { $0.hasPrefix("| ") && $0.dropFirst(2).first?.isNumber == true }

    #expect(rules.count > 100)
    for rule in rules {
      let columns = rule.components(separatedBy: " | ")
      #expect(columns.count == 4, "\(rule)")
      #expect(columns.last?.contains("`") == true, "no proof of \(columns[0])")
    }
  }
}
