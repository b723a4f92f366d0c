/// Holds objects weakly, to tell which are still there when all owners have gone.
package final class LeakCheck {
  private struct Entry {
    var name: String
    weak var object: AnyObject?
  }

  private var entries: [Entry] = []

  /// Creates a check of nothing yet.
  package init() {}

  /// Remembers an object weakly and returns it.
  @discardableResult
  package func watch<Object: AnyObject>(_ object: Object, _ name: String? = nil) -> Object {
    entries.append(Entry(name: name ?? String(describing: type(of: object)), object: object))
    return object
  }

  /// The names of the objects that are still there.
  package var survivors: [String] { entries.filter { $0.object != nil }.map(\.name) }
}

@available(*, unavailable)
extension LeakCheck: Sendable {}
