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
@safe
public class RemovableTarget: KitObject {
  /// The events the handler runs for, as a mask.
  package final var mask: UInt32 { bits }
  /// What runs, unless a plain closure does.
  package var handler: (any EventHandler)? { nil }
  /// Whether the handler runs when its event comes.
  public final var isEnabled: Bool { enabled }
  /// Whether the handler is still registered.
  public final var isAlive: Bool { alive }
  // Private, so that the compiler sees every access and leaves out the checks of exclusivity.
  /// How many more times it runs; negative for no limit.
  private final var callsLeft: Int
  private final var fireCount = 0
  private final var bits: UInt32
  private final var enabled = true
  private final var alive = true
  /// The events for which it runs at present: none while it is disabled or ended.
  private final var active: UInt32
  /// Whether its handler may skip a run, which then does not count.
  package final var maySkipRuns: Bool {
    get { skipsRuns }
    set { skipsRuns = newValue }
  }
  private final var skipsRuns = false
  /// How many more times it runs, or `nil` for no limit.
  public final var remainingCalls: Int? { callsLeft < 0 ? nil : callsLeft }
  /// A name for reports and introspection.
  public final var label: String? { details?.label }
  /// Where it was registered.
  public final let source: SourceLocation?
  /// How often it has run.
  public final var timesFired: Int { fireCount }
  /// The message of its last error.
  public package(set) final var lastError: String? {
    get { details?.lastError }
    set { ensureDetails().lastError = newValue }
  }
  /// The object whose events it handles; `nil` once that object or the registration is gone.
  public final var owner: KitObject? { unsafe ownerReference?.takeUnretainedValue() }
  // Not weak: a weak reference would give the control a side table, and slow every retain of it.
  // The owner's storage clears this when the owner ends.
  private final var ownerReference: Unmanaged<KitObject>?
  /// The target of a target/action registration, for introspection and removal.
  final var target: TargetIdentity? { details?.target }

  /// What few registrations have, apart from the others, which are made and ended faster so.
  private final class Details {
    var label: String?
    var target: TargetIdentity?
    var lastError: String?
    /// The run that failed last, and how many failed one after the other up to it.
    var lastFailure = (run: -1, streak: 0)
  }

  private final var details: Details?

  fileprivate init(
    mask: UInt32, owner: KitObject, limit: Int?, label: String?, source: SourceLocation?,
    target: TargetIdentity?
  ) {
    bits = mask
    active = mask
    unsafe ownerReference = Unmanaged.passUnretained(owner)
    callsLeft = limit ?? -1
    self.source = source
    super.init()
    if label != nil || target != nil {
      let details = ensureDetails()
      details.label = label
      details.target = target
    }
  }

  /// Runs what is registered.
  fileprivate func call(_ fired: UInt32, in send: inout EventSend) throws {}

  /// Tells what is registered that its registration has ended.
  func letGo(_ reason: RegistrationEnd) {}

  private final func ensureDetails() -> Details {
    if let details { return details }
    let made = Details()
    details = made
    return made
  }

  /// The events the handler runs for.
  public final var events: ControlEvents { ControlEvents(rawValue: mask) }

  /// Lets the handler run again. Calling it twice is harmless.
  public final func enable() {
    enabled = true
    updateActive()
  }

  /// Stops the handler from running, at once: also in a send that has not reached it yet.
  /// Calling it twice is harmless.
  public final func disable() {
    enabled = false
    updateActive()
  }

  /// A run did not take place after all, so it does not count.
  fileprivate final func didSkipRun() {
    fireCount &-= 1
  }

  private final func updateActive() {
    active = enabled && alive ? bits : 0
  }

  /// Notes that the latest run failed.
  ///
  /// - Returns: How many runs in a row have failed.
  package final func noteFailure() -> Int {
    let details = ensureDetails()
    let last = details.lastFailure
    let streak = last.run == fireCount - 1 ? last.streak + 1 : 1
    details.lastFailure = (fireCount, streak)
    return streak
  }

  /// Ends the registration, at once. Calling it twice is harmless.
  public final func remove() {
    guard alive else { return }
    leaveOwner()
    letGo(.removed)
  }

  override public var debugName: String {
    let name = label.map { "handler '\($0)'" } ?? "handler"
    return source.map { "\(name) from \($0)" } ?? name
  }

