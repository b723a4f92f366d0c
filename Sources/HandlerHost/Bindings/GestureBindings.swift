internal import ControlKit
internal import LuaRuntime

extension BindingTable {
  /// What every recognizer has.
  static var gestureRecognizer: ClassBinding {
    ClassBinding(
      "GestureRecognizer", GestureRecognizer.self, parent: nil,
      "Turns the touches in a view into an intent.", events: GestureEvents.named.map(\.name)
    ) { g in
      g.property("name", "A name for reports.", \.name) { $0.name = $1 }
      g.property("isEnabled", "Whether it follows touches.", \.isEnabled) { $0.isEnabled = $1 }
      g.property(
        "cancelsTouchesInView", "Whether being recognized cancels the view's touches.",
        \.cancelsTouchesInView
      ) { $0.cancelsTouchesInView = $1 }
      g.property(
        "delaysTouchesBegan", "Whether the view hears of touches only when it has failed.",
        \.delaysTouchesBegan
      ) { $0.delaysTouchesBegan = $1 }
      g.property(
        "delaysTouchesEnded", "Whether the view hears of their end only when it has failed.",
        \.delaysTouchesEnded
      ) { $0.delaysTouchesEnded = $1 }
      let states = GestureState.names.map { "\"\($0)\"" }.joined(separator: "|")
      g.property("state", states, "Where the gesture is.") {
        $1.give(GestureState.names[$0.state.rawValue])
      }
      g.property("numberOfTouches", "integer", "How many touches it follows.") {
        $1.give($0.numberOfTouches)
      }
      g.property("view", "View?", "The view it is on.") { $1.give(object: $0.view) }
      declareGestureEvents(&g)
      g.method(
        "location", "(view: View?): Point",
        "Where the gesture is, in a view's coordinates; without one, in those of its own view."
      ) { gesture, _, arguments throws(LuaRefusal) in
        let view = try arguments[1].viewOrDefault(gesture.view)
        arguments.call.give(gesture.location(in: view))
      }
      g.method(
        "requireToFail", "(other: GestureRecognizer)",
        "Lets it be recognized only after another one has failed."
      ) { gesture, _, arguments throws(LuaRefusal) in
        let other = try arguments[1].object(GestureRecognizer.self)
        if let problem = gesture.problem(requiringFailureOf: other) { throw LuaRefusal(problem) }
        gesture.require(toFail: other)
      }
      g.method(
        "recognizeSimultaneously", "(other: GestureRecognizer)",
        "Lets both be recognized at once."
      ) { gesture, engine, arguments throws(LuaRefusal) in
        gesture.answers(engine).add(try arguments[1].object(GestureRecognizer.self))
      }
      for question in GestureQuestion.allCases {
        g.functionProperty(question.rawValue, question.doc) { gesture, engine, value in
          gesture.answers(engine).set(question, value.call.slot)
        }
      }
    }
  }

  private static func declareGestureEvents(_ g: inout MemberBuilder<GestureRecognizer>) {
    g.method(
      "on", "(event: GestureEvent|GestureEvent[], fn: Handler, options: HandlerOptions?): Token",
      "Runs a function when the gesture reaches a state.", kind: .addingMethod, storing: .second
    ) { gesture, engine, arguments throws(LuaRefusal) in
      try register(gesture, engine, arguments, once: false)
    }
    g.method(
      "once", "(event: GestureEvent|GestureEvent[], fn: Handler, options: HandlerOptions?): Token",
      "Runs a function the next time the gesture reaches a state.", storing: .second
    ) { gesture, engine, arguments throws(LuaRefusal) in
      try register(gesture, engine, arguments, once: true)
    }
    g.method(
      "off", "(what: Token|GestureEvent|nil, fn: Handler?)",
      "Removes a handler, a state's handlers, or all that the script registered.",
      kind: .removingMethod
    ) { gesture, engine, arguments throws(LuaRefusal) in
      try unregister(gesture, engine, arguments)
    }
    g.method("handlers", "(): HandlerInfo[]", "Lists what is registered.") {
      gesture, engine, arguments in
      list(gesture, engine, arguments.call)
    }
    g.waitingMethod(
      "wait", "(event: GestureEvent|GestureEvent[]|nil, timeout: number?): EventObject?",
      "Suspends the calling handler until a state, or else until it is recognized or begins; "
        + "nil after the timeout."
    ) { gesture, engine, arguments throws(LuaRefusal) in
      let events =
        arguments[1].isMissing ? gesture.standardEvents : try arguments[1].events(of: gesture)
      try wait(for: events, of: gesture, engine, arguments)
    }
  }

  /// What views add for gestures.
  static func declareGestures(_ v: inout MemberBuilder<View>) {
    v.property("gestures", "GestureRecognizer[]", "The recognizers on the view.") { view, call in
      call.giveTable { for gesture in view.gestureRecognizers { call.give(object: gesture) } }
    }
    v.property(
      "transform", "Transform", "How the view is turned (in radians), scaled and moved."
    ) {
      $1.give($0.transform)
    } set: { view, value throws(LuaRefusal) in
      view.transform = try value.transform()
    }
    v.property("center", "Point", "The middle of the view in its superview.") {
      $1.give($0.center)
    } set: { view, value throws(LuaRefusal) in
      view.center = try value.point()
    }
    v.method(
      "addGesture", "(gesture: GestureRecognizer)",
      "Puts a gesture on the view, taking it from the one it was on, and makes the view take touches."
    ) { view, _, arguments throws(LuaRefusal) in
      view.addGestureRecognizer(try arguments[1].object(GestureRecognizer.self))
      view.isUserInteractionEnabled = true
    }
    v.method(
      "removeGesture", "(gesture: GestureRecognizer)",
      "Takes a gesture off the view. Twice is harmless."
    ) { view, _, arguments throws(LuaRefusal) in
      view.removeGestureRecognizer(try arguments[1].object(GestureRecognizer.self))
    }
  }

