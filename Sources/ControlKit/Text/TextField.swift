/// One line of text that the user edits.
///
/// Becoming the first responder begins editing, ceasing to be ends it: however that comes about,
/// each `editingDidBegin` is followed by exactly one `editingDidEnd`.
public final class TextField: Control {
  /// When a button that empties the field is shown.
  public enum ViewMode: String, Hashable, Sendable, CaseIterable {
    /// Never.
    case never
    /// While the field is edited.
    case whileEditing
    /// While it is not.
    case unlessEditing
    /// Always.
    case always
  }

  var buffer = TextBuffer()
  var history = EditHistory()
  let session = EditingSession()
  private var isSelecting = false
  /// The place that a press chose, in the text as it was shown then: marks move it.
  private var pressIndex = 0
  /// How far the text is scrolled to the left, in points.
  package private(set) var textOffset = 0.0
  /// Whether the clear button is pressed.
  package private(set) var isClearPressed = false

  /// Is asked and told what happens; held weakly.
  public weak var delegate: (any TextFieldDelegate)?

  /// The text. Setting it sends nothing, and puts the caret behind it.
  public var text: String {
    get { buffer.text }
    set {
      guard newValue != buffer.text else { return }
      buffer.text = newValue
      history.clear()
      contentDidChange()
    }
  }

  /// What is shown while there is no text.
  public var placeholder: String? { didSet { setNeedsDisplay() } }
  /// The text's colour; `nil` is the theme's.
  public var textColor: Color? { didSet { setNeedsDisplay() } }
  /// The font.
  public var font = Font.body { didSet { contentDidChange() } }
  /// Where text sits that is shorter than the field.
  public var textAlignment = TextAlignment.left { didSet { setNeedsDisplay() } }
  /// Whether dots are shown for the text, and it can neither be copied nor brought back by undo.
  public var isSecureTextEntry = false {
    didSet {
      if isSecureTextEntry { history.clear() }
      contentDidChange()
    }
  }
  /// When a button that empties the field is shown.
  public var clearButtonMode = ViewMode.never { didSet { contentDidChange() } }
  /// Whether beginning to edit empties the field; the delegate may refuse.
  public var clearsOnBeginEditing = false

  /// Whether the text is being edited.
  public var isEditing: Bool { session.isActive }

  /// The selected characters; empty at the caret. It is pinned to the text. Setting it sends
  /// nothing.
  public var selectedRange: Range<Int> {
    get { buffer.selection }
    set {
      buffer.select(newValue)
      history.endStep()
      contentDidChange()
    }
  }

  /// Creates a field.
  public init(text: String = "", placeholder: String? = nil) {
    self.placeholder = placeholder
    super.init()
    buffer.text = text
  }

  override public var primaryActionEvent: Event { .editingDidEndOnExit }
  override public var beatsAncestorTap: Bool { true }

  override public var intrinsicContentSize: Size {
    Size(width: View.noIntrinsicMetric, height: layoutMetrics.textFieldHeight)
  }

  override public func sizeThatFits(_ size: Size) -> Size {
    Size(width: min(size.width, 160), height: layoutMetrics.textFieldHeight)
  }

  override public func layoutSubviews() {
    super.layoutSubviews()
    scrollToCaret()
  }

  private func contentDidChange() {
    scrollToCaret()
    setNeedsDisplay()
  }

  /// Keeps the caret in sight, and no room unused.
  private func scrollToCaret() {
    let line = line
    let room = textRect.width
    guard isEditing, line.width > room else {
      textOffset = 0
      return
    }
    let caret = line.caretPosition
    let wanted = min(max(textOffset, caret + line.markWidth - room), caret)
    textOffset = min(max(0, wanted), line.width - room)
  }

  // MARK: - Beginning and ending

  override func mayTakeFocus() -> Bool {
    delegate?.textFieldShouldBeginEditing(self) ?? true
  }

  override func mayGiveUpFocus() -> Bool {
    delegate?.textFieldShouldEndEditing(self) ?? true
  }

  override public func focusDidChange() {
    super.focusDidChange()
    session.follow(self)
  }

  // MARK: - Editing as the user does

  /// Inserts text in place of the selection as typing does: the delegate is asked, and
  /// `editingChanged` sent.
  public func insertText(_ text: String) {
    userReplace(buffer.selection, with: text, .typing, nil)
  }

  /// Deletes the selection or the character before the caret, as Backspace does.
  public func deleteBackward() {
    _ = perform(.delete(.left), nil)
  }

  /// Whether ``undo()`` has something to take back.
  public var canUndo: Bool { !history.undoable.isEmpty }

  /// Whether ``redo()`` has something to do again.
  public var canRedo: Bool { !history.redoable.isEmpty }

  /// Takes back the user's last step, as Ctrl-Z does: the delegate is asked, and `editingChanged`
  /// sent. Setting ``text`` forgets all steps; of secure text there are none.
  public func undo() {
    _ = perform(.undo, nil)
  }

