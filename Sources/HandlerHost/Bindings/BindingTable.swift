internal import ControlKit
internal import LuaRuntime

/// One property of a class, as scripts see it.
final class PropertyBinding {
  let name: String
  /// The type in the notation of the editor definitions, such as `number` or `string?`.
  let type: String
  let doc: String
  /// Which functions in the value the runtime keeps.
  let storing: LuaMember.Storing
  let read: ((KitObject, LuaCall) -> Void)?
  let write: ((KitObject, ScriptEngine, Argument) throws(LuaRefusal) -> Void)?

  init(
    name: String, type: String, doc: String, storing: LuaMember.Storing,
    read: ((KitObject, LuaCall) -> Void)?,
    write: ((KitObject, ScriptEngine, Argument) throws(LuaRefusal) -> Void)?
  ) {
    self.name = name
    self.type = type
    self.doc = doc
    self.storing = storing
    self.read = read
    self.write = write
  }
}

/// One method of a class, or function of the module, as scripts see it.
final class MethodBinding {
  let name: String
  /// Parameters and result in the notation of the editor definitions.
  let signature: String
  let doc: String
  let kind: LuaMember.Kind
  let storing: LuaMember.Storing
  let call: (KitObject?, ScriptEngine, Arguments) throws(LuaRefusal) -> LuaCallEnd

  init(
    name: String, signature: String, doc: String, kind: LuaMember.Kind,
    storing: LuaMember.Storing,
    call: @escaping (KitObject?, ScriptEngine, Arguments) throws(LuaRefusal) -> LuaCallEnd
  ) {
    self.name = name
    self.signature = signature
    self.doc = doc
    self.kind = kind
    self.storing = storing
    self.call = call
  }
}

/// What a script sees of a class: the one table that metatables and messages come from.
struct ClassBinding {
  let name: String
  let parent: Int?
  let doc: String
  /// Whether an object is of the class or a subclass.
  let isInstance: (AnyObject) -> Bool
  /// Makes an object; `nil` when a script cannot.
  let make: (() -> KitObject)?
  /// The events it sends; for the reference and the editor definitions.
  let events: [String]
  /// Builds the members it adds to its parent's, when they are first needed.
  let members: () -> ([PropertyBinding], [MethodBinding])
}

/// What a class adds to its parent's members.
private final class OwnMembers {
  let properties: [PropertyBinding]
  let methods: [MethodBinding]

  init(_ members: ([PropertyBinding], [MethodBinding])) {
    (properties, methods) = members
  }
}

/// All classes with their members by number; inherited ones have a number in each class.
///
/// A program that starts makes one of these. So the lists hold references and integers: Swift sets up each
/// other kind of list when it is used first, which takes as long as reading a short script.
final class BindingTable {
  let classes = BindingTable.allClasses
  // By a member's number: what it is, if it is no table `data`, and whose class's.
  private var propertiesByNumber = ContiguousArray<PropertyBinding?>()
  private var methodsByNumber = ContiguousArray<MethodBinding?>()
  private var ownersByNumber: [Int] = []
  private var own = ContiguousArray<OwnMembers?>()
  // Types of objects by the address of their description, and beside each its class.
  private var knownTypes: [Int] = []
  private var knownIDs: [Int] = []

  static let classCount = allClassCount

  /// The property with a number.
  @inline(__always)
  func property(_ member: Int) -> PropertyBinding? { propertiesByNumber[member] }

  /// The method with a number.
  @inline(__always)
  func method(_ member: Int) -> MethodBinding? { methodsByNumber[member] }

  /// The class a property belongs to, for messages.
  func owner(ofProperty member: Int) -> String {
    classes[ownersByNumber[member]].name
  }

  /// The members of a class, its parents' first.
  private func allMembers(of id: Int) -> ([PropertyBinding], [MethodBinding]) {
    let inherited =
      classes[id].parent.map { allMembers(of: $0) }
      ?? (id == ID.module ? ([], []) : (BindingTable.commonProperties, BindingTable.commonMethods))
    while own.count <= id { own.append(nil) }
    let added = own[id] ?? OwnMembers(classes[id].members())
    own[id] = added
    return (inherited.0 + added.properties, inherited.1 + added.methods)
  }

