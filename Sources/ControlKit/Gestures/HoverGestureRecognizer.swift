/// Follows the pointer while it is over the view and not pressed. Continuous: it begins when the
/// pointer enters, changes when it moves, ends when it leaves, and is cancelled when the view is
/// hidden, removed or covered by another window.
///
/// Views in front belong to the view: entering a subview is no leaving. It takes no touches from
/// anyone, and pressing the pointer does not end it. (UIKit says nothing about that.)
public final class HoverGestureRecognizer: GestureRecognizer {
  private var place = Point.zero

  /// Creates a recognizer.
  override public init() {}

  /// Where the pointer was last, in a view's coordinates; `nil` stands for the window.
  override public func location(in view: View?) -> Point {
    view?.convert(place, from: nil) ?? place
  }

  /// The pointer is over the view, at a place in the window.
  func hover(at location: Point) {
    let hasMoved = location != place
    place = location
    if state == .possible {
      state = .began
    } else if state.isRecognizing, hasMoved {
      state = .changed
    }
  }

  /// The pointer is elsewhere.
  func leave() {
    if state.isRecognizing { state = .ended }
  }
}
