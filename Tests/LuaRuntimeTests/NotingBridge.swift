import LuaRuntime

/// An object of the kind that the bridge below gives to Lua.
final class Thing {
  var proxy: UInt = 0
  var number = 0.0
  let onEnd: () -> Void

  init(onEnd: @escaping () -> Void = {}) {
    self.onEnd = onEnd
  }

  deinit { onEnd() }
}

/// A bridge with one class, `Thing`: the property `number`, the method `fail`, the waiting method
/// `rest`; and with the module function `note`, which keeps what it gets.
final class NotingBridge: LuaBridge {
  private(set) var notes: [String] = []
  private(set) var ended = 0
  var waiting: (task: LuaTask, slot: LuaSlot, thing: Thing)?
  private(set) var handler: (slot: LuaSlot, thing: Thing)?

  var objectAnswers: LuaObjectAnswers {
    LuaObjectAnswers(
      proxy: { thing($1)?.proxy ?? 0 }, setProxy: { thing($1)?.proxy = $2 },
      ownedObjectsChanged: { _, _ in false }, owner: { _, _ in nil },
      isRegistered: { _, _ in false }, send: { _, _, _ in false })
  }

  func readProperty(_ member: Int, of object: AnyObject, _ call: LuaCall) throws(LuaRefusal) {
    call.give((object as? Thing)?.number ?? 0)
  }

  func writeProperty(_ member: Int, of object: AnyObject, _ call: LuaCall) throws(LuaRefusal) {
    guard call.kind(1) == .number else {
      throw LuaRefusal("number expected, got \(call.kindName(1))")
    }
    (object as? Thing)?.number = call.number(1)
  }

  func callMethod(
    _ member: Int, of object: AnyObject?, _ call: LuaCall
  ) throws(LuaRefusal) -> LuaCallEnd {
    switch member {
    case 1:
      notes.append((1...max(1, call.count)).map { call.string($0) ?? "?" }.joined(separator: " "))
      return .returns
    case 2: throw LuaRefusal("refused")
    case 3:
      guard let task = call.task, let slot = call.slot, let thing = object as? Thing else {
        return .returns
      }
      waiting = (task, slot, thing)
      return .waits
    default:
      if let slot = call.slot, let thing = object as? Thing { handler = (slot, thing) }
      return .returns
    }
  }

  func register(_ key: Int, of object: AnyObject, _ function: LuaFunction) -> AnyObject? { nil }
  func unregister(_ registration: AnyObject, of object: AnyObject) -> Bool { false }

  func makeObject(ofClass id: Int32, _ call: LuaCall) throws(LuaRefusal) {
    call.give(Thing { [weak self] in self?.ended += 1 })
  }

  func addChild(to object: AnyObject, _ call: LuaCall) throws(LuaRefusal) {
    throw LuaRefusal("a Thing has no children")
  }

  func unknownMember(ofClass id: Int32, isWrite: Bool, _ call: LuaCall) -> String {
    "no member '\(call.string(1) ?? "?")'"
  }

  func defineClass(_ id: Int32, in builder: LuaClassBuilder) {
    if id == 0 {
      builder.add(LuaMember(id: 1, kind: .method), named: "note", to: 0)
      builder.nameClass(1, "Thing", hasConstructor: true)
    } else {
      builder.add(LuaMember(id: 0, kind: .property), named: "number", to: 1)
      builder.add(LuaMember(id: 2, kind: .method), named: "fail", to: 1)
      builder.add(LuaMember(id: 3, kind: .waitingMethod), named: "rest", to: 1)
      builder.add(LuaMember(id: 4, kind: .method, storing: .first), named: "handle", to: 1)
    }
  }

  func storage(of object: AnyObject?) -> Int { 0 }
  func isClass(_ id: Int32, kindOf other: Int32) -> Bool { id == other }
  func classID(of object: AnyObject) -> Int32 { 1 }
  func visitOwned(by object: AnyObject, _ visit: (AnyObject) -> Void) {}
  func locate(x: Double, y: Double, in object: AnyObject) -> (x: Double, y: Double)? { nil }
  func cancelWaits(for object: AnyObject) {}
}

/// The object of the bridge's kind at an address.
private func thing(_ object: UnsafeMutableRawPointer?) -> Thing? {
  object.map { Unmanaged<Thing>.fromOpaque($0).takeUnretainedValue() }
}
