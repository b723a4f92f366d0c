// Data path: InputEvent → [Window] → HitTesting → arena | tracking → dispatcher → storage → Lua.

extension Application {
  /// Tells the recognizers under the pointer, then those it has left. `nil`: it left the screen.
  final func sendHover(_ location: Point?) {
    hoverSteps &+= 1
    let step = hoverSteps
    var entered: [HoverGestureRecognizer] = []
    var place = Point.zero
    if let location, let window = keyWindow {
      place = window.location(onScreen: location)
      entered = HoverGestureRecognizer.under(window.hitTest(place, with: nil))
    }
    if entered.isEmpty && hovering.isEmpty { return }
    Trace.record(.input, from: self, "hover")
    let previous = hovering
    hovering = (previous.compactMap(\.recognizer) + entered).reduce(into: []) { all, recognizer in
      if !all.contains(where: { $0.recognizer === recognizer }) {
        all.append(WeakRecognizer(recognizer))
      }
    }
    for case let left as HoverGestureRecognizer in previous.lazy.map(\.recognizer)
    where !entered.contains(left) {
      left.leave()
      // A handler may have moved the pointer on.
      guard step == hoverSteps else { return }
    }
    for recognizer in entered where recognizer.isEnabled && recognizer.view?.window === keyWindow {
      recognizer.hover(at: place)
      guard step == hoverSteps else { return }
    }
    hovering.removeAll { $0.recognizer?.state.isRecognizing != true }
  }

  /// Whether any recognizer of a shown window would follow the pointer: a front-end need not ask the
  /// platform for its moves while none does. Adding or removing one makes ``needsDisplay`` true.
  package final var wantsHover: Bool {
    windows.contains { $0.containsHoverRecognizer }
  }

  /// The pointer is no longer over views that go.
  final func cancelHover(within view: View) {
    guard !hovering.isEmpty else { return }
    for entry in hovering {
      if let recognizer = entry.recognizer, recognizer.view?.isDescendant(of: view) == true {
        recognizer.abort()
      }
    }
    // They stay in the list until the pointer moves: it may be about to tell them of its last move.
  }
}

extension View {
  fileprivate final var containsHoverRecognizer: Bool {
    gestureRecognizers.contains { $0 is HoverGestureRecognizer }
      || subviews.contains { $0.containsHoverRecognizer }
  }
}

extension HoverGestureRecognizer {
  /// Those on a view and its ancestors, innermost first.
  static func under(_ hit: View?) -> [HoverGestureRecognizer] {
    var found: [HoverGestureRecognizer] = []
    var view = hit
    while let current = view {
      for case let hover as HoverGestureRecognizer in current.gestureRecognizers
      where hover.isEnabled {
        found.append(hover)
      }
      view = current.superview
    }
    return found
  }
}
