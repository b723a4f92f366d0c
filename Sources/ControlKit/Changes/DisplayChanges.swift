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
