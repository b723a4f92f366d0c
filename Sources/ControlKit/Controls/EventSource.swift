/// An object with control events: a ``Control`` or a ``BarButtonItem``.
public protocol EventSource: KitObject {
  /// The event that ``ControlEvents/primaryActionTriggered`` stands for.
  var primaryActionEvent: ControlEvents { get }
}

extension EventSource {
  /// Runs the handlers registered for any of the events, each at most once, in the order added.
  ///
  /// A send from code carries no touch and is not kept from a disabled control; only user input is.
  /// If the control's primary event is among the events, handlers registered for
  /// ``ControlEvents/primaryActionTriggered`` run as well.
  ///
  /// - Parameter events: What happened.
  public func sendActions(for events: ControlEvents) {
    sendActions(for: events, cause: nil)
  }

  /// Runs the handlers registered for any of the events, and tells them the touch or key behind it.
  ///
  /// - Parameters:
  ///   - events: What happened.
  ///   - cause: What a control got in its tracking or key methods; `nil` for a send from code.
  public func sendActions(for events: ControlEvents, cause: Event?) {
    if Trace.isOn { traceSend(of: events) }
    // What the events also stand for matters only if somebody listens to it.
    let alias = handledEvents & ControlEvents.primaryActionTriggered.rawValue
    let isPrimary = alias != 0 && !events.isDisjoint(with: primaryActionEvent)
    dispatch(events.rawValue, alias: isPrimary ? alias : 0, cause: cause)
  }

  @inline(never)
  private func traceSend(of events: ControlEvents) {
    Trace.record(.dispatch, from: self, "\(debugName) sends \(eventName(events.rawValue))")
  }

  // MARK: - Closures

  /// Runs a closure whenever one of the events is sent. Any number of closures may be added; they
  /// run in the order added, each for its own events only.
  ///
  /// - Parameters:
  ///   - events: When to run. An empty set is a programmer error.
  ///   - file: Where the handler is registered, for reports.
  ///   - line: Where the handler is registered, for reports.
  ///   - closure: What to run. It should hold the control weakly, as in Swift always when an object
  ///     owns a closure. An error it throws is reported; the other handlers still run.
  /// - Returns: The token that enables, disables or removes it.
  @discardableResult
  public func addAction(
    for events: ControlEvents, file: String = #fileID, line: Int = #line,
    closure: consuming @escaping () throws -> Void
  ) -> RemovableTarget {
    requireSense(events)
    return addClosure(closure, mask: events.rawValue, file: file, line: line)
  }

  /// Runs a closure whenever one of the events is sent, with a limit, a group or a label.
  ///
  /// - Parameters:
  ///   - events: When to run. An empty set is a programmer error.
  ///   - options: Limits, group, label.
  ///   - file: Where the handler is registered, for reports.
  ///   - line: Where the handler is registered, for reports.
  ///   - closure: What to run.
  /// - Returns: The token that enables, disables or removes it.
  @discardableResult
  public func addAction(
    for events: ControlEvents, options: HandlerOptions, file: String = #fileID,
    line: Int = #line, closure: @escaping () throws -> Void
  ) -> RemovableTarget {
    requireSense(events, limit: options.limit)
    return addClosure(closure, mask: events.rawValue, options: options.at(file, line))
  }

  /// Runs a closure that takes the event whenever one of the events is sent.
  @discardableResult
  public func addAction(
    for events: ControlEvents, options: HandlerOptions = HandlerOptions(),
    file: String = #fileID, line: Int = #line, closure: @escaping (ControlEvent) throws -> Void
  ) -> RemovableTarget {
    addHandler(EventClosureHandler(closure), for: events, options.at(file, line))
  }

