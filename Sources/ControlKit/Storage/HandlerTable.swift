/// The handlers of one object, in the order added.
///
/// This is on the path of every event, so it is a plain buffer of references that a send walks
/// without copying or retaining anything. What makes that safe: an entry stays in the buffer, and
/// so alive, until no send is walking; one that ends meanwhile is marked and taken out afterwards.
/// A send sees the entries that were there when it began, since new ones go to the end.
///
/// It is a class whose fields are read and written one at a time, so that the compiler can leave out
/// the checks of exclusive access.
@safe
class HandlerTable {
  private final var base: UnsafeMutablePointer<Unmanaged<RemovableTarget>>?
  private final var capacity: Int32 = 0
  /// How many entries the buffer holds, ended ones included.
  private(set) final var count: Int {
    get { Int(entryCount) }
    set { entryCount = Int32(truncatingIfNeeded: newValue) }
  }
  private final var entryCount: Int32 = 0
  /// The events of all entries that ever were: a send of others need not look at any.
  private(set) final var mask: UInt32 = 0
  /// How many sends are walking the buffer.
  private final var walks: Int32 = 0
  /// How many entries may have ended.
  private final var ended: Int32 = 0
  /// Whether the owner's handlers may run in batches; `nil` before that was asked.
  @exclusivity(unchecked) final var mayBatch: Bool?
  /// Up to this many entries, ended ones are taken out one by one.
  private static let few = 32

  /// Adds an entry at the end.
  final func append(_ token: RemovableTarget) {
    unsafe append(Unmanaged.passRetained(token), token.mask)
  }

  /// Adds an entry at the end that was retained for it.
  @inline(__always)
  final func append(_ token: Unmanaged<RemovableTarget>, _ events: UInt32) {
    if entryCount == capacity { grow() }
    unsafe base?.advanced(by: count).initialize(to: token)
    count += 1
    mask |= events
  }

  /// An entry was extended by events.
  final func noteHandled(_ events: UInt32) {
    mask |= events
  }

  private final func grow() {
    let larger = max(2, 2 * capacity)
    let moved = UnsafeMutablePointer<Unmanaged<RemovableTarget>>.allocate(capacity: Int(larger))
    if let base = unsafe base {
      unsafe moved.moveInitialize(from: base, count: count)
      unsafe base.deallocate()
    }
    unsafe base = moved
    capacity = larger
  }

  /// The entry at a place, borrowed: valid while a send walks or the table does not change.
  @inline(__always)
  final func entry(at index: Int) -> Unmanaged<RemovableTarget> {
    // A place below `count` is initialized, and the buffer exists as soon as anything was added.
    unsafe base.unsafelyUnwrapped[index]
  }

  /// The registered handlers.
  final var live: [RemovableTarget] {
    var tokens: [RemovableTarget] = []
    tokens.reserveCapacity(count)
    for index in 0..<count {
      let token = unsafe entry(at: index).takeUnretainedValue()
      if token.isAlive { tokens.append(token) }
    }
    return tokens
  }

  /// A send begins to walk.
  @inline(__always)
  final func beginWalk() {
    walks &+= 1
  }

  /// A send has walked; the last one takes out what ended meanwhile.
  @inline(__always)
  final func endWalk() {
    walks &-= 1
    if ended > 0, walks == 0 { compactIfWorthIt() }
  }

  /// Takes out an entry that has ended, if no send walks and there are few. The caller holds it, so
  /// this runs nobody's code.
  ///
  /// - Returns: Whether nothing is left to do.
  @inline(__always)
  final func takeOutAtOnce(_ token: RemovableTarget) -> Bool {
    guard walks == 0, ended == 0, count <= Self.few else { return false }
    var index = count
    while index > 0 {
      index -= 1
      let entry = unsafe entry(at: index)
      guard unsafe entry._withUnsafeGuaranteedRef({ $0 === token }) else { continue }
      let last = count - 1
      while index < last {
        unsafe base.unsafelyUnwrapped[index] = self.entry(at: index + 1)
        index += 1
      }
      count = last
      unsafe entry.release()
      break
    }
    return true
  }

  /// An entry has ended: it goes now or after the walk. Of many entries they go when they are half of
  /// all: else removing all of them one by one would take the square of their number.
  final func noteEnded() {
    ended += 1
    if walks == 0 { compactIfWorthIt() }
  }

  private final func compactIfWorthIt() {
    if count <= Self.few || 2 * Int(ended) >= count { compact() }
  }

  private final func compact() {
    ended = 0
    var kept = 0
    var gone: [RemovableTarget] = []
    for index in 0..<count {
      let entry = unsafe entry(at: index)
      if unsafe entry.takeUnretainedValue().isAlive {
        unsafe base?[kept] = entry
        kept += 1
      } else {
        gone.append(unsafe entry.takeRetainedValue())
      }
    }
    count = kept
    // Let go last: a release may run any code, which must find the table in order.
    gone.removeAll()
  }

  /// Every registration ends with the object that owns the table.
  deinit {
    if count == 1 { return endOnly() }
    let tokens = live
    for index in 0..<count { unsafe entry(at: index).release() }
    unsafe base?.deallocate()
    unsafe base = nil
    count = 0
    // All are cut off before the first one's end runs any code, which may remove another.
    for token in tokens { token.detach() }
    for token in tokens { token.letGo(.ownerEnded) }
  }

  /// The same for a table of one, which most are: without a list.
  @inline(__always)
  private final func endOnly() {
    let token = unsafe entry(at: 0).takeRetainedValue()
    unsafe base?.deallocate()
    unsafe base = nil
    count = 0
    guard token.isAlive else { return }
    token.detach()
    token.letGo(.ownerEnded)
  }
}
