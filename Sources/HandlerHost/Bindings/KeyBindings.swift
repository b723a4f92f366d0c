internal import ControlKit
internal import LuaRuntime

// Keys: commands of views, and the buttons that Return and Escape press.
extension BindingTable {
  static func declareKeys(_ v: inout MemberBuilder<View>) {
    v.method(
      "onKey", "(key: string, fn: function?)",
      "Runs a function for a key such as 'ctrl-s' pressed in the view; nil takes it away.",
      storing: .second
    ) { view, engine, arguments throws(LuaRefusal) in
      let name = try arguments[1].string()
      guard let press = KeyPress(name: name) else {
        let names = KeyPress.Named.allCases.map(\.rawValue)
        let near = Suggestion.nearest(to: name, among: names)
        throw arguments[1].refusal(
          "unknown key '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? ""))
      }
      if !arguments[2].isMissing { try arguments[2].function() }
      view.setKeyHandler(arguments.call.slot, for: press, engine)
    }
  }

  static func declareButtons(_ w: inout MemberBuilder<Window>) {
    w.property("defaultButton", "Control?", "The button that Return presses.") {
      $1.give(object: $0.defaultButton)
    } set: { window, value throws(LuaRefusal) in
      window.defaultButton = value.isMissing ? nil : try value.object(Control.self)
    }
    w.property("cancelButton", "Control?", "The button that Escape presses.") {
      $1.give(object: $0.cancelButton)
    } set: { window, value throws(LuaRefusal) in
      window.cancelButton = value.isMissing ? nil : try value.object(Control.self)
    }
  }
}

/// The key commands that a script has put on a view.
private final class ScriptKeys {
  let engine: ScriptEngine
  var commands: [KeyPress: (command: KeyCommand, slot: LuaSlot)] = [:]

  init(_ engine: ScriptEngine) {
    self.engine = engine
  }
}

extension View {
  private static let keysKey = AssociatedKey<ScriptKeys>("HandlerHost.keys")

  private func scriptKeys(of engine: ScriptEngine) -> ScriptKeys {
    if let known = associated(View.keysKey), known.engine === engine { return known }
    dropScriptKeys()
    let keys = ScriptKeys(engine)
    setAssociated(keys, for: View.keysKey)
    return keys
  }

  private func dropScriptKeys() {
    guard let keys = associated(View.keysKey) else { return }
    for entry in keys.commands.values { removeKeyCommand(entry.command) }
    setAssociated(nil, for: View.keysKey)
  }

  fileprivate func forgetViewScript(of engine: ScriptEngine) {
    (self as? Window)?.forgetCloseHandler(of: engine)
    (self as? SegmentedControl)?.removeSegmentHandlers {
      ($0 as? any ScriptedHandler)?.host === engine
    }
    if scriptAnswers?.engine === engine { scriptAnswers = nil }
    if associated(View.keysKey)?.engine === engine { dropScriptKeys() }
  }

  fileprivate func setKeyHandler(_ slot: LuaSlot?, for press: KeyPress, _ engine: ScriptEngine) {
    let keys = scriptKeys(of: engine)
    if let old = keys.commands.removeValue(forKey: press) {
      removeKeyCommand(old.command)
      engine.state.clear(old.slot, of: LuaObject(self))
    }
    guard let slot else { return }
    let command = KeyCommand(input: press.key, modifierFlags: press.modifiers) {
      [weak self, engine] in
      guard let self else { return }
      engine.run(
        slot, of: self, event: "key \(press.name)", handler: "the function given to onKey")
    }
    keys.commands[press] = (command, slot)
    addKeyCommand(command)
  }
}

extension KitObject {
  /// Takes away what a script that ends has put here besides handlers: answers, keys, what segments
  /// do. Each of these would keep the ended script in memory as long as the object.
  func forgetScript(of engine: ScriptEngine) {
    switch self {
    case let view as View: view.forgetViewScript(of: engine)
    case let gesture as GestureRecognizer: gesture.forgetAnswers(of: engine)
    case let item as BarButtonItem:
      if (item.onTapToken?.handler as? any ScriptedHandler)?.host === engine {
        item.onTapToken = nil
      }
    default: break
    }
  }
}

extension ScriptEngine {
  /// Runs a function that a view keeps and no handler table knows; it may wait. Failures are
  /// reported.
  func run(_ slot: LuaSlot, of view: View, event: String, handler: String) {
    let place = HandlerPlace(sender: view.debugName, event: event, handler: handler)
    switch state.run(LuaObject(view), slot) {
    case .failed(let failure): report(failure, at: place)
    case .waiting(let task): waiters.waiter(of: task)?.place = place
    case .done, .gone: break
    }
  }
}
