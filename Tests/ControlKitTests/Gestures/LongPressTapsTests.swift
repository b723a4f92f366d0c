import ControlKit
import TestSupport
import Testing

/// §6 Gestures: a long press after taps.
@Suite struct LongPressTapsTests {
  let view = View().at(0, 0, 200, 200)
  let log = EventLog()
  let pilot: Pilot
  let press = LongPressGestureRecognizer()

  init() {
    pilot = Pilot(view)
    press.numberOfTapsRequired = 1
    view.addGestureRecognizer(press)
    log.record(press)
  }

  /// §6 No taps by default, as in UIKit.
  @Test func noTapsByDefault() {
    #expect(LongPressGestureRecognizer().numberOfTapsRequired == 0)
  }

  /// §6 The taps come first: a press alone, or after too few of them, is none.
  @Test(arguments: [(0, [String]()), (1, []), (2, ["began", "ended"]), (3, [])])
  func tapsBeforeThePress(taps: Int, expected: [String]) {
    press.numberOfTapsRequired = 2
    for _ in 0..<taps {
      pilot.tap(view)
      pilot.wait(0.1)
    }

    pilot.press(view, seconds: 0.6)

    #expect(log.entries == expected)
    #expect(press.state == .possible)
  }

  /// §6 The press follows within 0.35 seconds and 30 points of the last tap.
  @Test(arguments: [
    (0.35, 0.0, ["began", "ended"]), (0.36, 0, []), (0.1, 30, ["began", "ended"]), (0.1, 31, []),
  ])
  func followsTheTap(pause: Double, distance: Double, expected: [String]) {
    pilot.tap(view, at: Point(x: 50, y: 50))
    pilot.wait(pause)

    pilot.press(view, seconds: 0.6, at: Point(x: 50 + distance, y: 50))

    #expect(log.entries == expected)
  }

  /// §6 What strays is no tap, and neither is a touch that is down for as long as a press.
  @Test(arguments: ["drag", "press"])
  func noTap(kind: String) {
    if kind == "drag" {
      pilot.drag(view, through: Point(x: 50, y: 50), Point(x: 61, y: 50), Point(x: 50, y: 50))
    } else {
      pilot.press(view, seconds: 0.5)
    }

    pilot.press(view, seconds: 0.6)

    #expect(log.entries == [])
  }

  /// §6 With two fingers, every tap and the press have both.
  @Test func twoFingers() {
    press.numberOfTouchesRequired = 2
    func both(_ phase: Touch.Phase) {
      pilot.touch(phase, view, at: Point(x: 50, y: 50), id: 1, kind: .finger)
      pilot.touch(phase, view, at: Point(x: 90, y: 50), id: 2, kind: .finger)
    }
    both(.began)
    both(.ended)
    both(.began)
    pilot.wait(0.5)
    #expect(log.take() == ["began"])
    both(.ended)
    #expect(log.take() == ["ended"])

    pilot.tap(view)
    both(.began)
    pilot.wait(0.5)
    #expect(log.entries == [])
  }

  /// §6 A tap neither prevents a press after it nor waits for it; a tap that requires it to fail
  /// does wait.
  @Test func besideATap() {
    let tap = TapGestureRecognizer()
    view.addGestureRecognizer(tap)
    log.record(tap, prefix: "tap ")
    pilot.tap(view)
    #expect(log.take() == ["tap ended"])
    pilot.press(view, seconds: 0.6)
    #expect(log.take() == ["began", "ended"])

    tap.require(toFail: press)
    pilot.wait(1)
    pilot.tap(view)
    #expect(log.take() == [])
    pilot.wait(0.36)
    #expect(log.take() == ["tap ended"])
  }

  /// §6 The first touch of a series elsewhere fails it, and may be the first of a new one.
  @Test func seriesElsewhere() {
    pilot.tap(view, at: Point(x: 20, y: 20))
    pilot.tap(view, at: Point(x: 150, y: 150))
    pilot.press(view, seconds: 0.6, at: Point(x: 150, y: 150))

    #expect(log.entries == ["began", "ended"])
  }
}
