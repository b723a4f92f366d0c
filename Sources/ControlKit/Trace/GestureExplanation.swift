extension GestureRecognizer {
  /// Says in words why what this recognizes would, or would not, reach one of its handlers. Nothing
  /// is sent; delegates and views are asked whether it may follow a touch and begin.
  ///
  /// All obstacles are named, not only the first: no view, a view that cannot be touched there, the
  /// recognizer disabled, a control that beats it, a delegate that refuses, another recognizer that
  /// is recognized first or must fail first, a disabled or missing handler. What else it depends on
  /// follows: the number of fingers, and recognizers that it waits for or may lose to.
  ///
  /// - Parameters:
  ///   - events: The states that should run a handler; `nil` for any.
  ///   - point: Where the fingers go down, in the view's coordinates; `nil` for the middle, or for the
  ///     middle of the edge that a ``ScreenEdgePanGestureRecognizer`` begins at.
  /// - Returns: The verdict with its reasons.
  public final func explain(
    _ events: GestureEvents? = nil, at point: Point? = nil
  ) -> Explanation {
    guard let view else {
      return Explanation(
        reaches: false,
        reasons: ["\(debugName) is on no view: add it to one."] + handlerObstacles(events ?? .all))
    }
    view.window?.layoutIfNeeded()
    let point = point ?? standardPoint(in: view)
    var obstacles = ControlKit.obstacles(toTouching: view, at: point, orSubviews: true)
    if !isEnabled { obstacles.append("\(debugName) is disabled (isEnabled is false).") }
    var conditions = self.conditions
    // Whom else a touch would reach is known only where it would reach the view.
    let hit =
      obstacles.isEmpty ? view.window?.hitTest(view.convert(point, to: nil), with: nil) : nil
    if let hit, !(self is HoverGestureRecognizer) {
      let touch = Touch(
        id: 0, kind: .finger, location: view.convert(point, to: nil), timestamp: eventTime)
      touch.hitView = hit
      touch.ownWindow = hit.window
      defer { touch.letGo() }
      obstacles += edgeObstacles(at: point, in: view)
      obstacles += refusals(of: touch, on: hit)
      let rivals = rivals(for: touch, on: hit)
      obstacles += rivals.compactMap { obstacle(by: $0) }
      conditions += rivals.compactMap { condition(by: $0) } + sliderConditions(hit)
    }
    let events = events ?? .all
    let running = matching(events).filter(\.isEnabled)
    guard obstacles.isEmpty, !running.isEmpty else {
      return Explanation(
        reaches: false, reasons: obstacles + handlerObstacles(events) + conditions)
    }
    let names = running.map(\.debugName).joined(separator: ", ")
    return Explanation(
      reaches: true,
      reasons: ["\(deed) at \(text(point)) in \(view.debugName) runs: \(names)."]
        + handlerObstacles(events) + conditions)
  }

  // MARK: - Handlers

  private func matching(_ events: GestureEvents) -> [RemovableTarget] {
    handlers.filter { $0.mask & events.rawValue != 0 }
  }

  private func handlerObstacles(_ events: GestureEvents) -> [String] {
    let matching = matching(events)
    if matching.isEmpty {
      let others = GestureEvents(rawValue: handlers.reduce(0) { $0 | $1.mask })
      return [
        others.isEmpty
          ? "\(debugName) has no handler."
          : "\(debugName) has no handler for \(names(events)); its handlers are for \(names(others))."
      ]
    }
    return matching.filter { !$0.isEnabled }.map {
      "The \($0.debugName) is disabled: call enable() on its token."
    }
  }

  /// One state has two names; the kind of the gesture tells which is meant.
  private func names(_ events: GestureEvents) -> String {
    let other = isDiscrete ? "ended" : "recognized"
    return GestureEvents.named.filter { events.contains($0.event) && $0.name != other }
      .map(\.name).joined(separator: "|")
  }

  // MARK: - Places

  private func standardPoint(in view: View) -> Point {
    guard let edgePan = self as? ScreenEdgePanGestureRecognizer, let window = view.window else {
      return view.bounds.center
    }
    let bounds = window.bounds
    let center = bounds.center
    let point: Point
    switch edgePan.edges {
    case let edges where edges.contains(.left): point = Point(x: bounds.minX, y: center.y)
    case let edges where edges.contains(.top): point = Point(x: center.x, y: bounds.minY)
    // The last point inside: the edges themselves belong to the neighbour.
    case let edges where edges.contains(.right): point = Point(x: bounds.maxX - 1, y: center.y)
    case let edges where edges.contains(.bottom): point = Point(x: center.x, y: bounds.maxY - 1)
    default: return view.bounds.center
    }
    return view.convert(point, from: nil)
  }

  private func edgeObstacles(at point: Point, in view: View) -> [String] {
    guard let edgePan = self as? ScreenEdgePanGestureRecognizer, let window = view.window else {
      return []
    }
    if edgePan.edges.isEmpty { return ["\(debugName) begins at no edge: set its edges."] }
    let (there, bounds) = (view.convert(point, to: nil), window.bounds)
    let (width, edges) = (metrics.edgeWidth, edgePan.edges)
    let isNear =
      (edges.contains(.top) && there.y - bounds.minY <= width)
      || (edges.contains(.left) && there.x - bounds.minX <= width)
      || (edges.contains(.bottom) && bounds.maxY - there.y <= width)
      || (edges.contains(.right) && bounds.maxX - there.x <= width)
    return isNear
      ? [] : ["The point \(text(point)) is not within \(width) points of an edge it begins at."]
  }

  // MARK: - Who refuses

  private func refusals(of touch: Touch, on hit: View) -> [String] {
    var reasons: [String] = []
    if !delegateLetsReceive(touch) {
      reasons.append("Its delegate does not let it follow a touch there (shouldReceive).")
    }
    if !delegateLetsBegin { reasons.append("Its delegate does not let it begin (shouldBegin).") }
    var current: View? = hit
    while let asked = current {
      if !asked.gestureRecognizerShouldBegin(self) {
        reasons.append(
          asked is Control && asked !== view && self is TapGestureRecognizer
            ? "\(asked.debugName) is there: a control beats the single tap of what it lies on."
            : "\(asked.debugName) does not let it begin (gestureRecognizerShouldBegin).")
      }
      current = asked === view ? nil : asked.superview
    }
    return reasons
  }

  private func sliderConditions(_ hit: View) -> [String] {
    guard hit is Slider, hit !== view,
      self is PanGestureRecognizer || self is SwipeGestureRecognizer
    else { return [] }
    return ["\(hit.debugName) is there: one finger along its track moves the knob instead."]
  }

  // MARK: - Other recognizers

  /// The others that would follow the same touch, and might be recognized.
  private func rivals(for touch: Touch, on hit: View) -> [GestureRecognizer] {
    var found: [GestureRecognizer] = []
    var current: View? = hit
    while let view = current {
      found += view.gestureRecognizers
      current = view.superview
    }
    return found.filter {
      $0 !== self && $0.isEnabled && $0.gate?.isEnabled != false && $0.followsTouches
        && !isIndependent(of: $0) && $0.delegateLetsReceive(touch) && $0.delegateLetsBegin
        && !GestureArena.refuses(hit, $0)
    }
  }

  private func obstacle(by rival: GestureRecognizer) -> String? {
    let outcome = outcome(of: rival)
    if mustFailFirst(rival) {
      return outcome == .earlier || outcome == .together
        ? "It requires \(rival.placeName) to fail, which the same touches make succeed." : nil
    }
    guard outcome == .earlier || (outcome == .together && comesFirst(rival)),
      !rival.mustFailFirst(self), rival.prevents(self)
    else { return nil }
    return "\(rival.placeName) is recognized first, and prevents it."
  }

  private func condition(by rival: GestureRecognizer) -> String? {
    let outcome = outcome(of: rival)
    if mustFailFirst(rival) {
      return outcome == .earlier || outcome == .together
        ? nil : "It waits until \(rival.placeName) has failed."
    }
    return outcome == .perhaps && !rival.mustFailFirst(self) && rival.prevents(self)
      ? "\(rival.placeName) may be recognized first, and prevents it then." : nil
  }

  private func mustFailFirst(_ other: GestureRecognizer) -> Bool {
    requirements.contains { $0.recognizer === other } || delegatesRequireFailure(of: other)
  }

  /// Whether it hears of a touch before this one: it is on a view in front, or was added before.
  private func comesFirst(_ other: GestureRecognizer) -> Bool {
    guard let view, let otherView = other.view else { return false }
    if view !== otherView { return otherView.isDescendant(of: view) }
    for recognizer in view.gestureRecognizers {
      if recognizer === self || recognizer === other { return recognizer === other }
    }
    return false
  }

  private var placeName: String { view.map { "\(debugName) on \($0.debugName)" } ?? debugName }
}

