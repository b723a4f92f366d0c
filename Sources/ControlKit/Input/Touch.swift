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
  public var id: Int { number }
  /// What touches.
  public var kind: Kind { tool }
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
  private var number: Int
  private var tool: Kind
  var taps = 1
  var step = Phase.began
  var time: Double
  var hitView: View?
  var ownWindow: Window?
  var place: Point
  var previousPlace: Point
  /// Where it was in the view when it began, for as long as it and the view stay where they were:
  /// most touches do. The window's count of changes tells.
  private var hitPlace: Point?
  private var hitStart = Point.zero
  private var hitVersion = 0
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
  var hasRecognizers: Bool { !followers.isEmpty }

  /// How many steps down and up the application had seen before it went down.
  var order = 0
  /// The same for when it was lifted; `nil` before.
  var liftOrder: Int?
  /// Where it began, while its view is not told of it yet.
  var heldBegan: Point?
  /// Whether it moved since.
  var hasHeldMove = false
  /// Whether it was lifted and its view is not told of that yet.
  var hasHeldEnd = false
  /// Whether any of this ever applied: spares plain touches the questions.
  var wasDelayed = false
  /// Whether anyone but ControlKit may have seen it, and so have it in mind.
  var wasSeen = false
  /// How many steps of it are being delivered at present, one inside the other.
  var deliveries = 0

  /// Whether it has not been lifted or taken away.
  var isDown: Bool { phase != .ended && phase != .cancelled }
  /// Whether it was lifted, but not everyone has come to terms with it.
  var isUnsettled: Bool { hasHeldEnd || hasRecognizers }

  init(id: Int = -1, kind: Kind = .pointer, location: Point = .zero, timestamp: Double = 0) {
    number = id
    tool = kind
    place = location
    previousPlace = location
    time = timestamp
  }

  /// Goes down. Only for one that is new, or fit to serve again.
  func begin(id: Int, kind: Kind, in window: Unmanaged<Window>, at location: Point, _ now: Double) {
    number = id
    tool = kind
    if unsafe windowReference?.toOpaque() != window.toOpaque() {
      ownWindow = unsafe window.takeUnretainedValue()
    }
    place = location
    previousPlace = location
    time = now
    step = .began
    isTakenFromView = false
    liftOrder = nil
  }

  /// Whether it may be another touch from now on, if nobody holds it. Nobody can tell then: not
  /// by a weak reference, nor by what is kept on it.
  var canServeAgain: Bool {
    let isBare = unsafe storageReference == nil && proxyAddress == 0
    return isBare && !wasSeen && !wasDelayed && !hasRecognizers
      && deliveries == 0
  }

  /// The view it began in, not retained: for as long as the touch is delivered.
  var viewReference: Unmanaged<View>? {
    unsafe hitView.map { unsafe Unmanaged.passUnretained($0) }
  }

  /// The window it began in, likewise.
  var windowReference: Unmanaged<Window>? {
    unsafe ownWindow.map { unsafe Unmanaged.passUnretained($0) }
  }

  /// Notes what it hits and where that is, if known.
  @inline(__always)
  func hit(_ view: View?, at viewPlace: Point?, _ geometryVersion: Int) {
    hitView = view
    hitPlace = viewPlace
    hitStart = place
    hitVersion = geometryVersion
  }

  /// The same as ``location(in:)``, for the view it began in usually without converting.
  @inline(__always)
  func knownLocation(in view: View, _ geometryVersion: Int?) -> Point {
    if let hitPlace, hitVersion == geometryVersion, place == hitStart, hitView === view {
      return hitPlace
    }
    return location(in: view)
  }

  /// Lets go of the view, to serve again. A window that is shown may stay: the application holds it
  /// anyway, and tells when it is closed.
  @inline(__always)
  func letGoOfView(in application: Application) {
    hitView = nil
    let isShown = unsafe windowReference?._withUnsafeGuaranteedRef { $0.isShown(by: application) }
    if isShown != true { ownWindow = nil }
  }

  /// The window is closed.
  func forget(_ window: Window) {
    if ownWindow === window { ownWindow = nil }
  }

  /// Lets go of everything: the touch will take no further step.
  func letGo() {
    hitView = nil
    ownWindow = nil
    if hasRecognizers { recognizers = [] }
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
  public var touches: [Touch] {
    for touch in ownTouches { touch.wasSeen = true }
    return ownTouches
  }
  /// The same for those who keep none of them.
  package let ownTouches: [Touch]
  /// The key, for a keyboard event.
  public let key: KeyPress?
  /// Seconds of the application's clock.
  public var timestamp: Double { time }
  private var time: Double

  /// Creates an event with touches.
  package init(touches: [Touch], timestamp: Double) {
    ownTouches = touches
    key = nil
    time = timestamp
  }

  /// Creates a keyboard event.
  package init(key: KeyPress, timestamp: Double) {
    ownTouches = []
    self.key = key
    time = timestamp
  }

  /// Becomes the event of another step. Only for one that nobody else has.
  func reuse(at timestamp: Double) {
    time = timestamp
  }

  /// The only touch, not retained.
  var touchReference: Unmanaged<Touch> { unsafe ownTouches.borrowed(0) }

  /// Whether a touch is the only one of the event: then its list is the touch's, too.
  @inline(__always)
  func isOf(_ touch: Touch) -> Bool { ownTouches.count == 1 && ownTouches[0] === touch }
}

extension [Touch] {
  /// A touch of a list that the caller holds, not retained.
  @inline(__always)
  func borrowed(_ index: Int) -> Unmanaged<Touch> {
    unsafe withUnsafeBufferPointer { unsafe Unmanaged.passUnretained($0[index]) }
  }
}

@available(*, unavailable)
extension Event: Sendable {}
