import ControlKit
import HandlerHostTerminal
import Testing
import TextScreen

/// Bytes of the terminal become the application's input.
struct InputTests {
  @Test func pressDragAndReleaseAreOneTouch() {
    let terminal = Terminal()

    terminal.type("\u{1B}[<0;10;5M\u{1B}[<32;11;5M\u{1B}[<32;11;6M\u{1B}[<0;11;6m")

    // Cells count from 1, and a cell stands for its middle.
    #expect(
      terminal.view.log == [
        "began @0 76,72 pointer", "moved @0 84,72 pointer", "moved @0 84,88 pointer",
        "ended @0 84,88 pointer",
      ])
  }

  @Test func reportMayComeInPieces() {
    let terminal = Terminal()

    for byte in "\u{1B}[<0;10;5M\u{1B}[<0;10;5m".utf8 { terminal.frontEnd.push([byte]) }

    #expect(terminal.view.log.map { $0.prefix(5) } == ["began", "ended"])
  }

  @Test func manyReportsAtOnceAreAllRead() {
    let terminal = Terminal()

    terminal.type(
      "\u{1B}[<0;1;1M" + String(repeating: "\u{1B}[<32;20;10M", count: 500) + "\u{1B}[<0;1;1m")

    #expect(terminal.view.log.count == 502)
  }

  @Test func theWheelScrollsWhatIsUnderIt() {
    let terminal = Terminal()
    let scroll = ScrollView(frame: Rect(x: 0, y: 0, width: 160, height: 64))
    scroll.contentSize = Size(width: 160, height: 640)
    terminal.view.addSubview(scroll)

    terminal.type("\u{1B}[<65;3;3M\u{1B}[<65;3;3M")
    #expect(scroll.contentOffset.y == 96)
    terminal.type("\u{1B}[<64;3;3M\u{1B}[<64;30;3M")
    #expect(scroll.contentOffset.y == 48)
  }

  /// The pointer's moves are asked for only while a recognizer of a shown window follows it.
  @Test func movesAreAskedForWhenSomeoneFollowsThem() {
    let terminal = Terminal()
    #expect(!terminal.frame().contains("?1003h"))

    let hover = HoverGestureRecognizer()
    terminal.view.addGestureRecognizer(hover)
    #expect(terminal.frame().contains("\u{1B}[?1003h"))
    #expect(!terminal.frame().contains("h"))
    terminal.view.removeGestureRecognizer(hover)
    #expect(terminal.frame().contains("\u{1B}[?1002h"))
  }

  /// A report of a move with no button down is a hover, in pieces and among others, too; with one
  /// down it is none.
  @Test(arguments: [false, true])
  func movesWithoutAButtonHover(inPieces: Bool) {
    let terminal = Terminal()
    let hover = HoverGestureRecognizer()
    var log: [String] = []
    for (name, event) in GestureEvents.named where name != "recognized" {
      hover.addAction(for: event) {
        let place = hover.location(in: nil)
        log.append("\(name) \(Int(place.x)),\(Int(place.y))")
      }
    }
    terminal.view.addGestureRecognizer(hover)
    terminal.view.frame = Rect(x: 0, y: 0, width: 160, height: 96)
    let moves =
      "\u{1B}[<35;3;3M" + "\u{1B}[<51;4;3M" + "\u{1B}[<0;4;3M\u{1B}[<32;5;3M\u{1B}[<0;5;3m"
      + "\u{1B}[<35;39;3M"

    if inPieces {
      for byte in moves.utf8 { terminal.frontEnd.push([byte]) }
    } else {
      terminal.type(moves)
    }

    #expect(log.map { $0.prefix { $0 != " " } } == ["began", "changed", "ended"])
    #expect(terminal.view.log.map { $0.prefix(5) } == ["began", "moved", "ended"])
  }

  /// What only looks like a report of a move is none.
  @Test(arguments: [
    "\u{1B}[<35;3M", "\u{1B}[<35;3;3m", "\u{1B}[<34;3;3M", "\u{1B}[<99;3;3M", "\u{1B}[35;3;3M",
    "\u{1B}[<35;0;3M", "\u{1B}[<35;99999999999999999999999999;3M",
  ])
  func noMove(report: String) {
    let terminal = Terminal()
    let hover = HoverGestureRecognizer()
    terminal.view.addGestureRecognizer(hover)

    terminal.type(report)

    #expect(hover.state == .possible)
  }

  /// Shift turns the wheel sideways, and a wheel that tilts scrolls that way by itself.
  @Test(arguments: [
    ("\u{1B}[<69;3;3M", 48.0), ("\u{1B}[<67;3;3M", 48), ("\u{1B}[<69;3;3M\u{1B}[<68;3;3M", 0),
    ("\u{1B}[<67;3;3M\u{1B}[<67;3;3M\u{1B}[<66;3;3M", 48), ("\u{1B}[<65;3;3M", 0),
  ])
  func theWheelScrollsSideways(bytes: String, x: Double) {
    let terminal = Terminal()
    let scroll = ScrollView(frame: Rect(x: 0, y: 0, width: 160, height: 64))
    scroll.contentSize = Size(width: 640, height: 64)
    terminal.view.addSubview(scroll)

    terminal.type(bytes)

    #expect(scroll.contentOffset == Point(x: x, y: 0))
    #expect(terminal.view.log.isEmpty)
  }

  @Test func otherButtonsAndTheWheelAreNoTouches() {
    let terminal = Terminal()

    terminal.type("\u{1B}[<2;3;3M\u{1B}[<2;3;3m\u{1B}[<1;3;3M\u{1B}[<1;3;3m\u{1B}[<64;3;3M")
    terminal.type("\u{1B}[<32;3;3M\u{1B}[<0;3;3m")

    #expect(terminal.view.log.isEmpty)
  }

  @Test(arguments: [
    ("\t", "tab"), ("\u{1B}[Z", "shift-tab"), (" ", "space"), ("\r", "return"), ("\n", "return"),
    ("\u{1B}[A", "up"), ("\u{1B}[B", "down"), ("\u{1B}[C", "right"), ("\u{1B}[D", "left"),
    ("\u{1B}OA", "up"), ("\u{1B}[H", "home"), ("\u{1B}[F", "end"), ("\u{1B}[5~", "pageUp"),
    ("\u{1B}[6~", "pageDown"), ("\u{1B}[3~", "delete"), ("\u{7F}", "backspace"),
    ("\u{8}", "backspace"), ("a", "a"), ("한", "한"), ("😀", "😀"), ("\u{1}", "ctrl-a"),
    ("\u{1B}x", "alt-x"), ("\u{1B}[1;5C", "ctrl-right"), ("\u{1B}[1;2A", "shift-up"),
  ])
  func keys(bytes: String, name: String) {
    let terminal = Terminal()

    terminal.type(bytes)

    #expect(terminal.view.log == ["+\(name)"])
  }

  @Test func keyComesUpAfterAMoment() {
    let terminal = Terminal()
    let hold = InteractionMetrics().keyHoldDuration

    terminal.type(" ")
    terminal.advance(to: hold * 0.9)
    #expect(terminal.view.log == ["+space"])

    terminal.advance(to: hold)
    #expect(terminal.view.log == ["+space", "-space"])
  }

  @Test func secondKeyReleasesTheFirst() {
    let terminal = Terminal()

    terminal.type("ab")
    terminal.advance(to: 1)

    #expect(terminal.view.log == ["+a", "-a", "+b", "-b"])
  }

  /// The lone Escape is told from the beginning of a sequence by the real time that passes.
  @Test func loneEscapeIsReportedAfterItsTimeout() throws {
    let terminal = Terminal()

    terminal.type("\u{1B}")
    #expect(terminal.view.log.isEmpty)
    let timeout = try #require(terminal.frontEnd.inputTimeout)
    #expect(timeout > 0 && timeout < 1)

    let clock = ContinuousClock()
    let end = clock.now.advanced(by: .seconds(timeout + 0.01))
    while clock.now < end {}
    terminal.frontEnd.update(now: 0)

    #expect(terminal.view.log == ["+escape"])
    #expect(terminal.frontEnd.inputTimeout == nil)
  }

  @Test func interruptGoesToTheOwner() {
    let terminal = Terminal()
    var interrupts = 0
    terminal.frontEnd.onInterrupt = { interrupts += 1 }

    terminal.type("\u{3}")

    #expect(interrupts == 1 && terminal.view.log.isEmpty)
  }

  /// The owner may stop in the middle of what came.
  @Test func nothingIsReportedAfterStop() {
    let terminal = Terminal()
    terminal.frontEnd.onInterrupt = { [frontEnd = terminal.frontEnd] in frontEnd.stop() }

    terminal.type("a\u{3}b")

    #expect(terminal.view.log == ["+a"])
  }

  @Test func endOfTheTerminalIsTold() {
    let terminal = Terminal()
    terminal.port.incoming = [Array("a".utf8), [], nil]

    #expect(terminal.frontEnd.inputReady())
    #expect(terminal.frontEnd.inputReady())
    #expect(!terminal.frontEnd.inputReady())
    #expect(terminal.view.log == ["+a"])
  }

  // MARK: - The close mark

  private func card() throws -> (Terminal, String, String) {
    let terminal = Terminal(size: CellMetrics.size(columns: 20, rows: 4))
    let mark = try #require(TextRenderer.closeMark(of: terminal.application))
    let place = "0;\(mark.left + 2);\(mark.top + 1)"
    return (terminal, "\u{1B}[<\(place)M", "\u{1B}[<\(place)m")
  }

  @Test func clickOnTheMarkClosesTheWindow() throws {
    let (terminal, press, release) = try card()

    terminal.type(press)
    #expect(terminal.application.windows.count == 1)
    terminal.type(release)

    #expect(terminal.application.windows.isEmpty && terminal.view.log.isEmpty)
  }

  @Test func releaseBesideTheMarkKeepsTheWindow() throws {
    let (terminal, press, _) = try card()

    terminal.type(press + "\u{1B}[<32;20;7M\u{1B}[<0;20;7m")

    #expect(terminal.application.windows.count == 1 && terminal.view.log.isEmpty)
  }
}
