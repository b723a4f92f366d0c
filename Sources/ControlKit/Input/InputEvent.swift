// Data path: [InputEvent] → Window → HitTesting → arena | tracking → dispatcher → storage → Lua.

/// What a platform reports, in the screen's points. Front-ends and event scripts make these.
public struct InputEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// A finger or the pressed pointer moved on.
    case touch(id: Int, phase: Touch.Phase, location: Point, kind: Touch.Kind)
    /// The wheel turned over a place: by how many points the content moves on, to the right and
    /// downward positive.
    case scroll(location: Point, delta: Point)
    /// The pointer moved without being pressed; `nil` when it left the screen.
    case hover(location: Point?)
    /// A key went down.
    case keyDown(KeyPress)
    /// A key came up.
    case keyUp(KeyPress)
    /// The screen changed its size.
    case resize(Size)
    /// Light or dark text is wanted now.
    case userInterfaceStyle(UserInterfaceStyle)
  }

  /// What happened.
  public var kind: Kind
  /// When, in seconds of the application's clock.
  public var timestamp: Double

  /// Creates an input event.
  public init(_ kind: Kind, at timestamp: Double) {
    self.kind = kind
    self.timestamp = timestamp
  }
}

/// A key with its modifiers.
public struct KeyPress: Hashable, Sendable {
  /// A key that is held together with another.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The mask.
    public let rawValue: UInt8
    /// Creates a set from a mask.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }
    /// Shift.
    public static let shift = Modifiers(rawValue: 1)
    /// Control.
    public static let control = Modifiers(rawValue: 2)
    /// Alt or Option.
    public static let alternate = Modifiers(rawValue: 4)
  }

  /// The keys that are no text.
  public enum Named: String, Hashable, Sendable, CaseIterable {
    /// Tab.
    case tab
    /// Return or Enter.
    case `return`
    /// The space bar.
    case space
    /// Escape.
    case escape
    /// Backspace.
    case backspace
    /// Forward delete.
    case delete
    /// Arrow up.
    case up
    /// Arrow down.
    case down
    /// Arrow left.
    case left
    /// Arrow right.
    case right
    /// Home.
    case home
    /// End.
    case end
    /// Page up.
    case pageUp
    /// Page down.
    case pageDown
  }

  /// A named key or a piece of text.
  public enum Key: Hashable, Sendable {
    /// A key that is no text.
    case named(Named)
    /// Text: one character or, from an input method, more.
    case text(String)
  }

  /// The key.
  public var key: Key
  /// What is held with it.
  public var modifiers: Modifiers

  /// Creates a key press.
  public init(_ key: Key, modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// Reads a name such as `tab`, `shift-tab`, `ctrl-c` or `a`.
  ///
  /// Key names are those of ``Named``, in any case; a single character is that character. The
  /// modifiers are `shift-`, `ctrl-` and `alt-`.
  public init?(name: String) {
    var rest = Substring(name)
    var modifiers: Modifiers = []
    let prefixes: [(String, Modifiers)] = [
      ("shift-", .shift), ("ctrl-", .control), ("control-", .control), ("alt-", .alternate),
    ]
    while let (prefix, modifier) = prefixes.first(where: { prefix, _ in
      rest.lowercased().hasPrefix(prefix) && rest.count > prefix.count
    }) {
      rest = rest.dropFirst(prefix.count)
      modifiers.insert(modifier)
    }
    if let named = Named.allCases.first(where: { $0.rawValue.lowercased() == rest.lowercased() }) {
      self.init(.named(named), modifiers: modifiers)
    } else if rest.count == 1 {
      self.init(.text(String(rest)), modifiers: modifiers)
    } else {
      return nil
    }
  }

  /// The name that ``init(name:)`` reads back.
  public var name: String {
    var text = ""
    if modifiers.contains(.control) { text += "ctrl-" }
    if modifiers.contains(.alternate) { text += "alt-" }
    if modifiers.contains(.shift) { text += "shift-" }
    switch key {
    case .named(let named): return text + named.rawValue
    case .text(let characters): return text + characters
    }
  }
}
