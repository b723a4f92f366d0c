package import ControlKit

/// Writes down what happens, in order.
package final class EventLog {
  /// One text for each thing that happened.
  package private(set) var entries: [String] = []

  /// Creates an empty log.
  package init() {}

  /// Adds an entry.
  package func note(_ entry: String) { entries.append(entry) }

  /// Returns what was written down and forgets it.
  package func take() -> [String] {
    defer { entries = [] }
    return entries
  }

  /// Writes down the name of every event that a control sends.
  ///
  /// - Parameters:
  ///   - source: Whose events.
  ///   - prefix: What to put in front, to tell several controls apart.
  /// - Returns: The token of the one handler, registered for all events.
  @discardableResult
  package func record(_ source: any EventSource, prefix: String = "") -> RemovableTarget {
    let handler = RecordingHandler { [weak self] fired in
      self?.note(prefix + ControlEvents(rawValue: fired).description)
    }
    return source.addHandler(handler, for: .allEvents, HandlerOptions())
  }

  /// Writes down the states of a recognizer.
  @discardableResult
  package func record(_ recognizer: GestureRecognizer, prefix: String = "") -> RemovableTarget {
    let handler = RecordingHandler { [weak self] fired in
      self?.note(prefix + GestureEvents(rawValue: fired).description)
    }
    return recognizer.addHandler(handler, for: .all)
  }
}

@available(*, unavailable)
extension EventLog: Sendable {}

/// A handler that counts its calls and the end of its registration.
package final class RecordingHandler: EventHandler {
  /// The events it was called for, as masks with one bit.
  package private(set) var calls: [UInt32] = []
  /// How often it was told that its registration has ended; 1 is right.
  package private(set) var ends = 0
  private let action: (UInt32) throws -> Void

  /// Creates a handler that runs a closure, by default an empty one.
  package init(_ action: @escaping (UInt32) throws -> Void = { _ in }) {
    self.action = action
  }

  package func handle(_ fired: UInt32, in send: inout EventSend) throws {
    calls.append(fired)
    try action(fired)
  }

  package func registrationDidEnd(_ reason: RegistrationEnd) { ends += 1 }
}

@available(*, unavailable)
extension RecordingHandler: Sendable {}

/// An error with a text.
package struct Failure: Error, CustomStringConvertible {
  /// What failed.
  package var description: String

  /// Creates an error.
  package init(_ description: String) { self.description = description }
}
