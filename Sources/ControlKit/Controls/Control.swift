/// A view that sends events: the base of buttons, sliders and switches.
///
/// A subclass adjusts tracking by overriding `beginTracking` and its companions, and says by
/// ``primaryActionEvent`` what it is for.
open class Control: View, EventSource {
  /// The set of control events, by its UIKit name.
  public typealias Event = ControlEvents
  /// The set of control states, by its UIKit name.
  public typealias State = ControlState

  /// How far a touch that drives the control has come.
  struct Tracking {
    var isInside: Bool
    /// What the last enter or exit said; differs from ``isInside`` in the middle of a step.
    var wasToldInside = true
    /// Counts the moves, so that a step notices when a handler has sent the next one.
    var step = 0
  }

  /// The touch that drives the control, and those beside it, if it takes several.
  private final var firstTouch: Touch?
  private final var firstTracking = Tracking(isInside: false)
  private final var more: [(touch: Touch, tracking: Tracking)] {
    get { moreList }
    // Taken out while it is changed: an access that lasts would have to be checked.
    _modify {
      var list = moreList
      moreList = []
      defer { moreList = list }
      yield &list
    }
  }
  private final var moreList: [(touch: Touch, tracking: Tracking)] = []
  /// Whether a key that activates the control is held.
  final var keyHighlight = false

  /// Whether user input is taken. Disabling cancels a touch and gives up the focus. A disabled
  /// control still is what a touch hits: nothing falls through to what is behind.
  public final var isEnabled: Bool {
    get { enabled }
    set {
      guard newValue != enabled else { return }
      enabled = newValue
      if !newValue { giveUpInput() }
      stateDidChange()
    }
  }
  // Private, as what a view keeps for each touch is.
  private final var enabled = true

  /// Whether the control is shown as chosen.
  public final var isSelected = false {
    didSet { if isSelected != oldValue { stateDidChange() } }
  }

  /// Whether the control is shown as pressed. Tracking sets it; so may code.
  public final var isHighlighted: Bool {
    get { highlighted }
    set {
      guard newValue != highlighted else { return }
      highlighted = newValue
      stateDidChange()
    }
  }
  private final var highlighted = false

  /// Whether a touch drives the control.
  public final var isTracking: Bool { firstTouch != nil }

  /// Whether the touch that drives the control is inside, the slop included.
  public final var isTouchInside: Bool {
    firstTouch != nil && (firstTracking.isInside || more.contains { $0.tracking.isInside })
  }

  /// How far a touch that drives the control has come; `nil` for others.
  final func tracking(of touch: Touch) -> Tracking? {
    if firstTouch === touch { return firstTracking }
    return more.first { $0.touch === touch }?.tracking
  }

  /// Whether a touch drives the control.
  final func isDriven(by touch: Touch) -> Bool {
    firstTouch === touch || more.contains { $0.touch === touch }
  }

  /// Notes how far a touch has come; a new one joins those that drive the control.
  final func track(_ touch: Touch, _ tracking: Tracking) {
    if firstTouch === touch {
      firstTracking = tracking
    } else if firstTouch == nil {
      firstTouch = touch
      firstTracking = tracking
    } else if let index = more.firstIndex(where: { $0.touch === touch }) {
      more[index].tracking = tracking
    } else {
      more.append((touch, tracking))
    }
  }

  /// Notes whether a touch that drives the control is inside.
  final func note(_ isInside: Bool, _ touch: Touch) {
    if firstTouch === touch {
      firstTracking.isInside = isInside
    } else if let index = more.firstIndex(where: { $0.touch === touch }) {
      more[index].tracking.isInside = isInside
    }
  }

  /// The touch no longer drives the control.
  final func stopTracking(_ touch: Touch) {
    if firstTouch !== touch {
      more.removeAll { $0.touch === touch }
    } else if more.isEmpty {
      firstTouch = nil
    } else {
      (firstTouch, firstTracking) = more.removeFirst()
    }
  }

  /// All states at once.
  open var state: State {
    var state: State = []
    if isHighlighted { state.insert(.highlighted) }
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    if isFirstResponder { state.insert(.focused) }
    return state
  }

