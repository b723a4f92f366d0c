/// The handlers of one object, in the order added.
///
/// This is on the path of every event, so it is a plain buffer of references that a send walks
/// without copying or retaining anything. What makes that safe: an entry stays in the buffer, and
/// so alive, until no send is walking; one that ends meanwhile is marked and taken out afterwards.
/// A send sees the entries that were there when it began, since new ones go to the end.
@safe
struct HandlerTable {
  private var base: UnsafeMutablePointer<Unmanaged<RemovableTarget>>?
  private var capacity = 0
  /// How many entries the buffer holds, ended ones included.
  private(set) var count = 0
  /// How many sends are walking the buffer.
  private var walks = 0
  private var hasEnded = false

  /// Adds an entry at the end.
  mutating func append(_ token: RemovableTarget) {
    if count == capacity { grow() }
    unsafe base?.advanced(by: count).initialize(to: Unmanaged.passRetained(token))
    count += 1
  }

  private mutating func grow() {
    let larger = max(2, 2 * capacity)
    let moved = UnsafeMutablePointer<Unmanaged<RemovableTarget>>.allocate(capacity: larger)
    if let base = unsafe base {
      unsafe moved.moveInitialize(from: base, count: count)
      unsafe base.deallocate()
    }
    unsafe base = moved
    capacity = larger
  }

  /// The entry at a place, borrowed: valid while a send walks or the table does not change.
  @inline(__always)
  func entry(at index: Int) -> Unmanaged<RemovableTarget> {
    // A place below `count` is initialized, and the buffer exists as soon as anything was added.
    unsafe base.unsafelyUnwrapped[index]
  }

  /// The registered handlers.
  var live: [RemovableTarget] {
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
  mutating func beginWalk() {
    walks += 1
  }

  /// A send has walked; the last one takes out what ended meanwhile.
  @inline(__always)
  mutating func endWalk() {
    walks -= 1
    if walks == 0, hasEnded { compact() }
  }

  /// Takes out the entries that have ended, at once or after the walk.
  mutating func removeEnded() {
    hasEnded = true
    if walks == 0 { compact() }
  }

  private mutating func compact() {
    hasEnded = false
    var kept = 0
    var ended: [Unmanaged<RemovableTarget>] = []
    for index in 0..<count {
      let entry = unsafe entry(at: index)
      if unsafe entry.takeUnretainedValue().isAlive {
        unsafe base?[kept] = entry
        kept += 1
      } else {
        unsafe ended.append(entry)
      }
    }
    count = kept
    // Last: a release may run any code, which must find the table in order.
    for unsafe entry in unsafe ended { unsafe entry.release() }
  }

  /// Ends every registration and empties the table, as its owner ends.
  mutating func ownerDidEnd() {
    let tokens = live
    for index in 0..<count { unsafe entry(at: index).release() }
    unsafe base?.deallocate()
    unsafe base = nil
    count = 0
    capacity = 0
    for token in tokens { token.ownerDidEnd() }
  }
}
