internal import ControlKit
internal import LuaRuntime

extension BindingTable {
  static let eventNames = ControlEvents.named.map(\.name)

  /// What every control has.
  static var control: ClassBinding {
    ClassBinding(
      "Control", Control.self, parent: ID.view, "A view that sends events.", events: eventNames,
      make: { Control() }
    ) { c in
      c.property("isEnabled", "Whether it takes input.", \.isEnabled) { $0.isEnabled = $1 }
      c.property("isSelected", "Whether it is shown as chosen.", \.isSelected) {
        $0.isSelected = $1
      }
      c.property("isHighlighted", "Whether it is shown as pressed.", \.isHighlighted) {
        $0.isHighlighted = $1
      }
      c.property("isTracking", "boolean", "Whether a touch drives it.") { $1.give($0.isTracking) }
      c.property("isTouchInside", "boolean", "Whether that touch is inside.") {
        $1.give($0.isTouchInside)
      }
      declareEvents(&c)
    }
  }

  /// What scripts do with anything that sends control events.
  static func declareEvents<Source: EventSource>(_ s: inout MemberBuilder<Source>) {
    s.method(
      "on", "(event: Event|Event[], fn: Handler, options: HandlerOptions?): Token",
      "Runs a function whenever an event is sent.", kind: .addingMethod, storing: .second
    ) { source, engine, arguments throws(LuaRefusal) in
      try register(source, engine, arguments, once: false)
    }
    s.method(
      "once", "(event: Event|Event[], fn: Handler, options: HandlerOptions?): Token",
      "Runs a function the next time an event is sent.", storing: .second
    ) { source, engine, arguments throws(LuaRefusal) in
      try register(source, engine, arguments, once: true)
    }
    s.method(
      "off", "(what: Token|Event|nil, fn: Handler?)",
      "Removes a handler, an event's handlers, or all that the script registered.",
      kind: .removingMethod
    ) { source, engine, arguments throws(LuaRefusal) in
      try unregister(source, engine, arguments)
    }
    s.method(
      "addTarget", "(target: table, method: string, event: Event|Event[]): Token",
      "Calls a method of a table, looked up when the event comes.", storing: .first
    ) { source, engine, arguments throws(LuaRefusal) in
      try addTarget(source, engine, arguments)
    }
    s.method(
      "removeTarget", "(target: table?, method: string?, event: Event|Event[]|nil)",
      "Takes targets away; nil stands for any."
    ) { source, engine, arguments throws(LuaRefusal) in
      try removeTarget(source, engine, arguments)
    }
    s.method(
      "sendActions", "(event: Event|Event[])", "Sends events, as if they had happened.",
      kind: .sendingMethod
    ) {
      source, engine, arguments throws(LuaRefusal) in
      source.sendActions(for: ControlEvents(rawValue: try arguments[1].events(of: source, engine)))
    }
    s.method("handlers", "(): HandlerInfo[]", "Lists what is registered.") {
      source, engine, arguments in
      list(source, engine, arguments.call)
    }
    s.waitingMethod(
      "wait", "(event: Event|Event[], timeout: number?): EventObject?",
      "Suspends the calling handler until the event; nil after the timeout."
    ) { source, engine, arguments throws(LuaRefusal) in
      try wait(for: arguments[1].events(of: source, engine), of: source, engine, arguments)
    }
  }

  /// Suspends the calling handler until an event of a control or a state of a recognizer.
  static func wait(
    for events: UInt32, of source: KitObject, _ engine: ScriptEngine, _ arguments: Arguments
  ) throws(LuaRefusal) {
    let timeout = arguments[2].isMissing ? nil : try arguments[2].amount()
    guard let task = arguments.call.task, let slot = arguments.call.slot else { return }
    if engine.isClosed { throw LuaRefusal(ScriptEngine.closedMessage) }
    let waiter = Waiter(engine, task: task)
    waiter.wake(at: events, of: source, slot)
    if let timeout, let scheduler = engine.application?.scheduler {
      waiter.wake(after: timeout, by: scheduler)
    }
  }

  private static func addTarget(
    _ source: any EventSource, _ engine: ScriptEngine, _ arguments: Arguments
  ) throws(LuaRefusal) {
    guard arguments.call.kind(1) == .table else { throw arguments[1].refusal(expected: "table") }
    let method = try arguments[2].string()
    guard !method.utf8.contains(0) else {
      throw arguments[2].refusal("the name of a method has no zero byte")
    }
    let events = ControlEvents(rawValue: try arguments[3].events(of: source, engine))
    guard let slot = arguments.call.slot else { return }
    for token in source.handlers {
      guard let handler = token.handler as? LuaTargetHandler,
        handler.calls(1, method, in: arguments.call)
      else { continue }
      // The same target and action again: one registration for both events.
      engine.state.clear(slot, of: LuaObject(source))
      token.extend(by: events.rawValue)
      return arguments.call.give(token)
    }
    var options = HandlerOptions(label: method)
    options.source = arguments.call.location.map { SourceLocation(file: $0.file, line: $0.line) }
    let handler = LuaTargetHandler(engine, owner: source, slot: slot, method: method)
    arguments.call.give(source.addHandler(handler, for: events, options))
  }

  private static func removeTarget(
    _ source: any EventSource, _ engine: ScriptEngine, _ arguments: Arguments
  ) throws(LuaRefusal) {
    let method = try arguments[2].optionalString()
    let mask = arguments[3].isMissing ? UInt32.max : try arguments[3].events(of: source, engine)
    for token in source.handlers {
      guard let handler = token.handler as? LuaTargetHandler else { continue }
      if arguments[1].isMissing
        ? handler.isMethod(method) : handler.calls(1, method, in: arguments.call)
      {
        token.narrow(by: mask)
      }
    }
  }

  /// What is registered with a control or recognizer.
  static func list(_ source: KitObject, _ engine: ScriptEngine, _ call: LuaCall) {
    call.giveTable {
      for token in source.handlers {
        call.giveTable {
          if let label = token.label {
            call.key("label")
            call.give(label)
          }
          if let source = token.source {
            call.key("source")
            call.give(source.description)
          }
          call.key("events")
          call.giveTable {
            for name in eventNames(token.mask, of: source, engine) { call.give(name) }
          }
          call.key("enabled")
          call.give(token.isEnabled)
          call.key("timesFired")
          call.give(token.timesFired)
          if let error = token.lastError {
            call.key("lastError")
            call.give(error)
          }
        }
      }
    }
  }

  static func eventNames(
    _ mask: UInt32, of source: KitObject, _ engine: ScriptEngine
  ) -> [String] {
    guard let gesture = source as? GestureRecognizer else {
      let named = ControlEvents.named + (engine.application?.namedEvents ?? [])
      return named.filter { mask & $0.event.rawValue != 0 }.map(\.name)
    }
    // One state has two names: the gesture's kind tells which is meant.
    let other = gesture.isDiscrete ? "ended" : "recognized"
    return GestureEvents.named.filter { mask & $0.event.rawValue != 0 && $0.name != other }
      .map(\.name)
  }
}
