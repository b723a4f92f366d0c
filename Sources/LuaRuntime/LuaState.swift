internal import CLuaShim

/// A failure inside Lua.
package struct LuaFailure: Error, Equatable {
  /// What kind of failure.
  package enum Kind: Equatable {
    case runtime
    case syntax
    case file
    case memory
    /// The time limit was reached.
    case time
    /// It was interrupted from outside.
    case interrupt
  }

  package var kind: Kind
  /// One line for a person, usually beginning with `file:line:`.
  package var message: String
  /// The stack where it was raised, or empty.
  package var traceback: String
}

/// How a handler's run ended.
package enum LuaOutcome {
  /// It returned.
  case done
  /// It waits; the task belongs to whoever will resume or cancel it.
  case waiting(LuaTask)
  /// It raised an error.
  case failed(LuaFailure)
  /// There was nothing to run.
  case gone
}

/// A suspended handler. Resuming or cancelling it uses it up.
@safe
package struct LuaTask: Hashable {
  let raw: OpaquePointer
}

/// Where a function, table or coroutine is kept: on an object's proxy, or at the root.
package struct LuaSlot: Hashable {
  let raw: Int32

  init(raw: Int32) {
    self.raw = raw
  }

  /// The slot that had this number.
  package init(number: Int32) {
    raw = number
  }

  package var number: Int32 { raw }
}

/// An object that Lua knows, without keeping it alive. Whoever uses it knows that it lives.
@safe
package struct LuaObject {
  let raw: UnsafeMutableRawPointer

  init(raw: UnsafeMutableRawPointer) {
    self.raw = raw
  }

  package init(_ object: AnyObject) {
    raw = Unmanaged.passUnretained(object).toOpaque()
  }
}

/// What a handler's event object tells.
package struct LuaEvent {
  package struct Touch {
    package var id: Int
    package var tapCount: Int
    package var isFinger: Bool
    package var x: Double
    package var y: Double

    package init(id: Int, tapCount: Int, isFinger: Bool, x: Double, y: Double) {
      self.id = id
      self.tapCount = tapCount
      self.isFinger = isFinger
      self.x = x
      self.y = y
    }
  }

  /// The number of the event's name among the keys given when the world was opened.
  package var type: Int
  package var time: Double
  package var touch: Touch?
  /// The send's number; the same number gives the same event object.
  package var serial: UInt64
  /// Whether its send is over, so that `stopImmediate()` comes too late.
  package var isOver = false
  /// Whether the send has other handlers, which get the same event object.
  package var isShared = true
  /// Whether the handler called `stopImmediate()`.
  package fileprivate(set) var isStopped = false

  package init(type: Int, time: Double, touch: Touch?, serial: UInt64) {
    self.type = type
    self.time = time
    self.touch = touch
    self.serial = serial
  }

  @inline(__always)
  mutating func withInfo<Result>(_ body: (UnsafeMutablePointer<hh_event_info>) -> Result) -> Result
  {
    var info = hh_event_info()
    info.facts.type = Int32(truncatingIfNeeded: type)
    info.facts.time = time
    info.facts.serial = serial
    info.is_over = isOver
    info.is_shared = isShared
    if let touch {
      info.facts.has_touch = true
      info.facts.touch_id = Int32(truncatingIfNeeded: touch.id)
      info.facts.tap_count = Int32(truncatingIfNeeded: touch.tapCount)
      info.facts.is_finger = touch.isFinger
      info.facts.x = touch.x
      info.facts.y = touch.y
    }
    let result = body(&info)
    isStopped = info.is_stopped
    return result
  }
}

/// What a script may use and do.
package struct LuaLimits {
  /// Seconds of real time for one handler or chunk; 0 for no limit.
  package var seconds: Double
  /// Bytes of memory; 0 for no limit.
  package var bytes: Int
  package var isSandboxed: Bool
  /// Where a sandboxed script finds modules.
  package var folder: String?

  package init(
    seconds: Double = 0, bytes: Int = 0, isSandboxed: Bool = false, folder: String? = nil
  ) {
    self.seconds = seconds
    self.bytes = bytes
    self.isSandboxed = isSandboxed
    self.folder = folder
  }
}

