/// Where a handler was registered.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  /// The file, as Swift's `#fileID` or a script's chunk name.
  public var file: String
  /// The line, counted from 1.
  public var line: Int

  /// Creates a location.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// `file:line`.
  public var description: String { "\(file):\(line)" }
}

/// The token of one registered handler: it enables, disables and removes it.
///
/// A disabled handler keeps its place in the order. Dropping the token changes nothing: the object
/// that sends the events owns the registration.
public final class RemovableTarget: KitObject {
  /// The events the handler runs for, as a mask.
  package var mask: UInt32 { bits }
  /// What runs. It lets go of what it holds when the registration ends; that it stays itself spares
  /// each send a retain.
  package let handler: any EventHandler
  /// Whether the handler runs when its event comes.
  public var isEnabled: Bool { enabled }
  /// Whether the handler is still registered.
  public var isAlive: Bool { alive }
  // Private, so that the compiler sees every access and leaves out the checks of exclusivity.
  private var callsLeft: Int?
  private var fireCount = 0
  /// The run that failed last, and how many failed one after the other up to it.
  private var lastFailure = (run: -1, streak: 0)
  private var bits: UInt32
  private var enabled = true
  private var alive = true
  /// How many more times it runs, or `nil` for no limit.
  public var remainingCalls: Int? { callsLeft }
  /// A name for reports and introspection.
  public let label: String?
  /// Where it was registered.
  public let source: SourceLocation?
  /// How often it has run.
  public var timesFired: Int { fireCount }
  /// The message of its last error.
  public package(set) var lastError: String?
  /// The object whose events it handles; `nil` once that object or the registration is gone.
  public var owner: KitObject? { unsafe ownerReference }
  // Not weak: a weak reference would give the control a side table, and slow every retain of it.
  // The owner's storage clears this when the owner ends.
  private unowned(unsafe) var ownerReference: KitObject?
  /// The target of a target/action registration, for introspection and removal.
  let target: TargetIdentity?

  init(
    _ handler: any EventHandler, mask: UInt32, owner: KitObject, options: HandlerOptions,
    target: TargetIdentity? = nil
  ) {
    self.handler = handler
    bits = mask
    unsafe ownerReference = owner
    callsLeft = options.limit
    self.label = options.label
    self.source = options.source
    self.target = target
    super.init()
  }

  /// The events the handler runs for.
  public var events: ControlEvents { ControlEvents(rawValue: mask) }

  /// Lets the handler run again. Calling it twice is harmless.
  public func enable() {
    enabled = true
  }

  /// Stops the handler from running, at once: also in a send that has not reached it yet.
  /// Calling it twice is harmless.
  public func disable() {
    enabled = false
  }

  /// Notes that the latest run failed.
  ///
  /// - Returns: How many runs in a row have failed.
  package func noteFailure() -> Int {
    let streak = lastFailure.run == fireCount - 1 ? lastFailure.streak + 1 : 1
    lastFailure = (fireCount, streak)
    return streak
  }

  /// Ends the registration, at once. Calling it twice is harmless.
  public func remove() {
    guard alive else { return }
    let owner = owner
    end(.removed)
    owner?.dropEndedHandlers()
  }

  override public var debugName: String {
    let name = label.map { "handler '\($0)'" } ?? "handler"
    return source.map { "\(name) from \($0)" } ?? name
  }

  /// The event to report for a send, or 0 when the handler does not run for it.
  @inline(__always)
  func fired(by events: UInt32, alias: UInt32) -> UInt32 {
    guard enabled, alive else { return 0 }
    let direct = bits & events
    let match = direct != 0 ? direct : bits & alias
    return match & (~match &+ 1)
  }

  /// Adds events to the same registration.
  package func extend(by events: UInt32) {
    bits |= events
  }

  /// Takes events away; without any left the registration ends.
  package func narrow(by events: UInt32) {
    bits &= ~events
    if bits == 0 { remove() }
  }