  /// The event to report for a send, or 0 when the handler does not run for it.
  @inline(__always)
  final func fired(by events: UInt32, alias: UInt32) -> UInt32 {
    let direct = active & events
    let match = direct != 0 ? direct : active & alias
    return match & (~match &+ 1)
  }

  /// Adds events to the same registration.
  package final func extend(by events: UInt32) {
    bits |= events
    updateActive()
    owner?.noteHandled(events)
  }

  /// Takes events away; without any left the registration ends.
  package final func narrow(by events: UInt32) {
    bits &= ~events
    updateActive()
    if bits == 0 { remove() }
  }

  /// Ends the registration without telling the handler.
  final func detach() {
    alive = false
    active = 0
    unsafe ownerReference = nil
  }

  /// Ends a registration that its owner never took up.
  final func refuse() {
    detach()
    letGo(.removed)
  }

  /// The same, and takes it out of the owner's table. Nobody's code runs before that is done.
  @inline(__always)
  private final func leaveOwner() {
    let owner = unsafe ownerReference
    detach()
    unsafe owner?._withUnsafeGuaranteedRef { $0.removeEnded(self) }
  }

  // What runs it, if a send only calls it, and where that finds it.
  private final var plainFunction: PlainRunner.Function?
  private final var plainContext: UnsafeRawPointer?
  private final var plainSlot: Int32 = -1
  private final var wantsEvent = false

  /// Whether a send only calls it, by its batcher.
  @inline(__always)
  final var isPlain: Bool { unsafe plainFunction != nil }

  /// Whether its batcher may run it together with its neighbours.
  @inline(__always)
  package final var runsInBatches: Bool { !wantsEvent }

  /// The same for all handlers that one batcher may run together.
  final var batcherIdentity: UnsafeRawPointer? { unsafe plainContext }

  /// What runs it, if a send only calls it.
  final var batcher: (any HandlerBatcher)? {
    if !isPlain { return nil }
    return unsafe unsafeDowncast(self, to: HandlerTarget.self).batcherReference
  }

  /// What runs it, and where that finds it: to put another one in its place that counts, say.
  package final var batching: (batcher: any HandlerBatcher, slot: Int32)? {
    batcher.map { ($0, plainSlot) }
  }

  /// Lets a batcher run the handler, if it takes no event object also together with its neighbours. It
  /// must be one that a send only calls, and that keeps the batcher alive.
  ///
  /// - Parameters:
  ///   - batcher: What runs it.
  ///   - slot: Where that finds it.
  ///   - wantsEvent: Whether it takes an event object.
  package final func batch(
    by batcher: any HandlerBatcher, slot: Int32, wantsEvent: Bool = false
  ) {
    guard callsLeft < 0, let target = self as? HandlerTarget else { return }
    unsafe target.batcherReference = batcher
    let runner = wantsEvent ? batcher.eventRunner : batcher.plainRunner
    unsafe plainContext = runner.context
    unsafe plainFunction = runner.run
    plainSlot = slot
    self.wantsEvent = wantsEvent
  }

  /// Runs it by itself; it must be plain.
  ///
  /// - Returns: Whether it returned.
  @inline(__always)
  final func runPlainly(by sender: KitObject, _ fired: UInt32, in send: inout EventSend) -> Bool {
    guard let run = unsafe plainFunction, let context = unsafe plainContext else { return true }
    fireCount &+= 1
    return unsafe run(
      context, Unmanaged.passUnretained(sender).toOpaque(), plainSlot, fired, &send)
  }

  /// Whether it runs for a send: the event that fired, or 0. If it is one of the batcher's, that runs it
  /// now, and finds it in the slot; else the slot is -1.
  @inline(__always)
  final func enterBatch(
    _ events: UInt32, _ alias: UInt32, _ batcher: UnsafeRawPointer?
  ) -> (fired: UInt32, slot: Int32) {
    let fired = fired(by: events, alias: alias)
    guard fired != 0, unsafe plainContext == batcher else { return (fired, -1) }
    fireCount &+= 1
    return (fired, plainSlot)
  }

  /// Runs for a send, if it is meant.
  func run(in send: inout EventSend) {}

  /// The same for a subclass, which knows what to call.
  @inline(__always)
  fileprivate final func run(
    in send: inout EventSend, _ body: (UInt32, inout EventSend) throws -> Void
  ) {
    let fired = fired(by: send.events, alias: send.alias)
    guard fired != 0 else { return }
    fireCount &+= 1
    if callsLeft >= 0 { return runLimited(fired, in: &send) }
    invoke(fired, in: &send, body)
  }

