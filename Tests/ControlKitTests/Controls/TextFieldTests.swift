import ControlKit
import TestSupport
import Testing

/// Writes down what a field asks and tells, and answers as told.
final class RecordingDelegate: TextFieldDelegate {
  let log: EventLog
  var refusals: Set<String> = []
  var onQuestion: ((String, TextField) -> Void)?

  init(_ log: EventLog) { self.log = log }

  private func ask(_ question: String, _ field: TextField) -> Bool {
    log.note("\(field.id ?? "")\(question)")
    onQuestion?(question, field)
    return !refusals.contains(question)
  }
  func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { ask("shouldBegin", textField) }
  func textFieldShouldEndEditing(_ textField: TextField) -> Bool { ask("shouldEnd", textField) }
  func textFieldShouldClear(_ textField: TextField) -> Bool { ask("shouldClear", textField) }
  func textFieldShouldReturn(_ textField: TextField) -> Bool { ask("shouldReturn", textField) }
  func textFieldDidBeginEditing(_ textField: TextField) { _ = ask("didBegin", textField) }
  func textFieldDidEndEditing(_ textField: TextField) { _ = ask("didEnd", textField) }
  func textField(
    _ textField: TextField, shouldChangeCharactersIn range: Range<Int>,
    replacementString string: String
  ) -> Bool {
    log.note("\(range) '\(string)'")
    return ask("shouldChange", textField)
  }
}

/// §7 TextField: what is asked, told and sent, and in which order.
@Suite struct TextFieldTests {
  let log = EventLog()
  let delegate: RecordingDelegate
  let field = TextField().at(0, 0, 160, 16)
  let other = TextField().at(0, 32, 160, 16)
  let pilot: Pilot

  init() {
    delegate = RecordingDelegate(log)
    pilot = Pilot(field, other)
    field.delegate = delegate
    log.record(field)
    // The order is that of handlers, so the record shows when the focus is here already.
    field.addAction(for: [.editingDidBegin, .editingDidEnd]) { [field, log] in
      log.note("first responder \(field.isFirstResponder)")
    }
  }

