/// A view's transform with what undoes it, computed once.
final class ViewTransform {
  let transform: AffineTransform
  /// `nil` when the view is flattened to a line or a point.
  let inverse: AffineTransform?

  init(_ transform: AffineTransform) {
    self.transform = transform
    inverse = transform.isInvertible ? transform.inverted() : nil
  }
}

extension View {
  /// How the view is turned, scaled and moved around its ``center``, after layout.
  ///
  /// Layout, bounds and center know nothing of it; ``frame`` is the bounding box of what it yields.
  /// Hit testing and conversions go through it. A view flattened by it cannot be hit; a transform
  /// with numbers that are not finite is ignored.
  public final var transform: AffineTransform {
    get { warp?.transform ?? .identity }
    set {
      guard newValue.isFinite, newValue != transform else { return }
      warp = newValue.isIdentity ? nil : ViewTransform(newValue)
      noteHierarchyChange()
    }
  }

  /// The middle of the view in the superview's coordinates. Setting it moves the view and makes its
  /// place its own, as setting ``frame`` does.
  public final var center: Point {
    get { layoutFrame.center }
    set {
      let size = bounds.size
      frame = Rect(
        origin: Point(x: newValue.x - size.width / 2, y: newValue.y - size.height / 2), size: size)
    }
  }

  /// The bounding box, in the superview, of the transformed view.
  final func boundingBox(_ warp: ViewTransform) -> Rect {
    let middle = center
    let size = bounds.size
    let around = warp.transform.apply(
      to: Rect(origin: Point(x: -size.width / 2, y: -size.height / 2), size: size))
    return Rect(origin: around.origin + middle, size: around.size)
  }

  /// Whether its area is nothing because of its transform.
  final var isFlattened: Bool { warp != nil && warp?.inverse == nil }

  /// A point of the superview's coordinates, in this view's. In a flattened view all are its middle.
  @inline(__always)
  final func convertFromSuperview(_ point: Point) -> Point {
    guard let warp else { return point - layoutFrame.origin + bounds.origin }
    return unwarp(point, warp)
  }

  private func unwarp(_ point: Point, _ warp: ViewTransform) -> Point {
    guard let inverse = warp.inverse else { return bounds.center }
    return inverse.apply(to: point - center) + bounds.center
  }

  /// A point of this view's coordinates, in the superview's.
  final func convertToSuperview(_ point: Point) -> Point {
    guard let warp else { return point - bounds.origin + layoutFrame.origin }
    return warp.transform.apply(to: point - bounds.center) + center
  }

  /// What takes this view's coordinates to the screen.
  package final var placementOnScreen: AffineTransform {
    superview.map { placement.concatenating($0.placementOnScreen) } ?? placement
  }

  /// What takes this view's coordinates to the superview's, for those who draw it.
  package final var placement: AffineTransform {
    let bounds = bounds
    guard let warp else {
      let shift = layoutFrame.origin - bounds.origin
      return AffineTransform(translationX: shift.x, y: shift.y)
    }
    let middle = center
    return AffineTransform(translationX: -bounds.center.x, y: -bounds.center.y)
      .concatenating(warp.transform)
      .concatenating(AffineTransform(translationX: middle.x, y: middle.y))
  }

  /// Converts a rectangle from another view's coordinates; `nil` stands for the window. Where a
  /// transform turns it, the result is its bounding box.
  public final func convert(_ rect: Rect, from view: View?) -> Rect {
    mapped(rect) { convert($0, from: view) }
  }

  /// Converts a rectangle of this view's coordinates to another view's; `nil` stands for the window.
  /// Where a transform turns it, the result is its bounding box.
  public final func convert(_ rect: Rect, to view: View?) -> Rect {
    mapped(rect) { convert($0, to: view) }
  }

  private func mapped(_ rect: Rect, _ convert: (Point) -> Point) -> Rect {
    Rect(
      around: convert(rect.origin), convert(Point(x: rect.maxX, y: rect.minY)),
      convert(Point(x: rect.minX, y: rect.maxY)), convert(Point(x: rect.maxX, y: rect.maxY)))
  }
}
