/// What a dispatcher calls. Swift closures and Lua functions conform alike.
public protocol EventHandler: AnyObject {
  /// Runs for one send.
  ///
  /// - Parameters:
  ///   - fired: The event that fired, as a mask with one bit: for a control a ``ControlEvents``.
  ///   - send: The send in progress. Asking it for ``EventSend/controlEvent`` costs an allocation.
  /// - Throws: What went wrong. It is reported, and the remaining handlers still run.
  func handle(_ fired: UInt32, in send: inout EventSend) throws

  /// Called once when the registration has ended and no call will follow.
  func registrationDidEnd(_ reason: RegistrationEnd)
}

extension EventHandler {
  /// Does nothing.
  public func registrationDidEnd(_ reason: RegistrationEnd) {}
}

/// Why a registration ended.
public enum RegistrationEnd: Hashable, Sendable {
  /// Its token or group was removed, or its target ended.
  case removed
  /// It ran as often as its limit allows.
  case exhausted
  /// The object whose events it handled has ended.
  case ownerEnded
}

/// One send of one or several events from one object to its handlers.
public struct EventSend {
  /// The object whose handlers run.
  public let sender: KitObject
  /// The events sent, as a mask.
  public let events: UInt32
  /// The touches or keys that caused it; `nil` for a send from code.
  public let cause: Event?
  /// Whether the remaining handlers are skipped.
  public private(set) var isStopped = false
  /// What a script bridge keeps for the length of the send; told when the send is over.
  package var observer: (any EventSendObserver)?

  /// The bridge's number and place for this send; 0 until a script's handler asks for its event.
  package var scriptSerial: UInt64 = 0
  package var scriptIndex: Int32 = 0

  private var made: ControlEvent?
  private var fired: UInt32 = 0

  /// What the events also stand for, as ``ControlEvents/primaryActionTriggered`` does.
  let alias: UInt32

  init(sender: KitObject, events: UInt32, alias: UInt32, cause: Event?) {
    self.sender = sender
    self.events = events
    self.alias = alias
    self.cause = cause
  }

  /// The event object handed to closures that take one; made on first use and one per fired event.
  public var controlEvent: ControlEvent {
    mutating get {
      if let made, made.type.rawValue == fired { return made }
      let event = ControlEvent(
        sender: sender, type: ControlEvents(rawValue: fired), cause: cause,
        timestamp: cause?.timestamp ?? sender.enclosingApplication?.scheduler.now ?? 0)
      made = event
      return event
    }
  }

  /// Skips the handlers that have not run yet.
  public mutating func stopImmediatePropagation() {
    isStopped = true
  }

  mutating func call(_ handler: any EventHandler, fired: UInt32) throws {
    self.fired = fired
    defer {
      if let made {
        // Ask the object only after the call: a closure stops the send through it.
        if made.isStopped { isStopped = true }
      }
    }
    try handler.handle(fired, in: &self)
  }

  mutating func end() {
    made?.isFinished = true
    if let observer { observer.sendDidEnd() }
  }
}

@available(*, unavailable)
extension EventSend: Sendable {}

/// Something that keeps state for the length of a send.
package protocol EventSendObserver: AnyObject {
  /// All handlers of the send have run or were skipped.
  func sendDidEnd()
}

/// What a closure learns about the event it handles. It belongs to one send and does not change.
public final class ControlEvent {
  /// The object whose handler runs.
  public let sender: KitObject
  /// The event that fired: one bit.
  public let type: ControlEvents
  /// The touches or keys that caused it; `nil` for a send from code.
  public let cause: Event?
  /// Seconds of the application's clock.
  public let timestamp: Double
  /// Whether the remaining handlers of the send are skipped.
  public private(set) var isStopped = false
  fileprivate(set) var isFinished = false

  init(sender: KitObject, type: ControlEvents, cause: Event?, timestamp: Double) {
    self.sender = sender
    self.type = type
    self.cause = cause
    self.timestamp = timestamp
  }

  /// The touch that caused the event; `nil` for keys and for a send from code.
  public var touch: Touch? { cause?.touches.first }

  /// Skips the handlers that have not run yet. After the send is over it does nothing.
  public func stopImmediatePropagation() {
    if !isFinished { isStopped = true }
  }
}

@available(*, unavailable)
extension ControlEvent: Sendable {}
