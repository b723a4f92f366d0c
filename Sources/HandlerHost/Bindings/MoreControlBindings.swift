internal import ControlKit
internal import LuaRuntime

// Controls of several parts, and pictures. Segments count from 0, as pages do.
extension BindingTable {
  static var stepper: ClassBinding {
    ClassBinding(
      "Stepper", Stepper.self, parent: ID.control, "Changes a number by a step.",
      make: { Stepper() }
    ) { s in
      // The order is that of setting in a constructor: the range before the value.
      s.property("minimumValue", "The least value.", \.minimumValue) { $0.minimumValue = $1 }
      s.property("maximumValue", "The greatest value.", \.maximumValue) { $0.maximumValue = $1 }
      s.property("stepValue", "number", "How far one step goes.") {
        $1.give($0.stepValue)
      } set: { stepper, value throws(LuaRefusal) in
        let step = try value.number()
        guard step > 0 else { throw value.refusal("a number above 0 expected, got \(step)") }
        stepper.stepValue = step
      }
      s.property("value", "The value, pinned into the range.", \.value) { $0.value = $1 }
      s.property("autorepeat", "Whether a press that is held goes on stepping.", \.autorepeat) {
        $0.autorepeat = $1
      }
      s.property("wraps", "Whether a step beyond one end goes to the other.", \.wraps) {
        $0.wraps = $1
      }
      s.property("isContinuous", "Whether each step sends valueChanged.", \.isContinuous) {
        $0.isContinuous = $1
      }
    }
  }

  static var imageView: ClassBinding {
    ClassBinding(
      "ImageView", ImageView.self, parent: ID.view, "Shows a picture.", make: { ImageView() }
    ) { v in
      v.property("image", "Image|string?", "The picture.") {
        $1.give(object: $0.image.map(ScriptImage.init))
      } set: { view, value throws(LuaRefusal) in
        view.image = try value.image()
      }
      v.property("contentMode", "Where the picture goes.", \.contentMode) { $0.contentMode = $1 }
    }
  }

  static var scrollView: ClassBinding {
    ClassBinding(
      "ScrollView", ScrollView.self, parent: ID.view, "Shows a part of larger views.",
      make: { ScrollView() }
    ) { s in
      s.property("contentSize", "Size", "The size of what is shown; by itself, what fits.") {
        $1.give($0.contentSize)
      } set: { view, value throws(LuaRefusal) in
        view.contentSize = try value.size()
      }
      s.property("contentInset", "number|Insets", "Room around the content.") {
        $1.give($0.contentInset)
      } set: { view, value throws(LuaRefusal) in
        view.contentInset = try value.insets()
      }
      s.property("contentOffset", "Point", "The point in the top left corner.") {
        $1.give($0.contentOffset)
      } set: { view, value throws(LuaRefusal) in
        view.contentOffset = try value.point()
      }
      s.property("isScrollEnabled", "Whether the user may scroll.", \.isScrollEnabled) {
        $0.isScrollEnabled = $1
      }
      s.method("scrollRectToVisible", "(rect: Rect)", "Scrolls until a rectangle is visible.") {
        view, _, arguments throws(LuaRefusal) in
        view.scrollRectToVisible(try arguments[1].rect())
      }
      s.functionProperty("onScroll", "Runs when the content moved: fn(view).") {
        view, engine, value in
        view.answers(engine).setScrollHandler(value.call.slot)
      }
    }
  }

  static var segmentedControl: ClassBinding {
    ClassBinding(
      "SegmentedControl", SegmentedControl.self, parent: ID.control, "Chooses one of several.",
      make: { SegmentedControl() }
    ) { s in
      s.property(
        "items", "(string|Segment)[]", "The segments; reading gives their titles.",
        storing: .actions
      ) { control, call in
        call.giveTable {
          for index in 0..<control.numberOfSegments {
            call.give(control.titleForSegment(at: index) ?? "")
          }
        }
      } set: { control, engine, value throws(LuaRefusal) in
        let segments = try value.segments()
        control.removeAllSegments()
        let actions = SegmentActions(engine, of: control, value.call)
        for (index, segment) in segments.enumerated() {
          control.insert(segment, at: index, actions, item: index + 1)
        }
      }
      s.property("isMomentary", "Whether a segment acts as a button.", \.isMomentary) {
        $0.isMomentary = $1
      }
      s.property("selectedSegmentIndex", "integer", "The chosen segment, from 0; -1 for none.") {
        $1.give($0.selectedSegmentIndex)
      } set: { control, value throws(LuaRefusal) in
        control.selectedSegmentIndex = try value.integer()
      }
      s.property("numberOfSegments", "integer", "How many segments there are.") {
        $1.give($0.numberOfSegments)
      }
      declareSegments(&s)
    }
  }

