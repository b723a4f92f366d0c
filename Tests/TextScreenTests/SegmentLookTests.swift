import ControlKit
import Testing
import TextScreen

/// Steppers, segmented controls and pictures in characters.
struct SegmentLookTests {
  enum Change { case none, disabled, pressed, focused }

  @Test(arguments: [
    (Change.none, "[ · │ + ]"), (.disabled, "( · │ + )"), (.pressed, "[ · │▐+▌]"),
    (.focused, "▸ · │ + ◂"),
  ])
  func stepper(change: Change, expected: String) {
    let stepper = Stepper()
    let screen = Screen(stepper, columns: 9)
    switch change {
    case .none: break
    case .disabled: stepper.isEnabled = false
    case .pressed:
      stepper.autorepeat = false
      screen.touch(.began, column: 6, row: 0)
      stepper.value = 0
    case .focused: stepper.becomeFirstResponder()
    }
    #expect(screen.text == expected)
  }

  @Test func stepperInTheMiddleOfItsRange() {
    let stepper = Stepper()
    stepper.value = 5
    #expect(Screen(stepper, columns: 9).text == "[ − │ + ]")
    #expect(Screen(stepper, columns: 13).text == "[  −  │  +  ]")
    #expect(Screen(stepper, columns: 2).text == "−+")
  }

  private func segments(_ change: Change, columns: Int = 22) -> Screen {
    let control = SegmentedControl(items: ["Day", "주간", "Year"])
    control.selectedSegmentIndex = 1
    let screen = Screen(control, columns: columns)
    switch change {
    case .none: break
    case .disabled: control.isEnabled = false
    case .pressed: screen.touch(.began, column: 17, row: 0)
    case .focused: control.becomeFirstResponder()
    }
    return screen
  }

  @Test(arguments: [
    (Change.none, "[ Day  │✓주간 │ Year ]"), (.disabled, "( Day  │✓주간 │ Year )"),
    (.pressed, "[ Day  │✓주간 │▐Year▌]"), (.focused, "▸ Day  │✓주간 │ Year ◂"),
  ])
  func segmented(change: Change, expected: String) {
    #expect(segments(change).text == expected)
  }

  @Test func segmentsAskForTheRoomTheyNeed() {
    let control = SegmentedControl(items: ["Day", "주간", "Year"])
    control.setEnabled(false, forSegmentAt: 2)
    control.setImage(Image("star"), forSegmentAt: 0)
    control.selectedSegmentIndex = 0
    let screen = Screen(columns: 40, rows: 1)
    screen.window.addSubview(StackView(axis: .horizontal, [control]))

    #expect(screen.text == "[✓★ Day │ 주간  │(Year) ]")
  }

  /// The segment in whose cell a press lands is the one drawn there.
  @Test func segmentsAreWhereTheyAreDrawn() {
    for column in 0..<22 {
      let control = SegmentedControl(items: ["Day", "Week", "Year"])
      let screen = Screen(control, columns: 22)
      screen.touch(.began, column: column, row: 0)
      screen.touch(.ended, column: column, row: 0)
      #expect(control.selectedSegmentIndex == (column < 8 ? 0 : column < 15 ? 1 : 2))
    }
  }

  @Test func momentarySegmentWithTheKeys() {
    let control = SegmentedControl(items: ["A", "B"])
    control.isMomentary = true
    let screen = Screen(control, columns: 9)
    control.becomeFirstResponder()
    #expect(screen.text == "▸▸A◂│ B ◂")
  }

  @Test(arguments: [
    (ImageView.ContentMode.center, "\n  ★"), (.topLeft, "★"), (.bottomRight, "\n\n    ★"),
    (.right, "\n    ★"),
  ])
  func image(mode: ImageView.ContentMode, expected: String) {
    let view = ImageView(image: Image("star"))
    view.contentMode = mode
    #expect(Screen(view, columns: 5, rows: 3).text == expected)
  }

  @Test func unknownImageIsItsLabel() {
    let view = ImageView(image: Image("/photos/cat.png"))
    #expect(Screen(view, columns: 7).text == "  cat")
    view.accessibilityLabel = "our cat"
    #expect(Screen(view, columns: 7).text == "our cat")
  }
}
