/// Shows a part of views that are larger than itself, and moves it by touch, wheel and keys.
///
/// Without a ``contentSize`` of its own it lays out subviews that have no frame at the size they ask
/// for, at least its own, and follows them: a stack inside is as long as its content. The position
/// is kept in the origin of ``View/bounds``.
open class ScrollView: View {
  /// Is told when the content moved; held weakly.
  public final weak var delegate: (any ScrollViewDelegate)?

  private var givenContentSize: Size?
  private var fittingContentSize = Size.zero
  private var panner: ScrollGestureRecognizer?
  /// Room that the bars take from the content that is laid out here.
  private var barInset = EdgeInsets.zero
  /// The touch that is on the vertical bar.
  final weak var barTouch: Touch?

  /// The size of what is shown, in points. Setting it makes it the view's own.
  public final var contentSize: Size {
    get { givenContentSize ?? fittingContentSize }
    set {
      guard newValue != givenContentSize else { return }
      givenContentSize = newValue
      barInset = .zero
      setNeedsLayout()
      contentOffset = bounds.origin
    }
  }

  /// Room around the content that can be scrolled to.
  public final var contentInset = EdgeInsets.zero {
    didSet {
      guard contentInset != oldValue else { return }
      setNeedsLayout()
      contentOffset = bounds.origin
    }
  }

  /// The point of the content in the top left corner, pinned so that the content fills the view.
  /// Numbers that are none are ignored.
  public final var contentOffset: Point {
    get { bounds.origin }
    set {
      guard !newValue.x.isNaN, !newValue.y.isNaN else { return }
      let pinned = pinned(newValue)
      guard pinned != bounds.origin else { return }
      bounds.origin = pinned
      setNeedsDisplay()
      delegate?.scrollViewDidScroll(self)
    }
  }

  /// Whether the user may scroll; code always may.
  public final var isScrollEnabled = true {
    didSet { panner?.isEnabled = isScrollEnabled }
  }
  /// Whether a touch that a subview has may become one that scrolls.
  public final var canCancelContentTouches = true
  /// Whether a bar tells the vertical position, where there is something to scroll to.
  public final var showsVerticalScrollIndicator = true { didSet { setNeedsLayout() } }
  /// Whether a bar tells the horizontal position.
  public final var showsHorizontalScrollIndicator = true { didSet { setNeedsLayout() } }

  /// Whether a touch is scrolling.
  public final var isDragging: Bool { panner?.state.isRecognizing == true }

  /// Creates a scroll view without a frame.
  override public init() {
    super.init()
    prepare()
  }

  /// Creates a scroll view with a frame.
  override public init(frame: Rect) {
    super.init(frame: frame)
    prepare()
  }

  private func prepare() {
    clipsToBounds = true
    let panner = ScrollGestureRecognizer()
    self.panner = panner
    addGestureRecognizer(panner)
  }

  /// Moves the content. There is no animation: the parameter is UIKit's.
  public final func setContentOffset(_ offset: Point, animated: Bool) {
    contentOffset = offset
  }

  /// Moves the content as little as makes a rectangle of it visible; of one that is larger than the
  /// view, its beginning.
  public final func scrollRectToVisible(_ rect: Rect, animated: Bool = false) {
    let insets = visibleInset
    let width = bounds.width - insets.left - insets.right
    let height = bounds.height - insets.top - insets.bottom
    func reveal(_ low: Double, _ high: Double, _ start: Double, _ room: Double) -> Double {
      if low < start || high - low > room { return low }
      return high > start + room ? high - room : start
    }
    contentOffset = Point(
      x: reveal(rect.minX, rect.maxX, bounds.minX + insets.left, width) - insets.left,
      y: reveal(rect.minY, rect.maxY, bounds.minY + insets.top, height) - insets.top)
  }

  /// Whether scrolling may take a touch from a view in here. By default it may, except from controls
  /// that a touch drags, such as sliders and text fields. (UIKit's default refuses for every control,
  /// but delays their touches.)
  open func touchesShouldCancel(in view: View) -> Bool {
    (view as? Control)?.keepsDrags != true
  }

  // MARK: - Geometry

  /// What is not the content's: the insets, and the bars of content laid out here.
  private var visibleInset: EdgeInsets {
    EdgeInsets(
      top: contentInset.top, left: contentInset.left,
      bottom: contentInset.bottom + barInset.bottom, right: contentInset.right + barInset.right)
  }

  // Subtracted, since the negative of nothing would print as -0.
  private var leastOffset: Point { Point(x: 0 - contentInset.left, y: 0 - contentInset.top) }

  private var greatestOffset: Point {
    let insets = visibleInset
    let size = contentSize
    return Point(
      x: max(leastOffset.x, size.width + insets.right - bounds.width),
      y: max(leastOffset.y, size.height + insets.bottom - bounds.height))
  }

  private func pinned(_ offset: Point) -> Point {
    let low = leastOffset
    let high = greatestOffset
    return Point(x: min(max(offset.x, low.x), high.x), y: min(max(offset.y, low.y), high.y))
  }

  /// Whether there is more than is shown along an axis.
  package final func canScroll(along axis: Axis) -> Bool {
    axis == .horizontal
      ? greatestOffset.x > leastOffset.x : greatestOffset.y > leastOffset.y
  }

