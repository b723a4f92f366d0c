@testable import HandlerHost

/// What scripts can name, read from the tables that the bindings are made of: a new class or member
/// is in here without further work.
struct ScriptSurface: Sendable {
  struct Member: Sendable {
    let name: String
    /// The type of a property, or the parameters' types.
    let types: [String]
    var result = ""
    var canBeSet = false
  }

  struct Class: Sendable {
    let name: String
    let canBeMade: Bool
    let properties: [Member]
    let methods: [Member]
    let events: [String]
  }

  /// All classes with inherited members; the first one stands for the module.
  let classes: [Class]
  /// The classes whose objects a parameter of a class takes.
  let kinds: [String: [String]]
  /// What the names of records stand for: another type, or fields with their types.
  let aliases: [String: String]
  let fields: [String: [(name: String, type: String)]]

  static let all = ScriptSurface()

  private init() {
    let bindings = BindingTable.allClasses
    var classes: [Class] = []
    var kinds: [String: [String]] = [:]
    for binding in bindings {
      var properties: [Member] = []
      var methods: [Member] = []
      var events: [String] = []
      var ancestor: ClassBinding? = binding
      while let current = ancestor {
        let own = current.members()
        properties += own.0.map {
          Member(name: $0.name, types: [$0.type], canBeSet: $0.write != nil)
        }
        methods += own.1.map {
          let (parameters, result) = ScriptSurface.parts(ofSignature: $0.signature)
          return Member(name: $0.name, types: parameters, result: result)
        }
        events += current.events
        kinds[current.name, default: []].append(binding.name)
        ancestor = current.parent.map { bindings[$0] }
      }
      classes.append(
        Class(
          name: binding.name, canBeMade: binding.make != nil, properties: properties,
          methods: methods, events: events))
    }
    var aliases: [String: String] = [:]
    var fields: [String: [(name: String, type: String)]] = [:]
    for record in ScriptRecord.all {
      if let alias = record.alias { aliases[record.name] = alias }
      fields[record.name] = record.fields.filter { !$0.isMethod }.map { ($0.name, $0.type) }
    }
    self.classes = classes
    self.kinds = kinds
    self.aliases = aliases
    self.fields = fields
  }

  /// The types of the parameters and of the result in a signature such as `(id: string): View?`.
  private static func parts(ofSignature signature: String) -> ([String], String) {
    guard signature.hasPrefix("("), let end = closing(of: signature) else { return ([], "") }
    let inner = signature[signature.index(after: signature.startIndex)..<end]
    let rest = signature[signature.index(after: end)...].drop { $0 == ":" || $0 == " " }
    let parameters = split(String(inner), at: ",").map { parameter in
      let type = parameter.drop { $0 != ":" }.drop { $0 == ":" || $0 == " " }
      return String(type)
    }
    return (parameters, String(rest))
  }

  private static func closing(of text: String) -> String.Index? {
    var depth = 0
    for index in text.indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// Splits a type where no parenthesis is open.
  static func split(_ text: String, at separator: Character) -> [String] {
    var parts: [String] = [""]
    var depth = 0
    for character in text {
      if character == "(" || character == "{" { depth += 1 }
      if character == ")" || character == "}" { depth -= 1 }
      if character == separator, depth == 0 {
        parts.append("")
      } else if !(character == " " && parts[parts.count - 1].isEmpty) {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.filter { !$0.isEmpty }
  }
}
