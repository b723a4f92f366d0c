internal import LuaRuntime

/// The scripting API in writing, made from the tables that the bindings themselves use.
///
/// `scripts/docs` turns it into the page of the reference and into definitions for editors.
package enum BindingReference {
  /// The page `scripting-reference.md`.
  package static func markdown() -> String {
    var lines = [introduction]
    for (id, binding) in BindingTable.allClasses.enumerated() {
      lines += id == BindingTable.ID.module ? module(binding) : page(of: binding)
    }
    lines.append("## Tables and other values\n\nWhat the types above stand for.\n")
    for record in ScriptRecord.all { lines += page(of: record) }
    return lines.joined(separator: "\n")
  }

  /// Definitions for Lua language servers, in the notation of LuaCATS.
  package static func luaDefinitions() -> String {
    var lines = ["---@meta ui", "", "---The user interface.", "ui = {}", ""]
    for record in ScriptRecord.all { lines += definition(of: record) }
    for (id, binding) in BindingTable.allClasses.enumerated() {
      lines += definition(of: binding, isModule: id == BindingTable.ID.module)
    }
    lines += ["return ui", ""]
    return lines.joined(separator: "\n")
  }

  /// The names of types that occur in signatures and properties but are defined nowhere.
  package static func undefinedTypes() -> Set<String> {
    var used: Set<String> = []
    for binding in BindingTable.allClasses {
      let (properties, methods) = binding.members()
      for text in properties.map(\.type) + methods.map(\.signature) {
        used.formUnion(names(in: text))
      }
    }
    for function in BindingTable.debugFunctions { used.formUnion(names(in: function.signature)) }
    for record in ScriptRecord.all {
      for text in [record.alias ?? ""] + record.fields.map(\.type) {
        used.formUnion(names(in: text))
      }
    }
    return used.subtracting(definedTypes)
  }

  private static let definedTypes = Set(
    BindingTable.allClasses.dropFirst().map(\.name) + ScriptRecord.all.map(\.name))

  /// The words of a type that begin with a capital letter, outside of literals.
  private static func names(in type: String) -> Set<String> {
    var names: Set<String> = []
    for (index, part) in type.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
    where index % 2 == 0 {
      for word in part.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
        if word.first?.isUppercase == true { names.insert(String(word)) }
      }
    }
    return names
  }
}

// MARK: - Markdown

extension BindingReference {
  private static let introduction = """
    # Scripting reference

    The module `ui`, and the classes of the objects that scripts make with it.

    @Comment {
      This page is made from the tables in Sources/HandlerHost/Bindings. Change those, then run
      scripts/docs --reference.
    }

    ## Overview

    Classes that can be made are called with one table: `ui.Button { title = "OK", id = "ok" }`.
    String keys set properties, and any property that can be set may be given there; the entries
    without a key are added as subviews, in order. A class has the members of the class it inherits
    from, too.

    Every object has a table `data` for the script's own values, a method `destroy()` that ends it
    (what it is in loses it, its handlers end, and later uses are errors; twice is harmless), and a
    property `isAlive`, which tells whether that has happened. Any other name that is not listed
    is an error, for reading as for writing, and the message tells the nearest name. Types are
    written as editors read them: `string?` may be nil, `Event[]` is a list, and `"a"|"b"` is one of
    several strings. <doc:writing-scripts> explains how it all fits together.

    """

  private static func module(_ binding: ClassBinding) -> [String] {
    var lines = ["## The module ui", ""]
    for function in binding.members().1 {
      lines.append(item("ui.\(function.name)\(function.signature)", function.doc, note(function)))
    }
    lines += ["", "For finding mistakes:", ""]
    for function in BindingTable.debugFunctions {
      lines.append(item("ui.debug.\(function.name)\(function.signature)", function.doc, nil))
    }
    return lines + [""]
  }

  private static func page(of binding: ClassBinding) -> [String] {
    var lines = ["## \(binding.name)", "", binding.doc]
    var facts: [String] = []
    if let parent = binding.parent {
      let name = BindingTable.allClasses[parent].name
      facts.append("Inherits from <doc:scripting-reference#\(name)>.")
    }
    if binding.make != nil { facts.append("Made by `ui.\(binding.name) { … }`.") }
    if !facts.isEmpty { lines += ["", facts.joined(separator: " ")] }
    let (properties, methods) = binding.members()
    if !binding.events.isEmpty {
      let names = binding.events.map { "`\($0)`" }
      lines += ["", "Events: \(names.joined(separator: ", "))."]
    }
    if !properties.isEmpty {
      lines += ["", "Properties:", ""]
      for property in properties {
        let note = property.write == nil ? "read only" : property.read == nil ? "set only" : nil
        lines.append(item("\(property.name): \(property.type)", property.doc, note))
      }
    }
    if !methods.isEmpty {
      lines += ["", "Methods:", ""]
      for method in methods {
        lines.append(item("\(method.name)\(method.signature)", method.doc, note(method)))
      }
    }
    return lines + [""]
  }

  private static func page(of record: ScriptRecord) -> [String] {
    var lines = ["### \(record.name)", "", record.doc]
    if let alias = record.alias, record.showsAlias { lines += ["", "`\(alias)`"] }
    if !record.fields.isEmpty {
      lines.append("")
      for field in record.fields {
        let name = field.isOptional ? "\(field.name)?" : field.name
        lines.append(item("\(name)\(field.isMethod ? "" : ": ")\(field.type)", field.doc, nil))
      }
    }
    return lines + [""]
  }

  private static func note(_ method: MethodBinding) -> String? {
    switch method.kind {
    case .waitingMethod: "in handlers and timers only"
    case .property: "read only"
    case .method, .sendingMethod, .addingMethod, .removingMethod, .data, .alive, .ending, .debug:
      nil
    }
  }