  /// What every object has.
  static var commonProperties: [PropertyBinding] {
    [
      PropertyBinding(
        name: "isAlive", type: "boolean", doc: "Whether it has not been destroyed.", storing: .none,
        read: { $1.give(true) }, write: nil)
    ]
  }

  /// What every object can do.
  static var commonMethods: [MethodBinding] {
    [
      MethodBinding(
        name: "destroy", signature: "()",
        doc: "Ends it: what it is in loses it, its handlers end, and later uses are errors. Twice "
          + "is harmless.", kind: .ending, storing: .none,
        call: { object, engine, arguments throws(LuaRefusal) in
          if let object { arguments.call.give(engine.destroy(object)) }
          return .returns
        })
    ]
  }

  /// Numbers the members of a class. Telling the Lua world is the caller's: that may collect garbage,
  /// and so ask this table.
  ///
  /// - Returns: The numbers, for ``member(_:)``.
  func define(_ id: Int32) -> Range<Int> {
    let first = ownersByNumber.count
    let owner = Int(id)
    let (properties, methods) = allMembers(of: owner)
    for property in properties { add(property, nil, owner) }
    for method in methods + (owner == 0 ? BindingTable.debugFunctions : []) {
      add(nil, method, owner)
    }
    // Not on tokens and timers: the host holds those, so their tables would hold cycles.
    if owner != 0, classes[owner].make != nil { add(nil, nil, owner) }
    return first..<ownersByNumber.count
  }

  /// What the Lua world is told of the member with a number.
  func member(_ number: Int) -> (name: String, member: LuaMember) {
    if let property = propertiesByNumber[number] {
      let kind = property.name == "isAlive" ? LuaMember.Kind.alive : .property
      return (property.name, LuaMember(id: number, kind: kind, storing: property.storing))
    }
    if let method = methodsByNumber[number] {
      return (method.name, LuaMember(id: number, kind: method.kind, storing: method.storing))
    }
    return ("data", LuaMember(id: number, kind: .data))
  }

  private func add(_ property: PropertyBinding?, _ method: MethodBinding?, _ owner: Int) {
    ownersByNumber.append(owner)
    // Taken out while they change: accesses that last would have to be checked, and so each read.
    var properties = propertiesByNumber
    propertiesByNumber = []
    properties.append(property)
    propertiesByNumber = properties
    var methods = methodsByNumber
    methodsByNumber = []
    methods.append(method)
    methodsByNumber = methods
  }

  /// The names a script may have meant.
  func names(ofClass id: Int32) -> (properties: [String], methods: [String]) {
    let (properties, methods) = allMembers(of: Int(id))
    var methodNames = methods.map(\.name)
    if id == 0 { methodNames += classes.filter { $0.make != nil }.map(\.name) + ["debug"] }
    return (properties.map(\.name), methodNames)
  }

  func isClass(_ id: Int, kindOf other: Int) -> Bool {
    var candidate: Int? = id
    while let current = candidate {
      if current == other { return true }
      candidate = classes[current].parent
    }
    return false
  }

  /// The most derived class a script knows that an object belongs to. The Lua world asks once for each
  /// type.
  func classID(of object: AnyObject) -> Int32 {
    if let known = knownID(of: object) { return Int32(known) }
    var best = 0
    for (id, binding) in classes.enumerated().dropFirst() {
      guard binding.isInstance(object) else { continue }
      if best == 0 || isClass(id, kindOf: best) { best = id }
    }
    learn(object, best)
    return Int32(best)
  }

  /// Remembers the class of an object that a constructor made, which spares the search: the first
  /// one of a run would look at every class there is.
  func note(_ object: KitObject, isOf id: Int32) {
    if knownID(of: object) == nil, classes[Int(id)].isInstance(object) { learn(object, Int(id)) }
  }