/// What a question is about.
package enum LuaQuestion {
  /// The object that is asked for.
  case plain
  /// A change of characters.
  case change(Range<Int>, String)
  /// A touch.
  case touch(LuaEvent.Touch)
  /// Another object.
  case other(LuaObject)

  fileprivate func withRaw<Result>(_ body: (UnsafePointer<hh_question>) -> Result) -> Result {
    var question = hh_question()
    switch self {
    case .plain: return body(&question)
    case .other(let object):
      question.other = object.raw
      return body(&question)
    case .touch(let touch):
      var event = LuaEvent(type: 0, time: 0, touch: touch, serial: 0)
      return event.withInfo { info in
        withUnsafePointer(to: info.pointee.facts) {
          question.touch = $0
          return body(&question)
        }
      }
    case .change(let range, var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { chars in
          let change = hh_change(
            location: Int64(range.lowerBound), length: Int64(range.count),
            text: chars.baseAddress, text_length: chars.count)
          return withUnsafePointer(to: change) {
            question.change = $0
            return body(&question)
          }
        }
      }
    }
  }
}

/// Makes allocations of a Lua world fail, for tests.
///
/// It must outlive the world.
@safe
package final class AllocationFaults {
  let raw: UnsafeMutablePointer<hh_faults>

  /// Creates faults of nothing yet.
  package init() {
    raw = .allocate(capacity: 1)
    raw.initialize(to: hh_faults(after: -1, count: 0, live: 0))
  }

  deinit { raw.deallocate() }

  /// Lets some allocations succeed and the next ones fail.
  package func arm(after successes: Int, failing count: Int) {
    raw.pointee.after = successes
    raw.pointee.count = count
  }

  /// Lets everything succeed from now on.
  package func disarm() { raw.pointee.after = -1 }

  /// Whether failures that were asked for are still to come.
  package var isPending: Bool { raw.pointee.after >= 0 && raw.pointee.count > 0 }

  /// The bytes that Lua has allocated and not freed.
  package var liveBytes: Int { raw.pointee.live }
}

@available(*, unavailable)
extension AllocationFaults: Sendable {}

