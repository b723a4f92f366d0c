// Data path: InputEvent → Window → [HitTesting] → arena | tracking → dispatcher → storage → Lua.

extension View {
  /// The answer of ``hitTest(_:with:)`` before a subclass changes it.
  final func frontmostHit(_ point: Point, with event: Event?) -> View? {
    guard !refusesHits, self.point(inside: point, with: event) else { return nil }
    return deepestHit(point, with: event).view
  }

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
