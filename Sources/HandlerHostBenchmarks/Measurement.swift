internal import Foundation

/// What the rounds of one workload came to.
struct Measurement: Codable {
  let name: String
  /// The median of the ratios to the reference, round by round.
  let ratio: Double
  /// Half the distance between the quartiles of the ratios, as a part of the ratio.
  let spread: Double
  /// The median time of one operation.
  let nanoseconds: Double
  /// What the ratio is against.
  let reference: String

  init(_ workload: Workload, ratios: [Double], nanoseconds: [Double]) {
    name = workload.name
    reference = workload.reference
    ratio = median(ratios)
    self.nanoseconds = median(nanoseconds)
    let sorted = ratios.sorted()
    let quarter = sorted.count / 4
    spread = sorted.isEmpty ? 0 : (sorted[sorted.count - 1 - quarter] - sorted[quarter]) / 2 / ratio
  }

  static func read(_ path: String) throws -> [Measurement] {
    try JSONDecoder().decode(
      [Measurement].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  static func write(_ measurements: [Measurement], to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    // What could not be measured is left out: JSON has no number for it.
    try encoder.encode(measurements.filter(\.ratio.isFinite)).write(to: URL(fileURLWithPath: path))
  }
}

/// The table for a person; with earlier figures beside the new ones.
func printTable(_ measurements: [Measurement], comparedWith earlier: [Measurement]?) {
  let columns = ["ns", "ratio", "± %"] + (earlier == nil ? [] : ["before", "change"])
  print(
    padded("work", 20) + columns.map { padded($0, 12, right: true) }.joined() + "  against")
  for measurement in measurements {
    var cells = [
      decimals(measurement.nanoseconds, 0), decimals(measurement.ratio, 2),
      decimals(100 * measurement.spread, 0),
    ]
    if let earlier {
      let before = earlier.first { $0.name == measurement.name }
      cells.append(before.map { decimals($0.ratio, 2) } ?? "–")
      cells.append(
        before.map { decimals(100 * (measurement.ratio / $0.ratio - 1), 0) + " %" } ?? "–")
    }
    print(
      padded(measurement.name, 20) + cells.map { padded($0, 12, right: true) }.joined()
        + "  " + measurement.reference)
  }
}
