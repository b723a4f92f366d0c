/// Runs neighbouring handlers in one go: a script's world that is entered once for all of them.
package protocol HandlerBatcher: AnyObject {
  /// Runs the handler that the batch stands at, and then those that ``HandlerBatch/next()`` gives.
  ///
  /// - Parameters:
  ///   - batch: The handlers. Afterwards it stands at the last one that ran.
  ///   - send: The send in progress.
  /// - Throws: What went wrong in that last one. It is reported, and those behind it still run.
  func run(_ batch: inout HandlerBatch, in send: inout EventSend) throws

  /// What runs a single handler.
  var plainRunner: PlainRunner { get }

  /// What runs a single handler that takes an event object.
  var eventRunner: PlainRunner { get }

  /// Deals with the handler that ran last and did not simply return.
  ///
  /// - Throws: What went wrong in it. It is reported.
  func finish(_ token: RemovableTarget, _ fired: UInt32, in send: inout EventSend) throws
}

/// What runs a single handler of a batcher's. It is on the path of every event, so it is a plain function:
/// calling a method of a protocol would retain the batcher.
@safe
package struct PlainRunner {
  package typealias Function =
    @convention(c) (
      _ context: UnsafeRawPointer, _ sender: UnsafeRawPointer, _ slot: Int32, _ fired: UInt32,
      _ send: UnsafeMutableRawPointer
    ) -> Bool

  let context: UnsafeRawPointer
  let run: Function

  /// Creates one.
  ///
  /// - Parameters:
  ///   - context: What the function gets first. It belongs to one batcher, which keeps it alive.
  ///   - run: Runs the handler in a slot with a sender, for the event that fired in a send, an
  ///     ``EventSend``. It returns whether that returned; if not, ``HandlerBatcher/finish(_:_:in:)``
  ///     follows.
  package init(context: UnsafeRawPointer, run: @escaping Function) {
    unsafe self.context = context
    unsafe self.run = run
  }
}

@available(*, unavailable)
extension PlainRunner: Sendable {}

/// Neighbouring handlers of one object that one batcher runs. They are handlers for which a send does
/// nothing but call them, and that take no event object: without a limit, or a policy about earlier runs.
@safe
package struct HandlerBatch {
  // The send holds all of them: it walks the table, which keeps its entries. Nothing is retained on
  // the way from one handler to the next.
  private let table: Unmanaged<HandlerTable>
  private var current: Unmanaged<RemovableTarget>
  private let batcher: UnsafeRawPointer?
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
    _ table: HandlerTable, at index: Int, _ token: RemovableTarget, count: Int,
    in send: borrowing EventSend
  ) {
    unsafe self.table = Unmanaged.passUnretained(table)
    unsafe current = Unmanaged.passUnretained(token)
    unsafe batcher = token.batcherIdentity
    events = send.events
    alias = send.alias
    self.count = count
    self.index = index
    (fired, slot) = unsafe token.enterBatch(events, alias, batcher)
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
        unsafe $0.enterBatch(events, alias, batcher)
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

  /// Deals with a handler that its batcher ran and that did not simply return.
  @inline(never)
  final func finish(
    _ token: RemovableTarget, _ fired: UInt32, in send: inout EventSend
  ) {
    send.begin(token, fired: fired)
    do {
      try token.batcher?.finish(token, fired, in: &send)
    } catch {
      token.didFail(error, fired, in: send)
    }
  }

  /// Runs a handler, and with it those behind it that its batcher runs, too.
  ///
  /// - Returns: The place of the last one.
  @inline(never)
  final func runBatch(
    _ table: HandlerTable, at index: Int, _ token: RemovableTarget, count: Int,
    in send: inout EventSend
  ) -> Int {
    guard let batcher = token.batcher else { return index }
    var batch = HandlerBatch(table, at: index, token, count: count, in: send)
    do {
      try batcher.run(&batch, in: &send)
    } catch {
      batch.token.didFail(error, batch.fired, in: send)
    }
    return batch.index
  }
}
