/// Lines views up along an axis.
///
/// Each arranged view asks for the size that fits. Views without an intrinsic size along the axis,
/// such as sliders in a row, take up what is left; if there is none and the distribution is
/// ``Distribution/fill``, the views stay together at the beginning. (UIKit would stretch one of
/// them, by priorities that have no counterpart here.)
open class StackView: View {
  /// Where views sit across the axis.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// As wide (or high) as the stack.
    case fill
    /// At the left or top.
    case leading
    /// In the middle.
    case center
    /// At the right or bottom.
    case trailing
  }

  /// How the room along the axis is shared.
  public enum Distribution: String, Hashable, Sendable, CaseIterable {
    /// The size that fits; flexible views take the rest.
    case fill
    /// The same size for all.
    case fillEqually
    /// In proportion to the sizes that fit.
    case fillProportionally
    /// The size that fits, and the rest as equal space between.
    case equalSpacing
    /// The size that fits, with the centres equally far from each other; as ``equalSpacing`` where
    /// views would overlap.
    case equalCentering
  }

  /// The direction; vertical by default.
  public final var axis = Axis.vertical { didSet { contentDidChange() } }
  /// The space between views, in points; 0 by default.
  public final var spacing = 0.0 { didSet { contentDidChange() } }
  /// Where views sit across the axis.
  public final var alignment = Alignment.fill { didSet { contentDidChange() } }
  /// How the room along the axis is shared.
  public final var distribution = Distribution.fill { didSet { contentDidChange() } }
  /// The space around all views.
  public final var margins = EdgeInsets.zero { didSet { contentDidChange() } }

  /// Creates a stack.
  public convenience init(
    axis: Axis, spacing: Double = 0, margins: EdgeInsets = .zero, _ views: [View] = []
  ) {
    self.init()
    self.axis = axis
    self.spacing = spacing
    self.margins = margins
    for view in views { addArrangedSubview(view) }
  }

  /// The views that are lined up: all subviews, in order; hidden ones take no room.
  public final var arrangedSubviews: [View] { subviews }

  /// Adds a view at the end.
  public final func addArrangedSubview(_ view: View) {
    addSubview(view)
  }

  private func contentDidChange() {
    invalidateLayout()
  }

  private var visible: [View] { subviewsInOrder.filter { !$0.isHidden } }

  private func along(_ size: Size) -> Double { axis == .horizontal ? size.width : size.height }
  private func across(_ size: Size) -> Double { axis == .horizontal ? size.height : size.width }

  private func size(along: Double, across: Double) -> Size {
    axis == .horizontal
      ? Size(width: along, height: across) : Size(width: across, height: along)
  }

  override open func sizeThatFits(_ size: Size) -> Size {
    let room = Rect(origin: .zero, size: size).inset(by: margins).size
    let fits = visible.map { $0.sizeThatFits(room) }
    let gaps = spacing * Double(max(0, fits.count - 1))
    let lengths = fits.map(along)
    let length =
      distribution == .fillEqually
      ? (lengths.max() ?? 0) * Double(lengths.count) : lengths.reduce(0, +)
    let content = self.size(along: length + gaps, across: fits.map(across).max() ?? 0)
    return Size(
      width: content.width + margins.left + margins.right,
      height: content.height + margins.top + margins.bottom)
  }

  override open func isFlexible(along axis: Axis) -> Bool {
    // A spacer pushes along its own stack's axis only; across it would stretch the whole row.
    visible.contains { $0.isFlexible(along: axis) && (axis == self.axis || !($0 is Spacer)) }
  }

  override open func layoutSubviews() {
    let content = bounds.inset(by: margins)
    let views = visible
    guard !views.isEmpty else { return }
    let fits = views.map { $0.sizeThatFits(content.size) }
    let (lengths, positions) = share(along(content.size), views, fits.map(along))
    for (index, view) in views.enumerated() {
      let room = across(content.size)
      let breadth =
        alignment == .fill || view.isFlexible(along: axis == .horizontal ? .vertical : .horizontal)
        ? room : min(room, across(fits[index]))
      let offset: Double =
        switch alignment {
        case .fill, .leading: 0
        case .center: (room - breadth) / 2
        case .trailing: room - breadth
        }
      let size = size(along: lengths[index], across: breadth)
      let origin =
        axis == .horizontal
        ? Point(x: content.minX + positions[index], y: content.minY + offset)
        : Point(x: content.minX + offset, y: content.minY + positions[index])
      view.setAutomaticFrame(Rect(origin: origin, size: size))
    }
  }

  /// The lengths and positions along the axis.
  private func share(
    _ room: Double, _ views: [View], _ fitting: [Double]
  ) -> (lengths: [Double], positions: [Double]) {
    let count = Double(views.count)
    let gaps = spacing * (count - 1)
    let available = max(0, room - gaps)
    let total = fitting.reduce(0, +)
    var lengths = fitting
    var gap = spacing
    switch distribution {
    case .fillEqually:
      lengths = fitting.map { _ in available / count }
    case .fillProportionally where total > 0:
      lengths = fitting.map { $0 * available / total }
    case .equalSpacing where total < available && count > 1:
      gap = (room - total) / (count - 1)
    case .equalCentering where total < available && count > 1:
      if let positions = centred(room, fitting) { return (lengths, positions) }
      gap = (room - total) / (count - 1)
    default:
      lengths = fill(available, views, fitting, total)
    }
    var positions: [Double] = []
    var position = 0.0
    for length in lengths {
      positions.append(position)
      position += length + gap
    }
    return (lengths, positions)
  }

  private func fill(
    _ available: Double, _ views: [View], _ fitting: [Double], _ total: Double
  ) -> [Double] {
    let flexible = views.map { $0.isFlexible(along: axis) }
    let flexibleCount = flexible.count { $0 }
    if total <= available {
      guard flexibleCount > 0, distribution == .fill else { return fitting }
      let extra = (available - total) / Double(flexibleCount)
      return zip(fitting, flexible).map { $1 ? $0 + extra : $0 }
    }
    // Too little room: flexible views give way first, then all in proportion.
    let flexibleTotal = zip(fitting, flexible).reduce(0) { $1.1 ? $0 + $1.0 : $0 }
    let missing = total - available
    if flexibleTotal >= missing, flexibleTotal > 0 {
      let factor = (flexibleTotal - missing) / flexibleTotal
      return zip(fitting, flexible).map { $1 ? $0 * factor : $0 }
    }
    let rigid = total - flexibleTotal
    let factor = rigid > 0 ? available / rigid : 0
    return zip(fitting, flexible).map { $1 ? 0 : $0 * factor }
  }

  /// Positions with equally distant centres; `nil` when views would overlap.
  private func centred(_ room: Double, _ lengths: [Double]) -> [Double]? {
    let first = lengths[0] / 2
    let last = room - lengths[lengths.count - 1] / 2
    let step = (last - first) / Double(lengths.count - 1)
    let overlaps = zip(lengths, lengths.dropFirst()).contains { ($0 + $1) / 2 > step }
    return overlaps ? nil : lengths.enumerated().map { first + step * Double($0) - $1 / 2 }
  }
}

/// A view that takes up the free room of a stack, to push others apart.
public final class Spacer: View {
  override public var intrinsicContentSize: Size {
    Size(width: View.noIntrinsicMetric, height: View.noIntrinsicMetric)
  }

  override public func sizeThatFits(_ size: Size) -> Size { .zero }

  override public func hitTest(_ point: Point, with event: Event?) -> View? { nil }
}
