/// One finger, or the pressed pointer, from its beginning to its end.
public final class Touch: KitObject {
  /// The current step of a touch; the values are UIKit's.
  public enum Phase: Int, Hashable, Sendable {
    /// Went down.
    case began = 0
    /// Moved.
    case moved = 1
    /// Is down and did not move.
    case stationary = 2
    /// Was lifted.
    case ended = 3
    /// Was taken away by the system, a gesture or a change of the views.
    case cancelled = 4
  }

  /// What touches.
  public enum Kind: String, Hashable, Sendable {
    /// A mouse or another exact pointer.
    case pointer
    /// A finger, which covers more than one point.
    case finger
  }

  /// The platform's number for it; 0 is the mouse.
  public let id: Int
  /// What touches.
  public let kind: Kind
  /// How often in a row a touch began here; 1 for the first.
  public internal(set) var tapCount = 1
  /// The current step.
  public internal(set) var phase: Phase = .began
  /// Seconds of the application's clock at the last step.
  public internal(set) var timestamp: Double
  /// The view it began in, kept alive as long as the touch.
  public internal(set) var view: View?
  /// The window it began in, kept alive as long as the touch.
  public internal(set) var window: Window?

  /// In the window's coordinates.
  package var windowLocation: Point
  package var previousWindowLocation: Point
  /// Whether the view no longer hears of the touch, since a gesture or a cancellation took it.
  var isTakenFromView = false
  /// The recognizers that follow it, front to back; after it was lifted, those still undecided.
  var recognizers: [GestureRecognizer] = []

  /// How many touches the application had seen before it.
  var order = 0
  /// Where it began, while its view is not told of it yet.
  var heldBegan: Point?
  /// Whether it moved since.
  var hasHeldMove = false
  /// Whether it was lifted and its view is not told of that yet.
  var hasHeldEnd = false
  /// Whether any of this ever applied: spares plain touches the questions.
  var wasDelayed = false
  /// How many steps of it are being delivered at present, one inside the other.
  var deliveries = 0

  /// Whether it has not been lifted or taken away.
  var isDown: Bool { phase != .ended && phase != .cancelled }
  /// Whether it was lifted, but not everyone has come to terms with it.
  var isUnsettled: Bool { hasHeldEnd || !recognizers.isEmpty }

  init(id: Int, kind: Kind, location: Point, timestamp: Double) {
    self.id = id
    self.kind = kind
    self.windowLocation = location
    self.previousWindowLocation = location
    self.timestamp = timestamp
  }

  /// Lets go of everything: the touch will take no further step.
  func letGo() {
    view = nil
    window = nil
    recognizers = []
  }

  /// Where it is, in a view's coordinates; `nil` stands for the window.
  public func location(in view: View?) -> Point {
    view?.convert(windowLocation, from: nil) ?? windowLocation
  }

  /// Where it was at the step before.
  public func previousLocation(in view: View?) -> Point {
    view?.convert(previousWindowLocation, from: nil) ?? previousWindowLocation
  }

  override public var debugName: String { "touch @\(id)" }
}

/// The touches or keys that are delivered together.
public final class Event {
  /// The touches that took this step.
  public let touches: [Touch]
  /// The key, for a keyboard event.
  public let key: KeyPress?
  /// Seconds of the application's clock.
  public let timestamp: Double

  /// Creates an event with touches.
  package init(touches: [Touch], timestamp: Double) {
    self.touches = touches
    self.key = nil
    self.timestamp = timestamp
  }

  /// Creates a keyboard event.
  package init(key: KeyPress, timestamp: Double) {
    self.touches = []
    self.key = key
    self.timestamp = timestamp
  }
}

@available(*, unavailable)
extension Event: Sendable {}
