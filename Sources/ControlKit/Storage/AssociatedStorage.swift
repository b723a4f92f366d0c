// Data path: InputEvent → Window → HitTesting → arena | tracking → dispatcher → [storage] → Lua.

/// How an associated value is kept.
public enum AssociationPolicy: Hashable, Sendable {
  /// A class instance is referenced weakly: reading it after its end gives `nil`. Values are stored.
  case assign
  /// A class instance is kept alive as long as the object it is stored on.
  case retain
  /// The value's `copy()` is stored, taken at the time of the call.
  case copy
}

/// A value that can be stored with ``AssociationPolicy/copy``. Structures need no conformance:
/// storing one copies it.
public protocol AssociationCopying {
  /// Returns an independent copy.
  func copy() -> Self
}

/// A typed name for an associated value. Two keys are the same if name and type agree.
public struct AssociatedKey<Value>: Hashable, Sendable {
  /// The name.
  public let name: String

  /// Creates a key. Choose names as for a global, such as `form.validator`.
  public init(_ name: String) {
    self.name = name
  }

  var erased: AnyAssociatedKey { AnyAssociatedKey(name: name, type: ObjectIdentifier(Value.self)) }
}

struct AnyAssociatedKey: Hashable {
  var name: String
  var type: ObjectIdentifier
}

/// What one object carries: its handlers in order, and its associated values.
final class AssociatedStorage: HandlerTable {
  enum Entry {
    case strong(Any)
    case weak(WeakReference)
  }

  struct WeakReference {
    weak var object: AnyObject?
  }

  var values: [AnyAssociatedKey: Entry] = [:]

  func visitOwned(_ visit: (KitObject) -> Void) {
    for case .strong(let value) in values.values {
      if let object = value as? KitObject { visit(object) }
    }
  }
}

extension KitObject {
  /// Stores a value on this object under a key, replacing an earlier one; `nil` removes it.
  ///
  /// - Parameters:
  ///   - value: What to store.
  ///   - key: The typed name.
  ///   - policy: How a class instance is kept. `copy` on a class that is not ``AssociationCopying``
  ///     is a programmer error.
  public final func setAssociated<Value>(
    _ value: Value?, for key: AssociatedKey<Value>, policy: AssociationPolicy = .retain
  ) {
    setNeedsOwnershipUpdate()
    guard let value else {
      // The old value ends after the table was changed: its `deinit` may look at the table.
      withExtendedLifetime(storage?.values.removeValue(forKey: key.erased)) {}
      return
    }
    let isObject = type(of: value as Any) is AnyClass
    let entry: AssociatedStorage.Entry
    switch policy {
    case .assign where isObject: entry = .weak(.init(object: value as AnyObject))
    case .copy where isObject || value is any AssociationCopying:
      guard let copyable = value as? any AssociationCopying else {
        preconditionFailure(
          "the value for associated key '\(key.name)' is a \(type(of: value)), which has no copy(): "
            + "conform it to AssociationCopying or use the policy .retain")
      }
      entry = .strong(copyable.copy())
    default: entry = .strong(value)
    }
    withExtendedLifetime(ensureStorage().values.updateValue(entry, forKey: key.erased)) {}
  }

  /// Returns the value stored under a key, or `nil` if there is none (any more).
  public final func associated<Value>(_ key: AssociatedKey<Value>) -> Value? {
    switch storage?.values[key.erased] {
    case .strong(let value): value as? Value
    case .weak(let reference): reference.object as? Value
    case nil: nil
    }
  }

  /// What is kept on this object, if anything is.
  final var storage: AssociatedStorage? { unsafe storageReference?.takeUnretainedValue() }

  final func ensureStorage() -> AssociatedStorage {
    storage ?? makeStorage()
  }

  @discardableResult
  final func makeStorage() -> AssociatedStorage {
    let made = AssociatedStorage()
    unsafe storageReference = Unmanaged.passRetained(made)
    return made
  }
}
