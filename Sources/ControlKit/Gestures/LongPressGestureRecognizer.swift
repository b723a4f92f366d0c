/// Recognizes a touch that stays down. Continuous: it begins while the finger is down, changes when
/// it moves, and ends when it is lifted.
public final class LongPressGestureRecognizer: GestureRecognizer {
  /// How long the touch must be down, in seconds; `nil` takes the window's
  /// ``InteractionMetrics/longPressDuration``.
  public var minimumPressDuration: Double?
  /// How far it may stray before the gesture begins, in points; `nil` takes the window's
  /// ``InteractionMetrics/longPressSlop``. Afterwards it may move freely.
  public var allowableMovement: Double?
  /// How many fingers at once; 1 by default.
  public var numberOfTouchesRequired = 1

  private var origins: [ObjectIdentifier: Point] = [:]
  private var timer: ScheduledTimer?

  /// Creates a recognizer for one finger.
  override public init() {}

  override public func touchesBegan(_ touches: [Touch], with event: Event?) {
    for touch in touches { origins[ObjectIdentifier(touch)] = touch.windowLocation }
    if self.touches.count > numberOfTouchesRequired {
      abort()
    } else if self.touches.count == numberOfTouchesRequired {
      timer = enclosingApplication?.scheduler.after(
        minimumPressDuration ?? metrics.longPressDuration
      ) { [weak self] in
        if let self, state == .possible, !self.touches.isEmpty { state = .began }
      }
    }
  }

  override public func touchesMoved(_ touches: [Touch], with event: Event?) {
    if state.isRecognizing {
      state = .changed
      return
    }
    let slop = allowableMovement ?? metrics.longPressSlop
    let strays = touches.contains { touch in
      guard let origin = origins[ObjectIdentifier(touch)] else { return false }
      return touch.windowLocation.distance(to: origin) > slop
    }
    if strays { state = .failed }
  }

  override public func touchesEnded(_ touches: [Touch], with event: Event?) {
    if state == .possible {
      state = .failed
    } else if state.isRecognizing, self.touches.count == touches.count {
      state = .ended
    }
  }

  override public func reset() {
    super.reset()
    timer?.cancel()
    timer = nil
    origins = [:]
  }
}
