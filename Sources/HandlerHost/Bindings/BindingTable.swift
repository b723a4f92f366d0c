internal import ControlKit
internal import LuaRuntime

/// One property of a class, as scripts see it.
final class PropertyBinding {
  let name: String
  /// The type in the notation of the editor definitions, such as `number` or `string?`.
  let type: String
  let doc: String
  /// Whether the value is a function that the runtime keeps.
  let stores: Bool
  let read: ((KitObject, LuaCall) -> Void)?
  let write: ((KitObject, ScriptEngine, Argument) throws(LuaRefusal) -> Void)?

  init(
    name: String, type: String, doc: String, stores: Bool,
    read: ((KitObject, LuaCall) -> Void)?,
    write: ((KitObject, ScriptEngine, Argument) throws(LuaRefusal) -> Void)?
  ) {
    self.name = name
    self.type = type
    self.doc = doc
    self.stores = stores
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
struct BindingTable {
  let classes = BindingTable.allClasses
  private var members: [ClassMember] = []
  private var own: [([PropertyBinding], [MethodBinding])?] = []
  private var idsByType: [ObjectIdentifier: Int32] = [:]

  static let classCount = allClassCount

  /// The property with a number.
  func property(_ member: Int) -> PropertyBinding? {
    if case .property(let binding, _) = members[member] { binding } else { nil }
  }

  /// The method with a number.
  func method(_ member: Int) -> MethodBinding? {
    if case .method(let binding) = members[member] { binding } else { nil }
  }

  /// The class a property belongs to, for messages.
  func owner(ofProperty member: Int) -> String {
    if case .property(_, let owner) = members[member] { owner } else { "" }
  }

  /// The members of a class, its parents' first.
  private mutating func allMembers(of id: Int) -> ([PropertyBinding], [MethodBinding]) {
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
        name: "isAlive", type: "boolean", doc: "Whether it has not been destroyed.", stores: false,
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
  mutating func define(_ id: Int32) -> [(name: String, member: LuaMember)] {
    var defined: [(name: String, member: LuaMember)] = []
    let (properties, methods) = allMembers(of: Int(id))
    for property in properties {
      let member = LuaMember(
        id: members.count, kind: property.name == "isAlive" ? .alive : .property,
        storing: property.stores ? .first : .none)
      members.append(.property(property, owner: classes[Int(id)].name))
      defined.append((property.name, member))
    }
    for method in methods + (id == 0 ? BindingTable.debugFunctions : []) {
      let member = LuaMember(id: members.count, kind: method.kind, storing: method.storing)
      members.append(.method(method))
      defined.append((method.name, member))
    }
    if id != 0, classes[Int(id)].make != nil {
      // Not on tokens and timers: the host holds those, so their tables would hold cycles.
      defined.append(("data", LuaMember(id: members.count, kind: .data)))
      members.append(.data)
    }
    return defined
  }

  /// The names a script may have meant.
  mutating func names(ofClass id: Int32) -> (properties: [String], methods: [String]) {
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
  mutating func classID(of object: AnyObject) -> Int32 {
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
  mutating func note(_ object: KitObject, isOf id: Int32) {
    let type = ObjectIdentifier(Swift.type(of: object))
    if idsByType[type] == nil, classes[Int(id)].isInstance(object) { idsByType[type] = id }
  }

  mutating func className(of object: AnyObject) -> String {
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
        name: name, type: type, doc: doc, stores: false, read: read, write: write))
  }

  // Key paths are made when they are first used: a script that starts pays only for the properties
  // it touches.

  /// A property of a simple value by its key path.
  mutating func property(
    _ name: String, _ doc: String,
    _ path: @autoclosure @escaping () -> ReferenceWritableKeyPath<Class, Bool>
  ) {
    property(name, "boolean", doc) {
      $1.give($0[keyPath: path()])
    } set: { object, value throws(LuaRefusal) in
      object[keyPath: path()] = try value.boolean()
    }
  }

  /// A text property by its key path.
  mutating func property(
    _ name: String, _ doc: String,
    _ path: @autoclosure @escaping () -> ReferenceWritableKeyPath<Class, String>
  ) {
    property(name, "string", doc) {
      $1.give($0[keyPath: path()])
    } set: { object, value throws(LuaRefusal) in
      object[keyPath: path()] = try value.string()
    }
  }

  /// A text property that may be nil, by its key path.
  mutating func property(
    _ name: String, _ doc: String,
    _ path: @autoclosure @escaping () -> ReferenceWritableKeyPath<Class, String?>
  ) {
    property(name, "string?", doc) { object, call in
      if let text = object[keyPath: path()] { call.give(text) } else { call.giveNil() }
    } set: { object, value throws(LuaRefusal) in
      object[keyPath: path()] = try value.optionalString()
    }
  }

  /// A number property by its key path.
  mutating func property(
    _ name: String, _ doc: String,
    _ path: @autoclosure @escaping () -> ReferenceWritableKeyPath<Class, Double>
  ) {
    property(name, "number", doc) {
      $1.give($0[keyPath: path()])
    } set: { object, value throws(LuaRefusal) in
      object[keyPath: path()] = try value.number()
    }
  }

  /// A colour property by its key path.
  mutating func property(
    _ name: String, _ doc: String,
    _ path: @autoclosure @escaping () -> ReferenceWritableKeyPath<Class, Color?>
  ) {
    property(name, "Color?", doc) { object, call in
      if let color = object[keyPath: path()] { call.give(color.text) } else { call.giveNil() }
    } set: { object, value throws(LuaRefusal) in
      object[keyPath: path()] = try value.color()
    }
  }

  /// A property of named choices by its key path.
  mutating func property<Choice>(
    _ name: String, _ doc: String,
    _ path: @autoclosure @escaping () -> ReferenceWritableKeyPath<Class, Choice>
  ) where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
    let type = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: "|")
    property(name, type, doc) {
      $1.give($0[keyPath: path()].rawValue)
    } set: { object, value throws(LuaRefusal) in
      object[keyPath: path()] = try value.choice(Choice.self)
    }
  }

  /// A function that the object keeps; setting nil takes it away.
  mutating func functionProperty(
    _ name: String, _ doc: String,
    set: @escaping (Class, ScriptEngine, Argument) throws(LuaRefusal) -> Void
  ) {
    properties.append(
      PropertyBinding(
        name: name, type: "function?", doc: doc, stores: true, read: nil,
        write: { object, engine, value throws(LuaRefusal) in
          let object = MemberBuilder.known(object)
          if !value.isMissing { try value.function() }
          try set(object, engine, value)
        }))
  }

  /// A method.
  mutating func method(
    _ name: String, _ signature: String, _ doc: String, storing: LuaMember.Storing = .none,
    _ call: @escaping (Class, ScriptEngine, Arguments) throws(LuaRefusal) -> Void
  ) {
    methods.append(
      MethodBinding(
        name: name, signature: signature, doc: doc, kind: .method, storing: storing,
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