  /// How much of the whole is shown along an axis, and how far it is scrolled, both 0…1; `nil`
  /// without a bar.
  package final func bar(along axis: Axis) -> (part: Double, position: Double)? {
    let isShown =
      axis == .horizontal ? showsHorizontalScrollIndicator : showsVerticalScrollIndicator
    guard isShown, canScroll(along: axis) else { return nil }
    let low = leastOffset
    let high = greatestOffset
    if axis == .horizontal {
      let span = high.x - low.x
      return (bounds.width / (bounds.width + span), (bounds.minX - low.x) / span)
    }
    let span = high.y - low.y
    return (bounds.height / (bounds.height + span), (bounds.minY - low.y) / span)
  }

  // MARK: - Layout

  /// What the subviews ask for when they may be so wide.
  private func fitting(_ width: Double) -> Size {
    var extent = Size.zero
    for child in subviewsInOrder where !child.isHidden {
      let size =
        child.usesAutomaticFrame
        ? child.sizeThatFits(Size(width: width, height: .infinity))
        : Size(width: child.frame.maxX, height: child.frame.maxY)
      extent.width = max(extent.width, size.width)
      extent.height = max(extent.height, size.height)
    }
    return extent
  }

  override open func sizeThatFits(_ size: Size) -> Size {
    let content = givenContentSize ?? fitting(size.width - contentInset.left - contentInset.right)
    return Size(
      width: min(size.width, content.width + contentInset.left + contentInset.right),
      height: min(size.height, content.height + contentInset.top + contentInset.bottom))
  }

  override open func layoutSubviews() {
    if givenContentSize == nil { layOutContent() }
    // A view that grew shows more.
    contentOffset = bounds.origin
  }

  private func layOutContent() {
    var room = bounds.inset(by: contentInset).size
    barInset = .zero
    var content = fitting(room.width)
    if content.height > room.height, showsVerticalScrollIndicator {
      barInset.right = layoutMetrics.scrollBarSize.width
      room.width = max(0, room.width - barInset.right)
      content = fitting(room.width)
    }
    if content.width > room.width, showsHorizontalScrollIndicator {
      barInset.bottom = layoutMetrics.scrollBarSize.height
      room.height = max(0, room.height - barInset.bottom)
    }
    let size = Size(
      width: max(room.width, content.width), height: max(room.height, content.height))
    fittingContentSize = size
    for child in subviewsInOrder where child.usesAutomaticFrame {
      child.setAutomaticFrame(Rect(origin: .zero, size: size))
    }
  }

  // MARK: - Wheel and keys

  override open func scrolled(by delta: Point, with event: Event?) -> Bool {
    guard isScrollEnabled, scroll(by: delta) else { return super.scrolled(by: delta, with: event) }
    return true
  }

  private func scroll(by delta: Point) -> Bool {
    let before = contentOffset
    contentOffset = Point(x: before.x + delta.x, y: before.y + delta.y)
    return contentOffset != before
  }

  override open var canBecomeFirstResponder: Bool {
    isScrollEnabled && (canScroll(along: .vertical) || canScroll(along: .horizontal))
  }

  override open func pressesBegan(_ press: KeyPress, with event: Event?) -> Bool {
    guard isScrollEnabled, press.modifiers.isEmpty, case .named(let key) = press.key,
      let delta = delta(for: key), scroll(by: delta)
    else { return super.pressesBegan(press, with: event) }
    return true
  }

  private func delta(for key: KeyPress.Named) -> Point? {
    let line = layoutMetrics.lineSize(" ", .body).height
    let page = max(line, bounds.height - line)
    return switch key {
    case .up: Point(x: 0, y: -line)
    case .down: Point(x: 0, y: line)
    case .left: Point(x: -line, y: 0)
    case .right: Point(x: line, y: 0)
    case .pageUp: Point(x: 0, y: -page)
    case .pageDown: Point(x: 0, y: page)
    case .home: Point(x: 0, y: leastOffset.y - bounds.minY)
    case .end: Point(x: 0, y: greatestOffset.y - bounds.minY)
    default: nil
    }
  }

  // MARK: - Touches

  /// Whether a touch may begin to scroll. A view whose own touches mean something else refuses.
  func mayDrag(_ touch: Touch) -> Bool {
    guard isScrollEnabled, barTouch !== touch else { return false }
    var view = touch.view
    while let current = view, current !== self {
      if !canCancelContentTouches || !touchesShouldCancel(in: current) { return false }
      view = current.superview
    }
    return true
  }

  /// A press on the vertical bar moves there, and goes on moving.
  override open func touchesBegan(_ touches: [Touch], with event: Event?) {
    if let touch = touches.first, isScrollEnabled, bar(along: .vertical) != nil,
      touch.location(in: self).x >= bounds.maxX - layoutMetrics.scrollBarSize.width
    {
      barTouch = touch
      followBar(touch)
    } else {
      super.touchesBegan(touches, with: event)
    }
  }

  override open func touchesMoved(_ touches: [Touch], with event: Event?) {
    guard let touch = barTouch, touches.contains(touch) else {
      return super.touchesMoved(touches, with: event)
    }
    followBar(touch)
  }

  private func followBar(_ touch: Touch) {
    let y = touch.location(in: self).y - bounds.minY
    let line = layoutMetrics.scrollBarSize.height
    let part = min(max((y - line / 2) / max(1, bounds.height - line), 0), 1)
    let low = leastOffset.y
    contentOffset = Point(x: bounds.minX, y: low + part * (greatestOffset.y - low))
  }
}
