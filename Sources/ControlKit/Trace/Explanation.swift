/// Why a tap on a control, or a gesture, at a point would or would not reach a handler.
public struct Explanation: Hashable, Sendable, CustomStringConvertible {
  /// Whether some handler would run.
  public var reaches: Bool
  /// Complete sentences: everything that is in the way, or else which handlers would run.
  public var reasons: [String]

  /// The sentences, one a line.
  public var description: String { reasons.joined(separator: "\n") }
}

extension EventSource where Self: View {
  /// Says in words why a tap would, or would not, reach a handler of this control. Nothing is sent.
  ///
  /// All obstacles are named, not only the first: a hidden ancestor, zero alpha, interaction that is
  /// off, a view in front, a window in front, bounds of a superview, a gesture that wins, a disabled
  /// control, a disabled or missing handler.
  ///
  /// - Parameters:
  ///   - events: The events that should run a handler.
  ///   - point: Where the tap would be, in this view's coordinates; `nil` for the middle.
  /// - Returns: The verdict with its reasons.
  public func explain(
    _ events: ControlEvents = .touchUpInside, at point: Point? = nil
  ) -> Explanation {
    window?.layoutIfNeeded()
    let point = point ?? bounds.center
    var obstacles = ControlKit.obstacles(toTouching: self, at: point)
    if let control = self as? Control, !control.isEnabled {
      obstacles.append("\(debugName) is disabled (isEnabled is false).")
    }
    obstacles += gestureObstacles
    let alias: ControlEvents =
      events.isDisjoint(with: primaryActionEvent) ? [] : .primaryActionTriggered
    let matching = handlers.filter { !$0.events.isDisjoint(with: events.union(alias)) }
    let running = matching.filter(\.isEnabled)
    for token in matching where !token.isEnabled {
      obstacles.append("The \(token.debugName) is disabled: call enable() on its token.")
    }
    if matching.isEmpty {
      let others = allControlEvents
      obstacles.append(
        "\(debugName) has no handler for \(eventName(events.rawValue))"
          + (others.isEmpty ? "." : "; its handlers are for \(eventName(others.rawValue))."))
    }
    if obstacles.isEmpty || (running.count > 0 && obstacles.count == matching.count - running.count)
    {
      let names = running.map(\.debugName).joined(separator: ", ")
      return Explanation(
        reaches: true,
        reasons: ["A tap on \(debugName) sends \(eventName(events.rawValue)) and runs: \(names)."]
          + obstacles)
    }
    return Explanation(reaches: false, reasons: obstacles)
  }

  /// Recognizers that would take the touch before the control sends its event.
  private var gestureObstacles: [String] {
    var reasons: [String] = []
    var view: View? = self
    while let current = view {
      for case let tap as TapGestureRecognizer in current.gestureRecognizers
      where tap.isEnabled && tap.gate?.isEnabled != false && tap.cancelsTouchesInView
        && tap.numberOfTapsRequired == 1 && tap.numberOfTouchesRequired == 1
        && gestureRecognizerShouldBegin(tap)
      {
        reasons.append(
          "A tap recognizer on \(current.debugName) wins: \(debugName) gets touchCancel instead.")
      }
      view = current.superview
    }
    return reasons
  }
}

/// What keeps a touch at a point from being this view's, or its subviews'.
func obstacles(
  toTouching view: View, at point: Point, orSubviews: Bool = false
) -> [String] {
  guard let window = view.window else {
    return ["\(view.debugName) is in no window: add it to one."]
  }
  var reasons: [String] = []
  if let application = window.application {
    if let front = application.keyWindow, front !== window {
      reasons.append("The window '\(front.title)' is in front and takes all input.")
    }
  } else {
    reasons.append("Its window '\(window.title)' is not shown.")
  }
  if view.bounds.isEmpty {
    reasons.append("\(view.debugName) has no size: \(text(view.bounds.size)).")
  }
  var current: View? = view
  while let ancestor = current {
    let name = ancestor === view ? view.debugName : "Its ancestor \(ancestor.debugName)"
    if ancestor.isHidden { reasons.append("\(name) is hidden (isHidden is true).") }
    if ancestor.alpha < 0.01 {
      reasons.append("\(name) is transparent (alpha is \(ancestor.alpha)).")
    }
    if !ancestor.isUserInteractionEnabled {
      reasons.append("\(name) takes no touches (isUserInteractionEnabled is false).")
    }
    let there = view.convert(point, to: ancestor)
    if !ancestor.bounds.isEmpty, !ancestor.point(inside: there, with: nil) {
      reasons.append(
        ancestor === view
          ? "The point \(text(there)) is outside \(view.debugName)."
          : "The point is outside the bounds of its ancestor \(ancestor.debugName), and what is "
            + "outside its superview cannot be hit.")
    }
    current = ancestor.superview
  }
  if reasons.isEmpty {
    let hit = window.hitTest(view.convert(point, to: nil), with: nil)
    if let hit, hit !== view, !(orSubviews && hit.isDescendant(of: view)) {
      reasons.append(
        hit.isDescendant(of: view)
          ? "Its subview \(hit.debugName) takes the touch."
          : "It is covered by \(hit.debugName) at that point.")
    } else if hit == nil {
      reasons.append("Nothing is hit at that point.")
    }
  }
  return reasons
}

private func text(_ size: Size) -> String { "\(size.width) × \(size.height)" }
func text(_ point: Point) -> String { "(\(point.x), \(point.y))" }
