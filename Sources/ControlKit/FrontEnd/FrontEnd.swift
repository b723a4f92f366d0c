internal import Synchronization

/// What a front-end provides to the application it shows.
///
/// A front-end keeps no truth of its own: it turns platform input into ``InputEvent`` values, hands
/// them to ``Application/send(_:)``, and draws what ``Application/takeChanges()`` reports.
public protocol FrontEnd: AnyObject {
  /// A window was put on top of the others.
  func didShow(_ window: Window)

  /// A window was closed.
  func didClose(_ window: Window)

  /// Something needs drawing: the loop should look again soon. Setting a timer does not call this;
  /// a loop asks for ``Scheduler/nextDeadline`` whenever it is about to sleep.
  func setNeedsUpdate()

  /// A view is about to stop being the first responder: what an input method still composes there
  /// is to be inserted now, since nobody is asked or told before.
  func willResign(_ view: View)
}

extension FrontEnd {
  /// Without an input method there is nothing to do.
  public func willResign(_ view: View) {}
}

/// Sizes that depend on where the views are shown; a front-end gives its own to
/// ``Application/layoutMetrics``. The defaults are a terminal's: 8 × 16 points
/// a cell.
public struct LayoutMetrics {
  /// The size of one line of text without wrapping; the text has no line break.
  public var lineSize: (_ text: String, _ font: Font) -> Size
  /// Windows are placed on multiples of this size.
  public var windowGrid: Size
  /// The space between a button's edges and its title.
  public var buttonInsets: EdgeInsets
  /// The size of a switch.
  public var switchSize: Size
  /// The size of one page control dot with its space.
  public var pageDotSize: Size
  /// The height of a slider, of which the width is free.
  public var sliderHeight: Double
  /// The width of a slider's knob.
  public var sliderKnobWidth: Double
  /// The height of a progress view, of which the width is free.
  public var progressHeight: Double
  /// The height of a toolbar, of which the width is free.
  public var toolbarHeight: Double
  /// The space between the items of a toolbar.
  public var toolbarSpacing: Double
  /// The size of a stepper.
  public var stepperSize: Size
  /// What a segment is wider than its content.
  public var segmentPadding: Double
  /// The width of the leading edge of a segmented control.
  public var segmentEnd: Double
  /// The height of a segmented control.
  public var segmentHeight: Double
  /// The width of a vertical scroll bar, and the height of a horizontal one.
  public var scrollBarSize: Size
  /// The height of a text field, of which the width is free.
  public var textFieldHeight: Double
  /// The space between the edges of a text field or text view and its text.
  public var textInsets: EdgeInsets
  /// The room that a mark for the caret, or for an end of the selection, takes in a line.
  public var caretWidth: Double
  /// The width of the button that empties a text field.
  public var clearButtonWidth: Double
  /// The size of a symbol in a button, a toolbar or an image.
  public var symbolSize: (_ image: Image) -> Size

  /// A terminal's sizes.
  public init() {
    lineSize = { text, _ in Size(width: Double(CellWidth.of(text)) * 8, height: 16) }
    windowGrid = Size(width: 8, height: 16)
    buttonInsets = EdgeInsets(top: 0, left: 16, bottom: 0, right: 16)
    switchSize = Size(width: 48, height: 16)
    pageDotSize = Size(width: 16, height: 16)
    sliderHeight = 16
    sliderKnobWidth = 8
    progressHeight = 16
    toolbarHeight = 16
    toolbarSpacing = 8
    stepperSize = Size(width: 72, height: 16)
    segmentPadding = 24
    segmentEnd = 8
    segmentHeight = 16
    scrollBarSize = Size(width: 8, height: 16)
    textFieldHeight = 16
    textInsets = EdgeInsets(top: 0, left: 8, bottom: 0, right: 8)
    caretWidth = 8
    clearButtonWidth = 8
    symbolSize = { image in
      Size(width: Double(CellWidth.of(image.cellText)) * 8, height: 16)
    }
  }
}

@available(*, unavailable)
extension LayoutMetrics: Sendable {}

extension LayoutMetrics {
  private static let versions = Atomic<Int>(0)

  /// A number that no application in the process has had for its metrics.
  static func nextVersion() -> Int {
    versions.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// The size of text with line breaks, unwrapped.
  func size(of text: String, font: Font) -> Size {
    var size = Size.zero
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let lineSize = lineSize(String(line), font)
      size.width = max(size.width, lineSize.width)
      size.height += lineSize.height
    }
    return size
  }
}
