import ControlKit
import HandlerHostTerminal
import Testing
import TextScreen

/// What the terminal is sent.
struct OutputTests {
  private func label(_ text: String, in terminal: Terminal, row: Int = 0) -> Label {
    let label = Label(text: text)
    label.frame = Rect(x: 0, y: Double(row) * 16, width: 320, height: 16)
    terminal.view.addSubview(label)
    return label
  }

  @Test func startAndStopAreSymmetric() {
    let terminal = Terminal(start: false)

    #expect(terminal.frontEnd.start() && terminal.frontEnd.start())
    let started = terminal.port.takeText()
    for mode in ["?1049h", "?25l", "?1002h", "?1006h", "="] {
      #expect(started.contains("\u{1B}" + (mode == "=" ? mode : "[" + mode)), "\(mode)")
    }
    #expect(started.hasPrefix("\u{1B}[?1049h"))

    terminal.frontEnd.stop()
    terminal.frontEnd.stop()
    let stopped = terminal.port.takeText()
    #expect(
      stopped
        == "\u{1B}[?2026l\u{1B}[m\u{1B}[?1002l\u{1B}[?1003l\u{1B}[?1006l\u{1B}[?69l\u{1B}>\u{1B}[?25h"
        + "\u{1B}[?1049l")
    #expect(terminal.port.modes == ["raw", "cooked"])
    #expect(!terminal.frontEnd.isRunning)
  }

  @Test func applicationGetsTheTerminalsSize() {
    let terminal = Terminal()
    #expect(terminal.application.screenSize == CellMetrics.size(columns: 40, rows: 12))

    terminal.port.size = (columns: 50, rows: 20)
    terminal.frontEnd.resized()

    #expect(terminal.application.screenSize == CellMetrics.size(columns: 50, rows: 20))
    #expect(terminal.frame().utf8.count > 50 * 20)
  }

  @Test func firstFrameShowsTheScreenAndTheNextOneNothing() {
    let terminal = Terminal()
    _ = label("Hello 한국어", in: terminal)

    let first = terminal.frame()
    #expect(first.contains("Hello") && first.contains("한국어"))
    #expect(first.hasPrefix("\u{1B}[?2026h") && first.hasSuffix("\u{1B}[?2026l"))
    #expect(terminal.frame().isEmpty)
  }

  /// A frame costs what changed, not what is on the screen.
  @Test func frameIsProportionalToTheChange() {
    let terminal = Terminal()
    let label = label("count 1 of 9999", in: terminal)
    _ = terminal.frame()

    label.text = "count 2 of 9999"
    let frame = terminal.frame()

    #expect(frame.contains("\u{1B}[1;7H"))
    #expect(frame.contains("2") && !frame.contains("count"))
    #expect(frame.utf8.count < 120)
  }

  /// Terminals differ in how wide such a character is: what follows gets its own place.
  @Test func disputedWidthsArePlacedExactly() {
    let terminal = Terminal()
    _ = label("👨‍👩‍👧‍👦end", in: terminal)

    let frame = terminal.frame()

    #expect(frame.contains("  \u{1B}[1H👨‍👩‍👧‍👦\u{1B}[1;3Hend"))
  }

  @Test func coloursFollowTheMode() {
    for (mode, part) in [(ColorMode.trueColor, "38;2;"), (.indexed, "38;5;")] {
      let terminal = Terminal(mode: mode)
      _ = label("x", in: terminal)
      terminal.frontEnd.redraw()
      #expect(terminal.frame().contains(part))
    }
  }

  /// Without colours a state is told by attributes.
  @Test func plainTerminalGetsNoColour() {
    let terminal = Terminal(mode: .plain)
    let button = Button(title: "Tap")
    button.frame = Rect(x: 0, y: 0, width: 64, height: 16)
    terminal.view.addSubview(button)
    #expect(!terminal.frame().contains("38;"))

    button.isHighlighted = true
    #expect(terminal.frame().contains("7m"))

    button.isHighlighted = false
    button.isEnabled = false
    let disabled = terminal.frame()
    #expect(disabled.contains("\u{1B}[2m") && disabled.contains("\u{1B}[22m"))
  }

  /// Nor is an area left out that its ground alone would show.
  @Test(arguments: [(ColorMode.plain, true), (.indexed, false)])
  func plainTerminalShowsAreas(mode: ColorMode, hasEdge: Bool) {
    let terminal = Terminal(mode: mode)
    let list = ScrollView(frame: Rect(x: 8, y: 16, width: 64, height: 48))
    list.backgroundColor = Color("secondaryBackground")
    terminal.view.addSubview(list)
    terminal.frontEnd.redraw()

    let frame = terminal.frame()

    #expect(frame.contains("┌──────┐") == hasEdge)
    #expect(terminal.frontEnd.screenText.contains("└──────┘") == hasEdge)
  }

  @Test(arguments: [
    (["TERM": "xterm-256color", "COLORTERM": "truecolor"], ColorMode.trueColor),
    (["TERM": "xterm", "COLORTERM": "24bit"], .trueColor), (["TERM": "xterm-256color"], .indexed),
    (["TERM": "dumb", "COLORTERM": "truecolor"], .plain), ([:], .plain),
    (["TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": "1"], .plain),
    (["TERM": "xterm", "NO_COLOR": ""], .indexed), (["TERM": "xterm-direct"], .trueColor),
  ])
  func modeIsReadFromTheEnvironment(environment: [String: String], mode: ColorMode) {
    #expect(ColorMode.detect { environment[$0] } == mode)
  }

  /// Terminals that tell their colours do so in different ways; others tell nothing.
  @Test(
    arguments: [
      ("15;0", UserInterfaceStyle.dark), ("0;15", .light), ("0;default;15", .light),
      ("0;7", .light),
      ("12;8", .dark), ("0;11", .light), ("default;default", nil), ("0", nil), ("0;99", nil),
      ("", nil),
      (nil, nil),
    ] as [(String?, UserInterfaceStyle?)])
  func styleIsReadFromTheEnvironment(value: String?, style: UserInterfaceStyle?) {
    #expect(ColorMode.detectStyle { $0 == "COLORFGBG" ? value : nil } == style)
  }

  /// Another style draws everything anew in its colours.
  @Test func styleChangesTheColours() {
    let terminal = Terminal()

    terminal.application.userInterfaceStyle = .dark
    #expect(
      terminal.frame().contains("48;2;22;24;29") || terminal.frame().contains("48:2:22:24:29"))
    #expect(terminal.frame() == "")
  }

  @Test(arguments: [
    (0x000000, 16), (0xFFFFFF, 231), (0xFF0000, 196), (0x5F87AF, 67), (0x808080, 244),
    (0x16181D, 234),
  ])
  func nearestOfThePalette(color: UInt32, index: Int) {
    #expect(ColorMode.index(of: RGB(color)) == index)
  }

  // MARK: - The log

  @Test func logAppearsWithTheFirstLineAndTakesItsRows() {
    let terminal = Terminal()

    terminal.frontEnd.appendLog("hello \u{1B}[31mred")
    let frame = terminal.frame()

    #expect(terminal.application.screenSize == CellMetrics.size(columns: 40, rows: 8))
    #expect(frame.contains("log"))
    // The script's escape sequences do not reach the terminal.
    #expect(frame.contains("hello [31mred") && !frame.contains("\u{1B}[31m"))
  }

  @Test(arguments: ["\u{1B}[24~", "\u{C}"])
  func logCanBeHidden(key: String) {
    let terminal = Terminal()
    terminal.frontEnd.appendLog("one")

    terminal.type(key)
    #expect(terminal.application.screenSize == CellMetrics.size(columns: 40, rows: 12))

    terminal.frontEnd.appendLog("two")
    #expect(terminal.application.screenSize == CellMetrics.size(columns: 40, rows: 12))

    terminal.type(key)
    #expect(terminal.application.screenSize == CellMetrics.size(columns: 40, rows: 8))
    let frame = terminal.frame()
    #expect(frame.contains("one") && frame.contains("two"))
    #expect(terminal.view.log.isEmpty)
  }

  @Test func lastThreeLinesAreShown() {
    let terminal = Terminal()
    for number in 1...5 { terminal.frontEnd.appendLog("line \(number)") }

    let frame = terminal.frame()

    #expect(!frame.contains("line 2") && frame.contains("line 3") && frame.contains("line 5"))
  }

  @Test func clicksOnTheLogReachNobody() {
    let terminal = Terminal()
    terminal.frontEnd.appendLog("one")

    terminal.type("\u{1B}[<0;3;11M\u{1B}[<0;3;11m")

    #expect(terminal.view.log.isEmpty)
  }
}
