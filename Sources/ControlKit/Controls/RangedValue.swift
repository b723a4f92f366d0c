/// A number pinned into a range of which both ends may move: what a slider and a stepper choose.
///
/// The end that was set last wins: moving one past the other takes that along. What is no number is
/// ignored everywhere.
struct RangedValue {
  private(set) var value = 0.0
  private(set) var minimum = 0.0
  private(set) var maximum: Double

  /// Creates 0 in a range from 0.
  init(upTo maximum: Double) {
    self.maximum = maximum
  }

  /// Chooses a number, pinned into the range.
  ///
  /// - Returns: Whether the value is another one now.
  mutating func set(_ wanted: Double) -> Bool {
    guard !wanted.isNaN else { return false }
    let pinned = min(max(wanted, minimum), maximum)
    guard pinned != value else { return false }
    value = pinned
    return true
  }

  /// Moves the lower end, and the value with it.
  mutating func setMinimum(_ wanted: Double) {
    guard !wanted.isNaN else { return }
    minimum = wanted
    maximum = max(maximum, minimum)
    _ = set(value)
  }

  /// Moves the upper end, and the value with it.
  mutating func setMaximum(_ wanted: Double) {
    guard !wanted.isNaN else { return }
    maximum = wanted
    minimum = min(minimum, maximum)
    _ = set(value)
  }

  /// Where the value lies in the range, 0…1.
  var fraction: Double { maximum > minimum ? (value - minimum) / (maximum - minimum) : 0 }
}
