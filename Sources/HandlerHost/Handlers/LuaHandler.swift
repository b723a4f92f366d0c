internal import ControlKit
internal import LuaRuntime

// Data path: InputEvent → Window → HitTesting → arena | tracking → dispatcher → storage → [Lua].

/// What a handler does when its event comes again while an earlier run still waits.
enum WaitingPolicy: String, CaseIterable {
  /// Runs beside it.
  case parallel
  /// Ignores the event.
  case drop
  /// Runs when the earlier one has ended.
  case queue
  /// Cancels the earlier run and starts anew.
  case restart
}

/// Calls a Lua function, kept in the sender's associated storage on the Lua side.
///
/// This object knows the slot; the function lies in the user values of the sender's proxy, where
/// Lua's collector sees it. So a handler that captures its own control is no leak.
final class LuaHandler: EventHandler {
  private let engine: ScriptEngine
  private let slot: LuaSlot
  private let wantsEvent: Bool
  private let policy: WaitingPolicy
  /// The object whose events these are. It owns this handler, and tells it when it ends.
  private let owner: LuaObject
  /// The earlier runs that still wait.
  private var waiting: [Waiter] = []
  private var queued = 0
  private let undo: (() -> Void)?

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - engine: The host.
  ///   - owner: The object whose events it handles; it owns the handler.
  ///   - slot: Where the function is.
  ///   - wantsEvent: Whether it takes a second parameter.
  ///   - policy: What to do while an earlier run waits.
  ///   - undo: What else ends with the registration.
  init(
    _ engine: ScriptEngine, owner: KitObject, slot: LuaSlot, wantsEvent: Bool,
    policy: WaitingPolicy = .parallel, undo: (() -> Void)? = nil
  ) {
    self.engine = engine
    self.owner = LuaObject(owner)
    self.slot = slot
    self.wantsEvent = wantsEvent
    self.policy = policy
    self.undo = undo
  }

  func handle(_ fired: UInt32, in send: inout EventSend) throws {
    if policy != .parallel, !waiting.isEmpty {
      switch policy {
      case .drop: return
      case .queue:
        queued += 1
        return
      default: cancelWaiting()
      }
    }
    if Trace.isOn {
      Trace.record(.lua, from: send.sender, "\(send.sender.debugName) calls its function")
    }
    guard wantsEvent else {
      return try finish(engine.run(owner, slot))
    }
    let state = engine.state
    let event = engine.event(fired, in: &send)
    let outcome = state.run(owner, slot, event: event)
    if state.takeStop(ofSend: event.index) { send.stopImmediatePropagation() }
    engine.didRun()
    try finish(outcome)
  }

  @inline(__always)
  private func finish(_ outcome: LuaOutcome) throws {
    switch outcome {
    case .done, .gone: return
    case .waiting(let task): track(task)
    case .failed(let failure):
      let error = ScriptError(failure)
      engine.notify(error.description)
      throw error
    }
  }

  private func track(_ task: LuaTask) {
    guard let waiter = engine.waiters[task] else { return }
    waiting.append(waiter)
    waiter.onEnd = { [weak self, weak waiter] next in
      guard let self else { return }
      waiting.removeAll { $0 === waiter }
      if let next { track(next) } else { runQueued() }
    }
  }

  /// A queued run has no event object of its own: the send it belonged to is over.
  private func runQueued() {
    while queued > 0, waiting.isEmpty {
      queued -= 1
      do {
        try finish(engine.run(owner, slot))
      } catch {
        engine.application?.report(
          Diagnostic(
            severity: .error, message: String(describing: error), handler: "queued handler"))
      }
    }
  }

  private func cancelWaiting() {
    let ending = waiting
    waiting = []
    for waiter in ending { waiter.cancel() }
  }

  func registrationDidEnd(_ reason: RegistrationEnd) {
    queued = 0
    // A handler that ran for the last time may go on waiting; one that was removed may not.
    if reason != .exhausted { cancelWaiting() }
    if reason != .ownerEnded { engine.state.clear(slot, of: owner) }
    undo?()
  }

  /// Whether an argument of a call is this handler's function.
  func isFunction(_ index: Int, in call: LuaCall) -> Bool {
    call.isSame(index, as: slot, of: owner)
  }
}

/// Calls a method of a Lua table, looked up by name when the event comes.
final class LuaTargetHandler: EventHandler {
  private let engine: ScriptEngine
  private let slot: LuaSlot
  let methodName: String
  private let owner: LuaObject

  init(_ engine: ScriptEngine, owner: KitObject, slot: LuaSlot, method: String) {
    self.engine = engine
    self.owner = LuaObject(owner)
    self.slot = slot
    methodName = method
  }

  func handle(_ fired: UInt32, in send: inout EventSend) throws {
    let state = engine.state
    let event = engine.event(fired, in: &send)
    let outcome = state.run(owner, slot, method: methodName, event: event)
    if state.takeStop(ofSend: event.index) { send.stopImmediatePropagation() }
    engine.didRun()
    if case .failed(let failure) = outcome {
      let error = ScriptError(failure)
      engine.notify(error.description)
      throw error
    }
  }

  func registrationDidEnd(_ reason: RegistrationEnd) {
    if reason != .ownerEnded { engine.state.clear(slot, of: owner) }
  }

  /// Whether this calls a method of the table in an argument; an empty name stands for any.
  func calls(_ index: Int, _ name: String?, in call: LuaCall) -> Bool {
    (name == nil || name == methodName) && call.isSame(index, as: slot, of: owner)
  }
}