  /// §7 shouldBegin → first responder → didBegin → editingDidBegin.
  @Test func beginning() {
    #expect(field.becomeFirstResponder())

    #expect(
      log.entries == ["shouldBegin", "didBegin", "editingDidBegin", "first responder true"])
    #expect(field.isEditing && field.state.contains(.focused))
    #expect(field.becomeFirstResponder())
    #expect(log.entries.count == 4)
  }

  /// §7 shouldBegin may refuse: then nothing else happens.
  @Test func refusesToBegin() {
    delegate.refusals = ["shouldBegin"]

    #expect(!field.becomeFirstResponder())

    #expect(log.entries == ["shouldBegin"])
    #expect(pilot.window.firstResponder == nil && !field.isEditing)
  }

  /// §7 shouldChange → change → editingChanged.
  @Test func changing() {
    field.becomeFirstResponder()
    field.addAction(for: .editingChanged) { [field, log] in log.note("text \(field.text)") }
    _ = log.take()

    pilot.key("a")

    #expect(log.entries == ["0..<0 'a'", "shouldChange", "editingChanged", "text a"])
  }

  /// §7 shouldChange may refuse: the text stays and nothing is sent.
  @Test func refusesToChange() {
    field.becomeFirstResponder()
    field.text = "abc"
    delegate.refusals = ["shouldChange"]
    _ = log.take()

    pilot.key("x")
    pilot.key("backspace")

    #expect(field.text == "abc")
    #expect(log.entries == ["3..<3 'x'", "shouldChange", "2..<3 ''", "shouldChange"])
  }

  /// §7 shouldEnd → resign → didEnd → editingDidEnd.
  @Test func ending() {
    field.becomeFirstResponder()
    _ = log.take()

    #expect(field.resignFirstResponder())

    #expect(log.entries == ["shouldEnd", "didEnd", "editingDidEnd", "first responder false"])
    #expect(!field.isEditing)
  }

  /// §7 shouldEnd may refuse: the field keeps the focus, also against Tab and against another field.
  @Test func refusesToEnd() {
    field.becomeFirstResponder()
    delegate.refusals = ["shouldEnd"]
    _ = log.take()

    #expect(!field.resignFirstResponder())
    #expect(!other.becomeFirstResponder())
    pilot.key("tab")

    #expect(pilot.window.firstResponder === field)
    #expect(log.entries == ["shouldEnd", "shouldEnd", "shouldEnd"])
    #expect(!pilot.window.endEditing(false))
    #expect(pilot.window.endEditing(true))
    #expect(pilot.window.firstResponder == nil)
  }

  /// §7 Return: shouldReturn → editingDidEndOnExit; the field goes on editing.
  @Test func returning() {
    field.becomeFirstResponder()
    _ = log.take()

    pilot.key("return")
    #expect(log.take() == ["shouldReturn", "editingDidEndOnExit"])
    #expect(field.isEditing)

    delegate.refusals = ["shouldReturn"]
    pilot.key("return")
    #expect(log.take() == ["shouldReturn"])
  }

  /// §3.7 primaryActionTriggered stands for editingDidEndOnExit.
  @Test func primaryAction() {
    let field = TextField()
    pilot.window.addSubview(field)
    field.addAction(for: .primaryActionTriggered) { [log] in log.note("primary") }
    field.becomeFirstResponder()
    pilot.key("return")

    #expect(log.entries.last == "primary")
  }

  /// §7 Moving focus ends the first before the second begins.
  @Test func movingFocus() {
    other.delegate = delegate
    other.id = "other "
    field.id = "field "
    log.record(other, prefix: "other ")
    field.becomeFirstResponder()
    _ = log.take()

    pilot.key("tab")

    #expect(
      log.entries == [
        "other shouldBegin", "field shouldEnd", "field didEnd", "editingDidEnd",
        "first responder false", "other didBegin", "other editingDidBegin",
      ])
  }

  /// §7 A field that refuses to begin is passed over by Tab.
  @Test func tabPassesOver() {
    let third = TextField().at(0, 64, 160, 16)
    pilot.window.addSubview(third)
    other.delegate = delegate
    delegate.refusals = ["shouldBegin"]
    field.delegate = nil
    field.becomeFirstResponder()

    pilot.key("tab")

    #expect(pilot.window.firstResponder === third)
  }

  /// §3.9 Setting text, selection or looks sends nothing and asks nothing.
  @Test func programmatic() {
    field.becomeFirstResponder()
    _ = log.take()

    field.text = "new"
    field.selectedRange = 1..<9
    field.isSecureTextEntry = true

    #expect(log.entries == [])
    #expect(field.selectedRange == 1..<3)
  }

  /// §7 Disabling, hiding, removing and closing end editing without asking; the end is still told.
  @Test(arguments: ["disable", "hide", "remove", "close"])
  func forcedEnd(how: String) {
    field.becomeFirstResponder()
    delegate.refusals = ["shouldEnd"]
    _ = log.take()

    switch how {
    case "disable": field.isEnabled = false
    case "hide": field.isHidden = true
    case "remove": field.removeFromSuperview()
    default: pilot.application.close(pilot.window)
    }

    #expect(log.entries == ["didEnd", "editingDidEnd", "first responder false"])
    #expect(!field.isEditing)
  }

  /// §7 A touch sends touchDown, then begins editing and places the caret where it is.
  @Test func touchBegins() {
    field.text = "Hello"

    pilot.tap(field, at: Point(x: 8 + 2 * 8 + 4, y: 8))

    #expect(
      log.entries == [
        "touchDown", "shouldBegin", "didBegin", "editingDidBegin", "first responder true",
        "touchUpInside",
      ])
    #expect(field.selectedRange == 2..<2)
  }

  /// §7 The clear button: shouldClear → change → editingChanged, without beginning to edit.
  @Test func clearButton() {
    field.text = "abc"
    field.clearButtonMode = .always
    pilot.tap(field, at: Point(x: 148, y: 8))
    #expect(log.take() == ["touchDown", "shouldClear", "editingChanged", "touchUpInside"])
    #expect(field.text == "" && !field.isEditing)

    delegate.refusals = ["shouldClear"]
    field.text = "abc"
    pilot.wait(1)
    pilot.tap(field, at: Point(x: 148, y: 8))
    #expect(field.text == "abc")
  }

  /// §7 clearsOnBeginEditing empties the field after editingDidBegin, if shouldClear agrees.
  @Test func clearsOnBegin() {
    field.text = "abc"
    field.clearsOnBeginEditing = true
    field.becomeFirstResponder()

    #expect(field.text == "")
    #expect(log.entries.suffix(2) == ["shouldClear", "editingChanged"])
  }
}

/// §7 TextField: what handlers and delegates may do meanwhile.
@Suite struct TextFieldReentrancyTests {
  let log = EventLog()
  let delegate: RecordingDelegate
  let field = TextField().at(0, 0, 160, 16)
  let other = TextField().at(0, 32, 160, 16)
  let pilot: Pilot

  init() {
    delegate = RecordingDelegate(log)
    pilot = Pilot(field, other)
    field.delegate = delegate
    log.record(field)
  }

