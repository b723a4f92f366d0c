/// Turns, scales and moves points. The members are those of UIKit's `CGAffineTransform`.
///
/// A point (x, y) becomes (a·x + c·y + tx, b·x + d·y + ty). With y growing downward, a positive
/// angle turns clockwise.
public struct AffineTransform: Hashable, Sendable {
  /// How much of x goes into x.
  public var a: Double
  /// How much of x goes into y.
  public var b: Double
  /// How much of y goes into x.
  public var c: Double
  /// How much of y goes into y.
  public var d: Double
  /// The move along x, in points.
  public var tx: Double
  /// The move along y, in points.
  public var ty: Double

  /// Leaves every point where it is.
  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Creates a transform from its six numbers.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// Turns around the origin, by radians.
  public init(rotationAngle angle: Double) {
    let (sine, cosine) = Trigonometry.sineAndCosine(of: angle)
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Multiplies the distances from the origin.
  public init(scaleX x: Double, y: Double) {
    self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Moves, by points.
  public init(translationX x: Double, y: Double) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Whether it leaves every point where it is.
  public var isIdentity: Bool { self == .identity }

  /// Whether all six numbers are finite.
  public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }

  /// The transform that turns first, then does what this one does.
  public func rotated(by angle: Double) -> AffineTransform {
    AffineTransform(rotationAngle: angle).concatenating(self)
  }

  /// The transform that scales first, then does what this one does.
  public func scaledBy(x: Double, y: Double) -> AffineTransform {
    AffineTransform(scaleX: x, y: y).concatenating(self)
  }

  /// The transform that moves first, then does what this one does.
  public func translatedBy(x: Double, y: Double) -> AffineTransform {
    AffineTransform(translationX: x, y: y).concatenating(self)
  }

  /// The transform that does what this one does, then what another does.
  public func concatenating(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// The transform that undoes this one. One that flattens everything cannot be undone and is
  /// returned as it is, as in UIKit; ``isInvertible`` tells.
  public func inverted() -> AffineTransform {
    guard isInvertible else { return self }
    let size = determinant
    return AffineTransform(
      a: d / size, b: -b / size, c: -c / size, d: a / size,
      tx: (c * ty - d * tx) / size, ty: (b * tx - a * ty) / size)
  }

  private var determinant: Double { a * d - b * c }

  /// Whether it can be undone.
  public var isInvertible: Bool { determinant.isNormal }

  /// Where a point goes.
  public func apply(to point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// The smallest upright rectangle around what a rectangle becomes.
  public func apply(to rect: Rect) -> Rect {
    Rect(
      around: apply(to: rect.origin), apply(to: Point(x: rect.maxX, y: rect.minY)),
      apply(to: Point(x: rect.minX, y: rect.maxY)), apply(to: Point(x: rect.maxX, y: rect.maxY)))
  }
}

extension Rect {
  /// The smallest rectangle with four points in it or on its edge.
  init(around first: Point, _ second: Point, _ third: Point, _ fourth: Point) {
    let left = min(min(first.x, second.x), min(third.x, fourth.x))
    let top = min(min(first.y, second.y), min(third.y, fourth.y))
    let right = max(max(first.x, second.x), max(third.x, fourth.x))
    let bottom = max(max(first.y, second.y), max(third.y, fourth.y))
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }
}
