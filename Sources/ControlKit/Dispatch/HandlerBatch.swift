/// Runs neighbouring handlers in one go: a script's world that is entered once for all of them.
package protocol HandlerBatcher: AnyObject {
  /// Runs the handler that the batch stands at, and then those that ``HandlerBatch/next()`` gives.
  ///
  /// - Parameters:
  ///   - batch: The handlers. Afterwards it stands at the last one that ran.
  ///   - send: The send in progress.
  /// - Throws: What went wrong in that last one. It is reported, and those behind it still run.
  func run(_ batch: inout HandlerBatch, in send: inout EventSend) throws
}

/// Neighbouring handlers of one object that one batcher runs. They are handlers for which a send does
/// nothing but call them: without a limit, an event object, or a policy about earlier runs.
@safe
package struct HandlerBatch {
  // The send holds all of them: it walks the table, which keeps its entries. Nothing is retained on
  // the way from one handler to the next.
  private let table: Unmanaged<HandlerTable>
  private var current: Unmanaged<RemovableTarget>
  private let batcher: ObjectIdentifier
  private let events: UInt32
  private let alias: UInt32
  private let count: Int
  private(set) var index: Int
  /// Where the batcher finds the handler it stands at.
  package private(set) var slot: Int32
  /// The event that fired for the handler it stands at, as a mask with one bit.
  package private(set) var fired: UInt32

  /// Begins with a handler that runs for the send.
  init(
    _ table: HandlerTable, _ batcher: any HandlerBatcher, at index: Int, _ token: RemovableTarget,
    count: Int, in send: borrowing EventSend
  ) {
    unsafe self.table = Unmanaged.passUnretained(table)
    unsafe current = Unmanaged.passUnretained(token)
    self.batcher = ObjectIdentifier(batcher)
    events = send.events
    alias = send.alias
    self.count = count
    self.index = index
    (fired, slot) = token.enterBatch(events, alias, self.batcher)
  }

  /// The registration it stands at.
  package var token: RemovableTarget { unsafe current.takeUnretainedValue() }

  /// Goes on to the next handler that runs for the send.
  ///
  /// - Returns: Its slot, or -1 when there is none, or it is not one of the batcher's.
  @inline(__always)
  package mutating func next() -> Int32 {
    var place = index &+ 1
    while place < count {
      let entry = unsafe table._withUnsafeGuaranteedRef { unsafe $0.entry(at: place) }
      let (fired, slot) = unsafe entry._withUnsafeGuaranteedRef {
        $0.enterBatch(events, alias, batcher)
      }
      if fired != 0 {
        guard slot >= 0 else { return -1 }
        unsafe current = entry
        self.fired = fired
        self.slot = slot
        index = place
        return slot
      }
      place &+= 1
    }
    return -1
  }

  /// Tells the send which handler it stands at.
  package func note(in send: inout EventSend) {
    send.begin(token, fired: fired)
  }
}

@available(*, unavailable)
extension HandlerBatch: Sendable {}

extension KitObject {
  /// ControlKit's own senders, none of which overrides ``sendAction(_:in:)``: that is asked for each
  /// handler, so an override's handlers run one by one.
  package static let plainSenderClasses: [KitObject.Type] = [
    Control.self, Button.self, Slider.self, Switch.self, Stepper.self, SegmentedControl.self,
    PageControl.self, TextField.self, TextView.self,
  ]

  /// Whether the handlers of this object may run in batches.
  @inline(__always)
  final func mayBatch(_ table: HandlerTable) -> Bool {
    !Trace.isOn && (unsafe table.mayBatch ?? learnMayBatch(table))
  }

  @inline(never)
  private final func learnMayBatch(_ table: HandlerTable) -> Bool {
    let kind = type(of: self)
    let answer = KitObject.plainSenderClasses.contains { $0 == kind }
    unsafe table.mayBatch = answer
    return answer
  }

  /// Runs a handler, and with it those behind it that its batcher runs, too.
  ///
  /// - Returns: The place of the last one.
  @inline(never)
  final func runBatch(
    _ table: HandlerTable, _ batcher: any HandlerBatcher, at index: Int, _ token: RemovableTarget,
    count: Int, in send: inout EventSend
  ) -> Int {
    var batch = HandlerBatch(table, batcher, at: index, token, count: count, in: send)
    do {
      try batcher.run(&batch, in: &send)
    } catch {
      batch.token.didFail(error, batch.fired, in: send)
    }
    return batch.index
  }
}
