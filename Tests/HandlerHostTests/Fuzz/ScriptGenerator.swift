import TestSupport

/// Writes random programs: lines of Lua that use everything a script can name, with right and wrong
/// values, and lines of input in between.
///
/// A line that starts with `--!` is input or a deed of the host: `touch`, `key`, `hover`, `scroll`,
/// `resize`, `theme`, `advance`, `collect`, `fail`, `succeed`. Every other one is a chunk of Lua.
struct ScriptGenerator {
  private var random: SplitMix64
  private let surface = ScriptSurface.all
  private let failsAllocations: Bool
  private var depth = 0

  init(seed: UInt64, failsAllocations: Bool) {
    random = SplitMix64(seed: seed)
    self.failsAllocations = failsAllocations
  }

  mutating func program(lines count: Int) -> [String] {
    (0..<count).map { _ in line() }
  }

  // MARK: - Lines

  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  private mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

  private mutating func line() -> String {
    switch below(20) {
    case 0..<11:
      let statements = (0...below(3)).map { _ in "T(function() \(statement()) end)" }
      return statements.joined(separator: " ")
    case 11..<16: return "--! " + touch()
    case 16: return "--! key \(pick(["down", "up", "down", "press"])) \(key())"
    case 17:
      return "--! advance " + pick(["0", "0.01", "0.1", "0.6", "1", "5", "0.3"])
    case 18:
      if failsAllocations, oneIn(2) {
        return oneIn(3)
          ? "--! succeed"
          : "--! fail \(below(pick([5, 50, 1000]))) \(pick([1, 2, 3, 1000, 100_000]))"
      }
      return "--! collect"
    default: return "--! " + environment()
    }
  }

  private mutating func touch() -> String {
    let phase = pick(["down", "down", "up", "up", "tap", "tap", "tap", "drag", "move", "cancel"])
    return "touch \(phase) \(below(660) - 10) \(below(400) - 8) \(oneIn(4) ? below(3) : 0)"
  }

  private mutating func key() -> String {
    pick([
      "tab", "shift-tab", "space", "return", "escape", "backspace", "delete", "left", "right", "up",
      "down", "home", "end", "ctrl-a", "ctrl-c", "ctrl-v", "ctrl-x", "ctrl-z", "ctrl-y", "a", "x",
      "é", "👩‍👧", "shift-left", "shift-end", "ctrl-s", "ctrl-left", "pageUp", "pageDown",
    ])
  }

  private mutating func environment() -> String {
    switch below(5) {
    case 0: "hover \(below(660)) \(below(400))"
    case 1: "hover off"
    case 2: "scroll \(below(640)) \(below(384)) \(below(200) - 100) \(below(200) - 100)"
    case 3: "resize \(pick([1, 8, 320, 640, 4_000])) \(pick([1, 16, 200, 384, 3_000]))"
    default: "theme \(pick(["light", "dark"]))"
    }
  }

  // MARK: - Statements

  private mutating func statement() -> String {
    depth += 1
    defer { depth -= 1 }
    switch below(32) {
    case 0..<4: return make()
    case 4..<9: return setProperty()
    case 9..<11: return readProperty()
    case 11..<20: return callMethod()
    case 20..<23: return callModule()
    case 23: return send()
    case 24: return collect()
    case 25: return drop()
    case 26: return wait()
    case 27, 28: return odd()
    case 29 where depth < 3: return "coroutine.wrap(function() \(statement()) \(statement()) end)()"
    case 30 where depth < 3:
      return "local ok, e = pcall(function() \(statement()) end) "
        + "local c <close> = setmetatable({}, { __close = \(function()) }) \(statement())"
    case 31: return "E(\(anything()))"
    default: return attach()
    }
  }

  private mutating func className(_ condition: (ScriptSurface.Class) -> Bool) -> ScriptSurface.Class
  {
    pick(surface.classes.dropFirst().filter(condition))
  }

  private mutating func make() -> String {
    let kind = className(\.canBeMade)
    var entries: [String] = []
    for _ in 0..<below(4) where !kind.properties.isEmpty {
      let property = pick(kind.properties)
      guard property.canBeSet || oneIn(10) else { continue }
      entries.append("\(property.name) = \(value(of: property.types[0]))")
    }
    for _ in 0..<(oneIn(3) ? below(4) : 0) { entries.append(object(of: "View")) }
    if oneIn(15) { entries.append("[\(anything())] = \(anything())") }
    if oneIn(25) { return "ui.\(kind.name)(\(anything()), \(anything()))" }
    return "K('\(kind.name)', ui.\(kind.name) { \(entries.joined(separator: ", ")) })"
  }

