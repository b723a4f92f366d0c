import Foundation
import HandlerHost
import TestSupport
import Testing

/// Random scripts: whatever a script does with the module `ui`, the host program goes on.
///
/// `scripts/fuzz --scripts` sets the seed, how long to go on, and a folder: the program that runs is
/// written there first, so that one that ends the process is known, too.
@Suite(
  .serialized,
  .disabled(
    if: isThreadSanitized,
    "it takes hours under the thread sanitizer, and nothing in it runs on two threads"))
struct ScriptFuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seconds =
    environment["HANDLERHOST_FUZZ_SECONDS"].flatMap { Double($0) } ?? 0
  private static let firstSeed =
    environment["HANDLERHOST_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
  private static let folder = environment["HANDLERHOST_FUZZ_FOLDER"]
  /// How many programs run when no time is given.
  private static let usualCount = 12

  @Test(
    "Scripts: a random one never crashes or hangs, is refused with reasons, and leaves nothing",
    arguments: [false, true])
  func randomPrograms(failsAllocations: Bool) throws {
    if let path = Self.environment["HANDLERHOST_FUZZ_PROGRAM"] { return try replay(path) }
    let clock = ContinuousClock()
    let end = clock.now + .seconds(Self.seconds / 2)
    var seed = Self.firstSeed
    var count = 0
    var total = (done: 0, tries: 0)
    while count < Self.usualCount || clock.now < end {
      var generator = ScriptGenerator(seed: seed, failsAllocations: failsAllocations)
      let program = generator.program(lines: 40)
      try note(program, seed, as: failsAllocations ? "program-faults" : "program")
      let result = ScriptFuzzer.run(program, ScriptFuzzSetup(seed: seed))
      let problems = result.problems
      total.done += result.done
      total.tries += result.tries
      if !problems.isEmpty {
        let short = shrunk(program, seed)
        let path = try note(short, seed, as: "finding-\(seed)")
        Issue.record(
          """
          seed \(seed): \(problems)
          \(path.map { "replay by HANDLERHOST_FUZZ_PROGRAM=\($0)" } ?? "")
          \(short.joined(separator: "\n"))
          """)
        return
      }
      seed &+= 1
      count += 1
    }
    #expect(3 * total.done > total.tries, "the programs do little: \(total)")
    if Self.seconds > 0 { print("\(count) programs from seed \(Self.firstSeed): \(total)") }
  }

  /// Runs a program that an earlier run wrote.
  private func replay(_ path: String) throws {
    var lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .map(String.init)
    let seed = try #require(lines.first?.split(separator: " ").last.flatMap { UInt64($0) })
    lines.removeFirst()
    #expect(ScriptFuzzer.problems(of: lines, ScriptFuzzSetup(seed: seed)) == [])
  }

  /// Writes a program where it is found again; the first line names the seed.
  @discardableResult
  private func note(
    _ program: [String], _ seed: UInt64, as name: String
  ) throws -> String? {
    guard let folder = Self.folder else { return nil }
    let path = "\(folder)/\(name).lua"
    let text = (["-- seed \(seed)"] + program).joined(separator: "\n") + "\n"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  /// Leaves out what the problem does not need: halves, then quarters, down to single lines.
  private func shrunk(_ program: [String], _ seed: UInt64) -> [String] {
    var best = program
    var size = best.count / 2
    while size > 0 {
      var start = 0
      while start < best.count {
        var candidate = best
        candidate.removeSubrange(start..<min(start + size, best.count))
        if ScriptFuzzer.problems(of: candidate, ScriptFuzzSetup(seed: seed)).isEmpty {
          start += size
        } else {
          best = candidate
        }
      }
      size /= 2
    }
    return best
  }
}
