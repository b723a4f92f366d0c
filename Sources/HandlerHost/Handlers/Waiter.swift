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
  private let task: LuaTask
  private let goal: Goal
  /// Where a coroutine is kept that only a time can wake.
  private let rootSlot: LuaSlot?
  private var sources: [WakeHandler?] = []
  /// How many sources are left.
  private var remaining = 0
  private var timer: ScheduledTimer?
  private var isOver = false
  /// Whether nothing has woken it yet.
  var isWaiting: Bool { !isOver }

  /// Tells older waits from younger ones.
  let serial: UInt64
  /// Whose handler waits, for reports.
  var place = HandlerPlace(event: nil, handler: "a handler that waited")
  /// The runs of the handler, this one among them.
  var runs: WaitingRuns?
  var runIndex = 0

  init(_ engine: ScriptEngine, task: LuaTask, goal: Goal = .one, rootSlot: LuaSlot? = nil) {
    self.engine = engine
    self.task = task
    self.goal = goal
    self.rootSlot = rootSlot
    serial = engine.nextWaiterSerial()
    engine.waiters[task] = self
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
    let handler = WakeHandler(self, source, slot, index: sources.count)
    sources.append(handler)
    remaining += 1
    handler.token = source.addHandler(
      handler, mask: events, options: HandlerOptions(limit: 1, label: "wait"))
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
        engine.report(failure, at: place)
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
      let waiter = engine.waiters[next]
      waiter?.place = place
      runDidEnd(goingOnWith: waiter)
    case .failed(let failure):
      engine.report(failure, at: place)
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
      engine.cancel(.init(task: task, slot: holder.slot, object: holder.object, place: place))
    }
    runDidEnd(isCancelled: isCancelled)
  }

  /// A source lost the registration: by a removal, or because it ended. The first of several events
  /// may still be another's.
  fileprivate func sourceDidEnd(_ source: WakeHandler) {
    guard !isOver, sources[source.index] != nil else { return }
    guard goal == .any, remaining > 1 else { return cancel(isCancelled: false) }
    drop(source)
    if let object = source.object {
      engine.state.release(source.slot, waitingFor: LuaObject(object))
      withExtendedLifetime(object) {}
    }
  }

  private func drop(_ source: WakeHandler) {
    sources[source.index] = nil
    remaining -= 1
  }

  /// - Returns: Where the coroutine is kept: at one of the places where it was, if one is left.
  private func end(keeping kept: WakeHandler? = nil) -> Holder? {
    isOver = true
    engine.waiters[task] = nil
    timer?.cancel()
    timer = nil
    var holder = rootSlot.map { Holder(object: nil, slot: $0) }
    let ending = sources
    sources = []
    for case let source? in ending {
      source.token?.remove()
      guard let object = source.object else { continue }
      if holder == nil, kept == nil || kept === source {
        holder = Holder(object: object, slot: source.slot)
      } else {
        engine.state.release(source.slot, waitingFor: LuaObject(object))
        withExtendedLifetime(object) {}
      }
    }
    return holder
  }
}

/// Stands in the handler table of an object for one that waits.
final class WakeHandler: EventHandler {
  private let waiter: Waiter
  fileprivate let slot: LuaSlot
  fileprivate let index: Int
  fileprivate weak var object: KitObject?
  fileprivate weak var token: RemovableTarget?

  fileprivate init(_ waiter: Waiter, _ object: KitObject, _ slot: LuaSlot, index: Int) {
    self.waiter = waiter
    self.object = object
    self.slot = slot
    self.index = index
  }

  func handle(_ fired: UInt32, in send: inout EventSend) {
    waiter.wake(self, fired, in: &send)
  }

  func registrationDidEnd(_ reason: RegistrationEnd) {
    if reason != .exhausted { waiter.sourceDidEnd(self) }
  }
}
