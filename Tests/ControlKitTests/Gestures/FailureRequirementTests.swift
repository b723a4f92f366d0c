@testable import ControlKit
import TestSupport
import Testing

/// §6 `require(toFail:)`.
@Suite struct FailureRequirementTests {
  let view = View().at(0, 0, 300, 300)
  let log = EventLog()
  let pilot: Pilot
  let single = TapGestureRecognizer()
  let double = TapGestureRecognizer()

  init() {
    pilot = Pilot(view)
    double.numberOfTapsRequired = 2
    single.name = "single"
    double.name = "double"
    log.record(single, prefix: "single ")
    log.record(double, prefix: "double ")
  }

  private func addTaps(_ order: [TapGestureRecognizer]) {
    for recognizer in order { view.addGestureRecognizer(recognizer) }
    single.require(toFail: double)
  }

  /// §6 The other failed: this proceeds, at the moment of the failure; in whatever order they are.
  @Test(arguments: [false, true])
  func proceedsWhenTheOtherFails(singleFirst: Bool) {
    addTaps(singleFirst ? [single, double] : [double, single])

    pilot.tap(view)
    #expect(log.entries == [])
    #expect(single.state == .possible)
    pilot.wait(0.34)
    #expect(log.entries == [])
    pilot.wait(0.02)
    #expect(log.entries == ["single ended"])
  }

  /// §6 The other recognized: this fails.
  @Test(arguments: [false, true])
  func failsWhenTheOtherIsRecognized(singleFirst: Bool) {
    addTaps(singleFirst ? [single, double] : [double, single])

    pilot.tap(view)
    pilot.wait(0.1)
    pilot.tap(view)
    pilot.wait(1)

    #expect(log.entries == ["double ended"])
    pilot.tap(view)
    pilot.wait(1)
    #expect(log.entries == ["double ended", "single ended"])
  }

  /// §6 Two quick taps far from each other are two single taps.
  @Test(arguments: [false, true])
  func tapsFarApart(singleFirst: Bool) {
    addTaps(singleFirst ? [single, double] : [double, single])

    pilot.tap(view, at: Point(x: 20, y: 20))
    pilot.tap(view, at: Point(x: 90, y: 20))
    #expect(log.entries == ["single ended"])
    #expect(single.location(in: view) == Point(x: 90, y: 20) || single.numberOfTouches == 0)
    pilot.wait(1)
    #expect(log.entries == ["single ended", "single ended"])
  }

  /// §6 The location of a tap that had to wait is where it was.
  @Test func locationAfterWaiting() {
    addTaps([single, double])
    var place: Point?
    single.addAction { [single, view] in place = single.location(in: view) }

    pilot.tap(view, at: Point(x: 20, y: 30))
    pilot.wait(1)

    #expect(place == Point(x: 20, y: 30))
  }

  /// §6 A requirement that follows no touches, is disabled, removed, or gone is no wait.
  @Test(arguments: ["idle", "disabled", "other view", "gone"])
  func nothingToWaitFor(how: String) {
    view.addGestureRecognizer(single)
    switch how {
    case "disabled":
      view.addGestureRecognizer(double)
      double.isEnabled = false
      single.require(toFail: double)
    case "other view":
      let other = View().at(0, 300, 50, 50)
      pilot.window.addSubview(other)
      other.addGestureRecognizer(double)
      single.require(toFail: double)
    case "gone": single.require(toFail: TapGestureRecognizer())
    default: single.require(toFail: double)
    }
    pilot.tap(view)
    #expect(log.entries == ["single ended"])
  }

  /// §6 Disabling or removing what is waited for ends the wait.
  @Test(arguments: [false, true])
  func requirementTakenAwayWhileWaiting(removes: Bool) {
    addTaps([single, double])
    pilot.tap(view)
    #expect(log.entries == [])
    if removes { view.removeGestureRecognizer(double) } else { double.isEnabled = false }
    #expect(log.entries == ["single ended"])
  }

