/// Runs a closure, and takes its recognizer off the view when the registration ends.
private final class GestureOneLiner: EventHandler {
  private var closure: (() -> Void)?
  private weak var recognizer: GestureRecognizer?

  init(_ recognizer: GestureRecognizer, closure: @escaping () -> Void) {
    self.recognizer = recognizer
    self.closure = closure
  }

  func handle(_ fired: UInt32, in send: inout EventSend) {
    closure?()
  }

  func registrationDidEnd(_ reason: RegistrationEnd) {
    closure = nil
    guard let recognizer else { return }
    recognizer.view?.removeGestureRecognizer(recognizer)
  }
}

extension View {
  /// Runs a closure on each tap in the view.
  ///
  /// Every call adds a recognizer of its own and makes the view take touches, which labels and
  /// image views do not by default.
  ///
  /// - Parameter action: What to run. It should hold the view weakly.
  /// - Returns: The token; while it is disabled, taps go on to whoever else wants them.
  @discardableResult
  public final func addTapGestureRecognizer(action: @escaping () -> Void) -> RemovableTarget {
    addOneLiner(TapGestureRecognizer(), for: .recognized, action: action)
  }

  /// Runs a closure when a touch in the view has been down for half a second.
  ///
  /// Every call adds a recognizer of its own and makes the view take touches, which labels and
  /// image views do not by default.
  ///
  /// - Parameter action: What to run, once, while the touch is still down. It should hold the view
  ///   weakly.
  /// - Returns: The token; while it is disabled, touches go on to whoever else wants them.
  @discardableResult
  public final func addLongPressGestureRecognizer(action: @escaping () -> Void) -> RemovableTarget {
    addOneLiner(LongPressGestureRecognizer(), for: .began, action: action)
  }

  /// Runs a closure on each tap; without one, nothing is added and the result is `nil`.
  @_disfavoredOverload  // else assigning the other one's result to an optional is ambiguous
  @discardableResult
  public final func addTapGestureRecognizer(action: (() -> Void)?) -> RemovableTarget? {
    action.map { addTapGestureRecognizer(action: $0) }
  }

  /// Runs a closure on each long press; without one, nothing is added and the result is `nil`.
  @_disfavoredOverload  // else assigning the other one's result to an optional is ambiguous
  @discardableResult
  public final func addLongPressGestureRecognizer(action: (() -> Void)?) -> RemovableTarget? {
    action.map { addLongPressGestureRecognizer(action: $0) }
  }

  private func addOneLiner(
    _ recognizer: GestureRecognizer, for events: GestureEvents, action: @escaping () -> Void
  ) -> RemovableTarget {
    addOneLiner(recognizer, for: events, handler: GestureOneLiner(recognizer, closure: action))
  }

  /// The common part of the one-line gestures, also for a script's functions.
  package final func addOneLiner(
    _ recognizer: GestureRecognizer, for events: GestureEvents, handler: any EventHandler,
    options: HandlerOptions = HandlerOptions()
  ) -> RemovableTarget {
    isUserInteractionEnabled = true
    addGestureRecognizer(recognizer)
    let token = recognizer.addHandler(handler, for: events, options: options)
    recognizer.gate = token
    return token
  }
}
