internal import ControlKit

/// A type that scripts meet in signatures and that is no class: a table with known fields, or
/// another name of a type.
struct ScriptRecord {
  struct Field {
    let name: String
    /// The type, or a method's signature.
    let type: String
    let doc: String
    var isOptional = false
    var isMethod: Bool { type.hasPrefix("(") }

    init(_ name: String, _ type: String, _ doc: String, isOptional: Bool = false) {
      self.name = name
      self.type = type
      self.doc = doc
      self.isOptional = isOptional
    }
  }

  let name: String
  let doc: String
  /// What it is another name of.
  var alias: String?
  /// Whether a reader learns something from it.
  var showsAlias = true
  var fields: [Field] = []

  /// All of them; the bindings read and make these tables in `Argument.swift` and its neighbours.
  static let all =
    values + gestures + [handlerOptions, handlerInfo, waitList] + reports + [eventObject, touch]

  private static let values: [ScriptRecord] = [
    ScriptRecord(
      name: "Event",
      doc: "The name of an event: one that Control lists, or allTouchEvents, allEditingEvents or "
        + "allEvents, or what `ui.defineEvent` returned.",
      alias: (BindingTable.eventNames + ControlEvents.namedSets.map(\.name))
        .map { "\"\($0)\"" }.joined(separator: "|"), showsAlias: false),
    ScriptRecord(
      name: "Handler", doc: "A function that handles an event. Both parameters may be left out.",
      alias: "fun(sender: Control|BarButtonItem, event: EventObject)"),
    ScriptRecord(
      name: "Color",
      doc: "A colour: `#rrggbb`, or a name that each theme gives its own shade: "
        + Color.semanticNames.joined(separator: ", ") + ".",
      alias: "string"),
    ScriptRecord(
      name: "Point", doc: "A place, in points.",
      fields: [Field("x", "number", "From the left."), Field("y", "number", "From the top.")]),
    ScriptRecord(
      name: "Size", doc: "An extent, in points.",
      fields: [Field("width", "number", "The width."), Field("height", "number", "The height.")]),
    ScriptRecord(
      name: "Rect", doc: "A rectangle, in points.",
      fields: [
        Field("x", "number", "The left edge; 0 if left out.", isOptional: true),
        Field("y", "number", "The top edge; 0 if left out.", isOptional: true),
        Field("width", "number", "The width."), Field("height", "number", "The height."),
      ]),
    ScriptRecord(
      name: "Range", doc: "Characters in a row, as a person counts them.",
      fields: [
        Field("location", "integer", "The first, from 0; 0 if left out.", isOptional: true),
        Field("length", "integer", "How many; 0 if left out.", isOptional: true),
      ]),
    ScriptRecord(
      name: "Segment", doc: "One part of a SegmentedControl.",
      fields: [
        Field("title", "string", "The text.", isOptional: true),
        Field("image", "Image|string", "The picture.", isOptional: true),
        Field(
          "onTap", "Handler", "Runs when it is chosen, before valueChanged is sent.",
          isOptional: true),
      ]),
    ScriptRecord(
      name: "Insets", doc: "The room at each side, in points; 0 for what is left out.",
      fields: ["top", "left", "bottom", "right"].map {
        Field($0, "number", "At this side.", isOptional: true)
      }),
    ScriptRecord(
      name: "Font",
      doc: "How text looks. Front-ends use what they can: a terminal the weight alone.",
      fields: [
        Field("size", "number", "The height in points; 14 if left out.", isOptional: true),
        Field(
          "weight", Font.Weight.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: "|"),
          "How heavy it is; regular if left out.", isOptional: true),
        Field("monospaced", "boolean", "Whether all letters are equally wide.", isOptional: true),
      ]),
  ]

  private static let gestures: [ScriptRecord] = [
    ScriptRecord(
      name: "GestureEvent",
      doc: "A state of a gesture for which handlers run; recognized is ended, for a tap or swipe.",
      alias: GestureEvents.named.map { "\"\($0.name)\"" }.joined(separator: "|")),
    ScriptRecord(
      name: "SwipeDirection", doc: "Where a swipe goes.",
      alias: SwipeGestureRecognizer.Direction.named.map { "\"\($0.name)\"" }
        .joined(separator: "|")),
    ScriptRecord(
      name: "Edge", doc: "An edge of a window.",
      alias: BindingTable.edges.map { "\"\($0.name)\"" }.joined(separator: "|")),
    ScriptRecord(
      name: "Transform", doc: "What is done to a view around its center, after layout.",
      fields: [
        Field("rotation", "number", "The turn in radians, clockwise.", isOptional: true),
        Field("scale", "number", "By what lengths are multiplied.", isOptional: true),
        Field("x", "number", "The move to the right, in points.", isOptional: true),
        Field("y", "number", "The move downward, in points.", isOptional: true),
      ]),
  ]

  private static let handlerOptions = ScriptRecord(
    name: "HandlerOptions", doc: "How a handler is registered.",
    fields: [
      Field("group", "Group", "Removes it together with others.", isOptional: true),
      Field("limit", "integer", "After how many runs it removes itself.", isOptional: true),
      Field("label", "string", "Its name in reports.", isOptional: true),
      Field(
        "whileWaiting",
        WaitingPolicy.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: "|"),
        "What an event does while an earlier run still waits; parallel if left out.",
        isOptional: true),
    ])

  private static let handlerInfo = ScriptRecord(
    name: "HandlerInfo", doc: "What `handlers()` tells of each handler.",
    fields: [
      Field("label", "string", "Its name.", isOptional: true),
      Field("source", "string", "The file and line where it was registered.", isOptional: true),
      Field("events", "Event[]|GestureEvent[]", "The events it runs for."),
      Field("enabled", "boolean", "Whether it runs."),
      Field("timesFired", "integer", "How often it ran."),
      Field("lastError", "string", "The message of its last error.", isOptional: true),
    ])

  private static let waitList = ScriptRecord(
    name: "WaitList",
    doc:
      "What to wait for: entries such as `{ button, \"touchUpInside\" }`, each with a control, bar "
      + "item or gesture and one event or a table of them. A gesture alone stands for its being "
      + "recognized or beginning; a timer, always alone, for its next run.",
    fields: [
      Field(
        "timeout", "number", "After how many seconds to go on without the events.",
        isOptional: true)
    ])

  private static let reports = [
    ScriptRecord(
      name: "HandlerReport", doc: "What `ui.debug.handlers()` tells of each handler.",
      fields: [
        Field("object", "string", "The object, such as `Button 'ok'`."),
        Field("class", "string", "Its class."),
        Field("id", "string", "Its name.", isOptional: true),
        Field("events", "Event[]|GestureEvent[]", "The events it runs for."),
        Field("label", "string", "Its name, or a target's method.", isOptional: true),
        Field("source", "string", "The file and line where it was registered.", isOptional: true),
        Field("enabled", "boolean", "Whether it runs."),
        Field("timesFired", "integer", "How often it ran."),
        Field("lastError", "string", "The message of its last error.", isOptional: true),
        Field("waiting", "integer", "How many of its runs wait."),
      ]),
    ScriptRecord(
      name: "LeakReport", doc: "What `ui.debug.leaks()` tells of each object.",
      fields: [
        Field("object", "string", "The object, such as `Button 'ok'`."),
        Field("class", "string", "Its class."),
        Field("id", "string", "Its name.", isOptional: true),
        Field("handlers", "string[]", "Where its handlers were registered."),
        Field("holders", "string[]", "What holds it, in words."),
      ]),
  ]

  private static let eventObject = ScriptRecord(
    name: "EventObject", doc: "What a handler learns about the event; it belongs to one send.",
    fields: [
      Field("type", "string", "The event that fired."),
      Field("sender", "Control|BarButtonItem|View|GestureRecognizer", "The object that sent it."),
      Field("time", "number", "Seconds of the application's clock."),
      Field(
        "touch", "Touch", "What caused it; nil for keys and sends from code.", isOptional: true),
      Field(
        "location", "(view: View?): Point?",
        "Where the touch is, in a view's coordinates or else in the sender's."),
      Field("stopImmediate", "()", "Skips the handlers that have not run yet."),
    ])

  private static let touch = ScriptRecord(
    name: "Touch", doc: "One finger, or the pressed pointer.",
    fields: [
      Field("id", "integer", "The platform's number for it; 0 is the mouse."),
      Field("tapCount", "integer", "How often in a row it began here."),
      Field("kind", "\"pointer\"|\"finger\"", "What touches."),
      Field("x", "number", "Where it is in the window, in points."),
      Field("y", "number", "Where it is in the window, in points."),
    ])
}
