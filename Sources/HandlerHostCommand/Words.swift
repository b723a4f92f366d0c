/// Arguments as text that keeps every byte.
///
/// An argument is bytes, and a file's name need not be text. What is no UTF-8 in it becomes scalars of
/// their own, of a private plane, so that arguments can be read as text, and files opened by exactly
/// the name that was given.
nonisolated enum Words {
  /// The scalar for the byte 0x80; the others follow. Nobody else's text uses these.
  private static let first: UInt32 = 0x10_FE80

  /// The text for bytes.
  static func text(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self),
      !text.unicodeScalars.contains(where: isByte)
    {
      return text
    }
    var text = String.UnicodeScalarView()
    var rest = bytes[...]
    while let byte = rest.first {
      if let (scalar, length) = scalar(at: rest), !isByte(scalar) {
        text.append(scalar)
        rest = rest.dropFirst(length)
      } else {
        // A byte below 0x80 is always a scalar by itself.
        text.append(Unicode.Scalar(first + UInt32(byte & 0x7F)) ?? "\u{FFFD}")
        rest = rest.dropFirst()
      }
    }
    return String(text)
  }

  /// The bytes of a text: what ``text(_:)`` got.
  static func bytes(_ text: String) -> [UInt8] {
    // What nearly every text lacks: the first byte of scalars of the last plane.
    if !text.utf8.contains(0xF4) { return Array(text.utf8) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if isByte(scalar) {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value - first) | 0x80)
      } else {
        bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
    return bytes
  }

  private static func isByte(_ scalar: Unicode.Scalar) -> Bool {
    (first..<first + 0x80).contains(scalar.value)
  }

  /// The scalar that bytes begin with, and how many of them it takes.
  private static func scalar(at bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
    for length in 1...4 where length <= bytes.count {
      let part = bytes.prefix(length)
      if let text = String(validating: part, as: UTF8.self), let scalar = text.unicodeScalars.first
      {
        return (scalar, length)
      }
    }
    return nil
  }
}
