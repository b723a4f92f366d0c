import ControlKit
import TestSupport
import Testing

/// `explain(_:at:)` of a recognizer says in words why a gesture would or would not reach a handler.
@Suite struct GestureExplanationTests {
  let box = View().at(0, 0, 300, 300).named("box")
  let view = View().at(20, 20, 200, 200).named("pad")
  let log = EventLog()
  let pilot: Pilot

  init() {
    box.addSubview(view)
    pilot = Pilot(box)
  }

  private final class Refusing: GestureRecognizerDelegate {
    var receives = true
    var begins = true
    func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool { begins }
    func gestureRecognizer(
      _ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch
    ) -> Bool { receives && touch.location(in: gestureRecognizer.view).x >= 0 }
  }

  private let delegate = Refusing()

  /// Does what each kind of recognizer needs, in the middle of the view.
  private func perform(_ recognizer: GestureRecognizer) {
    switch recognizer {
    case is TapGestureRecognizer: pilot.tap(view)
    case is LongPressGestureRecognizer: pilot.press(view, seconds: 0.6)
    default:
      pilot.drag(
        view, through: Point(x: 100, y: 100), Point(x: 130, y: 100), Point(x: 170, y: 100))
    }
    pilot.wait(1)
  }

  /// Each obstacle alone: the gesture really runs nothing, and the reason names the obstacle.
  @Test(
    arguments: [
      ("hidden", "Its ancestor View 'box' is hidden"),
      ("interaction", "View 'pad' takes no touches"),
      ("covered", "It is covered by View 'cover'"),
      ("disabled", "is disabled (isEnabled is false)"),
      ("begin", "Its delegate does not let it begin"),
      ("receive", "Its delegate does not let it follow a touch there"),
      ("token", "is disabled: call enable() on its token"),
      ("handler", "has no handler"),
      ("view", "is on no view"),
      ("closed", "is not shown"),
    ], [0, 1, 2, 3])
  func obstacle(_ obstacle: (kind: String, reason: String), kind: Int) {
    let recognizer: GestureRecognizer =
      [
        TapGestureRecognizer(), LongPressGestureRecognizer(), PanGestureRecognizer(),
        SwipeGestureRecognizer(),
      ][kind]
    view.addGestureRecognizer(recognizer)
    let token = recognizer.addAction { [log] in log.note("ran") }
    switch obstacle.kind {
    case "hidden": box.isHidden = true
    case "interaction": view.isUserInteractionEnabled = false
    case "covered": box.addSubview(View().at(0, 0, 300, 300).named("cover"))
    case "disabled": recognizer.isEnabled = false
    case "begin", "receive":
      recognizer.delegate = delegate
      delegate.begins = obstacle.kind != "begin"
      delegate.receives = obstacle.kind != "receive"
    case "token": token.disable()
    case "handler": token.remove()
    case "view": view.removeGestureRecognizer(recognizer)
    default: pilot.application.close(pilot.window)
    }

    let explanation = recognizer.explain()
    perform(recognizer)

    #expect(!explanation.reaches)
    #expect(explanation.description.contains(obstacle.reason), "\(explanation)")
    #expect(log.entries == [])
  }

  /// Nothing in the way: what to do and which handlers would run; and they do.
  @Test(arguments: [
    (0, "A tap at (100.0, 100.0) in View 'pad' runs: handler 'save'."),
    (1, "A press of 0.5 seconds at (100.0, 100.0) in View 'pad' runs: handler 'save'."),
    (2, "A drag at (100.0, 100.0) in View 'pad' runs: handler 'save'."),
    (3, "A swipe right at (100.0, 100.0) in View 'pad' runs: handler 'save'."),
  ])
  func reaches(kind: Int, text: String) {
    let recognizer: GestureRecognizer =
      [
        TapGestureRecognizer(), LongPressGestureRecognizer(), PanGestureRecognizer(),
        SwipeGestureRecognizer(),
      ][kind]
    view.addGestureRecognizer(recognizer)
    recognizer.addAction(options: HandlerOptions(label: "save")) { [log] in log.note("ran") }

    let explanation = recognizer.explain()
    perform(recognizer)

    #expect(explanation.reaches)
    #expect(explanation.description == text)
    #expect(log.entries.first == "ran")
  }

  /// How many recognizers are on a view: the first or the quicker one prevents the other.
  private enum Pair: CaseIterable {
    case taps, innerTap, presses, quickerPress, pans, panAndSwipe, requiredPan

    func make(_ view: View, _ box: View) -> (loser: GestureRecognizer, winner: GestureRecognizer) {
      switch self {
      case .taps: return (TapGestureRecognizer(), TapGestureRecognizer())
      case .innerTap: return (TapGestureRecognizer(), TapGestureRecognizer())
      case .presses: return (LongPressGestureRecognizer(), LongPressGestureRecognizer())
      case .quickerPress:
        let slow = LongPressGestureRecognizer()
        slow.minimumPressDuration = 0.55
        return (slow, LongPressGestureRecognizer())
      case .pans: return (PanGestureRecognizer(), PanGestureRecognizer())
      case .panAndSwipe: return (SwipeGestureRecognizer(), PanGestureRecognizer())
      case .requiredPan:
        let (swipe, pan) = (SwipeGestureRecognizer(), PanGestureRecognizer())
        swipe.require(toFail: pan)
        return (swipe, pan)
      }
    }
  }

