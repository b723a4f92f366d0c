internal import ControlKit
internal import LuaRuntime

/// The names of the fields that bindings read from tables.
enum FieldKey: Int, CaseIterable {
  case x, y, width, height
  case top, left, bottom, right
  case size, weight, monospaced
  case group, limit, label, whileWaiting
  case name, accessibilityLabel
  case location, length
  case rotation, scale
  case title, image, onTap
  case timeout

  static let count = allCases.count

  var name: StaticString {
    switch self {
    case .x: "x"
    case .y: "y"
    case .width: "width"
    case .height: "height"
    case .top: "top"
    case .left: "left"
    case .bottom: "bottom"
    case .right: "right"
    case .size: "size"
    case .weight: "weight"
    case .monospaced: "monospaced"
    case .group: "group"
    case .limit: "limit"
    case .label: "label"
    case .whileWaiting: "whileWaiting"
    case .name: "name"
    case .accessibilityLabel: "accessibilityLabel"
    case .location: "location"
    case .length: "length"
    case .rotation: "rotation"
    case .scale: "scale"
    case .title: "title"
    case .image: "image"
    case .onTap: "onTap"
    case .timeout: "timeout"
    }
  }
}

/// One value from a script, with the words to refuse it by.
struct Argument {
  /// Where the value stands, for messages.
  enum Place {
    case property(Int, ScriptEngine)
    case argument(Int, String)
    case child(String)
    indirect case field(String, Place)
    indirect case entry(Int, Place)

    var text: String {
      switch self {
      case .property(let member, let engine):
        "bad value for '\(engine.bindings.property(member)?.name ?? "?")' of "
          + engine.bindings.owner(ofProperty: member)
      case .argument(let number, let method): "bad argument #\(number) to '\(method)'"
      case .child(let owner): "bad entry in the table for \(owner)"
      case .field(let name, let outer): "\(outer.text), field '\(name)'"
      case .entry(let number, let outer): "\(outer.text), entry \(number)"
      }
    }
  }

  let call: LuaCall
  let index: Int
  let place: Place

  /// Whether it is left out or nil.
  var isMissing: Bool { call.isMissing(index) }

  func refusal(expected: String) -> LuaRefusal {
    if let name = call.destroyedName(index) { return refusal("\(name) has been destroyed") }
    let got = call.kind(index) == .none ? "no value" : call.kindName(index)
    return LuaRefusal("\(place.text) (\(expected) expected, got \(got))")
  }

  func refusal(_ problem: String) -> LuaRefusal {
    LuaRefusal("\(place.text) (\(problem))")
  }

  func boolean() throws(LuaRefusal) -> Bool {
    guard call.kind(index) == .boolean else { throw refusal(expected: "boolean") }
    return call.boolean(index)
  }

  /// A finite number of a size that layout can work with.
  func number() throws(LuaRefusal) -> Double {
    guard call.kind(index) == .number else { throw refusal(expected: "number") }
    let number = call.number(index)
    guard number.isFinite else { throw refusal("a finite number expected, got \(number)") }
    guard abs(number) <= 1e15 else { throw refusal("the number \(number) is too large") }
    return number
  }

  /// A number that is not negative.
  func amount() throws(LuaRefusal) -> Double {
    let number = try number()
    guard number >= 0 else { throw refusal("a number of at least 0 expected, got \(number)") }
    return number
  }

  func integer(in range: ClosedRange<Int> = -1_000_000_000...1_000_000_000) throws(LuaRefusal)
    -> Int
  {
    guard call.kind(index) == .number else { throw refusal(expected: "integer") }
    guard let value = call.integer(index) else {
      throw refusal("integer expected, got \(call.number(index))")
    }
    guard range.contains(value) else {
      throw refusal(
        "integer from \(range.lowerBound) to \(range.upperBound) expected, got \(value)")
    }
    return value
  }