  @inline(never)
  private final func runLimited(_ fired: UInt32, in send: inout EventSend) {
    if maySkipRuns, (handler as? any ScriptedHandler)?.skipsNextRun == true {
      fireCount &-= 1
      return
    }
    let remaining = callsLeft - 1
    callsLeft = remaining
    guard remaining <= 0 else { return invoke(fired, in: &send, call) }
    // Removed before it is called: a nested send of the same event must not run it again. The
    // handler learns of its end afterwards, since it is about to run.
    withExtendedLifetime(owner) { leaveOwner() }
    invoke(fired, in: &send, call)
    letGo(.exhausted)
  }

  @inline(__always)
  private final func invoke(
    _ fired: UInt32, in send: inout EventSend, _ body: (UInt32, inout EventSend) throws -> Void
  ) {
    if Trace.isOn { Trace.handler(self, fired: fired, in: send) }
    send.begin(self, fired: fired)
    do {
      try body(fired, &send)
    } catch {
      didFail(error, fired, in: send)
    }
    send.noteStop()
  }

  @inline(never)
  final func didFail(_ error: any Error, _ fired: UInt32, in send: EventSend) {
    switch error {
    case is TargetGone:
      fireCount &-= 1
      remove()
    default:
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

/// The token of a handler object. Lets it be, so that a send need not retain it: the object lets go
/// of what it holds when the registration ends.
final class HandlerTarget: RemovableTarget {
  private let called: any EventHandler
  fileprivate unowned(unsafe) var batcherReference: (any HandlerBatcher)?

  init(
    _ handler: any EventHandler, mask: UInt32, owner: KitObject, options: HandlerOptions,
    target: TargetIdentity? = nil
  ) {
    called = handler
    super.init(
      mask: mask, owner: owner, limit: options.limit, label: options.label,
      source: options.source, target: target)
  }

  /// One with nothing said about how.
  init(
    _ handler: any EventHandler, mask: UInt32, owner: KitObject, source: SourceLocation
  ) {
    called = handler
    super.init(
      mask: mask, owner: owner, limit: nil, label: nil, source: source, target: nil)
  }

  override var handler: (any EventHandler)? { called }

  override func run(in send: inout EventSend) {
    run(in: &send) { try callHandler($0, in: &$1) }
  }

  override fileprivate func call(_ fired: UInt32, in send: inout EventSend) throws {
    try callHandler(fired, in: &send)
  }

  @inline(__always)
  private func callHandler(_ fired: UInt32, in send: inout EventSend) throws {
    try called.handle(fired, in: &send)
    if send.noteSkip() { didSkipRun() }
  }

  override func letGo(_ reason: RegistrationEnd) {
    called.registrationDidEnd(reason)
  }
}

/// The token of a closure without parameters, which it holds itself: one object for all.
@safe
final class ClosureTarget: RemovableTarget {
  /// What cannot be copied is called where it is: Swift would retain a copy for each call.
  private struct Held: ~Copyable {
    let body: () throws -> Void
  }

  // A run borrows it, and nothing changes it while one does: that needs no check.
  @exclusivity(unchecked) private var held: Held?
  /// How many runs are going on, one inside the other.
  private var runs = 0
  /// Whether the registration has ended during a run.
  private var isOver = false

  init(
    _ closure: consuming @escaping () throws -> Void, mask: UInt32, owner: KitObject, limit: Int?,
    label: String?, source: SourceLocation?
  ) {
    unsafe held = Held(body: closure)
    super.init(
      mask: mask, owner: owner, limit: limit, label: label, source: source, target: nil)
  }

  override func run(in send: inout EventSend) {
    run(in: &send) { _, _ in try callHeld() }
  }

  override fileprivate func call(_ fired: UInt32, in send: inout EventSend) throws {
    try callHeld()
  }

  @inline(__always)
  private func callHeld() throws {
    runs &+= 1
    defer {
      runs &-= 1
      if isOver, runs == 0 { unsafe held = nil }
    }
    switch unsafe held {
    case .some(let held): try held.body()
    case .none: break
    }
  }

  override func letGo(_ reason: RegistrationEnd) {
    // What it holds may end with it and run anyone's code: Swift lets go of it after the change.
    if runs == 0 { unsafe held = nil } else { isOver = true }
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
