/// Chooses a number from a range by dragging a knob.
///
/// A press on the knob drags it by the offset from its middle; a press beside it moves the knob
/// there, then drags, as on desktop systems. A press that changes nothing sends no valueChanged.
public final class Slider: Control {
  private var range = RangedValue(upTo: 1)
  private var grabOffset = 0.0

  /// The value, pinned into the range. Setting it sends nothing; a value that is no number is
  /// ignored.
  public var value: Double {
    get { range.value }
    set { if range.set(newValue) { setNeedsDisplay() } }
  }

  /// The least value; 0 by default. Raising it above the maximum moves that, too. What is no number
  /// is ignored.
  public var minimumValue: Double {
    get { range.minimum }
    set {
      range.setMinimum(newValue)
      setNeedsDisplay()
    }
  }

  /// The greatest value; 1 by default. Lowering it below the minimum moves that, too. What is no
  /// number is ignored.
  public var maximumValue: Double {
    get { range.maximum }
    set {
      range.setMaximum(newValue)
      setNeedsDisplay()
    }
  }

  /// Whether valueChanged is sent during the drag; otherwise once, at its end.
  public var isContinuous = true

  /// How far one press of an arrow key moves, as a part of the range: a twentieth.
  public static let keyboardStep = 0.05

  override public init() {
    super.init()
  }

  /// Creates a slider with a range.
  public convenience init(value: Double, in range: ClosedRange<Double> = 0...1) {
    self.init()
    minimumValue = range.lowerBound
    maximumValue = range.upperBound
    self.value = value
  }

  /// Where the value lies in the range, 0…1.
  public var fraction: Double { range.fraction }

  /// The middle of the knob, in points from the left edge.
  package var knobCenter: Double {
    let knob = layoutMetrics.sliderKnobWidth
    return knob / 2 + fraction * max(0, bounds.width - knob)
  }

  private func value(at x: Double) -> Double {
    let knob = layoutMetrics.sliderKnobWidth
    let track = bounds.width - knob
    guard track > 0 else { return value }
    let fraction = min(max((x - knob / 2) / track, 0), 1)
    return minimumValue + fraction * (maximumValue - minimumValue)
  }

  override var hidesTouches: Bool { true }
  override public var intrinsicContentSize: Size {
    Size(width: View.noIntrinsicMetric, height: layoutMetrics.sliderHeight)
  }

  override public func sizeThatFits(_ size: Size) -> Size {
    Size(width: min(size.width, 160), height: layoutMetrics.sliderHeight)
  }

  // MARK: - Tracking

  override var keepsDrags: Bool { true }

  override public func beginTracking(_ touch: Touch, with event: ControlKit.Event?) -> Bool {
    let x = touch.location(in: self).x
    let isOnKnob = abs(x - knobCenter) <= layoutMetrics.sliderKnobWidth / 2
    grabOffset = isOnKnob ? x - knobCenter : 0
    hasPendingValueChange = false
    pressChange = isOnKnob ? nil : value(at: x)
    return true
  }

  /// The value that a press beside the knob chose; taken after touchDown was sent.
  private var pressChange: Double?

  override public func touchesBegan(_ touches: [Touch], with event: ControlKit.Event?) {
    super.touchesBegan(touches, with: event)
    guard isTracking, let chosen = pressChange else { return }
    pressChange = nil
    change(to: chosen, event)
  }

  override public func continueTracking(_ touch: Touch, with event: ControlKit.Event?) -> Bool {
    change(to: value(at: touch.location(in: self).x - grabOffset), event)
    return true
  }

  override public func cancelTracking(with event: ControlKit.Event?) {
    pressChange = nil
  }

  /// The knob beats a pan or swipe of an ancestor along the track, by one finger. (A press beside the
  /// knob moves it under the finger, so that it is the knob that is dragged then, too.)
  override public func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    guard isEnabled, recognizer.view !== self, recognizer.numberOfTouches == 1,
      let touch = recognizer.touches.first, touch.view === self, let movement = recognizer.movement
    else { return super.gestureRecognizerShouldBegin(recognizer) }
    let own = convert(movement, from: nil) - convert(Point.zero, from: nil)
    return abs(own.y) > abs(own.x)
  }

  private func change(to chosen: Double, _ event: ControlKit.Event?) {
    guard range.set(chosen) else { return }
    setNeedsDisplay()
    if isContinuous {
      sendActions(for: .valueChanged, cause: event)
    } else {
      hasPendingValueChange = true
    }
  }

  // MARK: - Keys

  override public func pressesBegan(_ press: KeyPress, with event: ControlKit.Event?) -> Bool {
    guard isEnabled, press.modifiers.isEmpty, case .named(let key) = press.key else {
      return super.pressesBegan(press, with: event)
    }
    let step = (maximumValue - minimumValue) * Slider.keyboardStep
    let chosen: Double
    switch key {
    case .left, .down: chosen = value - step
    case .right, .up: chosen = value + step
    case .pageDown: chosen = value - 4 * step
    case .pageUp: chosen = value + 4 * step
    case .home: chosen = minimumValue
    case .end: chosen = maximumValue
    default: return super.pressesBegan(press, with: event)
    }
    if range.set(chosen) {
      setNeedsDisplay()
      sendActions(for: .valueChanged, cause: event)
    }
    return true
  }
}
