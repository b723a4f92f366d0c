// Data path: InputEvent → [Window] → HitTesting → arena | tracking → dispatcher → storage → Lua.

extension Window {
  /// The one entrance for touches: hit test, then recognizers, then the hit view.
  ///
  /// Handlers that run inside may change anything: remove the view, close the window, send further
  /// input. Each step therefore asks again what still holds.
  public final func sendEvent(_ event: Event) {
    for touch in event.touches {
      touch.deliveries += 1
      switch touch.phase {
      case .began: begin(touch, event)
      case .moved, .stationary: move(touch, event)
      case .ended: end(touch, event)
      case .cancelled: cancel(touch)
      }
      touch.deliveries -= 1
      if touch.wasDelayed { settle(touch) }
    }
  }

  private func begin(_ touch: Touch, _ event: Event) {
    guard let hit = hitTest(touch.windowLocation, with: event) else {
      Trace.record(.hit, from: self, "@\(touch.id) hits nothing")
      return
    }
    touch.hitView = hit
    // An exclusive touch keeps the view out; recognizers follow the touch all the same.
    touch.isTakenFromView = !mayReceive(touch, hit)
    Trace.record(.window, from: self, "\(debugName) takes @\(touch.id)")
    Trace.record(.hit, from: self, "@\(touch.id) hits \(hit.hitPath)")
    let start = touch.windowLocation
    GestureArena.enter(touch, on: hit)
    for recognizer in touch.recognizers where touch.isDown {
      recognizer.deliver(touch, .began, event)
    }
    guard !touch.isTakenFromView, touch.phase == .began else { return }
    if delaysBegan(touch, hit) {
      hold(touch, from: start)
    } else {
      hit.touchesBegan(event.touches(only: touch), with: event)
    }
  }

  private func move(_ touch: Touch, _ event: Event) {
    for recognizer in touch.recognizers { recognizer.deliver(touch, .moved, event) }
    if touch.isTakenFromView { return }
    if touch.heldBegan != nil {
      touch.hasHeldMove = true
    } else {
      touch.view?.touchesMoved(event.touches(only: touch), with: event)
    }
  }

  private func end(_ touch: Touch, _ event: Event) {
    for recognizer in touch.recognizers { recognizer.deliver(touch, .ended, event) }
    // Only those that are undecided still have to do with it.
    if !touch.recognizers.isEmpty {
      touch.recognizers.removeAll { !$0.lifted.contains(touch) }
    }
    if touch.isTakenFromView { return }
    if touch.heldBegan != nil || delaysEnded(touch) {
      touch.hasHeldEnd = true
    } else {
      touch.isTakenFromView = true
      touch.view?.touchesEnded(event.touches(only: touch), with: event)
    }
  }

  /// Takes a touch from everyone, as when the platform withdraws it.
  final func cancel(_ touch: Touch) {
    application?.forget(touch)
    touch.step = .cancelled
    let event = Event(touches: [touch], timestamp: touch.timestamp)
    touch.deliveries += 1
    for recognizer in touch.recognizers { recognizer.deliver(touch, .cancelled, event) }
    takeFromView(touch)
    touch.recognizers = []
    touch.deliveries -= 1
    if touch.wasDelayed { settle(touch) }
  }

  /// Tells a touch's view that it is cancelled; later steps are kept from it.
  final func takeFromView(_ touch: Touch) {
    guard !touch.isTakenFromView else {
      // It is being lifted: a control that has not sent its up event yet sends none any more.
      var responder: Responder? = touch.view
      while let current = responder {
        (current as? Control)?.cancel(touch)
        responder = current.next
      }
      return
    }
    touch.isTakenFromView = true
    // A view that has not heard of the touch never will.
    let isUnknown = touch.heldBegan != nil
    let heldEnd = touch.hasHeldEnd
    touch.heldBegan = nil
    touch.hasHeldEnd = false
    if !isUnknown {
      touch.view?.touchesCancelled(
        [touch], with: Event(touches: [touch], timestamp: touch.timestamp))
    }
    if touch.wasDelayed { settle(touch) }
    if heldEnd { settleTouches(behind: touch) }
  }

  /// Cancels the touches of views that are about to be hidden or removed.
  ///
  /// - Parameter view: The root of those views.
  final func cancelTouches(within view: View) {
    guard let application else { return }
    for touch in application.liveTouches(in: self) {
      if touch.view?.isDescendant(of: view) == true { cancel(touch) }
    }
    application.releaseHeldKey(if: { $0.isContained(in: view) })
    application.cancelHover(within: view)
  }

  final func cancelAllTouches() {
    cancelTouches(within: self)
  }

  /// The rule of `isExclusiveTouch`: an exclusive view tracks alone in its window.
  private func mayReceive(_ touch: Touch, _ hit: View) -> Bool {
    guard let application, !application.isAlone(touch) else { return true }
    for other in application.liveTouches(in: self) where other !== touch {
      guard let view = other.view, view !== hit, !other.isTakenFromView else { continue }
      if view.isExclusiveTouch || hit.isExclusiveTouch { return false }
    }
    return true
  }
}

extension Responder {
  /// Whether this is a view inside another, or that view itself.
  func isContained(in view: View) -> Bool {
    (self as? View)?.isDescendant(of: view) == true
  }
}
