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
  private let isGesture: Bool
  /// The gesture of a view that ends with the registration.
  private let oneLiner: OneLiner?
  /// The earlier runs that still wait; made for the first one.
  private var runs: WaitingRuns?
  /// The events that come after them.
  private var queue: QueuedEvents?
  private var hasEnded = false

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
    oneLiner = nil
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
    oneLiner = OneLiner(view: view, recognizer: recognizer)
    isGesture = true
  }

  /// How many earlier runs wait.
  var waitingCount: Int { runs?.count ?? 0 }

  func handle(_ fired: UInt32, in send: inout EventSend) throws {
    if policy != .parallel, !begins(fired, in: &send) { return }
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

  var skipsNextRun: Bool { policy == .drop && isWaiting }

  private var isWaiting: Bool { runs.map { !$0.isEmpty } ?? false }

  /// Does what the policy says about earlier runs.
  ///
  /// - Returns: Whether the handler runs now.
  private func begins(_ fired: UInt32, in send: inout EventSend) -> Bool {
    switch policy {
    case .parallel: return true
    case .drop:
      if isWaiting { send.skipRun() }
      return !isWaiting
    case .restart:
      runs?.cancel()
      return !hasEnded  // closing their variables may have removed it
    case .queue:
      // Behind those that wait for their turn, also while one of them runs.
      guard isWaiting || queue != nil else { return true }
      let queue = self.queue ?? QueuedEvents(HandlerPlace(send, fired), of: send.sender)
      self.queue = queue
      var event = engine.event(fired, in: &send, isGesture: isGesture)
      event.isOver = true
      queue.append(event, fired)
      return false
    }
  }

  /// Whether a send only calls it, and need not ask it before.
  private var isPlain: Bool { !isGesture && policy == .parallel }

  /// Lets the engine run it without asking it, if it may.
  func batch(_ token: RemovableTarget) {
    if isPlain { token.batch(by: engine, slot: slot.number, wantsEvent: wantsEvent) }
    token.maySkipRuns = policy == .drop
  }

  func finish(_ outcome: LuaOutcome, _ fired: UInt32, _ send: EventSend) throws {
    switch outcome {
    case .done, .gone: return
    case .waiting(let task): track(task, HandlerPlace(send, fired))
    case .failed(let failure):
      // The script ended in this very run, which then wanted to wait: that is no fault of its own.
      if engine.isClosed, failure.message.hasSuffix(ScriptEngine.closedMessage) { return }
      throw engine.settle(failure, of: send.token)
    }
  }

  private func track(_ task: LuaTask, _ place: HandlerPlace) {
    engine.waiters.waiter(of: task)?.place = place
    let runs = self.runs ?? WaitingRuns()
    self.runs = runs
    if policy == .queue, runs.onEnd == nil {
      runs.onEnd = { [weak self] in self?.runQueued(isCancelled: $0) }
    }
    runs.track(task, in: engine)
  }

  /// Runs what is queued, until a run waits again. Such a run has an event object of its own, since
  /// the send is over.
  private func runQueued(isCancelled: Bool) {
    while let queue, !isWaiting {
      guard !isCancelled, let sender = queue.sender, let next = queue.next() else {
        self.queue = nil
        guard queue.outlivesRegistration else { return }
        runs?.onEnd = nil
        if let sender = queue.sender { state.clear(slot, of: LuaObject(sender)) }
        return
      }
      let place = queue.place.with(event: sender.eventName(next.fired))
      var event = next.event
      let object = LuaObject(sender)
      switch wantsEvent ? state.run(object, slot, event: &event) : state.run(object, slot) {
      case .done, .gone: break
      case .waiting(let task): track(task, place)
      case .failed(let failure): engine.report(failure, at: place)
      }
      withExtendedLifetime(sender) {}
    }
  }

  func registrationDidEnd(_ reason: RegistrationEnd) {
    hasEnded = true
    if reason == .exhausted, let queue, let runs {
      // The last events are still to come; then the function goes.
      queue.outlivesRegistration = true
      runs.onEnd = { self.runQueued(isCancelled: $0) }
      return
    }
    queue = nil
    // A handler that ran for the last time may go on waiting; one that was removed may not.
    if reason != .exhausted { runs?.cancel() }
    if let oneLiner {
      if let view = oneLiner.view { state.clear(slot, of: LuaObject(view)) }
      if let recognizer = oneLiner.recognizer {
        recognizer.view?.removeGestureRecognizer(recognizer)
      }
    } else if reason != .ownerEnded {
      state.clear(slot, of: owner)
    }
  }

  /// Whether an argument of a call is this handler's function.
  func isFunction(_ index: Int, in call: LuaCall) -> Bool {
    call.isSame(index, as: slot, of: owner)
  }
}

/// A view's gesture with one handler. The recognizer owns the handler, and the view may end before it.
private final class OneLiner {
  private(set) weak var view: View?
  private(set) weak var recognizer: GestureRecognizer?

  init(view: View, recognizer: GestureRecognizer) {
    self.view = view
    self.recognizer = recognizer
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
  private let runs = WaitingRuns()

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
      engine.waiters.waiter(of: task)?.place = HandlerPlace(send, fired)
      runs.track(task, in: engine)
    case .failed(let failure):
      throw engine.settle(failure, of: send.token)
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

/// The events for which a handler is to run later, in their order.
private final class QueuedEvents {
  /// The object whose events they are. It owns what is queued.
  private(set) weak var sender: KitObject?
  /// Whose runs they cause, for reports.
  let place: HandlerPlace
  private var events: [(event: LuaEvent, fired: UInt32)] = []
  private var nextIndex = 0
  /// Whether they come after the end of the registration, by its limit.
  var outlivesRegistration = false

  init(_ place: HandlerPlace, of sender: KitObject) {
    self.place = place
    self.sender = sender
  }

  func append(_ event: LuaEvent, _ fired: UInt32) {
    events.append((event, fired))
  }

  func next() -> (event: LuaEvent, fired: UInt32)? {
    guard nextIndex < events.count else { return nil }
    let event = events[nextIndex]
    nextIndex += 1
    if nextIndex > 32, 2 * nextIndex > events.count {
      events.removeFirst(nextIndex)
      nextIndex = 0
    }
    return event
  }
}

/// What a report says about a handler that waited, when it fails later.
final class HandlerPlace {
  let sender: String?
  let event: String?
  let handler: String
  /// The registration, while there is one.
  private(set) weak var token: RemovableTarget?

  /// The handler that runs in a send.
  convenience init(_ send: EventSend, _ fired: UInt32) {
    let sender = send.sender
    self.init(
      sender: sender.debugName, event: sender.eventName(fired),
      handler: send.token?.debugName ?? "handler", token: send.token)
  }

  /// Anything else.
  init(sender: String? = nil, event: String?, handler: String, token: RemovableTarget? = nil) {
    self.sender = sender
    self.event = event
    self.handler = handler
    self.token = token
  }

  /// The same handler at another event.
  func with(event: String?) -> HandlerPlace {
    HandlerPlace(sender: sender, event: event, handler: handler, token: token)
  }

  /// A handler of which nothing more is known.
  static var unknown: HandlerPlace { HandlerPlace(event: nil, handler: "a handler that waited") }
}
