/// What recognizers have in common that measure two fingers: further fingers are ignored, while one is
/// lifted nothing changes and another may take its place, and the gesture ends when both are lifted.
protocol TwoFingerGesture: GestureRecognizer {
  /// What is measured.
  var measure: Double { get }
  /// How fast that changes.
  var meter: VelocityMeter { get set }
  /// Two fingers are down: what is measured goes on from where they are.
  func rebase()
}

extension TwoFingerGesture {
  /// The change of what is measured, per second.
  var measuredVelocity: Double { meter.velocity(over: metrics.velocityInterval).x }

  func note() {
    meter.note(Point(x: measure, y: 0), at: eventTime)
  }

  /// What is measured was set from outside.
  func measureWasSet() {
    meter.reset()
    note()
  }

  func fingersBegan(_ began: [Touch], with event: Event?) {
    for touch in began where touches.count > 2 { ignore(touch, for: event) }
    if touches.count == 2 {
      rebase()
      note()
    }
  }

  /// Two fingers moved, and what is measured has changed with them.
  ///
  /// - Parameter isFar: Whether that is enough to begin.
  func fingersMoved(isFar: Bool) {
    note()
    if state.isRecognizing {
      state = .changed
    } else if pending == nil, isFar {
      state = .began
    }
  }

  func fingersEnded(_ ended: [Touch]) {
    guard touches.count == ended.count else { return }
    state = state.isRecognizing || pending != nil ? .ended : .failed
  }
}
