import ControlKit
import HandlerHostHeadless
import Testing
import TextScreen

/// What lines do, and how a run ends.
struct HeadlessRunnerTests {
  private let screen = Screen(columns: 40, rows: 10)
  private let button = Button(title: "OK")
  private let runner: HeadlessRunner

  init() {
    runner = HeadlessRunner(application: screen.application)
    button.id = "ok"
    button.frame = Rect(x: 16, y: 16, width: 80, height: 16)
    screen.window.addSubview(button)
  }

  private final class Log {
    var entries: [String] = []
  }

  private func log(_ control: Control) -> Log {
    let log = Log()
    for (event, name) in [
      (ControlEvents.touchDown, "down"), (.touchUpInside, "inside"), (.touchUpOutside, "outside"),
      (.touchCancel, "cancel"), (.valueChanged, "value"), (.touchDragExit, "exit"),
    ] {
      control.addAction(for: event) { [weak control] in
        let time = control?.window?.application?.scheduler.now ?? -1
        log.entries.append("\(name) \(time)")
      }
    }
    return log
  }

  /// The pointer hovers over a place, over a view, and leaves the screen; nothing is touched.
  @Test func hovers() throws {
    let touches = log(button)
    let hover = HoverGestureRecognizer()
    var entries: [String] = []
    for (name, event) in GestureEvents.named where name != "recognized" {
      hover.addAction(for: event) { entries.append(name) }
    }
    button.addGestureRecognizer(hover)

    for line in ["hover 0 0", "hover @ok", "hover @\"ok\"", "hover 0 0", "hover @ok", "hover out"] {
      try runner.run(line: line)
    }

    #expect(entries == ["began", "ended", "began", "ended"])
    #expect(touches.entries.isEmpty)
    #expect(throws: EventScriptError.self) { try runner.run(line: "hover @nope") }
  }

  @Test func tapGoesThroughHitTesting() throws {
    let log = log(button)

    try runner.run(line: "wait 0.5")
    try runner.run(line: "tap ok")

    #expect(log.entries == ["down 0.5", "inside 0.5"])
  }

  @Test func pressHoldsForItsTime() throws {
    let log = log(button)

    try runner.run(line: "press ok 0.75")

    #expect(log.entries == ["down 0.0", "inside 0.75"])
  }

  @Test func dragEndsWhereItGoes() throws {
    let log = log(button)

    try runner.run(line: "drag ok 100 0")

    #expect(log.entries == ["down 0.0", "exit 0.0", "outside 0.0"])
  }

  /// A pointer has no slop, a finger 70 points.
  @Test(arguments: [("down", "outside 0.0"), ("down finger", "inside 0.0")])
  func fingerHasSlop(down: String, last: String) throws {
    let log = log(button)

    try runner.run(line: "\(down) @3 24 24")
    try runner.run(line: "move @3 24 60")
    try runner.run(line: "up @3 24 60")

    #expect(log.entries.last == last)
  }

  @Test func cancelIsACancel() throws {
    let log = log(button)

    try runner.run(line: "down 24 24")
    try runner.run(line: "cancel")

    #expect(log.entries == ["down 0.0", "cancel 0.0"])
  }

  /// A label takes no touches: they go to what it is in, as a finger's would.
  @Test func tapOnALabelReachesItsContainer() throws {
    let box = Control()
    box.frame = Rect(x: 0, y: 48, width: 80, height: 32)
    let label = Label(text: "in")
    label.id = "label"
    box.addSubview(label)
    screen.window.addSubview(box)
    let log = log(box)

    try runner.run(line: "tap label")

    #expect(log.entries == ["down 0.0", "inside 0.0"])
  }

  @Test func keysMoveTheFocusAndPress() throws {
    let log = log(button)

    try runner.run(line: "key tab")
    #expect(button.isFirstResponder)
    try runner.run(line: "key space")
    try runner.run(line: "type x y")

    // The space that is typed presses, too.
    #expect(log.entries == ["inside 0.0", "inside 0.0"])
  }

  @Test func resizeAndScreen() throws {
    try runner.run(line: "resize 160 48")

    #expect(runner.application.screenSize == Size(width: 160, height: 48))
    #expect(runner.screenText == "\n  [   OK   ]")
  }

  @Test func screenIsATerminalsUnlessResized() {
    let application = Application()
    #expect(CellMetrics.cells(in: application.screenSize) == (80, 24))
  }

  /// A handler that closes the window in the middle of a tap disturbs nothing.
  @Test func windowMayCloseDuringATap() throws {
    button.addAction(for: .touchDown) { [screen] in screen.application.close(screen.window) }

    try runner.run(line: "tap ok")

    #expect(runner.application.windows.isEmpty)
    #expect(throws: EventScriptError.self) { try runner.run(line: "tap ok") }
  }

