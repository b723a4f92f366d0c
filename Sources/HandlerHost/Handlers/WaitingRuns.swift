internal import LuaRuntime

/// The runs of one handler that wait, in the order in which they began to.
///
/// A waiter knows its place here, so that a handler with very many runs can tell them apart without a
/// search.
final class WaitingRuns {
  private var waiters: [Waiter?] = []
  private(set) var count = 0
  /// Runs when one has ended by itself, or (`true`) since all that wait are cancelled.
  var onEnd: ((_ isCancelled: Bool) -> Void)?

  var isEmpty: Bool { count == 0 }

  /// Keeps track of a run until it ends, also while it waits again and again.
  func track(_ task: LuaTask, in engine: ScriptEngine) {
    guard let waiter = engine.waiters.waiter(of: task) else { return }
    waiter.runs = self
    waiter.runIndex = waiters.count
    waiters.append(waiter)
    count += 1
  }

  /// A run goes on with another wait; without one it has ended.
  func run(at index: Int, goesOnWith next: Waiter?, isCancelled: Bool = false) {
    guard waiters.indices.contains(index), waiters[index] != nil else { return }
    waiters[index] = next
    if let next {
      next.runs = self
      next.runIndex = index
      return
    }
    count -= 1
    if count == 0 {
      waiters = []
    } else if waiters.count > 32, 2 * count < waiters.count {
      compact()
    }
    onEnd?(isCancelled)
  }

  private func compact() {
    waiters.removeAll { $0 == nil }
    for (index, waiter) in waiters.enumerated() { waiter?.runIndex = index }
  }

  /// Cancels all of them, first the one that began to wait first.
  func cancel() {
    let ending = waiters.compactMap { $0 }.filter(\.isWaiting)
    for waiter in ending {
      waiters[waiter.runIndex] = nil
      waiter.runs = nil
    }
    count -= ending.count
    // One that runs now, and perhaps is what cancels the others, stays: it may wait again.
    compact()
    for waiter in ending { waiter.cancel() }
  }
}
