package import ControlKit

/// One line of an event script.
package enum EventScriptCommand: Hashable, Sendable {
  /// `down [finger] [@TOUCH] X Y`
  case down(touch: Int, Point, Touch.Kind)
  /// `move [@TOUCH] X Y`
  case move(touch: Int, Point)
  /// `up [@TOUCH] X Y`
  case up(touch: Int, Point)
  /// `cancel [@TOUCH]`
  case cancel(touch: Int)
  /// `wait SECONDS`
  case wait(seconds: Double)
  /// `scroll X Y DX DY`: the wheel over a place, and by how far the content moves on.
  case scroll(Point, Point)
  /// `hover X Y`, `hover @ID` or `hover out`: the pointer moves, not pressed.
  case hover(HoverPlace)
  /// `key NAME`: down and up at once.
  case key(KeyPress)
  /// `type TEXT`: a key for each character.
  case type(String)
  /// `resize WIDTH HEIGHT`, in points.
  case resize(Size)
  /// `theme light|dark`
  case theme(UserInterfaceStyle)
  /// `tap ID`: down and up in the middle of a view.
  case tap(id: String)
  /// `press ID SECONDS`: the same with time between.
  case press(id: String, seconds: Double)
  /// `drag ID DX DY`: down in the middle, moves, up.
  case drag(id: String, dx: Double, dy: Double)

  /// Where the pointer goes.
  package enum HoverPlace: Hashable, Sendable {
    case point(Point)
    /// The middle of a view.
    case view(id: String)
    /// Off the screen.
    case out
  }
}

extension EventScriptCommand {
  /// The first words of all commands.
  static let names = [
    "down", "move", "up", "cancel", "wait", "scroll", "hover", "key", "type", "resize", "theme",
    "tap", "press", "drag",
  ]

  /// Reads a line; `nil` for an empty one or a comment.
  static func parse(_ line: some StringProtocol) throws(EventScriptProblem) -> EventScriptCommand? {
    var reader = EventScriptReader(line)
    guard let name = reader.word() else { return nil }
    let command = try parse(name, &reader)
    try reader.end()
    return command
  }

  private static func parse(
    _ name: String, _ reader: inout EventScriptReader
  ) throws(EventScriptProblem) -> EventScriptCommand {
    switch name {
    case "down":
      let kind: Touch.Kind = reader.skip("finger") ? .finger : .pointer
      return .down(touch: try reader.touch(), try reader.point(), kind)
    case "move": return .move(touch: try reader.touch(), try reader.point())
    case "up": return .up(touch: try reader.touch(), try reader.point())
    case "cancel": return .cancel(touch: try reader.touch())
    case "wait": return .wait(seconds: try reader.seconds())
    case "scroll":
      let point = try reader.point()
      let dx = try reader.number("a distance in points to the right")
      return .scroll(point, Point(x: dx, y: try reader.number("a distance in points downward")))
    case "hover":
      if reader.skip("out") { return .hover(.out) }
      if let id = try reader.idAfterSign() { return .hover(.view(id: id)) }
      return .hover(.point(try reader.point()))
    case "key": return .key(try reader.key())
    case "type": return .type(try reader.text())
    case "resize":
      let width = try reader.number("a width in points", in: 1...maximumSide)
      let height = try reader.number("a height in points", in: 1...maximumSide)
      return .resize(Size(width: width, height: height))
    case "theme": return .theme(try reader.style())
    case "tap": return .tap(id: try reader.id())
    case "press": return .press(id: try reader.id(), seconds: try reader.seconds())
    case "drag":
      let id = try reader.id()
      let dx = try reader.number("a distance in points to the right")
      return .drag(id: id, dx: dx, dy: try reader.number("a distance in points downward"))
    default: throw unknown(name)
    }
  }

  /// The largest screen a script may ask for, in points a side.
  static let maximumSide = 16_000.0

  private static func unknown(_ name: String) -> EventScriptProblem {
    let expected = "expected one of \(names.joined(separator: ", "))"
    let hint = Suggestion.near(to: name, among: names, limit: 1).first.map {
      "did you mean '\($0)'? "
    }
    return EventScriptProblem(
      code: .syntax, message: "unknown command '\(name)': \(hint ?? "")\(expected)")
  }
}
