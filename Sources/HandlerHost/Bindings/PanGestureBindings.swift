internal import ControlKit
internal import LuaRuntime

extension BindingTable {
  /// The recognizers that drag and hover.
  static var moreGestureKinds: [ClassBinding] { [edgePanGesture, hoverGesture] }

  static var panGesture: ClassBinding {
    ClassBinding(
      "PanGesture", PanGestureRecognizer.self, parent: ID.gestureRecognizer,
      "Recognizes fingers that drag.", events: continuousEvents,
      make: { PanGestureRecognizer() }
    ) { g in
      g.count("minimumNumberOfTouches", "How many fingers at least.", \.minimumNumberOfTouches)
      g.property("maximumNumberOfTouches", "integer?", "How many fingers at most; nil for any.") {
        if $0.maximumNumberOfTouches == Int.max {
          $1.giveNil()
        } else {
          $1.give($0.maximumNumberOfTouches)
        }
      } set: { gesture, value throws(LuaRefusal) in
        gesture.maximumNumberOfTouches =
          value.isMissing ? Int.max : try value.integer(in: 1...100)
      }
      g.method(
        "translation", "(view: View?): Point",
        "How far the fingers went, in a view's coordinates; without one, in those of the superview."
      ) { gesture, _, arguments throws(LuaRefusal) in
        let view = try arguments[1].viewOrDefault(gesture.view?.superview ?? gesture.view)
        arguments.call.give(gesture.translation(in: view))
      }
      g.method(
        "setTranslation", "(translation: Point, view: View?)",
        "Sets the translation from which further moves count."
      ) { gesture, _, arguments throws(LuaRefusal) in
        let view = try arguments[2].viewOrDefault(gesture.view?.superview ?? gesture.view)
        gesture.setTranslation(try arguments[1].point(), in: view)
      }
      g.method(
        "velocity", "(view: View?): Point", "How fast the fingers move, in points per second."
      ) { gesture, _, arguments throws(LuaRefusal) in
        let view = try arguments[1].viewOrDefault(gesture.view?.superview ?? gesture.view)
        arguments.call.give(gesture.velocity(in: view))
      }
    }
  }

  static let edges: [(name: String, edge: RectEdge)] = [
    ("top", .top), ("left", .left), ("bottom", .bottom), ("right", .right), ("all", .all),
  ]

  private static var edgePanGesture: ClassBinding {
    ClassBinding(
      "EdgePanGesture", ScreenEdgePanGestureRecognizer.self, parent: ID.panGesture,
      "Recognizes a pan that begins at an edge of the window.", events: continuousEvents,
      make: { ScreenEdgePanGestureRecognizer() }
    ) { g in
      g.property("edges", "Edge|Edge[]", "At which edges it begins.") {
        let edges = $0.edges
        $1.give(names: BindingTable.edges.dropLast().filter { edges.contains($0.edge) }.map(\.name))
      } set: { gesture, value throws(LuaRefusal) in
        var chosen: RectEdge = []
        for name in try value.names(BindingTable.edges.map(\.name)) {
          for entry in BindingTable.edges where entry.name == name { chosen.formUnion(entry.edge) }
        }
        gesture.edges = chosen
      }
    }
  }

  private static var hoverGesture: ClassBinding {
    ClassBinding(
      "HoverGesture", HoverGestureRecognizer.self, parent: ID.gestureRecognizer,
      "Follows the pointer while it is over the view and not pressed.", events: continuousEvents,
      make: { HoverGestureRecognizer() }
    ) { (_: inout MemberBuilder<HoverGestureRecognizer>) in
    }
  }
}

// MARK: - Values

extension GestureState {
  /// The names a script sees, by value.
  static let names = ["possible", "began", "changed", "ended", "cancelled", "failed"]
}

extension LuaCall {
  func give(_ point: Point) {
    giveTable {
      key("x")
      give(point.x)
      key("y")
      give(point.y)
    }
  }

  func give(_ transform: AffineTransform) {
    giveTable {
      key("rotation")
      give(transform.rotation)
      key("scale")
      give(transform.scale)
      key("x")
      give(transform.tx)
      key("y")
      give(transform.ty)
    }
  }

  /// Gives one name as text, several as a table.
  func give(names: [String]) {
    if names.count == 1 { return give(names[0]) }
    giveTable { for name in names { give(name) } }
  }
}

extension Argument {
  /// A view, or another one when it is left out.
  func viewOrDefault(_ view: View?) throws(LuaRefusal) -> View? {
    isMissing ? view : try object(View.self)
  }

  func point() throws(LuaRefusal) -> Point {
    try requireFields([.x, .y])
    return Point(x: try field(.x, Argument.numberOrZero), y: try field(.y, Argument.numberOrZero))
  }

  /// A turn, a scale and a move, all of which may be left out; nil is none of them.
  func transform() throws(LuaRefusal) -> AffineTransform {
    if isMissing { return .identity }
    try requireFields([.rotation, .scale, .x, .y])
    let scale = try field(.scale) { a throws(LuaRefusal) in a.isMissing ? 1 : try a.number() }
    return AffineTransform(
      rotation: try field(.rotation, Argument.numberOrZero), scale: scale,
      x: try field(.x, Argument.numberOrZero), y: try field(.y, Argument.numberOrZero))
  }

  private static func numberOrZero(_ argument: Argument) throws(LuaRefusal) -> Double {
    argument.isMissing ? 0 : try argument.number()
  }

  /// One of several names, or a table of them.
  func names(_ known: [String]) throws(LuaRefusal) -> [String] {
    guard call.kind(index) == .table else { return [try name(known)] }
    var names: [String] = []
    for number in 0..<call.length(index) {
      names.append(
        try call.item(number + 1, of: index) { (pushed: Int) throws(LuaRefusal) -> String in
          try Argument(call: call, index: pushed, place: place).name(known)
        })
    }
    guard !names.isEmpty else { throw refusal("the list is empty") }
    return names
  }

  private func name(_ known: [String]) throws(LuaRefusal) -> String {
    guard call.kind(index) == .string, let text = call.string(index) else {
      throw refusal(expected: known.map { "'\($0)'" }.joined(separator: " or "))
    }
    if known.contains(text) { return text }
    let near = Suggestion.nearest(to: text, among: known)
    throw refusal(
      "'\(text)' is unknown; "
        + (near.map { "did you mean '\($0)'?" } ?? "it must be \(known.joined(separator: ", "))"))
  }
}
