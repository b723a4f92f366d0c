/// Looks into classes' tables of methods. Nobody's code can tell whether a class overrides a method, but
/// the table can: at a class that overrides it and nothing else is seen where the method stands.
package struct MethodTable {
  private let root: [UInt]
  /// Where the methods stand.
  private let places: [Int]

  /// Finds the methods that a class overrides.
  ///
  /// - Parameters:
  ///   - sample: A class that overrides them and has nothing else.
  ///   - plain: A class that has nothing at all.
  ///   - root: The superclass of both, which has the methods.
  package init(of sample: AnyClass, beside plain: AnyClass, in root: AnyClass) {
    let (own, sample, plain) = (Self.words(root), Self.words(sample), Self.words(plain))
    self.root = own
    places = own.indices.filter { own[$0] == plain[$0] && own[$0] != sample[$0] }
  }

  /// How many methods were found.
  package var count: Int { places.count }

  /// Whether a subclass of the root overrides one of the methods, itself or in a superclass between.
  package func isOverridden(by type: AnyClass) -> Bool {
    let words = Self.words(type)
    return places.contains { words[$0] != root[$0] }
  }

  /// The words of a class's metadata from its first method on. Word 4 holds the size and where the
  /// class's address points to, as Swift's ABI lays them out; a subclass repeats its superclass's
  /// words, with its own overrides.
  private static func words(_ type: AnyClass) -> [UInt] {
    let words = unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    let size = unsafe words[4] & 0xFFFF_FFFF
    let start = unsafe words[4] >> 32
    let count = Int(size - start) / MemoryLayout<UInt>.size
    return (7..<count).map { unsafe words[$0] }
  }
}
