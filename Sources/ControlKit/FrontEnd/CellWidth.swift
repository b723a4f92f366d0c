/// How many character cells text takes in a terminal.
///
/// East Asian wide characters and emoji take two cells, combining marks none. The ranges follow
/// Unicode's East Asian Width property (W and F) and emoji presentation; a grapheme is as wide as
/// its widest scalar, and an emoji variation selector makes it two cells.
package enum CellWidth {
  /// The width of a whole text, without line breaks.
  package static func of(_ text: String) -> Int {
    var isPlain = true
    for byte in text.utf8 where byte < 0x20 || byte >= 0x7F {
      isPlain = false
      break
    }
    if isPlain { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// The width of one grapheme: 0, 1 or 2.
  package static func of(_ character: Character) -> Int {
    var width = 0
    for scalar in character.unicodeScalars {
      if scalar.value == 0xFE0F { return 2 }
      width = max(width, of(scalar))
    }
    return width
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) { return 0 }
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 2 }
    return isWide(scalar.value) ? 2 : 1
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0,
    0x23F3...0x23F3, 0x25FD...0x25FE, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FE4,
    0x17000...0x18CFF, 0x18D00...0x18D08, 0x1AFF0...0x1B2FF, 0x1F200...0x1F320,
    0x1F900...0x1F9FF, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]

  private static func isWide(_ value: UInt32) -> Bool {
    var low = 0
    var high = wide.count - 1
    while low <= high {
      let middle = (low + high) / 2
      if value < wide[middle].lowerBound {
        high = middle - 1
      } else if value > wide[middle].upperBound {
        low = middle + 1
      } else {
        return true
      }
    }
    return false
  }
}

extension Image {
  /// What a text screen shows: a glyph for a known symbol, else the accessibility label.
  package var cellText: String {
    Image.glyphs[name] ?? accessibilityLabel
  }

  /// The symbols every text screen knows; each is one cell wide.
  package static let glyphs: [String: String] = [
    "check": "✓", "cross": "✗", "plus": "+", "minus": "−", "left": "◀", "right": "▶",
    "up": "▲", "down": "▼", "star": "★", "heart": "♥", "circle": "●", "square": "■",
    "info": "ℹ", "warning": "⚠", "play": "▶", "stop": "■", "reset": "↺", "menu": "☰",
  ]
}
