// Data path: InputEvent → Window → [HitTesting] → arena | tracking → dispatcher → storage → Lua.

extension View {
  /// The answer of ``hitTest(_:with:)`` before a subclass changes it.
  final func frontmostHit(_ point: Point, with event: Event?) -> View? {
    guard !refusesHits, self.point(inside: point, with: event) else { return nil }
    return deepestHit(point, with: event).view
  }

  // MARK: - Looking and asking

  /// Whether a view's class leaves hit testing as it is.
  enum HitKind: UInt8 {
    /// Nobody has asked yet.
    case unknown
    /// It does, so its place and its children can be looked at.
    case plain
    /// It may have a hit test of its own, and is asked.
    case special
  }

  /// ControlKit's own classes that override neither ``hitTest(_:with:)`` nor
  /// ``point(inside:with:)``.
  package static let plainlyHitClasses: [View.Type] = [
    View.self, Window.self, StackView.self, ScrollView.self, Control.self, Button.self, Switch.self,
    Slider.self, Stepper.self, SegmentedControl.self, PageControl.self, Toolbar.self,
    BarItemView.self, Label.self, ImageView.self, ProgressView.self, TextField.self, TextView.self,
  ]

  /// Whether hit testing may look at the view instead of asking it.
  @inline(__always)
  final var isHitPlainly: Bool {
    hitKind == .plain || (hitKind == .unknown && learnHitKind())
  }

  @inline(never)
  private final func learnHitKind() -> Bool {
    let kind = type(of: self)
    let isPlain = View.plainlyHitClasses.contains { $0 == kind }
    hitKind = isPlain ? .plain : .special
    return isPlain
  }

  /// Whether a plain view has a place that a touch can hit.
  @inline(__always)
  final func isHit(at point: Point) -> Bool { !refusesHits && bounds.contains(point) }

  /// The frontmost view at a place inside this one, and where it is hit; `nil` if a view's own hit
  /// test has decided.
  ///
  /// A view that is hit always answers, if not with one in it then with itself. So among views that
  /// leave hit testing as it is this only goes down, and asks nobody. The others are asked.
  final func deepestHit(_ point: Point, with event: Event?) -> (view: View, place: Point?) {
    var place = point
    var view = unsafe Unmanaged.passUnretained(self)
    var (base, index) = unsafe (childBase, childCount)
    while index > 0, let children = unsafe base {
      index &-= 1
      let child = unsafe children[index]
      // Nothing changes the tree while no view is asked, so none need be retained.
      let isPlain = unsafe child._withUnsafeGuaranteedRef { child in
        if !child.isHitPlainly { return false }
        if child.refusesHits || child.isFlattened { return true }
        let inner = child.convertFromSuperview(place)
        if child.bounds.contains(inner) {
          place = inner
          unsafe view = Unmanaged.passUnretained(child)
          unsafe base = child.childBase
          index = child.childCount
        }
        return true
      }
      if !isPlain {
        let last = index
        return unsafe (
          view._withUnsafeGuaranteedRef { $0.askInside(place, from: last, with: event) }, nil
        )
      }
    }
    return (unsafe view.takeUnretainedValue(), place)
  }

  /// Asks a subview and those behind it until one answers; otherwise it is this view.
  @inline(never)
  private final func askInside(_ point: Point, from last: Int, with event: Event?) -> View {
    guard let base = unsafe childBase else { return self }
    // Nobody has held the views on the way down to here, and what runs now may remove them.
    let held = unsafe Unmanaged.passRetained(self)
    defer { unsafe held.release() }
    hitWalks &+= 1
    var index = last
    var answer: View?
    repeat {
      answer = unsafe base[index]._withUnsafeGuaranteedRef { child in
        child.isFlattened ? nil : child.hitTest(child.convertFromSuperview(point), with: event)
      }
      index &-= 1
    } while answer == nil && index >= 0
    hitWalks &-= 1
    if walkedLists != nil, hitWalks == 0 { forgetWalkedLists() }
    return answer ?? self
  }

  @inline(never)
  private final func forgetWalkedLists() {
    // What ends now may run any code.
    let lists = walkedLists
    walkedLists = nil
    withExtendedLifetime(lists) {}
  }

  // MARK: - Names and places

  /// The names from this view to the root, for traces: `Button 'ok' < VStack < Window`.
  package final var hitPath: String {
    var names: [String] = []
    var view: View? = self
    while let current = view {
      names.append(current.debugName)
      view = current.superview
    }
    return names.joined(separator: " < ")
  }

  /// Converts a point from another view's coordinates; `nil` stands for the window.
  ///
  /// Both views must be in the same tree; otherwise the roots are taken to coincide.
  public final func convert(_ point: Point, from view: View?) -> Point {
    convertFromRoot(view?.convertToRoot(point) ?? point)
  }

  /// Converts a point of this view's coordinates to another view's; `nil` stands for the window.
  public final func convert(_ point: Point, to view: View?) -> Point {
    let inRoot = convertToRoot(point)
    return view?.convertFromRoot(inRoot) ?? inRoot
  }

  private func convertToRoot(_ point: Point) -> Point {
    var point = point
    var view = self
    while let above = view.superview {
      point = view.convertToSuperview(point)
      view = above
    }
    return point
  }

  private func convertFromRoot(_ point: Point) -> Point {
    // Nothing changes the tree meanwhile, so the views on the way need not be retained.
    guard let above = unsafe superviewReference else { return point }
    return convertFromSuperview(unsafe above._withUnsafeGuaranteedRef { $0.convertFromRoot(point) })
  }
}
