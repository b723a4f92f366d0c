import ControlKit
import TestSupport
import Testing

/// §7 Stepper.
@Suite struct StepperTests {
  let log = EventLog()
  let stepper = Stepper().at(0, 0, 72, 16)
  let minus = Point(x: 10, y: 8)
  let plus = Point(x: 60, y: 8)

  /// §7 Defaults: 0, from 0 to 100 by 1; it repeats, does not wrap, and is continuous.
  @Test func defaults() {
    #expect(stepper.value == 0 && stepper.minimumValue == 0 && stepper.maximumValue == 100)
    #expect(stepper.stepValue == 1 && stepper.autorepeat && !stepper.wraps)
    #expect(stepper.isContinuous)
  }

  /// §7 A press on the trailing half adds a step, on the leading half takes one away.
  @Test func halves() {
    let pilot = Pilot(stepper)
    stepper.value = 5
    log.record(stepper)

    pilot.tap(stepper, at: plus)
    #expect(stepper.value == 6)
    #expect(log.take() == ["touchDown", "valueChanged", "touchUpInside"])
    pilot.wait(1)
    pilot.tap(stepper, at: minus)
    #expect(stepper.value == 5)
  }

  /// §7 min > max: both become the newly set one, and the value follows.
  @Test func crossedRange() {
    stepper.value = 50
    stepper.minimumValue = 120
    #expect(stepper.maximumValue == 120 && stepper.value == 120)

    stepper.maximumValue = 30
    #expect(stepper.minimumValue == 30 && stepper.value == 30)
  }

  /// §7 Autorepeat: the second step after half a second, then ten a second, until the end.
  @Test func autorepeat() {
    let pilot = Pilot(stepper)
    var times: [Double] = []
    stepper.addAction(for: .valueChanged) { times.append((pilot.now * 100).rounded() / 100) }

    pilot.down(stepper, at: plus)
    pilot.wait(0.45)
    #expect(times == [0])
    pilot.wait(0.4)
    #expect(times == [0, 0.5, 0.6, 0.7, 0.8])
    pilot.up(stepper, at: plus)
    pilot.wait(5)
    #expect(stepper.value == 5)
  }

  /// §7 Without autorepeat a press is one step, however long it lasts.
  @Test func noAutorepeat() {
    let pilot = Pilot(stepper)
    stepper.autorepeat = false

    pilot.press(stepper, seconds: 3, at: plus)

    #expect(stepper.value == 1)
  }

  /// §7 A touch outside does not repeat; back inside it does, for the half it began on.
  @Test func repeatsOnlyInside() {
    let pilot = Pilot(stepper)
    pilot.down(stepper, at: plus)
    pilot.move(stepper, to: Point(x: 60, y: 90))
    pilot.wait(1)
    #expect(stepper.value == 1)

    pilot.move(stepper, to: minus)
    pilot.wait(0.21)
    #expect(stepper.value == 3)
  }

  /// §7 wraps: a step beyond an end goes to the other end; without it, it stays and sends nothing.
  @Test(arguments: [(true, 0.0, 1), (false, 100.0, 0)])
  func wraps(wraps: Bool, expected: Double, sends: Int) {
    let pilot = Pilot(stepper)
    stepper.wraps = wraps
    stepper.value = 100
    stepper.addAction(for: .valueChanged) { [log] in log.note("change") }

    pilot.tap(stepper, at: plus)

    #expect(stepper.value == expected)
    #expect(log.entries.count == sends)
  }

  /// §7 wraps: a last, shorter step still reaches the end before it wraps.
  @Test func lastStepIsShorter() {
    let pilot = Pilot(stepper)
    stepper.wraps = true
    stepper.maximumValue = 5
    stepper.stepValue = 2
    stepper.value = 4
    var values: [Double] = []
    for _ in 0..<2 {
      pilot.tap(stepper, at: plus)
      values.append(stepper.value)
    }
    #expect(values == [5, 0])
  }

  /// §7 Not continuous: one valueChanged, at the end.
  @Test func notContinuous() {
    let pilot = Pilot(stepper)
    stepper.isContinuous = false
    log.record(stepper)

    pilot.press(stepper, seconds: 0.75, at: plus)

    #expect(log.entries == ["touchDown", "valueChanged", "touchUpInside"])
    #expect(stepper.value == 4)
  }

  /// §3.9 Setting the value from code sends nothing; what is no number, and no step, is ignored.
  @Test func programmatic() {
    log.record(stepper)
    stepper.value = 7
    stepper.value = .nan
    stepper.stepValue = 0
    stepper.stepValue = -.infinity
    stepper.minimumValue = .nan

    #expect(log.entries == [])
    #expect(stepper.value == 7 && stepper.stepValue == 1 && stepper.minimumValue == 0)
  }

  /// §4 A handler that disables or removes the stepper ends the repetition with touchCancel.
  @Test(arguments: [true, false])
  func handlerEndsIt(removes: Bool) {
    let pilot = Pilot(stepper)
    log.record(stepper)
    stepper.addAction(for: .valueChanged) { [stepper] in
      if stepper.value == 2 {
        if removes { stepper.removeFromSuperview() } else { stepper.isEnabled = false }
      }
    }

    pilot.press(stepper, seconds: 3, at: plus)

    #expect(stepper.value == 2)
    #expect(log.entries == ["touchDown", "valueChanged", "valueChanged", "touchCancel"])
    #expect(!pilot.application.scheduler.hasOneShotTimers)
  }

  /// §4 A touchDown handler that disables it keeps the press from stepping.
  @Test func disabledInTouchDown() {
    let pilot = Pilot(stepper)
    stepper.addAction(for: .touchDown) { [stepper] in stepper.isEnabled = false }

    pilot.press(stepper, seconds: 2, at: plus)

    #expect(stepper.value == 0)
  }

  /// §3.8 Arrow keys, + and − step; Home and End go to the ends. Each change is one valueChanged.
  @Test func keys() {
    let pilot = Pilot(stepper)
    stepper.becomeFirstResponder()
    log.record(stepper)
    var values: [Double] = []
    for key in ["up", "right", "+", "left", "-", "home", "end", "end"] {
      pilot.key(key)
      values.append(stepper.value)
    }

    #expect(values == [1, 2, 3, 2, 1, 0, 100, 100])
    #expect(log.entries == Array(repeating: "valueChanged", count: 7))
  }

  /// Nothing keeps a stepper that ended while it was pressed.
  @Test func noLeak() {
    let check = LeakCheck()
    do {
      let stepper = check.watch(Stepper()).at(0, 0, 72, 16)
      let pilot = Pilot(stepper)
      pilot.down(stepper, at: plus)
      stepper.removeFromSuperview()
      check.watch(pilot.application)
    }
    #expect(check.survivors == [])
  }
}
