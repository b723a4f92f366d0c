/// Something a person should know: a handler failed, or an action reached nobody.
public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
  /// How bad it is.
  public enum Severity: String, Hashable, Sendable {
    /// Nothing failed, but something is likely not as meant.
    case warning
    /// A handler or script failed.
    case error
  }

  /// How bad it is.
  public var severity: Severity
  /// What happened, possibly with a traceback in further lines.
  public var message: String
  /// The object whose event it was, such as `Button 'ok'`.
  public var sender: String?
  /// The event's name.
  public var event: String?
  /// The handler with its place of registration.
  public var handler: String?

  /// Creates a diagnostic.
  public init(
    severity: Severity, message: String, sender: String? = nil, event: String? = nil,
    handler: String? = nil
  ) {
    self.severity = severity
    self.message = message
    self.sender = sender
    self.event = event
    self.handler = handler
  }

  /// The message, then where it happened.
  public var description: String {
    var place: [String] = []
    if let sender { place.append("in \(sender)") }
    if let event { place.append("on \(event)") }
    if let handler { place.append("by \(handler)") }
    let text = "\(severity.rawValue): \(message)"
    return place.isEmpty ? text : "\(text)\n  \(place.joined(separator: ", "))"
  }
}
