internal import ControlKit
internal import LuaRuntime

extension LuaCall {
  /// Gives a rectangle as a table.
  func give(_ rect: Rect) {
    giveTable {
      key("x")
      give(rect.minX)
      key("y")
      give(rect.minY)
      key("width")
      give(rect.width)
      key("height")
      give(rect.height)
    }
  }

  func give(_ insets: EdgeInsets) {
    giveTable {
      key("top")
      give(insets.top)
      key("left")
      give(insets.left)
      key("bottom")
      give(insets.bottom)
      key("right")
      give(insets.right)
    }
  }

  func give(_ font: Font) {
    giveTable {
      key("size")
      give(font.size)
      key("weight")
      give(font.weight.rawValue)
      key("monospaced")
      give(font.isMonospaced)
    }
  }

  /// Gives an object as a script sees it, or nil.
  func give(object: KitObject?) {
    guard let object else { return giveNil() }
    give((object as? View)?.scriptObject ?? object)
  }
}

extension BindingTable {
  /// What every view has.
  static var view: ClassBinding {
    ClassBinding(
      "View", View.self, parent: nil, "A rectangle in a tree of views.", make: { View() }
    ) { v in
      declareProperties(&v)
      declareHierarchy(&v)
      declareGestures(&v)
      declareKeys(&v)
      v.method(
        "onTap", "(fn: function): Token", "Runs a function on each tap in the view.",
        storing: .first
      ) { view, engine, arguments throws(LuaRefusal) in
        try addGesture(TapGestureRecognizer(), .recognized, view, engine, arguments)
      }
      v.method(
        "onLongPress", "(fn: function): Token",
        "Runs a function when a touch has been down for half a second.", storing: .first
      ) { view, engine, arguments throws(LuaRefusal) in
        try addGesture(LongPressGestureRecognizer(), .began, view, engine, arguments)
      }
    }
  }

  private static func declareProperties(_ v: inout MemberBuilder<View>) {
    v.property("id", "A name by which ui.find and tests find the view.", \.id) { $0.id = $1 }
    v.property("tag", "integer", "A number by which code finds the view.") {
      $1.give($0.tag)
    } set: { view, value throws(LuaRefusal) in
      view.tag = try value.integer()
    }
    v.property("frame", "Rect", "The place in the superview, in points.") {
      $1.give($0.frame)
    } set: { view, value throws(LuaRefusal) in
      view.frame = try value.rect()
    }
    v.property("bounds", "Rect", "The view's own coordinates, in points.") { $1.give($0.bounds) }
    v.property("isHidden", "Whether the view is left out.", \.isHidden) { $0.isHidden = $1 }
    v.property("alpha", "number", "How opaque the view is, 0 to 1.") {
      $1.give($0.alpha)
    } set: { view, value throws(LuaRefusal) in
      view.alpha = min(max(try value.number(), 0), 1)
    }
    v.property("backgroundColor", "What fills the view.", \.backgroundColor) {
      $0.backgroundColor = $1
    }
    v.property("tintColor", "The accent colour here and below.", \.tintColor) { $0.tintColor = $1 }
    v.property("clipsToBounds", "Whether subviews are cut at the edges.", \.clipsToBounds) {
      $0.clipsToBounds = $1
    }
    v.property(
      "isUserInteractionEnabled", "Whether the view can be touched.", \.isUserInteractionEnabled
    ) { $0.isUserInteractionEnabled = $1 }
    v.property(
      "isMultipleTouchEnabled", "Whether it hears of a second touch.", \.isMultipleTouchEnabled
    ) { $0.isMultipleTouchEnabled = $1 }
    v.property("isExclusiveTouch", "Whether it is touched only alone.", \.isExclusiveTouch) {
      $0.isExclusiveTouch = $1
    }
    v.property("accessibilityLabel", "What the view is, in words.", \.accessibilityLabel) {
      $0.accessibilityLabel = $1
    }
    v.property("isFirstResponder", "boolean", "Whether it receives the keys.") {
      $1.give($0.isFirstResponder)
    }
    v.property("superview", "View?", "The view it is in.") { $1.give(object: $0.superview) }
    v.property("window", "Window?", "The window it is in.") { $1.give(object: $0.window) }
    v.property("subviews", "View[]", "The views in it, back to front.") { view, call in
      call.giveTable { for subview in view.subviews { call.give(object: subview) } }
    }
  }

  private static func declareHierarchy(_ v: inout MemberBuilder<View>) {
    v.method("addSubview", "(view: View)", "Puts a view in front of the others.") {
      view, engine, arguments throws(LuaRefusal) in
      try engine.addSubview(try arguments[1].object(View.self), to: view)
    }
    v.method("insertSubview", "(view: View, index: integer)", "Puts a view at a place, from 1.") {
      view, engine, arguments throws(LuaRefusal) in
      let index = try arguments[2].integer() - 1
      try engine.addSubview(try arguments[1].object(View.self), to: view, at: index)
    }
    v.method("removeFromSuperview", "()", "Takes the view out of its superview.") { view, _, _ in
      view.removeFromSuperview()
    }
    v.method("find", "(id: string): View?", "The view with an id in here, or nil.") {
      view, _, arguments throws(LuaRefusal) in
      arguments.call.give(object: view.view(withID: try arguments[1].string()))
    }
    v.method("viewWithTag", "(tag: integer): View?", "The view with a tag in here, or nil.") {
      view, _, arguments throws(LuaRefusal) in
      arguments.call.give(object: view.viewWithTag(try arguments[1].integer()))
    }
    v.method("becomeFirstResponder", "(): boolean", "Makes the keys come here.") {
      $2.call.give($0.becomeFirstResponder())
    }
    v.method("resignFirstResponder", "(): boolean", "Makes the keys go elsewhere.") {
      $2.call.give($0.resignFirstResponder())
    }
  }