  /// Ends the registration without telling the handler.
  func detach() {
    alive = false
    unsafe ownerReference = nil
  }

  /// Ends a registration that its owner never took up.
  func refuse() {
    end(.removed)
  }

  private func end(_ reason: RegistrationEnd) {
    guard alive else { return }
    detach()
    handler.registrationDidEnd(reason)
  }

  @inline(__always)
  func run(in send: inout EventSend) {
    let fired = fired(by: send.events, alias: send.alias)
    guard fired != 0 else { return }
    fireCount &+= 1
    if callsLeft != nil { runLimited(fired, in: &send) } else { invoke(fired, in: &send) }
  }

  @inline(never)
  private func runLimited(_ fired: UInt32, in send: inout EventSend) {
    if (handler as? any ScriptedHandler)?.skipsNextRun == true {
      fireCount &-= 1
      return
    }
    let remaining = (callsLeft ?? 1) - 1
    callsLeft = remaining
    guard remaining <= 0 else { return invoke(fired, in: &send) }
    // Removed before it is called: a nested send of the same event must not run it again. The
    // handler learns of its end afterwards, since it is about to run.
    let owner = owner
    detach()
    owner?.dropEndedHandlers()
    invoke(fired, in: &send)
    handler.registrationDidEnd(.exhausted)
  }

  @inline(__always)
  private func invoke(_ fired: UInt32, in send: inout EventSend) {
    if Trace.isOn { Trace.handler(self, fired: fired, in: send) }
    do {
      try send.call(self, fired: fired)
    } catch is RunSkipped {
      fireCount &-= 1
    } catch is TargetGone {
      fireCount &-= 1
      remove()
    } catch {
      lastError = String(describing: error)
      let application =
        send.sender.enclosingApplication ?? (handler as? any ScriptedHandler)?.application
      application?.report(
        Diagnostic(
          severity: .error, message: String(describing: error), sender: send.sender.debugName,
          event: send.sender.eventName(fired), handler: debugName))
    }
  }
}

/// How a handler is registered.
public struct HandlerOptions {
  /// Removes the handler together with others.
  public var group: HandlerGroup?
  /// After how many calls it removes itself; at least 1.
  public var limit: Int?
  /// A name for reports and introspection.
  public var label: String?
  /// Where it was registered.
  public var source: SourceLocation?

  /// Creates options; by default a handler stays until it is removed.
  public init(
    group: HandlerGroup? = nil, limit: Int? = nil, label: String? = nil,
    source: SourceLocation? = nil
  ) {
    self.group = group
    self.limit = limit
    self.label = label
    self.source = source
  }

  /// Runs once, then removes itself.
  public static var once: HandlerOptions { HandlerOptions(limit: 1) }
}

@available(*, unavailable)
extension HandlerOptions: Sendable {}

/// Handlers that are removed together. A group that has ended registers nothing any more.
public final class HandlerGroup: KitObject {
  private struct Member {
    weak var token: RemovableTarget?
  }

  private var members: [Member] = []
  private var sweepAt = 32
  private var endActions: [() -> Void] = []
  /// Whether ``remove()`` was called.
  public private(set) var isEnded = false

  /// How many of its handlers are still registered.
  public var count: Int { members.count { $0.token?.isAlive == true } }

  /// Removes every handler that was registered through the group, and ends it.
  public func remove() {
    isEnded = true
    let ending = members
    members = []
    for member in ending { member.token?.remove() }
    let actions = endActions
    endActions = []
    for action in actions { action() }
  }

  func add(_ token: RemovableTarget) {
    if members.count >= sweepAt {
      members.removeAll { $0.token?.isAlive != true }
      sweepAt = max(32, 2 * members.count)
    }
    members.append(Member(token: token))
  }

  /// Runs a closure when the group is removed; at once if it already was.
  package func whenRemoved(_ action: @escaping () -> Void) {
    if isEnded { action() } else { endActions.append(action) }
  }
}
