/// Chooses one of several segments.
///
/// The segment under the touch when it is lifted is chosen; choosing the one that is chosen already
/// sends nothing. A segment may have an ``Action``: it runs before valueChanged is sent.
public final class SegmentedControl: Control {
  /// The index that stands for no segment.
  public static let noSegment = -1

  struct Segment {
    var title: String?
    var image: Image?
    var isEnabled = true
    /// A width of its own, or 0.
    var width = 0.0
    var action: Action?
    var handler: RemovableTarget?
  }

  var segments: [Segment] = []
  private var selection = SegmentedControl.noSegment

  /// The segment under the touch.
  package private(set) var pressedSegment: Int?
  /// The segment that the keyboard would press, of a momentary control with the focus.
  package private(set) var keySegment = 0

  /// The chosen segment, from 0, or ``noSegment``. Setting it sends nothing; an index that no
  /// segment has counts as ``noSegment``.
  public var selectedSegmentIndex: Int {
    get { selection }
    set {
      let index = segments.indices.contains(newValue) ? newValue : SegmentedControl.noSegment
      guard index != selection else { return }
      selection = index
      setNeedsDisplay()
    }
  }

  /// Whether a segment is chosen only while handlers run, as a button.
  public var isMomentary = false {
    didSet {
      guard isMomentary != oldValue else { return }
      if isMomentary { selectedSegmentIndex = SegmentedControl.noSegment }
      setNeedsDisplay()
    }
  }

  /// Whether segments are as wide as their content asks for, not all the same.
  public var apportionsSegmentWidthsByContent = false { didSet { contentDidChange() } }

  /// The font.
  public var font = Font.body { didSet { if font != oldValue { contentDidChange() } } }

  /// Creates a control with a segment for each title.
  public init(items: [String] = []) {
    segments = items.map { Segment(title: $0) }
    super.init()
  }

  deinit { for segment in segments { segment.handler?.detach() } }

  func contentDidChange() {
    setNeedsDisplay()
    invalidateIntrinsicContentSize()
  }

  /// Keeps the same segment chosen, and ends a press, when segments come or go.
  func segmentsDidChange(selection index: Int) {
    selection = segments.indices.contains(index) ? index : SegmentedControl.noSegment
    pressedSegment = nil
    keySegment = min(keySegment, max(0, segments.count - 1))
    contentDidChange()
  }

  override var hidesTouches: Bool { true }
  override public var beatsAncestorTap: Bool { true }

  // MARK: - Layout

  private func wantedWidths() -> [Double] {
    let metrics = layoutMetrics
    let contents = segments.map { segment -> Double in
      if segment.width > 0 { return segment.width }
      let text = segment.title.map { metrics.size(of: $0, font: font).width } ?? 0
      let symbol = segment.image.map { metrics.symbolSize($0).width } ?? 0
      let gap = text > 0 && symbol > 0 ? metrics.lineSize(" ", font).width : 0
      return text + gap + symbol + metrics.segmentPadding
    }
    guard !apportionsSegmentWidthsByContent else { return contents }
    let widest = zip(contents, segments).filter { $1.width == 0 }.map(\.0).max() ?? 0
    return zip(contents, segments).map { $1.width > 0 ? $0 : widest }
  }

  override public var intrinsicContentSize: Size {
    let width = wantedWidths().reduce(layoutMetrics.segmentEnd, +)
    return Size(width: width, height: layoutMetrics.segmentHeight)
  }

  /// The place of a segment in the bounds; the first one includes the leading edge.
  package func segmentFrame(at index: Int) -> Rect {
    let widths = wantedWidths()
    let end = layoutMetrics.segmentEnd
    let total = widths.reduce(0, +)
    let room = max(0, bounds.width - end)
    let extra = max(0, room - total) / Double(max(1, widths.count))
    let factor = total > room && total > 0 ? room / total : 1
    let lengths = widths.map { ($0 + extra) * factor }
    let start = index == 0 ? 0 : end + lengths.prefix(index).reduce(0, +)
    let width = index == 0 ? lengths[0] + end : lengths[index]
    return Rect(x: start, y: 0, width: width, height: bounds.height)
  }