  private static func addGesture(
    _ recognizer: GestureRecognizer, _ events: GestureEvents, _ view: View,
    _ engine: ScriptEngine, _ arguments: Arguments
  ) throws(LuaRefusal) {
    try arguments[1].function()
    guard let slot = arguments.call.slot else { return }
    let parameters = arguments.call.parameterCount(1)
    let handler = LuaHandler(
      engine, view: view, recognizer: recognizer, slot: slot,
      wantsEvent: parameters.map { $0 > 1 } ?? true)
    var options = HandlerOptions()
    options.source = arguments.call.location.map { SourceLocation(file: $0.file, line: $0.line) }
    arguments.call.give(
      token: view.addOneLiner(recognizer, for: events, handler: handler, options: options))
  }

  /// What stacks add.
  static var stack: ClassBinding {
    ClassBinding(
      "StackView", StackView.self, parent: ID.view, "Views in a row or column.",
      make: { StackView() }
    ) { s in
      s.property("axis", "The direction.", \.axis) { $0.axis = $1 }
      s.property("spacing", "number", "The room between views, in points.") {
        $1.give($0.spacing)
      } set: { stack, value throws(LuaRefusal) in
        stack.spacing = try value.amount()
      }
      s.property("margins", "number|Insets", "The room around all views, in points.") {
        $1.give($0.margins)
      } set: { stack, value throws(LuaRefusal) in
        stack.margins = try value.insets()
      }
      s.property("alignment", "Where views sit across the axis.", \.alignment) { $0.alignment = $1 }
      s.property("distribution", "How the room along the axis is shared.", \.distribution) {
        $0.distribution = $1
      }
    }
  }

  /// What windows add.
  static var window: ClassBinding {
    ClassBinding(
      "Window", Window.self, parent: ID.view, "The root of a tree of views.",
      make: { Window() }
    ) { w in
      w.property("title", "The text in the title bar.", \.title) { $0.title = $1 }
      w.property("width", "number", "The width in points; by default the screen's.") {
        $1.give($0.frame.width)
      } set: { window, value throws(LuaRefusal) in
        if value.isMissing { return window.preferredSize = nil }
        let width = try value.amount()
        window.preferredSize = Size(
          width: width, height: window.preferredSize?.height ?? window.frame.height)
      }
      w.property("height", "number", "The height in points; by default the screen's.") {
        $1.give($0.frame.height)
      } set: { window, value throws(LuaRefusal) in
        if value.isMissing { return window.preferredSize = nil }
        let height = try value.amount()
        window.preferredSize = Size(
          width: window.preferredSize?.width ?? window.frame.width, height: height)
      }
      declareButtons(&w)
      w.property("isShown", "boolean", "Whether the window is shown.") { $1.give($0.isShown) }
      w.method("show", "()", "Shows the window in front of the others.") {
        window, engine, _ throws(LuaRefusal) in
        guard let application = engine.application else {
          throw LuaRefusal("the application has ended")
        }
        application.show(window)
      }
      w.method("close", "()", "Closes the window. Twice is harmless.") { window, engine, _ in
        engine.application?.close(window)
      }
      w.functionProperty("onClose", "Runs after the window was closed.") {
        window, engine, value throws(LuaRefusal) in
        setCloseHandler(value.call.slot, of: window, engine)
      }
    }
  }

  private static func setCloseHandler(
    _ slot: LuaSlot?, of window: Window, _ engine: ScriptEngine
  ) {
    if let old = window.closeHandler, old.engine === engine {
      engine.state.clear(old.slot, of: LuaObject(window))
    }
    window.closeHandler = slot.map { ScriptCloseHandler(engine, $0) }
    guard let slot else { return window.onClose = nil }
    window.onClose = { [unowned window] in
      let place = HandlerPlace(
        sender: window.debugName, event: "onClose", handler: "the function given to onClose")
      switch engine.state.run(LuaObject(window), slot) {
      case .failed(let failure): engine.report(failure, at: place)
      case .waiting(let task): engine.waiters.waiter(of: task)?.place = place
      case .done, .gone: break
      }
    }
  }
}

/// Whose function runs after a window was closed, and where it is kept.
final class ScriptCloseHandler {
  let engine: ScriptEngine
  let slot: LuaSlot

  init(_ engine: ScriptEngine, _ slot: LuaSlot) {
    self.engine = engine
    self.slot = slot
  }
}

extension Window {
  private static let closeHandlerKey = AssociatedKey<ScriptCloseHandler>("HandlerHost.onClose")

  fileprivate var closeHandler: ScriptCloseHandler? {
    get { associated(Window.closeHandlerKey) }
    set { setAssociated(newValue, for: Window.closeHandlerKey) }
  }

  /// Takes away the function of a script that ends.
  func forgetCloseHandler(of engine: ScriptEngine) {
    guard closeHandler?.engine === engine else { return }
    closeHandler = nil
    onClose = nil
  }
}
