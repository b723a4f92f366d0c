internal import ControlKit
internal import LuaRuntime

/// A handler that waits for a time, an event, or whichever comes first.
///
/// What wakes it owns it: the timer, or the token on the control. So a control that can never fire
/// again takes its waiters with it.
final class Waiter {
  private let engine: ScriptEngine
  private let task: LuaTask
  private let slot: LuaSlot
  /// Where the coroutine is kept: on an object, or at the root.
  private let isAtRoot: Bool
  private weak var object: KitObject?
  private var timer: ScheduledTimer?
  private weak var token: RemovableTarget?
  private var isOver = false

  /// Whose handler waits, for reports.
  var place = HandlerPlace(event: nil, handler: "a handler that waited")
  /// Runs when this wait is over: with the next one's coroutine if the handler waits again.
  var onEnd: ((LuaTask?) -> Void)?

  init(_ engine: ScriptEngine, task: LuaTask, slot: LuaSlot, object: KitObject?) {
    self.engine = engine
    self.task = task
    self.slot = slot
    self.object = object
    isAtRoot = object == nil
    engine.waiters[task] = self
  }

  /// Wakes it after a time.
  func wake(after seconds: Double, by scheduler: Scheduler) {
    timer = scheduler.after(seconds) { [self] in resume() }
  }

  /// Wakes it at the next event of a control or recognizer, in that one's order of handlers.
  func wake(at events: UInt32, of source: KitObject) {
    token = source.addHandler(
      WakeHandler(self, engine), mask: events, options: HandlerOptions(limit: 1, label: "wait"))
  }

  private func resume() {
    guard !isOver, !engine.isClosed else { return }
    let owner = object
    end()
    if owner != nil || isAtRoot {
      finish(engine.state.resume(task, in: owner.map { LuaObject($0) }, slot))
    }
  }

  fileprivate func resume(_ fired: UInt32, in send: inout EventSend) {
    guard !isOver, !engine.isClosed else { return }
    end()
    var event = engine.event(fired, in: &send, isGesture: send.sender is GestureRecognizer)
    let outcome = engine.state.resume(task, in: LuaObject(send.sender), slot, event: &event)
    if event.isStopped { send.stopImmediatePropagation() }
    finish(outcome)
  }

  private func finish(_ outcome: LuaOutcome) {
    switch outcome {
    case .waiting(let next):
      engine.waiters[next]?.place = place
      onEnd?(next)
    case .failed(let failure):
      engine.report(failure, at: place)
      onEnd?(nil)
    case .done, .gone: onEnd?(nil)
    }
  }

  /// Ends the wait for good; the handler's to-be-closed variables are closed, at once or, when this
  /// happens while others are being closed, after those.
  func cancel() {
    guard !isOver else { return }
    let owner = object
    end()
    guard owner != nil || isAtRoot else { return }
    engine.cancel(.init(task: task, slot: slot, object: owner, place: place))
  }

  /// The source lost the registration: by a removal, or because it ended.
  fileprivate func sourceDidEnd() {
    guard !isOver else { return }
    cancel()
    onEnd?(nil)
  }

  private func end() {
    isOver = true
    engine.waiters[task] = nil
    timer?.cancel()
    timer = nil
    token?.remove()
  }
}

/// The runs of one handler that wait.
struct WaitingRuns {
  private final class Runs {
    var waiters: [Waiter] = []
  }

  private var runs: Runs?

  var isEmpty: Bool { runs?.waiters.isEmpty ?? true }
  var count: Int { runs?.waiters.count ?? 0 }

  /// Keeps track of a run until it ends, also while it waits again and again.
  mutating func track(_ task: LuaTask, in engine: ScriptEngine, onEnd: (() -> Void)? = nil) {
    let runs = self.runs ?? Runs()
    self.runs = runs
    WaitingRuns.track(task, engine, runs, onEnd)
  }

  private static func track(
    _ task: LuaTask, _ engine: ScriptEngine, _ runs: Runs, _ onEnd: (() -> Void)?
  ) {
    guard let waiter = engine.waiters[task] else { return }
    runs.waiters.append(waiter)
    waiter.onEnd = { [weak runs, weak waiter, unowned engine] next in
      guard let runs else { return }
      runs.waiters.removeAll { $0 === waiter }
      if let next { track(next, engine, runs, onEnd) } else { onEnd?() }
    }
  }

  /// Cancels all of them.
  func cancel() {
    guard let runs else { return }
    let ending = runs.waiters
    runs.waiters = []
    for waiter in ending { waiter.cancel() }
  }
}

/// Stands in the handler table of a control or recognizer for one that waits.
final class WakeHandler: EventHandler {
  private let waiter: Waiter
  private let engine: ScriptEngine

  fileprivate init(_ waiter: Waiter, _ engine: ScriptEngine) {
    self.waiter = waiter
    self.engine = engine
  }

  func handle(_ fired: UInt32, in send: inout EventSend) {
    waiter.resume(fired, in: &send)
  }

  func registrationDidEnd(_ reason: RegistrationEnd) {
    if reason != .exhausted { waiter.sourceDidEnd() }
  }
}

/// A timer that a script set.
final class ScriptTimer: KitObject {
  private let engine: ScriptEngine
  private(set) var slot: LuaSlot?
  private var timer: ScheduledTimer?
  let source: String
  private var runs = WaitingRuns()
  private var failures = 0
  var isEnabled = true

  init(_ engine: ScriptEngine, slot: LuaSlot, source: String) {
    self.engine = engine
    self.slot = slot
    self.source = source
  }

  var isAlive: Bool { slot != nil }

  func start(after seconds: Double, repeating: Bool, by scheduler: Scheduler) {
    engine.keep(self)
    let fire: () -> Void = { [weak self] in self?.fire(isLast: !repeating) }
    timer = repeating ? scheduler.every(seconds, fire) : scheduler.after(seconds, fire)
  }

  private func fire(isLast: Bool) {
    guard let slot else { return }
    if isEnabled {
      let place = HandlerPlace(event: "timer", handler: "timer from \(source)")
      switch engine.state.run(nil, slot) {
      case .waiting(let task):
        engine.waiters[task]?.place = place
        runs.track(task, in: engine)
      case .failed(let failure):
        failures += 1
        engine.report(failure, at: place)
        if case .suspend(let limit) = engine.errorPolicy, failures >= limit { release() }
      case .done, .gone: failures = 0
      }
    }
    if isLast { release() }
  }

  /// Stops it, and cancels runs that wait.
  func stop() {
    runs.cancel()
    release()
  }

  private func release() {
    timer?.cancel()
    timer = nil
    if let slot { engine.state.clear(slot, of: nil) }
    slot = nil
    engine.forget(self)
  }
}
