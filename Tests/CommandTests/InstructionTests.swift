import Foundation
import TestSupport
import Testing

/// What the paths of events and properties cost, in instructions: a busy machine does not change
/// that, so a path that has become longer shows.
struct InstructionTests {
  /// The optimized benchmarks: `HANDLERHOST_BENCHMARKS`, or what scripts/build has made.
  static let benchmarks =
    ProcessInfo.processInfo.environment["HANDLERHOST_BENCHMARKS"]
    ?? Program.root.appending(path: ".build/release/HandlerHostBenchmarks")
    .path(percentEncoded: false)

  /// Whether there is something to measure. Who names it wants it measured.
  static var isBuilt: Bool {
    ProcessInfo.processInfo.environment["HANDLERHOST_BENCHMARKS"] != nil
      || FileManager.default.isExecutableFile(atPath: benchmarks)
  }

  static let record = Program.root.appending(path: "Tests/InstructionTests/counts.json")
    .path(percentEncoded: false)

  private func count(against record: String, _ names: [String]) throws -> Outcome {
    let streams = try Folder()
    let status = try Spawn.run(
      [Self.benchmarks, "--instructions", record] + names, input: streams.file("in", ""),
      output: streams.file("out", ""), errors: streams.file("err", ""), in: streams.path)
    return Outcome(
      status: status, output: try streams.text(of: "out"), errors: try streams.text(of: "err"))
  }

  @Test(
    "no path takes over 5 % more instructions than recorded",
    .enabled(if: isBuilt, "needs the optimized benchmarks: scripts/build HandlerHostBenchmarks"))
  func counts() throws {
    let outcome = try count(against: Self.record, [])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test(
    "a path that grew is named, with both counts and what else has changed",
    .enabled(if: isBuilt, "needs the optimized benchmarks: scripts/build HandlerHostBenchmarks"))
  func growth() throws {
    let folder = try Folder()
    let record = try folder.file(
      "counts.json", #"{ "counts": { "closure-1": 10 }, "environment": { "lua": "5.0.0" } }"#)
    let outcome = try count(against: record, ["closure-1"])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("closure-1 grew by "))
    #expect(outcome.output.contains(" %: from 10.0 to "))
    #expect(outcome.output.contains("the recorded counts are for another lua: 5.0.0, here "))
    #expect(outcome.output.contains("scripts/bench --instructions --record writes them anew"))
  }
}
