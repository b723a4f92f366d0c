// Data path: InputEvent → Window → HitTesting → arena | [tracking] → dispatcher → storage → Lua.

// The table of touch tracking. Every send may run code that disables, removes or hides the control,
// which cancels the touch: after each, `isDriven(by:)` says whether tracking goes on.
extension Control {
  final func trackBegan(_ touches: [Touch], _ event: ControlKit.Event?) {
    guard isEnabled else { return }
    for index in touches.indices {
      unsafe touches.borrowed(index)._withUnsafeGuaranteedRef { trackBegan($0, event) }
    }
  }

  private func trackBegan(_ touch: Touch, _ event: ControlKit.Event?) {
    guard !isTracking || isMultipleTouchEnabled else { return }
    guard beginTracking(touch, with: event) else { return }
    // The override may have disabled or removed the control.
    guard isEnabled, !touch.isTakenFromView else { return }
    track(touch, Tracking(isInside: true))
    updateHighlight()
    trace(touch, "begins")
    send(.touchDown, event)
    if touch.tapCount > 1, isDriven(by: touch) { send(.touchDownRepeat, event) }
  }

  final func trackMoved(_ touches: [Touch], _ event: ControlKit.Event?) {
    for touch in touches {
      guard var tracking = tracking(of: touch) else { continue }
      let isInside = contains(touch)
      tracking.isInside = isInside
      tracking.step &+= 1
      let step = tracking.step
      track(touch, tracking)
      updateHighlight()
      guard continueTracking(touch, with: event) else {
        finish(touch)
        trace(touch, "no longer tracks")
        continue
      }
      guard var tracking = self.tracking(of: touch), tracking.step == step else { continue }
      if tracking.wasToldInside != isInside {
        tracking.wasToldInside = isInside
        track(touch, tracking)
        trace(touch, isInside ? "is entered" : "is left")
        send(isInside ? .touchDragEnter : .touchDragExit, event)
      }
      // A handler may have moved the touch on meanwhile: then the rest of the step is out of date,
      // and the newer one has told everything.
      guard self.tracking(of: touch)?.step == step else { continue }
      send(isInside ? .touchDragInside : .touchDragOutside, event)
    }
  }

  final func trackEnded(_ touches: [Touch], _ event: ControlKit.Event?) {
    for index in touches.indices {
      unsafe touches.borrowed(index)._withUnsafeGuaranteedRef { trackEnded($0, event) }
    }
  }

  private func trackEnded(_ touch: Touch, _ event: ControlKit.Event?) {
    guard isDriven(by: touch) else { return }
    let isInside = contains(touch)
    note(isInside, touch)
    updateHighlight()
    endTracking(touch, with: event)
    if hasPendingValueChange {
      hasPendingValueChange = false
      send(.valueChanged, event)
    }
    // A handler may have taken the touch away; then touchCancel has been sent.
    guard isDriven(by: touch) else { return }
    finish(touch)
    trace(touch, isInside ? "ends inside" : "ends outside")
    send(isInside ? .touchUpInside : .touchUpOutside, event)
  }

  final func cancel(_ touch: Touch, _ event: ControlKit.Event? = nil) {
    guard isDriven(by: touch) else { return }
    // Whoever cancels it, the handlers learn which touch it was.
    let event = event ?? ControlKit.Event(touches: [touch], timestamp: touch.timestamp)
    cancelTracking(with: event)
    hasPendingValueChange = false
    finish(touch)
    trace(touch, "is cancelled")
    send(.touchCancel, event)
  }

  private func send(_ events: Event, _ cause: ControlKit.Event?) {
    // Most steps have no handlers: spares the call.
    let listened = events.rawValue | Event.primaryActionTriggered.rawValue
    if handledEvents & listened == 0, !Trace.isOn { return }
    sendActions(for: events, cause: cause)
  }

  private func finish(_ touch: Touch) {
    stopTracking(touch)
    updateHighlight()
  }

  /// Inside while tracking: the bounds grown by the slop for this kind of touch.
  private func contains(_ touch: Touch) -> Bool {
    guard let window = unsafe windowReference else {
      let slop = InteractionMetrics().slop(for: touch.kind)
      return bounds.grown(by: slop).contains(touch.location(in: self))
    }
    return unsafe window._withUnsafeGuaranteedRef { window in
      bounds.grown(by: window.slop(for: touch.kind))
        .contains(touch.knownLocation(in: self, window.geometryVersion))
    }
  }

  @inline(__always)
  private func trace(_ touch: Touch, _ step: @autoclosure () -> String) {
    if Trace.isOn { traceStep(touch, step()) }
  }

  @inline(never)
  private func traceStep(_ touch: Touch, _ step: String) {
    Trace.record(
      .track, from: self,
      "\(debugName) \(step) @\(touch.id) tracking=\(isTracking) inside=\(isTouchInside) "
        + "highlighted=\(isHighlighted)")
  }
}
