/// Shows the current page as one of several dots. A tap on its trailing half turns one page on, on
/// its leading half one back.
public final class PageControl: Control {
  private var page = 0

  /// How many pages there are; 0 by default, negative numbers count as 0.
  public var numberOfPages = 0 {
    didSet {
      if numberOfPages < 0 { numberOfPages = 0 }
      guard numberOfPages != oldValue else { return }
      currentPage = page
      setNeedsDisplay()
      invalidateIntrinsicContentSize()
    }
  }

  /// The current page, pinned to 0…n−1. Setting it sends nothing.
  public var currentPage: Int {
    get { page }
    set {
      let pinned = min(max(newValue, 0), max(0, numberOfPages - 1))
      if pinned != page {
        page = pinned
        setNeedsDisplay()
      }
    }
  }

  /// Whether nothing is shown for a single page.
  public var hidesForSinglePage = false {
    didSet {
      guard hidesForSinglePage != oldValue else { return }
      setNeedsDisplay()
      invalidateIntrinsicContentSize()
    }
  }

  override public init() {
    super.init()
  }

  /// Whether the dots are left out.
  package var isBlank: Bool { numberOfPages == 0 || (hidesForSinglePage && numberOfPages == 1) }

  override var hidesTouches: Bool { true }
  override public var beatsAncestorTap: Bool { true }

  override public var intrinsicContentSize: Size {
    let dot = layoutMetrics.pageDotSize
    return Size(width: isBlank ? 0 : dot.width * Double(numberOfPages), height: dot.height)
  }

  override public func endTracking(_ touch: Touch?, with event: ControlKit.Event?) {
    guard let touch, isTouchInside else { return }
    let isForward = touch.location(in: self).x >= bounds.midX
    turn(by: isForward ? 1 : -1) { hasPendingValueChange = true }
  }

  private func turn(by count: Int, ifChanged: () -> Void) {
    let previous = page
    currentPage = page + count
    if page != previous { ifChanged() }
  }

  override public func pressesBegan(_ press: KeyPress, with event: ControlKit.Event?) -> Bool {
    guard isEnabled, press.modifiers.isEmpty, case .named(let key) = press.key else {
      return super.pressesBegan(press, with: event)
    }
    switch key {
    case .left, .right, .up, .down:
      let isForward = key == .right || key == .down
      turn(by: isForward ? 1 : -1) { sendActions(for: .valueChanged, cause: event) }
      return true
    default:
      return super.pressesBegan(press, with: event)
    }
  }
}
