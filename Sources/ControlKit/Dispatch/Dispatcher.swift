// Data path: InputEvent → Window → HitTesting → arena | tracking → [dispatcher] → storage → Lua.

extension KitObject {
  /// Runs the handlers registered for any of the events, each at most once, in the order added.
  ///
  /// - Parameters:
  ///   - events: The mask that was sent.
  ///   - alias: Further bits that these events also stand for; handlers registered for several
  ///     of them still run once.
  ///   - cause: The touches or keys behind it, or `nil` for a send from code.
  package final func dispatch(_ events: UInt32, alias: UInt32, cause: Event?) {
    unsafe storageReference?._withUnsafeGuaranteedRef { table in
      guard table.mask & (events | alias) != 0 else { return }
      let count = table.count
      var send = EventSend(
        sender: self, events: events, alias: alias, cause: cause, isShared: count > 1)
      // Handlers may add or remove some. Added ones are behind `count` and run from the next send
      // on; removed and disabled ones that have not run yet are skipped.
      table.beginWalk()
      var index = 0
      while index < count {
        unsafe table.entry(at: index)._withUnsafeGuaranteedRef { action in
          let fired = action.fired(by: events, alias: alias)
          if fired == 0 { return }
          guard action.isPlain, mayBatch(table) else { return sendAction(action, in: &send) }
          if index &+ 1 < count, action.runsInBatches {
            index = runBatch(table, at: index, action, count: count, in: &send)
          } else if !action.runPlainly(by: self, fired, in: &send) {
            finish(action, fired, in: &send)
          }
        }
        if send.isStopped { break }
        index &+= 1
      }
      table.endWalk()
      send.end()
    }
  }

  /// Registers a handler; the end of an already ended group is honoured by registering nothing.
  package final func addHandler(
    _ handler: any EventHandler, mask: UInt32, options: HandlerOptions = HandlerOptions(),
    target: TargetIdentity? = nil
  ) -> RemovableTarget {
    let token = HandlerTarget(
      handler, mask: mask, owner: self, options: options, target: target)
    register(token, options.group)
    return token
  }

  /// Registers a handler with nothing said about how.
  package final func addHandler(
    _ handler: any EventHandler, mask: UInt32, source: SourceLocation
  ) -> RemovableTarget {
    let token = HandlerTarget(handler, mask: mask, owner: self, source: source)
    guard mask != 0 else {
      token.refuse()
      return token
    }
    return take(token, mask)
  }

  /// Registers a closure.
  final func addClosure(
    _ closure: @escaping () throws -> Void, mask: UInt32, options: HandlerOptions
  ) -> RemovableTarget {
    let token = ClosureTarget(
      closure, mask: mask, owner: self, limit: options.limit, label: options.label,
      source: options.source)
    register(token, options.group)
    return token
  }

  /// Registers a closure with nothing said about how.
  final func addClosure(
    _ closure: consuming @escaping () throws -> Void, mask: UInt32, file: String, line: Int
  ) -> RemovableTarget {
    let token = ClosureTarget(
      closure, mask: mask, owner: self, limit: nil, label: nil,
      source: SourceLocation(file: file, line: line))
    guard mask != 0 else {
      token.refuse()
      return token
    }
    return take(token, mask)
  }

  /// Adds a registration to the table, which takes it over; it is retained once for the caller.
  @inline(__always)
  private final func take(_ token: RemovableTarget, _ mask: UInt32) -> RemovableTarget {
    let reference = unsafe Unmanaged<RemovableTarget>.passRetained(token)
    if unsafe storageReference == nil { makeStorage() }
    unsafe storageReference?._withUnsafeGuaranteedRef { unsafe $0.append(reference, mask) }
    return unsafe reference.takeUnretainedValue()
  }

  /// A registration was extended by events.
  final func noteHandled(_ events: UInt32) {
    storage?.noteHandled(events)
  }

  /// The events for which there are, or once were, handlers.
  @inline(__always)
  final var handledEvents: UInt32 {
    unsafe storageReference?._withUnsafeGuaranteedRef { $0.mask } ?? 0
  }

  @inline(__always)
  private final func register(_ token: RemovableTarget, _ group: HandlerGroup?) {
    if mayRegister(token, group) {
      if unsafe storageReference == nil { makeStorage() }
      unsafe storageReference?._withUnsafeGuaranteedRef { $0.append(token) }
      group?.add(token)
    } else {
      token.refuse()
    }
  }

  @inline(__always)
  private final func mayRegister(_ token: RemovableTarget, _ group: HandlerGroup?) -> Bool {
    token.mask != 0 && group?.isEnded != true
  }

  /// Takes a handler out whose registration has ended. The caller holds the token.
  @inline(__always)
  final func removeEnded(_ token: RemovableTarget) {
    let isDone =
      unsafe storageReference?._withUnsafeGuaranteedRef { $0.takeOutAtOnce(token) } ?? true
    // Others may go with it, whose ends run anyone's code: the table is held meanwhile.
    if !isDone { storage?.noteEnded() }
  }

  /// The registrations, in order.
  package final var handlers: [RemovableTarget] {
    storage?.live ?? []
  }

  /// How many records of registrations it keeps, without making a list of them.
  package final var handlerCount: Int { storage?.count ?? 0 }

  /// The name of an event of this object's kind, or the names of several.
  package func eventName(_ event: UInt32) -> String {
    self is GestureRecognizer
      ? GestureEvents(rawValue: event).description
      : ControlEvents(rawValue: event).description(with: enclosingApplication?.namedEvents ?? [])
  }
}