/// One Lua world.
///
/// It is confined to one thread. Nothing here raises: errors come back as values. After ``close()``
/// every call does nothing.
@safe
package final class LuaState {
  @exclusivity(unchecked) private(set) var raw: OpaquePointer?
  private var callbacks: CallbackBox?
  private var faults: AllocationFaults?
  private var plainStatus: UInt32 = 0
  private var plainWaiting: OpaquePointer?
  /// Whether handlers do nothing any more, since the world is about to close.
  @exclusivity(unchecked) package private(set) var isInert = false

  /// Runs when the world has closed, with the objects that scripts made in it, the oldest first.
  package var onClosed: (([AnyObject]) -> Void)?

  /// Creates a world that is not open yet: nothing can run.
  package init() {}

  /// Opens the world; once.
  ///
  /// - Parameters:
  ///   - bridge: Answers what scripts ask. It is not kept alive, and must call ``close()`` before it
  ///     ends.
  ///   - keys: The names of fields for ``LuaCall/field(_:of:_:)`` and of events, by their number.
  ///   - classCount: How many classes there are; class 0 is the module.
  ///   - limits: What scripts may use and do.
  ///   - faults: Makes allocations fail, for tests.
  /// - Returns: `false` when memory runs out, or the system has no timer for the time limit.
  package func open(
    bridge: any LuaBridge, keys: [String], classCount: Int, limits: LuaLimits = LuaLimits(),
    faults: AllocationFaults? = nil
  ) -> Bool {
    let box = CallbackBox(bridge)
    callbacks = box
    var table = makeCallbacks(Unmanaged.passUnretained(box).toOpaque(), bridge.objectAnswers)
    self.faults = faults
    raw = withCStrings(keys + [limits.folder ?? ""]) { pointers in
      var limit = hh_limits(
        seconds: limits.seconds, bytes: limits.bytes, is_sandboxed: limits.isSandboxed,
        folder: limits.folder == nil ? nil : pointers[keys.count])
      return hh_open(&table, pointers, Int32(keys.count), Int32(classCount), &limit, faults?.raw)
    }
    guard let raw else { return false }
    if hh_install_module(raw) == HH_OK.rawValue { return true }
    close()
    return false
  }

  deinit { close() }

  /// Makes the functions of `string`, `table` and `utf8` that loop in C stop at the deadline.
  ///
  /// Code that has taken one of the functions out of its library before keeps the old one.
  ///
  /// - Returns: `false` when memory runs out.
  package func limitLibraries() -> Bool {
    raw.map { hh_limit_libraries($0) == HH_OK.rawValue } ?? false
  }

  /// Lets the deadline pass when it is looked at for the `looks`-th time from now, for tests.
  package func tripDeadline(afterLooks looks: Int) {
    if let raw { hh_trip_after(raw, looks) }
  }

  package static var version: String { String(cString: hh_lua_version()) }

  /// Makes every run do nothing, and closes the world as soon as no code of it runs.
  package func makeInert() {
    isInert = true
    if let raw { hh_make_inert(raw) }
    closeIfInert()
  }

  private func closeIfInert() {
    if isInert, let raw, !hh_is_running(raw) { close() }
  }

  /// Whether it can run code.
  package var isOpen: Bool { raw != nil }

  /// Whether Lua code is running, so that closing must wait.
  package var isRunning: Bool { raw.map { hh_is_running($0) } ?? false }

  /// Closes the world: handlers go inert, then the objects are let go. Never while it is running.
  package func close() {
    guard let raw else { return }
    precondition(!hh_is_running(raw), "a Lua state cannot be closed while its code runs")
    isInert = true
    let onClosed = onClosed
    self.onClosed = nil
    let made = onClosed == nil ? [] : madeObjects
    self.raw = nil
    hh_close(raw)
    onClosed?(made)
  }

  /// The objects that scripts made with a constructor, the oldest first.
  private var madeObjects: [AnyObject] {
    var objects: [AnyObject] = []
    visitProxies { proxy, object in
      if hh_proxy_is_made(proxy) {
        objects.append(Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue())
      }
    }
    return objects
  }

  private func visitProxies(_ visit: (OpaquePointer, UnsafeMutableRawPointer) -> Void) {
    guard let raw else { return }
    var previous: OpaquePointer?
    while true {
      var object: UnsafeMutableRawPointer?
      previous = hh_next_proxy(raw, previous, &object)
      guard let previous, let object else { return }
      visit(previous, object)
    }
  }

  // MARK: - Chunks

  /// Loads and runs a file.
  ///
  /// - Parameters:
  ///   - file: Its path.
  ///   - arguments: What the chunk gets as `...`, and in `arg` from 1 on.
  ///   - preceding: What it gets in `arg` before the file: the last of them at -1.
  /// - Throws: What went wrong: the file, its syntax or its running.
  package func run(
    file: [UInt8], arguments: [[UInt8]], preceding: [[UInt8]] = []
  ) throws(LuaFailure) {
    try run(chunk: nil, name: file, arguments, preceding)
  }

  /// Loads and runs source text; `name` appears in messages.
  package func run(source: String, name: String, arguments: [String]) throws(LuaFailure) {
    try run(
      source: Array(source.utf8), name: Array(name.utf8),
      arguments: arguments.map { Array($0.utf8) })
  }

  /// Loads and runs source text or bytecode.
  package func run(
    source: [UInt8], name: [UInt8], arguments: [[UInt8]], preceding: [[UInt8]] = []
  ) throws(LuaFailure) {
    try run(chunk: source, name: Array("=".utf8) + name, arguments, preceding)
  }

  /// Loads a file, or source text, without running it. The next run takes what was loaded.
  package func load(file: [UInt8]) throws(LuaFailure) {
    try work(source: nil) { raw, text, length in
      withBytes([file]) { hh_load_chunk(raw, text, length, $0[0]) }
    }
  }

  /// Loads source text without running it.
  package func load(source: [UInt8], name: [UInt8]) throws(LuaFailure) {
    try work(source: source) { raw, text, length in
      withBytes([Array("=".utf8) + name]) { hh_load_chunk(raw, text, length, $0[0]) }
    }
  }

  private func run(
    chunk: [UInt8]?, name: [UInt8], _ arguments: [[UInt8]], _ preceding: [[UInt8]]
  ) throws(LuaFailure) {
    try work(source: chunk) { raw, text, length in
      withBytes([name] + preceding + arguments) { pointers in
        hh_run_chunk(
          raw, text, length, pointers[0], pointers + 1, Int32(preceding.count),
          Int32(arguments.count))
      }
    }
  }

  private func work(
    source: [UInt8]?, _ body: (OpaquePointer, UnsafePointer<CChar>?, Int) -> Int32
  ) throws(LuaFailure) {
    guard let raw else {
      throw LuaFailure(kind: .runtime, message: "the script host is closed", traceback: "")
    }
    let status: Int32
    if let source {
      status = source.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { chars in
          // An empty buffer may have no address, which would mean "a file".
          withUnsafePointer(to: CChar(0)) { body(raw, chars.baseAddress ?? $0, chars.count) }
        }
      }
    } else {
      status = body(raw, nil, 0)
    }
    defer { closeIfInert() }
    if status != HH_OK.rawValue { throw failure(raw) }
  }

  private func failure(_ raw: OpaquePointer) -> LuaFailure {
    let kind: LuaFailure.Kind =
      switch UInt32(bitPattern: hh_error_kind(raw)) {
      case HH_ERROR_SYNTAX.rawValue: .syntax
      case HH_ERROR_FILE.rawValue: .file
      case HH_ERROR_MEMORY.rawValue: .memory
      case HH_ERROR_TIME.rawValue: .time
      case HH_ERROR_INTERRUPT.rawValue: .interrupt
      default: .runtime
      }
    return LuaFailure(
      kind: kind, message: String(cString: hh_error_message(raw)),
      traceback: String(cString: hh_error_traceback(raw)))
  }

  // MARK: - Handlers

  /// Runs the function in a slot as a coroutine, with the object.
  package func run(_ object: LuaObject?, _ slot: LuaSlot) -> LuaOutcome {
    guard let raw, !isInert else { return .gone }
    var waiting: OpaquePointer?
    let status = hh_run(raw, object?.raw, slot.raw, nil, &waiting)
    return outcome(raw, status, waiting)
  }

  /// Runs the function in a slot as a coroutine, with the object and an event.
  @inline(__always)
  package func run(_ object: LuaObject, _ slot: LuaSlot, event: inout LuaEvent) -> LuaOutcome {
    guard let raw, !isInert else { return .gone }
    var waiting: OpaquePointer?
    let pointer = object.raw
    let status = event.withInfo { hh_run(raw, pointer, slot.raw, $0, &waiting) }
    if status == HH_OK.rawValue, !isInert { return .done }
    return outcome(raw, status, waiting)
  }

  /// Runs the function in a slot with the object alone.
  ///
  /// This is what nearly every event comes to, so it answers in a register.
  ///
  /// - Returns: Whether it returned; otherwise ``plainOutcome()`` tells what happened.
  @inline(__always)
  package func runPlainly(_ object: LuaObject, _ slot: LuaSlot) -> Bool {
    guard let raw, !isInert else {
      plainStatus = HH_GONE.rawValue
      return false
    }
    var waiting: OpaquePointer?
    let status = hh_run_plainly(raw, object.raw, slot.raw, &waiting)
    if status == HH_OK.rawValue, !isInert { return true }
    plainStatus = UInt32(bitPattern: status)
    plainWaiting = waiting
    return false
  }

  /// The same for whoever has only addresses: of a state, an object, and the number of a slot.
  package static let plainRunner:
    @convention(c) (
      _ state: UnsafeRawPointer, _ object: UnsafeRawPointer, _ slot: Int32, _ fired: UInt32,
      _ send: UnsafeMutableRawPointer
    ) -> Bool = { state, object, slot, _, _ in
      Unmanaged<LuaState>.fromOpaque(state)._withUnsafeGuaranteedRef {
        $0.runPlainly(
          LuaObject(raw: UnsafeMutableRawPointer(mutating: object)), LuaSlot(raw: slot))
      }
    }

  /// The same with an event, for an object at an address and the number of a slot.
  package func runPlainly(
    _ object: UnsafeRawPointer, _ slot: Int32, _ event: inout LuaEvent
  ) -> Bool {
    guard let raw, !isInert else {
      plainStatus = HH_GONE.rawValue
      return false
    }
    var waiting: OpaquePointer?
    let status = event.withInfo {
      hh_run(raw, UnsafeMutableRawPointer(mutating: object), slot, $0, &waiting)
    }
    if status == HH_OK.rawValue, !isInert { return true }
    plainStatus = UInt32(bitPattern: status)
    plainWaiting = waiting
    return false
  }

  /// Likewise for the function in a slot, and then for those in the slots that `next` gives, until that
  /// is negative or one does not simply return.
  package func runPlainly(
    _ object: LuaObject, _ slot: LuaSlot, _ context: UnsafeMutableRawPointer,
    next: @convention(c) (UnsafeMutableRawPointer?) -> Int32
  ) -> Bool {
    guard let raw, !isInert else {
      plainStatus = HH_GONE.rawValue
      return false
    }
    var waiting: OpaquePointer?
    let status = hh_run_several(raw, object.raw, slot.raw, next, context, &waiting)
    if status == HH_OK.rawValue, !isInert { return true }
    plainStatus = UInt32(bitPattern: status)
    plainWaiting = waiting
    return false
  }

  /// How the last ``runPlainly(_:_:)`` ended, if it did not simply return.
  package func plainOutcome() -> LuaOutcome {
    guard let raw else { return .gone }
    return outcome(raw, Int32(bitPattern: plainStatus), plainWaiting)
  }

  /// Calls the function in a root slot with a text.
  package func run(_ slot: LuaSlot, text: String) -> LuaOutcome {
    guard let raw, !isInert else { return .gone }
    var waiting: OpaquePointer?
    var text = text
    let status = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        hh_run_text(raw, slot.raw, $0.baseAddress, $0.count, &waiting)
      }
    }
    return outcome(raw, status, waiting)
  }

  /// Calls a method of the table in a slot, looked up by name.
  package func run(
    _ object: LuaObject, _ slot: LuaSlot, method: String, event: inout LuaEvent
  ) -> LuaOutcome {
    guard let raw, !isInert else { return .gone }
    var waiting: OpaquePointer?
    let pointer = object.raw
    let status = event.withInfo { info in
      method.withCString { hh_run_method(raw, pointer, slot.raw, $0, info, &waiting) }
    }
    return outcome(raw, status, waiting)
  }

  /// Runs a function of the table in a slot; items count from 1.
  package func run(
    _ object: LuaObject, _ slot: LuaSlot, item: Int, event: inout LuaEvent
  ) -> LuaOutcome {
    guard let raw, !isInert else { return .gone }
    var waiting: OpaquePointer?
    let pointer = object.raw
    let status = event.withInfo { info in
      hh_run_item(raw, pointer, slot.raw, Int32(clamping: item), info, &waiting)
    }
    return outcome(raw, status, waiting)
  }

  /// Gives one of the keys that the world was opened with another name.
  ///
  /// - Returns: Whether there was memory for it.
  package func nameKey(_ key: Int, _ name: String) -> Bool {
    guard let raw else { return false }
    return name.withCString { hh_name_key(raw, Int32(clamping: key), $0) }
  }

  /// Resumes a waiting handler, which gets nil.
  package func resume(_ task: LuaTask, in object: LuaObject?, _ slot: LuaSlot) -> LuaOutcome {
    guard let raw, !isInert else { return .gone }
    var waiting: OpaquePointer?
    let status = hh_resume(raw, object?.raw, slot.raw, task.raw, 0, nil, &waiting)
    return outcome(raw, status, waiting)
  }

  /// Asks the function in a slot of an object a question. It cannot wait.
  ///
  /// - Returns: The answer; `nil` when it was neither `true` nor `false`, or when there is nothing to
  ///   ask any more.
  package func ask(
    _ object: LuaObject, _ slot: LuaSlot, _ question: LuaQuestion
  ) throws(LuaFailure) -> Bool? {
    guard let raw, !isInert else { return nil }
    var answer: Int32 = -1
    let pointer = object.raw
    let status = question.withRaw { hh_ask(raw, pointer, slot.raw, $0, &answer) }
    switch outcome(raw, status, nil) {
    case .done: return answer < 0 ? nil : answer != 0
    case .failed(let failure): throw failure
    default: return nil
    }
  }

  /// Resumes a waiting handler, which gets the event: with a number before it, or, when it collects
  /// events, in its table under that number.
  package func resume(
    _ task: LuaTask, in object: LuaObject, _ slot: LuaSlot, number: Int = 0,
    event: inout LuaEvent
  ) -> LuaOutcome {
    guard let raw, !isInert else { return .gone }
    var waiting: OpaquePointer?
    let pointer = object.raw
    let status = event.withInfo {
      hh_resume(raw, pointer, slot.raw, task.raw, Int32(number), $0, &waiting)
    }
    return outcome(raw, status, waiting)
  }

  /// Puts an event into the table of a waiting handler that collects them, which waits on for others.
  ///
  /// - Returns: What went wrong.
  package func collect(
    _ event: LuaEvent, number: Int, for task: LuaTask, in object: LuaObject, _ slot: LuaSlot
  ) -> LuaFailure? {
    guard let raw, !isInert else { return nil }
    var event = event
    let pointer = object.raw
    let status = event.withInfo {
      hh_collect_event(raw, pointer, slot.raw, task.raw, Int32(number), $0)
    }
    return UInt32(bitPattern: status) == HH_FAILED.rawValue ? failure(raw) : nil
  }

  /// Lets go of a waiting handler on an object that lives, and for which it waits no more.
  package func release(_ slot: LuaSlot, waitingFor object: LuaObject) {
    guard let raw else { return }
    hh_release_wait(raw, object.raw, slot.raw)
    closeIfInert()
  }

  /// Ends a waiting handler; its to-be-closed variables are closed.
  ///
  /// - Returns: What went wrong in closing them.
  package func cancel(
    _ task: LuaTask, in object: LuaObject?, _ slot: LuaSlot
  ) -> LuaFailure? {
    guard let raw else { return nil }
    defer { closeIfInert() }
    return hh_cancel(raw, object?.raw, slot.raw, task.raw) == HH_OK.rawValue ? nil : failure(raw)
  }

  private func outcome(
    _ raw: OpaquePointer, _ status: Int32, _ waiting: OpaquePointer?
  ) -> LuaOutcome {
    defer { closeIfInert() }
    switch UInt32(bitPattern: status) {
    case HH_OK.rawValue: return .done
    case HH_WAITING.rawValue: return waiting.map { .waiting(LuaTask(raw: $0)) } ?? .done
    case HH_FAILED.rawValue: return .failed(failure(raw))
    default: return .gone
    }
  }

  /// Empties a slot of an object that lives.
  package func clear(_ slot: LuaSlot, of object: LuaObject?) {
    guard let raw else { return }
    hh_clear_slot(raw, object?.raw, slot.raw)
    closeIfInert()
  }

  // MARK: - Memory

  /// Runs one full collection.
  package func collect() {
    guard let raw else { return }
    hh_collect(raw)
    closeIfInert()
  }

  /// The first answer for an object that Lua knows, the oldest asked first.
  ///
  /// - Parameter answer: Gives `nil` to go on with the next object. It must not run Lua code.
  /// - Returns: The answer, or `nil` when no object gave one.
  package func firstObject<Answer>(_ answer: (AnyObject) -> Answer?) -> Answer? {
    guard let raw else { return nil }
    var previous: OpaquePointer?
    while true {
      var object: UnsafeMutableRawPointer?
      previous = hh_next_proxy(raw, previous, &object)
      guard previous != nil, let object else { return nil }
      if let found = answer(Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()) {
        return found
      }
    }
  }

  /// How many objects Lua knows.
  package var proxyCount: Int { raw.map { Int(hh_proxy_count($0)) } ?? 0 }

  /// Who holds the objects that Lua knows.
  package func findHolders() -> [LuaHolder] {
    guard let raw else { return [] }
    var list: UnsafePointer<hh_holder>?
    let count = Int(hh_find_holders(raw, &list))
    guard count > 0, let list else { return [] }
    return UnsafeBufferPointer(start: list, count: count).compactMap { LuaHolder($0) }
  }

  /// The bytes Lua has allocated.
  package var memoryInUse: Int { raw.map { Int(hh_memory($0)) } ?? 0 }

  /// About how many bytes Swift keeps for the script.
  package var externalMemory: Int { raw.map { Int(hh_external_memory($0)) } ?? 0 }

  /// Stops the code that is running. A signal handler on this thread may call it.
  ///
  /// - Returns: Whether some was running.
  package func interrupt() -> Bool { raw.map { hh_interrupt($0) } ?? false }
}

@available(*, unavailable)
extension LuaState: Sendable {}

private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  withPointers(to: strings, body) { string in
    var string = string
    return string.withUTF8 { copy($0) }
  }
}

/// The same for bytes, none of which is zero.
private func withBytes<Result>(
  _ strings: [[UInt8]], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  withPointers(to: strings, body) { $0.withUnsafeBufferPointer { copy($0) } }
}

@inline(__always)
private func withPointers<Text, Result>(
  to strings: [Text], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Result,
  copy: (Text) -> UnsafePointer<CChar>
) -> Result {
  // No array: Swift would have to set one up for pointers when the program starts.
  let pointers = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: strings.count + 1)
  for (index, string) in strings.enumerated() {
    (pointers + index).initialize(to: copy(string))
  }
  (pointers + strings.count).initialize(to: nil)
  defer {
    for index in strings.indices { pointers[index]?.deallocate() }
    pointers.deallocate()
  }
  return body(pointers)
}

/// A copy with a zero at its end.
private func copy(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<CChar> {
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
  for (place, byte) in bytes.enumerated() { copy[place] = CChar(bitPattern: byte) }
  copy[bytes.count] = 0
  return UnsafePointer(copy)
}
