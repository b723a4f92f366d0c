import ControlKit
import TestSupport
import Testing

/// §6 The delegate's questions, and who prevents whom.
@Suite struct DelegateTests {
  let view = View().at(0, 0, 300, 300)
  let log = EventLog()
  let pilot: Pilot

  init() { pilot = Pilot(view) }

  /// Answers as told, and notes what it is asked.
  private final class Answers: GestureRecognizerDelegate {
    var begins = true
    var receives: (Touch) -> Bool = { _ in true }
    var simultaneous: [GestureRecognizer] = []
    var requires: [GestureRecognizer] = []
    var isRequiredBy: [GestureRecognizer] = []
    var onBegin: () -> Void = {}

    func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool {
      onBegin()
      return begins
    }
    func gestureRecognizer(
      _ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch
    ) -> Bool { receives(touch) }
    func gestureRecognizer(
      _ gestureRecognizer: GestureRecognizer,
      shouldRecognizeSimultaneouslyWith otherGestureRecognizer: GestureRecognizer
    ) -> Bool { simultaneous.contains(otherGestureRecognizer) }
    func gestureRecognizer(
      _ gestureRecognizer: GestureRecognizer,
      shouldRequireFailureOf otherGestureRecognizer: GestureRecognizer
    ) -> Bool { requires.contains(otherGestureRecognizer) }
    func gestureRecognizer(
      _ gestureRecognizer: GestureRecognizer,
      shouldBeRequiredToFailBy otherGestureRecognizer: GestureRecognizer
    ) -> Bool { isRequiredBy.contains(otherGestureRecognizer) }
  }

  private let answers = Answers()

  private func add<Recognizer: GestureRecognizer>(
    _ recognizer: Recognizer, _ name: String, to other: View? = nil
  ) -> Recognizer {
    (other ?? view).addGestureRecognizer(recognizer)
    log.record(recognizer, prefix: name + " ")
    return recognizer
  }

  /// Ends the first recognizer when it is asked about the second.
  private final class Decider: GestureRecognizerDelegate {
    weak var first: GestureRecognizer?
    weak var second: GestureRecognizer?

    func gestureRecognizer(
      _ gestureRecognizer: GestureRecognizer,
      shouldRequireFailureOf otherGestureRecognizer: GestureRecognizer
    ) -> Bool {
      if otherGestureRecognizer === second { first?.isEnabled = false }
      return otherGestureRecognizer === first
    }
  }

  /// §6 One that fails while the delegate is asked about another is not waited for: nothing would
  /// tell of its failure any more. (The fuzzer found a tap that waited for ever.)
  @Test func failsWhileTheDelegateIsAsked() {
    let tap = add(TapGestureRecognizer(), "tap")
    let decider = Decider()
    decider.first = add(SwipeGestureRecognizer(), "swipe")
    decider.second = add(PinchGestureRecognizer(), "pinch")
    tap.delegate = decider

    pilot.tap(view)

    #expect(log.entries == ["tap ended"])
    #expect(tap.state == .possible)
  }

  /// §6 shouldBegin: false makes it fail, and another one has its turn.
  @Test func shouldBegin() {
    let pan = add(PanGestureRecognizer(), "pan")
    _ = add(SwipeGestureRecognizer(), "swipe")
    pan.delegate = answers
    answers.begins = false

    pilot.drag(view, through: Point(x: 50, y: 50), Point(x: 70, y: 50), Point(x: 120, y: 50))

    #expect(log.entries == ["swipe ended"])
  }

  /// §6 shouldReceive is asked before touchesBegan; a touch refused is not followed.
  @Test func shouldReceive() {
    let pan = add(PanGestureRecognizer(), "pan")
    pan.delegate = answers
    answers.receives = { $0.id != 1 }

    pilot.down(view, at: Point(x: 50, y: 50), id: 1)
    #expect(pan.numberOfTouches == 0)
    pilot.move(view, to: Point(x: 90, y: 50), id: 1)
    #expect(log.entries == [])
    pilot.down(view, at: Point(x: 50, y: 90), id: 2)
    pilot.move(view, to: Point(x: 90, y: 90), id: 2)
    #expect(log.entries == ["pan began"])
  }

