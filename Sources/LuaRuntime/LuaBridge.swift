internal import CLuaShim

/// What answers a Lua world's questions about Swift objects.
///
/// Every function that gets a ``LuaCall`` describes its results in it, or throws a ``LuaRefusal``,
/// which becomes a Lua error at the script's line after Swift has returned.
package protocol LuaBridge: AnyObject {
  func readProperty(_ member: Int, of object: AnyObject, _ call: LuaCall) throws(LuaRefusal)
  func writeProperty(_ member: Int, of object: AnyObject, _ call: LuaCall) throws(LuaRefusal)
  /// Calls a method, or with `nil` a function of the module.
  func callMethod(
    _ member: Int, of object: AnyObject?, _ call: LuaCall
  ) throws(LuaRefusal) -> LuaCallEnd
  /// Makes an object of a class.
  func makeObject(ofClass id: Int32, _ call: LuaCall) throws(LuaRefusal)
  /// Takes a positional entry of a constructor's table: argument 1.
  func addChild(to object: AnyObject, _ call: LuaCall) throws(LuaRefusal)
  /// The message for a member that a class lacks: argument 1 is the name.
  func unknownMember(ofClass id: Int32, isWrite: Bool, _ call: LuaCall) -> String
  /// Adds the members of a class. Class 0 is the module: it names all other classes, too.
  func defineClass(_ id: Int32, in state: LuaClassBuilder)
  func isClass(_ id: Int32, kindOf other: Int32) -> Bool
  func classID(of object: AnyObject) -> Int32
  func setProxy(_ address: UInt, of object: AnyObject)
  func proxy(of object: AnyObject) -> UInt
  /// Whether the owned objects changed since the last ``visitOwned(by:_:)``.
  func ownedObjectsChanged(of object: AnyObject) -> Bool
  func visitOwned(by object: AnyObject, _ visit: (AnyObject) -> Void)
  func owner(of object: AnyObject) -> AnyObject?
  /// A point of the window in a view's coordinates, or `nil` when the object is no view.
  func locate(x: Double, y: Double, in object: AnyObject) -> (x: Double, y: Double)?
}

/// An error to be raised in Lua.
package struct LuaRefusal: Error {
  /// What is wrong, without a position: that is added.
  package var message: String

  package init(_ message: String) {
    self.message = message
  }
}

/// How a method call ends.
package enum LuaCallEnd {
  /// It returns what was described.
  case returns
  /// The calling handler waits; only for members that wait.
  case waits
}

/// How a member is called from Lua.
package struct LuaMember {
  package enum Kind {
    case property
    case method
    /// A method that suspends the calling handler.
    case waitingMethod
    /// The script's own table on the object.
    case data
  }

  /// Which argument the runtime keeps for later, if it is a function or table.
  package enum Storing: Int32 {
    case none = 0
    case first = 1
    case second = 2
  }

  package var id: Int
  package var kind: Kind
  package var storing: Storing

  package init(id: Int, kind: Kind, storing: Storing = .none) {
    self.id = id
    self.kind = kind
    self.storing = storing
  }

  var packed: Int32 {
    var flags: UInt32 = 0
    switch kind {
    case .property: break
    case .method: flags = HH_MEMBER_METHOD.rawValue
    case .waitingMethod: flags = HH_MEMBER_METHOD.rawValue | HH_MEMBER_WAITS.rawValue
    case .data: flags = HH_MEMBER_DATA.rawValue
    }
    switch storing {
    case .none: break
    case .first: flags |= HH_MEMBER_STORES_1.rawValue
    case .second: flags |= HH_MEMBER_STORES_2.rawValue
    }
    return Int32(bitPattern: flags) | Int32(id)
  }
}

/// Adds members to classes while they are defined.
package struct LuaClassBuilder {
  let raw: OpaquePointer

  /// Names a class, and puts its constructor into the module.
  package func nameClass(_ id: Int32, _ name: String, hasConstructor: Bool) {
    hh_class_name(raw, id, name, hasConstructor)
  }

  /// Adds a member to a class.
  package func add(_ member: LuaMember, named name: String, to classID: Int32) {
    hh_class_member(raw, classID, name, member.packed)
  }
}

/// What C's callbacks get as their context.
final class CallbackBox {
  weak var bridge: (any LuaBridge)?

