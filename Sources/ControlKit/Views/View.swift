/// A rectangle in a tree of views: it is drawn, laid out, and can take touches.
@safe
open class View: Responder {
  /// The value of an intrinsic size's side that has none: the view takes what it is given.
  public static let noIntrinsicMetric = -1.0

  /// How deep views may be nested. Swift ends a tree by recursion, so there must be a limit.
  public static let maximumNesting = 1000

  // Properties that every touch reads are private here, with a computed one for everybody else: the
  // compiler then sees each access, and leaves out the checks of exclusivity.

  private final var parent: View? {
    get { unsafe parentReference?.takeUnretainedValue() }
    set { unsafe parentReference = newValue.map { unsafe Unmanaged.passUnretained($0) } }
  }
  // Not weak: that would give every container a side table and slow each walk up the tree. A view
  // clears its children's reference when it ends, and they may look at it until then.
  private final var parentReference: Unmanaged<View>?
  /// The window the view is in, at any depth, not retained. It changes with the superview.
  private(set) final var windowReference: Unmanaged<Window>?
  // What hit testing reads of each view lies together.
  /// Whether neither it nor what is in it takes touches at present, wherever they are.
  private(set) final var refusesHits = false
  final var hitKind: HitKind = .unknown
  /// How many hit tests are walking the children.
  final var hitWalks: Int32 = 0
  private final var position: Point
  private final var ownBounds: Rect
  /// `nil` for the identity, which costs nothing.
  final var warp: ViewTransform?
  private final var childList = ContiguousArray<View>()
  // Where the elements of that list are, for hit tests, which neither retain the list nor a child.
  // An array's elements stay where they are until it is changed, which is noted below.
  private(set) final var childBase: UnsafePointer<Unmanaged<View>>?
  private(set) final var childCount = 0
  /// The lists that hit tests began to walk and that were changed since; `nil` for none.
  final var walkedLists: [ContiguousArray<View>]?
  private final var children: ContiguousArray<View> {
    get { childList }
    // Taken out while it is changed: an access that lasts would have to be checked, and with it each
    // of the others.
    _modify {
      // A hit test goes on with the list it began with, and with the views in it.
      if hitWalks != 0 { walkedLists = (walkedLists ?? []) + [childList] }
      var list = childList
      childList = []
      defer {
        childList = list
        noteChildren()
      }
      yield &list
    }
  }
  private final var recognizerList: [GestureRecognizer] = []
  private final var recognizers: [GestureRecognizer] {
    get { recognizerList }
    _modify {
      var list = recognizerList
      recognizerList = []
      defer { recognizerList = list }
      yield &list
    }
  }
  /// Whether the superview decides the frame, since none was set.
  package private(set) final var usesAutomaticFrame = true
  /// In which of the application's frames its look changed last.
  final var changedInFrame: UInt = 0
  /// Set while the view is being removed and cannot be touched any more.
  final var isLeaving: Bool {
    get { leaving }
    set {
      leaving = newValue
      updateHits()
    }
  }
  private final var leaving = false
  private var needsLayout = true
  private var descendantNeedsLayout = true

  /// Creates a view without a frame; its superview gives it one.
  override public init() {
    position = .zero
    ownBounds = .zero
    super.init()
  }

  /// Creates a view with a frame.
  public init(frame: Rect) {
    position = frame.origin
    ownBounds = Rect(origin: .zero, size: frame.size)
    super.init()
    usesAutomaticFrame = false
  }

  deinit {
    for child in children { child.leave() }
    for recognizer in recognizers { recognizer.viewDidEnd() }
  }

  // MARK: - Identity

  /// A name by which scripts and tests find the view.
  public final var id: String?

  /// A number by which code finds the view; 0 by default.
  public final var tag = 0

  /// What the view is to someone who cannot see it.
  public final var accessibilityLabel: String?

  override open var debugName: String {
    let name = String(describing: type(of: self))
    return id.map { "\(name) '\($0)'" } ?? name
  }

  // MARK: - Geometry