  @Test(arguments: Pair.allCases)
  private func prevented(pair: Pair) {
    let (loser, winner) = pair.make(view, box)
    winner.name = "winner"
    // Where the order counts, the winner comes first; else it comes last.
    let isOrdered = [.taps, .presses, .pans].contains(pair)
    for recognizer in isOrdered ? [winner, loser] : [loser, winner] {
      (pair == .innerTap && recognizer === loser ? box : view).addGestureRecognizer(recognizer)
    }
    loser.addAction { [log] in log.note("ran") }
    winner.addAction { [log] in log.note("won") }

    let explanation = loser.explain(at: loser.view === box ? Point(x: 120, y: 120) : nil)
    perform(loser)

    #expect(!explanation.reaches)
    let reason =
      pair == .requiredPan
      ? "which the same touches make succeed" : "is recognized first, and prevents it"
    #expect(explanation.description.contains(reason), "\(explanation)")
    #expect(explanation.description.contains("'winner' on View 'pad'"), "\(explanation)")
    #expect(!log.entries.contains("ran") && log.entries.contains("won"))
    #expect(winner.explain().reaches)
  }

  /// What does not stand in the way: one that allows both, waits itself, is off, or comes later.
  @Test(arguments: ["simultaneous", "waits", "off", "later", "one-liners", "more taps", "refused"])
  func notPrevented(how: String) {
    final class Both: GestureRecognizerDelegate {
      func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: GestureRecognizer
      ) -> Bool { true }
    }
    let both = Both()
    let (own, other) = (TapGestureRecognizer(), TapGestureRecognizer())
    switch how {
    case "simultaneous": own.delegate = both
    case "waits": other.require(toFail: own)
    case "off": other.isEnabled = false
    case "refused":
      other.delegate = delegate
      delegate.begins = false
    case "more taps": other.numberOfTapsRequired = 2
    default: break
    }
    if how == "one-liners" {
      view.addTapGestureRecognizer {}
      view.addTapGestureRecognizer { [log] in log.note("ran") }
    } else {
      for recognizer in how == "later" ? [own, other] : [other, own] {
        view.addGestureRecognizer(recognizer)
      }
      own.addAction { [log] in log.note("ran") }
    }

    let explanation = (how == "one-liners" ? view.gestureRecognizers[1] : own).explain()
    perform(own)

    #expect(explanation.reaches, "\(explanation)")
    #expect(log.entries == ["ran"])
  }

  /// A control beats the tap of what it lies on; a recognizer that waits, needs several fingers, or
  /// may lose says so.
  @Test func conditions() {
    let button = Button(title: "OK").at(50, 50, 80, 16).named("ok")
    view.addSubview(button)
    let (single, double) = (TapGestureRecognizer(), TapGestureRecognizer())
    double.numberOfTapsRequired = 2
    single.require(toFail: double)
    let (pinch, rotation) = (PinchGestureRecognizer(), RotationGestureRecognizer())
    for recognizer in [single, double, pinch, rotation] as [GestureRecognizer] {
      view.addGestureRecognizer(recognizer)
      recognizer.addAction {}
    }

    #expect(
      single.explain(at: Point(x: 60, y: 55)).reasons
        .contains(
          "Button 'ok' is there: a control beats the single tap of what it lies on."))
    #expect(
      single.explain().reasons.last
        == "It waits until TapGestureRecognizer on View 'pad' has failed.")
    let reasons = pinch.explain().reasons
    #expect(pinch.explain().reaches)
    #expect(reasons.contains("It needs 2 fingers at once; a pointer counts as one."))
    #expect(
      reasons.last
        == "RotationGestureRecognizer on View 'pad' may be recognized first, and prevents it then.")
  }

  /// An edge pan begins near its edges only, and by default is explained for one of them.
  @Test func edges() {
    let edge = ScreenEdgePanGestureRecognizer()
    pilot.window.addGestureRecognizer(edge)
    edge.addAction {}

    #expect(edge.explain().description.contains("begins at no edge"))
    edge.edges = .left
    #expect(edge.explain().reaches)
    let there = edge.explain(at: Point(x: 100, y: 100))
    #expect(!there.reaches)
    #expect(there.description.contains("is not within"))
  }

  /// Handlers are chosen by state; a discrete gesture's is called recognized. Every obstacle is named.
  @Test func states() {
    let (tap, pan) = (TapGestureRecognizer(), PanGestureRecognizer())
    view.addGestureRecognizer(tap)
    view.addGestureRecognizer(pan)
    tap.addAction(for: .recognized) {}
    pan.addAction(for: .began) {}
    pan.isEnabled = false

    #expect(pan.explain(.began).reasons.count == 1)
    #expect(
      pan.explain([.changed, .ended]).reasons.last
        == "PanGestureRecognizer has no handler for changed|ended; its handlers are for began.")
    #expect(pan.explain(.ended).reasons.count == 2)
    #expect(
      tap.explain(.cancelled).reasons.last?.hasSuffix("its handlers are for recognized.") == true)
  }

  /// A hover needs no touch: only what keeps the pointer from the view counts.
  @Test func hover() {
    let hover = HoverGestureRecognizer()
    view.addGestureRecognizer(hover)
    hover.addAction {}
    view.addTapGestureRecognizer {}

    #expect(hover.explain().reaches)
    view.isHidden = true
    #expect(!hover.explain().reaches)
  }
}
