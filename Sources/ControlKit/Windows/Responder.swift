/// Something that can take touches, keys and actions, and passes on what it does not handle.
open class Responder: KitObject {
  /// Who is asked next.
  open var next: Responder? { nil }

  /// Whether it may receive the keys.
  open var canBecomeFirstResponder: Bool { false }

  /// Whether it may stop receiving the keys when somebody asks.
  open var canResignFirstResponder: Bool { true }

  /// Whether a key is text to edit here, so that it comes before commands.
  func usesKeyAsText(_ press: KeyPress) -> Bool { false }

  /// Touches began. The default passes them on.
  open func touchesBegan(_ touches: [Touch], with event: Event?) {
    next?.touchesBegan(touches, with: event)
  }

  /// Touches moved. The default passes them on.
  open func touchesMoved(_ touches: [Touch], with event: Event?) {
    next?.touchesMoved(touches, with: event)
  }

  /// Touches were lifted. The default passes them on.
  open func touchesEnded(_ touches: [Touch], with event: Event?) {
    next?.touchesEnded(touches, with: event)
  }

  /// Touches were taken away. The default passes them on.
  open func touchesCancelled(_ touches: [Touch], with event: Event?) {
    next?.touchesCancelled(touches, with: event)
  }

  /// A key went down. The default passes it on.
  ///
  /// - Returns: Whether somebody used it; else the window does what the key usually does.
  @discardableResult
  open func pressesBegan(_ press: KeyPress, with event: Event?) -> Bool {
    next?.pressesBegan(press, with: event) ?? false
  }

  /// A key came up. The default passes it on.
  open func pressesEnded(_ press: KeyPress, with event: Event?) {
    next?.pressesEnded(press, with: event)
  }

  /// The keys go elsewhere while one is down. The default passes it on.
  open func pressesCancelled(_ press: KeyPress, with event: Event?) {
    next?.pressesCancelled(press, with: event)
  }

  /// Runs an action by name, for `addTarget(nil, action:for:)` and for targets known by name only.
  ///
  /// - Returns: `false` when this responder has no such action; the next one is asked.
  open func perform(_ action: String, with event: ControlEvent) -> Bool { false }

  /// Makes this the receiver of the keys.
  ///
  /// - Returns: Whether it is now.
  @discardableResult
  open func becomeFirstResponder() -> Bool { false }

  /// Stops receiving the keys.
  ///
  /// - Returns: Whether it no longer does.
  @discardableResult
  open func resignFirstResponder() -> Bool { true }
}
