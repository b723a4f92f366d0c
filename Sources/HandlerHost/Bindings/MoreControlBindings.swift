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
      s.property("minimumValue", "The least value.", \.minimumValue)
      s.property("maximumValue", "The greatest value.", \.maximumValue)
      s.property("stepValue", "number", "How far one step goes.") {
        $1.give($0.stepValue)
      } set: { stepper, value throws(LuaRefusal) in
        let step = try value.number()
        guard step > 0 else { throw value.refusal("a number above 0 expected, got \(step)") }
        stepper.stepValue = step
      }
      s.property("value", "The value, pinned into the range.", \.value)
      s.property("autorepeat", "Whether a press that is held goes on stepping.", \.autorepeat)
      s.property("wraps", "Whether a step beyond one end goes to the other.", \.wraps)
      s.property("isContinuous", "Whether each step sends valueChanged.", \.isContinuous)
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
      v.property("contentMode", "Where the picture goes.", \.contentMode)
    }
  }

  static var segmentedControl: ClassBinding {
    ClassBinding(
      "SegmentedControl", SegmentedControl.self, parent: ID.control, "Chooses one of several.",
      make: { SegmentedControl() }
    ) { s in
      s.property("items", "string[]", "The titles of the segments.") { control, call in
        call.giveTable {
          for index in 0..<control.numberOfSegments {
            call.give(control.titleForSegment(at: index) ?? "")
          }
        }
      } set: { control, value throws(LuaRefusal) in
        let titles = try value.strings()
        control.removeAllSegments()
        for title in titles {
          control.insertSegment(withTitle: title, at: control.numberOfSegments)
        }
      }
      s.property("isMomentary", "Whether a segment acts as a button.", \.isMomentary)
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
    s.method("insertSegment", "(title: string, at: integer)", "Inserts a segment, from 0.") {
      control, _, arguments throws(LuaRefusal) in
      control.insertSegment(
        withTitle: try arguments[1].string(), at: try arguments[2].integer())
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

extension Argument {
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

  /// The number of a segment that is there.
  func segment(of control: SegmentedControl) throws(LuaRefusal) -> Int {
    let count = control.numberOfSegments
    guard count > 0 else { throw refusal("the control has no segments") }
    return try integer(in: 0...count - 1)
  }
}
