/// Recognizes fingers, or the pressed pointer, that drag. Continuous: it begins once they have moved
/// by more than ``InteractionMetrics/panSlop``, changes with every move, and ends when all are lifted.
public class PanGestureRecognizer: GestureRecognizer {
  /// How many fingers it takes at least; 1 by default.
  public final var minimumNumberOfTouches = 1
  /// How many it takes at most. One more before it begins makes it fail; later ones are ignored.
  public final var maximumNumberOfTouches = Int.max

  private var tracks = TouchTracks()
  /// In the window.
  private var moved = Point.zero
  private var meter = VelocityMeter()

  /// Creates a recognizer for any number of fingers.
  override public init() {}

  /// How far the touches went, in a view's coordinates; `nil` stands for the window.
  ///
  /// With several fingers it is how far their middle went; one that is added or lifted changes
  /// nothing. It counts from where the touches began, the slop included, so that what is dragged
  /// stays under the finger. (UIKit does not say whether its own counts the slop.)
  public final func translation(in view: View?) -> Point {
    PanGestureRecognizer.vector(moved, in: view)
  }

  /// Sets the translation from which further moves count, and resets the velocity.
  public final func setTranslation(_ translation: Point, in view: View?) {
    if let view {
      moved = view.convert(translation, to: nil) - view.convert(Point.zero, to: nil)
    } else {
      moved = translation
    }
    meter.reset()
    note()
  }

  /// How fast the touches move, in points per second of a view's coordinates.
  public final func velocity(in view: View?) -> Point {
    PanGestureRecognizer.vector(meter.velocity(over: metrics.velocityInterval), in: view)
  }

  private static func vector(_ vector: Point, in view: View?) -> Point {
    guard let view else { return vector }
    return view.convert(vector, from: nil) - view.convert(Point.zero, from: nil)
  }

  override final var movement: Point? { moved }

  /// Whether a touch may be one of the gesture's.
  func accepts(_ touch: Touch) -> Bool { true }

  /// Whether the movement so far is of the right kind.
  func isRight(_ movement: Point) -> Bool { true }

  override public func touchesBegan(_ touches: [Touch], with event: Event?) {
    for touch in touches {
      if state.isRecognizing || pending != nil {
        if self.touches.count > maximumNumberOfTouches { ignore(touch, for: event) }
      } else if self.touches.count > maximumNumberOfTouches || !accepts(touch) {
        state = .failed
        return
      }
      tracks.begin(touch)
    }
    if state == .possible, pending == nil, self.touches.count <= minimumNumberOfTouches {
      // What too few fingers did before does not count.
      moved = .zero
      meter.reset()
      note()
    }
  }

  override public func touchesMoved(_ touches: [Touch], with event: Event?) {
    follow(touches)
    if state.isRecognizing {
      state = .changed
    } else if state == .possible, pending == nil,
      self.touches.count >= minimumNumberOfTouches,
      moved.distance(to: .zero) > metrics.panSlop
    {
      state = isRight(moved) ? .began : .failed
    }
  }

  override public func touchesEnded(_ touches: [Touch], with event: Event?) {
    follow(touches)
    for touch in touches { tracks.end(touch) }
    guard self.touches.count == touches.count else { return }
    state = state.isRecognizing || pending != nil ? .ended : .failed
  }

  private func follow(_ touches: [Touch]) {
    let count = Double(max(1, self.touches.count))
    for touch in touches {
      let step = tracks.step(of: touch)
      moved = Point(x: moved.x + step.x / count, y: moved.y + step.y / count)
    }
    note()
  }

  private func note() {
    meter.note(moved, at: eventTime)
  }

  override public func reset() {
    super.reset()
    tracks.removeAll()
    moved = .zero
    meter.reset()
  }
}