  /// §6 Simultaneous: by default no, either side's yes wins.
  @Test(arguments: [0, 1, 2])
  func simultaneous(whoSaysYes: Int) {
    let one = add(PanGestureRecognizer(), "one")
    let two = add(PanGestureRecognizer(), "two")
    if whoSaysYes == 1 {
      one.delegate = answers
      answers.simultaneous = [two]
    } else if whoSaysYes == 2 {
      two.delegate = answers
      answers.simultaneous = [one]
    }

    pilot.drag(view, through: Point(x: 50, y: 50), Point(x: 90, y: 50))

    let both = ["one began", "two began", "one ended", "two ended"]
    #expect(log.entries == (whoSaysYes > 0 ? both : ["one began", "one ended"]))
  }

  /// §6 The twins of failure requirements, asked for the same touches.
  @Test(arguments: [false, true])
  func failureRequirements(asksTheOther: Bool) {
    let pan = add(PanGestureRecognizer(), "pan")
    let swipe = add(SwipeGestureRecognizer(), "swipe")
    if asksTheOther {
      swipe.delegate = answers
      answers.isRequiredBy = [pan]
    } else {
      pan.delegate = answers
      answers.requires = [swipe]
    }

    pilot.drag(view, through: Point(x: 50, y: 50), Point(x: 70, y: 50), Point(x: 120, y: 50))
    #expect(log.take() == ["swipe ended"])
    pilot.drag(view, through: Point(x: 50, y: 50), Point(x: 50, y: 70), Point(x: 50, y: 120))
    #expect(log.take() == ["pan began", "pan changed", "pan ended"])
  }

  /// §6 Two delegates that make each wait for the other: the later one need not.
  @Test func mutualRequirements() {
    let one = add(PanGestureRecognizer(), "one")
    let two = add(PanGestureRecognizer(), "two")
    one.delegate = answers
    answers.requires = [two]
    answers.isRequiredBy = [two]

    pilot.drag(view, through: Point(x: 50, y: 50), Point(x: 90, y: 50))

    #expect(log.entries == ["two began", "two ended"])
    #expect(one.state == .possible && one.numberOfTouches == 0)
  }

  /// §6 A delegate is not kept alive, and its end is no obstacle.
  @Test func delegateIsWeak() {
    let pan = add(PanGestureRecognizer(), "pan")
    do {
      let gone = Answers()
      gone.begins = false
      pan.delegate = gone
    }
    pilot.drag(view, through: Point(x: 50, y: 50), Point(x: 90, y: 50))
    #expect(log.entries == ["pan began", "pan ended"])
  }

  /// §6 A delegate that changes everything while it is asked.
  @Test(arguments: ["disable", "remove", "remove view", "close", "lift", "cancel"])
  func disturbingDelegate(how: String) {
    let pan = add(PanGestureRecognizer(), "pan")
    pan.delegate = answers
    answers.onBegin = { [pilot, view] in
      switch how {
      case "disable": pan.isEnabled = false
      case "remove": view.removeGestureRecognizer(pan)
      case "remove view": view.removeFromSuperview()
      case "close": pilot.application.close(pilot.window)
      case "lift": pilot.up(view, at: Point(x: 90, y: 50))
      default: pilot.cancel(view)
      }
    }
    pilot.drag(view, through: Point(x: 50, y: 50), Point(x: 90, y: 50))

    #expect(log.entries == [])
    #expect(pan.state == .possible && pan.numberOfTouches == 0)
  }

  /// §6 The same for the question about a touch.
  @Test(arguments: ["remove view", "close", "lift", "cancel", "disable"])
  func disturbingReceive(how: String) {
    let pan = add(PanGestureRecognizer(), "pan")
    let other = add(TapGestureRecognizer(), "tap")
    pan.delegate = answers
    answers.receives = { [pilot, view] _ in
      switch how {
      case "remove view": view.removeFromSuperview()
      case "close": pilot.application.close(pilot.window)
      case "lift": pilot.up(view)
      case "disable": pan.isEnabled = false
      default: pilot.cancel(view)
      }
      return true
    }
    pilot.drag(view, through: Point(x: 50, y: 50), Point(x: 90, y: 50))
    for id in [0, 1] { pilot.cancel(pilot.window, id: id) }

    #expect(log.entries == [])
    for recognizer in [pan, other] {
      #expect(recognizer.state == .possible && recognizer.touches.isEmpty)
    }
  }

