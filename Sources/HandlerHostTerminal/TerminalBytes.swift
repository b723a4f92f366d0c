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

  static let noStyle = "\u{1B}[m"
  static let faint = "\u{1B}[2m"
  static let notFaint = "\u{1B}[22m"
}
