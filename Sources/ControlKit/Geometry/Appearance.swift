/// A colour, either sRGB or a name that each front-end's theme resolves.
public struct Color: Hashable, Sendable {
  /// How the colour is given.
  public enum Kind: Hashable, Sendable {
    /// Red, green and blue, each 0…255.
    case rgb(red: UInt8, green: UInt8, blue: UInt8)
    /// A role in the theme, one of ``semanticNames``.
    case semantic(String)
  }

  /// The value.
  public var kind: Kind

  /// The names a theme knows.
  public static let semanticNames = [
    "label", "secondaryLabel", "background", "secondaryBackground", "separator", "tint", "red",
    "orange", "yellow", "green", "blue", "purple", "gray",
  ]

  /// Creates an sRGB colour from components of 0…255.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.init(kind: .rgb(red: red, green: green, blue: blue))
  }

  /// Creates a colour from `#rrggbb` or a semantic name; `nil` when the text is neither.
  public init?(_ text: String) {
    if Color.semanticNames.contains(text) {
      self.init(kind: .semantic(text))
      return
    }
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6,
      digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    self.init(
      red: UInt8(value >> 16 & 0xFF), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
  }

  private init(kind: Kind) {
    self.kind = kind
  }

  /// The text that ``init(_:)`` reads back.
  public var text: String {
    switch kind {
    case .semantic(let name): name
    case .rgb(let red, let green, let blue):
      "#"
        + [red, green, blue].map { byte in
          let digits = String(byte, radix: 16)
          return digits.count < 2 ? "0" + digits : digits
        }.joined()
    }
  }
}

/// How text looks. A front-end uses what it can: a terminal knows weight alone.
public struct Font: Hashable, Sendable {
  /// The stroke weight.
  public enum Weight: String, Hashable, Sendable, CaseIterable {
    /// Normal text.
    case regular
    /// Between regular and bold.
    case semibold
    /// Strong text.
    case bold
  }

  /// The nominal height, in points.
  public var size: Double
  /// The stroke weight.
  public var weight: Weight
  /// Whether all characters are equally wide.
  public var isMonospaced: Bool

  /// The font of labels and buttons: 14 points, regular.
  public static let body = Font(size: 14)

  /// Creates a font.
  public init(size: Double, weight: Weight = .regular, isMonospaced: Bool = false) {
    self.size = size
    self.weight = weight
    self.isMonospaced = isMonospaced
  }
}

/// Where text sits in its box.
public enum TextAlignment: String, Hashable, Sendable, CaseIterable {
  /// At the left edge.
  case left
  /// In the middle.
  case center
  /// At the right edge.
  case right
}

/// A picture: a file or a symbol name, which front-ends load or replace by a glyph.
///
/// ControlKit never opens the file: a front-end that cannot show it uses ``accessibilityLabel``.
public struct Image: Hashable, Sendable {
  /// A symbol name such as `check`, or a file path when it contains a `/` or a dot.
  public var name: String
  /// What the picture says to someone who cannot see it.
  public var accessibilityLabel: String

  /// Creates an image; without a label, the name without folder and extension is used.
  public init(_ name: String, accessibilityLabel: String? = nil) {
    self.name = name
    let file = name.split(separator: "/").last.map(String.init) ?? name
    let stem = file.split(separator: ".").first.map(String.init) ?? file
    self.accessibilityLabel = accessibilityLabel ?? stem
  }

  /// Whether ``name`` is a path rather than a symbol.
  public var isFile: Bool { name.contains("/") || name.contains(".") }
}
