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
  }

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

  /// Sends an event for which there are three handlers of a batcher.
  private func send(from object: KitObject) -> (sizes: [Int], single: Int) {
    let batcher = Batcher()
    let single = Single()
    for slot in 0..<3 {
      let token = object.addHandler(single, mask: 1)
      token.batch(by: batcher, slot: Int32(slot))
    }
    object.dispatch(1, alias: 0, cause: nil)
    withExtendedLifetime(batcher) {}
    return (batcher.sizes, single.runs)
  }

  /// Nobody's code can tell whether a class overrides a method, but the class's table of methods can:
  /// where an override stands in it is seen at a class that has nothing else.
  @Test func listedClassesOverrideNothing() throws {
    let root = methods(of: KitObject.self)
    let plain = methods(of: Plain.self)
    let overriding = methods(of: Overriding.self)
    let places = root.indices.filter { root[$0] == plain[$0] && root[$0] != overriding[$0] }
    #expect(places.count == 1)
    let place = try #require(places.first)

    let changed = KitObject.plainSenderClasses.filter { methods(of: $0)[place] != root[place] }

    #expect(changed.map { "\($0)" } == [])
  }

  /// The words of a class's metadata from its first method on. Words 4 and 5 hold its sizes, as
  /// Swift's ABI lays them out; a subclass repeats its superclass's words, with its own overrides.
  private func methods(of type: KitObject.Type) -> [UInt] {
    let words = unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    let size = unsafe words[4] & 0xFFFF_FFFF
    let start = unsafe words[4] >> 32
    let count = Int(size - start) / MemoryLayout<UInt>.size
    return (7..<count).map { unsafe words[$0] }
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
}
