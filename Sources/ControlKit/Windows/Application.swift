/// The windows of one user interface, their clock, and the entrance for input.
///
/// There is no shared instance: make one per user interface, on the thread that uses it. Input from
/// a front-end goes to ``send(_:)``; time goes to ``Scheduler/advance(to:skippingMissed:)``.
public final class Application: Responder {
  /// The clock and the timers.
  public let scheduler = Scheduler()

  /// Where text fields put what is cut or copied.
  public let clipboard = Clipboard()

  /// Who shows the windows; `nil` in a pure simulation.
  public weak var frontEnd: (any FrontEnd)?

  /// The screen's size, in points; a front-end sends ``InputEvent/Kind/resize(_:)`` to change it.
  public private(set) var screenSize = Size(width: 640, height: 384)

  /// Sizes for intrinsic layout. Setting them lays out every window anew.
  public var layoutMetrics = LayoutMetrics() {
    didSet { for window in stack { window.setNeedsLayoutInTree() } }
  }

  /// Receives what went wrong in handlers.
  public var onDiagnostic: ((Diagnostic) -> Void)?

  /// Receives one record per hop of every event; `nil` switches tracing off.
  public var onTrace: ((TraceRecord) -> Void)? {
    didSet {
      Trace.changeListeners(by: (onTrace == nil ? 0 : 1) - (oldValue == nil ? 0 : 1))
    }
  }

  /// Runs after the last window was closed.
  public var onLastWindowClosed: (() -> Void)?

  var traits = Traits()
  var definedEvents = DefinedEvents()
  // These are taken out while they are changed: an access that lasts would have to be checked, and
  // with it each of the others.

  private var stack: ContiguousArray<Window> {
    get { windowList }
    _modify {
      var list = windowList
      windowList = []
      defer { windowList = list }
      yield &list
    }
  }
  private var windowList = ContiguousArray<Window>()
  /// The touches that are down: few, so that looking for a number takes no table.
  private var touches: ContiguousArray<Touch> {
    get { touchList }
    _modify {
      var list = touchList
      touchList = []
      defer { touchList = list }
      yield &list
    }
  }
  private var touchList = ContiguousArray<Touch>()
  /// Lifted touches whose handlers are still running, or whose gestures are undecided: they can yet
  /// be cancelled.
  private(set) var unsettledTouches: ContiguousArray<Touch> {
    get { unsettledList }
    _modify {
      var list = unsettledList
      unsettledList = []
      defer { unsettledList = list }
      yield &list
    }
  }
  private var unsettledList = ContiguousArray<Touch>()
  private var touchCount = 0
  /// An event that nobody has, for the next step of a touch.
  private var spareEvent: Event?
  /// Those that follow the pointer, and are recognizing.
  var hovering: [WeakRecognizer] = []
  /// Counts the pointer's moves, so that one notices when a handler has sent the next.
  var hoverSteps = 0
  private var lastBegan: (window: ObjectIdentifier, tapCount: Int, at: Double, location: Point)?
  private let changes = PendingChanges()
  private var needsLayout = false
  /// Whether any view of a window may have to be laid out.
  private var layoutIsDue = false
  private var hasShownWindows = false
  private var heldKey: (press: KeyPress, responder: Responder)?

  /// Creates an application without windows.
  override public init() {}

  deinit {
    if onTrace != nil { Trace.changeListeners(by: -1) }
    // A touch keeps its view, and the view's recognizers keep the touch.
    for touch in touches { touch.letGo() }
    changes.forget()
    for window in stack { window.didClose() }
    for touch in unsettledTouches { touch.letGo() }
  }

  override package var enclosingApplication: Application? { self }

  /// The shown windows, back to front.
  public var windows: [Window] { stack.map { $0 } }

  /// The frontmost window: it gets all input.
  public var keyWindow: Window? { stack.last }

  /// The shown view with an id, searched front to back.
  public func view(withID id: String) -> View? {
    for window in stack.reversed() {
      if let found = window.view(withID: id) { return found }
    }
    return nil
  }

  /// Puts a window in front of the others; a shown one comes to the front.
  public func show(_ window: Window) {
    if let other = window.application, other !== self { other.close(window) }
    let previous = keyWindow
    stack.removeAll { $0 === window }
    stack.append(window)
    hasShownWindows = true
    setNeedsOwnershipUpdate()
    window.didShow(in: self)
    changes.hierarchy = true
    frontEnd?.didShow(window)
    frontEnd?.setNeedsUpdate()
    // Last, since it runs handlers: they see the new order, and what they touch is the new window.
    if let previous, previous !== window { previous.cancelAllTouches() }
  }

