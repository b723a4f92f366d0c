internal import ControlKit

/// A view that a script names, and the place where a touch reaches it.
struct TouchTarget {
  private let id: String
  private let view: View
  private let application: Application

  /// Finds a view in the shown windows, the frontmost first.
  init(id: String, in application: Application) throws(EventScriptProblem) {
    for window in application.windows { window.layoutIfNeeded() }
    guard let view = application.view(withID: id) else {
      throw EventScriptProblem(
        code: .unknownView,
        message: "no shown window has a view with the id '\(id)'"
          + Self.hint(id, Self.ids(in: application)))
    }
    self.id = id
    self.view = view
    self.application = application
  }

  private static func hint(_ id: String, _ known: [String]) -> String {
    let near = Suggestion.near(to: id, among: known, limit: 3)
    if !near.isEmpty {
      return "; nearest: " + near.map { "'\($0)'" }.joined(separator: ", ")
    }
    if known.isEmpty { return "; no view has an id" }
    let some = known.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
    return "; known: " + some + (known.count > 8 ? ", …" : "")
  }

  private static func ids(in application: Application) -> [String] {
    var ids: [String] = []
    var views: [View] = application.windows
    while let view = views.popLast() {
      if let id = view.id { ids.append(id) }
      views += view.subviews
    }
    return Set(ids).sorted()
  }

  /// The middle of the view on the screen, after making sure that a touch there is the view's.
  func middle() throws(EventScriptProblem) -> Point {
    guard let window = view.window else { throw unreachable("is in no window") }
    if let front = application.keyWindow, front !== window {
      throw unreachable("is in \(named(window)), behind \(named(front))")
    }
    try requireShown()
    let middle = view.convert(view.bounds.center, to: nil)
    let point = Point(
      x: middle.x - window.bounds.minX + window.frame.minX,
      y: middle.y - window.bounds.minY + window.frame.minY)
    let screen = Rect(origin: .zero, size: application.screenSize)
    guard screen.contains(point) else {
      throw unreachable("has its middle at \(text(point)), off the screen")
    }
    try requireHit(at: middle, in: window, point)
    return point
  }

  private func requireShown() throws(EventScriptProblem) {
    var current: View? = view
    while let shown = current {
      let what = shown === view ? "is" : "is in \(shown.debugName), which is"
      if shown.isHidden { throw unreachable("\(what) hidden") }
      if shown.alpha < 0.01 { throw unreachable("\(what) transparent") }
      current = shown.superview
    }
    if view.bounds.isEmpty { throw unreachable("has no size") }
  }

  private func requireHit(
    at middle: Point, in window: Window, _ point: Point
  ) throws(EventScriptProblem) {
    guard let hit = window.hitTest(middle, with: nil) else {
      throw unreachable("has its middle at \(text(point)), where nothing can be touched")
    }
    if hit.isDescendant(of: view) { return }
    // A view that takes no touches lets them through to what contains it, as for a real finger.
    if view.isDescendant(of: hit), !takesTouches(below: hit) { return }
    if view.isDescendant(of: hit) {
      throw unreachable(
        "lies outside of its superview at \(text(point)); \(hit.debugName) is there")
    }
    throw unreachable("is covered by \(hit.debugName) at \(text(point))")
  }

  private func takesTouches(below ancestor: View) -> Bool {
    var current: View? = view
    while let part = current, part !== ancestor {
      if !part.isUserInteractionEnabled { return false }
      current = part.superview
    }
    return true
  }

  private func named(_ window: Window) -> String {
    window.title.isEmpty ? window.debugName : "window '\(window.title)'"
  }

  private func text(_ point: Point) -> String {
    func short(_ value: Double) -> String {
      value == value.rounded() && abs(value) < 1e9 ? String(Int(value)) : String(value)
    }
    return "\(short(point.x)), \(short(point.y))"
  }

  private func unreachable(_ problem: String) -> EventScriptProblem {
    EventScriptProblem(
      code: .unreachableView, message: "\(view.debugName) cannot be touched: it \(problem)")
  }
}
