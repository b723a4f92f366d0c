/// Recognizes one or several taps. Discrete: handlers run once, with ``GestureState/recognized``.
public final class TapGestureRecognizer: GestureRecognizer {
  /// How many taps in a row; 1 by default.
  public var numberOfTapsRequired = 1
  /// How many fingers at once; 1 by default.
  public var numberOfTouchesRequired = 1

  private var tracks = TouchTracks()
  private var tapsSeen = 0
  private var mostTouches = 0
  private var lastTap: Point?
  private var pause: ScheduledTimer?

  /// Creates a recognizer for a single tap.
  override public init() {}

  override package var isDiscrete: Bool { true }

  override var isInSeries: Bool { pause != nil }

  override func touchWillBegin(_ touch: Touch) {
    guard isInSeries, let lastTap,
      touch.windowLocation.distance(to: lastTap) > metrics.multipleTapDistance
    else { return }
    // Too far from the tap before: whoever waits for this series to fail has its turn, before the
    // touch begins, and a new series begins with it.
    state = .failed
  }

  override public func touchesBegan(_ touches: [Touch], with event: Event?) {
    pause?.cancel()
    pause = nil
    for touch in touches { tracks.begin(touch) }
    mostTouches = max(mostTouches, self.touches.count)
    if self.touches.count > numberOfTouchesRequired { state = .failed }
  }

  override public func touchesMoved(_ touches: [Touch], with event: Event?) {
    guard pending == nil else { return }
    let slop = metrics.tapSlop
    if touches.contains(where: { tracks.distance(of: $0) > slop }) { state = .failed }
  }

  override public func touchesEnded(_ touches: [Touch], with event: Event?) {
    touchesMoved(touches, with: event)
    guard state == .possible, pending == nil, self.touches.count == touches.count, !tracks.isEmpty
    else { return }
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
    tracks.removeAll()
    lastTap = touches.first?.windowLocation
    guard let scheduler = enclosingApplication?.scheduler else { return }
    // The least time after the limit: a touch at the limit itself still counts, as for tapCount.
    let end = (scheduler.now + metrics.multipleTapInterval).nextUp
    pause = scheduler.after(end - scheduler.now) { [weak self] in
      if let self, state == .possible { state = .failed }
    }
  }

  override public func reset() {
    super.reset()
    pause?.cancel()
    pause = nil
    tracks.removeAll()
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
