/// What is done to a selection of text, whatever asks for it: a key, a button, code. UIKit's
/// `UIResponderStandardEditActions`, without those that need a menu.
///
/// All act on behalf of the user: before a change the delegate is asked, and `editingChanged` is sent
/// after it. The text need not be edited at that time.
public protocol ResponderStandardEditActions: Responder {
  /// Moves the selection to ``Application/clipboard``; nothing where it is empty, or the text is
  /// secure, may only be read, or is in no window that is shown.
  ///
  /// - Parameter sender: What asked for it, or `nil`. An ``Event`` is the cause of what is sent.
  func cut(_ sender: Any?)

  /// Copies the selection to ``Application/clipboard``; nothing where it is empty, or the text is
  /// secure or in no window that is shown.
  ///
  /// - Parameter sender: What asked for it, or `nil`.
  func copy(_ sender: Any?)

  /// Inserts what is in ``Application/clipboard`` in place of the selection; nothing where there is
  /// no text in it, or the text may only be read or is in no window that is shown.
  ///
  /// - Parameter sender: What asked for it, or `nil`. An ``Event`` is the cause of what is sent.
  func paste(_ sender: Any?)

  /// Selects the whole text.
  ///
  /// - Parameter sender: What asked for it, or `nil`.
  func selectAll(_ sender: Any?)
}

extension TextInput {
  /// Does the same as a key would.
  fileprivate func act(_ command: TextCommand, _ sender: Any?) {
    _ = perform(command, sender as? Event)
  }
}

extension TextField: ResponderStandardEditActions {
  /// Moves the selection to ``Application/clipboard``, as Ctrl-X does; of secure text nothing.
  public func cut(_ sender: Any?) { act(.cut, sender) }

  /// Copies the selection to ``Application/clipboard``, as Ctrl-C does; of secure text nothing.
  public func copy(_ sender: Any?) { act(.copy, sender) }

  /// Inserts what is in ``Application/clipboard``, as Ctrl-V does.
  public func paste(_ sender: Any?) { act(.paste, sender) }

  /// Selects the whole text, as Ctrl-A does.
  public func selectAll(_ sender: Any?) { act(.selectAll, sender) }
}

extension TextView: ResponderStandardEditActions {
  /// Moves the selection to ``Application/clipboard``, as Ctrl-X does.
  public func cut(_ sender: Any?) { act(.cut, sender) }

  /// Copies the selection to ``Application/clipboard``, as Ctrl-C does.
  public func copy(_ sender: Any?) { act(.copy, sender) }

  /// Inserts what is in ``Application/clipboard``, as Ctrl-V does.
  public func paste(_ sender: Any?) { act(.paste, sender) }

  /// Selects the whole text, as Ctrl-A does.
  public func selectAll(_ sender: Any?) { act(.selectAll, sender) }
}
