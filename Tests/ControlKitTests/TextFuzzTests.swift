import ControlKit
import TestSupport
import Testing

/// A random user of fields, text, segments and steppers, with handlers and a delegate that disturb.
private final class TextFuzzer: TextFieldDelegate, TextViewDelegate {
  let pilot = Pilot()
  let check = LeakCheck()
  let scroll = ScrollView(frame: Rect(x: 0, y: 0, width: 200, height: 160))
  let fields = [TextField(), TextField()]
  let text = TextView()
  let stepper = Stepper()
  let segments = SegmentedControl(items: ["a", "b", "c"])
  private var random: SplitMix64
  private var depth = 0
  private(set) var problems: [String] = []
  private(set) var changes = 0
  private var openSessions: Set<ObjectIdentifier> = []

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    let views: [View] = [fields[0], stepper, text, segments, fields[1]]
    for (index, view) in views.enumerated() {
      view.frame = Rect(x: 0, y: Double(index) * 80, width: 180, height: index == 2 ? 64 : 16)
      scroll.addSubview(view)
      check.watch(view)
    }
    scroll.contentSize = Size(width: 200, height: 400)
    pilot.window.addSubview(scroll)
    for view in [scroll, pilot.window] { check.watch(view) }
    check.watch(pilot.application)
    for field in fields { field.delegate = self }
    text.delegate = self
    for source in [fields[0], fields[1], stepper, segments] as [Control] { watch(source) }
    watch(text)
  }

  private func watch(_ source: any EventSource) {
    source.addAction(for: .allEvents) { [weak self] (event: ControlEvent) in
      self?.see(event)
      self?.maybeDisturb()
    }
  }

  private func see(_ event: ControlEvent) {
    let id = ObjectIdentifier(event.sender)
    switch event.type {
    case .editingDidBegin:
      if !openSessions.insert(id).inserted { problems.append("began twice") }
    case .editingDidEnd:
      if openSessions.remove(id) == nil { problems.append("ended twice") }
    case .editingChanged: changes += 1
    default: break
    }
  }

  private func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private func answer() -> Bool {
    maybeDisturb()
    return below(12) != 0
  }
  func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { answer() }
  func textFieldShouldEndEditing(_ textField: TextField) -> Bool { answer() }
  func textFieldDidBeginEditing(_ textField: TextField) { maybeDisturb() }
  func textFieldDidEndEditing(_ textField: TextField) { maybeDisturb() }
  func textFieldDidChangeSelection(_ textField: TextField) { maybeDisturb() }
  func textField(
    _ textField: TextField, shouldChangeCharactersIn range: Range<Int>,
    replacementString string: String
  ) -> Bool { answer() }
  func textView(
    _ textView: TextView, shouldChangeTextIn range: Range<Int>, replacementText text: String
  ) -> Bool { answer() }
  func scrollViewDidScroll(_ scrollView: ScrollView) { maybeDisturb() }

  private func maybeDisturb() {
    guard depth < 3, below(8) == 0 else { return }
    depth += 1
    defer { depth -= 1 }
    disturb()
  }

  private func disturb() {
    let views: [View] = fields + [text, stepper, segments]
    let view = views[below(views.count)]
    switch below(11) {
    case 0: view.isHidden.toggle()
    case 1: view.removeFromSuperview()
    case 2: scroll.addSubview(view)
    case 3: (view as? Control)?.isEnabled.toggle()
    case 4: view.becomeFirstResponder()
    case 5: view.resignFirstResponder()
    case 6: fields[below(2)].text = ["", "한국어", "a\u{301}👍🏽", "some long text here"][below(4)]
    case 7: text.text = ["", "one\ntwo", "words that wrap over several lines"][below(3)]
    case 8: pilot.application.close(pilot.window)
    case 9: segments.removeAllSegments()
    default: step()
    }
  }

  func step() {
    switch below(6) {
    case 0: touch()
    case 1: pilot.scroll(pilot.window, by: Point(x: 0, y: Double(below(80)) - 40), at: place())
    default: key()
    }
  }

  private func place() -> Point { Point(x: Double(below(220)), y: Double(below(180))) }

  private func touch() {
    let phases: [Touch.Phase] = [.began, .moved, .moved, .ended]
    pilot.application.send(
      InputEvent(
        .touch(
          id: below(2), phase: phases[below(4)], location: place(),
          kind: below(3) == 0 ? .finger : .pointer), at: pilot.now + Double(below(4)) * 0.1))
  }

  private func key() {
    let keys: [KeyPress.Key] =
      KeyPress.Named.allCases.map { .named($0) }
      + ["a", "한", "\u{301}", "👍🏽", "x", "c", "v", "x", "\u{11AB}"].map { .text($0) }
    let modifiers = KeyPress.Modifiers(rawValue: below(2) == 0 ? 0 : UInt8(below(8)))
    let press = KeyPress(keys[below(keys.count)], modifiers: modifiers)
    pilot.application.send(InputEvent(.keyDown(press), at: pilot.now))
    if below(3) > 0 { pilot.application.send(InputEvent(.keyUp(press), at: pilot.now)) }
  }

  func repair() {
    pilot.application.show(pilot.window)
    if segments.numberOfSegments == 0 { segments.insertSegment(withTitle: "n", at: 0) }
    for view in fields + [stepper, segments] as [Control] {
      view.isEnabled = true
      view.isHidden = false
      if view.superview == nil { scroll.addSubview(view) }
    }
    text.isHidden = false
    if text.superview == nil { scroll.addSubview(text) }
  }

  /// Between two inputs.
  func checkAtRest() {
    for field in fields {
      check(field.selectedRange, field.text, "field")
      if field.isEditing != field.isFirstResponder { problems.append("editing and focus differ") }
      if field.isEditing, !field.isEnabled { problems.append("editing though disabled") }
    }
    check(text.selectedRange, text.text, "text view")
    if text.isEditing != text.isFirstResponder { problems.append("text view's focus differs") }
    for view in [scroll, text] where view.contentOffset.y < 0 { problems.append("offset below 0") }
    if scroll.contentOffset.y > 240 { problems.append("offset beyond the content") }
    if stepper.value < 0 || stepper.value > 100 { problems.append("stepper out of range") }
    if segments.selectedSegmentIndex >= segments.numberOfSegments { problems.append("segment") }
    let editing = fields.count { $0.isEditing } + (text.isEditing ? 1 : 0)
    if editing > 1 { problems.append("several are being edited") }
    if openSessions.count > editing { problems.append("a session is open") }
  }

  private func check(_ range: Range<Int>, _ text: String, _ name: String) {
    if range.lowerBound < 0 || range.upperBound > text.count {
      problems.append("\(name): selection \(range) of \(text.count)")
    }
  }
}

/// §7 under random input, random answers and random handlers.
@Suite struct TextFuzzTests {
  /// Selections stay in the text, begin and end alternate, at most one view is being edited, what is
  /// scrolled stays in range, nothing is left.
  @Test(arguments: FuzzSettings.seeds([1, 7, 42, 2026]))
  func invariantsHold(seed: UInt64) {
    var problems: [String] = []
    let check: LeakCheck
    do {
      let fuzzer = TextFuzzer(seed: seed)
      check = fuzzer.check
      for step in 0..<8000 where problems.isEmpty {
        fuzzer.step()
        if step % 20 == 19 { fuzzer.repair() }
        fuzzer.checkAtRest()
        problems = fuzzer.problems.map { "step \(step): \($0)" }
      }
      #expect(fuzzer.changes > 100, "seed \(seed) does little")
    }
    #expect(problems.prefix(3) == [], "seed \(seed)")
    #expect(check.survivors == [], "seed \(seed)")
  }
}
