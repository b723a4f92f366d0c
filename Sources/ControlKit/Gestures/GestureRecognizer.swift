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

  /// A name for reports, such as the cycle of failure requirements that was refused.
  public final var name: String?

  /// Answers questions about the gesture; not kept alive.
  public final weak var delegate: (any GestureRecognizerDelegate)? {
    didSet { hasDelegate = delegate != nil }
  }
  /// Spares a weak load where there never was a delegate.
  final var hasDelegate = false

  /// Whether the view's touches are cancelled when the gesture is recognized.
  public final var cancelsTouchesInView = true

  /// Whether the view hears of a touch only after this gesture has failed. A touch that is
  /// recognized meanwhile is never told to the view. `false` by default.
  public final var delaysTouchesBegan = false

  /// Whether the view hears of the end of a touch only after this gesture has failed. If it is
  /// recognized instead, the touch is cancelled (where ``cancelsTouchesInView`` is on, else it ends
  /// then). `true` by default.
  public final var delaysTouchesEnded = true

  /// The touches followed at present.
  public internal(set) final var touches: [Touch] = []
  /// Touches that were lifted while the gesture is still undecided.
  final var lifted: [Touch] = []

  /// A registration that switches the whole recognizer off while it is disabled.
  final weak var gate: RemovableTarget?

  final var current = GestureState.possible
  /// Counts the gestures, so that a claim notices when a handler has ended its own.
  private var rounds = 0
  /// Whether it is taking the touches from everyone else, and will enter its state then.
  private(set) final var isWinning = false

  /// The gesture that will be recognized as soon as others have failed.
  final var pending: PendingGesture?
  /// Those that wait for this one to fail.
  final var waiters: [GestureRecognizer] = []
  /// Those that must fail first, and those for which this one must.
  final var requirements: [WeakRecognizer] = []
  final var dependents: [WeakRecognizer] = []

  final var currentEvent: Event?
  /// Where the gesture was last, in the window.
  final var lastMiddle = Point.zero

  /// Creates a recognizer that is on no view.
  override public init() {}

  // MARK: - State

  /// Where the recognizer is. A subclass sets it; handlers run at once.
  ///
  /// Recognition may be refused, by a view's ``View/gestureRecognizerShouldBegin(_:)``, by the
  /// ``delegate``, or because another recognizer has the touches: then the state is
  /// ``GestureState/failed``. It may also have to wait for others to fail: then the state stays
  /// ``GestureState/possible``, and what a subclass sets meanwhile is made up for. After a terminal
  /// state the recognizer resets to ``GestureState/possible``. A transition that UIKit's table does
  /// not know is a programmer error.
  public final var state: GestureState {
    get { current }
    set {
      if pending != nil { return changeWhileWaiting(to: newValue) }
      precondition(
        current.canBecome(newValue),
        "\(debugName) cannot go from \(current) to \(newValue)")
      let begins = newValue == .began || (current == .possible && newValue == .ended)
      guard begins else { return enter(newValue) }
      let round = rounds
      let mayBegin = GestureArena.mayBegin(self)
      // Delegates and views have run, which may have ended this very gesture.
      guard round == rounds, current == .possible, pending == nil else { return }
      if mayBegin { proceed(PendingGesture(next: newValue)) } else { enter(.failed) }
    }
  }

  /// Recognizes, unless others have the touches or must fail first.
  final func proceed(_ gesture: PendingGesture) {
    let round = rounds
    var verdict = GestureArena.verdict(for: self)
    // The delegate that was asked last may have decided a gesture that was found undecided before:
    // nothing would tell of its failure any more, so it is looked at again.
    for _ in 0..<8 {
      guard case .waits(let blockers) = verdict, !blockers.allSatisfy(\.isUndecided) else { break }
      verdict = GestureArena.verdict(for: self)
    }
    guard round == rounds, current == .possible, pending == nil else { return }
    switch verdict {
    case .lost: return enter(.failed)
    case .waits(let blockers):
      // Nor may one have begun to wait for this one: nobody would ever be recognized.
      let undecided = blockers.filter { $0.isUndecided && !$0.isWaiting(for: self) }
      if !undecided.isEmpty { return wait(for: undecided, gesture) }
    case .free: break
    }
    isWinning = true
    let isClaimed = GestureArena.claim(for: self)
    isWinning = false
    // The handlers of the view that lost its touches may have ended, or begun, this very gesture.
    guard round == rounds, current == .possible else { return }
    enter(isClaimed ? gesture.next : .failed)
    if current.isRecognizing {
      for touch in lifted where touch.wasDelayed { touch.window?.settle(touch) }
    }
    // The fingers were lifted while it waited.
    if gesture.isOver, round == rounds, current.isRecognizing { enter(.ended) }
  }

  final func enter(_ next: GestureState) {
    current = next
    Trace.record(.track, from: view, "\(debugName) \(next)")
    if next != .failed && next != .possible {
      Trace.record(.dispatch, from: view, "\(debugName) sends \(next)")
      dispatch(1 << UInt32(next.rawValue), alias: 0, cause: currentEvent)
    }
    // A handler may have disabled or removed the recognizer, which has reset it already.
    if current == next && next.isTerminal { finish() }
  }

  private func finish() {
    let followed = lifted.isEmpty ? touches : touches + lifted
    if !touches.isEmpty, let middle = middleOfTouches { lastMiddle = middle }
    if let pending { stopWaiting(pending) }
    for touch in followed { touch.recognizers.removeAll { $0 === self } }
    touches = []
    lifted = []
    pending = nil
    rounds &+= 1
    current = .possible
    reset()
    // Everything is in order now: what follows runs the handlers of others.
    if !waiters.isEmpty { releaseWaiters() }
    for touch in followed where touch.wasDelayed { touch.window?.settle(touch) }
  }

  /// The gesture is over: forget what was seen. Overrides call `super`.
  open func reset() {}

  /// Cancels a gesture that has begun, and fails one that was still possible.
  final func abort() {
    if current.isRecognizing {
      enter(.cancelled)
    } else if current == .possible {
      if isUndecided { return enter(.failed) }
      current = .failed
      finish()
    }
  }

  /// Whether touches may yet become this gesture.
  final var isUndecided: Bool {
    current == .possible && (!touches.isEmpty || pending != nil || isInSeries)
  }

  /// Whether it waits for the next of several taps.
  var isInSeries: Bool { false }

  /// Whether it is recognized all at once, rather than beginning and ending.
  package var isDiscrete: Bool { false }

  /// Which way the gesture went so far, in the window; `nil` for those without a direction.
  var movement: Point? { nil }

  // MARK: - Touches

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

  /// Another touch went down where this recognizer would follow it.
  func touchWillBegin(_ touch: Touch) {}

  /// Where the gesture is, in a view's coordinates: the middle of its touches. `nil` stands for the
  /// window.
  open func location(in view: View?) -> Point {
    let middle = middleOfTouches ?? lastMiddle
    return view?.convert(middle, from: nil) ?? middle
  }

  // MARK: - Relations

  /// Whether recognizing this gesture makes another one fail. By default it does.
  open func canPrevent(_ other: GestureRecognizer) -> Bool { true }

  /// Whether another one makes this gesture fail by being recognized. By default it does.
  open func canBePrevented(by other: GestureRecognizer) -> Bool { true }

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

  override open var debugName: String {
    let kind = String(describing: type(of: self))
    return name.map { "\(kind) '\($0)'" } ?? kind
  }

  override package var enclosingApplication: Application? { view?.enclosingApplication }

  override package var owningObject: KitObject? { view }

  final var metrics: InteractionMetrics { view?.window?.metrics ?? InteractionMetrics() }
}
