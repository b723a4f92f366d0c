/// Finds what somebody may have meant.
enum NearestName {
  /// The names most like a wrong one, best first; none that are quite different.
  static func find(_ name: String, in candidates: [String], limit: Int) -> [String] {
    let wrong = Array(name.lowercased().prefix(64))
    let most = max(2, wrong.count / 2)
    var near: [(distance: Int, name: String)] = []
    for candidate in Set(candidates) {
      let distance = edits(wrong, Array(candidate.lowercased().prefix(64)))
      if distance <= most, distance < max(wrong.count, candidate.count) {
        near.append((distance, candidate))
      }
    }
    near.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
    return near.prefix(limit).map(\.name)
  }

  /// How many characters must be changed, added or removed to turn one into the other.
  private static func edits(_ left: [Character], _ right: [Character]) -> Int {
    var row = Array(0...right.count)
    for (i, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in right.enumerated() {
        let change = diagonal + (character == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, diagonal + 1, row[j] + 1)
      }
    }
    return row[right.count]
  }
}
