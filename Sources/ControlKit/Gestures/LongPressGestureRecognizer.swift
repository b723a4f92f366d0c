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

  private var tracks = TouchTracks()
  private var timer: ScheduledTimer?

  /// Creates a recognizer for one finger.
  override public init() {}

  override public func touchesBegan(_ touches: [Touch], with event: Event?) {
    if state.isRecognizing || pending != nil {
      // It has its fingers: further ones are none of its business.
      for touch in touches { ignore(touch, for: event) }
      return
    }
    for touch in touches { tracks.begin(touch) }
    if self.touches.count > numberOfTouchesRequired {
      state = .failed
    } else if self.touches.count == numberOfTouchesRequired {
      timer = enclosingApplication?.scheduler.after(
        minimumPressDuration ?? metrics.longPressDuration
      ) { [weak self] in
        if let self, state == .possible, pending == nil, !self.touches.isEmpty { state = .began }
      }
    }
  }

  override public func touchesMoved(_ touches: [Touch], with event: Event?) {
    if state.isRecognizing {
      state = .changed
      return
    }
    guard pending == nil else { return }
    let slop = allowableMovement ?? metrics.longPressSlop
    if touches.contains(where: { tracks.distance(of: $0) > slop }) { state = .failed }
  }

  override public func touchesEnded(_ touches: [Touch], with event: Event?) {
    if state == .possible, pending == nil {
      state = .failed
    } else if self.touches.count == touches.count {
      state = .ended
    }
  }

  override public func reset() {
    super.reset()
    timer?.cancel()
    timer = nil
    tracks.removeAll()
  }
}