  private static func declareSegments(_ s: inout MemberBuilder<SegmentedControl>) {
    s.method(
      "insertSegment", "(segment: string|Segment, at: integer)", "Inserts a segment, from 0.",
      storing: .actions
    ) { control, engine, arguments throws(LuaRefusal) in
      let segment = try arguments[1].segment()
      let index = try arguments[2].integer()
      control.insert(segment, at: index, SegmentActions(engine, of: control, arguments.call))
    }
    s.method(
      "setAction", "(fn: Handler?, segment: integer)",
      "Runs a function when a segment is chosen, in place of the one before.", storing: .actions
    ) { control, engine, arguments throws(LuaRefusal) in
      if !arguments[1].isMissing { try arguments[1].function() }
      let index = try arguments[2].segment(of: control)
      control.setHandler(nil, forSegmentAt: index)
      SegmentActions(engine, of: control, arguments.call)?.give(item: 1, toSegment: index)
    }
    s.method("removeSegment", "(at: integer)", "Takes a segment away.") {
      control, _, arguments throws(LuaRefusal) in
      control.removeSegment(at: try arguments[1].segment(of: control))
    }
    s.method("setTitle", "(title: string, segment: integer)", "Changes a segment's title.") {
      control, _, arguments throws(LuaRefusal) in
      control.setTitle(
        try arguments[1].string(), forSegmentAt: try arguments[2].segment(of: control))
    }
    s.method("setImage", "(image: Image|string?, segment: integer)", "Changes its picture.") {
      control, _, arguments throws(LuaRefusal) in
      control.setImage(
        try arguments[1].image(), forSegmentAt: try arguments[2].segment(of: control))
    }
    s.method("setEnabled", "(enabled: boolean, segment: integer)", "Lets it be chosen or not.") {
      control, _, arguments throws(LuaRefusal) in
      control.setEnabled(
        try arguments[1].boolean(), forSegmentAt: try arguments[2].segment(of: control))
    }
    s.method("isEnabledForSegment", "(segment: integer): boolean", "Whether it can be chosen.") {
      control, _, arguments throws(LuaRefusal) in
      arguments.call.give(
        control.isEnabledForSegment(at: try arguments[1].segment(of: control)))
    }
  }
}

extension LuaCall {
  func give(_ size: Size) {
    giveTable {
      key("width")
      give(size.width)
      key("height")
      give(size.height)
    }
  }
}

extension Argument {
  func size() throws(LuaRefusal) -> Size {
    try requireFields([.width, .height])
    let extent: (Argument) throws(LuaRefusal) -> Double = { a throws(LuaRefusal) in
      try a.amount()
    }
    return Size(width: try field(.width, extent), height: try field(.height, extent))
  }

  /// The items of a table, all of them text.
  func strings() throws(LuaRefusal) -> [String] {
    guard call.kind(index) == .table else { throw refusal(expected: "table") }
    var strings: [String] = []
    for number in 0..<call.length(index) {
      try call.item(number + 1, of: index) { (pushed: Int) throws(LuaRefusal) in
        strings.append(try Argument(call: call, index: pushed, place: place).string())
      }
    }
    return strings
  }

  /// One segment: its title, or a table.
  func segment() throws(LuaRefusal) -> ScriptSegment {
    guard call.kind(index) == .table else { return ScriptSegment(title: try string()) }
    try requireFields([.title, .image, .onTap])
    let segment = ScriptSegment(
      title: try field(.title) { a throws(LuaRefusal) in try a.optionalString() },
      image: try field(.image) { a throws(LuaRefusal) in try a.image() },
      hasAction: try field(.onTap) { a throws(LuaRefusal) in
        if !a.isMissing { try a.function() }
        return !a.isMissing
      })
    guard segment.title != nil || segment.image != nil else {
      throw refusal("a segment needs a title or an image")
    }
    return segment
  }

  /// The items of a table, all of them segments.
  func segments() throws(LuaRefusal) -> [ScriptSegment] {
    guard call.kind(index) == .table else { throw refusal(expected: "table") }
    var segments: [ScriptSegment] = []
    for number in 0..<call.length(index) {
      try call.item(number + 1, of: index) { (pushed: Int) throws(LuaRefusal) in
        segments.append(try Argument(call: call, index: pushed, place: place).segment())
      }
    }
    return segments
  }

  /// The number of a segment that is there.
  func segment(of control: SegmentedControl) throws(LuaRefusal) -> Int {
    let count = control.numberOfSegments
    guard count > 0 else { throw refusal("the control has no segments") }
    return try integer(in: 0...count - 1)
  }
}
