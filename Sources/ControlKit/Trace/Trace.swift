internal import Synchronization

/// The seven hops of an event, in order.
public enum TraceHop: String, Hashable, Sendable, CaseIterable {
  /// ① A platform's input became touches or keys.
  case input
  /// ② A window took the event.
  case window
  /// ③ The hit view was found.
  case hit
  /// ④ A recognizer changed state, or a control tracked a touch.
  case track
  /// ⑤ A sender's events went to its handlers.
  case dispatch
  /// ⑥ A handler was fetched from the sender's storage.
  case storage
  /// ⑦ A Lua function ran.
  case lua
}

/// One step of an event on its way.
public struct TraceRecord: Hashable, Sendable, CustomStringConvertible {
  /// Seconds of the application's clock.
  public var time: Double
  /// Which hop.
  public var hop: TraceHop
  /// What happened, for a person.
  public var text: String

  /// `time hop text`, the time with three decimals.
  public var description: String {
    let milliseconds = Int((time * 1000).rounded())
    let fraction = String(milliseconds % 1000)
    let padding = String(repeating: "0", count: 3 - fraction.count)
    return "\(milliseconds / 1000).\(padding)\(fraction) \(hop.rawValue) \(text)"
  }
}

/// An object of another module that sends events which are neither a control's nor a gesture's.
package protocol OwnEventSource: KitObject {
  /// Whose trace they are in.
  var application: Application? { get }
  /// The name of one of its events, for a trace, which does not tell the sender's.
  func ownEventName(_ event: UInt32) -> String
}

/// Records of what happens to events. While no application traces, each hop costs one branch.
package enum Trace {
  private static let listeners = Atomic<Int>(0)

  /// Whether any application in the process traces.
  @inline(__always)
  package static var isOn: Bool { listeners.load(ordering: .relaxed) != 0 }

  static func changeListeners(by count: Int) {
    listeners.wrappingAdd(count, ordering: .relaxed)
  }

  /// Hands a record to the application of an object, if that application traces.
  @inline(__always)
  package static func record(
    _ hop: TraceHop, from object: KitObject?, _ text: @autoclosure () -> String
  ) {
    if isOn { emit(hop, object, text) }
  }

  // Kept out of the paths of events, which have no use for its registers.
  @inline(never)
  private static func emit(_ hop: TraceHop, _ object: KitObject?, _ text: () -> String) {
    let application =
      object?.enclosingApplication ?? (object as? any OwnEventSource)?.application
    guard let application, let sink = application.onTrace else { return }
    sink(TraceRecord(time: application.scheduler.now, hop: hop, text: text()))
  }

  static func handler(_ token: RemovableTarget, fired: UInt32, in send: EventSend) {
    record(.storage, from: send.sender, "\(token.debugName) for \(name(of: fired, send.sender))")
    if token.handler is any ScriptedHandler {
      record(.lua, from: send.sender, "\(send.sender.debugName) calls its function")
    }
  }

  private static func name(of event: UInt32, _ sender: KitObject) -> String {
    (sender as? any OwnEventSource)?.ownEventName(event) ?? sender.eventName(event)
  }
}