  /// Does again what ``undo()`` took back, as Ctrl-Y does.
  public func redo() {
    _ = perform(.redo, nil)
  }

  private func clear(_ event: ControlKit.Event?) {
    guard buffer.count > 0, delegate?.textFieldShouldClear(self) ?? true, buffer.count > 0 else {
      return
    }
    change(0..<buffer.count, to: "", .other, event)
  }

  // MARK: - Keys

  override func usesKeyAsText(_ press: KeyPress) -> Bool {
    isEnabled && isFirstResponder && TextCommand(press, isMultiline: false) != nil
  }

  override public func pressesBegan(_ press: KeyPress, with event: ControlKit.Event?) -> Bool {
    guard isEnabled, isFirstResponder else { return super.pressesBegan(press, with: event) }
    if press.key == .named(.return), press.modifiers.isEmpty {
      return pressReturn(event) || super.pressesBegan(press, with: event)
    }
    if let command = TextCommand(press, isMultiline: false), perform(command, event) { return true }
    return super.pressesBegan(press, with: event)
  }

  /// Return is used up when the delegate refuses or somebody handles it; else it goes on, and so
  /// may press the window's default button.
  private func pressReturn(_ event: ControlKit.Event?) -> Bool {
    guard delegate?.textFieldShouldReturn(self) ?? true, window != nil, isEnabled else {
      return true
    }
    let isHandled = handlers.contains {
      $0.isEnabled && !$0.events.isDisjoint(with: [.editingDidEndOnExit, .primaryActionTriggered])
    }
    sendActions(for: .editingDidEndOnExit, cause: event)
    return isHandled
  }

  // MARK: - Touches

  override var keepsDrags: Bool { true }

  override public func beginTracking(_ touch: Touch, with event: ControlKit.Event?) -> Bool {
    isSelecting = false
    pressIndex = index(at: touch.location(in: self).x)
    isClearPressed = clearButtonFrame?.contains(touch.location(in: self)) == true
    return true
  }

  /// Editing begins after touchDown was sent.
  override public func touchesBegan(_ touches: [Touch], with event: ControlKit.Event?) {
    super.touchesBegan(touches, with: event)
    guard isTracking, !isClearPressed, let touch = touches.first else { return }
    guard becomeFirstResponder(), isTracking else { return }
    isSelecting = touch.tapCount == 1
    select(forTapCount: touch.tapCount, at: min(pressIndex, buffer.count))
  }

  override public func continueTracking(_ touch: Touch, with event: ControlKit.Event?) -> Bool {
    if isSelecting {
      let index = index(at: touch.location(in: self).x)
      changeSelection { $0.moveHead(to: index, extends: true) }
    }
    return true
  }

  override public func endTracking(_ touch: Touch?, with event: ControlKit.Event?) {
    isSelecting = false
    guard isClearPressed, let touch else { return }
    isClearPressed = false
    setNeedsDisplay()
    if clearButtonFrame?.contains(touch.location(in: self)) == true { clear(event) }
  }

  override public func cancelTracking(with event: ControlKit.Event?) {
    isSelecting = false
    isClearPressed = false
    setNeedsDisplay()
  }
}

extension TextField: TextInput {
  var acceptsEdits: Bool { isEnabled }
  var hidesText: Bool { isSecureTextEntry }

  /// One line: line breaks and tabs become spaces, other control characters vanish.
  func accepted(_ text: String) -> String {
    String(
      text.compactMap { character -> Character? in
        if character.isNewline || character == "\t" { return " " }
        return character.isControl ? nil : character
      })
  }

  func mayChange(_ range: Range<Int>, to text: String) -> Bool {
    delegate?.textField(self, shouldChangeCharactersIn: range, replacementString: text) ?? true
  }

  func userDidChangeText(_ event: ControlKit.Event?) {
    sendActions(for: .editingChanged, cause: event)
  }

  package var caretRect: Rect {
    Rect(
      x: textRect.minX + line.caretPosition - textOffset + textShift, y: bounds.minY,
      width: layoutMetrics.caretWidth, height: bounds.height)
  }

  func selectionDidChange() {
    contentDidChange()
    revealCaret()
    delegate?.textFieldDidChangeSelection(self)
  }

  func editingWillBegin() { contentDidChange() }
  func tellDelegateOfBegin() { delegate?.textFieldDidBeginEditing(self) }
  func editingDidBegin() { if clearsOnBeginEditing { clear(nil) } }

  func editingWillEnd() {
    isSelecting = false
    history.endStep()
    contentDidChange()
  }

  func tellDelegateOfEnd() { delegate?.textFieldDidEndEditing(self) }

  func destination(of movement: TextMovement, from index: Int) -> Int {
    switch movement {
    case .lineEnd, .down, .pageDown: buffer.count
    default: 0
    }
  }
}

extension Character {
  /// Whether it is one that no text shows.
  var isControl: Bool {
    unicodeScalars.first.map { $0.properties.generalCategory == .control } ?? false
  }
}
