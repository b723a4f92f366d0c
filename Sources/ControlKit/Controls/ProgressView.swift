/// Shows how far something has come. It takes no touches by default.
public final class ProgressView: View {
  private var part = 0.0

  /// How far, 0…1; other numbers are pinned, and a value that is no number is ignored.
  public var progress: Double {
    get { part }
    set {
      guard !newValue.isNaN else { return }
      let pinned = min(max(newValue, 0), 1)
      if pinned != part {
        part = pinned
        setNeedsDisplay()
      }
    }
  }

  /// Creates a progress view.
  public init(progress: Double = 0) {
    super.init()
    isUserInteractionEnabled = false
    self.progress = progress
  }

  override public var intrinsicContentSize: Size {
    Size(width: View.noIntrinsicMetric, height: layoutMetrics.progressHeight)
  }

  override public func sizeThatFits(_ size: Size) -> Size {
    Size(width: min(size.width, 160), height: layoutMetrics.progressHeight)
  }
}
