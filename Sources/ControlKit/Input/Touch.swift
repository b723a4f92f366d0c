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
  public var tapCount: Int { taps }
  /// The current step.
  public var phase: Phase { step }
  /// Seconds of the application's clock at the last step.
  public var timestamp: Double { time }
  /// The view it began in, kept alive as long as the touch.
  public var view: View? { hitView }
  /// The window it began in, kept alive as long as the touch.
  public var window: Window? { ownWindow }

  /// In the window's coordinates.
  package var windowLocation: Point { place }
  package var previousWindowLocation: Point { previousPlace }

  // What is behind these, for ControlKit alone: the compiler then sees each access, and leaves out
  // the checks of exclusivity.
  var taps = 1
  var step = Phase.began
  var time: Double
  var hitView: View?
  var ownWindow: Window?
  var place: Point
  var previousPlace: Point
  /// Whether the view no longer hears of the touch, since a gesture or a cancellation took it.
  var isTakenFromView = false
  /// The recognizers that follow it, front to back; after it was lifted, those still undecided.
  var recognizers: [GestureRecognizer] {
    get { followers }
    // Taken out while it is changed: an access that lasts would have to be checked.
    _modify {
      var list = followers
      followers = []
      defer { followers = list }
      yield &list
    }
  }
  private var followers: [GestureRecognizer] = []

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
    place = location
    previousPlace = location
    time = timestamp
  }

  /// Lets go of everything: the touch will take no further step.
  func letGo() {
    hitView = nil
    ownWindow = nil
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
  public var touches: [Touch] { list }
  /// The key, for a keyboard event.
  public let key: KeyPress?
  /// Seconds of the application's clock.
  public var timestamp: Double { time }
  private var list: [Touch]
  private var time: Double

  /// Creates an event with touches.
  package init(touches: [Touch], timestamp: Double) {
    list = touches
    key = nil
    time = timestamp
  }

  /// Creates a keyboard event.
  package init(key: KeyPress, timestamp: Double) {
    list = []
    self.key = key
    time = timestamp
  }

  /// Becomes the event of another step. Only for one that nobody else has.
  func reuse(for touch: Touch, at timestamp: Double) {
    var touches = list
    list = []
    touches.append(touch)
    list = touches
    time = timestamp
  }

  /// Lets go of the touches, and keeps the room for others.
  func clear() {
    var touches = list
    list = []
    touches.removeAll(keepingCapacity: true)
    list = touches
  }

  /// The touch as a list, for methods that take one; without a new list if the event is its own.
  func touches(only touch: Touch) -> [Touch] {
    list.count == 1 && list[0] === touch ? list : [touch]
  }
}

@available(*, unavailable)
extension Event: Sendable {}
