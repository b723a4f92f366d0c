/// Scrolls a ``ScrollView`` once a touch has moved far enough along an axis that can scroll.
final class ScrollGestureRecognizer: GestureRecognizer {
  private var start = Point.zero
  /// Where the touch was when the content last moved.
  private var last = Point.zero
  /// Whether the delegate was told of a beginning.
  private var isDragging = false

  private var scrollView: ScrollView? { view as? ScrollView }

  override func touchesBegan(_ touches: [Touch], with event: Event?) {
    guard state == .possible, self.touches.count == 1, let touch = touches.first else { return }
    start = touch.windowLocation
  }

  override func touchesMoved(_ touches: [Touch], with event: Event?) {
    guard let scrollView, let touch = self.touches.first, touches.contains(touch) else { return }
    let location = touch.windowLocation
    if state.isRecognizing {
      let delta = last - location
      last = location
      let offset = scrollView.contentOffset
      scrollView.contentOffset = Point(x: offset.x + delta.x, y: offset.y + delta.y)
      // The delegate may have switched scrolling off.
      if state.isRecognizing { state = .changed }
      return
    }
    guard state == .possible else { return }
    let slop = metrics.tapSlop
    let isFar =
      (abs(location.y - start.y) > slop && scrollView.canScroll(along: .vertical))
      || (abs(location.x - start.x) > slop && scrollView.canScroll(along: .horizontal))
    guard isFar else { return }
    guard scrollView.mayDrag(touch) else {
      state = .failed
      return
    }
    last = location
    state = .began
    guard state.isRecognizing else { return }
    isDragging = true
    scrollView.delegate?.scrollViewWillBeginDragging(scrollView)
  }

  override func touchesEnded(_ touches: [Touch], with event: Event?) {
    guard let touch = self.touches.first, touches.contains(touch) else { return }
    if state.isRecognizing {
      touchesMoved(touches, with: event)
      if state.isRecognizing { state = .ended }
    } else if state == .possible {
      state = .failed
    }
  }

  override func reset() {
    super.reset()
    guard isDragging else { return }
    isDragging = false
    if let scrollView {
      scrollView.delegate?.scrollViewDidEndDragging(scrollView, willDecelerate: false)
    }
  }
}
