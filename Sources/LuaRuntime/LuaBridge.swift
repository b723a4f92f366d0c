internal import CLuaShim

/// What answers a Lua world's questions about Swift objects.
///
/// Every function that gets a ``LuaCall`` describes its results in it, or throws a ``LuaRefusal``,
/// which becomes a Lua error at the script's line after Swift has returned. The objects are those
/// that were given to Lua. A bridge must close its world before it ends.
package protocol LuaBridge: AnyObject {
  /// The answers about objects that are asked for most.
  var objectAnswers: LuaObjectAnswers { get }

  func readProperty(
    _ member: Int, of object: AnyObject, _ call: LuaCall
  ) throws(LuaRefusal)

  func writeProperty(
    _ member: Int, of object: AnyObject, _ call: LuaCall
  ) throws(LuaRefusal)

  /// Calls a method, or with `nil` a function of the module. A property of the module is called
  /// without an argument to read it, and with one to write it.
  func callMethod(
    _ member: Int, of object: AnyObject?, _ call: LuaCall
  ) throws(LuaRefusal) -> LuaCallEnd

  /// Registers a function of the script's, which is in a slot of the object, for the event whose name
  /// is a key.
  ///
  /// - Returns: The registration, or `nil` if the object has no such event.
  func register(_ key: Int, of object: AnyObject, _ function: LuaFunction) -> AnyObject?

  /// Ends a registration that was given as a token.
  ///
  /// - Returns: `false`, and nothing happens, if it is one of another object.
  func unregister(_ registration: AnyObject, of object: AnyObject) -> Bool

  /// Makes an object of a class.
  func makeObject(ofClass id: Int32, _ call: LuaCall) throws(LuaRefusal)

  /// Takes a positional entry of a constructor's table: argument 1.
  func addChild(to object: AnyObject, _ call: LuaCall) throws(LuaRefusal)

  /// The message for a member that a class lacks: argument 1 is the name. Class -1 is the module's
  /// table `debug`.
  func unknownMember(ofClass id: Int32, isWrite: Bool, _ call: LuaCall) -> String

  /// Adds the members of a class. Class 0 is the module: it names all other classes, too.
  func defineClass(_ id: Int32, in builder: LuaClassBuilder)
  func isClass(_ id: Int32, kindOf other: Int32) -> Bool
  func classID(of object: AnyObject) -> Int32
  func visitOwned(by object: AnyObject, _ visit: (AnyObject) -> Void)

  /// A point of the window in a view's coordinates, or `nil` when the object is no view.
  func locate(x: Double, y: Double, in object: AnyObject) -> (x: Double, y: Double)?

  /// About how many bytes an object keeps for the script beside itself; without an object, those of
  /// timers and waits. It runs while Lua collects, so it must not call a script.
  func storage(of object: AnyObject?) -> Int

  /// Cancels the handlers that wait for events of an object that nothing can reach any more.
  func cancelWaits(for object: AnyObject)
}

/// What a bridge answers about objects, as plain functions: each sweep of the collector asks about every
/// object that a script knows, and asking a protocol takes five times as long. Each function gets a context,
/// which means nothing to it, and the object, borrowed.
package struct LuaObjectAnswers {
  package typealias Pointer = UnsafeMutableRawPointer

  let proxy: @convention(c) (Pointer?, Pointer?) -> UInt
  let setProxy: @convention(c) (Pointer?, Pointer?, UInt) -> Void
  let ownedObjectsChanged: @convention(c) (Pointer?, Pointer?) -> Bool
  let owner: @convention(c) (Pointer?, Pointer?) -> Pointer?
  let isRegistered: @convention(c) (Pointer?, Pointer?) -> Bool
  let send: @convention(c) (Pointer?, Pointer?, Int32) -> Bool

  /// Takes the functions.
  ///
  /// - Parameters:
  ///   - proxy: The address that was set last, or 0.
  ///   - setProxy: Keeps an address with the object.
  ///   - ownedObjectsChanged: Whether the owned objects changed since this was asked last.
  ///   - owner: The object that owns this one in the runtime's own trees.
  ///   - isRegistered: Whether a registration that was given as a token has not ended.
  ///   - send: Sends the event whose name is a key. Returns `false`, and nothing is sent, if the object
  ///     has no such event.
  package init(
    proxy: @escaping @convention(c) (Pointer?, Pointer?) -> UInt,
    setProxy: @escaping @convention(c) (Pointer?, Pointer?, UInt) -> Void,
    ownedObjectsChanged: @escaping @convention(c) (Pointer?, Pointer?) -> Bool,
    owner: @escaping @convention(c) (Pointer?, Pointer?) -> Pointer?,
    isRegistered: @escaping @convention(c) (Pointer?, Pointer?) -> Bool,
    send: @escaping @convention(c) (Pointer?, Pointer?, Int32) -> Bool
  ) {
    self.proxy = proxy
    self.setProxy = setProxy
    self.ownedObjectsChanged = ownedObjectsChanged
    self.owner = owner
    self.isRegistered = isRegistered
    self.send = send
  }

  func proxy(of object: AnyObject) -> UInt {
    proxy(nil, Unmanaged.passUnretained(object).toOpaque())
  }
}

