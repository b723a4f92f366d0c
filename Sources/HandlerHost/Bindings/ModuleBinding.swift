internal import ControlKit
internal import LuaRuntime

extension BindingTable {
  /// The functions of the module `ui`.
  static var module: ClassBinding {
    ClassBinding(
      name: "ui", parent: nil, doc: "The user interface.", isInstance: { _ in false }, make: nil,
      events: [], members: { ([], functions) })
  }

  static func function(
    _ name: String, _ signature: String, _ doc: String, kind: LuaMember.Kind = .method,
    storing: LuaMember.Storing = .none,
    _ call: @escaping (ScriptEngine, Arguments) throws(LuaRefusal) -> Void
  ) -> MethodBinding {
    MethodBinding(
      name: name, signature: signature, doc: doc, kind: kind, storing: storing,
      call: { _, engine, arguments throws(LuaRefusal) in
        try call(engine, arguments)
        return kind == .waitingMethod ? .waits : .returns
      })
  }

  /// A property that scripts can only read.
  private static func property(
    _ name: String, _ type: String, _ doc: String,
    _ read: @escaping (ScriptEngine, LuaCall) throws(LuaRefusal) -> Void
  ) -> MethodBinding {
    function(name, ": " + type, doc, kind: .property) { engine, arguments throws(LuaRefusal) in
      guard arguments.count == 0 else { throw LuaRefusal("'ui.\(name)' can only be read") }
      try read(engine, arguments.call)
    }
  }

  private static var functions: [MethodBinding] {
    [
      property(
        "clipboard", "Clipboard", "Where text controls put what is cut or copied, and paste from."
      ) { engine, call throws(LuaRefusal) in
        guard let application = engine.application else {
          throw LuaRefusal("the application has ended")
        }
        call.give(application.clipboard)
      },
      property(
        "theme", typeName(of: UserInterfaceStyle.self),
        "Whether dark text is on light ground, or light text on dark ground."
      ) { engine, call in
        call.give((engine.application?.userInterfaceStyle ?? .light).rawValue)
      },
      function(
        "onThemeChange", "(fn: fun(theme: string)): Observer",
        "Runs a function whenever the theme has changed. Semantic colours follow by themselves.",
        storing: .first
      ) { engine, arguments throws(LuaRefusal) in
        try arguments[1].function()
        guard let slot = arguments.call.slot, let application = engine.application else {
          throw LuaRefusal("the application has ended")
        }
        let observer = ScriptThemeObserver(engine, slot: slot, source: source(of: arguments))
        observer.start(in: application)
        arguments.call.give(observer)
      },
      function(
        "defineEvent", "(name: string): Event",
        "Names one of the four events that are the application's own; the same name again is the "
          + "same event."
      ) { engine, arguments throws(LuaRefusal) in
        let name = try arguments[1].string()
        guard let application = engine.application else {
          throw LuaRefusal("the application has ended")
        }
        do throws(EventNameError) {
          try application.defineEvent(name)
        } catch {
          throw arguments[1].refusal(error.description)
        }
        arguments.call.give(name)
      },
      function("find", "(id: string): View?", "The view with an id, or nil.") {
        engine, arguments throws(LuaRefusal) in
        if let found = engine.find(try arguments[1].string()) {
          arguments.call.give(found)
        } else {
          arguments.call.giveNil()
        }
      },
      function("now", "(): number", "Seconds of the application's clock.") { engine, arguments in
        arguments.call.give(engine.application?.scheduler.now ?? 0)
      },
      function(
        "after", "(seconds: number, fn: function): Timer", "Runs a function once.",
        storing: .second
      ) { engine, arguments throws(LuaRefusal) in
        try startTimer(engine, arguments, repeating: false)
      },
      function(
        "every", "(seconds: number, fn: function): Timer", "Runs a function again and again.",
        storing: .second
      ) { engine, arguments throws(LuaRefusal) in
        try startTimer(engine, arguments, repeating: true)
      },
      function(
        "sleep", "(seconds: number)", "Suspends the calling handler.", kind: .waitingMethod
      ) { engine, arguments throws(LuaRefusal) in
        let seconds = try arguments[1].amount()
        guard let task = arguments.call.task, let slot = arguments.call.slot,
          let scheduler = engine.application?.scheduler
        else { throw LuaRefusal("the application has ended") }
        if engine.isClosed { throw LuaRefusal(ScriptEngine.closedMessage) }
        Waiter(engine, task: task, rootSlot: slot).wake(after: seconds, by: scheduler)
      },
      function(
        "waitAny", "(list: WaitList): integer?, EventObject?",
        "Suspends the calling handler until the first of several events; gives its number in the "
          + "list and the event, or nil after the timeout.", kind: .waitingMethod
      ) { engine, arguments throws(LuaRefusal) in
        try wait(.any, engine, arguments)
      },
      function(
        "waitAll", "(list: WaitList): EventObject[]?, table<integer, EventObject>?",
        "Suspends the calling handler until each of several events has come; gives the events by "
          + "their number in the list, or after the timeout nil and those that came.",
        kind: .waitingMethod
      ) { engine, arguments throws(LuaRefusal) in
        try wait(.all, engine, arguments)
      },
      function(
        "explain",
        "(what: Control|GestureRecognizer, event: Event|GestureEvent|nil, point: Point?)"
          + ": string, boolean",
        "Says why a tap on a control, or a gesture, at a point of its view would or would not reach "
          + "a handler."
      ) { engine, arguments throws(LuaRefusal) in
        let point = arguments[3].isMissing ? nil : try arguments[3].point()
        if let gesture = arguments.call.object(1) as? GestureRecognizer {
          let events =
            arguments[2].isMissing
            ? nil : GestureEvents(rawValue: try arguments[2].events(of: gesture))
          let explanation = gesture.explain(events, at: point)
          arguments.call.give(explanation.description)
          return arguments.call.give(explanation.reaches)
        }
        let control = try arguments[1].object(Control.self)
        let events =
          arguments[2].isMissing
          ? control.primaryActionEvent
          : ControlEvents(rawValue: try arguments[2].events(of: control, engine))
        let explanation = control.explain(events, at: point)
        arguments.call.give(explanation.description)
        arguments.call.give(explanation.reaches)
      },
      function("group", "(): Group", "A group of handlers that are removed together.") {
        _, arguments in
        arguments.call.give(HandlerGroup())
      },
      function("quit", "(code: integer?)", "Ends the program.") {
        engine, arguments throws(LuaRefusal) in
        let code = arguments[1].isMissing ? 0 : try arguments[1].integer(in: 0...255)
        engine.quit(Int32(code))
      },
      function(
        "onError", "(fn: fun(message: string)?)", "Runs a function with every error report.",
        storing: .first
      ) { engine, arguments throws(LuaRefusal) in
        if !arguments[1].isMissing { try arguments[1].function() }
        engine.setErrorHandler(arguments.call.slot)
      },
      function("Image", "(name: string, label: string?): Image", "A symbol or a picture file.") {
        _, arguments throws(LuaRefusal) in
        arguments.call.give(
          ScriptImage(
            Image(
              try arguments[1].string(), accessibilityLabel: try arguments[2].optionalString())))
      },
    ]
  }