  private static func item(_ code: String, _ doc: String, _ note: String?) -> String {
    "- `\(code)`\(note.map { " (\($0))" } ?? ""): \(doc)"
  }
}

// MARK: - Definitions for editors

extension BindingReference {
  private static func definition(of binding: ClassBinding, isModule: Bool) -> [String] {
    let (properties, methods) = binding.members()
    guard !isModule else {
      return methods.flatMap { function($0, on: "ui.") } + [
        "---For finding mistakes.", "ui.debug = {}", "",
      ]
        + BindingTable.debugFunctions.flatMap { function($0, on: "ui.debug.") }
    }
    let name = "ui.\(binding.name)"
    let parent = binding.parent.map { "ui.\(BindingTable.allClasses[$0].name)" }
    var lines = ["---\(binding.doc)", "---@class \(name)\(parent.map { ": \($0)" } ?? "")"]
    for property in properties {
      lines.append("---@field \(property.name) \(qualified(property.type)) \(property.doc)")
    }
    if binding.parent == nil {
      lines.append("---@field data table The script's own values.")
      for property in BindingTable.commonProperties
      where !properties.contains(where: { $0.name == property.name }) {
        lines.append("---@field \(property.name) \(property.type) \(property.doc)")
      }
    }
    lines += ["local \(binding.name) = {}", ""]
    if binding.parent == nil {
      for method in BindingTable.commonMethods { lines += function(method, on: "\(binding.name):") }
    }
    for method in methods { lines += function(method, on: "\(binding.name):") }
    return lines + constructor(of: binding, properties, parent)
  }

  /// The properties as optional fields of the table that makes an object.
  private static func constructor(
    of binding: ClassBinding, _ properties: [PropertyBinding], _ parent: String?
  ) -> [String] {
    guard binding.make != nil else { return [] }
    let values = "ui.\(binding.name)Values"
    let base = parent.map { ": \($0)Values" } ?? ""
    var lines = ["---@class \(values)\(base)"]
    for property in properties where property.write != nil {
      let type = property.type.hasSuffix("?") ? String(property.type.dropLast()) : property.type
      lines.append("---@field \(property.name)? \(qualified(type)) \(property.doc)")
    }
    if binding.name == "View" {
      lines.append("---@field [integer] ui.View|ui.BarButtonItem Subviews, or a toolbar's items.")
    }
    return lines + [
      "", "---\(binding.doc)", "---@param values? \(values)", "---@return ui.\(binding.name)",
      "function ui.\(binding.name)(values) end", "",
    ]
  }

  private static func function(_ method: MethodBinding, on prefix: String) -> [String] {
    if method.kind == .property {
      let type = qualified(String(method.signature.dropFirst(2)))
      return ["---\(method.doc)", "---@type \(type)", "\(prefix)\(method.name) = nil", ""]
    }
    return function(called: method, on: prefix)
  }

  private static func function(called method: MethodBinding, on prefix: String) -> [String] {
    definition(method.name, method.signature, method.doc, on: prefix)
  }

  private static func definition(
    _ name: String, _ signature: String, _ doc: String, on prefix: String
  ) -> [String] {
    let signature = ScriptSignature(signature)
    var lines = ["---\(doc)"]
    for parameter in signature.parameters {
      let isOptional = parameter.type.hasSuffix("?")
      let type = isOptional ? String(parameter.type.dropLast()) : parameter.type
      lines.append("---@param \(parameter.name)\(isOptional ? "?" : "") \(qualified(type))")
    }
    if let result = signature.result { lines.append("---@return \(qualified(result))") }
    let names = signature.parameters.map(\.name).joined(separator: ", ")
    return lines + ["function \(prefix)\(name)(\(names)) end", ""]
  }

  private static func definition(of record: ScriptRecord) -> [String] {
    if let alias = record.alias {
      return ["---\(record.doc)", "---@alias ui.\(record.name) \(qualified(alias))", ""]
    }
    var lines = ["---\(record.doc)", "---@class ui.\(record.name)"]
    for field in record.fields where !field.isMethod {
      let name = field.isOptional ? "\(field.name)?" : field.name
      lines.append("---@field \(name) \(qualified(field.type)) \(field.doc)")
    }
    lines += ["local \(record.name) = {}", ""]
    for field in record.fields where field.isMethod {
      lines += definition(field.name, field.type, field.doc, on: "\(record.name):")
    }
    return lines
  }

  /// A type with the module's name in front of the names that the module defines.
  private static func qualified(_ type: String) -> String {
    var text = ""
    var word = ""
    for character in type {
      if character.isLetter || character.isNumber {
        word.append(character)
      } else {
        text += definedTypes.contains(word) ? "ui.\(word)" : word
        text.append(character)
        word = ""
      }
    }
    return text + (definedTypes.contains(word) ? "ui.\(word)" : word)
  }
}

/// A method's signature, such as `(id: string, tag: integer?): View?`, taken apart.
private struct ScriptSignature {
  var parameters: [(name: String, type: String)] = []
  var result: String?

  init(_ text: String) {
    var depth = 0
    var part = ""
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "(" where depth == 0: depth = 1
      case "," where depth == 1:
        add(part)
        part = ""
      case ")" where depth == 1:
        add(part)
        if rest.hasPrefix(": ") { result = String(rest.dropFirst(2)) }
        return
      default:
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        part.append(character)
      }
    }
  }

  private mutating func add(_ part: String) {
    guard let colon = part.firstIndex(of: ":") else { return }
    let name = part[..<colon].drop { $0 == " " }
    parameters.append((String(name), String(part[part.index(after: colon)...].drop { $0 == " " })))
  }
}
