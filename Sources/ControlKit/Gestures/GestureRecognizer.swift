/// Turns the touches in a view into an intent. Subclasses set ``state`` from their touch methods.
open class GestureRecognizer: KitObject {
  /// The view whose touches, and whose subviews' touches, are followed.
  public final var view: View? { unsafe viewReference }
  // Not weak, for the sake of the view's retain count; the view clears it when it ends.
  private unowned(unsafe) final var viewReference: View?

  /// Whether touches are followed. Switching it off while recognizing cancels the gesture.
  public final var isEnabled = true {
    didSet { if !isEnabled { abort() } }
  }

  /// Whether the view's touches are cancelled when the gesture is recognized.
  public final var cancelsTouchesInView = true

  /// The touches followed at present.
  public private(set) final var touches: [Touch] = []

  /// A registration that switches the whole recognizer off while it is disabled.
  final weak var gate: RemovableTarget?

  private var current = GestureState.possible
  /// Counts the gestures, so that a claim notices when a handler has ended its own.
  private var rounds = 0

  /// Creates a recognizer that is on no view.
  override public init() {}

  // MARK: - State

  /// Where the recognizer is. A subclass sets it; handlers run at once.
  ///
  /// Recognition may be refused, by a view's ``View/gestureRecognizerShouldBegin(_:)`` or because
  /// another recognizer has the touches: then the state is ``GestureState/failed``. After a terminal
  /// state the recognizer resets to ``GestureState/possible``. A transition that UIKit's table does
  /// not know is a programmer error.
  public final var state: GestureState {
    get { current }
    set {
      precondition(
        current.canBecome(newValue),
        "\(debugName) cannot go from \(current) to \(newValue)")
      let begins = newValue == .began || (current == .possible && newValue == .ended)
      guard begins else { return enter(newValue) }
      let round = rounds
      let isClaimed = GestureArena.claim(touches, for: self)
      // The handlers of the view that lost its touches may have ended, or begun, this very gesture.
      guard round == rounds, current == .possible else { return }
      enter(isClaimed ? newValue : .failed)
    }
  }

  private func enter(_ next: GestureState) {
    current = next
    Trace.record(.track, from: view, "\(debugName) \(next)")
    if next != .failed && next != .possible {
      dispatch(1 << UInt32(next.rawValue), alias: 0, cause: currentEvent)
    }
    // A handler may have disabled or removed the recognizer, which has reset it already.
    if current == next && next.isTerminal { finish() }
  }

  private func finish() {
    for touch in touches { touch.recognizers.removeAll { $0 === self } }
    touches = []
    rounds &+= 1
    current = .possible
    reset()
  }

  /// The gesture is over: forget what was seen. Overrides call `super`.
  open func reset() {}

  /// Cancels a gesture that has begun, and fails one that was still possible.
  final func abort() {
    if current.isRecognizing {
      enter(.cancelled)
    } else if current == .possible {
      current = .failed
      finish()
    }
  }

  // MARK: - Touches

  private var currentEvent: Event?

  /// Touches began in the view.
  open func touchesBegan(_ touches: [Touch], with event: Event?) {}
  /// Touches moved.
  open func touchesMoved(_ touches: [Touch], with event: Event?) {}
  /// Touches were lifted.
  open func touchesEnded(_ touches: [Touch], with event: Event?) {}
  /// Touches were taken away. The default cancels or fails.
  open func touchesCancelled(_ touches: [Touch], with event: Event?) {
    abort()
  }

  final func deliver(_ touch: Touch, _ event: Event) {
    guard isEnabled, touch.recognizers.contains(where: { $0 === self }) else { return }
    // A handler of a terminal state sends this: the gesture is over and follows nothing more.
    guard !current.isTerminal else {
      touch.recognizers.removeAll { $0 === self }
      return
    }
    let outer = currentEvent
    currentEvent = event
    defer { currentEvent = outer }
    switch touch.phase {
    case .began:
      touches.append(touch)
      touchesBegan([touch], with: event)
    case .moved, .stationary: touchesMoved([touch], with: event)
    case .ended:
      touchesEnded([touch], with: event)
      touches.removeAll { $0 === touch }
    case .cancelled:
      touchesCancelled([touch], with: event)
      touches.removeAll { $0 === touch }
    }
  }

  /// Where the gesture is, in a view's coordinates: the middle of its touches.
  public final func location(in view: View?) -> Point {
    let followed = touches.isEmpty ? (currentEvent?.touches ?? []) : touches
    guard !followed.isEmpty else { return lastLocation(in: view) }
    var sum = Point.zero
    for touch in followed { sum = sum + touch.windowLocation }
    let middle = Point(x: sum.x / Double(followed.count), y: sum.y / Double(followed.count))
    return view?.convert(middle, from: nil) ?? middle
  }

  private func lastLocation(in view: View?) -> Point {
    view?.convert(.zero, from: nil) ?? .zero
  }

  // MARK: - Relations

  /// Whether recognizing this gesture makes another one fail. By default it does.
  open func canPrevent(_ other: GestureRecognizer) -> Bool { true }

  /// Whether both are one-liners of one kind on one view: each was asked for, so each runs.
  final func isIndependent(of other: GestureRecognizer) -> Bool {
    gate != nil && other.gate != nil && view === other.view && type(of: self) == type(of: other)
  }

  final func viewDidChange(to view: View?) {
    unsafe viewReference = view
    gate.map { if view == nil { $0.remove() } }
  }

  final func viewDidEnd() {
    unsafe viewReference = nil
    abort()
  }

  override package var enclosingApplication: Application? { view?.enclosingApplication }

  override package var owningObject: KitObject? { view }

  final var metrics: InteractionMetrics { view?.window?.metrics ?? InteractionMetrics() }

  /// Registers a handler for states of the gesture.
  @discardableResult
  package final func addHandler(
    _ handler: any EventHandler, for events: GestureEvents,
    options: HandlerOptions = HandlerOptions()
  ) -> RemovableTarget {
    addHandler(handler, mask: events.rawValue, options: options)
  }

  /// Runs a closure when the gesture reaches one of the states.
  ///
  /// - Parameters:
  ///   - events: The states; by default all but ``GestureState/failed``.
  ///   - options: Limits, group, label.
  ///   - closure: What to run. It should hold the view and the recognizer weakly.
  /// - Returns: The token that disables or removes it.
  @discardableResult
  public final func addAction(
    for events: GestureEvents = .all, options: HandlerOptions = HandlerOptions(),
    closure: @escaping () throws -> Void
  ) -> RemovableTarget {
    precondition(!events.isEmpty, "the set of states for \(debugName) is empty")
    return addHandler(ClosureHandler(closure), for: events, options: options)
  }
}