  private func type(of object: AnyObject) -> Int {
    Int(bitPattern: ObjectIdentifier(Swift.type(of: object)))
  }

  private func knownID(of object: AnyObject) -> Int? {
    let type = type(of: object)
    for index in knownTypes.indices where knownTypes[index] == type { return knownIDs[index] }
    return nil
  }

  private func learn(_ object: AnyObject, _ id: Int) {
    knownTypes.append(type(of: object))
    knownIDs.append(id)
  }

  func className(of object: AnyObject) -> String {
    classes[Int(classID(of: object))].name
  }
}

/// The type of a choice in the notation of the editor definitions, such as `"light"|"dark"`. Every start
/// of a program needs some, so it joins no list: Swift would have to set that up.
func typeName<Choice: RawRepresentable & CaseIterable>(
  of type: Choice.Type
) -> String where Choice.RawValue == String {
  var text = ""
  for choice in type.allCases {
    if !text.isEmpty { text += "|" }
    text += "\"\(choice.rawValue)\""
  }
  return text
}

/// Collects the members of one class with their Swift types.
struct MemberBuilder<Class: KitObject> {
  private(set) var properties: [PropertyBinding] = []
  private(set) var methods: [MethodBinding] = []

  /// The object as the class that declared the member. The trampolines in C have checked the class:
  /// a member is only ever called on an object of its own class or a subclass.
  @inline(__always)
  private static func known(_ object: KitObject) -> Class {
    assert(object is Class)
    return unsafe unsafeDowncast(object, to: Class.self)
  }

  /// A property that can be read and set.
  @inline(__always)
  mutating func property(
    _ name: String, _ type: String, _ doc: String,
    get: ((Class, LuaCall) -> Void)?,
    set: ((Class, Argument) throws(LuaRefusal) -> Void)? = nil
  ) {
    var write: ((KitObject, ScriptEngine, Argument) throws(LuaRefusal) -> Void)?
    if let set {
      write = { object, _, value throws(LuaRefusal) in
        try set(MemberBuilder.known(object), value)
      }
    }
    var read: ((KitObject, LuaCall) -> Void)?
    if let get {
      read = { object, call in get(MemberBuilder.known(object), call) }
    }
    properties.append(
      PropertyBinding(
        name: name, type: type, doc: doc, storing: .none, read: read, write: write))
  }

  /// A property with functions inside that the runtime keeps.
  mutating func property(
    _ name: String, _ type: String, _ doc: String, storing: LuaMember.Storing,
    get: @escaping (Class, LuaCall) -> Void,
    set: @escaping (Class, ScriptEngine, Argument) throws(LuaRefusal) -> Void
  ) {
    properties.append(
      PropertyBinding(
        name: name, type: type, doc: doc, storing: storing,
        read: { object, call in get(MemberBuilder.known(object), call) },
        write: { object, engine, value throws(LuaRefusal) in
          try set(MemberBuilder.known(object), engine, value)
        }))
  }

  // Simple values come with a way to read and one to write them. Key paths would say both at once, but
  // cost ten times the access itself. Inlined, the closures below call what they are given directly.

  /// A property that is true or false.
  @inline(__always)
  mutating func property(
    _ name: String, _ doc: String, _ get: @escaping (Class) -> Bool,
    _ set: @escaping (Class, Bool) -> Void
  ) {
    property(name, "boolean", doc) {
      $1.give(get($0))
    } set: { object, value throws(LuaRefusal) in
      set(object, try value.boolean())
    }
  }

  /// A text property.
  @inline(__always)
  mutating func property(
    _ name: String, _ doc: String, _ get: @escaping (Class) -> String,
    _ set: @escaping (Class, String) -> Void
  ) {
    property(name, "string", doc) {
      $1.give(get($0))
    } set: { object, value throws(LuaRefusal) in
      set(object, try value.string())
    }
  }

