internal import ControlKit
internal import LuaRuntime

/// The part of a script host that outlives it in the handlers it registered.
///
/// A handler holds the engine; the engine holds no handler. After `close()` a handler does nothing.
@safe
final class ScriptEngine: LuaBridge {
  let state = LuaState()
  /// The application, until the host has ended.
  var application: Application? { unsafe applicationReference }
  // Not weak: every event asks the application, and a weak reference would slow that. The host keeps
  // the application alive, and closes the engine before it lets go.
  private unowned(unsafe) var applicationReference: Application?
  let scheduler: Scheduler
  // The same, for the path of every event: read without retaining it.
  private let time: Unmanaged<Scheduler>
  var onQuit: ((Int32) -> Void)?
  private(set) var quitCode: Int32?

  /// The classes and members a script can name; filled in as it uses them.
  let bindings = BindingTable()
  /// The handlers that wait, by their coroutine.
  let waiters = Waiters()
  private var lastWaiterSerial: UInt64 = 0
  /// The script's file in which a handler was registered last. Many are registered in one.
  private var lastFile = ""
  private var callbacks: [ObjectIdentifier: ScriptCallback] = [:]
  /// What has begun last to wait for its time, or for anything else.
  private(set) var lastBegun: Begun?
  /// How many of the application's defined events the Lua world knows by name.
  private var namedEventCount = 0
  private var errorHandler: LuaSlot?
  private var isReporting = false
  private var sendSerial: UInt64 = 0
  private var cancelled: [CancelledRun] = []
  private var isCancelling = false

  /// What follows an error in a handler.
  let errorPolicy: ScriptHost.ErrorPolicy

  init(
    application: Application, configuration: ScriptHost.Configuration,
    faults: AllocationFaults? = nil
  ) throws(ScriptError) {
    unsafe applicationReference = application
    errorPolicy = configuration.errorPolicy
    scheduler = application.scheduler
    unsafe time = Unmanaged.passUnretained(scheduler)
    let keys = FieldKey.allCases.map { "\($0.name)" } + EventNames.all
    let isOpen = state.open(
      bridge: self, keys: keys, classCount: BindingTable.classCount,
      limits: LuaLimits(
        seconds: configuration.timeLimit ?? 0, bytes: configuration.memoryLimit ?? 0,
        isSandboxed: configuration.isSandboxed, folder: configuration.moduleFolder),
      faults: faults)
    guard isOpen else {
      throw ScriptError(code: .internal, message: "no memory or timer for a Lua state")
    }
  }

  deinit {
    // The world calls back into this object, so it may not outlive it.
    state.close()
  }

  /// What a script that has ended is told when it wants to wait.
  static let closedMessage = "the script host is closed"

  /// Whether the script has ended; its handlers do nothing any more.
  var isClosed: Bool { state.isInert }

