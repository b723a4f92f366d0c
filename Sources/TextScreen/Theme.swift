package import ControlKit

/// The colours behind ``Color``'s semantic names, and those of the parts of controls.
package struct Theme: Hashable, Sendable {
  /// Text.
  package var label: RGB
  /// Text that matters less.
  package var secondaryLabel: RGB
  /// The screen.
  package var background: RGB
  /// Raised parts: cards and bars.
  package var secondaryBackground: RGB
  /// Parts of a card that are set off from it.
  package var raisedBackground: RGB
  /// Thin lines and borders.
  package var separator: RGB
  /// The accent.
  package var tint: RGB
  /// The body of a control, such as a button.
  package var fill: RGB
  /// Whether light text is on dark ground.
  package var isDark: Bool
  private var hues: [String: RGB]

  /// Light text on slate.
  package static let dark = Theme(
    label: RGB(0xE4E7ED), secondaryLabel: RGB(0x99A2B2), background: RGB(0x16181D),
    secondaryBackground: RGB(0x20242C), raisedBackground: RGB(0x2B313C), separator: RGB(0x4B5363),
    tint: RGB(0x66A7FF),
    fill: RGB(0x333A47), isDark: true,
    hues: [
      "red": RGB(0xFF6B6B), "orange": RGB(0xFFA94D), "yellow": RGB(0xF2CC60),
      "green": RGB(0x51CF8A), "blue": RGB(0x66A7FF), "purple": RGB(0xB796FF),
      "gray": RGB(0x8B94A5),
    ])

  /// Dark text on near white.
  package static let light = Theme(
    label: RGB(0x1D2026), secondaryLabel: RGB(0x667082), background: RGB(0xF2F3F6),
    secondaryBackground: RGB(0xFFFFFF), raisedBackground: RGB(0xECEEF3), separator: RGB(0xB4BBC7),
    tint: RGB(0x0B62D6),
    fill: RGB(0xDFE3EA), isDark: false,
    hues: [
      "red": RGB(0xD32F2F), "orange": RGB(0xC96A00), "yellow": RGB(0x9A7500),
      "green": RGB(0x1E8E4E), "blue": RGB(0x0B62D6), "purple": RGB(0x7B4DD6),
      "gray": RGB(0x7A8494),
    ])

  /// The colour to show for a background. In a card the second background is another one than the
  /// card's own, which is that of the screen.
  package func resolve(_ color: Color, isRaised: Bool) -> RGB {
    isRaised && color.kind == .semantic("secondaryBackground") ? raisedBackground : resolve(color)
  }

  /// The colour to show for one.
  package func resolve(_ color: Color) -> RGB {
    switch color.kind {
    case .rgb(let red, let green, let blue): RGB(red: red, green: green, blue: blue)
    case .semantic("secondaryLabel"): secondaryLabel
    case .semantic("background"): background
    case .semantic("secondaryBackground"): secondaryBackground
    case .semantic("separator"): separator
    case .semantic("tint"): tint
    case .semantic(let name): hues[name] ?? label
    }
  }

  /// Text that can be read on a colour: the theme's if that is far enough from it, else black or
  /// white.
  package func text(on background: RGB) -> RGB {
    legible(label, on: background)
  }

  /// A colour if it can be read on another, else black or white.
  package func legible(_ color: RGB, on background: RGB) -> RGB {
    if abs(color.brightness - background.brightness) >= 0.35 { return color }
    return background.brightness > 0.5 ? RGB(0x10131A) : RGB(0xFFFFFF)
  }

  /// The style of an empty screen.
  package var screenStyle: CellStyle { CellStyle(foreground: label, background: background) }
}
