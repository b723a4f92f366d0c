import ControlKit
import Testing
import TextScreen

/// Every state of every control can be told from the characters alone.
struct ControlLookTests {
  /// How a state comes about.
  enum Change: CaseIterable {
    case none, disabled, pressed, focused, selected

    func apply(to control: Control) {
      switch self {
      case .none: break
      case .disabled: control.isEnabled = false
      case .pressed: control.isHighlighted = true
      case .focused: control.becomeFirstResponder()
      case .selected: control.isSelected = true
      }
    }
  }

  private func look(_ control: Control, _ change: Change, columns: Int, rows: Int = 1) -> String {
    let screen = Screen(control, columns: columns, rows: rows)
    change.apply(to: control)
    return screen.text
  }

  @Test(arguments: [
    (Change.none, "[ Tap ]"), (.disabled, "( Tap )"), (.pressed, "▐ Tap ▌"), (.focused, "[▸Tap◂]"),
    (.selected, "[✓Tap ]"),
  ])
  func button(change: Change, expected: String) {
    #expect(look(Button(title: "Tap"), change, columns: 7) == expected)
  }

  /// What Return presses is marked, until it has the focus itself.
  @Test func defaultButton() {
    let button = Button(title: "OK")
    let screen = Screen(button, columns: 6)
    screen.window.defaultButton = button
    #expect(screen.text == "[↵OK ]")
    button.becomeFirstResponder()
    #expect(screen.text == "[▸OK◂]")
  }

  /// Without room beside the title, marks replace the ends and never a part of the title.
  @Test(arguments: [
    (Change.none, "[Tap]"), (.focused, "▸Tap◂"), (.selected, "✓Tap]"), (.pressed, "▐Tap▌"),
  ])
  func narrowButton(change: Change, expected: String) {
    #expect(look(Button(title: "Tap"), change, columns: 5) == expected)
  }

  @Test(arguments: [(6, "[Can…]"), (4, "[C…]"), (3, "[…]"), (2, "Ca"), (1, "C")])
  func titleIsCut(columns: Int, expected: String) {
    #expect(look(Button(title: "Cancel"), .none, columns: columns) == expected)
  }

  @Test(arguments: [
    (Change.none, "╭───────╮\n│  Tap  │\n╰───────╯"),
    (.pressed, "┏━━━━━━━┓\n┃  Tap  ┃\n┗━━━━━━━┛"),
    (.focused, "╭───────╮\n│ ▸Tap◂ │\n╰───────╯"),
    (.disabled, "╭╌╌╌╌╌╌╌╮\n╎  Tap  ╎\n╰╌╌╌╌╌╌╌╯"),
  ])
  func tallButton(change: Change, expected: String) {
    #expect(look(Button(title: "Tap"), change, columns: 9, rows: 3) == expected)
  }

  @Test func buttonAsksForTheRoomItsLookNeeds() {
    let button = Button(title: "확인", image: Image("check"))
    let screen = Screen(columns: 20, rows: 1)
    screen.window.addSubview(StackView(axis: .horizontal, [button]))

    #expect(screen.text == "[ ✓ 확인 ]")
  }

  @Test(arguments: [
    (Change.none, "━━●───"), (.disabled, "╌╌○╌╌╌"), (.pressed, "━━◆───"), (.focused, "━━◉───"),
  ])
  func slider(change: Change, expected: String) {
    #expect(look(Slider(value: 0.4), change, columns: 6) == expected)
  }

  /// Pressing the cell in which the knob is drawn takes hold of it: the value stays.
  @Test(arguments: Array(stride(from: 0.0, through: 1.0, by: 0.03)))
  func sliderKnobIsWhereItIsDrawn(value: Double) throws {
    let slider = Slider(value: value)
    let screen = Screen(slider, columns: 17)
    let column = try #require(Array(screen.text).firstIndex(of: "●"))

    screen.touch(.began, column: column, row: 0)

    #expect(slider.value == value)
  }

  @Test(arguments: [
    (false, Change.none, "[○───]"), (true, .none, "[━━━●]"), (false, .focused, "▸◎───◂"),
    (true, .focused, "▸━━━◉◂"), (false, .pressed, "▐○───▌"), (true, .disabled, "(━━━●)"),
  ])
  func toggle(isOn: Bool, change: Change, expected: String) {
    #expect(look(Switch(isOn: isOn), change, columns: 6) == expected)
  }

  @Test(arguments: [
    (Change.none, 6, "○ ● ○"), (.focused, 5, "○ ◉ ○"), (.pressed, 5, "◇ ◆ ◇"),
    (.disabled, 5, "· • ·"), (.none, 3, "○●○"), (.none, 2, "2…"),
  ])
  func pages(change: Change, columns: Int, expected: String) {
    let pages = PageControl()
    pages.numberOfPages = 3
    pages.currentPage = 1

    #expect(look(pages, change, columns: columns) == expected)
  }

  @Test func hugePageCountIsANumber() {
    let pages = PageControl()
    pages.numberOfPages = .max

    #expect(Screen(pages, columns: 30).text.hasSuffix("1/\(Int.max)"))
  }

  @Test(arguments: [
    (0.0, "░░░░░"), (0.5, "██▌░░"), (0.99, "████▌"), (1.0, "█████"),
  ])
  func progress(part: Double, expected: String) {
    #expect(Screen(ProgressView(progress: part), columns: 5).text == expected)
  }

  @Test func toolbar() {
    let off = BarButtonItem(title: "Off")
    off.isEnabled = false
    let bar = Toolbar(items: [
      BarButtonItem(title: "확인", style: .done), BarButtonItem(image: Image("star")), off,
      .flexibleSpace(), BarButtonItem(title: "Go"),
    ])

    #expect(Screen(bar, columns: 40).text == "[ 확인 ] [ ★ ] ( Off )            [ Go ]")
  }

  @Test func unknownControlShowsItsNameAndStates() {
    final class Dial: Control {}
    let dial = Dial()
    let screen = Screen(dial, columns: 10)
    #expect(screen.text == "[  Dial  ]")

    dial.accessibilityLabel = "Volume"
    dial.isHighlighted = true
    #expect(screen.text == "▐ Volume ▌")
  }

  /// In colour, every state of a button differs, too.
  @Test func statesDifferInColour() {
    var styles: Set<[CellStyle]> = []
    for change in Change.allCases {
      let button = Button(title: "Tap")
      let screen = Screen(button, columns: 7)
      change.apply(to: button)
      styles.insert(screen.grid[row: 0].map(\.style))
    }

    #expect(styles.count == Change.allCases.count)
  }
}
