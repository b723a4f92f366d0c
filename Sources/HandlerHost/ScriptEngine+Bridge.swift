internal import ControlKit
internal import LuaRuntime

// What the Lua world asks. Objects it knows are all of ControlKit's root class.
extension ScriptEngine: LuaBridge {
  func readProperty(_ member: Int, of object: AnyObject, _ call: LuaCall) throws(LuaRefusal) {
    guard let object = object as? KitObject, case .property(let property) = bindings.members[member]
    else { return }
    guard let read = property.read else {
      throw LuaRefusal("'\(property.name)' can only be set")
    }
    try read(object, self, call)
  }

  func writeProperty(_ member: Int, of object: AnyObject, _ call: LuaCall) throws(LuaRefusal) {
    guard let object = object as? KitObject, case .property(let property) = bindings.members[member]
    else { return }
    guard let write = property.write else {
      throw LuaRefusal("'\(property.name)' can only be read")
    }
    let place = Argument.Place.property(
      property.name, bindings.className(of: object))
    try write(object, self, Argument(call: call, index: 1, place: place))
  }

  func callMethod(
    _ member: Int, of object: AnyObject?, _ call: LuaCall
  ) throws(LuaRefusal) -> LuaCallEnd {
    guard case .method(let method) = bindings.members[member] else { return .returns }
    return try method.call(
      object as? KitObject, self, Arguments(call: call, method: method.name))
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
    guard let object = object as? KitObject else { return }
    let name = bindings.className(of: object)
    let argument = Argument(call: call, index: 1, place: .child(name))
    switch object {
    case let toolbar as Toolbar: toolbar.items.append(try argument.object(BarButtonItem.self))
    case is Label, is Control, is ProgressView, is Spacer:
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
    (object as? KitObject)?.proxyAddress = address
  }

  func proxy(of object: AnyObject) -> UInt { (object as? KitObject)?.proxyAddress ?? 0 }

  func ownedObjectsChanged(of object: AnyObject) -> Bool {
    (object as? KitObject)?.ownedObjectsChanged ?? false
  }

  func visitOwned(by object: AnyObject, _ visit: (AnyObject) -> Void) {
    guard let object = object as? KitObject else { return }
    object.ownedObjectsChanged = false
    object.visitOwned { visit($0) }
  }

  func owner(of object: AnyObject) -> AnyObject? { (object as? KitObject)?.owningObject }

  func locate(x: Double, y: Double, in object: AnyObject) -> (x: Double, y: Double)? {
    let view = (object as? View) ?? (object as? GestureRecognizer)?.view
    guard let view else { return nil }
    let point = view.convert(Point(x: x, y: y), from: nil)
    return (point.x, point.y)
  }
}