  // MARK: - The kinds

  /// The recognizers that a script can make.
  static var gestureKinds: [ClassBinding] {
    [tapGesture, longPressGesture, swipeGesture, pinchGesture, rotationGesture] + moreGestureKinds
  }

  private static var tapGesture: ClassBinding {
    ClassBinding(
      "TapGesture", TapGestureRecognizer.self, parent: ID.gestureRecognizer,
      "Recognizes taps.", events: ["recognized"], make: { TapGestureRecognizer() }
    ) { g in
      g.count("taps", "How many taps in a row.", \.numberOfTapsRequired)
      g.count("numberOfTapsRequired", "How many taps in a row.", \.numberOfTapsRequired)
      g.count("numberOfTouchesRequired", "How many fingers at once.", \.numberOfTouchesRequired)
    }
  }

  private static var longPressGesture: ClassBinding {
    ClassBinding(
      "LongPressGesture", LongPressGestureRecognizer.self, parent: ID.gestureRecognizer,
      "Recognizes a touch that stays down.", events: continuousEvents,
      make: { LongPressGestureRecognizer() }
    ) { g in
      g.property("minimumPressDuration", "number", "How long it must be down, in seconds.") {
        $1.give($0.minimumPressDuration ?? InteractionMetrics().longPressDuration)
      } set: { gesture, value throws(LuaRefusal) in
        gesture.minimumPressDuration = try value.amount()
      }
      g.property("allowableMovement", "number", "How far it may stray before, in points.") {
        $1.give($0.allowableMovement ?? InteractionMetrics().longPressSlop)
      } set: { gesture, value throws(LuaRefusal) in
        gesture.allowableMovement = try value.amount()
      }
      g.count("taps", "How many taps before it.", from: 0, \.numberOfTapsRequired)
      g.count("numberOfTapsRequired", "How many taps before it.", from: 0, \.numberOfTapsRequired)
      g.count("numberOfTouchesRequired", "How many fingers at once.", \.numberOfTouchesRequired)
    }
  }

  private static var swipeGesture: ClassBinding {
    ClassBinding(
      "SwipeGesture", SwipeGestureRecognizer.self, parent: ID.gestureRecognizer,
      "Recognizes a quick, straight stroke.", events: ["recognized"],
      make: { SwipeGestureRecognizer() }
    ) { g in
      g.property("direction", "SwipeDirection|SwipeDirection[]", "Where it goes.") {
        let direction = $0.direction
        $1.give(
          names: SwipeGestureRecognizer.Direction.named.filter {
            direction.contains($0.direction)
          }.map(\.name))
      } set: { gesture, value throws(LuaRefusal) in
        var chosen: SwipeGestureRecognizer.Direction = []
        let known = SwipeGestureRecognizer.Direction.named
        for name in try value.names(known.map(\.name)) {
          for entry in known where entry.name == name { chosen.formUnion(entry.direction) }
        }
        gesture.direction = chosen
      }
      g.count("numberOfTouchesRequired", "How many fingers at once.", \.numberOfTouchesRequired)
    }
  }

  private static var pinchGesture: ClassBinding {
    ClassBinding(
      "PinchGesture", PinchGestureRecognizer.self, parent: ID.gestureRecognizer,
      "Recognizes two fingers that move together or apart.", events: continuousEvents,
      make: { PinchGestureRecognizer() }
    ) { g in
      g.property("scale", "number", "The fingers' distance as a multiple of the first.") {
        $1.give($0.scale)
      } set: { gesture, value throws(LuaRefusal) in
        gesture.scale = try value.number()
      }
      g.property("velocity", "number", "How fast the scale changes, per second.") {
        $1.give($0.velocity)
      }
    }
  }

  private static var rotationGesture: ClassBinding {
    ClassBinding(
      "RotationGesture", RotationGestureRecognizer.self, parent: ID.gestureRecognizer,
      "Recognizes two fingers that turn around each other.", events: continuousEvents,
      make: { RotationGestureRecognizer() }
    ) { g in
      g.property("rotation", "number", "How far they turned, in radians, clockwise.") {
        $1.give($0.rotation)
      } set: { gesture, value throws(LuaRefusal) in
        gesture.rotation = try value.number()
      }
      g.property("velocity", "number", "How fast they turn, in radians per second.") {
        $1.give($0.velocity)
      }
    }
  }

  static let continuousEvents = ["began", "changed", "ended", "cancelled"]
}

extension MemberBuilder {
  /// A number of taps or touches.
  mutating func count(
    _ name: String, _ doc: String, from least: Int = 1,
    _ path: @autoclosure @escaping () -> ReferenceWritableKeyPath<Class, Int>
  ) {
    property(name, "integer", doc) {
      $1.give($0[keyPath: path()])
    } set: { object, value throws(LuaRefusal) in
      object[keyPath: path()] = try value.integer(in: least...100)
    }
  }
}
