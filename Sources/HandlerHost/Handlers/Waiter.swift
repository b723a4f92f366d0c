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
  private weak var object: KitObject?
  private var timer: ScheduledTimer?
  private weak var token: RemovableTarget?
  private var isOver = false

  /// Runs when this wait is over: with the next one's coroutine if the handler waits again.
  var onEnd: ((LuaTask?) -> Void)?

  init(_ engine: ScriptEngine, task: LuaTask, slot: LuaSlot, object: KitObject?) {
    self.engine = engine
    self.task = task
    self.slot = slot
    self.object = object
    engine.waiters[task] = self
  }

  /// Wakes it after a time.
  func wake(after seconds: Double, by scheduler: Scheduler) {
    timer = scheduler.after(seconds) { [self] in resume(nil) }
  }

  /// Wakes it at the next event of a source, in that source's order of handlers.
  func wake(at events: ControlEvents, of source: any EventSource) {
    token = source.addHandler(
      WakeHandler(self, engine), for: events, HandlerOptions(limit: 1, label: "wait"))
  }

  fileprivate func resume(_ event: LuaEvent?) {
    guard !isOver, !engine.isClosed else { return }
    let state = engine.state
    let owner = object
    end()
    let outcome = state.resume(task, in: owner.map { LuaObject($0) }, slot, event: event)
    engine.didRun()
    switch outcome {
    case .waiting(let next): onEnd?(next)
    case .failed(let failure):
      engine.report(
        failure, event: "while waiting", handler: owner?.debugName ?? "a handler that slept")
      onEnd?(nil)
    case .done, .gone: onEnd?(nil)
    }
  }

  /// Ends the wait for good; the handler's to-be-closed variables are closed.
  func cancel() {
    guard !isOver else { return }
    end()
    engine.state.cancel(task, in: object.map { LuaObject($0) }, slot)
  }

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

/// Stands in a control's handler table for one that waits.
private final class WakeHandler: EventHandler {
  private let waiter: Waiter
  private let engine: ScriptEngine

  init(_ waiter: Waiter, _ engine: ScriptEngine) {
    self.waiter = waiter
    self.engine = engine
  }

  func handle(_ fired: UInt32, in send: inout EventSend) {
    waiter.resume(engine.event(fired, in: &send))
  }

  func registrationDidEnd(_ reason: RegistrationEnd) {
    if reason != .exhausted { waiter.sourceDidEnd() }
  }
}

/// A timer that a script set.
final class ScriptTimer: KitObject {
  private let engine: ScriptEngine
  private var slot: LuaSlot?
  private var timer: ScheduledTimer?
  private let source: String
  private var waiting: [Waiter] = []
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
      switch engine.run(nil, slot) {
      case .waiting(let task): track(task)
      case .failed(let failure):
        engine.report(failure, event: "timer", handler: "timer from \(source)")
      case .done, .gone: break
      }
    }
    if isLast { release() }
  }

  private func track(_ task: LuaTask) {
    guard let waiter = engine.waiters[task] else { return }
    waiting.append(waiter)
    waiter.onEnd = { [weak self, weak waiter] next in
      guard let self else { return }
      waiting.removeAll { $0 === waiter }
      if let next { track(next) }
    }
  }

  /// Stops it, and cancels runs that wait.
  func stop() {
    let ending = waiting
    waiting = []
    for waiter in ending { waiter.cancel() }
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
