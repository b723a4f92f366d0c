internal import CLuaBench
internal import Foundation

// Counts of instructions, which do not depend on how busy the machine is. This program runs itself
// under callgrind with `--count`; there it does each work between the two marks that callgrind is
// told of, and so gets one dump for each time.

/// How often the work of one counted workload runs: to warm up, N times, and 2 N times. Of the last
/// two the difference is taken, so that what one run costs besides its operations cancels out.
private let turns = [1, 1, 2]

/// Runs in callgrind: everything once, in the order of the workloads.
func runCounted(_ workloads: [Workload]) {
  for workload in workloads {
    for turn in turns {
      hh_bench_count_begin()
      _ = workload.run(turn * workload.counted)
      hh_bench_count_end()
    }
  }
}

/// Instructions for one operation of each workload, with what they depend on.
struct InstructionCounts: Codable {
  /// The processor, the compiler and Lua: with others the counts are others.
  var environment: [String: String]
  /// Instructions by the name of the workload.
  var counts: [String: Double]

  /// What no workload may exceed, as a part of its recorded count.
  static let tolerance = 0.05

  static func read(_ path: String) throws -> InstructionCounts {
    try JSONDecoder().decode(
      InstructionCounts.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(fileURLWithPath: path))
  }

  /// Counts by running this program under callgrind.
  init(counting workloads: [Workload]) throws {
    environment = try Self.currentEnvironment()
    counts = [:]
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Valgrind does not read today's debugging information; names of functions are enough.
    try runTool(["strip", "-g", "-o", folder.path + "/bench", CommandLine.arguments[0]])
    // Nothing that could move an address: the seeds of Lua's hashes depend on some.
    let callgrind = [
      "env", "-i", "-C", folder.path, "SWIFT_DETERMINISTIC_HASHING=1",
      "PATH=/usr/local/bin:/usr/bin:/bin", "setarch", "-R",
      "valgrind", "--tool=callgrind", "--callgrind-out-file=counts", "--quiet",
      "--zero-before=hh_bench_count_begin", "--dump-before=hh_bench_count_end",
    ]
    try runTool(callgrind + ["./bench", "--count"] + workloads.map(\.name))
    for (index, workload) in workloads.enumerated() {
      let once = try Self.total(folder, dump: index * turns.count + 2)
      let twice = try Self.total(folder, dump: index * turns.count + 3)
      let each = Double(twice - once) / Double(workload.counted)
      counts[workload.name] = (10 * each).rounded() / 10
    }
  }

  private static func total(_ folder: URL, dump: Int) throws -> Int {
    let text = try String(
      contentsOf: folder.appendingPathComponent("counts.\(dump)"), encoding: .utf8)
    guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix("totals:") }),
      let total = Int(line.dropFirst("totals:".count).trimmingCharacters(in: .whitespaces))
    else { throw Failure("callgrind's dump \(dump) has no total") }
    return total
  }

  private static func currentEnvironment() throws -> [String: String] {
    let swift = try runTool(["swift", "--version"]).split(separator: "\n").first ?? ""
    let version =
      swift.split(separator: " ").drop { $0 != "version" }.dropFirst().first ?? "unknown"
    let lua = try runTool(["pkg-config", "--modversion", "lua5.4"])
    return [
      "processor": try runTool(["uname", "-m"]), "swift": String(version), "lua": lua,
      // The distribution's number, if it has one: Lua itself says 5.4.
      "liblua": (try? runTool(["dpkg-query", "-W", "-f", "${Version}", "liblua5.4-0"]))
        ?? "unknown",
    ]
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
      self.description = description
    }
  }
}

/// Runs a program and returns its output without the last newline.
@discardableResult
private func runTool(_ arguments: [String]) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = arguments
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  let data = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw InstructionCounts.Failure(
      "\(arguments.joined(separator: " ")) ended with \(process.terminationStatus)")
  }
  return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
}

/// Counts, and compares with what is recorded or records it.
///
/// - Returns: Whether nothing grew beyond the tolerance.
func countInstructions(
  _ workloads: [Workload], _ path: String, isRecording: Bool
) throws -> Bool {
  let workloads = workloads.filter { $0.counted > 0 }
  let new = try InstructionCounts(counting: workloads)
  let recorded = try? InstructionCounts.read(path)
  printTable(new, workloads, recorded)
  if isRecording {
    var merged = new
    // Those that were not asked for stay, as long as they are of the same world.
    if let recorded, recorded.environment == new.environment, !options.names.isEmpty {
      merged.counts.merge(recorded.counts) { new, _ in new }
    }
    try merged.write(to: path)
    return true
  }
  guard let recorded else {
    throw InstructionCounts.Failure("no counts in \(path): scripts/bench --instructions --record")
  }
  let grown = new.grown(beyond: recorded)
  for line in grown { print(line) }
  if grown.isEmpty { return true }
  for (key, before) in recorded.environment.sorted(by: { $0.key < $1.key }) {
    let now = new.environment[key] ?? "unknown"
    if now != before { print("the recorded counts are for another \(key): \(before), here \(now)") }
  }
  print("if that is meant: scripts/bench --instructions --record writes them anew")
  return false
}

extension InstructionCounts {
  /// One line for each workload that grew beyond the tolerance.
  fileprivate func grown(beyond recorded: InstructionCounts) -> [String] {
    counts.sorted { $0.key < $1.key }.compactMap { name, count in
      guard let before = recorded.counts[name] else {
        return "\(name) has no recorded count; now it is \(decimals(count, 1)) instructions"
      }
      let change = count / before - 1
      guard change > Self.tolerance else { return nil }
      return "\(name) grew by \(decimals(100 * change, 1)) %: "
        + "from \(decimals(before, 1)) to \(decimals(count, 1)) instructions"
    }
  }
}

/// The table for a person.
private func printTable(
  _ new: InstructionCounts, _ workloads: [Workload], _ recorded: InstructionCounts?
) {
  let columns = ["each", "recorded", "change %"]
  print(padded("instructions", 20) + columns.map { padded($0, 12, right: true) }.joined())
  for workload in workloads {
    guard let count = new.counts[workload.name] else { continue }
    let before = recorded?.counts[workload.name]
    let cells = [
      decimals(count, 1), before.map { decimals($0, 1) } ?? "–",
      before.map { decimals(100 * (count / $0 - 1), 1) } ?? "–",
    ]
    print(padded(workload.name, 20) + cells.map { padded($0, 12, right: true) }.joined())
  }
}
