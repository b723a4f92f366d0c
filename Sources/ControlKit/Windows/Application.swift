/// The windows of one user interface, their clock, and the entrance for input.
///
/// There is no shared instance: make one per user interface, on the thread that uses it. Input from
/// a front-end goes to ``send(_:)``; time goes to ``Scheduler/advance(to:skippingMissed:)``.
@safe
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
    didSet {
      metricsVersion = LayoutMetrics.nextVersion()
      for window in stack { window.setNeedsLayoutInTree() }
    }
  }
  /// Tells whether something was measured with these metrics; 0 for a terminal's.
  private(set) var metricsVersion = 0

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
  /// The event for the steps of the application's own touch, which it holds. Usually there is no
  /// other: so both serve again, unless somebody has kept them.
  @exclusivity(unchecked) private var ownEvent = Event(touches: [Touch()], timestamp: 0)
  private var eventReference: Unmanaged<Event>
  private var touchReference: Unmanaged<Touch>
  /// Whether that touch is down or not settled.
  private var isOwnLive = false
  /// Whether a step of that touch is being delivered by its event.
  private var isDelivering = false
  /// The touches that went down meanwhile. Those are lifted whose handlers are still running, or
  /// whose gestures are undecided: they can yet be cancelled.
  private var others: ContiguousArray<Touch> {
    get { otherList }
    _modify {
      var list = otherList
      otherList = []
      defer { otherList = list }
      yield &list
    }
  }
  private var otherList = ContiguousArray<Touch>()
  /// Counts how often touches went down and up.
  private var touchSteps = 0
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
  override public init() {
    unsafe eventReference = Unmanaged.passUnretained(ownEvent)
    unsafe touchReference = ownEvent.touchReference
    super.init()
  }

  deinit {
    if onTrace != nil { Trace.changeListeners(by: -1) }
    // A touch keeps its view, and the view's recognizers keep the touch.
    let touches = liveTouches
    for touch in touches where touch.liftOrder == nil { touch.letGo() }
    changes.forget()
    for window in stack { window.didClose() }
    for touch in touches { touch.letGo() }
  }

  override package var enclosingApplication: Application? { self }

  /// The shown windows, back to front.
  public var windows: [Window] { stack.map { $0 } }

  /// The frontmost window: it gets all input.
  public var keyWindow: Window? { stack.last }

  private var keyWindowReference: Unmanaged<Window>? {
    unsafe windowList.last.map { unsafe Unmanaged.passUnretained($0) }
  }

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
    if !isOwnLive { unsafe touchReference._withUnsafeGuaranteedRef { $0.forget(window) } }
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
    guard let touch = event.ownTouches.first, let window = touch.window else { return }
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

  /// Whether the front-end will learn of a change of a view's look anyway.
  final func willTellChange(of view: View) -> Bool { changes.contains(view) }

  func noteChange(of view: View) {
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
      while let stuck = touch(withID: id) {
        drop(stuck)
        stuck.window?.cancel(stuck)
      }
      guard let window = unsafe keyWindowReference else { return }
      let place: Point? = unsafe window._withUnsafeGuaranteedRef { window in
        let place = window.location(onScreen: screenLocation)
        return window.bounds.contains(place) ? place : nil
      }
      guard let place else { return }
      if isOwnLive || isDelivering {
        let touch = Touch()
        unsafe touch.begin(id: id, kind: kind, in: window, at: place, scheduler.now)
        others.append(touch)
        deliverBegan(touch, Event(touches: [touch], timestamp: scheduler.now))
      } else {
        isOwnLive = true
        deliverOwn { touch, event in
          unsafe touch.begin(id: id, kind: kind, in: window, at: place, scheduler.now)
          deliverBegan(touch, event)
        }
      }
    } else if !isOwnTouchDown(id) {
      guard let touch = touch(withID: id) else { return }
      let event = Event(touches: [touch], timestamp: scheduler.now)
      deliver(phase, of: touch, at: screenLocation, event)
    } else if isDelivering {
      // From within one of its own steps.
      let touch = unsafe touchReference.takeUnretainedValue()
      let event = Event(touches: [touch], timestamp: scheduler.now)
      deliver(phase, of: touch, at: screenLocation, event)
    } else {
      deliverOwn { deliver(phase, of: $0, at: screenLocation, $1) }
    }
  }

  private func deliverBegan(_ touch: Touch, _ event: Event) {
    unsafe touch.windowReference?._withUnsafeGuaranteedRef { window in
      touchSteps += 1
      touch.order = touchSteps
      let (now, place) = (touch.time, touch.place)
      touch.taps = 1
      if let last = lastBegan, last.window == ObjectIdentifier(window),
        window.isRepeated(after: (last.at, now), place.distance(to: last.location))
      {
        touch.taps = last.tapCount + 1
      }
      lastBegan = (ObjectIdentifier(window), touch.taps, now, place)
      if Trace.isOn { traceStep("down", touch.id) }
      window.deliver(touch, event)
      if touch.step == .ended { didSettle(touch) }
    }
  }

  private func deliver(
    _ phase: Touch.Phase, of touch: Touch, at screenLocation: Point, _ event: Event
  ) {
    unsafe touch.windowReference?._withUnsafeGuaranteedRef { window in
      touch.step = phase
      touch.time = scheduler.now
      touch.previousPlace = touch.place
      if phase != .cancelled { touch.place = window.location(onScreen: screenLocation) }
      if Trace.isOn {
        traceStep(phase == .ended ? "up" : phase == .cancelled ? "cancel" : "move", touch.id)
      }
      if phase == .cancelled { drop(touch) }
      if phase == .ended {
        touchSteps += 1
        touch.liftOrder = touchSteps
      }
      window.deliver(touch, event)
      // A handler of an earlier step may have lifted it: then this is the end of that.
      if touch.step == .ended { didSettle(touch) }
    }
  }

  @inline(never)
  private func traceStep(_ step: String, _ id: Int) {
    Trace.record(.input, from: self, "\(step) @\(id)")
  }

  /// Delivers a step of the own touch by the own event.
  @inline(__always)
  private func deliverOwn(_ deliver: (Touch, Event) -> Void) {
    isDelivering = true
    // Nobody replaces them meanwhile, so they need not be retained: and so it shows if somebody did.
    unsafe eventReference._withUnsafeGuaranteedRef { event in
      event.reuse(at: scheduler.now)
      unsafe touchReference._withUnsafeGuaranteedRef { deliver($0, event) }
    }
    if unsafe !isKnownUniquelyReferenced(&ownEvent) {
      replaceOwn()
    } else if !isOwnLive {
      // It keeps its view and its window, so it must not be kept.
      let canServeAgain = unsafe touchReference._withUnsafeGuaranteedRef { touch in
        unsafe touch.canServeAgain
          && touch.viewReference?._withUnsafeGuaranteedRef {
            $0.hidesTouches
          } ?? true
      }
      if canServeAgain, isOwnTouchFree {
        unsafe touchReference._withUnsafeGuaranteedRef { $0.letGoOfView(in: self) }
      } else {
        replaceOwn()
      }
    }
    isDelivering = false
  }

  /// Whether only its event holds the own touch, in its list. That list itself is known to nobody
  /// else, if the touch can serve again.
  private var isOwnTouchFree: Bool {
    var reference = unsafe touchReference
    return unsafe withUnsafeMutablePointer(to: &reference) { reference in
      unsafe reference.withMemoryRebound(to: Touch.self, capacity: 1) {
        unsafe isKnownUniquelyReferenced(&$0.pointee)
      }
    }
  }

  /// Takes another event, and another touch unless it is live.
  @inline(never)
  private func replaceOwn() {
    let before = unsafe ownEvent
    let touch = isOwnLive ? unsafe touchReference.takeUnretainedValue() : Touch()
    let event = Event(touches: [touch], timestamp: scheduler.now)
    unsafe ownEvent = event
    unsafe eventReference = Unmanaged.passUnretained(event)
    unsafe touchReference = Unmanaged.passUnretained(touch)
    // Its end may run any code.
    withExtendedLifetime(before) {}
  }

  /// Whether the touch that is down under a number is the application's own.
  @inline(__always)
  private func isOwnTouchDown(_ id: Int) -> Bool {
    guard isOwnLive else { return false }
    return unsafe touchReference._withUnsafeGuaranteedRef { $0.id == id && $0.liftOrder == nil }
  }

  private func touch(withID id: Int) -> Touch? {
    if isOwnTouchDown(id) { return unsafe touchReference.takeUnretainedValue() }
    return others.isEmpty ? nil : others.first { $0.id == id && $0.liftOrder == nil }
  }

  /// Takes a touch out that has ended.
  private func drop(_ touch: Touch) {
    if isOwn(touch) {
      isOwnLive = false
      if !isDelivering { replaceOwn() }
    } else if !others.isEmpty {
      others.removeAll { $0 === touch }
    }
  }

  @inline(__always)
  private func isOwn(_ touch: Touch) -> Bool {
    let own = unsafe touchReference.toOpaque()
    return unsafe isOwnLive && own == Unmanaged.passUnretained(touch).toOpaque()
  }

  func forget(_ touch: Touch) {
    drop(touch)
  }

  /// A lifted touch may have come to its end.
  func didSettle(_ touch: Touch) {
    guard touch.liftOrder != nil, touch.deliveries == 0, !touch.isUnsettled else { return }
    drop(touch)
  }

  private var liveTouches: ContiguousArray<Touch> {
    isOwnLive ? [unsafe touchReference.takeUnretainedValue()] + others : others
  }

  /// Lifted touches that can yet be cancelled.
  var unsettledTouches: ContiguousArray<Touch> { liveTouches.filter { $0.liftOrder != nil } }

  /// The touches that are down in a window, lowest number first, after those being lifted.
  func liveTouches(in window: Window) -> ContiguousArray<Touch> {
    let touches = liveTouches.filter { $0.window === window }
    let lifted = touches.filter { $0.liftOrder != nil }
    return ContiguousArray(lifted.sorted { $0.liftOrder ?? 0 < $1.liftOrder ?? 0 })
      + touches.filter { $0.liftOrder == nil }.sorted { $0.id < $1.id }
  }

  /// Whether a touch is the only one that is down or not settled.
  final func isAlone(_ touch: Touch) -> Bool {
    if isOwnLive { return others.isEmpty && isOwn(touch) && touch.liftOrder == nil }
    return others.count == 1 && others[0] === touch && touch.liftOrder == nil
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
