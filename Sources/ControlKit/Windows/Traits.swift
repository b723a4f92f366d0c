/// Whether light or dark text is wanted.
public enum UserInterfaceStyle: String, Hashable, Sendable, CaseIterable {
  /// Dark text on light ground.
  case light
  /// Light text on dark ground.
  case dark
}

/// What an application's surroundings are like.
public struct TraitCollection: Hashable, Sendable {
  /// Whether light or dark text is wanted; semantic colours follow it.
  public var userInterfaceStyle: UserInterfaceStyle

  /// Creates a collection; light unless told otherwise.
  public init(userInterfaceStyle: UserInterfaceStyle = .light) {
    self.userInterfaceStyle = userInterfaceStyle
  }
}

/// What ``Application/registerForTraitChanges(_:)`` returns, for the one who wants no more of them.
public final class TraitChangeRegistration {
  fileprivate var handler: ((Application, TraitCollection) -> Void)?

  fileprivate init(_ handler: @escaping (Application, TraitCollection) -> Void) {
    self.handler = handler
  }
}

@available(*, unavailable)
extension TraitChangeRegistration: Sendable {}

/// The traits of an application, and who is told when they change.
struct Traits {
  var current = TraitCollection()
  var registrations: [TraitChangeRegistration] = []
}

extension Application {
  /// What the surroundings are like. A front-end tells them by
  /// ``InputEvent/Kind/userInterfaceStyle(_:)``; setting them does the same from code.
  public var traitCollection: TraitCollection {
    get { traits.current }
    set {
      let previous = traits.current
      guard newValue != previous else { return }
      traits.current = newValue
      noteHierarchyChange()
      for window in windows where window.application === self {
        window.traitsDidChange(from: previous)
      }
      // Those that are added meanwhile wait for the next change; those that are removed end now.
      for registration in traits.registrations { registration.handler?(self, previous) }
    }
  }

  /// Whether light or dark text is wanted: semantic colours follow it.
  public var userInterfaceStyle: UserInterfaceStyle {
    get { traitCollection.userInterfaceStyle }
    set { traitCollection.userInterfaceStyle = newValue }
  }

  /// Runs a closure whenever the traits have changed, after the views were told.
  ///
  /// - Parameter handler: Gets the application and what the traits were before.
  /// - Returns: What ends it.
  @discardableResult
  public func registerForTraitChanges(
    _ handler: @escaping (_ application: Application, _ previous: TraitCollection) -> Void
  ) -> TraitChangeRegistration {
    let registration = TraitChangeRegistration(handler)
    traits.registrations.append(registration)
    return registration
  }

  /// Ends a registration. Twice is harmless.
  public func unregisterForTraitChanges(_ registration: TraitChangeRegistration) {
    registration.handler = nil
    traits.registrations.removeAll { $0 === registration }
  }
}

extension View {
  /// The traits of the application that shows the view; the default ones without it.
  public final var traitCollection: TraitCollection {
    enclosingApplication?.traitCollection ?? TraitCollection()
  }

  final func traitsDidChange(from previous: TraitCollection) {
    traitCollectionDidChange(previous)
    for view in subviews { view.traitsDidChange(from: previous) }
  }
}
