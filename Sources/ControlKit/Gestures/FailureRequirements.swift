/// A gesture that has been seen, and is recognized when others have failed.
struct PendingGesture {
  /// The state to enter.
  let next: GestureState
  /// Whether a continuous gesture has come to its end meanwhile.
  var isOver = false
  /// The recognizers that must fail first.
  var blockers: [WeakRecognizer] = []
  /// The step that would have recognized it.
  var event: Event?

  init(next: GestureState) {
    self.next = next
  }
}

/// A recognizer that another one knows but does not own.
struct WeakRecognizer {
  weak var recognizer: GestureRecognizer?

  init(_ recognizer: GestureRecognizer) {
    self.recognizer = recognizer
  }
}

extension GestureRecognizer {
  /// Lets this gesture be recognized only after another one has failed.
  ///
  /// When the other one is recognized or begins, this one fails; while it is undecided, this one
  /// waits; when it follows no touches, there is nothing to wait for. A continuous gesture whose
  /// touches are lifted while it waits begins and ends at once when the wait is over. (UIKit does
  /// not say what happens then; this loses no gesture.) Neither keeps the other alive. Asking twice
  /// changes nothing.
  ///
  /// - Parameter otherGestureRecognizer: Which must fail. If it waits for this one already, however
  ///   indirectly, that is a programmer error, and the message names the cycle.
  public final func require(toFail otherGestureRecognizer: GestureRecognizer) {
    if let problem = problem(requiringFailureOf: otherGestureRecognizer) {
      preconditionFailure(problem)
    }
    requirements.removeAll {
      $0.recognizer == nil || $0.recognizer === otherGestureRecognizer
    }
    requirements.append(WeakRecognizer(otherGestureRecognizer))
    otherGestureRecognizer.dependents.removeAll {
      $0.recognizer == nil || $0.recognizer === self
    }
    otherGestureRecognizer.dependents.append(WeakRecognizer(self))
  }

  /// Says why ``require(toFail:)`` would be refused, or `nil` when it would not.
  package final func problem(requiringFailureOf other: GestureRecognizer) -> String? {
    var path = [other]
    var visited: Set<ObjectIdentifier> = []
    guard other === self || other.findPath(to: self, &path, &visited) else { return nil }
    let names = ([self] + path).map(\.debugName)
    return "a cycle of failure requirements, in which none could ever be recognized: "
      + names.joined(separator: " waits for ")
  }

  private func findPath(
    to goal: GestureRecognizer, _ path: inout [GestureRecognizer],
    _ visited: inout Set<ObjectIdentifier>
  ) -> Bool {
    guard visited.insert(ObjectIdentifier(self)).inserted else { return false }
    for requirement in requirements {
      guard let next = requirement.recognizer else { continue }
      path.append(next)
      if next === goal || next.findPath(to: goal, &path, &visited) { return true }
      path.removeLast()
    }
    return false
  }

  // MARK: - Waiting

  final func wait(for blockers: [GestureRecognizer], _ gesture: PendingGesture) {
    var gesture = gesture
    gesture.blockers = blockers.map { WeakRecognizer($0) }
    gesture.event = gesture.event ?? currentEvent
    pending = gesture
    for blocker in blockers where !blocker.waiters.contains(where: { $0 === self }) {
      blocker.waiters.append(self)
    }
    Trace.record(
      .track, from: view,
      "\(debugName) waits for \(blockers.map(\.debugName).joined(separator: ", "))")
  }

  /// The wait is over, one way or the other.
  final func stopWaiting(_ gesture: PendingGesture) {
    for blocker in gesture.blockers { blocker.recognizer?.waiters.removeAll { $0 === self } }
  }

  /// What a subclass sets while it waits: it does not know that it has not begun.
  final func changeWhileWaiting(to next: GestureState) {
    switch next {
    case .began, .changed, .possible: break
    case .ended: if pending?.next == .began { pending?.isOver = true }
    case .failed, .cancelled: enter(.failed)
    }
  }

  /// Whether this one waits for another, however indirectly.
  final func isWaiting(for other: GestureRecognizer) -> Bool {
    guard let pending else { return false }
    return pending.blockers.contains { blocker in
      guard let blocker = blocker.recognizer else { return false }
      return blocker === other || blocker.isWaiting(for: other)
    }
  }

  /// This gesture has failed, or will never be recognized: those that wait for it try again.
  final func releaseWaiters() {
    let released = waiters
    waiters = []
    for waiter in released { waiter.tryAgain() }
  }

  private func tryAgain() {
    guard let gesture = pending, current == .possible else { return }
    stopWaiting(gesture)
    pending = nil
    let outer = currentEvent
    currentEvent = gesture.event
    defer { currentEvent = outer }
    // What was asked of delegates and views is not asked again.
    proceed(gesture)
  }
}