  /// The segment at a location; beyond an edge, where the slop counts as inside, the nearest.
  private func segment(at x: Double) -> Int? {
    guard !segments.isEmpty else { return nil }
    return segments.indices.first { x < segmentFrame(at: $0).maxX } ?? segments.count - 1
  }

  // MARK: - Tracking

  private func follow(_ touch: Touch, isInside: Bool) {
    let found = isInside ? segment(at: touch.location(in: self).x) : nil
    let pressed = found.flatMap { segments[$0].isEnabled ? $0 : nil }
    if pressed != pressedSegment {
      pressedSegment = pressed
      setNeedsDisplay()
    }
  }

  override public func beginTracking(_ touch: Touch, with event: ControlKit.Event?) -> Bool {
    follow(touch, isInside: true)
    return true
  }

  override public func continueTracking(_ touch: Touch, with event: ControlKit.Event?) -> Bool {
    follow(touch, isInside: isTouchInside)
    return true
  }

  override public func endTracking(_ touch: Touch?, with event: ControlKit.Event?) {
    if let touch { follow(touch, isInside: isTouchInside) }
    let chosen = pressedSegment
    pressedSegment = nil
    setNeedsDisplay()
    if let chosen { choose(chosen, event) { self.isTracking } }
  }

  override public func cancelTracking(with event: ControlKit.Event?) {
    pressedSegment = nil
    setNeedsDisplay()
  }

  /// Chooses a segment for the user. `goesOn` is asked after the segment's action, which may have
  /// taken the input away.
  private func choose(_ index: Int, _ event: ControlKit.Event?, goesOn: () -> Bool) {
    guard index != selection else { return }
    selectedSegmentIndex = index
    let isMomentary = isMomentary
    runAction(of: index, event)
    if goesOn() { sendActions(for: .valueChanged, cause: event) }
    if isMomentary, self.isMomentary, selection == index {
      selectedSegmentIndex = SegmentedControl.noSegment
    }
  }

  /// Chooses a segment as a press does, for assistive technology.
  package func chooseByAssistance(_ index: Int) {
    guard isEnabled, segments.indices.contains(index), segments[index].isEnabled else { return }
    choose(index, nil) { self.isEnabled }
  }

  private func runAction(of index: Int, _ event: ControlKit.Event?) {
    guard let handler = segments[index].handler else { return }
    var send = EventSend(
      sender: self, events: ControlEvents.valueChanged.rawValue, alias: 0, cause: event)
    sendAction(handler, in: &send)
    send.end()
  }

  // MARK: - Keys

  override public func pressesBegan(_ press: KeyPress, with event: ControlKit.Event?) -> Bool {
    guard isEnabled, press.modifiers.isEmpty, case .named(let key) = press.key else {
      return super.pressesBegan(press, with: event)
    }
    let current = isMomentary ? keySegment : selection
    let target: Int?
    switch key {
    case .left:
      target = enabledSegment(from: current < 0 ? segments.count - 1 : current - 1, by: -1)
    case .right: target = enabledSegment(from: current + 1, by: 1)
    case .home: target = enabledSegment(from: 0, by: 1)
    case .end: target = enabledSegment(from: segments.count - 1, by: -1)
    case .space, .return:
      guard isMomentary, let index = enabledSegment(from: keySegment, by: 1), index == keySegment
      else { return super.pressesBegan(press, with: event) }
      choose(index, event) { self.isEnabled }
      return true
    default: return super.pressesBegan(press, with: event)
    }
    guard let target else { return true }
    if isMomentary {
      keySegment = target
      setNeedsDisplay()
    } else {
      choose(target, event) { self.isEnabled }
    }
    return true
  }

  private func enabledSegment(from index: Int, by step: Int) -> Int? {
    var index = index
    while segments.indices.contains(index) {
      if segments[index].isEnabled { return index }
      index += step
    }
    return nil
  }
}
