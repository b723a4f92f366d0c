/// Answers a recognizer's questions. The names are those of UIKit's delegate; every question has a
/// default answer.
public protocol GestureRecognizerDelegate: AnyObject {
  /// Whether a gesture that has been seen may be recognized; `false` makes it fail. Default: yes.
  func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool

  /// Whether the recognizer follows a new touch; asked before its `touchesBegan`. Default: yes.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool

  /// Whether both may be recognized at once. One delegate's yes is enough. Default: no.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: GestureRecognizer
  ) -> Bool

  /// Whether the other one, following the same touches, must fail first. Default: no.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: GestureRecognizer
  ) -> Bool

  /// Whether this one must fail before the other, following the same touches, is recognized.
  /// Default: no.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    shouldBeRequiredToFailBy otherGestureRecognizer: GestureRecognizer
  ) -> Bool
}

extension GestureRecognizerDelegate {
  /// Yes.
  public func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool { true }

  /// Yes.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool { true }

  /// No.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: GestureRecognizer
  ) -> Bool { false }

  /// No.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: GestureRecognizer
  ) -> Bool { false }

  /// No.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    shouldBeRequiredToFailBy otherGestureRecognizer: GestureRecognizer
  ) -> Bool { false }
}

extension GestureRecognizer {
  /// Whether its delegate, if any, lets the gesture begin.
  final var delegateLetsBegin: Bool {
    !hasDelegate || delegate?.gestureRecognizerShouldBegin(self) != false
  }

  /// Whether its delegate, if any, lets it follow a touch.
  final func delegateLetsReceive(_ touch: Touch) -> Bool {
    !hasDelegate || delegate?.gestureRecognizer(self, shouldReceive: touch) != false
  }

  /// Whether both may be recognized at once: either side's yes is enough.
  final func isSimultaneous(with other: GestureRecognizer) -> Bool {
    (hasDelegate
      && delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) == true)
      || (other.hasDelegate
        && other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) == true)
  }

  /// Whether either delegate wants the other to fail first.
  final func delegatesRequireFailure(of other: GestureRecognizer) -> Bool {
    (hasDelegate && delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true)
      || (other.hasDelegate
        && other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true)
  }
}
