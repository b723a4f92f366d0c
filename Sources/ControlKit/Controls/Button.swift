/// A control that does something when pressed: it sends touchUpInside.
public final class Button: Control {
  /// The text.
  public var title: String { didSet { if title != oldValue { contentDidChange() } } }
  /// The picture in front of the text.
  public var image: Image? { didSet { if image != oldValue { contentDidChange() } } }
  /// The text's colour; `nil` is the theme's.
  public var textColor: Color? { didSet { setNeedsDisplay() } }
  /// The font.
  public var font = Font.body { didSet { if font != oldValue { contentDidChange() } } }

  /// Creates a button.
  public init(title: String = "", image: Image? = nil) {
    self.title = title
    self.image = image
    super.init()
  }

  private func contentDidChange() {
    setNeedsDisplay()
    invalidateIntrinsicContentSize()
  }

  override public var primaryActionEvent: Event { .touchUpInside }
  override public var beatsAncestorTap: Bool { true }
  override public var isActivatedByKeys: Bool { true }
  override var hidesTouches: Bool { true }

  override public var intrinsicContentSize: Size {
    let metrics = layoutMetrics
    var size = metrics.size(of: title, font: font)
    if let image {
      let symbol = metrics.symbolSize(image)
      let gap = title.isEmpty ? 0 : metrics.lineSize(" ", font).width
      size = Size(
        width: size.width + gap + symbol.width, height: max(size.height, symbol.height))
    }
    let insets = metrics.buttonInsets
    return Size(
      width: size.width + insets.left + insets.right,
      height: size.height + insets.top + insets.bottom)
  }
}
