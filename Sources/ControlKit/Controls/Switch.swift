/// Turns something on or off.
public final class Switch: Control {
  /// Whether it is on. Setting it sends nothing.
  public var isOn: Bool {
    didSet { if isOn != oldValue { setNeedsDisplay() } }
  }

  /// Creates a switch.
  public init(isOn: Bool = false) {
    self.isOn = isOn
    super.init()
  }

  override var hidesTouches: Bool { true }
  override public var beatsAncestorTap: Bool { true }
  override public var isActivatedByKeys: Bool { true }
  override public var intrinsicContentSize: Size { layoutMetrics.switchSize }

  override public func endTracking(_ touch: Touch?, with event: ControlKit.Event?) {
    guard isTouchInside else { return }
    isOn.toggle()
    hasPendingValueChange = true
  }

  override public func activate() {
    isOn.toggle()
    sendActions(for: .valueChanged)
  }
}
