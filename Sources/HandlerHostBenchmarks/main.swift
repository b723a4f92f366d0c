// Costs of handlerhost's paths, as ratios to plain C measured in the same rounds.
//
// Rounds are interleaved and the median of the round-by-round ratios is shown, since a machine's
// speed drifts. Options: --quick for fewer rounds, and names to run only those. The name `waiters`
// measures very many handlers that wait.

let arguments = CommandLine.arguments.dropFirst()
let isQuick = arguments.contains("--quick")
let names = arguments.filter { !$0.hasPrefix("--") }
let rounds = isQuick ? 5 : 15

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

if names.isEmpty || names.contains("waiters") { try measureWaiters() }

let workloads = try makeWorkloads().filter { names.isEmpty || names.contains($0.name) }
var ratios: [String: [Double]] = [:]
var nanoseconds: [String: [Double]] = [:]
for _ in 0..<rounds {
  for workload in workloads {
    let count = isQuick ? workload.count / 4 : workload.count
    let reference = workload.runReference(count)
    let own = workload.run(count)
    ratios[workload.name, default: []].append(own / reference)
    nanoseconds[workload.name, default: []].append(own / Double(count) * 1e9)
  }
}

print(padded("work", 20), padded("ns", 8, right: true), padded("ratio", 8, right: true), " against")
for workload in workloads {
  print(
    padded(workload.name, 20),
    padded(decimals(median(nanoseconds[workload.name] ?? []), 0), 8, right: true),
    padded(decimals(median(ratios[workload.name] ?? []), 2), 8, right: true),
    " \(workload.reference)")
}
