/// Text of several lines that the user edits or, when it is not editable, reads and copies.
///
/// It sends `editingDidBegin`, `editingChanged` and `editingDidEnd` as a ``TextField`` does. Tab
/// moves the focus. Of text that can only be read, plain arrow keys scroll and Shift selects.
public final class TextView: ScrollView, EventSource {
  var buffer = TextBuffer()
  var history = EditHistory()
  let session = EditingSession()
  private var rowCache: (width: Double, rows: [Range<Int>])?
  var goal: Double?
  var nextGoal: Double?
  weak var selectingTouch: Touch?

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

  /// Whether the user may change the text. Switching it off ends editing.
  public var isEditable = true {
    didSet {
      guard isEditable != oldValue else { return }
      if isEditing { giveUpFocus() }
      setNeedsDisplay()
    }
  }

  /// The text's colour; `nil` is the theme's.
  public var textColor: Color? { didSet { setNeedsDisplay() } }
  /// The font.
  public var font = Font.body { didSet { contentDidChange() } }
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

  /// Creates a text view.
  public init(text: String = "", isEditable: Bool = true) {
    self.isEditable = isEditable
    super.init()
    buffer.text = text
    buffer.select(0..<0)
  }

  /// What ``ControlEvents/primaryActionTriggered`` stands for: valueChanged, which is never sent.
  public var primaryActionEvent: ControlEvents { .valueChanged }

  override package func sendNamed(_ events: UInt32) -> Bool {
    sendActions(for: ControlEvents(rawValue: events), cause: nil)
    return true
  }

  var textDelegate: (any TextViewDelegate)? { delegate as? any TextViewDelegate }

  // MARK: - Lines

  var lineHeight: Double { layoutMetrics.lineSize(" ", font).height }

  /// The width in which lines are wrapped: marks at both ends of a selection have room.
  private var wrapWidth: Double {
    let insets = layoutMetrics.textInsets
    return bounds.width - insets.left - insets.right - 2 * layoutMetrics.caretWidth
  }

  /// The characters of each line as shown, without line breaks; at least one line.
  package var rows: [Range<Int>] {
    let width = wrapWidth
    if let known = rowCache, known.width == width { return known.rows }
    let metrics = layoutMetrics
    let font = font
    let rows = TextRows.wrap(buffer.characters, width: width > 0 ? width : .infinity) {
      metrics.lineSize(String($0), font).width
    }
    rowCache = (width, rows)
    return rows
  }

