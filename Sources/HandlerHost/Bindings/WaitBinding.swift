internal import ControlKit
internal import LuaRuntime

extension BindingTable {
  /// One entry of the list of what to wait for.
  fileprivate struct Source {
    let object: KitObject
    let events: UInt32
  }

  /// Suspends the calling handler until one or all of several events have come.
  static func wait(
    _ goal: Waiter.Goal, _ engine: ScriptEngine, _ arguments: Arguments
  ) throws(LuaRefusal) {
    let list = arguments[1]
    let call = arguments.call
    let sources = try sources(in: list, engine)
    let timeout = try list.field(.timeout) { a throws(LuaRefusal) in
      a.isMissing ? nil : try a.amount()
    }
    guard let task = call.task, let rootSlot = call.slot,
      let scheduler = engine.application?.scheduler
    else { throw LuaRefusal("the application has ended") }
    let slots = try keepTask(of: call, on: sources, engine, collecting: goal == .all)
    engine.state.clear(rootSlot, of: nil)
    let waiter = Waiter(engine, task: task, goal: goal)
    for (source, slot) in zip(sources, slots) {
      waiter.wake(at: source.events, of: source.object, slot)
    }
    if let timeout { waiter.wake(after: timeout, by: scheduler) }
  }

  /// Keeps the coroutine on everything that may wake it, or on nothing.
  private static func keepTask(
    of call: LuaCall, on sources: [Source], _ engine: ScriptEngine, collecting: Bool
  ) throws(LuaRefusal) -> [LuaSlot] {
    var slots: [LuaSlot] = []
    var hasMemory = !collecting || call.collect(count: sources.count)
    for source in sources where hasMemory {
      if let slot = call.keepTask(on: source.object) {
        slots.append(slot)
      } else {
        hasMemory = false
      }
    }
    // Asked last: finalizers may have run.
    if hasMemory, !engine.isClosed { return slots }
    for (source, slot) in zip(sources, slots) {
      engine.state.release(slot, waitingFor: LuaObject(source.object))
    }
    throw LuaRefusal(hasMemory ? ScriptEngine.closedMessage : "not enough memory")
  }

  private static func sources(
    in list: Argument, _ engine: ScriptEngine
  ) throws(LuaRefusal) -> [Source] {
    let call = list.call
    guard call.kind(list.index) == .table else { throw list.refusal(expected: "table") }
    let count = call.length(list.index)
    try list.requireEntries(upTo: count, fields: [.timeout])
    guard count > 0 else {
      throw list.refusal(
        "there is nothing to wait for: entries such as { button, \"touchUpInside\" } expected")
    }
    var sources: [Source] = []
    for number in 1...count {
      let source = try call.item(number, of: list.index) {
        (pushed: Int) throws(LuaRefusal) -> Source in
        let place = Argument.Place.entry(number, list.place)
        return try Argument(call: call, index: pushed, place: place).source(engine)
      }
      sources.append(source)
    }
    return sources
  }
}

extension Argument {
  /// Refuses what is neither one of the first items nor a known field.
  fileprivate func requireEntries(upTo count: Int, fields: [FieldKey]) throws(LuaRefusal) {
    let names = fields.map { "\($0.name)" }
    try call.entries(of: index) { (key: Int, _: Int) throws(LuaRefusal) in
      if call.kind(key) == .number {
        guard let number = call.integer(key), number >= 1, number <= count else {
          throw refusal("the entries must follow each other without a gap: is one of them nil?")
        }
      } else {
        let name = call.kind(key) == .string ? call.string(key) : nil
        if let name, names.contains(name) { return }
        let near = name.flatMap { Suggestion.nearest(to: $0, among: names) }
        throw refusal(
          "unknown field '\(name ?? call.kindName(key))'"
            + (near.map { "; did you mean '\($0)'?" } ?? ""))
      }
    }
  }

  /// An entry of the list: something that sends events, and which.
  fileprivate func source(_ engine: ScriptEngine) throws(LuaRefusal) -> BindingTable.Source {
    guard call.kind(index) == .table else {
      throw refusal(expected: "table such as { button, \"touchUpInside\" }")
    }
    let count = call.length(index)
    try requireEntries(upTo: count, fields: [])
    guard count <= 2 else {
      throw refusal("a source and its events expected: several events are a table of their own")
    }
    let object = try call.item(1, of: index) { (pushed: Int) throws(LuaRefusal) -> KitObject in
      guard let object = call.object(pushed) as? KitObject,
        object is any EventSource || object is GestureRecognizer || object is ScriptTimer
      else {
        throw Argument(call: call, index: pushed, place: place)
          .refusal(expected: "control, bar item, gesture or timer")
      }
      return object
    }
    let events = try call.item(2, of: index) { (pushed: Int) throws(LuaRefusal) -> UInt32 in
      try Argument(call: call, index: pushed, place: place).events(ofSource: object, engine)
    }
    return BindingTable.Source(object: object, events: events)
  }

  private func events(
    ofSource object: KitObject, _ engine: ScriptEngine
  ) throws(LuaRefusal) -> UInt32 {
    if let timer = object as? ScriptTimer {
      guard isMissing else { throw refusal("a timer has no events: it stands alone") }
      guard timer.isAlive else { throw refusal("the timer has ended") }
      return ScriptTimer.fired
    }
    if isMissing, let gesture = object as? GestureRecognizer { return gesture.standardEvents }
    return try events(of: object, engine)
  }
}

extension GestureRecognizer {
  /// What is waited for when no state is named: that it is recognized or begins.
  var standardEvents: UInt32 {
    let events: GestureEvents = isDiscrete ? .recognized : .began
    return events.rawValue
  }
}