  /// Runs a closure whenever one of the events is sent, and returns the token by which it is
  /// disabled for a while and enabled again.
  ///
  /// - Parameters:
  ///   - event: When to run. An empty set is a programmer error.
  ///   - file: Where the handler is registered, for reports.
  ///   - line: Where the handler is registered, for reports.
  ///   - runnable: What to run.
  /// - Returns: The token. The control keeps the registration; the token refers to it weakly.
  @discardableResult
  public func addEventHandler(
    event: ControlEvents, file: String = #fileID, line: Int = #line,
    runnable: consuming @escaping () throws -> Void
  ) -> RemovableTarget {
    addAction(for: event, file: file, line: line, closure: runnable)
  }

  // MARK: - Actions

  /// Adds an action, in place of an earlier one with the same identifier for these events.
  @discardableResult
  public func addAction(
    _ action: Action, for events: ControlEvents, file: String = #fileID, line: Int = #line
  ) -> RemovableTarget {
    let identity = TargetIdentity(target: nil, action: "action " + action.identifier)
    for token in handlers where token.target == identity { token.narrow(by: events.rawValue) }
    var options = HandlerOptions().at(file, line)
    options.label = action.title.isEmpty ? nil : action.title
    return addHandler(EventClosureHandler(action.handler), for: events, options, identity)
  }

  // MARK: - Targets

  /// Calls a method of a target whenever one of the events is sent.
  ///
  /// The target is held weakly: when it has ended the registration ends, too. The same target and
  /// action added again for an event run once.
  ///
  /// - Parameters:
  ///   - target: The object to call.
  ///   - action: The method, as `Selector("save", Form.save)`: a method that does not exist does not
  ///     compile.
  ///   - events: When to call. An empty set is a programmer error.
  ///   - file: Where the handler is registered, for reports.
  ///   - line: Where the handler is registered, for reports.
  /// - Returns: The token of the registration.
  @discardableResult
  public func addTarget<Target: AnyObject>(
    _ target: Target, action: Selector<Target>, for events: ControlEvents,
    file: String = #fileID, line: Int = #line
  ) -> RemovableTarget {
    let identity = TargetIdentity(target: ObjectIdentifier(target), action: action.name)
    return addTarget(identity, TargetHandler(target, action), events, file, line)
  }

  /// Calls an action by name: of a responder, or, with `nil`, of the first responder and then up its
  /// chain to the application. Nobody answering to it is reported.
  @discardableResult
  public func addTarget(
    _ target: Responder?, action: String, for events: ControlEvents,
    file: String = #fileID, line: Int = #line
  ) -> RemovableTarget {
    let identity = TargetIdentity(target: target.map { ObjectIdentifier($0) }, action: action)
    return addTarget(identity, NamedActionHandler(target, action: action), events, file, line)
  }

  private func addTarget(
    _ identity: TargetIdentity, _ handler: any TargetHolding, _ events: ControlEvents,
    _ file: String, _ line: Int
  ) -> RemovableTarget {
    addTarget(identity, handler, for: events, HandlerOptions(label: identity.action).at(file, line))
  }

  package func addTarget(
    _ identity: TargetIdentity, _ handler: any EventHandler, for events: ControlEvents,
    _ options: HandlerOptions
  ) -> RemovableTarget {
    if let known = handlers.first(where: { $0.target == identity && !$0.isStale }) {
      known.extend(by: events.rawValue)
      return known
    }
    return addHandler(handler, for: events, options, identity)
  }

  /// Takes targets away for some events; their registrations for other events stay. Closures and
  /// actions are not targets: their tokens remove them.
  ///
  /// - Parameters:
  ///   - target: Whose registrations; `nil` means every target's.
  ///   - action: The action's name; `nil` means every action of the target.
  ///   - events: For which events.
  public func removeTarget(_ target: AnyObject?, action: String?, for events: ControlEvents) {
    let identity = target.map { ObjectIdentifier($0) }
    for token in handlers {
      guard token.isTargetAction, let known = token.target else { continue }
      if identity != nil && known.target != identity { continue }
      if let action, known.action != action { continue }
      token.narrow(by: events.rawValue)
    }
  }

