internal import ControlKit
internal import LuaRuntime

// Text that the user edits. Ranges count characters from 0, as `{ location =, length = }`.
extension BindingTable {
  static var textField: ClassBinding {
    ClassBinding(
      "TextField", TextField.self, parent: ID.control, "One line of text that the user edits.",
      make: { TextField() }
    ) { f in
      declareText(&f, questions: TextQuestion.allCases)
      f.property("placeholder", "What is shown without text.", \.placeholder) {
        $0.placeholder = $1
      }
      f.property("textAlignment", "Where short text sits.", \.textAlignment) {
        $0.textAlignment = $1
      }
      f.property("isSecureTextEntry", "Whether dots stand for the text.", \.isSecureTextEntry) {
        $0.isSecureTextEntry = $1
      }
      f.property("clearButtonMode", "When a button empties the field.", \.clearButtonMode) {
        $0.clearButtonMode = $1
      }
      f.property("clearsOnBeginEditing", "Whether editing begins empty.", \.clearsOnBeginEditing) {
        $0.clearsOnBeginEditing = $1
      }
    }
  }

  static var textView: ClassBinding {
    ClassBinding(
      "TextView", TextView.self, parent: ID.scroll, "Lines of text that the user edits or reads.",
      events: ["editingDidBegin", "editingChanged", "editingDidEnd"], make: { TextView() }
    ) { t in
      declareText(&t, questions: [.shouldBegin, .shouldEnd, .shouldChange])
      t.property("isEditable", "Whether the user may change it.", \.isEditable) {
        $0.isEditable = $1
      }
      t.method("scrollRangeToVisible", "(range: Range)", "Scrolls until a range is visible.") {
        view, _, arguments throws(LuaRefusal) in
        view.scrollRangeToVisible(try arguments[1].range())
      }
      declareEvents(&t)
    }
  }

  /// What fields and text views have in common.
  private static func declareText<Input: ScriptedText>(
    _ t: inout MemberBuilder<Input>, questions: [TextQuestion]
  ) {
    t.property("text", "The text.", \.text) { $0.text = $1 }
    t.property("textColor", "The colour; nil is the theme's.", \.textColor) { $0.textColor = $1 }
    t.property("font", "Font", "How the text looks.") {
      $1.give($0.font)
    } set: { input, value throws(LuaRefusal) in
      input.font = try value.font()
    }
    t.property("isEditing", "boolean", "Whether it is being edited.") { $1.give($0.isEditing) }
    t.property("selectedRange", "Range", "The selected characters; empty at the caret.") {
      $1.give($0.selectedRange)
    } set: { input, value throws(LuaRefusal) in
      input.selectedRange = try value.range()
    }
    for question in questions {
      t.functionProperty(question.rawValue, question.doc) { input, engine, value in
        input.answers(engine).set(question, value.call.slot)
      }
    }
    declareEditing(&t)
  }

  /// What a script does as the user would.
  private static func declareEditing<Input: ScriptedText>(_ t: inout MemberBuilder<Input>) {
    t.method("insertText", "(text: string)", "Inserts text as the user does.") {
      input, _, arguments throws(LuaRefusal) in
      input.insertText(try arguments[1].string())
    }
    t.method("deleteBackward", "()", "Deletes as Backspace does.") { input, _, _ in
      input.deleteBackward()
    }
    t.method("selectAll", "()", "Selects the whole text.") { input, _, _ in input.selectAll(nil) }
    t.method("cut", "()", "Moves the selection to the clipboard.") { input, _, _ in input.cut(nil) }
    t.method("copy", "()", "Copies the selection to the clipboard.") { input, _, _ in
      input.copy(nil)
    }
    t.method("paste", "()", "Inserts what is in the clipboard.") { input, _, _ in
      input.paste(nil)
    }
    t.property("canUndo", "boolean", "Whether there is something to take back.") {
      $1.give($0.canUndo)
    }
    t.property("canRedo", "boolean", "Whether there is something to do again.") {
      $1.give($0.canRedo)
    }
    t.method("undo", "()", "Takes back the user's last step.") { input, _, _ in input.undo() }
    t.method("redo", "()", "Does again what was taken back.") { input, _, _ in input.redo() }
  }
}

/// What scripts see alike of a field and a text view.
private protocol ScriptedText: View, ResponderStandardEditActions {
  var text: String { get set }
  var textColor: Color? { get set }
  var font: Font { get set }
  var isEditing: Bool { get }
  var selectedRange: Range<Int> { get set }
  var canUndo: Bool { get }
  var canRedo: Bool { get }
  func insertText(_ text: String)
  func deleteBackward()
  func undo()
  func redo()
  func answers(_ engine: ScriptEngine) -> ScriptAnswers
}

extension TextField: ScriptedText {}
extension TextView: ScriptedText {}

