/// Finds what a person may have meant by a misspelt name.
package enum Suggestion {
  /// The name nearest to a misspelt one, or `nil` when none is near: at most a third of its letters
  /// may differ. Letter case counts nothing.
  package static func nearest(to name: String, among candidates: [String]) -> String? {
    near(to: name, among: candidates, limit: 1, edits: max(1, name.count / 3)).first
  }

  /// The names most like a misspelt one, best first; none that is quite different.
  ///
  /// - Parameters:
  ///   - name: What was written.
  ///   - candidates: What there is.
  ///   - limit: How many to give at most.
  ///   - edits: How many letters may differ; by default, half of them.
  /// - Returns: The names, without duplicates.
  package static func near(
    to name: String, among candidates: [String], limit: Int, edits: Int? = nil
  ) -> [String] {
    // Long names are compared by their beginning: the work grows with the square.
    let wrong = Array(name.lowercased().prefix(64))
    guard !wrong.isEmpty else { return [] }
    let most = edits ?? max(2, wrong.count / 2)
    var found: [(distance: Int, name: String)] = []
    for candidate in Set(candidates) {
      let other = Array(candidate.lowercased().prefix(64))
      let distance = distance(wrong, other)
      if distance <= most, distance < max(wrong.count, other.count) {
        found.append((distance, candidate))
      }
    }
    found.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
    return found.prefix(limit).map(\.name)
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
