/// A row of ``BarButtonItem`` buttons.
public final class Toolbar: View {
  private var barItems: [BarButtonItem] = []

  /// The items, left to right; a fresh array. An item can be in one toolbar at a time: setting takes
  /// it from another one.
  public var items: [BarButtonItem] {
    get { barItems.map { $0 } }
    set {
      for item in newValue {
        if let other = item.itemView?.superview as? Toolbar, other !== self {
          other.items.removeAll { $0 === item }
        }
      }
      barItems = newValue.map { $0 }  // not the buffer that the caller may keep
      rebuild()
    }
  }

  /// Creates a toolbar.
  public init(items: [BarButtonItem] = []) {
    super.init()
    self.items = items
  }

  private func rebuild() {
    let kept = subviewsInOrder.compactMap { $0 as? BarItemView }
    for view in kept where !barItems.contains(where: { $0 === view.item }) {
      view.removeFromSuperview()
    }
    for (index, item) in barItems.enumerated() {
      let view = item.itemView ?? BarItemView(item)
      if view.superview !== self || subviewsInOrder[min(index, subviewsInOrder.count - 1)] !== view
      {
        insertSubview(view, at: index)
      }
    }
    setNeedsOwnershipUpdate()
    setNeedsLayout()
    invalidateIntrinsicContentSize()
  }

  override public func visitOwned(_ visit: (KitObject) -> Void) {
    super.visitOwned(visit)
    for item in barItems { visit(item) }
  }

  override public var intrinsicContentSize: Size {
    Size(width: View.noIntrinsicMetric, height: layoutMetrics.toolbarHeight)
  }

  override public func sizeThatFits(_ size: Size) -> Size {
    let metrics = layoutMetrics
    let widths = subviewsInOrder.map { $0.sizeThatFits(size).width }
    let gaps = metrics.toolbarSpacing * Double(max(0, widths.count - 1))
    return Size(width: widths.reduce(gaps, +), height: metrics.toolbarHeight)
  }

  override public func layoutSubviews() {
    let metrics = layoutMetrics
    let spaces = barItems.count { $0.role == .flexibleSpace }
    let free = max(0, bounds.width - sizeThatFits(bounds.size).width)
    var x = 0.0
    for case let view as BarItemView in subviewsInOrder {
      var width = view.sizeThatFits(bounds.size).width
      if view.item?.role == .flexibleSpace { width += free / Double(spaces) }
      view.setAutomaticFrame(Rect(x: x, y: 0, width: width, height: bounds.height))
      x += width + metrics.toolbarSpacing
    }
  }
}

/// How a toolbar shows an item: a control whose press triggers the item.
package final class BarItemView: Control {
  /// The item shown.
  package private(set) weak var item: BarButtonItem?

  init(_ item: BarButtonItem) {
    self.item = item
    super.init()
    item.itemView = self
    id = item.id
    isEnabled = item.isEnabled
    accessibilityLabel = item.accessibilityLabel
    if item.role != .button { isUserInteractionEnabled = false }
    addAction(for: .touchUpInside) { [weak item] event in item?.trigger(event.cause) }
  }

  override package var debugName: String { item?.debugName ?? "BarButtonItem" }

  override package var primaryActionEvent: Event { .touchUpInside }
  override package var beatsAncestorTap: Bool { true }
  override package var isActivatedByKeys: Bool { true }
  override package var canBecomeFirstResponder: Bool {
    isEnabled && item?.role == .button
  }

  func itemDidChange() {
    isEnabled = item?.isEnabled ?? false
    accessibilityLabel = item?.accessibilityLabel
    setNeedsDisplay()
    superview?.setNeedsLayout()
    superview?.invalidateIntrinsicContentSize()
  }

  /// The text shown: the title, or the image's glyph or label.
  package var text: String { item?.title ?? item?.image?.cellText ?? "" }

  override package var intrinsicContentSize: Size {
    let metrics = layoutMetrics
    guard let item else { return .zero }
    switch item.role {
    case .flexibleSpace: return Size(width: 0, height: metrics.toolbarHeight)
    case .fixedSpace(let width): return Size(width: width, height: metrics.toolbarHeight)
    case .button:
      let content =
        item.title.map { metrics.size(of: $0, font: .body) }
        ?? item.image.map { metrics.symbolSize($0) } ?? .zero
      return Size(
        width: content.width + metrics.buttonInsets.left + metrics.buttonInsets.right,
        height: metrics.toolbarHeight)
    }
  }
}
