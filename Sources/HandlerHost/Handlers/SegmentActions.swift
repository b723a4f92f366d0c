internal import ControlKit
internal import LuaRuntime

/// A segment as a script gives it.
struct ScriptSegment {
  var title: String?
  var image: Image?
  var hasAction = false
}

/// The functions of segments that a script gave in one call: they are kept in one table, which goes
/// with the last of them.
final class SegmentActions {
  fileprivate let engine: ScriptEngine
  fileprivate let slot: LuaSlot
  fileprivate let owner: LuaObject
  private unowned let control: SegmentedControl
  private let source: SourceLocation?
  private var users = 0

  /// Takes the functions that the runtime has kept for a call; `nil` when there were none.
  init?(_ engine: ScriptEngine, of control: SegmentedControl, _ call: LuaCall) {
    guard let slot = call.slot else { return nil }
    self.engine = engine
    self.slot = slot
    self.control = control
    owner = LuaObject(control)
    source = call.location.map { SourceLocation(file: $0.file, line: $0.line) }
  }

  /// Lets a segment run one of the functions when it is chosen.
  func give(item: Int, toSegment index: Int) {
    users += 1
    let label = control.titleForSegment(at: index).map { "onTap of '\($0)'" } ?? "onTap"
    var options = HandlerOptions(label: label)
    options.source = source
    control.setHandler(LuaItemHandler(self, item: item, label), forSegmentAt: index, options)
  }

  fileprivate func handlerDidEnd() {
    users -= 1
    if users == 0 { engine.state.clear(slot, of: owner) }
  }
}

/// Calls one function of a table that a script's control keeps.
private final class LuaItemHandler: ScriptedHandler {
  var host: AnyObject { actions.engine }
  var application: Application? { actions.engine.application }
  private let actions: SegmentActions
  private let item: Int
  private let label: String
  private let runs = WaitingRuns()

  init(_ actions: SegmentActions, item: Int, _ label: String) {
    self.actions = actions
    self.item = item
    self.label = label
  }

  func handle(_ fired: UInt32, in send: inout EventSend) throws {
    let engine = actions.engine
    var event = engine.event(fired, in: &send, isGesture: false)
    switch engine.state.run(actions.owner, actions.slot, item: item, event: &event) {
    case .done, .gone: return
    case .waiting(let task):
      let sender = send.sender
      engine.waiters.waiter(of: task)?.place = HandlerPlace(
        sender: sender.debugName, event: sender.eventName(fired), handler: label)
      runs.track(task, in: engine)
    case .failed(let failure):
      throw engine.settle(failure, of: send.token)
    }
  }

  func registrationDidEnd(_ reason: RegistrationEnd) {
    runs.cancel()
    actions.handlerDidEnd()
  }
}

extension SegmentedControl {
  /// Inserts a segment of a script with its function.
  func insert(
    _ segment: ScriptSegment, at index: Int, _ actions: SegmentActions?, item: Int = 1
  ) {
    let place = min(max(0, index), numberOfSegments)
    insertSegment(withTitle: segment.title, at: place)
    if let image = segment.image { setImage(image, forSegmentAt: place) }
    if segment.hasAction { actions?.give(item: item, toSegment: place) }
  }
}