  /// The place in the superview's coordinates, in points. Setting it makes the frame the view's
  /// own: containers other than a stack leave it alone from then on.
  ///
  /// With a ``transform`` it reads as the bounding box, and setting it places the view as it would
  /// be without. (UIKit leaves the frame of a transformed view undefined.)
  public final var frame: Rect {
    get { warp.map { boundingBox($0) } ?? layoutFrame }
    set {
      usesAutomaticFrame = false
      setFrame(newValue)
    }
  }

  /// The view's own coordinate space; its origin scrolls the content.
  public final var bounds: Rect {
    get { ownBounds }
    set {
      let before = ownBounds
      guard newValue != before else { return }
      ownBounds = newValue
      if newValue.size != before.size { setNeedsLayout() }
      noteHierarchyChange()
    }
  }

  /// The frame before the transform.
  final var layoutFrame: Rect { Rect(origin: position, size: ownBounds.size) }

  package final func setAutomaticFrame(_ rect: Rect) {
    setFrame(rect)
  }

  private func setFrame(_ rect: Rect) {
    if rect.origin != position {
      position = rect.origin
      noteHierarchyChange()
    }
    if rect.size != bounds.size { bounds.size = rect.size }
  }

  // MARK: - Look

  /// Whether the view and everything in it is left out, also from hit testing. Hiding cancels the
  /// touches inside.
  public final var isHidden: Bool {
    get { hidden }
    set {
      guard newValue != hidden else { return }
      hidden = newValue
      updateHits()
      if newValue { leaveInteraction() }
      parent?.invalidateLayout()
      noteHierarchyChange()
    }
  }
  private final var hidden = false

  /// How opaque the view is, 0…1. Below 0.01 it cannot be hit.
  public final var alpha: Double {
    get { opacity }
    set {
      guard newValue != opacity else { return }
      opacity = newValue
      updateHits()
      noteHierarchyChange()
    }
  }
  private final var opacity = 1.0

  /// What fills the bounds; `nil` shows what is behind.
  public final var backgroundColor: Color? {
    didSet { if backgroundColor != oldValue { noteHierarchyChange() } }
  }

  /// The accent colour here and below; `nil` takes the superview's.
  public final var tintColor: Color? {
    didSet { if tintColor != oldValue { noteHierarchyChange() } }
  }

  /// Whether subviews are cut at the bounds when drawn. It plays no part in hit testing.
  public final var clipsToBounds = false {
    didSet { if clipsToBounds != oldValue { noteHierarchyChange() } }
  }

  // MARK: - Interaction

  /// Whether the view and everything in it can be touched.
  public final var isUserInteractionEnabled: Bool {
    get { takesTouches }
    set {
      takesTouches = newValue
      updateHits()
    }
  }
  private final var takesTouches = true

  /// Whether the view hears of a second touch while one is down.
  public final var isMultipleTouchEnabled: Bool {
    get { takesSeveral }
    set { takesSeveral = newValue }
  }
  private final var takesSeveral = false

  /// Whether the view gets touches only while no other view of its window has one.
  public final var isExclusiveTouch: Bool {
    get { isExclusive }
    set { isExclusive = newValue }
  }
  private final var isExclusive = false

  private final func updateHits() {
    refusesHits = hidden || leaving || !takesTouches || !(opacity >= 0.01)
  }

  /// Whether it shows the touches it gets to no code but ControlKit's, which keeps none beyond its
  /// end. Only of classes without subclasses.
  var hidesTouches: Bool { false }

  /// Whether this view receives the keys.
  public final var isFirstResponder: Bool { window?.firstResponder === self }

  override open var next: Responder? { parent }

  /// Makes this the receiver of the keys, after the one before has given them up. A view cannot be
  /// while it is outside a window, or while it or a view above it is hidden or being removed.
  @discardableResult
  override open func becomeFirstResponder() -> Bool {
    guard canTakeFocus, let window else { return false }
    if isFirstResponder { return true }
    guard mayTakeFocus(), canTakeFocus, self.window === window else { return false }
    if let previous = window.firstResponder, previous !== self {
      guard previous.resignFirstResponder() else {
        window.focusWasKept = true
        return false
      }
    }
    // The handlers of that end may have moved the focus, or hidden this view.
    guard canTakeFocus, self.window === window else { return false }
    if let other = window.firstResponder { return other === self }
    return window.makeFirstResponder(self)
  }