  /// Takes a window away; its touches are cancelled first. A window that is not shown is ignored.
  public func close(_ window: Window) {
    guard stack.contains(where: { $0 === window }), window.application === self else { return }
    // First of all, so that no handler of the cancelled touches can touch it again.
    stack.removeAll { $0 === window }
    setNeedsOwnershipUpdate()
    window.cancelAllTouches()
    window.endEditing(true)
    // Such a handler may have shown it again, or in another application.
    guard window.application === self, !stack.contains(where: { $0 === window }) else { return }
    window.didClose()
    forgetChanges(in: window)
    frontEnd?.didClose(window)
    frontEnd?.setNeedsUpdate()
    window.onClose?()
    if stack.isEmpty, hasShownWindows {
      // Once, also when the window's `onClose` has closed others.
      hasShownWindows = false
      onLastWindowClosed?()
    }
  }

  /// Delivers input. Timers that fall due before it run first.
  public func send(_ input: InputEvent) {
    scheduler.advance(to: input.timestamp)
    if layoutIsDue { layoutWindows() }
    switch input.kind {
    case .touch(let id, let phase, let location, let kind):
      sendTouch(id: id, phase: phase, screenLocation: location, kind: kind)
    case .scroll(let location, let delta): sendScroll(at: location, by: delta)
    case .hover(let location): sendHover(location)
    case .keyDown(let press): sendKeyDown(press)
    case .keyUp(let press): sendKeyUp(press)
    case .resize(let size): resize(to: size)
    case .userInterfaceStyle(let style): userInterfaceStyle = style
    }
    if layoutIsDue { layoutWindows() }
  }

  private func layoutWindows() {
    // What asks for another layout meanwhile has it at the next event, unless it is done by then.
    layoutIsDue = false
    for window in stack { window.layoutIfNeeded() }
  }

  /// Delivers an event to the window of its touches; one without touches goes nowhere. To see or
  /// change what happens, override a view's ``View/hitTest(_:with:)`` or touch methods, or
  /// ``KitObject/sendAction(_:in:)``.
  public func sendEvent(_ event: Event) {
    guard let touch = event.touches.first, let window = touch.window else { return }
    window.sendEvent(event)
  }

  /// What changed since the last call, after pending layout.
  public func takeChanges() -> DisplayChanges {
    if layoutIsDue { layoutWindows() }
    needsLayout = false
    return changes.take()
  }

  /// Whether anything changed since ``takeChanges()``.
  public var needsDisplay: Bool { !changes.isEmpty || needsLayout }

  /// Hands a diagnostic to ``onDiagnostic``.
  public func report(_ diagnostic: Diagnostic) {
    onDiagnostic?(diagnostic)
  }

  override public func visitOwned(_ visit: (KitObject) -> Void) {
    super.visitOwned(visit)
    for window in stack { visit(window) }
  }

  func noteChange(of view: View) {
    guard !changes.contains(view) else { return }
    let wasNeeded = needsDisplay
    changes.insert(view)
    if !wasNeeded { frontEnd?.setNeedsUpdate() }
  }

  /// A layout is to be done; only what it moves is a change.
  func noteLayoutRequest() {
    let wasNeeded = needsDisplay
    needsLayout = true
    layoutIsDue = true
    if !wasNeeded { frontEnd?.setNeedsUpdate() }
  }

  /// Views that are no longer shown need no drawing and must not be kept alive for it.
  func forgetChanges(in root: View) {
    changes.forget(within: root)
    changes.hierarchy = true
  }

  func noteHierarchyChange() {
    let wasNeeded = needsDisplay
    changes.hierarchy = true
    if !wasNeeded { frontEnd?.setNeedsUpdate() }
  }

  // MARK: - Touches

  private func sendTouch(id: Int, phase: Touch.Phase, screenLocation: Point, kind: Touch.Kind) {
    if phase == .began {
      // Its number was lost by the platform; a handler of the cancellation may reuse it, too.
      while let index = index(ofTouch: id) {
        let stuck = touches.remove(at: index)
        stuck.window?.cancel(stuck)
      }
      guard let window = keyWindow else { return }
      let location = window.location(onScreen: screenLocation)
      guard window.bounds.contains(location) else { return }
      let touch = Touch(id: id, kind: kind, location: location, timestamp: scheduler.now)
      touch.ownWindow = window
      touch.order = touchCount
      touchCount += 1
      touch.taps = tapCount(of: touch, at: location, metrics: window.metrics)
      touches.append(touch)
      lastBegan = (ObjectIdentifier(window), touch.tapCount, scheduler.now, location)
      Trace.record(.input, from: self, "down @\(id)")
      deliver(touch)
      if touch.phase == .ended { didSettle(touch) }
      return
    }
    guard let index = index(ofTouch: id) else { return }
    let touch = touches[index]
    guard let window = touch.window else { return }
    touch.step = phase
    touch.time = scheduler.now
    touch.previousPlace = touch.place
    if phase != .cancelled { touch.place = window.location(onScreen: screenLocation) }
    Trace.record(
      .input, from: self,
      "\(phase == .ended ? "up" : phase == .cancelled ? "cancel" : "move") @\(id)")
    if phase == .ended || phase == .cancelled { touches.remove(at: index) }
    if phase == .ended { unsettledTouches.append(touch) }
    deliver(touch)
    // A handler of an earlier step may have lifted it: then this is the end of that.
    if touch.phase == .ended { didSettle(touch) }
  }

