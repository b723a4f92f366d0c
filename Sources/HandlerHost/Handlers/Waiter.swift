internal import ControlKit
internal import LuaRuntime

/// A handler that waits for a time, for events, or whichever comes first.
///
/// What wakes it owns it: the timer, or each object whose event may come. The coroutine is kept on the
/// proxy of every such object, so that it lives as long as one of them, and an object that can never
/// fire again takes its waiters with it.
final class Waiter {
  /// What ends the wait, beside a timeout.
  enum Goal {
    /// The event of the only source.
    case one
    /// The first event; the handler also gets the source's number.
    case any
    /// An event of each; the handler gets a table of them.
    case all
  }

  /// Where the coroutine is kept while the wait ends: on an object, or at the root.
  private struct Holder {
    let object: KitObject?
    let slot: LuaSlot
  }

  fileprivate let engine: ScriptEngine
  let task: LuaTask
  private let goal: Goal
  /// Where a coroutine is kept that only a time can wake.
  private let rootSlot: LuaSlot?
  // What may wake it. Most wait for one object, and need no list.
  private var firstSource: WakeHandler?
  private var furtherSources: [WakeHandler?] = []
  /// How many sources there were, and how many are left.
  private var sourceCount = 0
  private var remaining = 0
  private var timer: ScheduledTimer?
  private var isOver = false
  /// Whether nothing has woken it yet.
  var isWaiting: Bool { !isOver }

  /// Tells older waits from younger ones.
  let serial: UInt64
  /// Whose handler waits, for reports; `nil` while that is not known.
  var place: HandlerPlace? {
    get { knownPlace }
    set { knownPlace = newValue }
  }
  /// The runs of the handler, this one among them.
  var runs: WaitingRuns? {
    get { runList }
    set { runList = newValue }
  }
  var runIndex: Int {
    get { placeInRuns }
    set { placeInRuns = newValue }
  }
  /// Its place among all that wait.
  var listIndex: Int {
    get { placeInList }
    set { placeInList = newValue }
  }
  // Private, so that the compiler sees every access and leaves out the checks of exclusivity.
  private var knownPlace: HandlerPlace?
  private var runList: WaitingRuns?
  private var placeInRuns = 0
  private var placeInList = 0

  init(_ engine: ScriptEngine, task: LuaTask, goal: Goal = .one, rootSlot: LuaSlot? = nil) {
    self.engine = engine
    self.task = task
    self.goal = goal
    self.rootSlot = rootSlot
    serial = engine.nextWaiterSerial()
    engine.waiters.add(self)
  }

  /// Wakes it after a time.
  func wake(after seconds: Double, by scheduler: Scheduler) {
    timer = scheduler.after(seconds) { [self] in timeDidPass() }
  }

  /// Wakes it at the next event of an object, in that one's order of handlers.
  ///
  /// - Parameters:
  ///   - events: For which events.
  ///   - source: The object.
  ///   - slot: Where the coroutine is kept on it.
  func wake(at events: UInt32, of source: KitObject, _ slot: LuaSlot) {
    let handler = WakeHandler(self, source, slot, index: sourceCount)
    if sourceCount == 0 { firstSource = handler } else { furtherSources.append(handler) }
    sourceCount += 1
    remaining += 1
    handler.isRegistered(
      by: source.addHandler(
        handler, mask: events, options: HandlerOptions(limit: 1, label: "wait")))
  }

  private func isLeft(_ source: WakeHandler) -> Bool {
    source.index == 0
      ? firstSource != nil
      : furtherSources.count >= source.index && furtherSources[source.index - 1] != nil
  }

  private func timeDidPass() {
    guard !isOver, !engine.isClosed else { return }
    guard let holder = end() else { return runDidEnd() }
    let outcome = engine.state.resume(
      task, in: holder.object.map { LuaObject($0) }, holder.slot)
    withExtendedLifetime(holder) {}
    finish(outcome)
  }

  fileprivate func wake(_ source: WakeHandler, _ fired: UInt32, in send: inout EventSend) {
    guard !isOver, !engine.isClosed else { return }
    let number = goal == .one ? 0 : source.index + 1
    var event = engine.event(fired, in: &send, isGesture: send.sender is GestureRecognizer)
    let sender = LuaObject(send.sender)
    if goal == .all, remaining > 1 {
      drop(source)
      let failure = engine.state.collect(event, number: number, for: task, in: sender, source.slot)
      if let failure {
        engine.report(failure, at: place ?? .unknown)
        cancel()
      }
      return
    }
    _ = end(keeping: source)
    let outcome = engine.state.resume(
      task, in: sender, source.slot, number: number, event: &event)
    if event.isStopped { send.stopImmediatePropagation() }
    finish(outcome)
  }

  private func finish(_ outcome: LuaOutcome) {
    switch outcome {
    case .waiting(let next):
      let waiter = engine.waiters.waiter(of: next)
      waiter?.place = place
      runDidEnd(goingOnWith: waiter)
    case .failed(let failure):
      engine.report(failure, at: place ?? .unknown)
      runDidEnd()
    case .done, .gone: runDidEnd()
    }
  }

