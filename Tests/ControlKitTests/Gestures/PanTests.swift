import ControlKit
import TestSupport
import Testing

/// §6 Gestures: pan and screen edge pan.
@Suite struct PanTests {
  let view = View().at(100, 50, 200, 200)
  let log = EventLog()
  let pilot: Pilot

  init() { pilot = Pilot(view) }

  private func pan(_ pan: PanGestureRecognizer = PanGestureRecognizer()) -> PanGestureRecognizer {
    view.addGestureRecognizer(pan)
    log.record(pan)
    return pan
  }

  /// §6 Pan starts after 10 pt, changes with each move, ends when lifted.
  @Test(arguments: [(10.0, []), (10.1, ["began", "ended"])])
  func startsAfterTenPoints(distance: Double, expected: [String]) {
    _ = pan()

    pilot.drag(view, through: Point(x: 50, y: 50), Point(x: 50 + distance, y: 50))

    #expect(log.entries == expected)
  }

  /// §6 The translation counts from where the touch began, in the coordinates asked for.
  @Test func translation() {
    let pan = pan()
    let inner = View().at(5, 5, 10, 10)
    view.addSubview(inner)
    inner.transform = AffineTransform(scaleX: 2, y: 2)
    var seen: [Point] = []
    pan.addAction { [view] in
      seen.append(pan.translation(in: view))
      seen.append(pan.translation(in: inner))
    }

    pilot.drag(view, through: Point(x: 50, y: 50), Point(x: 70, y: 50), Point(x: 70, y: 90))

    #expect(
      seen == [
        Point(x: 20, y: 0), Point(x: 10, y: 0), Point(x: 20, y: 40), Point(x: 10, y: 20),
        Point(x: 20, y: 40), Point(x: 10, y: 20),
      ])
    #expect(log.entries == ["began", "changed", "ended"])
  }

  /// §6 Setting the translation counts from there and resets the velocity.
  @Test func setTranslation() {
    let pan = pan()
    pilot.down(view, at: Point(x: 50, y: 50))
    pilot.wait(0.02)
    pilot.move(view, to: Point(x: 90, y: 50))
    #expect(pan.velocity(in: view).x > 0)

    pan.setTranslation(Point(x: 3, y: 4), in: view)
    #expect(pan.velocity(in: view) == Point.zero)
    pilot.move(view, to: Point(x: 91, y: 52))

    #expect(pan.translation(in: view) == Point(x: 4, y: 6))
  }

  /// §6 The velocity is in points per second, and 0 after a rest.
  @Test func velocity() {
    let pan = pan()
    pilot.down(view, at: Point(x: 50, y: 50))
    for step in 1...5 {
      pilot.wait(0.02)
      pilot.move(view, to: Point(x: 50 + 10 * Double(step), y: 50))
    }
    #expect(abs(pan.velocity(in: view).x - 500) < 1e-6)

    pilot.wait(1)
    var atEnd: Point?
    pan.addAction(for: .ended) { [view] in atEnd = pan.velocity(in: view) }
    pilot.up(view, at: Point(x: 100, y: 50))
    #expect(atEnd == Point.zero)
  }

  /// §6 Several fingers: the translation is their middle's; adding or lifting one is no jump, and it
  /// ends when all are lifted.
  @Test func severalFingers() {
    let pan = pan()
    pilot.down(view, at: Point(x: 20, y: 20), id: 1)
    pilot.move(view, to: Point(x: 40, y: 20), id: 1)
    pilot.down(view, at: Point(x: 120, y: 120), id: 2)
    #expect(pan.translation(in: nil) == Point(x: 20, y: 0))
    #expect(pan.numberOfTouches == 2)
    #expect(pan.location(in: view) == Point(x: 80, y: 70))
    #expect(pan.location(ofTouch: 1, in: view) == Point(x: 120, y: 120))

    pilot.move(view, to: Point(x: 120, y: 140), id: 2)
    #expect(pan.translation(in: nil) == Point(x: 20, y: 10))
    pilot.up(view, at: Point(x: 40, y: 20), id: 1)
    #expect(pan.translation(in: nil) == Point(x: 20, y: 10))
    pilot.up(view, at: Point(x: 120, y: 140), id: 2)

    #expect(log.entries == ["began", "changed", "ended"])
  }

  /// §6 minimumNumberOfTouches: what fewer fingers do does not count.
  @Test func minimumNumberOfTouches() {
    let pan = pan()
    pan.minimumNumberOfTouches = 2
    pilot.down(view, at: Point(x: 20, y: 20), id: 1)
    pilot.move(view, to: Point(x: 80, y: 20), id: 1)
    pilot.down(view, at: Point(x: 20, y: 80), id: 2)
    pilot.move(view, to: Point(x: 40, y: 80), id: 2)
    #expect(log.entries == [])

    pilot.move(view, to: Point(x: 90, y: 20), id: 1)
    #expect(log.entries == ["began"])
    #expect(pan.translation(in: view) == Point(x: 15, y: 0))
  }

  /// §6 maximumNumberOfTouches: one more fails it before it begins, and is ignored after.
  @Test func maximumNumberOfTouches() {
    let pan = pan()
    pan.maximumNumberOfTouches = 1
    pilot.down(view, at: Point(x: 20, y: 20), id: 1)
    pilot.down(view, at: Point(x: 50, y: 50), id: 2)
    pilot.move(view, to: Point(x: 80, y: 20), id: 1)
    pilot.up(view, id: 1)
    pilot.up(view, id: 2)
    #expect(log.entries == [])

    pilot.down(view, at: Point(x: 20, y: 20), id: 1)
    pilot.move(view, to: Point(x: 80, y: 20), id: 1)
    pilot.down(view, at: Point(x: 50, y: 50), id: 2)
    pilot.move(view, to: Point(x: 90, y: 90), id: 2)
    #expect(pan.translation(in: view) == Point(x: 60, y: 0))
    pilot.up(view, at: Point(x: 80, y: 20), id: 1)
    pilot.up(view, id: 2)
    #expect(log.entries == ["began", "ended"])
  }

  /// §6 After a terminal state it resets and ignores touches still down.
  @Test func ignoresTouchesStillDown() {
    let pan = pan()
    pilot.down(view, at: Point(x: 20, y: 20), id: 1)
    pilot.move(view, to: Point(x: 60, y: 20), id: 1)
    pan.isEnabled = false
    pan.isEnabled = true
    #expect(log.take() == ["began", "cancelled"])

    pilot.move(view, to: Point(x: 120, y: 20), id: 1)
    pilot.up(view, id: 1)
    #expect(log.take() == [])

    pilot.drag(view, through: Point(x: 50, y: 50), Point(x: 90, y: 50))
    #expect(log.take() == ["began", "ended"])
  }

  /// §6 A recognizer added in the middle of a touch hears only of new ones.
  @Test func addedMidTouch() {
    pilot.down(view, at: Point(x: 20, y: 20), id: 1)
    let pan = pan()
    pilot.move(view, to: Point(x: 90, y: 20), id: 1)
    #expect(log.entries == [] && pan.numberOfTouches == 0)

    pilot.down(view, at: Point(x: 20, y: 60), id: 2)
    pilot.move(view, to: Point(x: 60, y: 60), id: 2)
    #expect(log.entries == ["began"] && pan.numberOfTouches == 1)
  }

  // MARK: - Edges

  private func edgePan(_ edges: RectEdge) -> ScreenEdgePanGestureRecognizer {
    let pan = ScreenEdgePanGestureRecognizer()
    pan.edges = edges
    pilot.window.addGestureRecognizer(pan)
    log.record(pan)
    return pan
  }

  /// §6 Screen edge pan: it begins at its edge and goes inward.
  @Test(arguments: [
    (RectEdge.left, Point(x: 5, y: 300), Point(x: 60, y: 310)),
    (.right, Point(x: 635, y: 300), Point(x: 580, y: 300)),
    (.top, Point(x: 50, y: 3), Point(x: 50, y: 40)),
    (.bottom, Point(x: 50, y: 380), Point(x: 60, y: 330)),
  ])
  func edges(edge: RectEdge, start: Point, end: Point) {
    let pan = edgePan(edge)
    pilot.drag(pilot.window, through: start, end)
    #expect(log.take() == ["began", "ended"])

    pan.edges = RectEdge.all.subtracting(edge)
    pilot.drag(pilot.window, through: start, end)
    #expect(log.take() == [])
  }

  /// §6 Screen edge pan: begun elsewhere, along the edge, or without edges it fails.
  @Test func noEdgePan() {
    let pan = edgePan(.left)
    pilot.drag(pilot.window, through: Point(x: 25, y: 300), Point(x: 90, y: 300))
    pilot.drag(pilot.window, through: Point(x: 5, y: 300), Point(x: 10, y: 200))
    pan.edges = []
    pilot.drag(pilot.window, through: Point(x: 5, y: 300), Point(x: 90, y: 300))
    #expect(log.entries == [])
  }
}
