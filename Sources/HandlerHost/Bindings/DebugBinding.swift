internal import ControlKit
internal import LuaRuntime

extension BindingTable {
  /// The functions of the module's table `debug`.
  static var debugFunctions: [MethodBinding] {
    [
      function(
        "handlers", "(): HandlerReport[]", "Lists the handlers that the script has registered.",
        kind: .debug
      ) { engine, arguments in
        give(engine.handlerReport(), arguments.call)
      },
      function(
        "leaks", "(): LeakReport[]",
        "Collects garbage, then lists the views, gestures and items that live outside of every shown "
          + "window, and what holds them.", kind: .debug
      ) { engine, arguments in
        give(engine.leakReport(), arguments.call)
      },
    ]
  }

  private static func give(_ reports: [HandlerReport], _ call: LuaCall) {
    call.giveTable {
      for report in reports {
        call.giveTable {
          give("object", report.object, call)
          give("class", report.className, call)
          give("id", report.id, call)
          give("events", report.events, call)
          give("label", report.label, call)
          give("source", report.source, call)
          call.key("enabled")
          call.give(report.isEnabled)
          call.key("timesFired")
          call.give(report.timesFired)
          give("lastError", report.lastError, call)
          call.key("waiting")
          call.give(report.waiting)
        }
      }
    }
  }

  private static func give(_ reports: [LeakReport], _ call: LuaCall) {
    call.giveTable {
      for report in reports {
        call.giveTable {
          give("object", report.object, call)
          give("class", report.className, call)
          give("id", report.id, call)
          give("handlers", report.handlers, call)
          give("holders", report.holders, call)
        }
      }
    }
  }

  private static func give(_ key: StaticString, _ text: String?, _ call: LuaCall) {
    guard let text else { return }
    call.key(key)
    call.give(text)
  }

  private static func give(_ key: StaticString, _ texts: [String], _ call: LuaCall) {
    call.key(key)
    call.giveTable { for text in texts { call.give(text) } }
  }
}

extension ScriptEngine {
  /// The message for a name that the module's table `debug` lacks.
  func unknownDebugMember(_ name: String, isWrite: Bool) -> String {
    if isWrite { return "the table ui.debug cannot be changed (writing '\(name)')" }
    let near = Suggestion.nearest(to: name, among: BindingTable.debugFunctions.map(\.name))
    return "the table ui.debug has no member '\(name)'"
      + (near.map { "; did you mean '\($0)'?" } ?? "")
  }
}
