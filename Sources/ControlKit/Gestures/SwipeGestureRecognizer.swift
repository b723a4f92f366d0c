/// Recognizes a quick, straight stroke. Discrete: handlers run once, while the fingers are still down.
///
/// It must go ``InteractionMetrics/swipeDistance`` along its direction, no more than
/// ``InteractionMetrics/swipeAngle`` off it, within ``InteractionMetrics/swipeDuration``.
public final class SwipeGestureRecognizer: GestureRecognizer {
  /// The directions of a swipe. The values are UIKit's.
  public struct Direction: OptionSet, Hashable, Sendable {
    /// The mask.
    public let rawValue: UInt
    /// Creates a set from a mask.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }
    /// To the right.
    public static let right = Direction(rawValue: 1 << 0)
    /// To the left.
    public static let left = Direction(rawValue: 1 << 1)
    /// Upward.
    public static let up = Direction(rawValue: 1 << 2)
    /// Downward.
    public static let down = Direction(rawValue: 1 << 3)

    /// The names a script uses.
    public static let named: [(name: String, direction: Direction)] = [
      ("right", .right), ("left", .left), ("up", .up), ("down", .down),
    ]
  }

  /// Where it goes; any of several directions will do. To the right by default.
  public var direction = Direction.right
  /// How many fingers at once; 1 by default.
  public var numberOfTouchesRequired = 1

  private var tracks = TouchTracks()
  private var moved = Point.zero
  private var limit: ScheduledTimer?

  /// Creates a recognizer for one finger going right.
  override public init() {}

  override var movement: Point? { moved }

  override public func touchesBegan(_ touches: [Touch], with event: Event?) {
    for touch in touches { tracks.begin(touch) }
    if self.touches.count > numberOfTouchesRequired {
      state = .failed
    } else if limit == nil {
      // A timer, so that those that wait for a swipe to fail need not wait for the next move. It
      // comes a little later: a stroke of exactly the duration is in time.
      limit = enclosingApplication?.scheduler.after(metrics.swipeDuration + 1e-6) { [weak self] in
        if let self, state == .possible, pending == nil { state = .failed }
      }
    }
  }

  override public func touchesMoved(_ touches: [Touch], with event: Event?) {
    guard pending == nil else { return }
    let count = Double(max(1, self.touches.count))
    for touch in touches {
      let step = tracks.step(of: touch)
      moved = Point(x: moved.x + step.x / count, y: moved.y + step.y / count)
    }
    let (sine, cosine) = Trigonometry.sineAndCosine(of: metrics.swipeAngle * .pi / 180)
    let slope = sine / cosine
    var isPossible = false
    for (along, across) in strokes {
      if along >= metrics.swipeDistance, across <= slope * along,
        self.touches.count == numberOfTouchesRequired
      {
        state = .ended
        return
      }
      // Judged by where it would be at its end: the beginning of a stroke is never quite straight.
      if across <= slope * max(along, metrics.swipeDistance), along >= -metrics.panSlop {
        isPossible = true
      }
    }
    if !isPossible { state = .failed }
  }

  /// How far it went along and across each of its directions.
  private var strokes: [(along: Double, across: Double)] {
    var strokes: [(along: Double, across: Double)] = []
    strokes.reserveCapacity(4)
    if direction.contains(.right) { strokes.append((moved.x, abs(moved.y))) }
    if direction.contains(.left) { strokes.append((-moved.x, abs(moved.y))) }
    if direction.contains(.up) { strokes.append((-moved.y, abs(moved.x))) }
    if direction.contains(.down) { strokes.append((moved.y, abs(moved.x))) }
    return strokes
  }

  override public func touchesEnded(_ touches: [Touch], with event: Event?) {
    touchesMoved(touches, with: event)
    // Recognized or failed, it has forgotten its touches.
    if state == .possible, pending == nil, !tracks.isEmpty { state = .failed }
  }

  override public func reset() {
    super.reset()
    limit?.cancel()
    limit = nil
    tracks.removeAll()
    moved = .zero
  }
}
