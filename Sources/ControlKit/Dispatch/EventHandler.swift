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

/// A handler that runs a script's function: traces show that as a hop of its own.
package protocol ScriptedHandler: EventHandler {
  /// The host whose script it is.
  var host: AnyObject { get }
  /// Who hears of its failures when the sender is in no window.
  var application: Application? { get }
  /// Whether the next run would be skipped; it then does not count. Asked only of a handler whose
  /// registration knows that it may be, see ``RemovableTarget/maySkipRuns``.
  var skipsNextRun: Bool { get }
}

extension ScriptedHandler {
  package var skipsNextRun: Bool { false }
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

/// One send of one or several events from one object to its handlers. It is of no use after that.
@safe
public struct EventSend {
  // Whoever sends holds the sender until the send is over, so a send need not.
  private unowned(unsafe) let source: KitObject
  /// The events sent, as a mask.
  public let events: UInt32
  /// What the events also stand for, as ``ControlEvents/primaryActionTriggered`` does.
  let alias: UInt32
  private var fired: UInt32 = 0
  // The table keeps it while a send walks.
  private unowned(unsafe) var current: RemovableTarget?
  /// Whether the remaining handlers are skipped.
  public private(set) var isStopped = false
  private var isSkipped = false
  /// The touches or keys that caused it; `nil` for a send from code.
  public var cause: Event? { unsafe causeReference }
  // Held by whoever sends, as the sender is.
  private unowned(unsafe) let causeReference: Event?
  // Owned by hand: a send without one has nothing to let go of.
  private var made: Unmanaged<ControlEvent>?
  /// The number that a script bridge gave this send, and which bridge that was; 0 for none.
  package var scriptSerial: UInt64 = 0
  package var scriptWorld: UInt = 0

  /// Whether the sender has other handlers, which may run in this send, too.
  package let isShared: Bool

  init(
    sender: KitObject, events: UInt32, alias: UInt32, cause: Event?, isShared: Bool = true
  ) {
    unsafe source = sender
    self.events = events
    self.alias = alias
    unsafe causeReference = cause
    self.isShared = isShared
  }

  /// The object whose handlers run.
  public var sender: KitObject { unsafe source }

  /// The registration of the handler that runs.
  package var token: RemovableTarget? { unsafe current }

  /// The event object handed to closures that take one; made on first use and one per fired event.
  public var controlEvent: ControlEvent {
    mutating get {
      if let known = unsafe made?.takeUnretainedValue(), known.type.rawValue == fired {
        return known
      }
      let event = ControlEvent(
        sender: sender, type: ControlEvents(rawValue: fired), cause: cause,
        timestamp: cause?.timestamp ?? sender.enclosingApplication?.scheduler.now ?? 0)
      unsafe made?.release()
      unsafe made = Unmanaged.passRetained(event)
      return event
    }
  }

  /// Skips the handlers that have not run yet.
  public mutating func stopImmediatePropagation() {
    isStopped = true
  }

  /// Tells that the handler did not run after all: the run does not count.
  package mutating func skipRun() {
    isSkipped = true
  }

  /// Whether the handler did not run after all. Asking forgets it.
  @inline(__always)
  mutating func noteSkip() -> Bool {
    if !isSkipped { return false }
    isSkipped = false
    return true
  }

  /// A handler is about to run.
  @inline(__always)
  mutating func begin(_ token: RemovableTarget, fired: UInt32) {
    self.fired = fired
    unsafe current = token
  }

  /// The handler has run: a closure stops the send through its event.
  @inline(__always)
  mutating func noteStop() {
    if let made = unsafe made, unsafe made._withUnsafeGuaranteedRef({ $0.isStopped }) {
      isStopped = true
    }
  }

  @inline(__always)
  func end() {
    guard let made = unsafe made else { return }
    unsafe made._withUnsafeGuaranteedRef { $0.isFinished = true }
    unsafe made.release()
  }
}

@available(*, unavailable)
extension EventSend: Sendable {}

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
