extension GestureRecognizer {
  /// Registers a handler for states of the gesture.
  @discardableResult
  package final func addHandler(
    _ handler: any EventHandler, for events: GestureEvents,
    options: HandlerOptions = HandlerOptions()
  ) -> RemovableTarget {
    addHandler(handler, mask: events.rawValue, options: options)
  }

  /// Runs a closure when the gesture reaches one of the states.
  ///
  /// - Parameters:
  ///   - events: The states; by default all but ``GestureState/failed``.
  ///   - options: Limits, group, label.
  ///   - closure: What to run. It should hold the view and the recognizer weakly.
  /// - Returns: The token that disables or removes it.
  @discardableResult
  public final func addAction(
    for events: GestureEvents = .all, options: HandlerOptions = HandlerOptions(),
    closure: @escaping () throws -> Void
  ) -> RemovableTarget {
    precondition(!events.isEmpty, "the set of states for \(debugName) is empty")
    return addClosure(
      closure, mask: events.rawValue, options: options, source: options.source)
  }
}
