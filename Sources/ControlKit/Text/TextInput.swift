/// A view in which text is edited: what a field and a text view share.
protocol TextInput: View, EventSource {
  /// The text and the selection.
  var buffer: TextBuffer { get set }
  /// What the user did.
  var history: EditHistory { get set }
  /// Whether it is being edited.
  var session: EditingSession { get }
  /// Whether the user may change the text.
  var acceptsEdits: Bool { get }
  /// Whether the text is hidden, so that neither words nor the clipboard may give it away.
  var hidesText: Bool { get }
  /// Text from the user, as it may be inserted.
  func accepted(_ text: String) -> String
  /// Asks whether the user may make a change. Runs anybody's code.
  func mayChange(_ range: Range<Int>, to text: String) -> Bool
  /// The user has changed the text. Runs anybody's code.
  func userDidChangeText(_ event: Event?)
  /// Where the caret is, in this view's coordinates.
  var caretRect: Rect { get }
  /// The selection has changed, maybe with the text. Runs anybody's code.
  func selectionDidChange()
  /// Where a movement over lines leads from a place.
  func destination(of movement: TextMovement, from index: Int) -> Int

  // The steps of a session, in this order; the delegate and the handlers run anybody's code.
  func editingWillBegin()
  func tellDelegateOfBegin()
  /// Comes after `editingDidBegin` was sent, unless the session has ended meanwhile.
  func editingDidBegin()
  func editingWillEnd()
  func tellDelegateOfEnd()
}

extension TextInput {
  func editingDidBegin() {}

  /// Scrolls what contains the view to the caret, where the user is at work.
  func revealCaret() {
    if isFirstResponder { reveal(caretRect) }
  }

  /// Does what a key asks for.
  ///
  /// - Returns: Whether the key was of use; edits are not where text can only be read.
  func perform(_ command: TextCommand, _ event: Event?) -> Bool {
    if command.isEdit, !acceptsEdits { return false }
    switch command {
    case .insert(let text): userReplace(buffer.selection, with: text, .typing, event)
    case .move(let movement, let extends): move(movement, extends: extends)
    case .delete(let movement): userDelete(movement, event)
    case .selectAll: changeSelection { $0.select(0..<$0.count) }
    case .copy: copySelection()
    case .cut:
      if copySelection() { userReplace(buffer.selection, with: "", .other, event) }
    case .paste:
      guard let text = enclosingApplication?.clipboard.string else { return true }
      userReplace(buffer.selection, with: text, .other, event)
    case .undo: undo(event)
    case .redo: redo(event)
    }
    return true
  }

  /// Changes the text for the user: asks first, and tells afterwards.
  func userReplace(
    _ range: Range<Int>, with text: String, _ kind: EditHistory.Kind, _ event: Event?
  ) {
    let text = accepted(text)
    guard !range.isEmpty || !text.isEmpty else { return }
    guard isAllowed(range, text) else { return }
    change(range, to: text, kind, event)
  }

  private func isAllowed(_ range: Range<Int>, _ text: String) -> Bool {
    let wasFirst = isFirstResponder
    guard mayChange(range, to: text) else { return false }
    // Whoever was asked may have taken the focus away, or the view; or changed the text itself.
    return !wasFirst || isFirstResponder
  }

  /// Changes the text, notes how to take that back, and tells.
  func change(_ range: Range<Int>, to text: String, _ kind: EditHistory.Kind, _ event: Event?) {
    let range = buffer.pinned(range)
    if !hidesText {
      history.add(
        EditHistory.Edit(
          offset: buffer.offset(of: range.lowerBound), removed: buffer.text(in: range),
          inserted: text, selection: (buffer.anchor, buffer.head)), kind)
    }
    buffer.replace(range, with: text)
    selectionDidChange()
    userDidChangeText(event)
  }

  private func userDelete(_ movement: TextMovement, _ event: Event?) {
    var range = buffer.selection
    let isOne = range.isEmpty
    if range.isEmpty {
      let end = target(of: movement, from: buffer.head)
      range = min(end, buffer.head)..<max(end, buffer.head)
    }
    userReplace(range, with: "", isOne ? .deleting : .other, event)
  }

  // MARK: - Taking back

  private func undo(_ event: Event?) {
    guard let edit = history.undoable.last, take(edit.inverse, { $0.didUndo() }) else {
      return
    }
    buffer.select(from: edit.selection.anchor, to: edit.selection.head)
    selectionDidChange()
    userDidChangeText(event)
  }

  private func redo(_ event: Event?) {
    guard let edit = history.redoable.last, take(edit, { $0.didRedo() }) else { return }
    selectionDidChange()
    userDidChangeText(event)
  }

  /// Makes a change of the history, if nobody objects; it is not told yet.
  private func take(_ edit: EditHistory.Edit, _ note: (inout EditHistory) -> Void) -> Bool {
    let place = buffer.range(ofBytes: edit.offset..<edit.offset + edit.removed.utf8.count)
    let text = place.before + edit.inserted + place.after
    let changes = history.changes
    guard isAllowed(place.range, text), changes == history.changes else { return false }
    note(&history)
    buffer.replace(place.range, with: text)
    return true
  }

  @discardableResult
  private func copySelection() -> Bool {
    guard !hidesText, !buffer.selection.isEmpty, let application = enclosingApplication else {
      return false
    }
    application.clipboard.string = buffer.text(in: buffer.selection)
    return true
  }

  private func move(_ movement: TextMovement, extends: Bool) {
    changeSelection { buffer in
      let selection = buffer.selection
      if !extends, !selection.isEmpty {
        // As everywhere: an arrow first gives the selection up, at its own side.
        switch movement {
        case .left: return buffer.moveHead(to: selection.lowerBound, extends: false)
        case .right: return buffer.moveHead(to: selection.upperBound, extends: false)
        default: break
        }
      }
      buffer.moveHead(to: target(of: movement, from: buffer.head), extends: extends)
    }
  }

  /// Changes the selection, and tells if it did.
  func changeSelection(_ change: (inout TextBuffer) -> Void) {
    var changed = buffer
    change(&changed)
    guard changed.head != buffer.head || changed.anchor != buffer.anchor else { return }
    buffer = changed
    history.endStep()
    selectionDidChange()
  }

  private func target(of movement: TextMovement, from index: Int) -> Int {
    switch movement {
    case .left: max(0, index - 1)
    case .right: min(buffer.count, index + 1)
    case .wordLeft: hidesText ? 0 : buffer.wordStart(before: index)
    case .wordRight: hidesText ? buffer.count : buffer.wordEnd(after: index)
    case .textStart: 0
    case .textEnd: buffer.count
    default: destination(of: movement, from: index)
    }
  }

  /// Selects for a press: once places the caret, twice selects a word, three times a line.
  func select(forTapCount count: Int, at index: Int) {
    changeSelection { buffer in
      switch count {
      case 1: buffer.moveHead(to: index, extends: false)
      case 2 where !hidesText: buffer.select(buffer.word(at: index))
      default:
        let start = destination(of: .lineStart, from: index)
        buffer.select(start..<max(start, destination(of: .lineEnd, from: index)))
      }
    }
  }
}

/// Where cut and copied text is, inside of one application.
public final class Clipboard: KitObject {
  /// The text; `nil` while there is none.
  public var string: String? { didSet { if string != oldValue { onChange?(string) } } }

  /// Tells a front-end of a new text, for other programs.
  package var onChange: ((String?) -> Void)?

  /// Whether there is text.
  public var hasStrings: Bool { string != nil }

  /// Creates an empty clipboard.
  override public init() {}
}