  /// Text; numbers are taken as Lua prints them.
  func string() throws(LuaRefusal) -> String {
    switch call.kind(index) {
    case .string, .number:
      guard let text = call.string(index) else { throw refusal("the text is not valid UTF-8") }
      return text
    default: throw refusal(expected: "string")
    }
  }

  /// Text, or nil.
  func optionalString() throws(LuaRefusal) -> String? { isMissing ? nil : try string() }

  func object<Class: KitObject>(_ type: Class.Type) throws(LuaRefusal) -> Class {
    guard let object = call.object(index) as? Class else {
      throw refusal(expected: String(describing: type))
    }
    return object
  }

  func choice<Choice>(_ type: Choice.Type) throws(LuaRefusal) -> Choice
  where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
    let names = Choice.allCases.map(\.rawValue)
    guard call.kind(index) == .string, let text = call.string(index) else {
      throw refusal(expected: names.map { "'\($0)'" }.joined(separator: " or "))
    }
    if let choice = Choice(rawValue: text) { return choice }
    if let near = Suggestion.nearest(to: text, among: names) {
      throw refusal("'\(text)' is unknown; did you mean '\(near)'?")
    }
    throw refusal("'\(text)' is unknown; it must be \(names.joined(separator: ", "))")
  }

  func function() throws(LuaRefusal) {
    guard call.kind(index) == .function else { throw refusal(expected: "function") }
  }

  /// Reads a field of a table.
  func field<Result>(
    _ key: FieldKey, _ read: (Argument) throws(LuaRefusal) -> Result
  ) throws(LuaRefusal) -> Result {
    try call.field(key.rawValue, of: index) { (pushed: Int) throws(LuaRefusal) -> Result in
      let place = Place.field("\(key.name)", place)
      return try read(Argument(call: call, index: pushed, place: place))
    }
  }

  /// Refuses fields that nobody reads, since they are likely misspelt.
  func requireFields(_ known: [FieldKey]) throws(LuaRefusal) {
    guard call.kind(index) == .table else { throw refusal(expected: "table") }
    let names = known.map { "\($0.name)" }
    try call.entries(of: index) { (key: Int, _: Int) throws(LuaRefusal) in
      guard call.kind(key) == .string, let name = call.string(key) else {
        throw refusal("fields \(names.joined(separator: ", ")) expected, no items")
      }
      if names.contains(name) { return }
      let near = Suggestion.nearest(to: name, among: names)
      throw refusal(
        "unknown field '\(name)'"
          + (near.map { "; did you mean '\($0)'?" }
            ?? "; known are \(names.joined(separator: ", "))"))
    }
  }

  // MARK: - Values of ControlKit

  func color() throws(LuaRefusal) -> Color? {
    if isMissing { return nil }
    let text = try string()
    if let color = Color(text) { return color }
    if let near = Suggestion.nearest(to: text, among: Color.semanticNames) {
      throw refusal("unknown colour '\(text)'; did you mean '\(near)'?")
    }
    throw refusal(
      "unknown colour '\(text)'; use '#rrggbb' or \(Color.semanticNames.joined(separator: ", "))")
  }

  func rect() throws(LuaRefusal) -> Rect {
    try requireFields([.x, .y, .width, .height])
    let zero: (Argument) throws(LuaRefusal) -> Double = { a throws(LuaRefusal) in
      a.isMissing ? 0 : try a.number()
    }
    let extent: (Argument) throws(LuaRefusal) -> Double = { a throws(LuaRefusal) in
      try a.amount()
    }
    return Rect(
      x: try field(.x, zero), y: try field(.y, zero), width: try field(.width, extent),
      height: try field(.height, extent))
  }

  /// One number for all sides, or a table of sides.
  func insets() throws(LuaRefusal) -> EdgeInsets {
    if call.kind(index) == .number { return EdgeInsets(all: try amount()) }
    guard call.kind(index) == .table else { throw refusal(expected: "number or table") }
    try requireFields([.top, .left, .bottom, .right])
    let side: (Argument) throws(LuaRefusal) -> Double = { a throws(LuaRefusal) in
      a.isMissing ? 0 : try a.amount()
    }
    return EdgeInsets(
      top: try field(.top, side), left: try field(.left, side), bottom: try field(.bottom, side),
      right: try field(.right, side))
  }

  func font() throws(LuaRefusal) -> Font {
    try requireFields([.size, .weight, .monospaced])
    var font = Font.body
    font.size = try field(.size) { a throws(LuaRefusal) in
      if a.isMissing { return Font.body.size }
      let size = try a.number()
      guard size >= 1, size <= 1000 else { throw a.refusal("a size of 1 to 1000 expected") }
      return size
    }
    font.weight = try field(.weight) { a throws(LuaRefusal) in
      a.isMissing ? .regular : try a.choice(Font.Weight.self)
    }
    font.isMonospaced = try field(.monospaced) { a throws(LuaRefusal) in
      a.isMissing ? false : try a.boolean()
    }
    return font
  }

  func image() throws(LuaRefusal) -> Image? {
    if isMissing { return nil }
    if let object = call.object(index) as? ScriptImage { return object.image }
    guard call.kind(index) == .string else { throw refusal(expected: "Image or string") }
    return Image(try string())
  }

  /// Event names: one, or a table of them. The engine knows those that the application has defined.
  func events(
    of sender: KitObject, _ engine: ScriptEngine? = nil
  ) throws(LuaRefusal) -> UInt32 {
    guard call.kind(index) == .table else { return try event(of: sender, engine) }
    var mask: UInt32 = 0
    for number in 1...max(1, call.length(index)) {
      mask |= try call.item(number, of: index) { (pushed: Int) throws(LuaRefusal) -> UInt32 in
        guard !call.isMissing(pushed) else {
          throw refusal(
            call.length(index) == 0
              ? "the list of events is empty" : "entry \(number) of the list of events is nil")
        }
        return try Argument(call: call, index: pushed, place: place).event(of: sender, engine)
      }
    }
    return mask
  }

  private func event(of sender: KitObject, _ engine: ScriptEngine?) throws(LuaRefusal) -> UInt32 {
    // The usual names are known by the string itself, without reading it.
    if let key = call.key(index), let mask = EventNames.mask(key, of: sender) { return mask }
    return try unusualEvent(of: sender, engine)
  }

  /// A set of events, one that the application has defined, or a mistake.
  @inline(never)
  private func unusualEvent(
    of sender: KitObject, _ engine: ScriptEngine?
  ) throws(LuaRefusal) -> UInt32 {
    guard call.kind(index) == .string, let name = call.string(index) else {
      throw refusal(expected: "event name")
    }
    let known: [(name: String, mask: UInt32)] =
      sender is GestureRecognizer
      ? GestureEvents.named.map { ($0.name, $0.event.rawValue) }
      : (ControlEvents.named + (engine?.application?.namedEvents ?? []))
        .map { ($0.name, $0.event.rawValue) }
        + ControlEvents.namedSets.map { ($0.name, $0.events.rawValue) }
    if let found = known.first(where: { $0.name == name }) { return found.mask }
    let near = Suggestion.nearest(to: name, among: known.map(\.name))
    throw refusal(
      "\(sender.debugName) has no event '\(name)'"
        + (near.map { "; did you mean '\($0)'?" } ?? ""))
  }
}

/// The arguments of a method, counted from 1.
struct Arguments {
  let call: LuaCall
  let method: String

  var count: Int { call.count }

  subscript(_ index: Int) -> Argument {
    Argument(call: call, index: index, place: .argument(index, method))
  }
}

/// A picture as scripts know it.
final class ScriptImage: KitObject {
  let image: Image

  init(_ image: Image) {
    self.image = image
  }
}
