/// A key that does something wherever it is pressed below the responder that has the command.
///
/// A command is found from the first responder up, before the responders see the key; but text
/// being edited comes first for the keys it uses, unless the command has priority.
public final class KeyCommand {
  /// The key.
  public let input: KeyPress.Key
  /// What is held with it, exactly.
  public let modifierFlags: KeyPress.Modifiers
  /// What a menu or a help page shows for it.
  public var title: String
  /// Whether it comes before text being edited, too.
  public var wantsPriorityOverSystemBehavior = false

  enum Work {
    case action(String)
    case handler(() throws -> Void)
  }

  let work: Work

  init(_ press: KeyPress, title: String, work: Work) {
    input = press.key
    modifierFlags = press.modifiers
    self.title = title
    self.work = work
  }

  /// Creates a command that runs an action by name, of the first responder that has it from the
  /// one with the focus up.
  public convenience init(
    input: KeyPress.Key, modifierFlags: KeyPress.Modifiers = [], title: String = "", action: String
  ) {
    self.init(KeyPress(input, modifiers: modifierFlags), title: title, work: .action(action))
  }

  /// Creates a command that runs a closure. An error it throws is reported.
  public convenience init(
    input: KeyPress.Key, modifierFlags: KeyPress.Modifiers = [], title: String = "",
    handler: @escaping () throws -> Void
  ) {
    self.init(KeyPress(input, modifiers: modifierFlags), title: title, work: .handler(handler))
  }

  /// The key by the name that ``KeyPress/init(name:)`` reads.
  public var keyName: String { KeyPress(input, modifiers: modifierFlags).name }

  func matches(_ press: KeyPress) -> Bool {
    input == press.key && modifierFlags == press.modifiers
  }
}

@available(*, unavailable)
extension KeyCommand: Sendable {}
