/// What is known of one handler that a script registered.
public struct HandlerReport: Hashable, Sendable, CustomStringConvertible {
  /// The object whose events it handles, such as `Button 'ok'`.
  public var object: String
  /// The object's class, as scripts know it.
  public var className: String
  /// The object's name, or `nil`.
  public var id: String?
  /// The events it runs for.
  public var events: [String]
  /// The name it was given, or a target's method.
  public var label: String?
  /// The file and line where it was registered.
  public var source: String?
  /// Whether it runs when its event comes.
  public var isEnabled: Bool
  /// How often it has run.
  public var timesFired: Int
  /// The message of its last error.
  public var lastError: String?
  /// How many of its runs wait.
  public var waiting: Int

  /// One line for a person.
  public var description: String {
    var text = "\(object): \(events.joined(separator: ", "))"
    if let label { text += " '\(label)'" }
    if let source { text += " from \(source)" }
    text += ", ran \(timesFired) times"
    if !isEnabled { text += ", disabled" }
    if waiting > 0 { text += ", \(waiting) waiting" }
    if let lastError {
      text += ", failed: \(lastError.prefix { $0 != "\n" })"
    }
    return text
  }
}

/// An object that lives outside of every shown window, and what keeps it alive.
public struct LeakReport: Hashable, Sendable, CustomStringConvertible {
  /// The object, such as `Button 'ok'`.
  public var object: String
  /// Its class, as scripts know it.
  public var className: String
  /// Its name, or `nil`.
  public var id: String?
  /// Where the script's handlers on it were registered.
  public var handlers: [String]
  /// What holds it, as far as that can be known.
  public var holders: [String]

  /// A few lines for a person.
  public var description: String {
    var lines = [
      object + (handlers.isEmpty ? "" : ", handlers from \(handlers.joined(separator: ", "))")
    ]
    for holder in holders { lines.append("  held by \(holder)") }
    return lines.joined(separator: "\n")
  }
}