  /// The event that ``ControlEvents/primaryActionTriggered`` stands for: by default, valueChanged.
  open var primaryActionEvent: Event { .valueChanged }

  override package final func sendNamed(_ events: UInt32) -> Bool {
    sendActions(for: ControlEvents(rawValue: events), cause: nil)
    return true
  }

  /// Whether a touch that moves is the control's own, so that it does not scroll what is around.
  var keepsDrags: Bool { false }

  /// Whether a single tap of an ancestor's recognizer leaves this control's touches alone.
  open var beatsAncestorTap: Bool { false }

  /// The states changed; the look may have to follow.
  open func stateDidChange() {
    setNeedsDisplay()
  }

  override open var canBecomeFirstResponder: Bool { isEnabled }

  override open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    guard beatsAncestorTap, isEnabled, recognizer.view !== self,
      let tap = recognizer as? TapGestureRecognizer
    else { return true }
    return tap.numberOfTapsRequired > 1 || tap.numberOfTouchesRequired > 1
  }

  /// A touch or a key that is held inside highlights.
  final func updateHighlight() {
    isHighlighted = isTouchInside || keyHighlight
  }

  private func giveUpInput() {
    for touch in (firstTouch.map { [$0] } ?? []) + more.map(\.touch) {
      touch.window?.takeFromView(touch)
      // Without a window, or when the touch no longer reaches the control through its view.
      cancel(touch)
    }
    enclosingApplication?.releaseHeldKey(if: { $0 === self })
    giveUpFocus()
  }

  // MARK: - Tracking

  override open func touchesBegan(_ touches: [Touch], with event: ControlKit.Event?) {
    trackBegan(touches, event)
  }

  override open func touchesMoved(_ touches: [Touch], with event: ControlKit.Event?) {
    trackMoved(touches, event)
  }

  override open func touchesEnded(_ touches: [Touch], with event: ControlKit.Event?) {
    trackEnded(touches, event)
  }

  override open func touchesCancelled(_ touches: [Touch], with event: ControlKit.Event?) {
    for touch in touches { cancel(touch, event) }
  }

  /// A touch went down inside. `false` leaves it alone.
  open func beginTracking(_ touch: Touch, with event: ControlKit.Event?) -> Bool { true }

  /// The touch moved. `false` ends tracking without a further event.
  open func continueTracking(_ touch: Touch, with event: ControlKit.Event?) -> Bool { true }

  /// The touch was lifted; its up event follows.
  open func endTracking(_ touch: Touch?, with event: ControlKit.Event?) {}

  /// The touch was taken away; touchCancel follows.
  open func cancelTracking(with event: ControlKit.Event?) {}

  /// Whether a change of the value is to be sent when the touch ends. Sending it resets it.
  public final var hasPendingValueChange: Bool {
    get { isValueChangePending }
    set { isValueChangePending = newValue }
  }
  private final var isValueChangePending = false

  // MARK: - Keys

  /// Does what a click does, for the keyboard and assistive technology: exactly one send of the
  /// primary event.
  open func activate() {
    sendActions(for: primaryActionEvent, cause: nil)
  }

  /// Whether Space and Return activate the control.
  open var isActivatedByKeys: Bool { false }

  override open func pressesBegan(_ press: KeyPress, with event: ControlKit.Event?) -> Bool {
    guard isEnabled, isActivatedByKeys, press.modifiers.isEmpty else {
      return super.pressesBegan(press, with: event)
    }
    switch press.key {
    case .named(.space), .named(.return):
      keyHighlight = true
      updateHighlight()
      return true
    default:
      return super.pressesBegan(press, with: event)
    }
  }

  override open func pressesEnded(_ press: KeyPress, with event: ControlKit.Event?) {
    guard keyHighlight else { return super.pressesEnded(press, with: event) }
    keyHighlight = false
    updateHighlight()
    if isEnabled { activate() }
  }

  override open func pressesCancelled(_ press: KeyPress, with event: ControlKit.Event?) {
    guard keyHighlight else { return super.pressesCancelled(press, with: event) }
    keyHighlight = false
    updateHighlight()
  }
}