  private func runDidEnd(goingOnWith next: Waiter? = nil, isCancelled: Bool = false) {
    let runs = self.runs
    self.runs = nil
    runs?.run(at: runIndex, goesOnWith: next, isCancelled: isCancelled)
  }

  /// Ends the wait for good; the handler's to-be-closed variables are closed, at once or, when this
  /// happens while others are being closed, after those. Events that are queued for the handler are
  /// dropped.
  func cancel() {
    cancel(isCancelled: true)
  }

  private func cancel(isCancelled: Bool) {
    guard !isOver else { return }
    if let holder = end() {
      engine.cancel(
        .init(
          task: task, slot: holder.slot, object: holder.object, place: place ?? .unknown))
    }
    runDidEnd(isCancelled: isCancelled)
  }

  /// A source lost the registration: by a removal, or because it ended. The first of several events
  /// may still be another's.
  fileprivate func sourceDidEnd(_ source: WakeHandler) {
    guard !isOver, isLeft(source) else { return }
    guard goal == .any, remaining > 1 else { return cancel(isCancelled: false) }
    drop(source)
    if let object = source.object {
      engine.state.release(source.slot, waitingFor: LuaObject(object))
      withExtendedLifetime(object) {}
    }
  }

  private func drop(_ source: WakeHandler) {
    if source.index == 0 {
      firstSource = nil
    } else {
      furtherSources[source.index - 1] = nil
    }
    remaining -= 1
  }

  /// - Returns: Where the coroutine is kept: at one of the places where it was, if one is left.
  private func end(keeping kept: WakeHandler? = nil) -> Holder? {
    isOver = true
    engine.waiters.remove(self)
    if let timer {
      timer.cancel()
      self.timer = nil
    }
    var holder = rootSlot.map { Holder(object: nil, slot: $0) }
    let first = firstSource
    firstSource = nil
    if let first { end(first, keeping: kept, &holder) }
    if furtherSources.isEmpty { return holder }
    let further = furtherSources
    furtherSources = []
    for case let source? in further { end(source, keeping: kept, &holder) }
    return holder
  }

  private func end(_ source: WakeHandler, keeping kept: WakeHandler?, _ holder: inout Holder?) {
    guard let object = source.end() else { return }
    if holder == nil, kept == nil || kept === source {
      holder = Holder(object: object, slot: source.slot)
    } else {
      engine.state.release(source.slot, waitingFor: LuaObject(object))
      withExtendedLifetime(object) {}
    }
  }
}

/// Stands in the handler table of an object for one that waits.
@safe
final class WakeHandler: EventHandler {
  private let waiter: Waiter
  fileprivate let slot: LuaSlot
  fileprivate let index: Int
  // Not weak: that would give the object a side table, and slow every later retain of it. The object owns
  // the registration, and that owns this and tells it when it ends.
  private var source: Unmanaged<KitObject>?
  private var token: Unmanaged<RemovableTarget>?

  fileprivate init(_ waiter: Waiter, _ source: KitObject, _ slot: LuaSlot, index: Int) {
    self.waiter = waiter
    unsafe self.source = Unmanaged.passUnretained(source)
    self.slot = slot
    self.index = index
  }

  /// The object whose event it waits for, while that lives and the wait may come to it.
  fileprivate var object: KitObject? { unsafe source?.takeUnretainedValue() }

  fileprivate func isRegistered(by token: RemovableTarget) {
    if token.isAlive { unsafe self.token = Unmanaged.passUnretained(token) }
  }

  /// Ends the registration.
  ///
  /// - Returns: The object, if it lives.
  fileprivate func end() -> KitObject? {
    let object = object
    if let token = unsafe token?.takeUnretainedValue() { token.remove() }
    return object
  }

  func handle(_ fired: UInt32, in send: inout EventSend) {
    waiter.wake(self, fired, in: &send)
  }

  func registrationDidEnd(_ reason: RegistrationEnd) {
    unsafe token = nil
    if reason == .ownerEnded { unsafe source = nil }
    if reason != .exhausted { waiter.sourceDidEnd(self) }
  }
}

/// The handlers of one script that wait.
final class Waiters {
  private var list: [Waiter] = []

  var count: Int { list.count }
  var isEmpty: Bool { list.isEmpty }
  /// All, the oldest wait first.
  var inOrder: [Waiter] { list.sorted { $0.serial < $1.serial } }

  func add(_ waiter: Waiter) {
    waiter.listIndex = list.count
    list.append(waiter)
  }

  func remove(_ waiter: Waiter) {
    let index = waiter.listIndex
    let last = list.removeLast()
    guard last !== waiter else { return }
    list[index] = last
    last.listIndex = index
  }

  /// The waiter of a run that has just begun to wait: nearly always the one added last.
  func waiter(of task: LuaTask) -> Waiter? { list.last { $0.task == task } }
}