  /// §6 Disabling or removing the one that waits ends its gesture.
  @Test(arguments: ["disable", "remove", "hide", "close", "cover"], [false, true])
  func waiterTakenAway(how: String, singleFirst: Bool) {
    addTaps(singleFirst ? [single, double] : [double, single])
    pilot.tap(view)
    switch how {
    case "disable": single.isEnabled = false
    case "remove": view.removeGestureRecognizer(single)
    case "hide": view.isHidden = true
    case "cover": pilot.application.show(Window(title: "top"))
    default: pilot.application.close(pilot.window)
    }
    pilot.wait(1)
    #expect(log.entries == [])
    #expect(single.state == .possible && double.state == .possible)
  }

  /// §6 A pan that waits for a swipe: the swipe wins, or the pan begins when it has failed.
  @Test(arguments: [(false, ["swipe ended"]), (true, ["pan began", "pan changed", "pan ended"])])
  func panWaitsForSwipe(isSlow: Bool, expected: [String]) {
    let pan = PanGestureRecognizer()
    let swipe = SwipeGestureRecognizer()
    for recognizer in [pan, swipe] { view.addGestureRecognizer(recognizer) }
    log.record(pan, prefix: "pan ")
    log.record(swipe, prefix: "swipe ")
    pan.require(toFail: swipe)

    pilot.down(view, at: Point(x: 50, y: 50))
    pilot.move(view, to: Point(x: 70, y: 50))
    #expect(log.entries == [])
    if isSlow { pilot.wait(0.6) }
    pilot.move(view, to: Point(x: 140, y: 50))
    pilot.up(view, at: Point(x: 140, y: 50))

    #expect(log.entries == expected)
  }

  /// §6 A continuous gesture lifted while it waits begins and ends when the wait is over; in
  /// whatever order they hear of it.
  @Test(arguments: [false, true])
  func liftedWhileWaiting(panFirst: Bool) {
    let pan = PanGestureRecognizer()
    let swipe = SwipeGestureRecognizer()
    for recognizer in panFirst ? [pan, swipe] : [swipe, pan] {
      view.addGestureRecognizer(recognizer)
    }
    log.record(pan, prefix: "pan ")
    pan.require(toFail: swipe)
    var ends: [Point] = []
    pan.addAction(for: .ended) { ends.append(pan.translation(in: nil)) }

    pilot.drag(view, through: Point(x: 50, y: 50), Point(x: 80, y: 50), Point(x: 90, y: 50))

    #expect(log.entries == ["pan began", "pan ended"])
    #expect(ends == [Point(x: 40, y: 0)])
    #expect(pan.state == .possible)
  }

  /// §6 Chains: a waits for b, which waits for c.
  @Test(arguments: [(1, ["single ended"]), (2, ["double ended"]), (3, ["triple ended"])])
  func chain(taps: Int, expected: [String]) {
    let triple = TapGestureRecognizer()
    triple.numberOfTapsRequired = 3
    log.record(triple, prefix: "triple ")
    for recognizer in [single, double, triple] { view.addGestureRecognizer(recognizer) }
    single.require(toFail: double)
    double.require(toFail: triple)

    for _ in 0..<taps { pilot.tap(view) }
    pilot.wait(2)

    #expect(log.entries == expected)
  }

  /// §6 A cycle is an error at the call, naming the cycle.
  @Test func cycle() async {
    let third = PanGestureRecognizer()
    single.require(toFail: double)
    double.require(toFail: third)

    #expect(single.problem(requiringFailureOf: third) == nil)
    #expect(
      third.problem(requiringFailureOf: single)?.hasSuffix(
        "PanGestureRecognizer waits for TapGestureRecognizer 'single' waits for "
          + "TapGestureRecognizer 'double' waits for PanGestureRecognizer") == true)
    #expect(third.problem(requiringFailureOf: third) != nil)

