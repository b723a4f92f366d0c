/// The numbers behind touches and gestures, changeable per window.
///
/// Where Apple publishes a value it is Apple's; the others are our decision.
public struct InteractionMetrics: Hashable, Sendable {
  /// How far outside its bounds a control still counts a finger as inside, in points.
  public var fingerSlop = 70.0
  /// The same for a pointer, in points.
  public var pointerSlop = 0.0
  /// How long after the last touch began another one still counts as a repeated tap, in seconds.
  public var multipleTapInterval = 0.35
  /// How far from the last touch another one still counts as a repeated tap, in points.
  public var multipleTapDistance = 30.0
  /// How far a touch may stray before it stops being a tap, in points.
  public var tapSlop = 10.0
  /// How long a touch must be down for a long press, in seconds.
  public var longPressDuration = 0.5
  /// How far a touch may stray before a long press begins, in points.
  public var longPressSlop = 10.0
  /// How far the fingers must move before a pan begins, in points.
  public var panSlop = 10.0
  /// How far a swipe must go along its direction, in points.
  public var swipeDistance = 50.0
  /// How far a swipe may be off its direction, in degrees.
  public var swipeAngle = 20.0
  /// How long a swipe may take, in seconds.
  public var swipeDuration = 0.5
  /// How much two fingers must change their distance before a pinch begins, in points.
  public var pinchSlop = 10.0
  /// How far two fingers must turn before a rotation begins, in radians.
  public var rotationSlop = 0.1
  /// How near the window's edge a screen edge pan must begin, in points.
  public var edgeWidth = 20.0
  /// Over how long a gesture's velocity is measured, in seconds.
  public var velocityInterval = 0.1
  /// How long a key that the platform reports without its release stays down, in seconds.
  public var keyHoldDuration = 0.1

  /// The defaults.
  public init() {}

  func slop(for kind: Touch.Kind) -> Double {
    kind == .finger ? fingerSlop : pointerSlop
  }
}
