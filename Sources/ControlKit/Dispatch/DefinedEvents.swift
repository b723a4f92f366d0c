/// Why a name cannot be that of an event.
public struct EventNameError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong. Codes may be added in minor releases: keep a `default`.
  public struct Code: Hashable, Sendable {
    let name: String
    /// It is no name: a letter comes first, then letters, digits and `_`.
    public static let malformed = Code(name: "malformed")
    /// The event of that name is one of UIKit's.
    public static let taken = Code(name: "taken")
    /// All events that are left to applications have names.
    public static let exhausted = Code(name: "exhausted")
  }

  /// What is wrong.
  public var code: Code
  /// The name.
  public var eventName: String
  /// One line for a person.
  public var description: String
}

/// The names that an application has given to the events of
/// ``ControlEvents/applicationReserved``, lowest bit first.
struct DefinedEvents {
  private(set) var names: [String] = []

  private static let firstBit = ControlEvents.applicationReserved.rawValue.trailingZeroBitCount
  private static let limit = ControlEvents.applicationReserved.rawValue.nonzeroBitCount

  static func event(_ index: Int) -> ControlEvents {
    ControlEvents(rawValue: 1 << (firstBit + index))
  }

  func event(named name: String) -> ControlEvents? {
    names.firstIndex(of: name).map(DefinedEvents.event)
  }

  mutating func define(_ name: String) throws(EventNameError) -> ControlEvents {
    if let known = event(named: name) { return known }
    guard DefinedEvents.isName(name) else {
      throw EventNameError(
        code: .malformed, eventName: name,
        description:
          "'\(name)' is no name for an event: a letter comes first, then letters, digits "
          + "and _, at most \(DefinedEvents.longestName) in all")
    }
    let isTaken =
      ControlEvents.named.contains { $0.name == name }
      || ControlEvents.namedSets.contains { $0.name == name }
      || name.hasPrefix("event") && UInt8(name.dropFirst(5)) != nil
    guard !isTaken else {
      throw EventNameError(
        code: .taken, eventName: name, description: "'\(name)' is a control event already")
    }
    guard names.count < DefinedEvents.limit else {
      throw EventNameError(
        code: .exhausted, eventName: name,
        description: "'\(name)' would be event number \(names.count + 1), and an application may "
          + "define \(DefinedEvents.limit): it has \(names.joined(separator: ", "))")
    }
    names.append(name)
    return DefinedEvents.event(names.count - 1)
  }

  private static let longestName = 64

  private static func isName(_ name: String) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
    }
    guard let first = name.utf8.first, isLetter(first), name.utf8.count <= longestName else {
      return false
    }
    return name.utf8.allSatisfy {
      isLetter($0) || $0 == UInt8(ascii: "_") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
    }
  }
}

extension Application {
  /// Gives a name to one of the four events of ``ControlEvents/applicationReserved``.
  ///
  /// The name then stands for the event in traces, reports and scripts. The same name again gives
  /// the same event.
  ///
  /// - Parameter name: A letter, then letters, digits and `_`; none of UIKit's events.
  /// - Returns: The event, to register handlers for it and to send it.
  /// - Throws: ``EventNameError`` when the name cannot be used, or when all four have one.
  @discardableResult
  public func defineEvent(_ name: String) throws(EventNameError) -> ControlEvents {
    try definedEvents.define(name)
  }

  /// The event that was defined with a name.
  public func definedEvent(named name: String) -> ControlEvents? {
    definedEvents.event(named: name)
  }

  /// The events that were defined, lowest bit first.
  public var namedEvents: [(name: String, event: ControlEvents)] {
    definedEvents.names.enumerated().map { ($1, DefinedEvents.event($0)) }
  }
}