  /// A text property that may be nil.
  @inline(__always)
  mutating func property(
    _ name: String, _ doc: String, _ get: @escaping (Class) -> String?,
    _ set: @escaping (Class, String?) -> Void
  ) {
    property(name, "string?", doc) { object, call in
      if let text = get(object) { call.give(text) } else { call.giveNil() }
    } set: { object, value throws(LuaRefusal) in
      set(object, try value.optionalString())
    }
  }

  /// A number property.
  @inline(__always)
  mutating func property(
    _ name: String, _ doc: String, _ get: @escaping (Class) -> Double,
    _ set: @escaping (Class, Double) -> Void
  ) {
    property(name, "number", doc) {
      $1.give(get($0))
    } set: { object, value throws(LuaRefusal) in
      set(object, try value.number())
    }
  }

  /// A colour property.
  @inline(__always)
  mutating func property(
    _ name: String, _ doc: String, _ get: @escaping (Class) -> Color?,
    _ set: @escaping (Class, Color?) -> Void
  ) {
    property(name, "Color?", doc) { object, call in
      if let color = get(object) { call.give(color.text) } else { call.giveNil() }
    } set: { object, value throws(LuaRefusal) in
      set(object, try value.color())
    }
  }

  /// A property of named choices.
  @inline(__always)
  mutating func property<Choice>(
    _ name: String, _ doc: String, _ get: @escaping (Class) -> Choice,
    _ set: @escaping (Class, Choice) -> Void
  ) where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
    let type = typeName(of: Choice.self)
    property(name, type, doc) {
      $1.give(get($0).rawValue)
    } set: { object, value throws(LuaRefusal) in
      set(object, try value.choice(Choice.self))
    }
  }

  /// A function that the object keeps; setting nil takes it away.
  mutating func functionProperty(
    _ name: String, _ doc: String,
    set: @escaping (Class, ScriptEngine, Argument) throws(LuaRefusal) -> Void
  ) {
    properties.append(
      PropertyBinding(
        name: name, type: "function?", doc: doc, storing: .first, read: nil,
        write: { object, engine, value throws(LuaRefusal) in
          let object = MemberBuilder.known(object)
          if !value.isMissing { try value.function() }
          try set(object, engine, value)
        }))
  }

  /// A method.
  mutating func method(
    _ name: String, _ signature: String, _ doc: String, kind: LuaMember.Kind = .method,
    storing: LuaMember.Storing = .none,
    _ call: @escaping (Class, ScriptEngine, Arguments) throws(LuaRefusal) -> Void
  ) {
    methods.append(
      MethodBinding(
        name: name, signature: signature, doc: doc, kind: kind, storing: storing,
        call: { object, engine, arguments throws(LuaRefusal) in
          guard let object = object.map(MemberBuilder.known) else { return .returns }
          try call(object, engine, arguments)
          return .returns
        }))
  }

  /// A method that suspends the calling handler.
  mutating func waitingMethod(
    _ name: String, _ signature: String, _ doc: String,
    _ call: @escaping (Class, ScriptEngine, Arguments) throws(LuaRefusal) -> Void
  ) {
    methods.append(
      MethodBinding(
        name: name, signature: signature, doc: doc, kind: .waitingMethod, storing: .none,
        call: { object, engine, arguments throws(LuaRefusal) in
          guard let object = object.map(MemberBuilder.known) else { return .returns }
          try call(object, engine, arguments)
          return .waits
        }))
  }
}

extension ClassBinding {
  /// A class with the members that a closure declares.
  init<Class: KitObject>(
    _ name: String, _ type: Class.Type, parent: Int?, _ doc: String, events: [String] = [],
    make: (() -> KitObject)? = nil, _ declare: @escaping (inout MemberBuilder<Class>) -> Void
  ) {
    self.init(
      name: name, parent: parent, doc: doc, isInstance: { $0 is Class }, make: make, events: events,
      members: {
        var builder = MemberBuilder<Class>()
        declare(&builder)
        return (builder.properties, builder.methods)
      })
  }
}
