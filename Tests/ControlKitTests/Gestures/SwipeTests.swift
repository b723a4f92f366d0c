import ControlKit
import TestSupport
import Testing

/// §6 Gestures: swipe.
@Suite struct SwipeTests {
  let view = View().at(0, 0, 300, 300)
  let log = EventLog()
  let pilot: Pilot
  let swipe = SwipeGestureRecognizer()

  init() {
    pilot = Pilot(view)
    view.addGestureRecognizer(swipe)
    log.record(swipe)
  }

  private func stroke(_ x: Double, _ y: Double, seconds: Double = 0.2, steps: Int = 4) {
    pilot.down(view, at: Point(x: 150, y: 150))
    for step in 1...steps {
      pilot.wait(seconds / Double(steps))
      let part = Double(step) / Double(steps)
      pilot.move(view, to: Point(x: 150 + x * part, y: 150 + y * part))
    }
    pilot.up(view, at: Point(x: 150 + x, y: 150 + y))
  }

  /// §6 Swipe: to the right by default, at least 50 pt along, at most 20° off.
  @Test(arguments: [
    (50.0, 0.0, true), (49.0, 0.0, false), (60.0, 21.0, true), (60.0, 23.0, false),
    (-60.0, 0.0, false), (0.0, 60.0, false),
  ])
  func distanceAndAngle(x: Double, y: Double, isSwipe: Bool) {
    stroke(x, y)
    #expect(log.entries == (isSwipe ? ["ended"] : []))
    #expect(swipe.state == .possible && swipe.numberOfTouches == 0)
  }

  /// §6 Swipe: within half a second.
  @Test(arguments: [(0.5, true), (0.51, false)])
  func duration(seconds: Double, isSwipe: Bool) {
    stroke(60, 0, seconds: seconds, steps: 1)
    #expect(log.entries == (isSwipe ? ["ended"] : []))
  }

  /// §6 Swipe direction: right 1, left 2, up 4, down 8; several may be allowed.
  @Test(
    arguments: [
      (.left, -60.0, 0.0), (.up, 0.0, -60.0), (.down, 0.0, 60.0),
      ([.left, .down], 0.0, 60.0), ([.left, .down], -60.0, 10.0),
    ] as [(SwipeGestureRecognizer.Direction, Double, Double)])
  func directions(direction: SwipeGestureRecognizer.Direction, x: Double, y: Double) {
    swipe.direction = direction
    stroke(x, y)
    #expect(log.take() == ["ended"])
    stroke(-x, -y)
    #expect(log.take() == [])
    #expect(SwipeGestureRecognizer.Direction.down.rawValue == 8)
  }

  /// §6 Swipe: it is recognized once, while the finger is still down.
  @Test func recognizedWhileDown() {
    pilot.down(view, at: Point(x: 50, y: 50))
    pilot.move(view, to: Point(x: 110, y: 50))
    #expect(log.entries == ["ended"])
    pilot.move(view, to: Point(x: 250, y: 50))
    pilot.up(view, at: Point(x: 250, y: 50))
    #expect(log.entries == ["ended"])
  }

  /// §6 numberOfTouchesRequired: both fingers, their middle counts.
  @Test func twoFingers() {
    swipe.numberOfTouchesRequired = 2
    stroke(80, 0)
    #expect(log.take() == [])

    pilot.down(view, at: Point(x: 50, y: 50), id: 1)
    pilot.down(view, at: Point(x: 50, y: 90), id: 2)
    for x in [70.0, 90, 110] {
      pilot.move(view, to: Point(x: x, y: 50), id: 1)
      pilot.move(view, to: Point(x: x, y: 90), id: 2)
    }
    #expect(log.take() == ["ended"])
    for id in [1, 2] { pilot.up(view, id: id) }

    pilot.down(view, at: Point(x: 50, y: 50), id: 1)
    pilot.down(view, at: Point(x: 50, y: 90), id: 2)
    pilot.down(view, at: Point(x: 50, y: 130), id: 3)
    for id in [1, 2, 3] { pilot.move(view, to: Point(x: 150, y: 50), id: id) }
    #expect(log.take() == [])
  }
}
