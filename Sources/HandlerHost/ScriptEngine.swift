internal import ControlKit
internal import LuaRuntime

/// The part of a script host that outlives it in the handlers it registered.
///
/// A handler holds the engine; the engine holds no handler. After `close()` a handler does nothing.
final class ScriptEngine: LuaBridge {
  let state = LuaState()
  private(set) weak var application: Application?
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
    let keys = FieldKey.allCases.map(\.name)
    guard state.open(bridge: self, keys: keys, classCount: BindingTable.classCount) else {
      throw ScriptError(code: .internal, message: "not enough memory for a Lua state")
    }
  }

  deinit {
    // The world calls back into this object, so it may not outlive it.
    state.close()
  }

  /// Whether the script has ended; its handlers do nothing any more.
  var isClosed: Bool { state.isInert }

  /// Runs a main chunk.
  func load(
    _ body: (LuaState) throws(LuaFailure) -> Void
  ) throws(ScriptError) {
    guard !isClosed else {
      throw ScriptError(code: .runtime, message: "the script host is closed")
    }
    do throws(LuaFailure) {
      try body(state)
    } catch {
      throw ScriptError(error)
    }
  }

  // MARK: - Ending

  func close() {
    guard !isClosed else { return }
    for waiter in waiters.values { waiter.cancel() }
    waiters = [:]
    for timer in timers.values { timer.stop() }
    timers = [:]
    state.makeInert()
  }

  func quit(_ code: Int32) {
    quitCode = code
    onQuit?(code)
  }

  // MARK: - Running

  /// Runs a function as a handler of an object, or of nothing.
  @inline(__always)
  func run(_ object: LuaObject?, _ slot: LuaSlot) -> LuaOutcome {
    state.run(object, slot)
  }

  /// The event object for a send, which counts as having one from now on.
  func event(_ fired: UInt32, in send: inout EventSend) -> LuaEvent {
    if send.scriptSend.serial == 0 {
      sendSerial += 1
      sendsWithEvent += 1
      send.setScriptSend(serial: sendSerial, index: sendsWithEvent, observer: self)
    }
    let (serial, index) = send.scriptSend
    let touch = send.cause?.touches.first.map { touch in
      LuaEvent.Touch(
        id: touch.id, tapCount: touch.tapCount, isFinger: touch.kind == .finger,
        x: touch.windowLocation.x, y: touch.windowLocation.y)
    }
    return LuaEvent(
      type: EventNames.name(fired, of: send.sender),
      time: send.cause?.timestamp ?? application?.scheduler.now ?? 0, touch: touch,
      serial: serial, index: index)
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
    guard let errorHandler, !isReporting else { return }
    isReporting = true
    defer { isReporting = false }
    if case .failed(let failure) = state.run(errorHandler, text: message) {
      application?.report(
        Diagnostic(
          severity: .error, message: failure.message, handler: "the function given to ui.onError"))
    }
  }

  func setErrorHandler(_ slot: LuaSlot?) {
    if let errorHandler { state.clear(errorHandler, of: nil) }
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

  // MARK: - What the Lua world asks

  /// Objects reach Lua only as ControlKit objects, so a checked cast would find nothing new.
  @inline(__always)
  private func known(_ object: AnyObject) -> KitObject {
    unsafe unsafeDowncast(object, to: KitObject.self)
  }

  func readProperty(
    _ member: Int, of object: AnyObject, _ call: LuaCall
  ) throws(LuaRefusal) {
    guard let property = bindings.property(member) else { return }
    guard let read = property.read else {
      throw LuaRefusal("'\(property.name)' can only be set")
    }
    read(known(object), call)
  }

  func writeProperty(
    _ member: Int, of object: AnyObject, _ call: LuaCall
  ) throws(LuaRefusal) {
    guard let property = bindings.property(member) else { return }
    guard let write = property.write else {
      throw LuaRefusal("'\(property.name)' can only be read")
    }
    let place = Argument.Place.property(member, self)
    try write(known(object), self, Argument(call: call, index: 1, place: place))
  }

  func callMethod(
    _ member: Int, of object: AnyObject?, _ call: LuaCall
  ) throws(LuaRefusal) -> LuaCallEnd {
    guard let method = bindings.method(member) else { return .returns }
    return try method.call(
      object.map { known($0) }, self, Arguments(call: call, method: method.name))
  }

  func makeObject(ofClass id: Int32, _ call: LuaCall) throws(LuaRefusal) {
    guard let make = bindings.classes[Int(id)].make else {
      throw LuaRefusal("\(bindings.classes[Int(id)].name) cannot be made by a script")
    }
    let object = make()
    if let window = object as? Window { didMake(window) }
    call.give(object)
  }

  func addChild(to object: AnyObject, _ call: LuaCall) throws(LuaRefusal) {
    let name = bindings.className(of: object)
    let argument = Argument(call: call, index: 1, place: .child(name))
    switch known(object) {
    case let toolbar as Toolbar: toolbar.items.append(try argument.object(BarButtonItem.self))
    case is Label, is Control, is ProgressView, is Spacer, is ImageView, is TextView:
      throw LuaRefusal("\(name) takes properties only, no subviews")
    case let view as View: try addSubview(try argument.object(View.self), to: view)
    default: throw LuaRefusal("\(name) takes properties only")
    }
  }

  /// Adds a view where ControlKit would stop the program for a mistake.
  func addSubview(_ view: View, to parent: View, at index: Int? = nil) throws(LuaRefusal) {
    if let problem = parent.problem(adding: view) { throw LuaRefusal(problem) }
    if let index { parent.insertSubview(view, at: index) } else { parent.addSubview(view) }
  }

  func unknownMember(ofClass id: Int32, isWrite: Bool, _ call: LuaCall) -> String {
    guard let name = call.string(1), call.kind(1) == .string else {
      return "a member's name must be a string, got \(call.kindName(1))"
    }
    let owner = id == 0 ? "the module ui" : bindings.classes[Int(id)].name
    if id == 0, isWrite { return "the module ui cannot be changed (writing '\(name)')" }
    let known = bindings.names(ofClass: id)
    if isWrite, known.methods.contains(name) {
      return "'\(name)' is a method of \(owner) and cannot be set"
    }
    let candidates = isWrite ? known.properties : known.properties + known.methods
    let kind = id == 0 ? "member" : isWrite ? "property" : "property or method"
    var text = "\(owner) has no \(kind) '\(name)'"
    if let near = Suggestion.nearest(to: name, among: candidates) {
      text += "; did you mean '\(near)'?"
    } else if id != 0 {
      text += "; a script's own values go into its 'data' table"
    }
    return text
  }

  func defineClass(_ id: Int32, in builder: LuaClassBuilder) {
    bindings.define(id, in: builder)
  }

  func isClass(_ id: Int32, kindOf other: Int32) -> Bool {
    bindings.isClass(Int(id), kindOf: Int(other))
  }

  func classID(of object: AnyObject) -> Int32 { bindings.classID(of: object) }

  func setProxy(_ address: UInt, of object: AnyObject) {
    known(object).proxyAddress = address
  }

  func proxy(of object: AnyObject) -> UInt { known(object).proxyAddress }

  func ownedObjectsChanged(of object: AnyObject) -> Bool {
    known(object).ownedObjectsChanged
  }

  func visitOwned(by object: AnyObject, _ visit: (AnyObject) -> Void) {
    let object = known(object)
    object.ownedObjectsChanged = false
    object.visitOwned { visit($0) }
  }

  func owner(of object: AnyObject) -> AnyObject? { known(object).owningObject }

  func locate(x: Double, y: Double, in object: AnyObject) -> (x: Double, y: Double)? {
    let view = (object as? View) ?? (object as? GestureRecognizer)?.view
    guard let view else { return nil }
    let point = view.convert(Point(x: x, y: y), from: nil)
    return (point.x, point.y)
  }
}

extension ScriptEngine: EventSendObserver {
  func sendDidEnd() {
    // Sends end in the reverse order of their beginning, so this is the innermost one.
    state.endSend(sendsWithEvent)
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
