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
  /// How many taps must come before the touch that stays down; 0 by default.
  ///
  /// They follow one another, and the press follows them, as the taps of a
  /// ``TapGestureRecognizer`` do. A touch that is down for as long as a press is no tap. (UIKit does
  /// not say what separates the two.)
  public var numberOfTapsRequired = 0

  private var tracks = TouchTracks()
  private var series = TapSeries()
  private var timer: ScheduledTimer?

  /// Creates a recognizer for one finger.
  override public init() {}

  override var isInSeries: Bool { series.isOpen }

  override func touchWillBegin(_ touch: Touch) {
    // As for a tap: whoever waits for this to fail has its turn before the touch begins.
    if series.isBroken(by: touch, metrics) { state = .failed }
  }

  override public func touchesBegan(_ touches: [Touch], with event: Event?) {
    if state.isRecognizing || pending != nil {
      // It has its fingers: further ones are none of its business.
      for touch in touches { ignore(touch, for: event) }
      return
    }
    series.goOn()
    for touch in touches { tracks.begin(touch) }
    if self.touches.count > numberOfTouchesRequired {
      state = .failed
    } else if self.touches.count == numberOfTouchesRequired {
      timer?.cancel()
      timer = enclosingApplication?.scheduler.after(duration) { [weak self] in
        guard let self, state == .possible, pending == nil, !self.touches.isEmpty else { return }
        state = isTap ? .failed : .began
      }
    }
  }

  /// How long the touch must be down, in seconds.
  var duration: Double { minimumPressDuration ?? metrics.longPressDuration }

  /// Whether the touches that are down should be one of the taps before the press.
  private var isTap: Bool { series.count < numberOfTapsRequired }

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
      if isTap { endTap(touches, with: event) } else { state = .failed }
    } else if self.touches.count == touches.count {
      state = .ended
    }
  }

  private func endTap(_ touches: [Touch], with event: Event?) {
    touchesMoved(touches, with: event)
    // It may have failed, and forgotten its touches; or other fingers are still down.
    guard !tracks.isEmpty, self.touches.count == touches.count else { return }
    guard let timer else {
      // There were never enough fingers.
      state = .failed
      return
    }
    timer.cancel()
    self.timer = nil
    tracks.removeAll()
    series.add(touches, fingers: numberOfTouchesRequired, of: self)
  }

  override public func reset() {
    super.reset()
    series.end()
    timer?.cancel()
    timer = nil
    tracks.removeAll()
  }
}
