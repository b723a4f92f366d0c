/// Why an event script stopped.
package struct EventScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong. Codes may be added: keep a `default`.
  package struct Code: Hashable, Sendable {
    let name: String
    /// The line cannot be read; it had no effect.
    package static let syntax = Code(name: "syntax")
    /// No shown window has a view with the id.
    package static let unknownView = Code(name: "unknownView")
    /// The view is there but cannot be touched: hidden, off the screen, or covered.
    package static let unreachableView = Code(name: "unreachableView")
    /// The touch is down already, or is not.
    package static let wrongTouch = Code(name: "wrongTouch")
  }

  /// What went wrong.
  package var code: Code
  /// The script's name.
  package var file: String
  /// The line, from 1.
  package var line: Int
  /// What was found and what was expected, without the place.
  package var message: String

  /// `file:line: message`
  package var description: String { "\(file):\(line): \(message)" }
}

/// A failure before its place in the script is known.
struct EventScriptProblem: Error {
  var code: EventScriptError.Code
  var message: String

  static func syntax(found: String?, expected: String) -> EventScriptProblem {
    let found = found.map { "found '\($0)'" } ?? "the line ends"
    return EventScriptProblem(code: .syntax, message: "\(found) where \(expected) was expected")
  }
}
