import ControlKit
import TestSupport
import Testing

/// A view's transform: conversions, frame and hit testing through it.
@Suite struct TransformTests {
  let view = View().at(100, 100, 80, 40)
  let inner = View().at(10, 10, 20, 10)
  let pilot: Pilot

  init() {
    view.addSubview(inner)
    pilot = Pilot(view)
  }

  private func isNear(_ one: Point, _ x: Double, _ y: Double) -> Bool {
    abs(one.x - x) < 1e-9 && abs(one.y - y) < 1e-9
  }

  /// A quarter turn around the center; y grows downward, so it goes clockwise.
  @Test func rotation() {
    view.transform = AffineTransform(rotationAngle: .pi / 2)

    #expect(isNear(view.convert(Point(x: 80, y: 20), to: nil), 140, 160))
    #expect(isNear(view.convert(Point(x: 140, y: 160), from: nil), 80, 20))
    #expect(isNear(view.center, 140, 120))
    #expect(isNear(view.frame.origin, 120, 80))
    #expect(abs(view.frame.width - 40) < 1e-9 && abs(view.frame.height - 80) < 1e-9)
    #expect(view.bounds == Rect(x: 0, y: 0, width: 80, height: 40))
  }

  /// Hit testing goes through it: what it turned away is not hit, what it turned to is.
  @Test func hitTesting() {
    view.transform = AffineTransform(rotationAngle: .pi / 2)

    #expect(pilot.window.hitTest(Point(x: 105, y: 120), with: nil) === pilot.window)
    #expect(pilot.window.hitTest(Point(x: 140, y: 85), with: nil) === view)
    let middle = inner.convert(Point(x: 10, y: 5), to: nil)
    #expect(pilot.window.hitTest(middle, with: nil) === inner)
  }

  /// Scaling enlarges around the center; the children go with it.
  @Test func scale() {
    view.transform = AffineTransform(scaleX: 2, y: 2)

    #expect(view.frame == Rect(x: 60, y: 80, width: 160, height: 80))
    #expect(inner.convert(Point.zero, to: nil) == Point(x: 80, y: 100))
    #expect(
      inner.convert(Rect(x: 0, y: 0, width: 20, height: 10), to: nil)
        == Rect(x: 80, y: 100, width: 40, height: 20))
  }

  /// A translation moves without touching center and bounds.
  @Test func translation() {
    view.transform = AffineTransform(translationX: 5, y: -5)

    #expect(view.center == Point(x: 140, y: 120))
    #expect(view.frame == Rect(x: 105, y: 95, width: 80, height: 40))
  }

  /// Conversions there and back agree for any combination, through several views.
  @Test(arguments: [0.1, 1.0, 2.5, -3.0])
  func roundTrip(angle: Double) {
    view.transform = AffineTransform(rotationAngle: angle).scaledBy(x: 1.5, y: 0.5)
      .translatedBy(x: 3, y: 4)
    inner.transform = AffineTransform(rotationAngle: -2 * angle)
    view.bounds.origin = Point(x: 7, y: 9)

    let there = inner.convert(Point(x: 3, y: 4), to: nil)
    #expect(isNear(inner.convert(there, from: nil), 3, 4))
    #expect(
      isNear(view.convert(inner.convert(Point(x: 3, y: 4), to: view), to: nil), there.x, there.y))
  }

  /// A view flattened to nothing cannot be hit; a transform that is no number is ignored.
  @Test func degenerate() {
    view.transform = AffineTransform(scaleX: 0, y: 1)
    #expect(pilot.window.hitTest(Point(x: 140, y: 120), with: nil) === pilot.window)

    view.transform = AffineTransform(scaleX: .nan, y: 1)
    #expect(view.transform == AffineTransform(scaleX: 0, y: 1))

    view.transform = .identity
    #expect(view.frame == Rect(x: 100, y: 100, width: 80, height: 40))
    #expect(pilot.window.hitTest(Point(x: 140, y: 120), with: nil) === view)
  }

  /// Layout knows nothing of it: a stack's views keep their slots, layout after layout.
  @Test func layoutIgnoresIt() {
    let label = Label(text: "abc")
    let stack = StackView(axis: .vertical, [label, Label(text: "def")]).at(0, 0, 100, 100)
    pilot.window.addSubview(stack)
    pilot.application.layoutIfNeeded()
    let center = label.center

    label.transform = AffineTransform(scaleX: 3, y: 3)
    for _ in 0..<3 {
      stack.setNeedsLayout()
      pilot.application.layoutIfNeeded()
    }
    #expect(label.center == center)
  }

  /// Setting the center moves the view, whatever its transform.
  @Test func settingCenter() {
    view.transform = AffineTransform(rotationAngle: 1)
    view.center = Point(x: 50, y: 60)

    #expect(view.center == Point(x: 50, y: 60))
    #expect(view.bounds.size == Size(width: 80, height: 40))
  }

  /// A control inside a turned view tracks in its own coordinates.
  @Test func trackingThroughIt() {
    let slider = Slider().at(0, 0, 80, 16)
    view.addSubview(slider)
    view.transform = AffineTransform(rotationAngle: .pi)

    pilot.drag(slider, through: Point(x: 4, y: 8), Point(x: 76, y: 8))

    #expect(slider.value == 1)
  }
}
