// Data path: InputEvent → [Window] → HitTesting → arena | tracking → dispatcher → storage → Lua.

extension Window {
  /// The one entrance for touches: hit test, then recognizers, then the hit view.
  ///
  /// Handlers that run inside may change anything: remove the view, close the window, send further
  /// input. Each step therefore asks again what still holds.
  public final func sendEvent(_ event: Event) {
    for touch in event.ownTouches { deliver(touch, event) }
  }

  /// The same for one touch of the event.
  final func deliver(_ touch: Touch, _ event: Event) {
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

  private func begin(_ touch: Touch, _ event: Event) {
    // Until the touch is over it keeps the view.
    let start = touch.windowLocation
    if isHitPlainly, isHit(at: start) {
      let version = geometryVersion
      let (hit, place) = deepestHit(start, with: event)
      touch.hit(hit, at: place, version)
    } else {
      touch.hit(hitTest(start, with: event), at: nil, 0)
    }
    guard let hit = unsafe touch.viewReference else {
      Trace.record(.hit, from: self, "@\(touch.id) hits nothing")
      return
    }
    unsafe hit._withUnsafeGuaranteedRef { begin(touch, in: $0, event) }
  }

  private func begin(_ touch: Touch, in hit: View, _ event: Event) {
    let isAlone = isAlone(touch)
    // An exclusive touch keeps the view out; recognizers follow the touch all the same.
    touch.isTakenFromView = !isAlone && !mayReceive(touch, hit)
    if Trace.isOn { traceBegan(touch, hit) }
    let start = touch.windowLocation
    GestureArena.enter(touch, on: hit)
    if touch.hasRecognizers {
      for recognizer in touch.recognizers where touch.isDown {
        recognizer.deliver(touch, .began, event)
      }
    }
    guard !touch.isTakenFromView, touch.phase == .began else { return }
    if touch.hasRecognizers || !isAlone, delaysBegan(touch, hit) {
      hold(touch, from: start)
    } else {
      // A list that the event holds need not be retained.
      event.isOf(touch)
        ? hit.touchesBegan(event.ownTouches, with: event)
        : hit.touchesBegan([touch], with: event)
    }
  }

  // On its own: what a record's text holds would be retained for each touch.
  @inline(never)
  private func traceBegan(_ touch: Touch, _ hit: View) {
    Trace.record(.window, from: self, "\(debugName) takes @\(touch.id)")
    Trace.record(.hit, from: self, "@\(touch.id) hits \(hit.hitPath)")
  }

  private func move(_ touch: Touch, _ event: Event) {
    if touch.hasRecognizers {
      for recognizer in touch.recognizers { recognizer.deliver(touch, .moved, event) }
    }
    if touch.isTakenFromView { return }
    if touch.heldBegan != nil {
      touch.hasHeldMove = true
    } else {
      unsafe touch.viewReference?._withUnsafeGuaranteedRef { view in
        event.isOf(touch)
          ? view.touchesMoved(event.ownTouches, with: event)
          : view.touchesMoved([touch], with: event)
      }
    }
  }

  private func end(_ touch: Touch, _ event: Event) {
    if touch.hasRecognizers {
      for recognizer in touch.recognizers { recognizer.deliver(touch, .ended, event) }
      // Only those that are undecided still have to do with it.
      touch.recognizers.removeAll { !$0.lifted.contains(touch) }
    }
    if touch.isTakenFromView { return }
    if touch.heldBegan != nil || (touch.hasRecognizers && delaysEnded(touch)) {
      touch.hasHeldEnd = true
    } else {
      touch.isTakenFromView = true
      unsafe touch.viewReference?._withUnsafeGuaranteedRef { view in
        event.isOf(touch)
          ? view.touchesEnded(event.ownTouches, with: event)
          : view.touchesEnded([touch], with: event)
      }
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
    guard let application else { return true }
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