    await #expect(processExitsWith: .failure) {
      let one = TapGestureRecognizer()
      let two = TapGestureRecognizer()
      one.require(toFail: two)
      two.require(toFail: one)
    }
  }

  /// §6 A long press beats a tap that waits for it, and gives way when lifted early.
  @Test(arguments: [(0.1, ["single ended"]), (0.6, ["press began", "press ended"])])
  func tapWaitsForLongPress(seconds: Double, expected: [String]) {
    let press = LongPressGestureRecognizer()
    log.record(press, prefix: "press ")
    view.addGestureRecognizer(single)
    view.addGestureRecognizer(press)
    single.require(toFail: press)

    pilot.press(view, seconds: seconds)

    #expect(log.entries == expected)
  }

  /// §6 A long press that ends a series of taps frees the single tap before it: that was one.
  @Test func longPressAfterATap() {
    let press = LongPressGestureRecognizer()
    log.record(press, prefix: "press ")
    addTaps([single, double])
    view.addGestureRecognizer(press)

    pilot.tap(view)
    pilot.press(view, seconds: 0.6)

    #expect(log.entries == ["single ended", "press began", "press ended"])
  }

  /// §6 What waits is failed by a third one that wins, although what it waits for fails thereby.
  @Test func thirdOneWins() {
    let swipe = SwipeGestureRecognizer()
    let waiting = PanGestureRecognizer()
    let third = PanGestureRecognizer()
    for recognizer in [swipe, waiting, third] { view.addGestureRecognizer(recognizer) }
    log.record(waiting, prefix: "waiting ")
    log.record(third, prefix: "third ")
    waiting.require(toFail: swipe)

    pilot.drag(view, through: Point(x: 50, y: 50), Point(x: 70, y: 50))

    #expect(log.entries == ["third began", "third ended"])
  }

  /// Recognized when a test says so.
  private final class Manual: GestureRecognizer {
    func recognize() { state = .ended }
  }

  /// Requires the failure of one recognizer, and does something while it is asked.
  private final class Requiring: GestureRecognizerDelegate {
    let required: GestureRecognizer
    var whenAsked: (() -> Void)?

    init(_ required: GestureRecognizer) {
      self.required = required
    }

    func gestureRecognizer(
      _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
    ) -> Bool {
      let work = whenAsked
      whenAsked = nil
      work?()
      return other === required
    }
  }

  /// §6 Two that wait for each other would wait for ever, also when the second began to wait while the
  /// first one's delegate was asked: the one that asks later need not.
  @Test func noCycleBeginsWhileADelegateIsAsked() {
    let first = Manual()
    let second = Manual()
    let third = Manual()
    for (recognizer, name) in [(first, "first "), (second, "second "), (third, "third ")] {
      view.addGestureRecognizer(recognizer)
      log.record(recognizer, prefix: name)
    }
    first.require(toFail: second)
    let asking = Requiring(third)
    let waiting = Requiring(first)
    let last = Requiring(second)
    first.delegate = asking
    second.delegate = waiting
    third.delegate = last
    asking.whenAsked = { second.recognize() }
    pilot.down(view)

    first.recognize()
    third.recognize()
    pilot.up(view)
    pilot.wait(2)

    #expect(first.pending == nil && second.pending == nil && third.pending == nil)
    #expect(!log.entries.isEmpty)
    withExtendedLifetime((asking, waiting, last)) {}
  }

  /// §6 Nothing is kept alive by a requirement, nor by waiting.
  @Test func leaks() {
    let check = LeakCheck()
    do {
      let one = check.watch(TapGestureRecognizer())
      let two = check.watch(TapGestureRecognizer())
      two.numberOfTapsRequired = 2
      one.require(toFail: two)
      let gone = check.watch(View().at(0, 0, 50, 50))
      gone.addGestureRecognizer(one)
      gone.addGestureRecognizer(two)
      view.addSubview(gone)
      pilot.tap(gone)
      gone.removeFromSuperview()
    }
    #expect(check.survivors == [])
  }
}
