/// The control sequences that are sent as they are.
nonisolated enum TerminalBytes {
  /// To the alternate screen, which keeps the shell's.
  static let start = Array("\u{1B}[?1049h".utf8)

  /// Everything back to how a shell expects it: colours, mouse, margins, keypad, cursor, screen.
  static let restore = Array(
    ("\u{1B}[?2026l\u{1B}[m\u{1B}[?1002l\u{1B}[?1003l\u{1B}[?1006l\u{1B}[?69l\u{1B}>\u{1B}[?25h"
      + "\u{1B}[?1049l").utf8)

  /// Synchronized update: terminals that do not know it ignore it.
  static let beginFrame = "\u{1B}[?2026h"
  static let endFrame = "\u{1B}[?2026l"

  /// Input in which a wheel that tilts reads as one that turns with Shift, which means the same:
  /// libtermkey knows no wheel that tilts.
  static func withoutTiltedWheel(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var bytes = Array(bytes)
    let (start, left, right) = (Array("\u{1B}[<6".utf8), UInt8(ascii: "6"), UInt8(ascii: "7"))
    let length = start.count
    var index = 0
    while index + length + 1 < bytes.count {
      if bytes[index] == start[0], bytes[index..<index + length].elementsEqual(start),
        bytes[index + length + 1] == UInt8(ascii: ";"),
        bytes[index + length] == left || bytes[index + length] == right
      {
        bytes[index + length] += 2
        index += length
      }
      index += 1
    }
    return bytes
  }

  static let noStyle = "\u{1B}[m"
  static let faint = "\u{1B}[2m"
  static let notFaint = "\u{1B}[22m"
}
