/// A timer that a ``Scheduler`` runs. Cancelling it twice is harmless.
public final class ScheduledTimer {
  /// When it runs next, in seconds of the scheduler's clock.
  public fileprivate(set) var deadline: Double
  /// Seconds between runs, or `nil` for a timer that runs once.
  public let interval: Double?
  /// Whether it will still run.
  public private(set) var isValid = true

  fileprivate let order: UInt64
  /// Which run of a repeating timer comes next, counted from 1.
  private var run = 1.0
  private let start: Double
  fileprivate var action: (() -> Void)?
  fileprivate weak var scheduler: Scheduler?

  fileprivate init(
    start: Double, delay: Double, interval: Double?, order: UInt64, scheduler: Scheduler,
    action: @escaping () -> Void
  ) {
    self.start = start
    deadline = start + delay
    self.interval = interval
    self.order = order
    self.scheduler = scheduler
    self.action = action
  }

  /// Stops the timer and lets go of its closure.
  public func cancel() {
    guard isValid else { return }
    expire()
    scheduler?.didCancel(self)
  }

  fileprivate func expire() {
    isValid = false
    action = nil
  }

  /// Sets the deadline of the next run; of those missed by a time, only the last one is left.
  ///
  /// Deadlines are multiples of the interval: adding it again and again would add up the errors of
  /// rounding, until one run is missing.
  fileprivate func moveOn(_ interval: Double, after missed: Double?) {
    run += 1
    if let missed { run = max(run, ((missed - start) / interval).rounded(.up)) }
    deadline = start + run * interval
  }

  /// Repeating timers are due a nanosecond early: the sum of the waits that lead to a deadline may
  /// be a hair less than it.
  fileprivate func isDue(at time: Double) -> Bool {
    deadline <= (interval == nil ? time : time + 1e-9)
  }

  /// Whether it runs before another one of the same scheduler.
  package func comesBefore(_ other: ScheduledTimer) -> Bool {
    (deadline, order) < (other.deadline, other.order)
  }
}

@available(*, unavailable)
extension ScheduledTimer: Sendable {}

/// The application's clock and its timers.
///
/// Nothing here reads real time: whoever drives the application calls
/// ``advance(to:skippingMissed:)``, a front-end with its monotonic clock, a test or a headless run
/// with a virtual one. Timers therefore run at their exact deadlines, in order, and the same script
/// always sees the same times.
public final class Scheduler {
  /// Seconds since the application began.
  public var now: Double { time }
  // Private, so that the compiler leaves out the checks of exclusivity.
  private var time = 0.0

  /// Ordered by deadline, then by age; cancelled timers stay until they reach the front.
  private var heap: [ScheduledTimer] {
    get { list }
    // Taken out while it is changed: an access that lasts would have to be checked.
    _modify {
      var timers = list
      list = []
      defer { list = timers }
      yield &timers
    }
  }
  private var list: [ScheduledTimer] = []
  private var nextOrder: UInt64 = 0
  private var liveOneShots = 0
  private var cancelledInHeap = 0

  /// How many timers that are added while timers run may run in one advance at one same time.
  package static let mostAddedAtOnce = 100_000
  /// What counts as the same time, in seconds.
  private static let instant = 1e-6

  /// Creates a clock at 0.
  public init() {}

  /// How many timers were set so far, those that have run or were cancelled among them.
  package var timersSet: UInt64 { nextOrder }

  /// Whether a timer that runs once is waiting. Repeating timers do not count.
  public var hasOneShotTimers: Bool { liveOneShots > 0 }

  /// When the next timer runs, or `nil` when none is waiting.
  public var nextDeadline: Double? {
    dropCancelled()
    return heap.first?.deadline
  }

  /// Runs a closure once, after a delay.
  ///
  /// - Parameters:
  ///   - delay: Seconds from now; less than 0 counts as 0. The closure never runs inside this call.
  ///   - action: What to run.
  /// - Returns: The timer, to cancel it.
  @discardableResult
  public func after(_ delay: Double, _ action: @escaping () -> Void) -> ScheduledTimer {
    add(delay: max(0, delay), interval: nil, action: action)
  }

