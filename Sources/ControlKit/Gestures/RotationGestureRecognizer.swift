/// Recognizes two fingers that turn around each other. Continuous: it begins once they have turned by
/// more than ``InteractionMetrics/rotationSlop``, and ends when both are lifted; while one is lifted
/// nothing changes, and another may take its place. Further fingers are ignored.
public final class RotationGestureRecognizer: GestureRecognizer, TwoFingerGesture {
  var measure: Double { turned }
  var meter = VelocityMeter()
  private var turned = 0.0
  private var lastAngle = 0.0

  /// Creates a recognizer.
  override public init() {}

  /// How far the fingers turned, in radians, clockwise; several turns add up. Setting it makes
  /// further turns count from there, and resets the velocity.
  public var rotation: Double {
    get { turned }
    set {
      turned = newValue
      measureWasSet()
    }
  }

  /// How fast the fingers turn, in radians per second.
  public var velocity: Double { measuredVelocity }

  private var angle: Double {
    touches.count < 2
      ? lastAngle
      : Trigonometry.angle(of: touches[1].windowLocation - touches[0].windowLocation)
  }

  func rebase() {
    lastAngle = angle
  }

  override public func touchesBegan(_ touches: [Touch], with event: Event?) {
    fingersBegan(touches, with: event)
  }

  override public func touchesMoved(_ touches: [Touch], with event: Event?) {
    guard self.touches.count == 2 else { return }
    turned += Trigonometry.normalized(angle - lastAngle)
    rebase()
    fingersMoved(isFar: abs(turned) > metrics.rotationSlop)
  }

  override public func touchesEnded(_ touches: [Touch], with event: Event?) {
    fingersEnded(touches)
  }

  override public func reset() {
    super.reset()
    turned = 0
    meter.reset()
  }
}
