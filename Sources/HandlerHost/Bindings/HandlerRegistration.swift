internal import ControlKit
internal import LuaRuntime

/// `on`, `once` and `off` of everything that handlers are registered on: controls, items, recognizers.
extension BindingTable {
  static func register(
    _ source: KitObject, _ engine: ScriptEngine, _ arguments: Arguments, once: Bool
  ) throws(LuaRefusal) {
    let events = try arguments[1].events(of: source, engine)
    try arguments[2].function()
    var (options, policy) = try handlerOptions(arguments[3])
    if once { options.limit = 1 }
    options.source = arguments.call.location.map { SourceLocation(file: $0.file, line: $0.line) }
    guard let slot = arguments.call.slot else { return }
    let parameters = arguments.call.parameterCount(2)
    let handler = LuaHandler(
      engine, owner: source, slot: slot, wantsEvent: parameters.map { $0 > 1 } ?? true,
      policy: policy)
    let token = source.addHandler(handler, mask: events, options: options)
    handler.batch(token)
    arguments.call.give(token: token)
  }

  static func handlerOptions(
    _ argument: Argument
  ) throws(LuaRefusal) -> (HandlerOptions, WaitingPolicy) {
    var options = HandlerOptions()
    guard !argument.isMissing else { return (options, .parallel) }
    try argument.requireFields([.group, .limit, .label, .whileWaiting])
    options.group = try argument.field(.group) { a throws(LuaRefusal) in
      a.isMissing ? nil : try a.object(HandlerGroup.self)
    }
    options.limit = try argument.field(.limit) { a throws(LuaRefusal) in
      a.isMissing ? nil : try a.integer(in: 1...1_000_000_000)
    }
    options.label = try argument.field(.label) { a throws(LuaRefusal) in try a.optionalString() }
    let policy = try argument.field(.whileWaiting) { a throws(LuaRefusal) in
      a.isMissing ? WaitingPolicy.parallel : try a.choice(WaitingPolicy.self)
    }
    return (options, policy)
  }

  /// The same for one event that is known by its key, with a function and nothing else.
  ///
  /// - Returns: The registration, or `nil` if the source has no such event.
  static func register(
    _ source: KitObject, _ engine: ScriptEngine, _ key: Int, _ function: LuaFunction
  ) -> RemovableTarget? {
    guard let events = EventNames.mask(key, of: source) else { return nil }
    let handler = LuaHandler(
      engine, owner: source, slot: function.slot,
      wantsEvent: function.parameterCount.map { $0 > 1 } ?? true)
    let token = source.addHandler(
      handler, mask: events,
      source: SourceLocation(file: engine.fileName(of: function), line: function.line))
    handler.batch(token)
    return token
  }

  /// Ends a registration by its token.
  ///
  /// - Returns: `false`, and nothing happens, if it is one of another object that has not ended.
  static func unregister(_ token: RemovableTarget, of source: KitObject) -> Bool {
    guard token.owner === source || !token.isAlive else { return false }
    token.remove()
    return true
  }

  static func unregister(
    _ source: KitObject, _ engine: ScriptEngine, _ arguments: Arguments
  ) throws(LuaRefusal) {
    if let token = arguments.call.object(1) as? RemovableTarget {
      if unregister(token, of: source) { return }
      let kind = source is GestureRecognizer ? "gesture" : "object"
      throw arguments[1].refusal("the token is not of this \(kind)")
    }
    let mask = arguments[1].isMissing ? UInt32.max : try arguments[1].events(of: source, engine)
    if !arguments[2].isMissing { try arguments[2].function() }
    for token in source.handlers {
      guard let handler = token.handler as? LuaHandler else { continue }
      if arguments[2].isMissing || handler.isFunction(2, in: arguments.call) {
        token.narrow(by: mask)
      }
    }
  }
}
