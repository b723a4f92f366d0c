// Data path: InputEvent → [Window] → HitTesting → arena | tracking → dispatcher → storage → Lua.

// What `delaysTouchesBegan` and `delaysTouchesEnded` keep from a view: it is told later and in
// order, or, when the gesture is recognized, never.
extension Window {
  /// Whether the view is not to hear yet of a touch that begins.
  final func delaysBegan(_ touch: Touch, _ hit: View) -> Bool {
    touch.recognizers.contains { $0.delaysTouchesBegan && $0.isUndecided }
      || isBehindAnother(touch, hit)
  }

  /// Whether a recognizer is to decide before the view hears of a touch that ends.
  final func delaysEnded(_ touch: Touch) -> Bool {
    touch.recognizers.contains { $0.delaysTouchesEnded && $0.isUndecided }
  }

  /// Whether an earlier touch of the same view has ended and the view does not know. Such a view,
  /// unless it takes several touches at once, would take the new one for a second finger.
  private func isBehindAnother(_ touch: Touch, _ hit: View) -> Bool {
    guard !hit.isMultipleTouchEnabled, let application else { return false }
    return application.unsettledTouches.contains {
      $0.order < touch.order && $0.hasHeldEnd && $0.view === hit
    }
  }

  /// Keeps a touch that began from its view.
  final func hold(_ touch: Touch, from start: Point) {
    touch.heldBegan = start
    touch.wasDelayed = true
  }

  /// Tells the view what was kept from it, if nothing keeps it any more.
  final func settle(_ touch: Touch) {
    // In the middle of a step recognizers are still to be asked: the end of the step comes here.
    guard touch.deliveries == 0 else { return }
    let held = touch.hasHeldEnd
    touch.deliveries += 1
    tellHeldSteps(of: touch)
    touch.deliveries -= 1
    application?.didSettle(touch)
    if held, !touch.hasHeldEnd { settleTouches(behind: touch) }
  }

  /// The view knows of a touch's end: those that came after it have their turn.
  final func settleTouches(behind touch: Touch) {
    guard let application, let view = touch.view else { return }
    for other in application.liveTouches(in: self)
    where other !== touch && other.heldBegan != nil && other.view === view {
      settle(other)
    }
  }

  private func tellHeldSteps(of touch: Touch) {
    guard !touch.isTakenFromView, let view = touch.view else { return }
    if let start = touch.heldBegan {
      if delaysBegan(touch, view) { return }
      touch.heldBegan = nil
      tellBegan(touch, at: start, view)
      if touch.hasHeldMove, !touch.isTakenFromView {
        touch.hasHeldMove = false
        view.touchesMoved([touch], with: Event(touches: [touch], timestamp: touch.timestamp))
      }
    }
    if touch.hasHeldEnd, !touch.isTakenFromView, !delaysEnded(touch) {
      touch.hasHeldEnd = false
      touch.isTakenFromView = true
      view.touchesEnded([touch], with: Event(touches: [touch], timestamp: touch.timestamp))
    }
  }

  /// The view sees the touch as it was when it began.
  private func tellBegan(_ touch: Touch, at start: Point, _ view: View) {
    let (location, previous, phase) =
      (touch.windowLocation, touch.previousWindowLocation, touch.phase)
    (touch.place, touch.previousPlace, touch.step) = (start, start, .began)
    view.touchesBegan([touch], with: Event(touches: [touch], timestamp: touch.timestamp))
    // A handler may have sent a newer step.
    guard touch.phase == .began, touch.windowLocation == start else { return }
    (touch.place, touch.previousPlace, touch.step) = (location, previous, phase)
  }
}