  private static func startTimer(
    _ engine: ScriptEngine, _ arguments: Arguments, repeating: Bool
  ) throws(LuaRefusal) {
    let seconds = try arguments[1].amount()
    try arguments[2].function()
    guard let slot = arguments.call.slot, let scheduler = engine.application?.scheduler else {
      throw LuaRefusal("the application has ended")
    }
    let timer = ScriptTimer(engine, slot: slot, source: source(of: arguments))
    timer.start(after: seconds, repeating: repeating, by: scheduler)
    arguments.call.give(timer)
  }

  private static func source(of arguments: Arguments) -> String {
    arguments.call.location.map { "\($0.file):\($0.line)" } ?? "?"
  }

  /// What `ui.after` and `ui.every` return.
  static var timer: ClassBinding {
    ClassBinding("Timer", ScriptTimer.self, parent: nil, "A timer that a script set.") { t in
      declareCallback(&t)
    }
  }

  /// What `ui.onThemeChange` returns.
  static var observer: ClassBinding {
    ClassBinding(
      "Observer", ScriptThemeObserver.self, parent: nil, "A function that runs at every change."
    ) { o in
      declareCallback(&o)
    }
  }

  private static func declareCallback<Callback: ScriptCallback>(
    _ c: inout MemberBuilder<Callback>
  ) {
    c.property("isAlive", "boolean", "Whether it will still run.") { $1.give($0.isAlive) }
    c.property("isEnabled", "boolean", "Whether it runs when it is due.") { $1.give($0.isEnabled) }
    c.method("remove", "()", "Stops it. Twice is harmless.") { callback, _, _ in callback.stop() }
    c.method("enable", "()", "Lets it run again.") { callback, _, _ in callback.isEnabled = true }
    c.method("disable", "()", "Skips its runs until it is enabled.") { callback, _, _ in
      callback.isEnabled = false
    }
  }

  /// What `ui.clipboard` is.
  static var clipboard: ClassBinding {
    ClassBinding(
      "Clipboard", Clipboard.self, parent: nil, "Where cut and copied text is, in this program."
    ) { c in
      c.property("text", "The text; nil while there is none.", \.string) { $0.string = $1 }
    }
  }

  /// What `on` returns.
  static var token: ClassBinding {
    ClassBinding("Token", RemovableTarget.self, parent: nil, "A registered handler.") { t in
      t.property("isAlive", "boolean", "Whether it is still registered.") { $1.give($0.isAlive) }
      t.property("isEnabled", "boolean", "Whether it runs.") { $1.give($0.isEnabled) }
      t.property("timesFired", "integer", "How often it ran.") { $1.give($0.timesFired) }
      t.property("label", "string?", "Its name.") { token, call in
        if let label = token.label { call.give(label) } else { call.giveNil() }
      }
      t.method("enable", "()", "Lets it run again.") { token, _, _ in token.enable() }
      t.method("disable", "()", "Stops it from running.") { token, _, _ in token.disable() }
      t.method("remove", "()", "Ends the registration. Twice is harmless.") { token, _, _ in
        token.remove()
      }
    }
  }

  /// What `ui.group` returns.
  static var group: ClassBinding {
    ClassBinding("Group", HandlerGroup.self, parent: nil, "Handlers removed together.") { g in
      g.property("count", "integer", "How many of its handlers are registered.") {
        $1.give($0.count)
      }
      g.property("isEnded", "boolean", "Whether it was removed.") { $1.give($0.isEnded) }
      g.method("remove", "()", "Removes all its handlers. Twice is harmless.") { group, _, _ in
        group.remove()
      }
    }
  }

  /// What `ui.Image` returns.
  static var image: ClassBinding {
    ClassBinding("Image", ScriptImage.self, parent: nil, "A picture.") { i in
      i.property("name", "string", "The symbol's name or the file.") { $1.give($0.image.name) }
      i.property("accessibilityLabel", "string", "What the picture says.") {
        $1.give($0.image.accessibilityLabel)
      }
    }
  }
}