  /// The targets that are still there; each once.
  public var allTargets: [AnyObject] {
    var targets: [AnyObject] = []
    for token in liveHandlers {
      guard let target = (token.handler as? any TargetHolding)?.currentTarget else { continue }
      if !targets.contains(where: { $0 === target }) { targets.append(target) }
    }
    return targets
  }

  /// The union of the events for which anything is registered.
  public var allControlEvents: ControlEvents {
    liveHandlers.reduce(into: []) { $0.formUnion($1.events) }
  }

  /// The names of a target's actions for an event, in the order added; `nil` asks for the actions
  /// that go up the responder chain.
  public func actions(
    forTarget target: AnyObject?, forControlEvent event: ControlEvents
  ) -> [String] {
    let identity = target.map { ObjectIdentifier($0) }
    return liveHandlers.compactMap { token in
      guard let known = token.target, known.target == identity, token.isTargetAction,
        !token.events.isDisjoint(with: event)
      else { return nil }
      return known.action
    }
  }

  /// Visits every registration in order. The closure may add and remove some: it sees the state at
  /// the beginning.
  public func enumerateEventHandlers(_ visit: (RemovableTarget) -> Void) {
    for token in liveHandlers { visit(token) }
  }

  /// The registrations whose targets are still there; the others end here.
  private var liveHandlers: [RemovableTarget] {
    for token in handlers where token.isStale { token.remove() }
    return handlers
  }

  /// Registers a handler of one's own kind, as ControlKit does with closures.
  ///
  /// - Parameters:
  ///   - handler: What to run; the registration keeps it alive.
  ///   - events: When to run. An empty set is a programmer error.
  ///   - options: Limits, group, label, source.
  /// - Returns: The token that enables, disables or removes it.
  @discardableResult
  public func addHandler(
    _ handler: any EventHandler, for events: ControlEvents,
    options: HandlerOptions = HandlerOptions()
  ) -> RemovableTarget {
    addHandler(handler, for: events, options)
  }

  package func addHandler(
    _ handler: any EventHandler, for events: ControlEvents, _ options: HandlerOptions,
    _ target: TargetIdentity? = nil
  ) -> RemovableTarget {
    requireSense(events, limit: options.limit)
    return addHandler(handler, mask: events.rawValue, options: options, target: target)
  }

  @inline(__always)
  private func requireSense(_ events: ControlEvents, limit: Int? = nil) {
    precondition(
      !events.isEmpty, "a handler for \(debugName) was registered for an empty set of events")
    if let limit {
      precondition(limit > 0, "a handler for \(debugName) has the limit \(limit); at least 1")
    }
  }
}

extension HandlerOptions {
  /// The same with a place of registration, unless it has one.
  func at(_ file: String, _ line: Int) -> HandlerOptions {
    var options = self
    options.source = source ?? SourceLocation(file: file, line: line)
    return options
  }
}

extension RemovableTarget {
  /// Whether the target of a target/action registration has ended.
  var isStale: Bool {
    guard let identity = target, identity.target != nil else { return false }
    guard let holding = handler as? any TargetHolding else { return false }
    return holding.currentTarget == nil
  }

  /// Whether it was registered with a target or for the responder chain, not as an ``Action``.
  var isTargetAction: Bool {
    target.map { !$0.action.hasPrefix("action ") } ?? false
  }
}

/// A closure with an identifier, as UIKit's `UIAction`.
public struct Action {
  /// Two actions with the same identifier replace each other.
  public let identifier: String
  /// What a button or a menu shows for it.
  public var title: String
  /// What to run.
  public let handler: (ControlEvent) throws -> Void

  /// Creates an action.
  public init(
    identifier: String, title: String = "", handler: @escaping (ControlEvent) throws -> Void
  ) {
    self.identifier = identifier
    self.title = title
    self.handler = handler
  }
}

@available(*, unavailable)
extension Action: Sendable {}
