import Foundation
import Testing

/// What the README shows works as it says.
@Suite struct ReadmeTests {
  /// The first block of code in a language.
  private func block(_ language: String) throws -> String {
    let url = Program.root.appending(path: "README.md")
    let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    let start = try #require(text.range(of: "```\(language)\n"))
    let end = try #require(text.range(of: "```", range: start.upperBound..<text.endIndex))
    return String(text[start.upperBound..<end.lowerBound])
  }

  @Test func theScriptRuns() throws {
    let outcome = try Program.run(
      script: try block("lua"), events: "tap lamp\ndrag level 500 0", options: ["--screen"])

    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("on, 100 %"))
  }

  @Test func theScriptsHandlerWaits() throws {
    let outcome = try Program.run(
      script: try block("lua"), events: "press label 0.6", options: ["--screen"])

    #expect(outcome.status == 0)
    #expect(outcome.output.contains("on, 50 %"))
  }

  /// `scripts/test` builds and runs that file as a client of the library would.
  @Test func theSwiftExampleIsTheOneThatIsCompiled() throws {
    let url = Program.root.appending(
      path: "Tests/EmbeddingClient/Sources/ReadmeExample/main.swift")

    #expect(try block("swift") == String(decoding: try Data(contentsOf: url), as: UTF8.self))
  }

  @Test func bothExamplesAreShort() throws {
    for language in ["lua", "swift"] {
      #expect(try block(language).split(separator: "\n").count <= 24)
    }
  }
}
