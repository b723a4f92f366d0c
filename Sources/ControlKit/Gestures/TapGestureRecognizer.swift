/// Recognizes one or several taps. Discrete: handlers run once, with ``GestureState/recognized``.
public final class TapGestureRecognizer: GestureRecognizer {
  /// How many taps in a row; 1 by default.
  public var numberOfTapsRequired = 1
  /// How many fingers at once; 1 by default.
  public var numberOfTouchesRequired = 1

  private var tracks = TouchTracks()
  private var series = TapSeries()
  private var mostTouches = 0

  /// Creates a recognizer for a single tap.
  override public init() {}

  override package var isDiscrete: Bool { true }

  override var isInSeries: Bool { series.isOpen }

  override func touchWillBegin(_ touch: Touch) {
    // Too far from the tap before: whoever waits for this series to fail has its turn, before the
    // touch begins, and a new series begins with it.
    if series.isBroken(by: touch, metrics) { state = .failed }
  }

  override public func touchesBegan(_ touches: [Touch], with event: Event?) {
    series.goOn()
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
    if series.count + 1 >= numberOfTapsRequired {
      state = .ended
      return
    }
    mostTouches = 0
    tracks.removeAll()
    series.add(touches, fingers: numberOfTouchesRequired, of: self)
  }

  override public func reset() {
    super.reset()
    series.end()
    tracks.removeAll()
    mostTouches = 0
  }

  /// A tap never prevents a tap that needs more taps, nor a long press after as many.
  override public func canPrevent(_ other: GestureRecognizer) -> Bool {
    switch other {
    case let tap as TapGestureRecognizer: tap.numberOfTapsRequired <= numberOfTapsRequired
    case let press as LongPressGestureRecognizer: press.numberOfTapsRequired < numberOfTapsRequired
    default: true
    }
  }
}
