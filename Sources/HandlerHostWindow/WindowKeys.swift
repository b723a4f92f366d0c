#if GTK
  internal import CGTK
  internal import ControlKit

  /// Turns GDK's keys into key presses, with the names that the terminal's have.
  enum WindowKeys {
    /// The press of a key; `nil` for modifiers and keys without a name.
    ///
    /// Text has Shift in itself: `A`, not shift-a. With Control or Alt it is told apart.
    static func press(_ value: UInt32, _ state: UInt32) -> KeyPress? {
      var modifiers: KeyPress.Modifiers = []
      if state & GDK_SHIFT_MASK.rawValue != 0 { modifiers.insert(.shift) }
      if state & GDK_CONTROL_MASK.rawValue != 0 { modifiers.insert(.control) }
      if state & GDK_ALT_MASK.rawValue != 0 { modifiers.insert(.alternate) }
      if value == UInt32(GDK_KEY_ISO_Left_Tab) {
        return KeyPress(.named(.tab), modifiers: modifiers.union(.shift))
      }
      if let named = named[value] { return KeyPress(.named(named), modifiers: modifiers) }
      let isCommand = !modifiers.isDisjoint(with: [.control, .alternate])
      let shown = isCommand ? gdk_keyval_to_lower(value) : value
      guard let scalar = Unicode.Scalar(gdk_keyval_to_unicode(shown)), scalar.value >= 0x20,
        scalar.value != 0x7F
      else { return nil }
      if !isCommand { modifiers = [] }
      return press(text: String(Character(scalar)), modifiers)
    }

    /// The press of text, as from an input method.
    static func press(text: String, _ modifiers: KeyPress.Modifiers = []) -> KeyPress {
      KeyPress(text == " " ? .named(.space) : .text(text), modifiers: modifiers)
    }

    private static let named: [UInt32: KeyPress.Named] = {
      let keys: [(Int32, KeyPress.Named)] = [
        (GDK_KEY_Tab, .tab), (GDK_KEY_Return, .return), (GDK_KEY_KP_Enter, .return),
        (GDK_KEY_space, .space), (GDK_KEY_KP_Space, .space), (GDK_KEY_Escape, .escape),
        (GDK_KEY_BackSpace, .backspace), (GDK_KEY_Delete, .delete), (GDK_KEY_KP_Delete, .delete),
        (GDK_KEY_Up, .up), (GDK_KEY_KP_Up, .up), (GDK_KEY_Down, .down), (GDK_KEY_KP_Down, .down),
        (GDK_KEY_Left, .left), (GDK_KEY_KP_Left, .left), (GDK_KEY_Right, .right),
        (GDK_KEY_KP_Right, .right), (GDK_KEY_Home, .home), (GDK_KEY_KP_Home, .home),
        (GDK_KEY_End, .end), (GDK_KEY_KP_End, .end), (GDK_KEY_Page_Up, .pageUp),
        (GDK_KEY_KP_Page_Up, .pageUp), (GDK_KEY_Page_Down, .pageDown),
        (GDK_KEY_KP_Page_Down, .pageDown),
      ]
      return Dictionary(keys.map { (UInt32($0), $1) }, uniquingKeysWith: { first, _ in first })
    }()
  }
#endif
