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
    guard let storage, !storage.handlers.isEmpty else { return }
    // An intentional copy of references: handlers may add or remove some. Added ones run from the
    // next send on; removed and disabled ones that have not run yet are skipped.
    let snapshot = storage.handlers
    var send = EventSend(sender: self, events: events, alias: alias, cause: cause)
    for action in snapshot where action.fired(by: events, alias: alias) != 0 {
      sendAction(action, in: &send)
      if send.isStopped { break }
    }
    send.end()
  }

  /// Registers a handler; the end of an already ended group is honoured by registering nothing.
  package final func addHandler(
    _ handler: any EventHandler, mask: UInt32, options: HandlerOptions = HandlerOptions(),
    target: TargetIdentity? = nil
  ) -> RemovableTarget {
    let token = RemovableTarget(
      handler, mask: mask, owner: self, options: options, target: target)
    if options.group?.isEnded == true || mask == 0 {
      token.ownerDidEnd()
      return token
    }
    ensureStorage().handlers.append(token)
    options.group?.add(token)
    return token
  }

  final func dropHandler(_ token: RemovableTarget) {
    guard let storage, let index = storage.handlers.firstIndex(where: { $0 === token }) else {
      return
    }
    storage.handlers.remove(at: index)
  }

  /// The registrations, in order.
  package final var handlers: [RemovableTarget] {
    storage.map { Array($0.handlers) } ?? []
  }

  /// The name of an event of this object's kind.
  package func eventName(_ event: UInt32) -> String {
    self is GestureRecognizer
      ? GestureEvents(rawValue: event).description : ControlEvents(rawValue: event).description
  }
}
