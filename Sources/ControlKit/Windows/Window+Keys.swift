// Who gets a key: commands with priority, text being edited, commands, the responders from the first
// one up, and what the window does with a key that nobody used.
extension Window {
  /// Sends a key to its receiver; Tab moves the focus, Return and Escape press the default and the
  /// cancel button, when nobody uses it.
  final func sendKey(_ press: KeyPress, to receiver: Responder, event: Event) {
    Trace.record(.window, from: self, "\(debugName) takes key \(press.name)")
    if perform(press, from: receiver, event, where: \.wantsPriorityOverSystemBehavior) { return }
    let isText = receiver.usesKeyAsText(press)
    if isText, receiver.pressesBegan(press, with: event) { return }
    if perform(press, from: receiver, event, where: { !$0.wantsPriorityOverSystemBehavior }) {
      return
    }
    if !isText, receiver.pressesBegan(press, with: event) { return }
    guard isShown, case .named(let key) = press.key else { return }
    switch key {
    case .tab where press.modifiers.isSubset(of: .shift):
      moveFocus(backward: press.modifiers.contains(.shift))
    case .return where press.modifiers.isEmpty: hold(defaultButton, press, event)
    case .escape where press.modifiers.isEmpty: hold(cancelButton, press, event)
    default: break
    }
  }

  /// Runs the nearest command for a key.
  ///
  /// - Returns: Whether there was one.
  private func perform(
    _ press: KeyPress, from receiver: Responder, _ event: Event,
    where isMeant: (KeyCommand) -> Bool
  ) -> Bool {
    var responder: Responder? = receiver
    while let current = responder {
      if let command = current.keyCommands.first(where: { isMeant($0) && $0.matches(press) }) {
        Trace.record(.dispatch, from: self, "\(current.debugName) runs its command \(press.name)")
        run(command, of: current, from: receiver, event)
        return true
      }
      responder = current.next
    }
    return false
  }

  private func run(
    _ command: KeyCommand, of owner: Responder, from receiver: Responder, _ event: Event
  ) {
    do {
      switch command.work {
      case .handler(let handler): try handler()
      case .action(let name):
        let sent = ControlEvent(
          sender: owner, type: [], cause: event, timestamp: event.timestamp)
        var responder: Responder? = receiver
        while let current = responder {
          if current.perform(name, with: sent) { return }
          responder = current.next
        }
        throw MissingActionError(target: nil, action: name)
      }
    } catch {
      (owner.enclosingApplication ?? application)?.report(
        Diagnostic(
          severity: .error, message: String(describing: error), sender: owner.debugName,
          event: "key \(command.keyName)",
          handler: command.title.isEmpty ? nil : command.title))
    }
  }

  /// Holds a button as Return does that has the focus: it acts when the key comes up.
  private func hold(_ button: Control?, _ press: KeyPress, _ event: Event) {
    guard let button, button.window === self, button.isEnabled, button.canBePressed else { return }
    application?.hold(press, by: button)
    if !button.pressesBegan(KeyPress(.named(.return)), with: event) { button.activate() }
  }
}

extension Control {
  /// Whether a person could press it: neither hidden nor kept from interaction at any level.
  fileprivate var canBePressed: Bool {
    var view: View? = self
    while let current = view {
      if current.isHidden || current.alpha < 0.01 || !current.isUserInteractionEnabled {
        return false
      }
      view = current.superview
    }
    return true
  }
}