  /// What is due at once runs before the next line.
  @Test func timersWithoutDelayRunAfterTheLine() throws {
    var ran = false
    button.addAction(for: .touchUpInside) { [screen] in
      screen.application.scheduler.after(0) { ran = true }
    }

    try runner.run(line: "tap ok")

    #expect(ran)
  }

  // MARK: - The end

  @Test func endJumpsFromTimerToTimer() {
    let scheduler = screen.application.scheduler
    var times: [Double] = []
    scheduler.every(1) { times.append(scheduler.now) }
    scheduler.after(2.5) {
      times.append(scheduler.now)
      scheduler.after(1) { times.append(scheduler.now) }
    }
    var isClosed = false
    screen.application.onLastWindowClosed = { isClosed = true }

    let ending = runner.finish(hasPendingWork: { false })

    #expect(times == [1, 2, 2.5, 3, 3.5])
    #expect(ending == .idle)
    #expect(isClosed && screen.application.windows.isEmpty)
  }

  /// However far away a timer is, it runs.
  @Test func endJumpsOverAnyTime() {
    let scheduler = screen.application.scheduler
    var times: [Double] = []
    for time in [1, 1e5, 1e9] { scheduler.after(time) { times.append(scheduler.now) } }

    #expect(runner.finish(hasPendingWork: { false }) == .idle)
    #expect(times == [1, 1e5, 1e9])
  }

  @Test func endWaitsForTheOwnersWork() {
    let scheduler = screen.application.scheduler
    var ticks = 0
    scheduler.every(1) { ticks += 1 }

    #expect(runner.finish(hasPendingWork: { ticks < 5 }) == .idle)
    #expect(ticks == 5)
  }

  /// A handler that waits for a tap that never comes must not keep the run alive.
  @Test func endGivesUpOnWhatCannotHappen() {
    #expect(runner.finish(hasPendingWork: { true }) == .stillWaiting)

    var ticks = 0
    screen.application.scheduler.every(600) { ticks += 1 }
    #expect(runner.finish(hasPendingWork: { true }) == .stillWaiting)
    #expect(ticks == 6)
  }

  @Test func endStopsWhenToldTo() {
    let scheduler = screen.application.scheduler
    var isStopped = false
    var ranLate = false
    scheduler.after(1) { isStopped = true }
    scheduler.after(2) { ranLate = true }

    #expect(runner.finish(isStopped: { isStopped }, hasPendingWork: { false }) == .stopped)
    #expect(!ranLate && screen.application.windows.isEmpty)
  }

  /// Timers that set others for ever do not keep the run alive for ever, whether the clock moves or not;
  /// a repeating one that sets one at each run neither.
  @Test(arguments: [0, 0.25]) func endGivesUpOnEndlessTimers(delay: Double) {
    let scheduler = screen.application.scheduler
    var runs = 0
    func again() {
      runs += 1
      scheduler.after(delay, again)
    }
    again()
    runner.mostTimers = 50

    #expect(runner.finish(hasPendingWork: { true }) == .endless)
    // At one time they run in large portions.
    #expect(runs > 50 && runs <= 52 + Scheduler.mostAddedAtOnce)
    #expect(screen.application.windows.isEmpty)
  }

  @Test func endGivesUpOnTimersSetByARepeatingOne() {
    let scheduler = screen.application.scheduler
    scheduler.every(1) { scheduler.after(2) {} }
    runner.mostTimers = 50
    scheduler.after(1.5) {}

    #expect(runner.finish(hasPendingWork: { false }) == .endless)
  }

  /// Only timers that were set after the last line count, and a limit that is just reached is kept.
  @Test func endRunsAllTimersThatWereSetBefore() {
    let scheduler = screen.application.scheduler
    var runs = 0
    for second in 1...100 {
      scheduler.after(Double(second)) {
        runs += 1
        if second <= 50 { scheduler.after(0.5) { runs += 1 } }
      }
    }
    runner.mostTimers = 50

    #expect(runner.finish(hasPendingWork: { false }) == .idle)
    #expect(runs == 150)
  }

  /// A window that opens another one as it closes cannot go on for ever.
  @Test func endOutlivesStubbornWindows() {
    let application = screen.application
    func stubborn() -> Window {
      let window = Window()
      window.onClose = { application.show(stubborn()) }
      return window
    }
    application.show(stubborn())

    #expect(runner.finish(hasPendingWork: { false }) == .idle)
  }
}
