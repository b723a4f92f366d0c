internal import Glibc

// Costs of handlerhost's paths, as ratios to plain C measured in the same rounds.
//
// Rounds are interleaved and the median of the round-by-round ratios is shown, since a machine's
// speed drifts. The name `waiters` measures very many handlers that wait, and `growth` how costs grow
// with handlers, controls and depth.

/// What the benchmarks were asked to do.
struct Options {
  var isQuick = false
  var json: String?
  var earlier: [Measurement]?
  var names: [String] = []
  /// The file with the recorded counts of instructions: these are counted then, and no times taken.
  var record: String?
  /// Whether to write that file anew.
  var isRecording = false
  /// Whether this is the run under callgrind.
  var isCounted = false

  init(_ arguments: some Sequence<String>) throws {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": isQuick = true
      case "--record": isRecording = true
      case "--count": isCounted = true
      case "--json", "--compare", "--instructions":
        guard let path = rest.popFirst() else { throw Misuse("\(argument) needs a file") }
        switch argument {
        case "--json": json = path
        case "--compare": earlier = try Measurement.read(path)
        default: record = path
        }
      case _ where argument.hasPrefix("-"): throw Misuse("unknown option \(argument)")
      default: names.append(argument)
      }
    }
  }

  struct Misuse: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
      self.description = description
    }
  }
}

func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
}

func padded(_ text: String, _ width: Int, right: Bool = false) -> String {
  let space = String(repeating: " ", count: max(0, width - text.count))
  return right ? space + text : text + space
}

func decimals(_ value: Double, _ digits: Int) -> String {
  guard value.isFinite else { return "–" }
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let whole = Int((value * scale).rounded())
  let text = String(whole)
  guard digits > 0 else { return text }
  let filled = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
  return filled.dropLast(digits) + "." + filled.suffix(digits)
}

let options: Options
do {
  options = try Options(CommandLine.arguments.dropFirst())
} catch {
  print("bench: \(error)")
  exit(64)
}
// Tables of their own: only when asked for.
if options.names.contains("waiters") { try measureWaiters() }
if options.names.contains("growth") { try measureGrowth() }
let workloads = try makeWorkloads().filter {
  options.names.isEmpty || options.names.contains($0.name)
}
if options.isCounted {
  runCounted(workloads)
  exit(0)
}
if let record = options.record {
  do {
    exit(try countInstructions(workloads, record, isRecording: options.isRecording) ? 0 : 1)
  } catch {
    print("bench: \(error)")
    exit(69)
  }
}
let rounds = options.isQuick ? 3 : 15
var ratios: [String: [Double]] = [:]
var nanoseconds: [String: [Double]] = [:]
for _ in 0..<rounds {
  for workload in workloads {
    let count = options.isQuick ? max(1, workload.count / 4) : workload.count
    let reference = workload.runReference(count)
    let own = workload.run(count)
    ratios[workload.name, default: []].append(own / reference)
    nanoseconds[workload.name, default: []].append(own / Double(count) * 1e9)
  }
}

let measurements = workloads.map {
  Measurement($0, ratios: ratios[$0.name] ?? [], nanoseconds: nanoseconds[$0.name] ?? [])
}
printTable(measurements, comparedWith: options.earlier)
if let json = options.json { try Measurement.write(measurements, to: json) }
