import ControlKit
import TestSupport
import Testing

/// §6 Gestures: pinch and rotation.
@Suite struct TwoFingerTests {
  let view = View().at(0, 0, 300, 300)
  let log = EventLog()
  let pilot: Pilot

  init() { pilot = Pilot(view) }

  private func add<Recognizer: GestureRecognizer>(_ recognizer: Recognizer) -> Recognizer {
    view.addGestureRecognizer(recognizer)
    log.record(recognizer)
    return recognizer
  }

  private func downTwo() {
    pilot.down(view, at: Point(x: 100, y: 100), id: 1)
    pilot.down(view, at: Point(x: 200, y: 100), id: 2)
  }

  /// §6 Pinch: the scale is 1 with both fingers down, and follows their distance.
  @Test func pinch() {
    let pinch = add(PinchGestureRecognizer())
    downTwo()
    #expect(pinch.scale == 1)
    pilot.move(view, to: Point(x: 210, y: 100), id: 2)
    #expect(log.entries == [])
    pilot.wait(0.1)
    pilot.move(view, to: Point(x: 250, y: 100), id: 2)
    #expect(pinch.scale == 1.5 && log.entries == ["began"])
    #expect(abs(pinch.velocity - 4) < 1e-9)
    pilot.move(view, to: Point(x: 150, y: 100), id: 1)
    #expect(pinch.scale == 1)

    pilot.up(view, at: Point(x: 150, y: 100), id: 1)
    pilot.up(view, at: Point(x: 250, y: 100), id: 2)
    #expect(log.entries == ["began", "changed", "ended"])
    #expect(pinch.scale == 1 && pinch.state == .possible)
  }

  /// §6 Pinch: setting the scale counts on from there; a finger that takes another's place and a
  /// third one are no jump.
  @Test func pinchGoesOn() {
    let pinch = add(PinchGestureRecognizer())
    downTwo()
    pilot.move(view, to: Point(x: 250, y: 100), id: 2)
    pinch.scale = 1
    #expect(pinch.velocity == 0)
    pilot.move(view, to: Point(x: 280, y: 100), id: 2)
    #expect(abs(pinch.scale - 1.2) < 1e-9)

    pilot.down(view, at: Point(x: 10, y: 10), id: 3)
    pilot.move(view, to: Point(x: 90, y: 10), id: 3)
    #expect(abs(pinch.scale - 1.2) < 1e-9)
    pilot.up(view, at: Point(x: 280, y: 100), id: 2)
    pilot.down(view, at: Point(x: 100, y: 200), id: 4)
    pilot.move(view, to: Point(x: 100, y: 250), id: 4)
    #expect(abs(pinch.scale - 1.8) < 1e-9)
    #expect(!log.entries.contains("ended"))

    for id in [1, 3, 4] { pilot.cancel(view, id: id) }
    #expect(log.entries.last == "cancelled")
  }

  /// §6 Rotation is in radians, clockwise, and adds up over whole turns.
  @Test func rotation() {
    let rotation = add(RotationGestureRecognizer())
    downTwo()
    pilot.move(view, to: Point(x: 200, y: 105), id: 2)
    #expect(log.entries == [])

    for point in [(100, 200), (0, 100), (100, 0), (200, 100), (100, 200)] as [(Double, Double)] {
      pilot.move(view, to: Point(x: point.0, y: point.1), id: 2)
    }
    #expect(abs(rotation.rotation - 2.5 * .pi) < 1e-9)
    pilot.move(view, to: Point(x: 200, y: 100), id: 2)
    #expect(abs(rotation.rotation - 2 * .pi) < 1e-9)

    rotation.rotation = 0
    #expect(rotation.velocity == 0)
    pilot.wait(0.1)
    pilot.move(view, to: Point(x: 100, y: 200), id: 2)
    #expect(abs(rotation.velocity - 5 * .pi) < 1e-6)
    pilot.up(view, at: Point(x: 100, y: 200), id: 2)
    pilot.up(view, at: Point(x: 100, y: 100), id: 1)
    #expect(log.entries.first == "began" && log.entries.last == "ended")
  }

  /// §6 One finger is neither: it fails when lifted.
  @Test func oneFinger() {
    let pinch = add(PinchGestureRecognizer())
    let rotation = add(RotationGestureRecognizer())

    pilot.drag(view, through: Point(x: 10, y: 10), Point(x: 200, y: 150))

    #expect(log.entries == [])
    #expect(pinch.numberOfTouches == 0 && rotation.numberOfTouches == 0)
  }

  /// §6 Two fingers in one point divide nothing by zero.
  @Test func fingersInOnePoint() {
    let pinch = add(PinchGestureRecognizer())
    pilot.down(view, at: Point(x: 100, y: 100), id: 1)
    pilot.down(view, at: Point(x: 100, y: 100), id: 2)
    pilot.move(view, to: Point(x: 150, y: 100), id: 2)
    #expect(pinch.scale == 50)
  }

  /// §6 Pinch and rotation together, if a delegate says so; else the first one wins.
  @Test(arguments: [false, true])
  func together(isSimultaneous: Bool) {
    final class Answers: GestureRecognizerDelegate {
      func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: GestureRecognizer
      ) -> Bool { true }
    }
    let answers = Answers()
    let pinch = PinchGestureRecognizer()
    let rotation = RotationGestureRecognizer()
    view.addGestureRecognizer(pinch)
    view.addGestureRecognizer(rotation)
    log.record(pinch, prefix: "p ")
    log.record(rotation, prefix: "r ")
    // One side's yes is enough.
    if isSimultaneous { rotation.delegate = answers }

    downTwo()
    pilot.move(view, to: Point(x: 200, y: 200), id: 2)
    for id in [1, 2] { pilot.up(view, at: Point(x: 200, y: 200), id: id) }

    #expect(log.entries.contains("r began") == isSimultaneous)
    #expect(log.entries.filter { $0.hasPrefix("p") }.last == "p ended")
  }
}
