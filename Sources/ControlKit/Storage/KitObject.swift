/// The root of ControlKit's classes: it can carry associated values and event handlers.
///
/// Objects belong to one thread at a time and are on no actor: use an object graph wholly inside
/// one actor, or on one thread.
@safe
open class KitObject {
  /// Values and handlers kept on this object; made when the first one is stored.
  /// It is owned by hand, so that a send need not retain it.
  final var storageReference: Unmanaged<AssociatedStorage>?

  /// The script bridge's record for this object, as an address; 0 while no script knows it.
  package final var proxyAddress: UInt {
    get { address }
    set { address = newValue }
  }

  /// Set when ``visitOwned(_:)`` may answer differently than before. The bridge clears it.
  package final var ownedObjectsChanged: Bool {
    get { hasChanged }
    set { hasChanged = newValue }
  }

  // Private, so that the compiler sees every access and leaves out the checks of exclusivity.
  private final var address: UInt = 0
  private final var hasChanged = true

  /// Creates an object without associated values.
  public init() {}

  deinit {
    let storage = unsafe storageReference
    unsafe storageReference = nil
    unsafe storage?.release()
  }

  /// Reports every strong reference to another object, so that a script bridge can collect cycles through it.
  ///
  /// ControlKit's classes report subviews, recognizers, bar items and retained associated values.
  /// A subclass with strong properties of its own overrides this, calls `super`, reports those,
  /// and calls ``/ControlKit/KitObject/setNeedsOwnershipUpdate()`` when they change. What is not
  /// reported is kept alive correctly but never collected while it is part of a cycle through a
  /// script.
  ///
  /// An object that is held twice is reported twice: a button that is a subview by
  /// ``/ControlKit/View/addSubview(_:)`` and also a property, once by `super` and once here.
  ///
  /// - Parameter visit: Called once for each strong reference.
  open func visitOwned(_ visit: (KitObject) -> Void) {
    storage?.visitOwned(visit)
  }

  /// Tells a script bridge that ``visitOwned(_:)`` has a new answer.
  public final func setNeedsOwnershipUpdate() {
    ownedObjectsChanged = true
  }

  /// Runs one handler. Every handler of every send goes through here, so an override can log,
  /// reroute or suppress; call `super` to run it.
  ///
  /// - Parameters:
  ///   - action: The handler about to run. It is enabled and matches.
  ///   - send: The send in progress.
  open func sendAction(_ action: RemovableTarget, in send: inout EventSend) {
    action.run(in: &send)
  }

  /// Sends control events for a script.
  ///
  /// - Returns: `false`, and nothing is sent, from what sends none, and from classes outside ControlKit
  ///   that are an ``EventSource`` by themselves.
  package func sendNamed(_ events: UInt32) -> Bool { false }

  /// The name used in reports, such as `Button 'ok'`.
  open var debugName: String { String(describing: type(of: self)) }

  /// The object that owns this one in ControlKit's own trees: a superview, a recognizer's view.
  package var owningObject: KitObject? { nil }

  /// Where an action without a target starts while no view has the focus.
  var actionResponder: Responder? { self as? Responder }

  /// The application this object is attached to, if any.
  package var enclosingApplication: Application? { nil }
}

@available(*, unavailable)
extension KitObject: Sendable {}

extension KitObject: Hashable {
  /// Objects are equal only to themselves.
  public static func == (left: KitObject, right: KitObject) -> Bool { left === right }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
