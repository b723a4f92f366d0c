/// Recognizes one or several taps. Discrete: handlers run once, with ``GestureState/recognized``.
public final class TapGestureRecognizer: GestureRecognizer {
  /// How many taps in a row; 1 by default.
  public var numberOfTapsRequired = 1
  /// How many fingers at once; 1 by default.
  public var numberOfTouchesRequired = 1

  private var origins: [ObjectIdentifier: Point] = [:]
  private var tapsSeen = 0
  private var mostTouches = 0
  private var lastTap: Point?
  private var pause: ScheduledTimer?

  /// Creates a recognizer for a single tap.
  override public init() {}

  override public func touchesBegan(_ touches: [Touch], with event: Event?) {
    pause?.cancel()
    pause = nil
    if let lastTap, origins.isEmpty,
      touches.contains(where: {
        $0.windowLocation.distance(to: lastTap) > metrics.multipleTapDistance
      })
    {
      // Too far from the tap before: a new series begins.
      tapsSeen = 0
    }
    for touch in touches { origins[ObjectIdentifier(touch)] = touch.windowLocation }
    mostTouches = max(mostTouches, self.touches.count)
    if self.touches.count > numberOfTouchesRequired { state = .failed }
  }

  override public func touchesMoved(_ touches: [Touch], with event: Event?) {
    let slop = metrics.tapSlop
    let strays = touches.contains { touch in
      guard let origin = origins[ObjectIdentifier(touch)] else { return false }
      return touch.windowLocation.distance(to: origin) > slop
    }
    if strays { state = .failed }
  }

  override public func touchesEnded(_ touches: [Touch], with event: Event?) {
    touchesMoved(touches, with: event)
    guard state == .possible, self.touches.count == touches.count, !origins.isEmpty else { return }
    guard mostTouches == numberOfTouchesRequired else {
      state = .failed
      return
    }
    tapsSeen += 1
    if tapsSeen >= numberOfTapsRequired {
      state = .ended
      return
    }
    mostTouches = 0
    origins = [:]
    lastTap = touches.first?.windowLocation
    pause = enclosingApplication?.scheduler.after(metrics.multipleTapInterval) { [weak self] in
      if let self, state == .possible { state = .failed }
    }
  }

  override public func reset() {
    super.reset()
    pause?.cancel()
    pause = nil
    origins = [:]
    tapsSeen = 0
    mostTouches = 0
    lastTap = nil
  }

  /// A tap never prevents a tap that needs more taps.
  override public func canPrevent(_ other: GestureRecognizer) -> Bool {
    guard let other = other as? TapGestureRecognizer else { return true }
    return other.numberOfTapsRequired <= numberOfTapsRequired
  }
}
