/// Recognizes two fingers that move together or apart. Continuous: it begins once their distance has
/// changed by more than ``InteractionMetrics/pinchSlop``, and ends when both are lifted; while one is
/// lifted nothing changes, and another may take its place. Further fingers are ignored.
public final class PinchGestureRecognizer: GestureRecognizer {
  private var factor = 1.0
  /// The distance at which the scale was ``baseScale``.
  private var baseDistance = 1.0
  private var baseScale = 1.0
  private var meter = VelocityMeter()

  /// Creates a recognizer.
  override public init() {}

  /// The fingers' distance as a multiple of what it was when both were down; 1 at the beginning.
  /// Setting it makes further changes count from there, and resets the velocity.
  public var scale: Double {
    get { factor }
    set {
      factor = newValue
      rebase()
      meter.reset()
      note()
    }
  }

  /// How fast the scale changes, per second.
  public var velocity: Double { meter.velocity(over: metrics.velocityInterval).x }

  private var distance: Double {
    // Two fingers in one point are a point apart: nothing can be divided by 0.
    touches.count < 2
      ? baseDistance : max(1, touches[0].windowLocation.distance(to: touches[1].windowLocation))
  }

  private func rebase() {
    baseDistance = distance
    baseScale = factor
  }

  private func note() {
    meter.note(Point(x: factor, y: 0), at: eventTime)
  }

  override public func touchesBegan(_ touches: [Touch], with event: Event?) {
    for touch in touches where self.touches.count > 2 { ignore(touch, for: event) }
    if self.touches.count == 2 {
      rebase()
      note()
    }
  }

  override public func touchesMoved(_ touches: [Touch], with event: Event?) {
    guard self.touches.count == 2 else { return }
    factor = baseScale * distance / baseDistance
    note()
    if state.isRecognizing {
      state = .changed
    } else if pending == nil, abs(distance - baseDistance) > metrics.pinchSlop {
      state = .began
    }
  }

  override public func touchesEnded(_ touches: [Touch], with event: Event?) {
    guard self.touches.count == touches.count else { return }
    state = state.isRecognizing || pending != nil ? .ended : .failed
  }

  override public func reset() {
    super.reset()
    factor = 1
    baseScale = 1
    meter.reset()
  }
}
