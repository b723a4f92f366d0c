/// Finds, in the bytes of a terminal, the reports of a pointer that moves with no button down.
///
/// libtickit takes them for the release of a button that was not down, and drops them. So they are
/// looked for beside it; it still gets every byte.
struct MotionReports {
  /// The bytes of what may become a report.
  private var seen: [UInt8] = []

  private static let start = Array("\u{1B}[<".utf8)
  /// No report is longer.
  private static let mostBytes = 32

  /// Takes the next byte.
  ///
  /// - Returns: The cell, counted from 0, if the byte ends a report.
  mutating func take(_ byte: UInt8) -> (column: Int, row: Int)? {
    if byte == Self.start[0] { seen = [] }
    seen.append(byte)
    if seen.count <= Self.start.count {
      if byte != Self.start[seen.count - 1] { seen = [] }
      return nil
    }
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ";"):
      if seen.count > Self.mostBytes { seen = [] }
      return nil
    case UInt8(ascii: "M"):
      defer { seen = [] }
      return Self.cell(seen.dropFirst(Self.start.count).dropLast())
    default:
      seen = []
      return nil
    }
  }

  /// `BUTTONS;COLUMN;ROW`, the cell counted from 1.
  private static func cell(_ report: ArraySlice<UInt8>) -> (column: Int, row: Int)? {
    let numbers = report.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 3, let buttons = numbers[0], let column = numbers[1],
      let row = numbers[2], buttons & ~modifiers == moved | noButton, column > 0, row > 0
    else { return nil }
    return (column - 1, row - 1)
  }

  private static let noButton = 3
  private static let moved = 32
  /// Shift, Alt and Control.
  private static let modifiers = 4 | 8 | 16
}
