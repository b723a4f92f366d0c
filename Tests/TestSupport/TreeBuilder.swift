package import ControlKit

extension View {
  /// Sets the frame and returns the view.
  package func at(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Self {
    frame = Rect(x: x, y: y, width: width, height: height)
    return self
  }

  /// Adds subviews and returns the view.
  package func with(_ views: View...) -> Self {
    for view in views { addSubview(view) }
    return self
  }

  /// Sets the id and returns the view.
  package func named(_ id: String) -> Self {
    self.id = id
    return self
  }
}

/// Random numbers that are the same for the same seed everywhere.
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  /// Starts a sequence.
  package init(seed: UInt64) { state = seed }

  /// The next number of the sequence.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
