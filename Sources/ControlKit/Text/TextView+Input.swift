extension TextView: TextInput {
  var acceptsEdits: Bool { isEditable }
  var hidesText: Bool { false }

  func accepted(_ text: String) -> String {
    var accepted = ""
    for character in text {
      if character.isNewline {
        accepted.append("\n")
      } else if character == "\t" {
        accepted += "    "
      } else if !character.isControl {
        accepted.append(character)
      }
    }
    return accepted
  }

  func mayChange(_ range: Range<Int>, to text: String) -> Bool {
    textDelegate?.textView(self, shouldChangeTextIn: range, replacementText: text) ?? true
  }

  func userDidChangeText(_ event: Event?) {
    textDelegate?.textViewDidChange(self)
    sendActions(for: .editingChanged, cause: event)
  }

  func selectionDidChange() {
    goal = nextGoal
    nextGoal = nil
    contentDidChange()
    if !isEditing { scrollToCaret() }
    revealCaret()
    textDelegate?.textViewDidChangeSelection(self)
  }

  func editingWillBegin() {
    contentDidChange()
    revealCaret()
  }

  func tellDelegateOfBegin() { textDelegate?.textViewDidBeginEditing(self) }

  func editingWillEnd() {
    selectingTouch = nil
    history.endStep()
    setNeedsDisplay()
  }

  func tellDelegateOfEnd() { textDelegate?.textViewDidEndEditing(self) }

  func destination(of movement: TextMovement, from index: Int) -> Int {
    let row = row(of: index)
    switch movement {
    case .lineStart: return rows[row].lowerBound
    case .lineEnd: return end(of: row)
    default: break
    }
    let page = max(1, Int((bounds.height / lineHeight).rounded(.down)) - 1)
    let step =
      switch movement {
      case .up: -1
      case .down: 1
      case .pageUp: -page
      default: page
      }
    if row + step < 0, row == 0 { return 0 }
    if row + step >= rows.count, row == rows.count - 1 { return buffer.count }
    let target = min(max(row + step, 0), rows.count - 1)
    let position = goal ?? line(row, hasMarks: false).position(of: index)
    nextGoal = position
    return min(line(target, hasMarks: false).index(at: position), end(of: target))
  }
}
