/// Changes a number by a step: its leading half takes away, its trailing half adds.
///
/// A press steps at once. Held, it steps again after ``autorepeatDelay`` and then at
/// ``autorepeatInterval``, as long as the touch is inside; which half is pressed is decided when the
/// touch goes down. (UIKit's own timing is unpublished.)
public final class Stepper: Control {
  /// The half of a stepper that a touch is on.
  package enum Half {
    case decrement
    case increment
  }

  /// How long a press must last before it repeats, in seconds.
  public static let autorepeatDelay = 0.5
  /// The time between two repeated steps, in seconds.
  public static let autorepeatInterval = 0.1

  private var range = RangedValue(upTo: 100)
  private var repeating: ScheduledTimer?
  private var hasStepped = true

  /// The half that is pressed.
  package private(set) var pressedHalf: Half?

  /// The value, pinned into the range. Setting it sends nothing; a value that is no number is
  /// ignored.
  public var value: Double {
    get { range.value }
    set { if range.set(newValue) { setNeedsDisplay() } }
  }

  /// The least value; 0 by default. Raising it above the maximum moves that, too.
  public var minimumValue: Double {
    get { range.minimum }
    set {
      range.setMinimum(newValue)
      setNeedsDisplay()
    }
  }

  /// The greatest value; 100 by default. Lowering it below the minimum moves that, too.
  public var maximumValue: Double {
    get { range.maximum }
    set {
      range.setMaximum(newValue)
      setNeedsDisplay()
    }
  }

  /// How far one step goes; 1 by default. What is not greater than 0 is ignored.
  public var stepValue = 1.0 {
    didSet { if !(stepValue > 0) { stepValue = oldValue } }
  }

  /// Whether a press that is held goes on stepping.
  public var autorepeat = true
  /// Whether a step beyond one end of the range goes to the other end.
  public var wraps = false { didSet { setNeedsDisplay() } }
  /// Whether valueChanged is sent for each step of a press; otherwise once, at its end.
  public var isContinuous = true

  /// Creates a stepper from 0 to 100.
  override public init() {
    super.init()
  }

  deinit { repeating?.cancel() }

  /// Whether a step would change the value.
  package func canStep(_ half: Half) -> Bool { next(half) != value }

  private func next(_ half: Half) -> Double {
    let wanted = half == .increment ? value + stepValue : value - stepValue
    guard wanted < minimumValue || wanted > maximumValue else { return wanted }
    guard wraps else { return min(max(wanted, minimumValue), maximumValue) }
    // Only from the end itself: a last, shorter step still reaches it.
    if half == .increment { return value < maximumValue ? maximumValue : minimumValue }
    return value > minimumValue ? minimumValue : maximumValue
  }

  private func step(_ half: Half) -> Bool {
    guard range.set(next(half)) else { return false }
    setNeedsDisplay()
    return true
  }

  override var hidesTouches: Bool { true }
  override public var beatsAncestorTap: Bool { true }
  override public var intrinsicContentSize: Size { layoutMetrics.stepperSize }

  // MARK: - Tracking

  override public func beginTracking(_ touch: Touch, with event: ControlKit.Event?) -> Bool {
    pressedHalf = touch.location(in: self).x < bounds.midX ? .decrement : .increment
    hasPendingValueChange = false
    hasStepped = false
    return true
  }

  /// The first step comes after touchDown was sent.
  override public func touchesBegan(_ touches: [Touch], with event: ControlKit.Event?) {
    super.touchesBegan(touches, with: event)
    guard isTracking, !hasStepped else { return }
    hasStepped = true
    if autorepeat { repeatStep(after: Stepper.autorepeatDelay) }
    press(event)
  }

  private func repeatStep(after delay: Double) {
    repeating?.cancel()
    repeating = enclosingApplication?.scheduler.after(delay) { [weak self] in
      guard let self else { return }
      repeating = enclosingApplication?.scheduler.every(Stepper.autorepeatInterval) {
        [weak self] in
        self?.press(nil)
      }
      press(nil)
    }
  }

  private func press(_ event: ControlKit.Event?) {
    guard isTracking, isTouchInside, let half = pressedHalf, step(half) else { return }
    if isContinuous {
      sendActions(for: .valueChanged, cause: event)
    } else {
      hasPendingValueChange = true
    }
  }

  override public func endTracking(_ touch: Touch?, with event: ControlKit.Event?) {
    endPress()
  }

  override public func cancelTracking(with event: ControlKit.Event?) {
    endPress()
  }

  private func endPress() {
    repeating?.cancel()
    repeating = nil
    pressedHalf = nil
    setNeedsDisplay()
  }

  // MARK: - Keys

  override public func pressesBegan(_ press: KeyPress, with event: ControlKit.Event?) -> Bool {
    guard isEnabled, press.modifiers.isEmpty else {
      return super.pressesBegan(press, with: event)
    }
    let previous = value
    switch press.key {
    case .named(.left), .named(.down), .text("-"): _ = step(.decrement)
    case .named(.right), .named(.up), .text("+"): _ = step(.increment)
    case .named(.home): value = minimumValue
    case .named(.end): value = maximumValue
    default: return super.pressesBegan(press, with: event)
    }
    if value != previous { sendActions(for: .valueChanged, cause: event) }
    return true
  }
}