/// A function that a script registers, and where it does.
package struct LuaFunction {
  package let slot: LuaSlot
  /// How many parameters it takes, or `nil` for any number.
  package let parameterCount: Int?
  /// The script's line.
  package let line: Int
  /// The script's file, unless it is the one of the registration before.
  package let newFile: String?
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
    /// A method that sends the events that its argument names.
    case sendingMethod
    /// A method that registers a function, argument 2, for the event that argument 1 names.
    case addingMethod
    /// A method that ends the registration whose token is argument 1.
    case removingMethod
    /// The script's own table on the object.
    case data
    /// A property that is false once the object was destroyed.
    case alive
    /// A method that destroys the object; its result is what messages call it from then on.
    case ending
    /// A function of the module's table `debug`.
    case debug
  }

  /// Which argument the runtime keeps for later, if it is a function or table.
  package enum Storing: Int32 {
    case none = 0
    case first = 1
    case second = 2
    /// The functions `onTap` of the first argument's items, or of the one item that it is, as a
    /// table; a function counts as an item, too.
    case actions = 3
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
    case .sendingMethod: flags = HH_MEMBER_METHOD.rawValue | HH_MEMBER_SENDS.rawValue
    case .addingMethod: flags = HH_MEMBER_METHOD.rawValue | HH_MEMBER_ADDS.rawValue
    case .removingMethod: flags = HH_MEMBER_METHOD.rawValue | HH_MEMBER_REMOVES.rawValue
    case .data: flags = HH_MEMBER_DATA.rawValue
    case .alive: flags = HH_MEMBER_ALIVE.rawValue
    case .ending: flags = HH_MEMBER_METHOD.rawValue | HH_MEMBER_ENDS.rawValue
    case .debug: flags = HH_MEMBER_METHOD.rawValue | HH_MEMBER_DEBUG.rawValue
    }
    switch storing {
    case .none: break
    case .first: flags |= HH_MEMBER_STORES_1.rawValue
    case .second: flags |= HH_MEMBER_STORES_2.rawValue
    case .actions: flags |= HH_MEMBER_STORES_ACTIONS.rawValue
    }
    return Int32(bitPattern: flags) | Int32(id)
  }
}

/// Adds members to classes while they are defined.
@safe
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

/// What C's callbacks get as their context. The bridge closes the world before it ends, so a plain
/// reference does: a weak one would cost every property access.
final class CallbackBox {
  unowned(unsafe) let bridge: any LuaBridge

  init(_ bridge: any LuaBridge) {
    self.bridge = bridge
  }
}

@inline(__always)
private func withBridge<Result>(
  _ context: UnsafeMutableRawPointer?, _ body: (any LuaBridge) -> Result
) -> Result? {
  guard let context else { return nil }
  return Unmanaged<CallbackBox>.fromOpaque(context)._withUnsafeGuaranteedRef { body($0.bridge) }
}

