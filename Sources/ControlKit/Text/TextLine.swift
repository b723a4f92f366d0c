/// Where the characters of one line are, with the marks that show caret and selection.
///
/// A mark takes room of its own, so that it can be seen on a screen of characters: `|` at the caret,
/// or one at each end of the selection.
package struct TextLine {
  /// The characters shown.
  package var characters: ArraySlice<Character>
  /// The selection, in the same numbers; `nil` when no marks are shown.
  package var selection: Range<Int>?
  /// Which end of the selection is the caret.
  package var head = 0
  /// The room that a mark takes, in points.
  package var markWidth: Double
  /// The width of some of the characters, in points.
  var measure: (String) -> Double

  private func width(upTo index: Int) -> Double {
    index > characters.startIndex ? measure(String(characters[..<index])) : 0
  }

  /// The marks that stand before a character.
  private func marks(before index: Int) -> Double {
    guard let selection else { return 0 }
    var count = selection.lowerBound <= index ? 1.0 : 0
    if !selection.isEmpty, selection.upperBound <= index { count += 1 }
    return count * markWidth
  }

  /// The width with the marks.
  package var width: Double {
    guard let selection else { return width(upTo: characters.endIndex) }
    return width(upTo: characters.endIndex) + (selection.isEmpty ? 1 : 2) * markWidth
  }

  /// Where the caret's mark begins.
  package var caretPosition: Double {
    guard let selection else { return 0 }
    let first = !selection.isEmpty && head == selection.upperBound ? markWidth : 0
    return width(upTo: head) + first
  }

  /// The place between characters nearest to a position.
  ///
  /// The middle of a character still counts as before it: that is where a click on a cell lands.
  package func index(at position: Double) -> Int {
    var left = 0.0
    for index in characters.indices {
      let width = measure(String(characters[index]))
      let start = left + marks(before: index)
      if position < start + width { return position > start + width / 2 ? index + 1 : index }
      left += width
    }
    return characters.endIndex
  }
}

extension TextField {
  /// The text as shown.
  package var line: TextLine {
    let metrics = layoutMetrics
    let font = font
    let shown =
      isSecureTextEntry
      ? Array(repeating: "•" as Character, count: buffer.count) : buffer.characters
    return TextLine(
      characters: shown[...], selection: isEditing ? buffer.selection : nil, head: buffer.head,
      markWidth: metrics.caretWidth, measure: { metrics.lineSize($0, font).width })
  }

  /// Whether the button that empties the field is shown.
  private var showsClearButton: Bool {
    guard buffer.count > 0, isEnabled else { return false }
    return switch clearButtonMode {
    case .never: false
    case .whileEditing: isEditing
    case .unlessEditing: !isEditing
    case .always: true
    }
  }

  /// Where the text is shown.
  package var textRect: Rect {
    var rect = bounds.inset(by: layoutMetrics.textInsets)
    if let button = clearButtonFrame {
      rect.size.width = max(0, rect.width - button.width)
    }
    return rect
  }

  /// Where the button that empties the field is, if it is shown.
  package var clearButtonFrame: Rect? {
    guard showsClearButton else { return nil }
    let insets = layoutMetrics.textInsets
    let width = layoutMetrics.clearButtonWidth
    return Rect(
      x: bounds.maxX - insets.right - width, y: bounds.minY, width: width, height: bounds.height)
  }

  /// How far text that is shorter than the field is moved to the right.
  package var textShift: Double {
    let free = max(0, textRect.width - line.width)
    return switch textAlignment {
    case .left: 0
    case .center: free / 2
    case .right: free
    }
  }

  /// The place between characters at a position of the bounds.
  func index(at x: Double) -> Int {
    line.index(at: x - textRect.minX + textOffset - textShift)
  }
}
