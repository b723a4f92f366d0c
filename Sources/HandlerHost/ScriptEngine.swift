internal import ControlKit
internal import LuaRuntime

/// The part of a script host that outlives it in the handlers it registered.
///
/// A handler holds the engine; the engine holds no handler. After `close()` a handler does nothing.
final class ScriptEngine {
  private(set) var state: LuaState?
  private(set) weak var application: Application?
  private(set) var isClosed = false
  var onQuit: ((Int32) -> Void)?
  private(set) var quitCode: Int32?

  /// The classes and members a script can name; filled in as it uses them.
  var bindings = BindingTable()
  /// The handlers that wait, by their coroutine.
  var waiters: [LuaTask: Waiter] = [:]
  private var timers: [ObjectIdentifier: ScriptTimer] = [:]
  private var windows: [WeakWindow] = []
  private var errorHandler: LuaSlot?
  private var isReporting = false
  private var sendsWithEvent: Int32 = 0
  private var sendSerial: UInt64 = 0

  private struct WeakWindow {
    weak var window: Window?
  }

  init(application: Application) throws(ScriptError) {
    self.application = application
    let opened = LuaState(
      bridge: self, keys: FieldKey.allCases.map(\.name), classCount: BindingTable.classCount)
    guard let opened else {
      throw ScriptError(code: .internal, message: "not enough memory for a Lua state")
    }
    state = opened
  }

  /// Runs a main chunk.
  func load(
    _ body: (LuaState) throws(LuaFailure) -> Void
  ) throws(ScriptError) {
    guard let state, !isClosed else {
      throw ScriptError(code: .runtime, message: "the script host is closed")
    }
    do throws(LuaFailure) {
      try body(state)
    } catch {
      didRun()
      throw ScriptError(error)
    }
    didRun()
  }

  // MARK: - Ending

  func close() {
    guard !isClosed else { return }
    isClosed = true
    for timer in timers.values { timer.stop() }
    timers = [:]
    for waiter in waiters.values { waiter.cancel() }
    waiters = [:]
    didRun()
  }

  /// A close from inside a handler takes effect when the outermost one has returned.
  func didRun() {
    guard isClosed, let open = state, !open.isRunning else { return }
    state = nil
    open.close()
  }

  func quit(_ code: Int32) {
    quitCode = code
    onQuit?(code)
  }

  // MARK: - Running

  /// Runs a function as a handler of an object, or of nothing.
  func run(_ object: KitObject?, _ slot: LuaSlot) -> LuaOutcome {
    guard !isClosed, let state else { return .gone }
    let outcome = state.run(object, slot)
    if isClosed { didRun() }
    return outcome
  }

  /// The event object for a send, which counts as having one from now on.
  func event(_ fired: UInt32, in send: inout EventSend) -> LuaEvent {
    if send.scriptSerial == 0 {
      sendSerial += 1
      sendsWithEvent += 1
      send.scriptSerial = sendSerial
      send.scriptIndex = sendsWithEvent
      send.observer = self
    }
    let touch = send.cause?.touches.first.map { touch in
      LuaEvent.Touch(
        id: touch.id, tapCount: touch.tapCount, isFinger: touch.kind == .finger,
        x: touch.windowLocation.x, y: touch.windowLocation.y)
    }
    return LuaEvent(
      type: EventNames.name(fired, of: send.sender),
      time: send.cause?.timestamp ?? application?.scheduler.now ?? 0, touch: touch,
      serial: send.scriptSerial, index: send.scriptIndex)
  }

  /// Reports a failure that belongs to no control.
  func report(_ failure: LuaFailure, event: String, handler: String) {
    let error = ScriptError(failure)
    notify(error.description)
    application?.report(
      Diagnostic(
        severity: .error, message: error.description, event: event, handler: handler))
  }

  /// Tells the script's own error handler; an error inside that is not told again.
  func notify(_ message: String) {
    guard let errorHandler, let state, !isReporting else { return }
    isReporting = true
    defer { isReporting = false }
    if case .failed(let failure) = state.run(errorHandler, text: message) {
      application?.report(
        Diagnostic(
          severity: .error, message: failure.message, handler: "the function given to ui.onError"))
    }
  }

  func setErrorHandler(_ slot: LuaSlot?) {
    if let errorHandler { state?.clear(errorHandler, of: nil) }
    errorHandler = slot
  }

  // MARK: - Timers and windows

  func keep(_ timer: ScriptTimer) {
    timers[ObjectIdentifier(timer)] = timer
  }

  func forget(_ timer: ScriptTimer) {
    timers[ObjectIdentifier(timer)] = nil
  }

  func didMake(_ window: Window) {
    windows.removeAll { $0.window == nil }
    windows.append(WeakWindow(window: window))
  }

  /// The object with an id in a shown window, or else in one that lives.
  func find(_ id: String) -> KitObject? {
    if let shown = application?.view(withID: id) { return shown.scriptObject }
    for entry in windows {
      if let found = entry.window?.view(withID: id) { return found.scriptObject }
    }
    return nil
  }
}

extension ScriptEngine: EventSendObserver {
  func sendDidEnd() {
    // Sends end in the reverse order of their beginning, so this is the innermost one.
    state?.endSend(sendsWithEvent)
    sendsWithEvent -= 1
  }
}

extension View {
  /// What a script sees of a view: a toolbar's buttons are known by their items.
  var scriptObject: KitObject { (self as? BarItemView)?.item ?? self }
}

/// The names of events by their bit.
enum EventNames {
  private static let control: [String] = (0..<32).map {
    ControlEvents(rawValue: 1 << UInt32($0)).description
  }

  /// The name of one event of an object's kind.
  static func name(_ event: UInt32, of sender: KitObject) -> String {
    if let recognizer = sender as? GestureRecognizer {
      if event == GestureEvents.ended.rawValue, recognizer is TapGestureRecognizer {
        return "recognized"
      }
      return GestureEvents(rawValue: event).description
    }
    return event == 0 ? "" : control[event.trailingZeroBitCount]
  }
}
