import ControlKit
import TestSupport
import Testing

/// Inserts what it is composing when it is told that its field gives up the focus.
private final class ComposingFrontEnd: FrontEnd {
  var composed = ""
  func didShow(_ window: Window) {}
  func didClose(_ window: Window) {}
  func setNeedsUpdate() {}

  func willResign(_ view: View) {
    let text = composed
    composed = ""
    if let field = view as? TextField, !text.isEmpty { field.insertText(text) }
  }
}

private final class FinalText: TextFieldDelegate {
  var asked: [String] = []
  func textFieldShouldEndEditing(_ field: TextField) -> Bool {
    asked.append(field.text)
    return true
  }
}

/// Text that an input method is composing belongs to the field that it is shown in.
@Suite struct CompositionTests {
  let application = Application()
  private let frontEnd = ComposingFrontEnd()
  let window = Window()
  let field = TextField()
  let other = TextField()
  let log = EventLog()

  init() {
    application.frontEnd = frontEnd
    window.addSubview(field)
    window.addSubview(other)
    application.show(window)
    field.becomeFirstResponder()
    log.record(field)
    frontEnd.composed = "한"
  }

  @Test func itIsInsertedBeforeTheDelegateIsAskedAboutTheEnd() {
    let delegate = FinalText()
    field.delegate = delegate

    other.becomeFirstResponder()

    #expect(delegate.asked == ["한"])
    #expect(log.entries == ["editingChanged", "editingDidEnd"])
    #expect(other.isFirstResponder)
  }

  /// However the focus goes: nobody is asked when a field vanishes.
  @Test(arguments: ["hide", "remove", "disable", "force"])
  func itIsInsertedWhenNobodyIsAsked(reason: String) {
    switch reason {
    case "hide": field.isHidden = true
    case "remove": field.removeFromSuperview()
    case "disable": field.isEnabled = false
    default: window.endEditing(true)
    }

    #expect(field.text == "한")
    #expect(log.entries == ["editingChanged", "editingDidEnd"])
  }

  /// A handler of the last text decides where the focus goes.
  @Test func aHandlerMayMoveTheFocusMeanwhile() {
    let third = TextField()
    window.addSubview(third)
    field.addAction(for: .editingChanged) { third.becomeFirstResponder() }

    let moved = other.becomeFirstResponder()

    #expect(!moved)
    #expect(third.isFirstResponder && !other.isEditing)
    #expect(log.entries.filter { $0 == "editingDidEnd" }.count == 1)
  }
}