  private func when(_ question: String, _ action: @escaping (TextField) -> Void) {
    delegate.onQuestion = { [unowned delegate] asked, field in
      guard asked == question else { return }
      delegate.onQuestion = nil
      action(field)
    }
  }

  /// A delegate that removes the field in shouldBegin: it does not begin.
  @Test func removedInShouldBegin() {
    when("shouldBegin") { $0.removeFromSuperview() }
    #expect(!field.becomeFirstResponder())
    #expect(log.entries == ["shouldBegin"])
  }

  /// A delegate that takes the focus back in didEnd: the next session begins after the end of this
  /// one was told. (The fuzzer found two beginnings in a row.)
  @Test func takenBackInDidEnd() {
    field.becomeFirstResponder()
    _ = log.take()
    when("didEnd") { $0.becomeFirstResponder() }

    field.resignFirstResponder()

    #expect(
      log.entries == [
        "shouldEnd", "didEnd", "shouldBegin", "editingDidEnd", "didBegin", "editingDidBegin",
      ])
    #expect(field.isEditing && field.isFirstResponder)
  }

  /// A delegate that moves the focus in didBegin: the beginning is told no further.
  @Test func movedInDidBegin() {
    when("didBegin") { [other] _ in other.becomeFirstResponder() }
    field.becomeFirstResponder()

    #expect(log.entries == ["shouldBegin", "didBegin", "shouldEnd", "didEnd"])
    #expect(pilot.window.firstResponder === other)
  }

  /// A delegate that removes the field, closes the window or moves the focus in shouldChange: the
  /// change does not happen.
  @Test(arguments: ["remove", "close", "move"])
  func leftInShouldChange(how: String) {
    field.becomeFirstResponder()
    _ = log.take()
    when("shouldChange") { [pilot, other] field in
      switch how {
      case "remove": field.removeFromSuperview()
      case "close": pilot.application.close(pilot.window)
      default: other.becomeFirstResponder()
      }
    }

    pilot.key("a")

    #expect(field.text == "")
    #expect(!log.entries.contains("editingChanged"))
    #expect(log.entries.filter { $0 == "editingDidEnd" }.count == 1)
  }

  /// A delegate that changes the text in shouldChange and agrees: the range is pinned.
  @Test func textChangedInShouldChange() {
    field.becomeFirstResponder()
    field.text = "long text"
    when("shouldChange") { $0.text = "x" }

    pilot.key("a")

    #expect(field.text == "xa")
  }

  /// A handler that changes the text inside editingChanged sends nothing further.
  @Test func textChangedInEditingChanged() {
    field.becomeFirstResponder()
    field.addAction(for: .editingChanged) { [field] in field.text = field.text.uppercased() }
    _ = log.take()

    for key in ["a", "b"] { pilot.key(key) }

    #expect(field.text == "AB")
    #expect(log.entries.filter { $0 == "editingChanged" }.count == 2)
  }

  /// A handler that ends editing, and one that begins again, in editingDidEnd: the focus stays.
  @Test func beginsAgainInDidEnd() {
    field.becomeFirstResponder()
    field.addAction(for: .editingDidEnd, options: .once) { [field] in
      field.becomeFirstResponder()
    }

    #expect(!other.becomeFirstResponder())

    #expect(field.isEditing && pilot.window.firstResponder === field)
    #expect(log.entries.filter { $0.hasPrefix("editingDid") }.count == 3)
  }

  /// A field that is being removed cannot get the focus back.
  @Test func beginsAgainWhileRemoved() {
    field.becomeFirstResponder()
    field.addAction(for: .editingDidEnd) { [field] in field.becomeFirstResponder() }

    field.removeFromSuperview()

    #expect(pilot.window.firstResponder == nil && !field.isEditing)
  }

  /// A handler that removes the field in editingDidEndOnExit or touchDown.
  @Test func removedOnReturnAndTouch() {
    field.addAction(for: [.editingDidEndOnExit, .touchDown]) { [field] in
      field.removeFromSuperview()
    }
    field.becomeFirstResponder()
    pilot.key("return")
    #expect(field.superview == nil && !field.isEditing)

    pilot.window.addSubview(field)
    _ = log.take()
    pilot.tap(field)
    #expect(log.entries == ["touchDown", "touchCancel"])
  }

  /// Nothing keeps a field, its delegate and its window alive.
  @Test func noLeak() {
    let check = LeakCheck()
    do {
      let field = check.watch(TextField()).at(0, 0, 80, 16)
      let delegate = check.watch(RecordingDelegate(log))
      let pilot = Pilot(field)
      check.watch(pilot.application)
      field.delegate = delegate
      field.becomeFirstResponder()
      pilot.keyDown("a")
    }
    #expect(check.survivors == [])
  }
}