  private mutating func setProperty() -> String {
    let kind = className { !$0.properties.isEmpty }
    let property = pick(kind.properties)
    return "\(object(of: kind.name)).\(property.name) = \(value(of: property.types[0]))"
  }

  private mutating func readProperty() -> String {
    let kind = className { !$0.properties.isEmpty }
    let property = pick(kind.properties)
    return "local v = \(object(of: kind.name)).\(property.name) X[\(below(8))] = v R(v)"
  }

  private mutating func callMethod() -> String {
    let kind = className { !$0.methods.isEmpty }
    return call(of: pick(kind.methods), receiver: object(of: kind.name) + ":")
  }

  private mutating func callModule() -> String {
    let function = pick(surface.classes[0].methods)
    if oneIn(12) { return "local v = ui.\(function.name) R(v)" }
    return call(of: function, receiver: "ui.")
  }

  private mutating func call(of method: ScriptSurface.Member, receiver: String) -> String {
    var arguments: [String] = []
    for type in method.types { arguments.append(value(of: type)) }
    if oneIn(12) { arguments = (0..<below(5)).map { _ in anything() } }
    if oneIn(30) { arguments.append(anything()) }
    if !arguments.isEmpty, oneIn(20) { arguments.removeLast() }
    let text = "\(receiver)\(method.name)(\(arguments.joined(separator: ", ")))"
    let result = method.result.prefix { $0.isLetter }
    if surface.kinds[String(result)] != nil { return "K('\(result)', \(text))" }
    return oneIn(2) ? "R(\(text))" : text
  }

  private mutating func send() -> String {
    let kind = className { !$0.events.isEmpty }
    return "\(object(of: kind.name)):sendActions('\(pick(kind.events))')"
  }

  private mutating func attach() -> String {
    let kind = className { kind in kind.methods.contains { $0.name == "on" } }
    if let on = kind.methods.first(where: { $0.name == "on" }) {
      return call(of: on, receiver: object(of: kind.name) + ":")
    }
    return send()
  }

  private mutating func wait() -> String {
    switch below(4) {
    case 0: "ui.sleep(\(pick(["0", "0.1", "1", "1e9", "math.huge"])))"
    case 1: "coroutine.yield(\(anything()))"
    default: "\(object(of: "Control")):wait(\(value(of: "Event")), \(pick(["nil", "0", "0.5"])))"
    }
  }

  private mutating func collect() -> String {
    switch below(6) {
    case 0: "collectgarbage()"
    case 1: "for i = 1, 4 do collectgarbage('step', \(below(20))) end"
    case 2: "collectgarbage('\(pick(["generational", "incremental"]))')"
    case 3: "collectgarbage(\(anything()), \(anything()))"
    case 4: "local t = {} for i = 1, \(below(400)) do t[i] = { {}, tostring(i) } end"
    default: "collectgarbage('\(pick(["stop", "restart", "setpause", "setstepmul", "count"]))')"
    }
  }

  private mutating func drop() -> String {
    switch below(4) {
    case 0: "B['\(className { _ in true }.name)'] = nil"
    case 1: "X = {}"
    case 2: "B = {}"
    default: "B['\(className(\.canBeMade).name)'] = {} collectgarbage()"
    }
  }

  /// What nobody does with an object, unless to see whether it breaks.
  private mutating func odd() -> String {
    let target = oneIn(6) ? "ui" : object(of: "Object")
    switch below(16) {
    case 0: return "\(target)[\(anything())] = \(anything())"
    case 1: return "R(\(target)[\(anything())])"
    case 2: return "rawset(\(target), \(anything()), \(anything()))"
    case 3: return "R(rawget(\(target), \(anything())), rawlen(\(target)), rawequal(\(target), 1))"
    case 4: return "R(getmetatable(\(target))) setmetatable(\(target), \(anything()))"
    case 5: return "for k, v in pairs(\(target)) do R(k, v) end"
    case 6: return "R(#\(target), -\(target), \(target) .. \(anything()))"
    case 7: return "R(\(target) == \(anything()), \(target) < \(anything()))"
    case 8: return "R(\(target)(\(anything()), \(anything())))"
    case 9:
      return "R(string.format('%s %q %d', \(target), \(anything()), \(anything())))"
    case 10: return "table.insert(\(target), \(anything())) table.move(\(target), 1, 9, 1, {})"
    case 11: return "local o <close> = \(target)"
    case 12: return "for a in \(target), \(anything()) do break end"
    case 13:
      let kind = className { !$0.methods.isEmpty }
      let method = pick(kind.methods)
      return "\(object(of: kind.name)).\(method.name)(\(anything()), \(anything()), \(function()))"
    case 14:
      return
        "local d = \(target).data d[\(anything())] = \(anything()) d.o = \(object(of: "View")) R(d)"
    default:
      return "local a = \(object(of: "Control")) X.f = a.on X.f(\(object(of: "Object")), "
        + "\(value(of: "Event")), \(function())) X.f = coroutine.wrap(a.sendActions)(a, 'valueChanged')"
    }
  }