  /// §6 canPrevent and canBePrevented(by:): both must agree for one to fail the other.
  @Test(arguments: [false, true])
  func prevention(byBeing: Bool) {
    final class Meek: PanGestureRecognizer {
      override func canPrevent(_ other: GestureRecognizer) -> Bool { false }
    }
    final class Tough: PanGestureRecognizer {
      override func canBePrevented(by other: GestureRecognizer) -> Bool { false }
    }
    _ = add(byBeing ? PanGestureRecognizer() : Meek(), "one")
    _ = add(byBeing ? Tough() : PanGestureRecognizer(), "two")

    pilot.drag(view, through: Point(x: 50, y: 50), Point(x: 90, y: 50))

    #expect(log.entries.contains("two began") && log.entries.contains("two ended"))
  }

  // MARK: - Controls

  /// §6 A slider's knob beats a parallel pan and swipe of an ancestor; across the track they win.
  @Test(arguments: [(60.0, 0.0, true), (0.0, 60.0, false)])
  func sliderKnob(x: Double, y: Double, sliderWins: Bool) {
    let slider = Slider().at(50, 100, 200, 16)
    view.addSubview(slider)
    let swipe = add(SwipeGestureRecognizer(), "swipe")
    swipe.direction = [.right, .down]
    _ = add(PanGestureRecognizer(), "pan")
    log.record(slider)

    let start = Point(x: 8, y: 8)
    pilot.drag(
      slider, through: start, Point(x: 8 + x / 3, y: 8 + y / 3), Point(x: 8 + x, y: 8 + y))

    #expect(log.entries.contains("touchCancel") == !sliderWins)
    #expect(log.entries.contains("pan began") == !sliderWins)
    #expect((slider.value > 0) == sliderWins)
  }

  /// §6 The knob beats a parallel pan in its own coordinates: a slider that stands upright.
  @Test func turnedSlider() {
    let slider = Slider().at(50, 100, 200, 16)
    view.addSubview(slider)
    slider.transform = AffineTransform(rotationAngle: .pi / 2)
    _ = add(PanGestureRecognizer(), "pan")

    pilot.drag(slider, through: Point(x: 8, y: 8), Point(x: 90, y: 8))

    #expect(log.entries == [] && slider.value > 0)
  }

  /// §6 A pan on the slider itself wins; a disabled slider holds nobody up.
  @Test(arguments: [false, true])
  func panOnTheSlider(isDisabled: Bool) {
    let slider = Slider().at(50, 100, 200, 16)
    view.addSubview(slider)
    slider.isEnabled = !isDisabled
    _ = add(PanGestureRecognizer(), "pan", to: isDisabled ? view : slider)

    pilot.drag(slider, through: Point(x: 8, y: 8), Point(x: 90, y: 8))

    #expect(log.entries == ["pan began", "pan ended"])
  }

  /// §6 Buttons, switches, steppers, segmented and page controls beat an ancestor's single tap; not a
  /// double tap.
  @Test func controlsBeatASingleTap() {
    let controls: [Control] = [
      Button(title: "b"), Switch(), PageControl(), Stepper(), SegmentedControl(),
    ]
    _ = add(TapGestureRecognizer(), "tap")
    for (index, control) in controls.enumerated() {
      view.addSubview(control.at(10, 40 * Double(index), 100, 20))
      pilot.tap(control)
      pilot.wait(1)
    }
    #expect(log.entries == [])

    let double = add(TapGestureRecognizer(), "double")
    double.numberOfTapsRequired = 2
    pilot.tap(controls[0])
    pilot.tap(controls[0])
    #expect(log.entries == ["double ended"])
  }
}
