internal import ControlKit

extension ScriptEngine {
  /// Something that waits: a callback such as a timer, or a handler.
  enum Begun {
    case callback(ObjectIdentifier)
    case waiter(UInt64)
  }

  /// What has begun last to wait, if it still does: for a run that does not end, what goes on.
  var lastTimerName: String? {
    switch lastBegun {
    case .callback(let identity): callback(identity)?.reportName
    case .waiter(let serial):
      waiters.inOrder.first { $0.serial == serial }?.place.map { "a wait of \($0.reportName)" }
    case nil: nil
    }
  }
}

extension HandlerPlace {
  /// Such as `the handler 'save' from form.lua:9 on Button 'ok'`.
  fileprivate var reportName: String {
    let name = handler.hasPrefix("the ") || handler.hasPrefix("a ") ? handler : "the " + handler
    return sender.map { "\(name) on \($0)" } ?? name
  }
}

extension ScriptTimer: OwnEventSource {
  var application: Application? { engine.application }

  /// Such as `timer from clock.lua:3`.
  func ownEventName(_ event: UInt32) -> String {
    String(reportName.trimmingPrefix("a "))
  }
}
