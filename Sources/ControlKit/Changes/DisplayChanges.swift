/// What changed since a front-end last drew.
public struct DisplayChanges {
  /// Views whose own look changed.
  public internal(set) var views: Set<View> = []
  /// Whether views were added, removed, moved or hidden, or windows shown or closed.
  public internal(set) var hierarchy = false

  /// Whether nothing needs drawing.
  public var isEmpty: Bool { views.isEmpty && !hierarchy }
}

@available(*, unavailable)
extension DisplayChanges: Sendable {}

/// What an application collects for its front-end. Each view knows whether it is in: one that
/// changes again and again between two frames is looked up once.
final class PendingChanges {
  private var views: Set<View> = []
  var hierarchy = false
  /// Counts the frames. A view is in if its number is this one.
  private var frame: UInt = 1

  var isEmpty: Bool { views.isEmpty && !hierarchy }

  @inline(__always)
  func contains(_ view: View) -> Bool { view.changedInFrame == frame }

  func insert(_ view: View) {
    view.changedInFrame = frame
    views.insert(view)
  }

  func take() -> DisplayChanges {
    var taken = DisplayChanges()
    taken.views = views
    taken.hierarchy = hierarchy
    views = []
    hierarchy = false
    frame += 1
    return taken
  }

  /// Views that leave the application: in another one their numbers would mean nothing.
  func forget(within root: View? = nil) {
    guard !views.isEmpty else { return }
    let gone = views.filter { root.map($0.isDescendant) ?? true }
    for view in gone { view.changedInFrame = 0 }
    views.subtract(gone)
  }
}