@inline(__always)
private func withObject<Result>(
  _ pointer: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?,
  _ body: (AnyObject, any LuaBridge) -> Result
) -> Result? {
  guard let pointer else { return nil }
  return Unmanaged<AnyObject>.fromOpaque(pointer)._withUnsafeGuaranteedRef { object in
    withBridge(context) { body(object, $0) }
  }
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

func makeCallbacks(
  _ context: UnsafeMutableRawPointer, _ answers: LuaObjectAnswers
) -> hh_callbacks {
  var table = hh_callbacks()
  table.context = context
  table.get_proxy = answers.proxy
  table.set_proxy = answers.setProxy
  table.edges_changed = answers.ownedObjectsChanged
  table.owner_of = answers.owner
  table.is_registered = answers.isRegistered
  table.send = answers.send
  table.get = { context, pointer, member, call in
    withObject(pointer, context) { object, bridge in
      outcome(call) { call throws(LuaRefusal) in
        try bridge.readProperty(Int(member), of: object, call)
        return .returns
      }
    } ?? HH_RAISE.rawValue
  }
  table.set = { context, pointer, member, call in
    withObject(pointer, context) { object, bridge in
      outcome(call) { call throws(LuaRefusal) in
        try bridge.writeProperty(Int(member), of: object, call)
        return .returns
      }
    } ?? HH_RAISE.rawValue
  }
  table.invoke = { context, pointer, member, call in
    withBridge(context) { bridge in
      outcome(call) { call throws(LuaRefusal) in
        guard let pointer else { return try bridge.callMethod(Int(member), of: nil, call) }
        let object = Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
        return try bridge.callMethod(Int(member), of: object, call)
      }
    } ?? HH_RAISE.rawValue
  }
  table.register_handler = { context, pointer, made in
    guard let made = made?.pointee else { return nil }
    let function = LuaFunction(
      slot: LuaSlot(raw: made.slot),
      parameterCount: made.parameters < 0 ? nil : Int(made.parameters), line: Int(made.line),
      newFile: made.new_file.map { String(cString: $0) })
    let registration =
      withObject(pointer, context) { $1.register(Int(made.key), of: $0, function) } ?? nil
    return registration.map { Unmanaged.passRetained($0).toOpaque() }
  }
  table.remove_handler = { context, pointer, registration in
    withObject(pointer, context) { object, bridge in
      withObject(registration, context) { registration, _ in
        bridge.unregister(registration, of: object)
      } ?? false
    } ?? false
  }
  table.create = { context, classID, call in
    withBridge(context) { bridge in
      outcome(call) { call throws(LuaRefusal) in
        try bridge.makeObject(ofClass: classID, call)
        return .returns
      }
    } ?? HH_RAISE.rawValue
  }
  table.add_child = { context, pointer, call in
    withObject(pointer, context) { object, bridge in
      outcome(call) { call throws(LuaRefusal) in
        try bridge.addChild(to: object, call)
        return .returns
      }
    } ?? HH_RAISE.rawValue
  }
  addClassQuestions(to: &table)
  addObjectQuestions(to: &table)
  return table
}

private func addClassQuestions(to table: inout hh_callbacks) {
  table.unknown_member = { context, classID, isWrite, pointer in
    guard let pointer else { return }
    let call = LuaCall(raw: pointer)
    let message = withBridge(context) {
      $0.unknownMember(ofClass: classID, isWrite: isWrite, call)
    }
    call.give(message ?? "unknown member")
  }
  table.define_class = { context, classID, state in
    guard let state else { return }
    withBridge(context) { $0.defineClass(classID, in: LuaClassBuilder(raw: state)) }
  }
  table.is_kind = { context, classID, other in
    withBridge(context) { $0.isClass(classID, kindOf: other) } ?? false
  }
  table.class_of = { context, pointer in
    withObject(pointer, context) { $1.classID(of: $0) } ?? 0
  }
}

private func addObjectQuestions(to table: inout hh_callbacks) {
  table.visit_owned = { context, pointer, visitor in
    withObject(pointer, context) { object, bridge in
      let answers = bridge.objectAnswers
      bridge.visitOwned(by: object) { hh_visit(visitor, answers.proxy(of: $0)) }
    }
  }
  table.find_hidden = { context, state, owners, count in
    withBridge(context) { bridge in
      var search = HiddenEdgeSearch(bridge: bridge, state: state)
      for index in 0..<Int(count) {
        guard let owner = owners?[index] else { continue }
        search.visit(ownedBy: Unmanaged<AnyObject>.fromOpaque(owner).takeUnretainedValue())
      }
      for object in search.found() {
        hh_visit_hidden(state, Unmanaged.passUnretained(object).toOpaque())
      }
      return search.visitCount
    } ?? 0
  }
  table.locate = { context, pointer, x, y, outX, outY in
    let point = withObject(pointer, context) { $1.locate(x: x, y: y, in: $0) } ?? nil
    guard let point else { return false }
    outX?.pointee = point.x
    outY?.pointee = point.y
    return true
  }
  table.storage_of = { context, pointer in
    withBridge(context) { bridge in
      guard let pointer else { return bridge.storage(of: nil) }
      return bridge.storage(of: Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue())
    } ?? 0
  }
  table.cancel_waits = { context, pointer in
    withObject(pointer, context) { $1.cancelWaits(for: $0) }
  }
}
