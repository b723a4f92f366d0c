/// The edges of a rectangle. The values are UIKit's `UIRectEdge`.
public struct RectEdge: OptionSet, Hashable, Sendable {
  /// The mask.
  public let rawValue: UInt
  /// Creates a set from a mask.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }
  /// The top edge.
  public static let top = RectEdge(rawValue: 1 << 0)
  /// The left edge.
  public static let left = RectEdge(rawValue: 1 << 1)
  /// The bottom edge.
  public static let bottom = RectEdge(rawValue: 1 << 2)
  /// The right edge.
  public static let right = RectEdge(rawValue: 1 << 3)
  /// Every edge.
  public static let all: RectEdge = [.top, .left, .bottom, .right]
}

/// Recognizes a pan that begins at an edge of the window and goes inward.
///
/// UIKit means the screen's edge, and publishes neither how near is near nor which directions are
/// inward. Here windows need not fill the screen, so it is the window's edge, within
/// ``InteractionMetrics/edgeWidth``, and inward is within 45° of straight.
public final class ScreenEdgePanGestureRecognizer: PanGestureRecognizer {
  /// At which edges it begins; none by default, as in UIKit.
  public var edges: RectEdge = []

  private var startEdges: RectEdge = []

  /// Creates a recognizer for no edge yet.
  override public init() {}

  override func accepts(_ touch: Touch) -> Bool {
    guard let window = touch.window else { return false }
    // Further fingers may be anywhere.
    if numberOfTouches > 1 { return true }
    let (bounds, point, width) = (window.bounds, touch.windowLocation, window.metrics.edgeWidth)
    startEdges = []
    if point.y - bounds.minY <= width { startEdges.insert(.top) }
    if point.x - bounds.minX <= width { startEdges.insert(.left) }
    if bounds.maxY - point.y <= width { startEdges.insert(.bottom) }
    if bounds.maxX - point.x <= width { startEdges.insert(.right) }
    startEdges.formIntersection(edges)
    return !startEdges.isEmpty
  }

  override func isRight(_ movement: Point) -> Bool {
    (startEdges.contains(.top) && movement.y >= abs(movement.x))
      || (startEdges.contains(.left) && movement.x >= abs(movement.y))
      || (startEdges.contains(.bottom) && -movement.y >= abs(movement.x))
      || (startEdges.contains(.right) && -movement.x >= abs(movement.y))
  }
}