/// What becomes of another recognizer while the fingers do what this one needs.
private enum Outcome {
  /// It is recognized before this one.
  case earlier
  /// Both are recognized at the same step.
  case together
  /// It depends on the movement.
  case perhaps
  /// It is not recognized, or only after this one.
  case notYet
}

extension GestureRecognizer {
  fileprivate func outcome(of rival: GestureRecognizer) -> Outcome {
    switch (self, rival) {
    case (let own as TapGestureRecognizer, let rival as TapGestureRecognizer):
      guard own.numberOfTouchesRequired == rival.numberOfTouchesRequired else { return .notYet }
      if own.numberOfTapsRequired == rival.numberOfTapsRequired { return .together }
      return own.numberOfTapsRequired > rival.numberOfTapsRequired ? .earlier : .notYet
    case (let own as LongPressGestureRecognizer, let rival as TapGestureRecognizer):
      return own.numberOfTouchesRequired == rival.numberOfTouchesRequired
        && own.numberOfTapsRequired >= rival.numberOfTapsRequired ? .earlier : .notYet
    case (let own as LongPressGestureRecognizer, let rival as LongPressGestureRecognizer):
      guard own.numberOfTouchesRequired == rival.numberOfTouchesRequired,
        own.numberOfTapsRequired == rival.numberOfTapsRequired
      else { return .notYet }
      if own.duration == rival.duration { return .together }
      return own.duration > rival.duration ? .earlier : .notYet
    default: return movingOutcome(of: rival)
    }
  }

