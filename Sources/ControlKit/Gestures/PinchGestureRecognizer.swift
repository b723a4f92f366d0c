/// Recognizes two fingers that move together or apart. Continuous: it begins once their distance has
/// changed by more than ``InteractionMetrics/pinchSlop``, and ends when both are lifted; while one is
/// lifted nothing changes, and another may take its place. Further fingers are ignored.
public final class PinchGestureRecognizer: GestureRecognizer, TwoFingerGesture {
  var measure: Double { factor }
  var meter = VelocityMeter()
  private var factor = 1.0
  /// The distance at which the scale was ``baseScale``.
  private var baseDistance = 1.0
  private var baseScale = 1.0

  /// Creates a recognizer.
  override public init() {}

  /// The fingers' distance as a multiple of what it was when both were down; 1 at the beginning.
  /// Setting it makes further changes count from there, and resets the velocity.
  public var scale: Double {
    get { factor }
    set {
      factor = newValue
      rebase()
      measureWasSet()
    }
  }

  /// How fast the scale changes, per second.
  public var velocity: Double { measuredVelocity }

  private var distance: Double {
    // Two fingers in one point are a point apart: nothing can be divided by 0.
    touches.count < 2
      ? baseDistance : max(1, touches[0].windowLocation.distance(to: touches[1].windowLocation))
  }

  func rebase() {
    baseDistance = distance
    baseScale = factor
  }

  override public func touchesBegan(_ touches: [Touch], with event: Event?) {
    fingersBegan(touches, with: event)
  }

  override public func touchesMoved(_ touches: [Touch], with event: Event?) {
    guard self.touches.count == 2 else { return }
    factor = baseScale * distance / baseDistance
    fingersMoved(isFar: abs(distance - baseDistance) > metrics.pinchSlop)
  }

  override public func touchesEnded(_ touches: [Touch], with event: Event?) {
    fingersEnded(touches)
  }

  override public func reset() {
    super.reset()
    factor = 1
    baseScale = 1
    meter.reset()
  }
}
