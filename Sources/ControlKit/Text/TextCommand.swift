/// A way to go through text.
package enum TextMovement {
  case left, right, wordLeft, wordRight
  case lineStart, lineEnd, textStart, textEnd
  case up, down, pageUp, pageDown
}

/// What a key does in text.
package enum TextCommand {
  case insert(String)
  case move(TextMovement, extends: Bool)
  case delete(TextMovement)
  case selectAll, cut, copy, paste
  case undo, redo

  /// The meaning of a key, or `nil` when text has no use for it.
  ///
  /// Control and Alt mean the same for arrows and the clipboard: terminals keep some of the
  /// combinations with Control to themselves.
  package init?(_ press: KeyPress, isMultiline: Bool) {
    let extends = press.modifiers.contains(.shift)
    let isModified = !press.modifiers.subtracting(.shift).isEmpty
    switch press.key {
    case .text(let text) where isModified: self.init(modified: text, press.modifiers)
    case .text(let text): self = .insert(text)
    case .named(let key):
      if let move = TextCommand.movement(key, isModified, isMultiline) {
        self = .move(move, extends: extends)
        return
      }
      switch key {
      case .space where !isModified: self = .insert(" ")
      case .return where isMultiline && !isModified: self = .insert("\n")
      case .backspace: self = .delete(isModified ? .wordLeft : .left)
      case .delete: self = .delete(isModified ? .wordRight : .right)
      default: return nil
      }
    }
  }

  private init?(modified text: String, _ modifiers: KeyPress.Modifiers) {
    switch text.lowercased() {
    case "a": self = .selectAll
    case "c": self = .copy
    case "x": self = .cut
    case "v": self = .paste
    case "z": self = modifiers.contains(.shift) || text == "Z" ? .redo : .undo
    case "y": self = .redo
    case "w" where modifiers == .control: self = .delete(.wordLeft)
    case "u" where modifiers == .control: self = .delete(.lineStart)
    case "k" where modifiers == .control: self = .delete(.lineEnd)
    default: return nil
    }
  }

  private static func movement(
    _ key: KeyPress.Named, _ isModified: Bool, _ isMultiline: Bool
  ) -> TextMovement? {
    switch key {
    case .left: isModified ? .wordLeft : .left
    case .right: isModified ? .wordRight : .right
    case .home: isModified ? .textStart : .lineStart
    case .end: isModified ? .textEnd : .lineEnd
    case .up where isMultiline && !isModified: .up
    case .down where isMultiline && !isModified: .down
    case .pageUp where isMultiline && !isModified: .pageUp
    case .pageDown where isMultiline && !isModified: .pageDown
    default: nil
    }
  }

  /// Whether it changes the text.
  package var isEdit: Bool {
    switch self {
    case .insert, .delete, .cut, .paste, .undo, .redo: true
    case .move, .selectAll, .copy: false
    }
  }
}