  // MARK: - Values

  private mutating func object(of kind: String) -> String {
    let names = surface.kinds[kind] ?? [kind]
    if kind == "Object" { return "P('\(className { _ in true }.name)', \(below(3)))" }
    return "P('\(pick(names))', \(below(3)))"
  }

  /// A value of a type, now and then of another one.
  private mutating func value(of type: String) -> String {
    if oneIn(7) { return anything() }
    if depth > 6 { return "nil" }
    depth += 1
    defer { depth -= 1 }
    let choices = ScriptSurface.split(type, at: "|")
    guard var chosen = choices.isEmpty ? nil : pick(choices) else { return anything() }
    if chosen.hasSuffix("?") {
      if oneIn(4) { return "nil" }
      chosen.removeLast()
    }
    if chosen.hasPrefix("\"") { return chosen }
    if chosen.hasSuffix("[]") {
      chosen.removeLast(2)
      if chosen.hasPrefix("(") { chosen = String(chosen.dropFirst().dropLast()) }
      let items = (0..<below(4)).map { _ in value(of: chosen) }
      return "{ \(items.joined(separator: ", ")) }"
    }
    if chosen.hasPrefix("fun") { return function() }
    return named(chosen)
  }

  private mutating func named(_ type: String) -> String {
    switch type {
    case "nil": return "nil"
    case "number": return pick(["0", "1", "0.5", "100", "300", "-20", "8", "24", number()])
    case "integer": return pick(["0", "1", "2", "3", "-1", "10", number()])
    case "boolean": return pick(["true", "false"])
    case "string": return string()
    case "table": return "{ go = \(function()) }"
    case "Color": return pick(["'#ff0000'", "'label'", "'#12345'", "'tint'", "'#FFFFFF'"])
    default: break
    }
    if let fields = surface.fields[type], !fields.isEmpty {
      var entries: [String] = []
      for field in fields where !oneIn(3) {
        entries.append("\(field.name) = \(value(of: field.type))")
      }
      return "{ \(entries.joined(separator: ", ")) }"
    }
    if let alias = surface.aliases[type] { return value(of: alias) }
    return object(of: type)
  }

  private mutating func number() -> String {
    pick([
      "math.huge", "-math.huge", "0/0", "1e308", "-1e308", "1e15", "2^53", "2^63", "-2^63",
      "math.maxinteger", "math.mininteger", "1e-300", "0x7fffffff", "-0.0", "65536", "3.7",
    ])
  }

  private mutating func string() -> String { oneIn(3) ? "'s\(below(9))'" : "S(\(below(40)))" }

  private mutating func anything() -> String {
    switch below(12) {
    case 0: return "nil"
    case 1: return pick(["true", "false", "0", "1", "-1"])
    case 2: return number()
    case 3, 4: return string()
    case 5, 6: return "W(\(below(60)))"
    case 7: return object(of: "Object")
    case 8: return function()
    case 9: return "X[\(below(8))]"
    case 10 where depth < 6:
      depth += 1
      defer { depth -= 1 }
      return "{ \(anything()), \(anything()), x = \(anything()) }"
    default:
      return pick([
        "coroutine.create(function() end)", "coroutine.running()", "ui", "_G", "string", "print",
        "coroutine.yield", "error", "ui.sleep", "ui.Button", "ui.clipboard", "EVENT", "T", "_ENV",
      ])
    }
  }

  /// A function that does something, within limits that the program sets itself.
  private mutating func function() -> String {
    guard depth < 4 else { return "F(\(below(20)))" }
    if oneIn(5) { return "F(\(below(20)))" }
    depth += 1
    defer { depth -= 1 }
    let parameters = pick(["", "a", "a, b", "a, b", "..."])
    var body = parameters == "a, b" ? "EVENT = b X[1] = a R(b) " : ""
    for _ in 0...below(2) { body += statement() + " " }
    if oneIn(3) { body = "T(function() \(body)end) " }
    let result = oneIn(3) ? "return \(anything()) " : ""
    return "function(\(parameters)) if N() then return end do \(body)end \(result)end"
  }
}
