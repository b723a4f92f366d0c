/// The root of a view tree, shown by an ``Application``.
///
/// Without a size of its own a window fills the screen and follows its resizing; with one it is
/// centred, cut down to the screen.
@safe
open class Window: View {
  /// The text in the title bar.
  public final var title: String {
    didSet { if title != oldValue { application?.noteHierarchyChange() } }
  }

  /// The size asked for; `nil` to fill the screen.
  public final var preferredSize: Size? {
    didSet { screenDidResize() }
  }

  /// The numbers behind touches and gestures in this window.
  public final var metrics: InteractionMetrics {
    get { numbers }
    set { numbers = newValue }
  }
  // Private, so that the compiler leaves out the checks of exclusivity.
  private final var numbers = InteractionMetrics()

  /// How far outside a control a touch of a kind still counts as inside, in points.
  final func slop(for kind: Touch.Kind) -> Double { numbers.slop(for: kind) }

  /// Whether a touch that begins now and here repeats the tap that began then and there.
  final func isRepeated(after elapsed: (from: Double, to: Double), _ distance: Double) -> Bool {
    // Not the difference with the interval: rounding could make that a hair more at the limit.
    elapsed.to <= elapsed.from + numbers.multipleTapInterval
      && distance <= numbers.multipleTapDistance
  }

  /// The application that shows the window; `nil` before and after.
  public private(set) final var application: Application? {
    get { unsafe applicationReference?.takeUnretainedValue() }
    set { unsafe applicationReference = newValue.map { unsafe Unmanaged.passUnretained($0) } }
  }
  // Not weak, since every event asks for it. The application clears it when it closes the window
  // and when it ends.
  private final var applicationReference: Unmanaged<Application>?

  /// Whether this application shows it.
  final func isShown(by application: Application) -> Bool {
    let own = unsafe applicationReference?.toOpaque()
    return unsafe own == Unmanaged.passUnretained(application).toOpaque()
  }

  /// Which metrics its views are measured with.
  final var currentMetricsVersion: Int {
    unsafe applicationReference?._withUnsafeGuaranteedRef { $0.metricsVersion } ?? 0
  }

  /// Whether a touch is the only one there is at present.
  final func isAlone(_ touch: Touch) -> Bool {
    unsafe applicationReference?._withUnsafeGuaranteedRef { $0.isAlone(touch) } ?? false
  }

  /// Whether the front-end will learn of a change of a view's look anyway.
  final func willTellChange(of view: View) -> Bool {
    unsafe applicationReference?._withUnsafeGuaranteedRef { $0.willTellChange(of: view) } ?? false
  }

  /// Runs after the window was closed.
  public final var onClose: (() -> Void)?

  /// The responder that receives the keys. The window gets those that it does not use.
  public private(set) final weak var firstResponder: View?

  /// The button that Return presses when nobody else uses it; drawn stressed.
  public final weak var defaultButton: Control? {
    didSet {
      oldValue?.setNeedsDisplay()
      defaultButton?.setNeedsDisplay()
    }
  }

  /// The button that Escape presses when nobody else uses it.
  public final weak var cancelButton: Control?

  /// Creates a window that is not shown yet.
  ///
  /// - Parameters:
  ///   - title: The text in the title bar.
  ///   - size: The size in points, or `nil` to fill the screen.
  public init(title: String = "", size: Size? = nil) {
    self.title = title
    self.preferredSize = size
    super.init(frame: Rect(origin: .zero, size: size ?? Size(width: 640, height: 384)))
    enter(asWindow: self)
  }

  deinit {
    leaveWindow()
  }

  /// Whether the window is shown.
  public final var isShown: Bool { application != nil }

  override open var next: Responder? { application }

  override package final var enclosingApplication: Application? { application }

  override public final var window: Window? { self }

  /// Counts the changes of where the views in it are, and more.
  private(set) final var geometryVersion = 0

  /// Where a view is may have changed.
  final func noteGeometryChange() {
    geometryVersion &+= 1
    unsafe applicationReference?._withUnsafeGuaranteedRef { $0.noteHierarchyChange() }
  }

  /// How many recognizers are on it and the views in it.
  final var recognizersInTree = 0

  override open func layoutSubviews() {
    for view in subviewsInOrder where view.usesAutomaticFrame { view.setAutomaticFrame(bounds) }
  }

  final func didShow(in application: Application) {
    self.application = application
    screenDidResize()
    setNeedsLayoutInTree()
  }

  final func didClose() {
    application = nil
  }

  /// A location on the screen, in this window's coordinates.
  final func location(onScreen point: Point) -> Point {
    convertFromSuperview(point)
  }

  final func screenDidResize() {
    guard let screen = application?.screenSize else {
      if let preferredSize { setAutomaticFrame(Rect(origin: .zero, size: preferredSize)) }
      return
    }
    let wanted = preferredSize ?? screen
    let size = Size(
      width: min(wanted.width, screen.width), height: min(wanted.height, screen.height))
    // Whole cells: a window drawn between two cells could not be clicked where it is seen.
    let grid = application?.layoutMetrics.windowGrid ?? Size(width: 1, height: 1)
    let x = ((screen.width - size.width) / 2 / grid.width).rounded(.down) * grid.width
    let y = ((screen.height - size.height) / 2 / grid.height).rounded(.down) * grid.height
    setAutomaticFrame(Rect(origin: Point(x: x, y: y), size: size))
    setNeedsLayout()
    application?.noteHierarchyChange()
  }

  // MARK: - Focus

  /// Set when a first responder refused to give up the focus.
  final var focusWasKept = false

  final func makeFirstResponder(_ view: View?) -> Bool {
    guard firstResponder !== view else { return true }
    let previous = firstResponder
    if let previous {
      application?.frontEnd?.willResign(previous)
      // The handlers of text that was inserted then may have moved the focus on.
      guard firstResponder === previous else { return view == nil || firstResponder === view }
    }
    if let previous { application?.releaseHeldKey(if: { $0 === previous }) }
    firstResponder = view
    previous?.focusDidChange()
    // What the end of the previous one ran may have moved the focus on.
    guard firstResponder === view else { return view == nil }
    view?.reveal()
    view?.focusDidChange()
    return true
  }

  /// Moves the focus to the next view that takes keys, in tree order, around the end.
  ///
  /// - Parameter backward: Whether to move to the one before.
  /// - Returns: Whether there is one.
  @discardableResult
  public final func moveFocus(backward: Bool = false) -> Bool {
    var order: [View] = []
    collectFocusable(into: &order)
    guard !order.isEmpty else { return false }
    let current = firstResponder.flatMap { view in order.firstIndex { $0 === view } }
    let step = backward ? order.count - 1 : 1
    var index = current.map { ($0 + step) % order.count } ?? (backward ? order.count - 1 : 0)
    // A field may refuse to begin: the next one is tried. One that refuses to end stays.
    for _ in order {
      let before = firstResponder
      focusWasKept = false
      if order[index].becomeFirstResponder() { return true }
      guard !focusWasKept, firstResponder === before else { return false }
      index = (index + step) % order.count
    }
    return false
  }
}