  init(_ bridge: any LuaBridge) {
    self.bridge = bridge
  }
}

private func bridge(_ context: UnsafeMutableRawPointer?) -> (any LuaBridge)? {
  guard let context else { return nil }
  return Unmanaged<CallbackBox>.fromOpaque(context).takeUnretainedValue().bridge
}

private func object(_ pointer: UnsafeMutableRawPointer?) -> AnyObject? {
  pointer.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
}

/// Runs a body that may refuse, and turns a refusal into what C raises.
@inline(__always)
private func outcome(
  _ pointer: OpaquePointer?, _ body: (LuaCall) throws(LuaRefusal) -> LuaCallEnd
) -> Int32 {
  guard let pointer else { return HH_RAISE.rawValue }
  let call = LuaCall(raw: pointer)
  do throws(LuaRefusal) {
    return try body(call) == .waits ? HH_YIELD.rawValue : HH_DONE.rawValue
  } catch {
    call.give(error.message)
    return HH_RAISE.rawValue
  }
}

func makeCallbacks(_ context: UnsafeMutableRawPointer) -> hh_callbacks {
  var table = hh_callbacks()
  table.context = context
  table.get = { context, pointer, member, call in
    outcome(call) { call throws(LuaRefusal) in
      guard let object = object(pointer), let bridge = bridge(context) else { return .returns }
      try bridge.readProperty(Int(member), of: object, call)
      return .returns
    }
  }
  table.set = { context, pointer, member, call in
    outcome(call) { call throws(LuaRefusal) in
      guard let object = object(pointer), let bridge = bridge(context) else { return .returns }
      try bridge.writeProperty(Int(member), of: object, call)
      return .returns
    }
  }
  table.invoke = { context, pointer, member, call in
    outcome(call) { call throws(LuaRefusal) in
      guard let bridge = bridge(context) else { return .returns }
      return try bridge.callMethod(Int(member), of: object(pointer), call)
    }
  }
  table.create = { context, classID, call in
    outcome(call) { call throws(LuaRefusal) in
      try bridge(context)?.makeObject(ofClass: classID, call)
      return .returns
    }
  }
  table.add_child = { context, pointer, call in
    outcome(call) { call throws(LuaRefusal) in
      guard let object = object(pointer) else { return .returns }
      try bridge(context)?.addChild(to: object, call)
      return .returns
    }
  }
  addQuestions(to: &table)
  return table
}

private func addQuestions(to table: inout hh_callbacks) {
  table.unknown_member = { context, classID, isWrite, pointer in
    guard let pointer else { return }
    let call = LuaCall(raw: pointer)
    call.give(
      bridge(context)?.unknownMember(ofClass: classID, isWrite: isWrite, call) ?? "unknown member")
  }
  table.define_class = { context, classID, state in
    guard let state else { return }
    bridge(context)?.defineClass(classID, in: LuaClassBuilder(raw: state))
  }
  table.is_kind = { context, classID, other in
    bridge(context)?.isClass(classID, kindOf: other) ?? false
  }
  table.class_of = { context, pointer in
    object(pointer).flatMap { bridge(context)?.classID(of: $0) } ?? 0
  }
  table.set_proxy = { context, pointer, address in
    if let object = object(pointer) { bridge(context)?.setProxy(UInt(address), of: object) }
  }
  table.get_proxy = { context, pointer in
    object(pointer).flatMap { bridge(context)?.proxy(of: $0) } ?? 0
  }
  table.edges_changed = { context, pointer in
    object(pointer).flatMap { bridge(context)?.ownedObjectsChanged(of: $0) } ?? false
  }
  table.visit_owned = { context, pointer, visitor in
    guard let object = object(pointer), let bridge = bridge(context) else { return }
    bridge.visitOwned(by: object) { hh_visit(visitor, UInt(bridge.proxy(of: $0))) }
  }
  table.owner_of = { context, pointer in
    guard let object = object(pointer), let owner = bridge(context)?.owner(of: object) else {
      return nil
    }
    return Unmanaged.passUnretained(owner).toOpaque()
  }
  table.locate = { context, pointer, x, y, outX, outY in
    guard let object = object(pointer),
      let point = bridge(context)?.locate(x: x, y: y, in: object)
    else { return false }
    outX?.pointee = point.x
    outY?.pointee = point.y
    return true
  }
}
