package import ControlKit
package import TextScreen

/// How many colours a terminal shows.
package enum ColorMode: Hashable, Sendable {
  /// 24 bits.
  case trueColor
  /// The palette of 256.
  case indexed
  /// None: bold, underlined, reversed and faint alone.
  case plain

  /// Reads it from the environment: `NO_COLOR`, `COLORTERM` and `TERM`.
  package nonisolated static func detect(_ environment: (String) -> String?) -> ColorMode {
    if let wish = environment("NO_COLOR"), !wish.isEmpty { return .plain }
    let terminal = environment("TERM") ?? ""
    if terminal.isEmpty || terminal == "dumb" || terminal.hasPrefix("vt") { return .plain }
    switch environment("COLORTERM") {
    case "truecolor", "24bit": return .trueColor
    default: return terminal.hasSuffix("-direct") ? .trueColor : .indexed
    }
  }

  /// Whether the terminal's ground is light or dark, as some tell in `COLORFGBG`: numbers of the
  /// palette of 16 for text and ground, such as `0;15`, with perhaps another one between them.
  ///
  /// - Returns: `nil` when it does not tell.
  package nonisolated static func detectStyle(
    _ environment: (String) -> String?
  ) -> UserInterfaceStyle? {
    guard let text = environment("COLORFGBG") else { return nil }
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    guard parts.count >= 2, let ground = parts.last.flatMap({ UInt8($0) }), ground < 16 else {
      return nil
    }
    // White and the bright colours, but for bright black.
    return ground == 7 || ground > 8 ? .light : .dark
  }

  /// The colour of the 256 that is nearest.
  package nonisolated static func index(of color: RGB) -> Int {
    let parts = [color.red, color.green, color.blue].map(Int.init)
    let steps = parts.map { $0 < 48 ? 0 : $0 < 115 ? 1 : ($0 - 35) / 40 }
    let cube = steps.map { $0 == 0 ? 0 : 55 + $0 * 40 }
    let average = parts.reduce(0, +) / 3
    let grayStep = min(23, max(0, (average - 3) / 10))
    let gray = 8 + grayStep * 10
    func distance(_ other: [Int]) -> Int {
      zip(parts, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    return distance([gray, gray, gray]) < distance(cube)
      ? 232 + grayStep : 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
  }
}
