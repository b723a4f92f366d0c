/// Finds what a person may have meant by a misspelt name.
enum Suggestion {
  /// The name nearest to a misspelt one, or `nil` when none is near: at most a third of its letters
  /// may differ. Letter case counts little.
  static func nearest(to name: String, among candidates: [String]) -> String? {
    let wanted = Array(name.lowercased())
    guard !wanted.isEmpty else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let distance = distance(wanted, Array(candidate.lowercased()))
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    guard let best, best.distance <= max(1, wanted.count / 3) else { return nil }
    return best.name
  }

  /// The optimal string alignment distance: insertions, deletions, substitutions, swaps.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var rows = [Array(0...right.count)]
    for (i, a) in left.enumerated() {
      var row = [i + 1]
      for (j, b) in right.enumerated() {
        var cost = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a == b ? 0 : 1))
        if i > 0, j > 0, a == right[j - 1], left[i - 1] == b {
          cost = min(cost, rows[i - 1][j - 1] + 1)
        }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }
}
