/// A view in which text is edited: what a field and a text view share.
protocol TextInput: View {
  /// The text and the selection.
  var buffer: TextBuffer { get set }
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
  /// The selection has changed, maybe with the text. Runs anybody's code.
  func selectionDidChange()
  /// Where a movement over lines leads from a place.
  func destination(of movement: TextMovement, from index: Int) -> Int
}

extension TextInput {
  /// Does what a key asks for.
  ///
  /// - Returns: Whether the key was of use; edits are not where text can only be read.
  func perform(_ command: TextCommand, _ event: Event?) -> Bool {
    if command.isEdit, !acceptsEdits { return false }
    switch command {
    case .insert(let text): userReplace(buffer.selection, with: text, event)
    case .move(let movement, let extends): move(movement, extends: extends)
    case .delete(let movement): userDelete(movement, event)
    case .selectAll: changeSelection { $0.select(0..<$0.count) }
    case .copy: copySelection()
    case .cut:
      if copySelection() { userReplace(buffer.selection, with: "", event) }
    case .paste:
      guard let text = enclosingApplication?.clipboard.string else { return true }
      userReplace(buffer.selection, with: text, event)
    }
    return true
  }

  /// Changes the text for the user: asks first, and tells afterwards.
  func userReplace(_ range: Range<Int>, with text: String, _ event: Event?) {
    let text = accepted(text)
    guard !range.isEmpty || !text.isEmpty else { return }
    let wasFirst = isFirstResponder
    guard mayChange(range, to: text) else { return }
    // Whoever was asked may have taken the focus away, or the view; or changed the text itself.
    guard !wasFirst || isFirstResponder else { return }
    buffer.replace(range, with: text)
    selectionDidChange()
    userDidChangeText(event)
  }

  private func userDelete(_ movement: TextMovement, _ event: Event?) {
    var range = buffer.selection
    if range.isEmpty {
      let end = target(of: movement, from: buffer.head)
      range = min(end, buffer.head)..<max(end, buffer.head)
    }
    userReplace(range, with: "", event)
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
public final class Clipboard {
  /// The text; `nil` while there is none.
  public var string: String?

  /// Whether there is text.
  public var hasStrings: Bool { string != nil }

  /// Creates an empty clipboard.
  public init() {}
}

@available(*, unavailable)
extension Clipboard: Sendable {}