  func row(of index: Int) -> Int {
    let rows = rows
    var low = 0
    var high = rows.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if rows[middle].lowerBound <= index { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The last place that still is in a row: a wrapped line ends where the next one begins.
  func end(of row: Int) -> Int {
    let rows = rows
    guard row + 1 < rows.count, rows[row + 1].lowerBound == rows[row].upperBound else {
      return rows[row].upperBound
    }
    return max(rows[row].lowerBound, rows[row].upperBound - 1)
  }

  /// One row as shown; marks only when it is being edited or something is selected.
  package func line(_ row: Int, hasMarks: Bool = true) -> TextLine {
    let metrics = layoutMetrics
    let font = font
    let showsMarks = hasMarks && isFirstResponder && (isEditing || !buffer.selection.isEmpty)
    return TextLine(
      characters: buffer.characters[rows[row]], selection: showsMarks ? buffer.selection : nil,
      head: buffer.head, lastMark: end(of: row), markWidth: metrics.caretWidth,
      measure: { metrics.lineSize($0, font).width })
  }

  /// Where the text begins in the content, in points.
  private var textOrigin: Point {
    Point(x: layoutMetrics.textInsets.left, y: layoutMetrics.textInsets.top)
  }

  private func index(at point: Point) -> Int {
    let found = ((point.y - textOrigin.y) / lineHeight).rounded(.down)
    let row = found.isFinite ? Int(min(max(found, 0), Double(rows.count - 1))) : 0
    return min(line(row).index(at: point.x - textOrigin.x), end(of: row))
  }

  func contentDidChange() {
    rowCache = nil
    updateContentSize()
    if isEditing { scrollToCaret() }
    setNeedsDisplay()
  }

  private func updateContentSize() {
    let insets = layoutMetrics.textInsets
    contentSize = Size(
      width: bounds.width, height: Double(rows.count) * lineHeight + insets.top + insets.bottom)
  }

  func scrollToCaret() {
    let row = row(of: buffer.head)
    scrollRectToVisible(
      Rect(x: 0, y: textOrigin.y + Double(row) * lineHeight, width: 0, height: lineHeight))
  }

  /// Where the caret is, in the content.
  package var caretRect: Rect {
    let row = row(of: buffer.head)
    return Rect(
      x: textOrigin.x + line(row).caretPosition, y: textOrigin.y + Double(row) * lineHeight,
      width: layoutMetrics.caretWidth, height: lineHeight)
  }

  override public func layoutSubviews() {
    updateContentSize()
    super.layoutSubviews()
    if isEditing { scrollToCaret() }
  }

  override public func sizeThatFits(_ size: Size) -> Size {
    let lines = Double(max(3, rows.count)) * lineHeight
    return Size(width: min(size.width, 240), height: min(size.height, lines))
  }

  // MARK: - Beginning and ending

  override public var canBecomeFirstResponder: Bool { true }

  override func mayTakeFocus() -> Bool {
    !isEditable || textDelegate?.textViewShouldBeginEditing(self) ?? true
  }

  override func mayGiveUpFocus() -> Bool {
    !isEditing || textDelegate?.textViewShouldEndEditing(self) ?? true
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
  /// sent. Setting ``text`` forgets all steps.
  public func undo() {
    _ = perform(.undo, nil)
  }

  /// Does again what ``undo()`` took back, as Ctrl-Y does.
  public func redo() {
    _ = perform(.redo, nil)
  }

  /// Scrolls as little as makes a range visible.
  public func scrollRangeToVisible(_ range: Range<Int>) {
    let range = buffer.pinned(range)
    let top = Double(row(of: range.lowerBound))
    let bottom = Double(row(of: range.upperBound) + 1)
    scrollRectToVisible(
      Rect(
        x: 0, y: textOrigin.y + top * lineHeight, width: 0, height: (bottom - top) * lineHeight))
  }

  // MARK: - Keys

  private func command(_ press: KeyPress) -> TextCommand? {
    guard isFirstResponder, let command = TextCommand(press, isMultiline: true) else { return nil }
    if isEditable { return command }
    if case .move(_, extends: false) = command { return nil }
    return command.isEdit ? nil : command
  }

  override func usesKeyAsText(_ press: KeyPress) -> Bool { command(press) != nil }

  override public func pressesBegan(_ press: KeyPress, with event: Event?) -> Bool {
    if let command = command(press), perform(command, event) { return true }
    return super.pressesBegan(press, with: event)
  }

  // MARK: - Touches

  /// A finger scrolls, a pointer selects.
  override func mayDrag(_ touch: Touch) -> Bool {
    touch.kind == .finger && super.mayDrag(touch)
  }

  override public func touchesBegan(_ touches: [Touch], with event: Event?) {
    guard let touch = touches.first else { return }
    let isOnBar =
      bar(along: .vertical) != nil
      && touch.location(in: self).x >= bounds.maxX - layoutMetrics.scrollBarSize.width
    if isOnBar { return super.touchesBegan(touches, with: event) }
    if touch.kind == .pointer { press(touch) }
  }

  private func press(_ touch: Touch) {
    let index = index(at: touch.location(in: self))
    guard becomeFirstResponder(), window != nil else { return }
    if touch.tapCount == 1 { selectingTouch = touch }
    select(forTapCount: touch.tapCount, at: min(index, buffer.count))
  }

  override public func touchesMoved(_ touches: [Touch], with event: Event?) {
    guard let touch = selectingTouch, touches.contains(touch) else {
      return super.touchesMoved(touches, with: event)
    }
    let index = index(at: touch.location(in: self))
    changeSelection { $0.moveHead(to: index, extends: true) }
  }

  override public func touchesEnded(_ touches: [Touch], with event: Event?) {
    if let touch = touches.first, touch.kind == .finger, touch !== barTouch { press(touch) }
    selectingTouch = nil
  }

  override public func touchesCancelled(_ touches: [Touch], with event: Event?) {
    selectingTouch = nil
  }
}