extension LuaCall {
  func give(_ range: Range<Int>) {
    giveTable {
      key("location")
      give(range.lowerBound)
      key("length")
      give(range.count)
    }
  }
}

extension Argument {
  /// A range of characters.
  func range() throws(LuaRefusal) -> Range<Int> {
    try requireFields([.location, .length])
    let number: (Argument) throws(LuaRefusal) -> Int = { a throws(LuaRefusal) in
      a.isMissing ? 0 : try a.integer(in: 0...1_000_000_000)
    }
    let start = try field(.location, number)
    return start..<start + (try field(.length, number))
  }
}

/// A question that a script answers through a function property.
enum TextQuestion: String, CaseIterable {
  case shouldBegin, shouldEnd, shouldChange, shouldReturn, shouldClear

  var doc: String {
    switch self {
    case .shouldBegin: "Whether editing may begin: fn(field). It may not wait."
    case .shouldEnd: "Whether editing may end: fn(field). It may not wait."
    case .shouldChange: "Whether the user may change it: fn(field, range, text). It may not wait."
    case .shouldReturn: "Whether Return counts: fn(field). It may not wait."
    case .shouldClear: "Whether the clear button may: fn(field). It may not wait."
    }
  }
}

/// Asks a script's functions on behalf of a text control.
final class ScriptAnswers {
  let engine: ScriptEngine
  private unowned let owner: View
  private var slots: [TextQuestion: LuaSlot] = [:]
  private var scrollSlot: LuaSlot?

  init(_ engine: ScriptEngine, owner: View) {
    self.engine = engine
    self.owner = owner
  }

  func set(_ question: TextQuestion, _ slot: LuaSlot?) {
    if let old = slots[question] { engine.state.clear(old, of: LuaObject(owner)) }
    slots[question] = slot
  }

  func setScrollHandler(_ slot: LuaSlot?) {
    if let old = scrollSlot { engine.state.clear(old, of: LuaObject(owner)) }
    scrollSlot = slot
  }

  fileprivate func runScrollHandler() {
    guard let scrollSlot else { return }
    let owner = owner
    engine.run(scrollSlot, of: owner, event: "onScroll", handler: "the function given to onScroll")
  }

  /// The answer: yes when there is no function, or when it fails, which is reported.
  func ask(_ question: TextQuestion, _ range: Range<Int>? = nil, _ text: String = "") -> Bool {
    guard let slot = slots[question] else { return true }
    let owner = owner
    do throws(LuaFailure) {
      return try engine.state.ask(
        LuaObject(owner), slot, range.map { .change($0, text) } ?? .plain) ?? true
    } catch {
      engine.report(
        error,
        at: HandlerPlace(
          sender: owner.debugName, event: question.rawValue,
          handler: "the function given to \(question.rawValue)"))
      return true
    }
  }
}

extension ScriptAnswers: TextViewDelegate {
  func textViewShouldBeginEditing(_ textView: TextView) -> Bool { ask(.shouldBegin) }
  func textViewShouldEndEditing(_ textView: TextView) -> Bool { ask(.shouldEnd) }
  func textView(
    _ textView: TextView, shouldChangeTextIn range: Range<Int>, replacementText text: String
  ) -> Bool {
    ask(.shouldChange, range, text)
  }
  func scrollViewDidScroll(_ scrollView: ScrollView) { runScrollHandler() }
}

extension ScriptAnswers: TextFieldDelegate {
  func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { ask(.shouldBegin) }
  func textFieldShouldEndEditing(_ textField: TextField) -> Bool { ask(.shouldEnd) }
  func textFieldShouldReturn(_ textField: TextField) -> Bool { ask(.shouldReturn) }
  func textFieldShouldClear(_ textField: TextField) -> Bool { ask(.shouldClear) }
  func textField(
    _ textField: TextField, shouldChangeCharactersIn range: Range<Int>,
    replacementString string: String
  ) -> Bool {
    ask(.shouldChange, range, string)
  }
}

extension View {
  private static let answersKey = AssociatedKey<ScriptAnswers>("HandlerHost.answers")

  /// The script's answers for this text control, kept by it.
  var scriptAnswers: ScriptAnswers? {
    get { associated(View.answersKey) }
    set { setAssociated(newValue, for: View.answersKey) }
  }
}

extension TextField {
  /// The script's answers; the first one makes them the delegate.
  func answers(_ engine: ScriptEngine) -> ScriptAnswers {
    if let known = scriptAnswers, known.engine === engine { return known }
    let answers = ScriptAnswers(engine, owner: self)
    scriptAnswers = answers
    delegate = answers
    return answers
  }
}

extension ScrollView {
  /// The script's answers; the first one makes them the delegate.
  func answers(_ engine: ScriptEngine) -> ScriptAnswers {
    if let known = scriptAnswers, known.engine === engine { return known }
    let answers = ScriptAnswers(engine, owner: self)
    scriptAnswers = answers
    delegate = answers
    return answers
  }
}
