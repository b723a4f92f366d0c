internal import ControlKit

/// Turns libtickit's key names, such as `C-Left`, into key presses.
nonisolated enum KeyNames {
  static func press(named name: String) -> KeyPress? {
    var rest = Substring(name)
    var modifiers: KeyPress.Modifiers = []
    while rest.count > 2, rest.dropFirst().first == "-", let modifier = modifier(rest.first) {
      modifiers.insert(modifier)
      rest = rest.dropFirst(2)
    }
    // What old terminals send for Backspace and Return.
    if modifiers == .control, rest == "h" { return KeyPress(.named(.backspace)) }
    if modifiers == .control, rest == "j" { return KeyPress(.named(.return)) }
    if let named = named[String(rest)] { return KeyPress(.named(named), modifiers: modifiers) }
    return rest.count == 1 ? KeyPress(.text(String(rest)), modifiers: modifiers) : nil
  }

  static func press(text: String) -> KeyPress {
    KeyPress(text == " " ? .named(.space) : .text(text))
  }

  private static func modifier(_ letter: Character?) -> KeyPress.Modifiers? {
    switch letter {
    case "S": .shift
    case "C": .control
    case "M": .alternate
    default: nil
    }
  }

  private static let named: [String: KeyPress.Named] = [
    "Tab": .tab, "Enter": .return, "KPEnter": .return, "Space": .space, " ": .space,
    "Escape": .escape, "Backspace": .backspace, "DEL": .backspace, "Delete": .delete, "Up": .up,
    "Down": .down, "Left": .left, "Right": .right, "Home": .home, "End": .end,
    "PageUp": .pageUp, "PageDown": .pageDown,
  ]
}
