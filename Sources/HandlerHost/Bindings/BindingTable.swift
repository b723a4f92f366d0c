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

/// A member of one class by its number: inherited ones have a number in each class.
enum ClassMember {
  case property(PropertyBinding, owner: String)
  case method(MethodBinding)
  case data
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

/// All classes with their members by number.
final class BindingTable {
  let classes = BindingTable.allClasses
  private var members: [ClassMember] = []
  // The same once more, for access by number alone: what a script does most.
  private var propertiesByNumber = ContiguousArray<PropertyBinding?>()
  private var methodsByNumber = ContiguousArray<MethodBinding?>()
  private var own: [([PropertyBinding], [MethodBinding])?] = []
  private var idsByType: [ObjectIdentifier: Int32] = [:]

  static let classCount = allClassCount

  /// The property with a number.
  @inline(__always)
  func property(_ member: Int) -> PropertyBinding? { propertiesByNumber[member] }

  /// The method with a number.
  @inline(__always)
  func method(_ member: Int) -> MethodBinding? { methodsByNumber[member] }

  /// The class a property belongs to, for messages.
  func owner(ofProperty member: Int) -> String {
    if case .property(_, let owner) = members[member] { owner } else { "" }
  }

  /// The members of a class, its parents' first.
  private func allMembers(of id: Int) -> ([PropertyBinding], [MethodBinding]) {
    let inherited =
      classes[id].parent.map { allMembers(of: $0) }
      ?? (id == ID.module ? ([], []) : (BindingTable.commonProperties, BindingTable.commonMethods))
    if own.isEmpty { own = Array(repeating: nil, count: classes.count) }
    let added = own[id] ?? classes[id].members()
    own[id] = added
    return (inherited.0 + added.0, inherited.1 + added.1)
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
  func define(_ id: Int32) -> [(name: String, member: LuaMember)] {
    var defined: [(name: String, member: LuaMember)] = []
    let (properties, methods) = allMembers(of: Int(id))
    for property in properties {
      let member = LuaMember(
        id: members.count, kind: property.name == "isAlive" ? .alive : .property,
        storing: property.storing)
      add(.property(property, owner: classes[Int(id)].name), property: property)
      defined.append((property.name, member))
    }
    for method in methods + (id == 0 ? BindingTable.debugFunctions : []) {
      let member = LuaMember(id: members.count, kind: method.kind, storing: method.storing)
      add(.method(method), method: method)
      defined.append((method.name, member))
    }
    if id != 0, classes[Int(id)].make != nil {
      // Not on tokens and timers: the host holds those, so their tables would hold cycles.
      defined.append(("data", LuaMember(id: members.count, kind: .data)))
      add(.data)
    }
    return defined
  }

  private func add(
    _ member: ClassMember, property: PropertyBinding? = nil, method: MethodBinding? = nil
  ) {
    members.append(member)
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

  /// The most derived class a script knows that an object belongs to.
  func classID(of object: AnyObject) -> Int32 {
    let type = ObjectIdentifier(Swift.type(of: object))
    if let known = idsByType[type] { return known }
    var best = 0
    for (id, binding) in classes.enumerated().dropFirst() {
      guard binding.isInstance(object) else { continue }
      if best == 0 || isClass(id, kindOf: best) { best = id }
    }
    idsByType[type] = Int32(best)
    return Int32(best)
  }

  /// Remembers the class of an object that a constructor made, which spares the search: the first
  /// one of a run would look at every class there is.
  func note(_ object: KitObject, isOf id: Int32) {
    let type = ObjectIdentifier(Swift.type(of: object))
    if idsByType[type] == nil, classes[Int(id)].isInstance(object) { idsByType[type] = id }
  }

  func className(of object: AnyObject) -> String {
    classes[Int(classID(of: object))].name
  }
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
    let type = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: "|")
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
