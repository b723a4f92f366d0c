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
final class LuaHandler: ScriptedHandler {
  var host: AnyObject { engine }
  var application: Application? { engine.application }
  private let engine: ScriptEngine
  // The engine's own, here once more: reaching it through the engine would cost each event a retain.
  private let state: LuaState
  let slot: LuaSlot
  private let wantsEvent: Bool
  private let policy: WaitingPolicy
  /// The object on whose proxy the function is. It owns this handler, and tells it when it ends.
  private let owner: LuaObject
  /// For a view's gesture the recognizer owns the handler, and the view may end before it.
  private weak var view: View?
  private weak var recognizer: GestureRecognizer?
  private let isGesture: Bool
  /// Whether the end of the registration takes the recognizer away.
  private let isOneLiner: Bool
  /// The earlier runs that still wait.
  private var runs = WaitingRuns()
  private var queued = 0

  /// Creates a handler of an object's events; the object owns it.
  ///
  /// - Parameters:
  ///   - engine: The host.
  ///   - owner: The object.
  ///   - slot: Where the function is.
  ///   - wantsEvent: Whether it takes a second parameter.
  ///   - policy: What to do while an earlier run waits.
  init(
    _ engine: ScriptEngine, owner: KitObject, slot: LuaSlot, wantsEvent: Bool,
    policy: WaitingPolicy = .parallel
  ) {
    self.engine = engine
    state = engine.state
    self.owner = LuaObject(owner)
    self.slot = slot
    self.wantsEvent = wantsEvent
    self.policy = policy
    isGesture = owner is GestureRecognizer
    isOneLiner = false
  }

  /// Creates a handler of a recognizer's events whose function gets the view, and whose end takes
  /// the recognizer away.
  init(
    _ engine: ScriptEngine, view: View, recognizer: GestureRecognizer, slot: LuaSlot,
    wantsEvent: Bool
  ) {
    self.engine = engine
    state = engine.state
    owner = LuaObject(view)
    self.slot = slot
    self.wantsEvent = wantsEvent
    policy = .parallel
    self.view = view
    self.recognizer = recognizer
    isGesture = true
    isOneLiner = true
  }

  /// How many earlier runs wait.
  var waitingCount: Int { runs.count }

  func handle(_ fired: UInt32, in send: inout EventSend) throws {
    if policy != .parallel, !runs.isEmpty {
      switch policy {
      case .drop: return
      case .queue:
        queued += 1
        return
      default: runs.cancel()
      }
    }
    guard wantsEvent else {
      if state.runPlainly(owner, slot) { return }
      return try finish(state.plainOutcome(), fired, send)
    }
    var event = engine.event(fired, in: &send, isGesture: isGesture)
    let outcome = state.run(owner, slot, event: &event)
    if event.isStopped { send.stopImmediatePropagation() }
    if case .done = outcome { return }
    try finish(outcome, fired, send)
  }

  private func finish(_ outcome: LuaOutcome, _ fired: UInt32, _ send: EventSend) throws {
    switch outcome {
    case .done, .gone: return
    case .waiting(let task): track(task, HandlerPlace(send, fired, self))
    case .failed(let failure):
      throw engine.settle(failure, of: token(in: send))
    }
  }

  private func track(_ task: LuaTask, _ place: HandlerPlace) {
    engine.waiters[task]?.place = place
    runs.track(task, in: engine) { [weak self] in self?.runQueued(place) }
  }

  /// A queued run has no event object of its own: the send it belonged to is over.
  private func runQueued(_ place: HandlerPlace) {
    while queued > 0, runs.isEmpty {
      queued -= 1
      switch state.run(owner, slot) {
      case .done, .gone: break
      case .waiting(let task): track(task, place)
      case .failed(let failure): engine.report(failure, at: place)
      }
    }
  }

  func registrationDidEnd(_ reason: RegistrationEnd) {
    queued = 0
    // A handler that ran for the last time may go on waiting; one that was removed may not.
    if reason != .exhausted { runs.cancel() }
    if isOneLiner {
      if let view { state.clear(slot, of: LuaObject(view)) }
      if let recognizer { recognizer.view?.removeGestureRecognizer(recognizer) }
    } else if reason != .ownerEnded {
      state.clear(slot, of: owner)
    }
  }

  /// Whether an argument of a call is this handler's function.
  func isFunction(_ index: Int, in call: LuaCall) -> Bool {
    call.isSame(index, as: slot, of: owner)
  }
}

/// Calls a method of a Lua table, looked up by name when the event comes.
final class LuaTargetHandler: ScriptedHandler {
  var host: AnyObject { engine }
  var application: Application? { engine.application }
  private let engine: ScriptEngine
  let slot: LuaSlot
  let methodName: String
  private let owner: LuaObject
  private var runs = WaitingRuns()

  init(_ engine: ScriptEngine, owner: KitObject, slot: LuaSlot, method: String) {
    self.engine = engine
    self.owner = LuaObject(owner)
    self.slot = slot
    methodName = method
  }

  /// How many earlier runs wait.
  var waitingCount: Int { runs.count }

  func handle(_ fired: UInt32, in send: inout EventSend) throws {
    var event = engine.event(fired, in: &send, isGesture: false)
    let outcome = engine.state.run(owner, slot, method: methodName, event: &event)
    if event.isStopped { send.stopImmediatePropagation() }
    switch outcome {
    case .done, .gone: return
    case .waiting(let task):
      engine.waiters[task]?.place = HandlerPlace(send, fired, self)
      runs.track(task, in: engine)
    case .failed(let failure):
      throw engine.settle(failure, of: token(in: send))
    }
  }

  func registrationDidEnd(_ reason: RegistrationEnd) {
    if reason != .exhausted { runs.cancel() }
    if reason != .ownerEnded { engine.state.clear(slot, of: owner) }
  }

  /// Whether this calls a method of the table in an argument; without a name, any method.
  func calls(_ index: Int, _ name: String?, in call: LuaCall) -> Bool {
    isMethod(name) && call.isSame(index, as: slot, of: owner)
  }

  /// Whether it calls a method of this name; `nil` stands for any.
  func isMethod(_ name: String?) -> Bool { name == nil || name == methodName }
}

extension EventHandler {
  /// The registration of this handler with the object that sends.
  func token(in send: EventSend) -> RemovableTarget? {
    send.sender.handlers.first { $0.handler === self }
  }
}

/// What a report says about a handler that waited, when it fails later.
struct HandlerPlace {
  var sender: String?
  var event: String?
  var handler: String
  /// The registration, while there is one.
  weak var token: RemovableTarget?

  /// A handler in a send.
  init(_ send: EventSend, _ fired: UInt32, _ handler: any EventHandler) {
    let sender = send.sender
    self.sender = sender.debugName
    event = sender.eventName(fired)
    let token = handler.token(in: send)
    self.token = token
    self.handler = token?.debugName ?? "handler that ran for the last time"
  }

  /// Anything else.
  init(sender: String? = nil, event: String?, handler: String) {
    self.sender = sender
    self.event = event
    self.handler = handler
  }
}
