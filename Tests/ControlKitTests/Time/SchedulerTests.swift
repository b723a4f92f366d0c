import ControlKit
import TestSupport
import Testing

/// §8 Time: one clock, advanced explicitly.
@Suite struct SchedulerTests {
  private let scheduler = Scheduler()
  private let log = EventLog()

  /// Timers run in the order of their deadlines, each at its own time.
  @Test func runsInOrderAtTheDeadline() {
    for delay in [3.0, 1, 2] {
      scheduler.after(delay) { [log, scheduler] in log.note("\(delay) at \(scheduler.now)") }
    }

    scheduler.advance(to: 5)

    #expect(log.entries == ["1.0 at 1.0", "2.0 at 2.0", "3.0 at 3.0"])
    #expect(scheduler.now == 5)
  }

  /// Equal deadlines run oldest first.
  @Test func tiesRunByAge() {
    for name in ["a", "b", "c", "d", "e"] { scheduler.after(1) { [log] in log.note(name) } }

    scheduler.advance(to: 1)

    #expect(log.entries == ["a", "b", "c", "d", "e"])
  }

  /// A timer never runs inside the call that sets it, and not before its time.
  @Test func doesNotRunEarly() {
    scheduler.after(-1) { [log] in log.note("now") }
    scheduler.after(1) { [log] in log.note("later") }
    #expect(log.entries == [])

    scheduler.advance(to: 0)
    #expect(log.take() == ["now"])

    scheduler.advance(to: 0.999)
    #expect(log.entries == [])
  }

  /// A timer cancelled by an earlier one at the same time does not run.
  @Test func cancelInsideAction() {
    var second: ScheduledTimer?
    scheduler.after(1) { second?.cancel() }
    second = scheduler.after(1) { [log] in log.note("second") }

    scheduler.advance(to: 2)

    #expect(log.entries == [])
    #expect(second?.isValid == false)
  }

  /// A repeating timer may cancel itself in its action.
  @Test func repeatingCancelsItself() {
    var count = 0
    var timer: ScheduledTimer?
    timer = scheduler.every(1) {
      count += 1
      if count == 3 { timer?.cancel() }
    }

    scheduler.advance(to: 10)

    #expect(count == 3)
    #expect(scheduler.nextDeadline == nil)
  }

  /// Timers set inside an action run in the same advance if they are due.
  @Test func timersSetMeanwhileRun() {
    scheduler.after(1) { [scheduler, log] in
      scheduler.after(1) { log.note("inner at \(scheduler.now)") }
    }

    scheduler.advance(to: 2)

    #expect(log.entries == ["inner at 2.0"])
  }

  /// An action may advance the clock itself: nothing runs twice and the clock never goes back.
  @Test func advanceIsReentrant() {
    scheduler.after(1) { [scheduler, log] in
      log.note("outer")
      scheduler.advance(to: 4)
      log.note("now \(scheduler.now)")
    }
    scheduler.after(3) { [log] in log.note("three") }

    scheduler.advance(to: 2)

    #expect(log.entries == ["outer", "three", "now 4.0"])
    #expect(scheduler.now == 4)
  }

  /// A virtual clock makes up every run of a repeating timer; a late real one skips the missed.
  @Test func missedRunsAreMadeUpOrSkipped() {
    var virtual = 0
    scheduler.every(1) { virtual += 1 }
    scheduler.advance(to: 5.5)
    #expect(virtual == 5)

    let late = Scheduler()
    var runs = 0
    late.every(1) { runs += 1 }
    late.advance(to: 5.5, skippingMissed: true)
    #expect(runs == 1)
    #expect(late.nextDeadline == 6)
  }