  /// Runs a closure again and again, first after one interval.
  ///
  /// - Parameters:
  ///   - interval: Seconds between runs; at least a millisecond. A late run does not shift the next.
  ///   - action: What to run.
  /// - Returns: The timer, to cancel it.
  @discardableResult
  public func every(_ interval: Double, _ action: @escaping () -> Void) -> ScheduledTimer {
    let interval = max(0.001, interval)
    return add(delay: interval, interval: interval, action: action)
  }

  /// Moves the clock and runs every timer that falls due, each at its own deadline.
  ///
  /// Timers added meanwhile run too if they are due, on a virtual clock: up to 100 000 of them at one
  /// same time, so that a timer that sets itself again without a delay does not go on for ever. On a
  /// real clock only timers run that were there before, so that input is handled in between. What
  /// must not run yet does so in the next call. A time in the past runs what is due now and leaves
  /// the clock where it is.
  ///
  /// - Parameters:
  ///   - time: Seconds since the application began.
  ///   - isLate: Whether missed runs of repeating timers are skipped (a real clock) or made up one
  ///     by one (a virtual one).
  public func advance(to time: Double, skippingMissed isLate: Bool = false) {
    if heap.isEmpty {
      if time > now { self.time = time }
      return
    }
    let lastBefore = nextOrder
    var postponed: [ScheduledTimer] = []
    var instant = now
    var added = 0
    while let timer = popDue(at: max(time, now)) {
      if timer.order > lastBefore {
        if timer.deadline > instant, timer.deadline - instant >= Self.instant {
          instant = timer.deadline
          added = 0
        }
        added += 1
        if isLate || added > Self.mostAddedAtOnce {
          postponed.append(timer)
          continue
        }
      }
      self.time = max(now, min(timer.deadline, time))
      let action = timer.action
      if let interval = timer.interval {
        timer.moveOn(interval, after: isLate ? time : nil)
        push(timer)
      } else {
        timer.expire()
        liveOneShots -= 1
      }
      action?()
    }
    for timer in postponed { push(timer) }
    self.time = max(now, time)
  }

  private func add(
    delay: Double, interval: Double?, action: @escaping () -> Void
  ) -> ScheduledTimer {
    nextOrder += 1
    let timer = ScheduledTimer(
      start: now, delay: delay, interval: interval, order: nextOrder, scheduler: self,
      action: action)
    if interval == nil { liveOneShots += 1 }
    push(timer)
    return timer
  }

  fileprivate func didCancel(_ timer: ScheduledTimer) {
    if timer.interval == nil { liveOneShots -= 1 }
    cancelledInHeap += 1
    // Many cancelled timers far in the future must not pile up.
    if cancelledInHeap > 64 && cancelledInHeap > heap.count / 2 {
      let live = heap.filter(\.isValid)
      heap.removeAll(keepingCapacity: true)
      cancelledInHeap = 0
      for timer in live { push(timer) }
    }
  }

  private func dropCancelled() {
    while let first = heap.first, !first.isValid { _ = popFirst() }
  }

  private func popDue(at time: Double) -> ScheduledTimer? {
    dropCancelled()
    guard let first = heap.first, first.isDue(at: time) else { return nil }
    return popFirst()
  }

  private func push(_ timer: ScheduledTimer) {
    heap.append(timer)
    var child = heap.count - 1
    while child > 0, heap[child].comesBefore(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private func popFirst() -> ScheduledTimer {
    heap.swapAt(0, heap.count - 1)
    let first = heap.removeLast()
    if !first.isValid { cancelledInHeap = max(0, cancelledInHeap - 1) }
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child].comesBefore(heap[least]) { least = child }
      }
      if least == parent { return first }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}

@available(*, unavailable)
extension Scheduler: Sendable {}
