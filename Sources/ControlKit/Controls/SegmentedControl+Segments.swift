// The segments of a control. Places are pinned to what is possible for insertion; an index that no
// segment has is a programmer error elsewhere, as in UIKit.
extension SegmentedControl {
  /// How many segments there are.
  public var numberOfSegments: Int { segments.count }

  private func require(_ index: Int) {
    precondition(
      segments.indices.contains(index),
      "\(debugName) has \(segments.count) segments; there is none at \(index)")
  }

  private func insert(_ segment: Segment, at index: Int) {
    let place = min(max(0, index), segments.count)
    segments.insert(segment, at: place)
    let selected = selectedSegmentIndex
    segmentsDidChange(selection: selected >= place ? selected + 1 : selected)
  }

  /// Inserts a segment with a title.
  public func insertSegment(withTitle title: String?, at index: Int, animated: Bool = false) {
    insert(Segment(title: title), at: index)
  }

  /// Inserts a segment with a picture.
  public func insertSegment(with image: Image?, at index: Int, animated: Bool = false) {
    insert(Segment(image: image), at: index)
  }

  /// Inserts a segment that shows the action's title and runs it when it is chosen.
  public func insertSegment(action: Action, at index: Int, animated: Bool = false) {
    let place = min(max(0, index), segments.count)
    insert(Segment(title: action.title), at: place)
    setHandler(of: action, at: place)
  }

  /// Takes a segment away. The same segment stays chosen; without it, none is.
  public func removeSegment(at index: Int, animated: Bool = false) {
    require(index)
    segments.remove(at: index).handler?.remove()
    let selected = selectedSegmentIndex
    segmentsDidChange(
      selection: selected == index
        ? SegmentedControl.noSegment : selected > index ? selected - 1 : selected)
  }

  /// Takes all segments away.
  public func removeAllSegments() {
    for segment in segments { segment.handler?.remove() }
    segments = []
    segmentsDidChange(selection: SegmentedControl.noSegment)
  }

  /// Changes a segment's title; its picture stays.
  public func setTitle(_ title: String?, forSegmentAt index: Int) {
    require(index)
    segments[index].title = title
    contentDidChange()
  }

  /// A segment's title.
  public func titleForSegment(at index: Int) -> String? {
    require(index)
    return segments[index].title
  }

  /// Changes a segment's picture; its title stays.
  public func setImage(_ image: Image?, forSegmentAt index: Int) {
    require(index)
    segments[index].image = image
    contentDidChange()
  }

  /// A segment's picture.
  public func imageForSegment(at index: Int) -> Image? {
    require(index)
    return segments[index].image
  }

  /// Gives a segment an action, and the action's title.
  public func setAction(_ action: Action, forSegmentAt index: Int) {
    require(index)
    segments[index].title = action.title
    setHandler(of: action, at: index)
    contentDidChange()
  }

  private func setHandler(of action: Action, at index: Int) {
    let label = action.title.isEmpty ? action.identifier : action.title
    setHandler(
      EventClosureHandler(action.handler), forSegmentAt: index, HandlerOptions(label: label))
    segments[index].action = action
  }

  /// Gives a segment a handler that runs when it is chosen, in place of its action; `nil` takes that
  /// away.
  package func setHandler(
    _ handler: (any EventHandler)?, forSegmentAt index: Int,
    _ options: HandlerOptions = HandlerOptions()
  ) {
    require(index)
    segments[index].handler?.remove()
    segments[index].action = nil
    segments[index].handler = handler.map {
      HandlerTarget(
        $0, mask: ControlEvents.valueChanged.rawValue, owner: self, options: options)
    }
  }

  /// Takes the handlers of segments away that somebody knows as his own.
  package func removeSegmentHandlers(where isMeant: (any EventHandler) -> Bool) {
    for index in segments.indices {
      guard let handler = segments[index].handler?.handler, isMeant(handler) else { continue }
      setHandler(nil, forSegmentAt: index)
    }
  }

  /// A segment's action.
  public func actionForSegment(at index: Int) -> Action? {
    require(index)
    return segments[index].action
  }

  /// The segment whose action has an identifier, or ``noSegment``.
  public func segmentIndex(identifiedBy identifier: String) -> Int {
    segments.firstIndex { $0.action?.identifier == identifier } ?? SegmentedControl.noSegment
  }

  /// Says whether a segment can be chosen by the user.
  public func setEnabled(_ isEnabled: Bool, forSegmentAt index: Int) {
    require(index)
    segments[index].isEnabled = isEnabled
    setNeedsDisplay()
  }

  /// Whether a segment can be chosen by the user.
  public func isEnabledForSegment(at index: Int) -> Bool {
    require(index)
    return segments[index].isEnabled
  }

  /// Gives a segment a width in points; 0 leaves it to the content.
  public func setWidth(_ width: Double, forSegmentAt index: Int) {
    require(index)
    segments[index].width = width.isFinite ? max(0, width) : 0
    contentDidChange()
  }

  /// A segment's own width, or 0.
  public func widthForSegment(at index: Int) -> Double {
    require(index)
    return segments[index].width
  }
}