  /// Delivers a touch's step. The event object serves again, unless somebody has kept it.
  private func deliver(_ touch: Touch) {
    var event: Event
    if let spare = spareEvent {
      event = spare
      spareEvent = nil
      event.reuse(for: touch, at: scheduler.now)
    } else {
      event = Event(touches: [touch], timestamp: scheduler.now)
    }
    sendEvent(event)
    guard isKnownUniquelyReferenced(&event) else { return }
    event.clear()
    spareEvent = event
  }

  private func tapCount(of touch: Touch, at location: Point, metrics: InteractionMetrics) -> Int {
    guard let last = lastBegan, let window = touch.window,
      last.window == ObjectIdentifier(window),
      // Not the difference with the interval: rounding could make that a hair more at the limit.
      scheduler.now <= last.at + metrics.multipleTapInterval,
      location.distance(to: last.location) <= metrics.multipleTapDistance
    else { return 1 }
    return last.tapCount + 1
  }

  private func index(ofTouch id: Int) -> Int? {
    for index in touches.indices where touches[index].id == id { return index }
    return nil
  }

  func forget(_ touch: Touch) {
    touches.removeAll { $0 === touch }
    dropUnsettled(touch)
  }

  private func dropUnsettled(_ touch: Touch) {
    if unsettledTouches.last === touch {
      unsettledTouches.removeLast()
    } else if !unsettledTouches.isEmpty {
      unsettledTouches.removeAll { $0 === touch }
    }
  }

  /// A lifted touch may have come to its end.
  func didSettle(_ touch: Touch) {
    guard !unsettledTouches.isEmpty, touch.deliveries == 0, !touch.isUnsettled else { return }
    dropUnsettled(touch)
  }

  /// The touches that are down in a window, lowest number first, after those being lifted.
  func liveTouches(in window: Window) -> ContiguousArray<Touch> {
    unsettledTouches.filter { $0.window === window }
      + touches.filter { $0.window === window }.sorted { $0.id < $1.id }
  }

  /// Whether a touch is the only one that is down or not settled.
  final func isAlone(_ touch: Touch) -> Bool {
    unsettledTouches.isEmpty && touches.count == 1 && touches[0] === touch
  }

  private func sendScroll(at screenLocation: Point, by delta: Point) {
    guard let window = keyWindow else { return }
    let location = window.location(onScreen: screenLocation)
    let event = Event(touches: [], timestamp: scheduler.now)
    Trace.record(.input, from: self, "scroll \(delta.x),\(delta.y)")
    guard let hit = window.hitTest(location, with: event) else { return }
    Trace.record(.hit, from: window, "the wheel hits \(hit.hitPath)")
    _ = hit.scrolled(by: delta, with: event)
  }

  // MARK: - Keys

  private func sendKeyDown(_ press: KeyPress) {
    guard let window = keyWindow else { return }
    Trace.record(.input, from: self, "key \(press.name)")
    releaseHeldKey()
    let receiver: Responder = window.firstResponder ?? window
    heldKey = (press, receiver)
    window.sendKey(press, to: receiver, event: Event(key: press, timestamp: scheduler.now))
  }

  private func sendKeyUp(_ press: KeyPress) {
    guard let held = heldKey, held.press.key == press.key else { return }
    heldKey = nil
    held.responder.pressesEnded(press, with: Event(key: press, timestamp: scheduler.now))
  }

  /// Makes the key that is down a responder's: it gets the release.
  func hold(_ press: KeyPress, by responder: Responder) {
    heldKey = (press, responder)
  }

  /// A key that is still down when another goes down, or when its receiver goes, is cancelled.
  package func releaseHeldKey(if matches: (Responder) -> Bool = { _ in true }) {
    guard let held = heldKey, matches(held.responder) else { return }
    heldKey = nil
    held.responder.pressesCancelled(
      held.press, with: Event(key: held.press, timestamp: scheduler.now))
  }

  private func resize(to size: Size) {
    screenSize = size
    changes.hierarchy = true
    for window in stack { window.screenDidResize() }
    frontEnd?.setNeedsUpdate()
  }
}
