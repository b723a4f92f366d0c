/// Shows a picture. It takes no touches by default.
///
/// Someone who cannot see it is told the view's own accessibility label, or else the picture's.
public final class ImageView: View {
  /// Where a picture goes that is not as large as its view, by the names of UIKit.
  public enum ContentMode: String, Hashable, Sendable, CaseIterable {
    /// Stretched over the view.
    case scaleToFill
    /// As large as it fits, in the middle.
    case scaleAspectFit
    /// Over the whole view, in the middle; what sticks out is cut.
    case scaleAspectFill
    /// In the middle.
    case center
    /// At the middle of the top.
    case top
    /// At the middle of the bottom.
    case bottom
    /// At the middle of the left edge.
    case left
    /// At the middle of the right edge.
    case right
    /// In the top left corner.
    case topLeft
    /// In the top right corner.
    case topRight
    /// In the bottom left corner.
    case bottomLeft
    /// In the bottom right corner.
    case bottomRight
  }

  /// The picture.
  public var image: Image? {
    didSet {
      guard image != oldValue else { return }
      setNeedsDisplay()
      invalidateIntrinsicContentSize()
    }
  }

  /// Where the picture goes. A front-end that cannot scale shows it in the middle instead.
  public var contentMode = ContentMode.scaleToFill { didSet { setNeedsDisplay() } }

  /// Creates a view with a picture.
  public init(image: Image? = nil) {
    self.image = image
    super.init()
    isUserInteractionEnabled = false
  }

  override public var intrinsicContentSize: Size {
    image.map { layoutMetrics.symbolSize($0) } ?? .zero
  }

  /// Where the picture's box lies along each axis: 0 at the left or top, 1 at the right or bottom.
  package var anchor: Point {
    switch contentMode {
    case .scaleToFill, .scaleAspectFit, .scaleAspectFill, .center: Point(x: 0.5, y: 0.5)
    case .top: Point(x: 0.5, y: 0)
    case .bottom: Point(x: 0.5, y: 1)
    case .left: Point(x: 0, y: 0.5)
    case .right: Point(x: 1, y: 0.5)
    case .topLeft: Point(x: 0, y: 0)
    case .topRight: Point(x: 1, y: 0)
    case .bottomLeft: Point(x: 0, y: 1)
    case .bottomRight: Point(x: 1, y: 1)
    }
  }
}
