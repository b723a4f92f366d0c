internal import ControlKit
internal import LuaRuntime

extension ScriptEngine {
  /// The handlers that the script has registered, the oldest object's first.
  func handlerReport() -> [HandlerReport] {
    knownObjects().flatMap { object in
      scriptTokens(of: object).map { report(on: $0, of: object) }
    }
  }

  private func report(on token: RemovableTarget, of object: KitObject) -> HandlerReport {
    let waiting =
      (token.handler as? LuaHandler)?.waitingCount
      ?? (token.handler as? LuaTargetHandler)?.waitingCount ?? 0
    return HandlerReport(
      object: scriptName(of: object), className: bindings.className(of: object),
      id: scriptID(of: object), events: BindingTable.eventNames(token.mask, of: object, self),
      label: token.label, source: token.source?.description, isEnabled: token.isEnabled,
      timesFired: token.timesFired, lastError: token.lastError, waiting: waiting)
  }

  /// The objects that live outside of every shown window, the oldest first. What is dead is
  /// collected before.
  func leakReport() -> [LeakReport] {
    collectUntilQuiet()
    var holders: [ObjectIdentifier: [LuaHolder]] = [:]
    for holder in state.findHolders() {
      holders[ObjectIdentifier(holder.object), default: []].append(holder)
    }
    return knownObjects().compactMap { object in
      guard !isShown(object), let all = holders[ObjectIdentifier(object)] else { return nil }
      // What holds itself tells least.
      let own = all.filter { !isSelf($0, object) } + all.filter { isSelf($0, object) }
      return LeakReport(
        object: scriptName(of: object), className: bindings.className(of: object),
        id: scriptID(of: object), handlers: scriptTokens(of: object).compactMap { site(of: $0) },
        holders: own.map { describe($0.source, of: object) })
    }
  }

  private func isSelf(_ holder: LuaHolder, _ object: KitObject) -> Bool {
    switch holder.source {
    case .slot(_, let owner?), .waiter(_, let owner?), .data(let owner), .owner(let owner):
      owner === object
    default: false
    }
  }

  private func collectUntilQuiet() {
    var quiet = 0
    for _ in 0..<12 where quiet < 3 {
      let before = state.proxyCount
      state.collect()
      quiet = state.proxyCount == before ? quiet + 1 : 0
    }
  }

  /// What Lua knows, and the recognizers of one-line gestures, which it does not.
  private func knownObjects() -> [KitObject] {
    var objects: [KitObject] = []
    _ = state.firstObject { (object: AnyObject) -> Bool? in
      guard let object = object as? KitObject else { return nil }
      objects.append(object)
      for gesture in (object as? View)?.gestureRecognizers ?? [] where gesture.proxyAddress == 0 {
        objects.append(gesture)
      }
      return nil
    }
    return objects
  }

  private func scriptTokens(of object: KitObject) -> [RemovableTarget] {
    object.handlers.filter { isOwn($0) }
  }

  private func scriptID(of object: KitObject) -> String? {
    switch object {
    case let view as View: view.id
    case let item as BarButtonItem: item.id
    case let gesture as GestureRecognizer: gesture.name
    default: nil
    }
  }

  private func site(of token: RemovableTarget) -> String? { token.source?.description }

  /// Whether it is in a shown window, or is nothing that could be in one.
  private func isShown(_ object: KitObject) -> Bool {
    switch object {
    case let view as View: view.window?.isShown == true
    case let gesture as GestureRecognizer: gesture.view?.window?.isShown == true
    case let item as BarButtonItem: (item.owningObject as? View)?.window?.isShown == true
    default: true
    }
  }

  private func describe(_ source: LuaHolder.Source, of object: KitObject) -> String {
    switch source {
    case .swift(1): "Swift (1 reference beside the runtime's)"
    case .swift(let count): "Swift (\(count) references beside the runtime's)"
    case .owner(let owner): describe(owner: owner, of: object)
    case .slot(let slot, let owner): describe(slot, in: owner, of: object)
    case .waiter(_, let owner as KitObject):
      "a handler that waits for an event of \(scriptName(of: owner))"
    case .waiter: "a handler that waits for a time"
    case .data(let owner) where owner === object: "its own table 'data'"
    case .data(let owner as KitObject): "the table 'data' of \(scriptName(of: owner))"
    case .data: "a table 'data'"
    case .global(let name): "the Lua global '\(name)'"
    case .code: "code that is running"
    }
  }

  private func describe(owner: AnyObject, of object: KitObject) -> String {
    guard let owner = owner as? KitObject else { return "an object" }
    let name = scriptName(of: owner)
    return switch object {
    case let view as View where view.superview === owner: "its superview \(name)"
    case let gesture as GestureRecognizer where gesture.view === owner: "its view \(name)"
    case is BarButtonItem where object.owningObject === owner: "its toolbar \(name)"
    default: "\(name), which owns it"
    }
  }

  private func describe(_ slot: LuaSlot, in owner: AnyObject?, of object: KitObject) -> String {
    guard let owner = owner as? KitObject else { return describe(root: slot) }
    let name = owner === object ? "itself" : scriptName(of: owner)
    // The function of a one-line gesture lies on the view.
    let senders = [owner] + ((owner as? View)?.gestureRecognizers ?? [])
    for token in senders.flatMap({ scriptTokens(of: $0) }) {
      let place = site(of: token) ?? "?"
      if (token.handler as? LuaHandler)?.slot == slot {
        return "a handler of \(name) from \(place)"
      }
      if (token.handler as? LuaTargetHandler)?.slot == slot {
        return "a target of \(name) from \(place)"
      }
    }
    return "a function that \(name) keeps"
  }
}
