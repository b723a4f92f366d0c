/// The taps seen of several in a row, and the pause after the last of them.
///
/// The next must begin within ``InteractionMetrics/multipleTapInterval`` and
/// ``InteractionMetrics/multipleTapDistance`` of the last.
struct TapSeries {
  /// How many taps there were.
  private(set) var count = 0
  /// Where the fingers of the last tap were lifted.
  private var places: [Point] = []
  private var pause: ScheduledTimer?

  /// Whether the next tap is awaited, and no touch is down.
  var isOpen: Bool { pause != nil }

  /// Whether a new touch is too far from the last tap to be the next one's.
  func isBroken(by touch: Touch, _ metrics: InteractionMetrics) -> Bool {
    isOpen
      && places.allSatisfy {
        touch.windowLocation.distance(to: $0) > metrics.multipleTapDistance
      }
  }

  /// A touch of the next tap, or of what follows the last one, is down.
  mutating func goOn() {
    pause?.cancel()
    pause = nil
  }

  /// Adds a tap. The recognizer fails when nothing follows in time.
  ///
  /// - Parameters:
  ///   - touches: Those lifted last.
  ///   - fingers: How many the tap had; the others were lifted before.
  ///   - recognizer: Whose tap it is.
  mutating func add(_ touches: [Touch], fingers: Int, of recognizer: GestureRecognizer) {
    count += 1
    let others = recognizer.lifted.suffix(max(0, fingers - touches.count))
    places = (touches + others).map(\.windowLocation)
    guard let scheduler = recognizer.enclosingApplication?.scheduler else { return }
    // The least time after the limit: a touch at the limit itself still counts, as for tapCount.
    let end = (scheduler.now + recognizer.metrics.multipleTapInterval).nextUp
    pause = scheduler.after(end - scheduler.now) { [weak recognizer] in
      if let recognizer, recognizer.state == .possible { recognizer.state = .failed }
    }
  }

  /// Forgets everything.
  mutating func end() {
    goOn()
    count = 0
    places = []
  }
}
