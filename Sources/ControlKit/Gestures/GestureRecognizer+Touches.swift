// Data path: InputEvent → Window → HitTesting → [arena] | tracking → dispatcher → storage → Lua.

extension GestureRecognizer {
  /// How many touches are followed.
  public final var numberOfTouches: Int { touches.count }

  /// Where one of the touches is, in a view's coordinates.
  ///
  /// - Parameters:
  ///   - index: Which touch, from 0 in the order they went down.
  ///   - view: The view, or `nil` for the window.
  public final func location(ofTouch index: Int, in view: View?) -> Point {
    touches[index].location(in: view)
  }

  /// Stops following a touch without any consequence for the gesture.
  public final func ignore(_ touch: Touch, for event: Event?) {
    guard touches.contains(where: { $0 === touch }) else { return }
    touches.removeAll { $0 === touch }
    touch.recognizers.removeAll { $0 === self }
    if touch.wasDelayed { touch.window?.settle(touch) }
  }

  /// The middle of the touches, or of those in the event being handled; in the window.
  final var middleOfTouches: Point? {
    let followed = touches.isEmpty ? (currentEvent?.touches ?? []) : touches
    guard let first = followed.first else { return nil }
    if followed.count == 1 { return first.windowLocation }
    var sum = Point.zero
    for touch in followed { sum = sum + touch.windowLocation }
    return Point(x: sum.x / Double(followed.count), y: sum.y / Double(followed.count))
  }

  /// When the step being handled happened, in seconds of the application's clock.
  final var eventTime: Double {
    currentEvent?.timestamp ?? enclosingApplication?.scheduler.now ?? 0
  }

  /// Takes one step of a touch. The phase is that of the step: a handler that sends input may have
  /// moved the touch on already.
  final func deliver(_ touch: Touch, _ phase: Touch.Phase, _ event: Event) {
    guard isEnabled, touch.recognizers.contains(where: { $0 === self }) else { return }
    // A handler of a terminal state sends this: the gesture is over and follows nothing more.
    guard !current.isTerminal else {
      touch.recognizers.removeAll { $0 === self }
      return
    }
    let outer = currentEvent
    currentEvent = event
    defer { currentEvent = outer }
    if phase == .began {
      touches.append(touch)
      return touchesBegan([touch], with: event)
    }
    guard touches.contains(where: { $0 === touch }) else {
      // It was lifted already and the gesture is undecided; or it was never told of it.
      if phase == .cancelled, lifted.contains(where: { $0 === touch }) { abort() }
      return
    }
    switch phase {
    case .moved, .stationary, .began: touchesMoved([touch], with: event)
    case .ended:
      touchesEnded([touch], with: event)
      didLift(touch)
    case .cancelled:
      touchesCancelled([touch], with: event)
      touches.removeAll { $0 === touch }
    }
  }

  private func didLift(_ touch: Touch) {
    guard touches.contains(where: { $0 === touch }) else { return }
    lastMiddle = middleOfTouches ?? lastMiddle
    touches.removeAll { $0 === touch }
    if isUndecided {
      // The view may have to wait for the end of the touch until this is decided.
      lifted.append(touch)
      touch.wasDelayed = true
    } else {
      touch.recognizers.removeAll { $0 === self }
    }
  }
}
