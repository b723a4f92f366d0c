/// Recognizes two fingers that turn around each other. Continuous: it begins once they have turned by
/// more than ``InteractionMetrics/rotationSlop``, and ends when both are lifted; while one is lifted
/// nothing changes, and another may take its place. Further fingers are ignored.
public final class RotationGestureRecognizer: GestureRecognizer {
  private var turned = 0.0
  private var lastAngle = 0.0
  private var meter = VelocityMeter()

  /// Creates a recognizer.
  override public init() {}

  /// How far the fingers turned, in radians, clockwise; several turns add up. Setting it makes
  /// further turns count from there, and resets the velocity.
  public var rotation: Double {
    get { turned }
    set {
      turned = newValue
      meter.reset()
      note()
    }
  }

  /// How fast the fingers turn, in radians per second.
  public var velocity: Double { meter.velocity(over: metrics.velocityInterval).x }

  private var angle: Double {
    touches.count < 2
      ? lastAngle
      : Trigonometry.angle(of: touches[1].windowLocation - touches[0].windowLocation)
  }

  private func note() {
    meter.note(Point(x: turned, y: 0), at: eventTime)
  }

  override public func touchesBegan(_ touches: [Touch], with event: Event?) {
    for touch in touches where self.touches.count > 2 { ignore(touch, for: event) }
    if self.touches.count == 2 {
      lastAngle = angle
      note()
    }
  }

  override public func touchesMoved(_ touches: [Touch], with event: Event?) {
    guard self.touches.count == 2 else { return }
    let angle = angle
    turned += Trigonometry.normalized(angle - lastAngle)
    lastAngle = angle
    note()
    if state.isRecognizing {
      state = .changed
    } else if pending == nil, abs(turned) > metrics.rotationSlop {
      state = .began
    }
  }

  override public func touchesEnded(_ touches: [Touch], with event: Event?) {
    guard self.touches.count == touches.count else { return }
    state = state.isRecognizing || pending != nil ? .ended : .failed
  }

  override public func reset() {
    super.reset()
    turned = 0
    meter.reset()
  }
}
