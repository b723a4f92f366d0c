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
      let count = table.count
      guard count > 0 else { return }
      var send = EventSend(sender: self, events: events, alias: alias, cause: cause)
      // Handlers may add or remove some. Added ones are behind `count` and run from the next send
      // on; removed and disabled ones that have not run yet are skipped.
      table.beginWalk()
      for index in 0..<count {
        unsafe table.entry(at: index)._withUnsafeGuaranteedRef { action in
          if action.fired(by: events, alias: alias) != 0 { sendAction(action, in: &send) }
        }
        if send.isStopped { break }
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
    let token = RemovableTarget(
      handler, mask: mask, owner: self, options: options, target: target)
    if options.group?.isEnded == true || mask == 0 {
      token.refuse()
      return token
    }
    ensureStorage().append(token)
    options.group?.add(token)
    return token
  }

  /// Takes out the handlers whose registration has ended.
  final func dropEndedHandlers() {
    storage?.removeEnded()
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