  /// Stops receiving the keys, unless the view refuses.
  @discardableResult
  override open func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    enclosingApplication?.frontEnd?.willResign(self)
    guard isFirstResponder else { return true }
    guard canResignFirstResponder, mayGiveUpFocus() else { return false }
    giveUpFocus()
    return !isFirstResponder
  }

  /// The same without asking.
  final func giveUpFocus() {
    if isFirstResponder { _ = window?.makeFirstResponder(nil) }
  }

  /// Ends editing in this view or a view in it.
  ///
  /// - Parameter force: Whether the field is not asked.
  /// - Returns: Whether nothing in here is being edited any more.
  @discardableResult
  public final func endEditing(_ force: Bool) -> Bool {
    guard let editor = window?.firstResponder, editor is any TextInput,
      editor.isDescendant(of: self)
    else { return true }
    if !force { return editor.resignFirstResponder() }
    editor.giveUpFocus()
    return true
  }

  private var canTakeFocus: Bool { canBecomeFirstResponder && !isHiddenInTree }

  /// Asked before the focus comes here; may run anybody's code.
  func mayTakeFocus() -> Bool { true }

  /// Asked before the focus goes, unless the view is disabled, hidden or removed; may run anybody's
  /// code.
  func mayGiveUpFocus() -> Bool { true }

  private var isHiddenInTree: Bool {
    var view: View? = self
    while let current = view {
      if current.isHidden || current.isLeaving { return true }
      view = current.parent
    }
    return false
  }

  /// The view became, or ceased to be, the first responder.
  open func focusDidChange() {
    setNeedsDisplay()
  }

  final func collectFocusable(into views: inout [View]) {
    guard !isHidden, alpha >= 0.01, isUserInteractionEnabled else { return }
    let place = views.count
    for child in children { child.collectFocusable(into: &views) }
    // Keys reach a scroll view through what is in it: it needs no place of its own then.
    let isPassedOver = self is ScrollView && views.count > place
    if canBecomeFirstResponder, !isPassedOver { views.insert(self, at: place) }
  }

  /// The traits have changed; the views in here are told next. The default does nothing: semantic
  /// colours follow by themselves.
  open func traitCollectionDidChange(_ previous: TraitCollection?) {}

  /// Scrolls whatever contains this view until a part of it is visible, or all of it.
  final func reveal(_ part: Rect? = nil) {
    guard superview != nil else { return }
    window?.layoutIfNeeded()
    var view = parent
    while let current = view {
      if let scroll = current as? ScrollView {
        scroll.scrollRectToVisible(convert(part ?? bounds, to: scroll))
      }
      view = current.parent
    }
  }

  /// Returns the frontmost view that should receive a touch.
  ///
  /// Views that are hidden, refuse interaction or are almost transparent are skipped with their
  /// whole subtree. Siblings are tried front to back, so the last subview wins. A child outside its
  /// parent's bounds cannot be hit, whether or not it is clipped.
  ///
  /// - Parameters:
  ///   - point: A location in this view's bounds, in points.
  ///   - event: The event being routed, or `nil` when probing.
  /// - Returns: The deepest hit view, or `nil` when nothing is hit.
  /// - Complexity: O(*n*) in the number of siblings along the path.
  open func hitTest(_ point: Point, with event: Event?) -> View? {
    frontmostHit(point, with: event)
  }

  /// Whether a point of this view's coordinates lies inside: on the left and top edge it does, on
  /// the right and bottom edge it does not.
  open func point(inside point: Point, with event: Event?) -> Bool {
    ownBounds.contains(point)
  }

  /// Asked when a recognizer on this view or an ancestor would recognize; `false` makes it fail.
  open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

  private func leaveInteraction() {
    guard let window else { return }
    window.cancelTouches(within: self)
    if window.firstResponder?.isDescendant(of: self) == true {
      _ = window.makeFirstResponder(nil)
    }
  }

  // MARK: - Drawing

  /// Says that the view's own look changed.
  public final func setNeedsDisplay() {
    if !isNoted { enclosingApplication?.noteChange(of: self) }
  }

  /// Whether the front-end will learn of a change of its look anyway.
  private final var isNoted: Bool {
    guard changedInFrame != 0, let window = unsafe windowReference else { return false }
    return unsafe window._withUnsafeGuaranteedRef { $0.willTellChange(of: self) }
  }

  final func noteHierarchyChange() {
    unsafe windowReference?._withUnsafeGuaranteedRef { $0.noteGeometryChange() }
  }

  override package var enclosingApplication: Application? { window?.application }

  override package final var owningObject: KitObject? { parent }

  // MARK: - Hierarchy

  /// The view this one is in.
  public final var superview: View? { parent }

  /// The views in this one, back to front.
  ///
  /// A fresh array each time: a shared buffer would hold the children where a script's collector
  /// cannot see it. (`Array(children)` shares its buffer with a contiguous array; `map` never does.)
  public final var subviews: [View] { children.map { $0 } }

  private final func noteChildren() {
    childCount = childList.count
    unsafe childList.withUnsafeBufferPointer { elements in
      unsafe childBase = UnsafeRawPointer(elements.baseAddress)?
        .assumingMemoryBound(to: Unmanaged<View>.self)
    }
  }

  /// The same without a copy.
  final var subviewsInOrder: ContiguousArray<View> { children }

  /// The recognizers on this view, in the order added; a fresh array.
  public final var gestureRecognizers: [GestureRecognizer] { recognizers.map { $0 } }

  /// The same without a copy.
  final var recognizersInOrder: [GestureRecognizer] { recognizers }

  /// Whether a recognizer is on this view or one above it.
  final var hasRecognizersUpward: Bool {
    if let window = unsafe windowReference,
      unsafe window._withUnsafeGuaranteedRef({ $0.recognizersInTree == 0 })
    {
      return false
    }
    var view = unsafe Unmanaged.passUnretained(self)
    while true {
      if unsafe view._withUnsafeGuaranteedRef({ !$0.recognizers.isEmpty }) { return true }
      guard let above = unsafe view._withUnsafeGuaranteedRef({ unsafe $0.parentReference }) else {
        return false
      }
      unsafe view = above
    }
  }

  /// The window the view is in, at any depth.
  public var window: Window? { unsafe windowReference?.takeUnretainedValue() }

  /// Notes the window of this view and of those in it.
  private final func enter(_ window: Unmanaged<Window>?) {
    let before = unsafe windowReference
    guard unsafe before?.toOpaque() != window?.toOpaque() else { return }
    unsafe windowReference = window
    let count = recognizers.count
    if count > 0 {
      unsafe before?._withUnsafeGuaranteedRef { $0.recognizersInTree -= count }
      unsafe window?._withUnsafeGuaranteedRef { $0.recognizersInTree += count }
    }
    for child in children { unsafe child.enter(window) }
  }

  /// A window is in itself.
  final func enter(asWindow window: Window) {
    unsafe enter(Unmanaged.passUnretained(window))
  }

  /// A window ends: what is in it is in none any more.
  final func leaveWindow() {
    for child in children { unsafe child.enter(nil) }
  }

  /// Has no superview any more.
  private final func leave() {
    parent = nil
    unsafe enter(nil)
  }

  private final func noteRecognizers(_ change: Int) {
    unsafe windowReference?._withUnsafeGuaranteedRef { $0.recognizersInTree += change }
  }

  /// The view it is in, not retained.
  final var superviewReference: Unmanaged<View>? { unsafe parentReference }

  /// Puts a view in front of the others here, taking it from where it was.
  ///
  /// Adding a view to itself, to its own descendant, or deeper than ``maximumNesting`` is a
  /// programmer error; ``canAdd(_:)`` tells beforehand.
  public final func addSubview(_ view: View) {
    insertSubview(view, at: children.count)
  }

  /// Puts a view at a place in the order; places count after it was taken from here.
  ///
  /// - Parameters:
  ///   - view: What to add.
  ///   - index: The place, pinned to what is possible.
  public func insertSubview(_ view: View, at index: Int) {
    if let problem = problem(adding: view) { preconditionFailure(problem) }
    if view.parent != nil {
      view.removeFromSuperview()
      // The cancellation of its touches ran handlers. Where they put the view does not count; what
      // they did to the tree may rule the addition out.
      view.detach()
      guard view.parent == nil, problem(adding: view) == nil else { return }
    }
    children.insert(view, at: min(max(0, index), children.count))
    view.parent = self
    unsafe view.enter(windowReference)
    setNeedsOwnershipUpdate()
    view.didMoveToSuperview()
    invalidateLayout()
    view.setNeedsLayoutInTree()
    noteHierarchyChange()
  }

  /// Takes the view out of its superview; its touches are cancelled first. Without a superview it
  /// does nothing.
  public final func removeFromSuperview() {
    guard parent != nil else { return }
    isLeaving = true
    leaveInteraction()
    isLeaving = false
    // The cancellation ran handlers, which may have moved the view already.
    detach()
  }

  private func detach() {
    guard let parent else { return }
    parent.enclosingApplication?.forgetChanges(in: self)
    parent.noteHierarchyChange()
    parent.willRemoveSubview(self)
    guard let index = parent.children.firstIndex(where: { $0 === self }) else { return }
    // The parent's reference may be the last one, and it goes with the removal.
    withExtendedLifetime(parent.children.remove(at: index)) {
      leave()
      parent.setNeedsOwnershipUpdate()
      parent.invalidateLayout()
      didMoveToSuperview()
    }
  }

  /// Whether a view may be added here: it is no window, does not contain this view, and would not be
  /// nested too deep.
  public final func canAdd(_ view: View) -> Bool { problem(adding: view) == nil }

  /// Says why a view cannot be added here, or `nil` when it can.
  package final func problem(adding view: View) -> String? {
    if view is Window { return "a Window cannot be added to a view: show it instead" }
    if isDescendant(of: view) {
      return view === self
        ? "\(debugName) cannot be added to itself"
        : "\(view.debugName) contains \(debugName) and cannot be added to it"
    }
    if depth + view.height > View.maximumNesting {
      return "views may be nested at most \(View.maximumNesting) deep"
    }
    return nil
  }

  /// The view's place in the tree changed.
  open func didMoveToSuperview() {}

  /// A subview is about to be removed.
  open func willRemoveSubview(_ view: View) {}

  /// Whether this is another view, or inside it.
  public final func isDescendant(of view: View) -> Bool {
    let wanted = unsafe Unmanaged.passUnretained(view).toOpaque()
    var candidate = unsafe Unmanaged.passUnretained(self)
    while unsafe candidate.toOpaque() != wanted {
      guard let above = unsafe candidate._withUnsafeGuaranteedRef({ unsafe $0.parentReference })
      else { return false }
      unsafe candidate = above
    }
    return true
  }

  /// The first view with a tag, in this view and its subviews, depth first.
  public final func viewWithTag(_ tag: Int) -> View? {
    if self.tag == tag { return self }
    for child in children {
      if let found = child.viewWithTag(tag) { return found }
    }
    return nil
  }

  /// The first view with an id, in this view and its subviews, depth first.
  public final func view(withID id: String) -> View? {
    if self.id == id { return self }
    for child in children {
      if let found = child.view(withID: id) { return found }
    }
    return nil
  }

  private var depth: Int {
    var count = 1
    var view = parent
    while let current = view {
      count += 1
      view = current.parent
    }
    return count
  }

  private var height: Int {
    var level = Array(children)
    var count = 1
    while !level.isEmpty {
      count += 1
      if count > View.maximumNesting { return count }
      level = level.flatMap { $0.children }
    }
    return count
  }

  override open func visitOwned(_ visit: (KitObject) -> Void) {
    super.visitOwned(visit)
    for child in children { visit(child) }
    for recognizer in recognizers { visit(recognizer) }
  }

  // MARK: - Recognizers

  /// Adds a recognizer, taking it from the view it was on.
  public final func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard recognizer.view !== self else { return }
    recognizer.view?.removeGestureRecognizer(recognizer)
    recognizers.append(recognizer)
    noteRecognizers(1)
    recognizer.viewDidChange(to: self)
    setNeedsOwnershipUpdate()
    // The front-end looks whether anyone follows the pointer.
    if recognizer is HoverGestureRecognizer { noteHierarchyChange() }
  }

  /// Takes a recognizer away; one that is recognizing is cancelled first.
  public final func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard recognizer.view === self else { return }
    // Out of the list first, so that touches sent by a handler of the cancellation pass it by.
    let before = recognizers.count
    recognizers.removeAll { $0 === recognizer }
    noteRecognizers(recognizers.count - before)
    recognizer.abort()
    // Such a handler may have put it elsewhere.
    guard recognizer.view === self else { return }
    recognizer.viewDidChange(to: nil)
    recognizer.abort()
    setNeedsOwnershipUpdate()
    if recognizer is HoverGestureRecognizer { noteHierarchyChange() }
  }

  // MARK: - Layout

  /// The size the content asks for; a side without a wish is
  /// ``/ControlKit/View/noIntrinsicMetric``.
  open var intrinsicContentSize: Size {
    Size(width: View.noIntrinsicMetric, height: View.noIntrinsicMetric)
  }

  /// The best size within a given one. The default is the intrinsic size, and for a side without
  /// one the extent of the subviews.
  open func sizeThatFits(_ size: Size) -> Size {
    let intrinsic = intrinsicContentSize
    var extent = Size.zero
    for child in children where !child.isHidden {
      let place = child.layoutFrame
      let fitting = child.usesAutomaticFrame ? child.sizeThatFits(size) : place.size
      extent.width = max(extent.width, place.minX + fitting.width)
      extent.height = max(extent.height, place.minY + fitting.height)
    }
    return Size(
      width: intrinsic.width >= 0 ? intrinsic.width : extent.width,
      height: intrinsic.height >= 0 ? intrinsic.height : extent.height)
  }

  /// Whether a stack may stretch the view along an axis beyond the size that fits.
  open func isFlexible(along axis: Axis) -> Bool {
    let size = intrinsicContentSize
    return (axis == .horizontal ? size.width : size.height) < 0
  }

  /// Places the subviews. The default gives those without a frame of their own the size that fits.
  open func layoutSubviews() {
    for child in children where child.usesAutomaticFrame {
      child.setAutomaticFrame(
        Rect(origin: child.layoutFrame.origin, size: child.sizeThatFits(bounds.size)))
    }
  }

  /// Asks for a layout before the next event or frame.
  public final func setNeedsLayout() {
    needsLayout = true
    var view = parent
    while let current = view, !current.descendantNeedsLayout {
      current.descendantNeedsLayout = true
      view = current.parent
    }
    enclosingApplication?.noteLayoutRequest()
  }

  /// Says that ``intrinsicContentSize`` has a new answer: everything above lays out anew.
  public final func invalidateIntrinsicContentSize() {
    parent?.invalidateLayout()
  }

  final func invalidateLayout() {
    // One walk to the root, in which each view need not look for the application again.
    var view: View = self
    view.needsLayout = true
    while let above = view.parent {
      above.needsLayout = true
      above.descendantNeedsLayout = true
      view = above
    }
    view.enclosingApplication?.noteLayoutRequest()
  }

  final func setNeedsLayoutInTree() {
    setNeedsLayout()
    flagTree()
  }

  private func flagTree() {
    needsLayout = true
    descendantNeedsLayout = true
    for child in children { child.flagTree() }
  }

  /// Lays out this view and everything in it, where asked for.
  public final func layoutIfNeeded() {
    // A layout may ask for another one, but not for ever.
    for _ in 0..<4 where needsLayout || descendantNeedsLayout { layoutTree() }
  }

  private func layoutTree() {
    if needsLayout {
      needsLayout = false
      layoutSubviews()
    }
    if descendantNeedsLayout || children.contains(where: { $0.needsLayout }) {
      descendantNeedsLayout = false
      for child in children { child.layoutTree() }
    }
  }

  /// Changes with ``layoutMetrics``, so that a view can keep what it has measured.
  final var metricsVersion: Int {
    unsafe windowReference?._withUnsafeGuaranteedRef { $0.currentMetricsVersion } ?? 0
  }

  /// The sizes of the front-end that shows the view, or a terminal's.
  package final var layoutMetrics: LayoutMetrics {
    enclosingApplication?.layoutMetrics ?? LayoutMetrics()
  }
}

/// A direction along which views are lined up.
public enum Axis: String, Hashable, Sendable, CaseIterable {
  /// Left to right.
  case horizontal
  /// Top to bottom.
  case vertical
}
