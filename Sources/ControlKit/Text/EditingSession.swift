/// When a text control is edited: from getting the focus until it goes.
///
/// Whatever delegates and handlers do meanwhile, each `editingDidBegin` is followed by exactly one
/// `editingDidEnd`, and a session that is begun while the last one's end is still being told begins
/// after that.
final class EditingSession {
  /// Whether the text is being edited.
  private(set) var isActive = false
  /// Counts the sessions, so that a begin notices when its own handlers have ended it.
  private var count = 0
  private var hasSentBegin = false
  private var isEnding = false

  /// Begins or ends after the focus of a control has changed.
  func follow(_ input: some TextInput) {
    if input.isFirstResponder, !isActive, input.acceptsEdits {
      if !isEnding { begin(input) }
    } else if !input.isFirstResponder, isActive {
      end(input)
    }
  }

  private func begin(_ input: some TextInput) {
    isActive = true
    count += 1
    let session = count
    input.editingWillBegin()
    input.tellDelegateOfBegin()
    guard isActive, session == count else { return }
    hasSentBegin = true
    input.sendActions(for: .editingDidBegin)
    if isActive, session == count { input.editingDidBegin() }
  }

  private func end(_ input: some TextInput) {
    isActive = false
    isEnding = true
    let wasSent = hasSentBegin
    hasSentBegin = false
    input.editingWillEnd()
    input.tellDelegateOfEnd()
    if wasSent { input.sendActions(for: .editingDidEnd) }
    isEnding = false
    // Whoever was told may have given the focus back.
    follow(input)
  }
}
