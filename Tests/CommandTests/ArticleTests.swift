import Foundation
import Testing

/// The examples in the articles do what the articles say.
@Suite struct ArticleTests {
  /// The blocks of code of an article in a language, in order.
  private func blocks(_ language: String, of article: String) throws -> [String] {
    let url = Program.root.appending(path: "Sources/HandlerHost/HandlerHost.docc/\(article).md")
    let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    return text.components(separatedBy: "\n```\(language)\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first.map { $0 + "\n" }
    }
  }

  /// The page names the seven hops with the words of the trace, and its trace is a real one.
  @Test func lifeOfAnEventShowsARealTrace() throws {
    let script = try #require(try blocks("lua", of: "life-of-an-event").first)
    let trace = try #require(try blocks("text", of: "life-of-an-event").first)
    let folder = try Folder()
    try folder.file("trace.lua", script)

    let outcome = try Program.run(
      ["--ui", "headless", "--trace", "trace.lua"], input: "wait 0.25\ntap ok\n", in: folder)

    #expect(outcome.errors == trace)
    #expect(outcome.output == "pressed\n")
  }

  /// The pieces of the tutorial form one script.
  @Test func theTutorialRuns() throws {
    let outcome = try Program.run(
      script: try blocks("lua", of: "writing-scripts").joined(),
      events: "tap start\nwait 300\ntap label\npress hint 0.6\ntap start\nwait 1\ntap stop\n",
      options: ["--screen"], arguments: ["4"])

    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.outputLines.contains("kitchen\tstop\ttouchUpInside"))
    #expect(outcome.output.contains(try #require(try blocks("text", of: "writing-scripts").last)))
    #expect(outcome.outputLines.contains("This is said one time"))
    #expect(outcome.output.contains("Stopped"))
  }

  @Test func theTutorialsTeaGetsReady() throws {
    let outcome = try Program.run(
      script: try blocks("lua", of: "writing-scripts").joined(),
      events: "tap start\nwait 180.2\n", options: ["--screen"])

    #expect(outcome.output.contains("Cups so far: 1"))
  }

  /// Examples in Swift are compiled and run by the embedding client; here they are only compared.
  @Test func theExamplesInSwiftAreThoseOfTheClient() throws {
    let sources = Program.root.appending(path: "Tests/EmbeddingClient/Sources/EmbeddingClient")
    let code = try FileManager.default.contentsOfDirectory(
      at: sources, includingPropertiesForKeys: nil
    ).map { unindented(String(decoding: try Data(contentsOf: $0), as: UTF8.self)) }.joined()

    let examples = try blocks("swift", of: "embedding")

    #expect(examples.count > 4)
    for example in examples {
      for part in example.components(separatedBy: "\n\n") {
        #expect(code.contains(unindented(part)), "not in the client: \(part)")
      }
    }
  }

  private func unindented(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }

  /// The grammar in the article is that of the reader.
  @Test func everyCommandOfAnEventScriptIsInTheArticle() throws {
    let url = Program.root.appending(path: "Sources/HandlerHost/HandlerHost.docc/headless-runs.md")
    let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    let folder = try Folder()
    try folder.file("app.lua", "")
    let outcome = try Program.run(["--events", "-", "app.lua"], input: "nonsense\n", in: folder)

    let known = try #require(outcome.errors.components(separatedBy: "expected one of ").last)
    let names = known.split(whereSeparator: { !$0.isLetter }).map(String.init)

    #expect(names.count == 14)
    for name in names { #expect(text.contains("\n| `\(name) ")) }
  }
}