  /// The deadlines of a repeating timer are multiples of its interval: errors of rounding do not add
  /// up to a missing run, whether the time comes at once or in steps.
  @Test(arguments: [(2.0, 1), (0.1, 20), (0.2, 10), (0.4, 5)])
  func repeatsAtMultiplesOfTheInterval(step: Double, steps: Int) {
    var times: [Double] = []
    scheduler.every(0.1) { [scheduler] in times.append(scheduler.now) }

    for _ in 0..<steps { scheduler.advance(to: scheduler.now + step) }

    #expect(times.count == 20)
    for (index, time) in times.enumerated() {
      #expect(abs(time - Double(index + 1) / 10) < 1e-9)
    }
  }

  /// Going back in time runs what is due now and leaves the clock alone.
  @Test func timeNeverGoesBack() {
    scheduler.advance(to: 3)

    scheduler.advance(to: 1)
    scheduler.advance(to: .nan)

    #expect(scheduler.now == 3)
  }

  /// Cancelled timers far in the future do not pile up, and live ones keep their order.
  @Test func manyCancelledTimersAreDropped() {
    let check = LeakCheck()
    for index in 0..<1000 {
      let payload = check.watch(RecordingHandler())
      let timer = scheduler.after(1000) { _ = payload.ends }
      if index % 100 == 0 {
        scheduler.after(Double(1000 - index)) { [log] in log.note("\(index)") }
      }
      timer.cancel()
      timer.cancel()
    }

    #expect(check.survivors == [])
    #expect(scheduler.hasOneShotTimers)
    scheduler.advance(to: 1001)
    #expect(
      log.entries == ["900", "800", "700", "600", "500", "400", "300", "200", "100", "0"])
    #expect(!scheduler.hasOneShotTimers)
    #expect(scheduler.nextDeadline == nil)
  }

  private final class Chain {
    var count = 0
    func add(to scheduler: Scheduler, after delay: Double) {
      scheduler.after(delay) { [unowned scheduler] in
        self.count += 1
        self.add(to: scheduler, after: delay)
      }
    }
  }

  /// On a real clock, what timers add waits for the next advance: input is handled in between. What
  /// was there before runs, in order.
  @Test(arguments: [0, 1e-300, 0.25])
  func addedOnARealClockWaits(delay: Double) {
    let chain = Chain()
    chain.add(to: scheduler, after: delay)
    scheduler.after(2) { [log, scheduler] in log.note("later at \(scheduler.now)") }

    scheduler.advance(to: 3, skippingMissed: true)
    #expect(chain.count == 1 && log.take() == ["later at 2.0"])
    #expect(scheduler.now == 3)
    #expect(scheduler.nextDeadline.map { $0 <= 1 } == true)

    scheduler.advance(to: 3, skippingMissed: true)
    #expect(chain.count == 2 && scheduler.hasOneShotTimers)
  }

  /// On a virtual clock, timers that are added without end at one time run in part; the others and the
  /// rest of the time are not lost.
  @Test(arguments: [0, 1e-300, 1e-12])
  func endlessAddingEnds(delay: Double) {
    let chain = Chain()
    scheduler.after(1) { [scheduler] in chain.add(to: scheduler, after: delay) }
    scheduler.after(2) { [log, scheduler] in log.note("later at \(scheduler.now)") }

    scheduler.advance(to: 3)
    #expect(chain.count == Scheduler.mostAddedAtOnce)
    #expect(log.entries == ["later at 2.0"] && scheduler.now == 3)

    scheduler.advance(to: 3.5)
    #expect(chain.count == 2 * Scheduler.mostAddedAtOnce + 1)
  }

  /// A timer that was put off can still be cancelled.
  @Test func postponedIsCancelled() {
    var added: ScheduledTimer?
    scheduler.after(1) { [scheduler, log] in
      added = scheduler.after(0) { log.note("no") }
    }
    scheduler.after(2) { added?.cancel() }

    scheduler.advance(to: 3, skippingMissed: true)
    scheduler.advance(to: 4, skippingMissed: true)

    #expect(log.entries == [] && !scheduler.hasOneShotTimers && scheduler.nextDeadline == nil)
  }
}