  private func movingOutcome(of rival: GestureRecognizer) -> Outcome {
    guard let own = movingFingers, let others = rival.movingFingers, own.overlaps(others) else {
      return .notYet
    }
    switch (self, rival) {
    // Its movement is that of a pan, but it begins only near the edge.
    case (_, is ScreenEdgePanGestureRecognizer): return .perhaps
    case (is SwipeGestureRecognizer, let rival as SwipeGestureRecognizer):
      let isSame =
        (self as? SwipeGestureRecognizer)?.direction.isSubset(of: rival.direction) == true
      return isSame ? .together : .perhaps
    case (is SwipeGestureRecognizer, is PanGestureRecognizer):
      // A pan begins before the stroke is long enough.
      return others.contains(own.lowerBound) ? .earlier : .perhaps
    case (is PanGestureRecognizer, is SwipeGestureRecognizer): return .notYet
    case (is PanGestureRecognizer, is PanGestureRecognizer):
      return others.contains(own.lowerBound) ? .together : .perhaps
    default: return .perhaps
    }
  }

  /// How many moving fingers it takes; `nil` for one that needs them to rest, and for kinds that are
  /// not known here.
  private var movingFingers: ClosedRange<Int>? {
    switch self {
    case let pan as PanGestureRecognizer:
      pan.minimumNumberOfTouches...max(pan.minimumNumberOfTouches, pan.maximumNumberOfTouches)
    case let swipe as SwipeGestureRecognizer:
      swipe.numberOfTouchesRequired...swipe.numberOfTouchesRequired
    case is ScrollGestureRecognizer: 1...1
    case is PinchGestureRecognizer, is RotationGestureRecognizer: 2...2
    default: nil
    }
  }

  private var fingers: Int {
    switch self {
    case let tap as TapGestureRecognizer: tap.numberOfTouchesRequired
    case let press as LongPressGestureRecognizer: press.numberOfTouchesRequired
    default: movingFingers?.lowerBound ?? 1
    }
  }

  fileprivate var conditions: [String] {
    fingers > 1 ? ["It needs \(fingers) fingers at once; a pointer counts as one."] : []
  }

  /// What is to be done, as the beginning of a sentence.
  fileprivate var deed: String {
    let suffix = fingers > 1 ? " with \(fingers) fingers" : ""
    switch self {
    case let tap as TapGestureRecognizer:
      let count = tap.numberOfTapsRequired
      return (count == 1 ? "A tap" : "\(count) taps in a row") + suffix
    case let press as LongPressGestureRecognizer:
      let count = press.numberOfTapsRequired
      let taps = count == 0 ? "" : count == 1 ? " after a tap" : " after \(count) taps"
      return "A press of \(press.duration) seconds" + taps + suffix
    case is ScreenEdgePanGestureRecognizer: return "A drag from the edge" + suffix
    case is PanGestureRecognizer: return "A drag" + suffix
    case let swipe as SwipeGestureRecognizer:
      let names = SwipeGestureRecognizer.Direction.named.filter {
        swipe.direction.contains($0.direction)
      }
      return "A swipe \(names.map(\.name).joined(separator: " or "))" + suffix
    case is PinchGestureRecognizer: return "A pinch"
    case is RotationGestureRecognizer: return "A rotation"
    case is HoverGestureRecognizer: return "The pointer"
    default: return "What \(debugName) recognizes"
    }
  }
}
