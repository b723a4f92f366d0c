// The one file of ControlKit that reaches for libm: the standard library has no trigonometry.
internal import Glibc

/// The functions of an angle, in radians.
enum Trigonometry {
  /// The sine and the cosine of an angle.
  static func sineAndCosine(of angle: Double) -> (sine: Double, cosine: Double) {
    (sin(angle), cos(angle))
  }

  /// The angle of a vector, -π…π; with y growing downward it grows clockwise.
  static func angle(of vector: Point) -> Double {
    atan2(vector.y, vector.x)
  }

  /// The same turn without whole circles: -π…π.
  static func normalized(_ angle: Double) -> Double {
    angle - (angle / (2 * .pi)).rounded() * 2 * .pi
  }
}
