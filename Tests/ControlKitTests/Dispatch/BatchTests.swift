import ControlKit
import TestSupport
import Testing

/// Which objects' handlers may run in one go, without being asked for each: `KitObject.sendAction`
/// of those must be the one that nobody has overridden.
@Suite struct BatchTests {
  /// Runs whatever it is given, and counts.
  private final class Batcher: HandlerBatcher {
    var sizes: [Int] = []

    func run(_ batch: inout HandlerBatch, in send: inout EventSend) throws {
      var size = 1
      while batch.next() >= 0 { size += 1 }
      sizes.append(size)
    }

    var finished = 0

    /// Runs one by itself; the one in slot 7 does not simply return.
    var plainRunner: PlainRunner {
      PlainRunner(context: Unmanaged.passUnretained(self).toOpaque()) { batcher, _, slot, _, _ in
        Unmanaged<Batcher>.fromOpaque(batcher).takeUnretainedValue().sizes.append(1)
        return slot != 7
      }
    }

    var eventRunner: PlainRunner { plainRunner }

    func finish(_ token: RemovableTarget, _ fired: UInt32, in send: inout EventSend) throws {
      finished += 1
      throw Broken()
    }
  }

  private struct Broken: Error {}

  /// Counts the runs that were its own.
  private final class Single: EventHandler {
    var runs = 0
    func handle(_ fired: UInt32, in send: inout EventSend) { runs += 1 }
  }

  private final class Plain: KitObject {}

  private final class Overriding: KitObject {
    override func sendAction(_ action: RemovableTarget, in send: inout EventSend) {}
  }

  /// One of each class that is listed.
  private static func senders() -> [KitObject] {
    [
      Control(), Button(title: "b"), Slider(), Switch(), Stepper(), SegmentedControl(),
      PageControl(), TextField(), TextView(),
    ]
  }

  /// Sends an event for which there are handlers of a batcher.
  private func send(from object: KitObject, handlers: Int = 3) -> (sizes: [Int], single: Int) {
    let batcher = Batcher()
    let single = Single()
    for slot in 0..<handlers {
      let token = object.addHandler(single, mask: 1)
      token.batch(by: batcher, slot: Int32(slot))
    }
    object.dispatch(1, alias: 0, cause: nil)
    withExtendedLifetime(batcher) {}
    return (batcher.sizes, single.runs)
  }

  @Test func listedClassesOverrideNothing() {
    let table = MethodTable(of: Overriding.self, beside: Plain.self, in: KitObject.self)
    #expect(table.count == 1 && table.isOverridden(by: BarButtonItem.self))

    let overriding = KitObject.plainSenderClasses.filter { table.isOverridden(by: $0) }

    #expect(overriding.map { "\($0)" } == [])
  }

  /// Neighbouring handlers of a listed class's objects run in one go.
  @Test func listedClassesBatch() {
    let senders = Self.senders()
    #expect(
      senders.map { "\(type(of: $0))" }.sorted()
        == KitObject.plainSenderClasses.map { "\($0)" }.sorted())

    for sender in senders {
      let (sizes, single) = send(from: sender)
      #expect(sizes == [3] && single == 0, "\(sender.debugName)")
    }
  }

  /// Others are asked for each of their handlers: a bar item leaves targets out while it has a primary
  /// action, and a subclass may do anything.
  @Test func othersAreAskedForEach() {
    final class Own: Control {}
    for sender in [Own(), BarButtonItem(title: "item"), KitObject()] {
      let (sizes, single) = send(from: sender)
      #expect(sizes == [] && single == 3, "\(sender.debugName)")
    }
  }

  /// A single handler is run by its batcher, too, past `sendAction` of those that override nothing.
  @Test func singleHandlersRunPlainly() {
    for sender in Self.senders() {
      let (sizes, single) = send(from: sender, handlers: 1)
      #expect(sizes == [1] && single == 0, "\(sender.debugName)")
    }
    final class Own: Control {}
    for sender in [Own(), BarButtonItem(title: "item"), KitObject()] {
      let (sizes, single) = send(from: sender, handlers: 1)
      #expect(sizes == [] && single == 1, "\(sender.debugName)")
    }
  }

  /// One that does not simply return is asked about, counted, and reported with its own place.
  @Test func whatDoesNotReturnIsFinished() throws {
    let application = Application()
    var reports: [Diagnostic] = []
    application.onDiagnostic = { reports.append($0) }
    let window = Window(title: "w")
    let button = Button(title: "b")
    window.addSubview(button)
    application.show(window)
    let batcher = Batcher()
    let token = button.addHandler(
      Single(), mask: ControlEvents.touchDown.rawValue, options: HandlerOptions(label: "seventh"))
    token.batch(by: batcher, slot: 7)

    button.sendActions(for: .touchDown)

    #expect(batcher.sizes == [1] && batcher.finished == 1 && token.timesFired == 1)
    #expect(reports.map(\.handler) == ["handler 'seventh'"])
    #expect(reports.first?.event == "touchDown" && token.lastError != nil)
  }
}