  /// Runs a main chunk.
  func load(
    _ body: (LuaState) throws(LuaFailure) -> Void
  ) throws(ScriptError) {
    guard !isClosed else {
      throw ScriptError(code: .runtime, message: Self.closedMessage)
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
    // To-be-closed variables may start further waits and timers while these end.
    for _ in 0..<8 where !waiters.isEmpty || !callbacks.isEmpty {
      cancelWaiters()
      for callback in Array(callbacks.values) { callback.stop() }
    }
    removeHandlers()
    state.makeInert()
    // What is left began in variables that were closed; nothing begins any more.
    cancelWaiters()
    for callback in Array(callbacks.values) { callback.stop() }
  }

  /// The host ends, and may be the last to hold the application.
  func forgetApplication() {
    unsafe applicationReference = nil
  }

  /// Takes the script's handlers off the objects that outlive it, so that another script finds none
  /// of them.
  private func removeHandlers() {
    // All objects before the first removal: that runs code which may change what Lua knows.
    var objects: [KitObject] = []
    _ = state.firstObject { (object: AnyObject) -> Bool? in
      let object = known(object)
      objects.append(object)
      // A one-line gesture's recognizer has no proxy of its own.
      if let view = object as? View { objects += view.gestureRecognizers }
      return nil
    }
    for object in objects {
      removeHandlers(of: object)
    }
  }

  func nextWaiterSerial() -> UInt64 {
    lastWaiterSerial += 1
    lastBegun = .waiter(lastWaiterSerial)
    return lastWaiterSerial
  }

  /// Cancels every handler that waits, the oldest wait first.
  func cancelWaiters() {
    for waiter in waiters.inOrder { waiter.cancel() }
  }

  /// Whether a registration is this script's. Asking for a protocol would take a search through all that
  /// conform to one.
  func isOwn(_ token: RemovableTarget) -> Bool {
    switch token.handler {
    case let handler as LuaHandler: handler.host === self
    case let handler as LuaTargetHandler: handler.host === self
    default: false
    }
  }

  func removeHandlers(of object: KitObject) {
    for token in object.handlers where isOwn(token) { token.remove() }
    object.forgetScript(of: self)
  }

  /// A handler that waited and is to wait no more.
  struct CancelledRun {
    let task: LuaTask
    let slot: LuaSlot
    let object: KitObject?
    let place: HandlerPlace
  }

  /// Closes the to-be-closed variables of a handler. What that cancels comes after it, so that a
  /// long chain does not pile up.
  func cancel(_ run: CancelledRun) {
    cancelled.append(run)
    guard !isCancelling else { return }
    isCancelling = true
    defer { isCancelling = false }
    while !cancelled.isEmpty {
      let batch = cancelled
      cancelled = []
      for run in batch {
        let failure = state.cancel(run.task, in: run.object.map { LuaObject($0) }, run.slot)
        if let failure { report(failure, at: run.place) }
      }
    }
  }

  func quit(_ code: Int32) {
    quitCode = code
    onQuit?(code)
  }

  // MARK: - Running

  /// What a handler's event object tells; it is one object for all handlers of the send.
  @inline(__always)
  func event(_ fired: UInt32, in send: inout EventSend, isGesture: Bool) -> LuaEvent {
    let world = UInt(bitPattern: ObjectIdentifier(self))
    if send.scriptWorld != world {
      sendSerial &+= 1
      send.scriptSerial = sendSerial
      send.scriptWorld = world
    }
    if fired & ControlEvents.applicationReserved.rawValue != 0 { nameDefinedEvents() }
    let number = isGesture ? EventNames.number(fired, of: send.sender) : EventNames.number(fired)
    var event = LuaEvent(type: number, time: 0, touch: nil, serial: send.scriptSerial)
    if let cause = send.cause {
      event.time = cause.timestamp
      event.touch = cause.ownTouches.first.map { LuaEvent.Touch($0) }
    } else {
      event.time = unsafe time._withUnsafeGuaranteedRef { $0.now }
    }
    event.isShared = send.isShared
    return event
  }

  /// Does what follows the failure of a handler, beside its report.
  ///
  /// - Parameters:
  ///   - failure: What went wrong.
  ///   - token: The handler's registration, if it still has one.
  /// - Returns: What to report.
  func settle(_ failure: LuaFailure, of token: RemovableTarget?) -> ScriptError {
    var error = ScriptError(failure)
    switch errorPolicy {
    case .report: break
    case .suspend(let limit):
      let streak = token?.noteFailure() ?? 0
      if let token, streak >= limit, token.isEnabled {
        token.disable()
        error.message +=
          "\n(suspended: the handler failed \(streak) times in a row; token:enable() ends that)"
      }
    case .stop:
      error.message += "\n(the script ends: an error stops it)"
    }
    notify(error.description)
    if errorPolicy == .stop, quitCode == nil {
      quit(1)
      close()
    }
    return error
  }

  /// Tells the Lua world the names of events that were defined since it was asked last.
  @inline(never)
  private func nameDefinedEvents() {
    guard let named = application?.namedEvents else { return }
    for (name, event) in named.dropFirst(namedEventCount) {
      guard state.nameKey(EventNames.number(of: event), name) else { return }
      namedEventCount += 1
    }
  }

  /// Reports a failure outside a send: the dispatcher reports those inside.
  func report(_ failure: LuaFailure, at place: HandlerPlace) {
    let application = application
    let error = settle(failure, of: place.token)
    place.token?.lastError = error.description
    application?.report(
      Diagnostic(
        severity: .error, message: error.description, sender: place.sender, event: place.event,
        handler: place.handler))
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

  func keep(_ callback: ScriptCallback) {
    callbacks[ObjectIdentifier(callback)] = callback
    lastBegun = .callback(ObjectIdentifier(callback))
  }

  func callback(_ identity: ObjectIdentifier) -> ScriptCallback? { callbacks[identity] }

  var callbackCount: Int { callbacks.count }

  /// What is in a slot that belongs to no object, for reports.
  func describe(root slot: LuaSlot) -> String {
    if slot == errorHandler { return "the function given to ui.onError" }
    return callbacks.values.first { $0.slot == slot }.map { $0.reportName }
      ?? "a function of the script's"
  }

  func forget(_ callback: ScriptCallback) {
    callbacks[ObjectIdentifier(callback)] = nil
  }

  /// The object with an id in a shown window, or else in one that lives.
  func find(_ id: String) -> KitObject? {
    if let shown = application?.view(withID: id) { return shown.scriptObject }
    return state.firstObject { ($0 as? Window)?.view(withID: id)?.scriptObject }
  }

  // MARK: - What the Lua world asks

  /// Objects reach Lua only as ControlKit objects, so a checked cast would find nothing new.
  @inline(__always)
  private func known(_ object: AnyObject) -> KitObject {
    unsafe unsafeDowncast(object, to: KitObject.self)
  }

  /// Tokens are given to Lua for registrations only.
  @inline(__always)
  private func knownToken(_ object: AnyObject) -> RemovableTarget {
    unsafe unsafeDowncast(object, to: RemovableTarget.self)
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

  /// The name of the script's file that registers a function.
  func fileName(of function: LuaFunction) -> String {
    if let file = function.newFile { lastFile = file }
    return lastFile
  }

  func register(_ key: Int, of object: AnyObject, _ function: LuaFunction) -> AnyObject? {
    BindingTable.register(known(object), self, key, function)
  }

  func unregister(_ registration: AnyObject, of object: AnyObject) -> Bool {
    BindingTable.unregister(knownToken(registration), of: known(object))
  }

  func makeObject(ofClass id: Int32, _ call: LuaCall) throws(LuaRefusal) {
    guard let make = bindings.classes[Int(id)].make else {
      throw LuaRefusal("\(bindings.classes[Int(id)].name) cannot be made by a script")
    }
    let object = make()
    bindings.note(object, isOf: id)
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
    if id < 0 { return unknownDebugMember(name, isWrite: isWrite) }
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
    for number in bindings.define(id) {
      let (name, member) = bindings.member(number)
      builder.add(member, named: name, to: id)
    }
    guard id == 0 else { return }
    for (index, binding) in bindings.classes.enumerated().dropFirst() {
      builder.nameClass(Int32(index), binding.name, hasConstructor: binding.make != nil)
    }
  }

  func isClass(_ id: Int32, kindOf other: Int32) -> Bool {
    bindings.isClass(Int(id), kindOf: Int(other))
  }

  func classID(of object: AnyObject) -> Int32 { bindings.classID(of: object) }

  func visitOwned(by object: AnyObject, _ visit: (AnyObject) -> Void) {
    known(object).visitOwned { visit($0) }
  }

  func cancelWaits(for object: AnyObject) {
    for token in known(object).handlers where token.handler is WakeHandler { token.remove() }
  }

  func locate(x: Double, y: Double, in object: AnyObject) -> (x: Double, y: Double)? {
    let view = (object as? View) ?? (object as? GestureRecognizer)?.view
    guard let view else { return nil }
    let point = view.convert(Point(x: x, y: y), from: nil)
    return (point.x, point.y)
  }
}

extension View {
  /// What a script sees of a view: a toolbar's buttons are known by their items.
  var scriptObject: KitObject { (self as? BarItemView)?.item ?? self }
}

/// The numbers of events' names among the keys of the Lua world.
enum EventNames {
  /// The names, in the order of their numbers: by their bit those of controls, then of gestures.
  static let all: [String] = {
    var names = (0..<32).map { "event\($0)" } + Array(repeating: "", count: 8) + ["recognized"]
    for (name, event) in ControlEvents.named { names[event.rawValue.trailingZeroBitCount] = name }
    names[timer] = "timer"
    for (name, event) in GestureEvents.named where name != "recognized" {
      names[firstOfGestures + event.rawValue.trailingZeroBitCount] = name
    }
    return names
  }()

  /// The number of a control event's name.
  static func number(of event: ControlEvents) -> Int {
    FieldKey.count + event.rawValue.trailingZeroBitCount & 31
  }

  private static let firstOfGestures = 32
  /// The bit that stands for a script's timer, which scripts cannot send.
  static let timer = 28
  private static let recognized = 40
  /// The bits of control events that have a name of UIKit's.
  private static let namedBits = ControlEvents.named.reduce(0) { $0 | $1.event.rawValue }

  /// The event of controls whose name has a number.
  @inline(__always)
  static func mask(_ key: Int) -> UInt32? {
    let place = key - FieldKey.count
    guard place >= 0, place < firstOfGestures else { return nil }
    let mask = UInt32(1) << UInt32(place)
    return mask & namedBits != 0 ? mask : nil
  }

  /// The event whose name has a number, if the sender sends it.
  static func mask(_ key: Int, of sender: KitObject) -> UInt32? {
    if let mask = mask(key) { return sender is GestureRecognizer ? nil : mask }
    let place = key - FieldKey.count
    guard place >= firstOfGestures, sender is GestureRecognizer else { return nil }
    return place == recognized
      ? GestureEvents.ended.rawValue : UInt32(1) << UInt32(place - firstOfGestures)
  }

  /// The number of the name of a control's event, which is a mask with one bit.
  @inline(__always)
  static func number(_ event: UInt32) -> Int { FieldKey.count + event.trailingZeroBitCount & 31 }

  /// The same for a gesture's event.
  static func number(_ event: UInt32, of sender: KitObject) -> Int {
    let bit = event.trailingZeroBitCount & 31
    if event == GestureEvents.ended.rawValue,
      (sender as? GestureRecognizer)?.isDiscrete == true
    {
      return FieldKey.count + recognized
    }
    return FieldKey.count + firstOfGestures + bit & 7
  }
}
