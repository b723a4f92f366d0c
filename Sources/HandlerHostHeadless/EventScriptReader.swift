internal import ControlKit

/// Takes a line of an event script apart, word by word.
struct EventScriptReader {
  private var rest: Substring

  init(_ line: some StringProtocol) {
    rest = Substring(line)
    skipSpace()
    if rest.first == "#" { rest = "" }
  }

  private mutating func skipSpace() {
    rest = rest.drop(while: \.isWhitespace)
  }

  private var nextWord: Substring { rest.prefix { !$0.isWhitespace } }

  /// The next word, if there is one.
  mutating func word() -> String? {
    let word = nextWord
    guard !word.isEmpty else { return nil }
    rest = rest[word.endIndex...]
    skipSpace()
    return String(word)
  }

  /// Steps over a word if it comes next.
  mutating func skip(_ word: String) -> Bool {
    guard nextWord == word else { return false }
    _ = self.word()
    return true
  }

  /// Nothing may follow but a comment.
  mutating func end() throws(EventScriptProblem) {
    guard !rest.isEmpty, rest.first != "#" else { return }
    throw .syntax(found: String(rest), expected: "the end of the line")
  }

  /// `@3`, or 0 when there is none.
  mutating func touch() throws(EventScriptProblem) -> Int {
    guard rest.first == "@" else { return 0 }
    let found = word() ?? ""
    guard let id = Int(found.dropFirst()), id >= 0 else {
      throw .syntax(found: found, expected: "'@' and a touch number such as @1")
    }
    return id
  }

  mutating func point() throws(EventScriptProblem) -> Point {
    let x = try number("x in points")
    return Point(x: x, y: try number("y in points"))
  }

  mutating func seconds() throws(EventScriptProblem) -> Double {
    try number("a number of seconds, 0 or more,", in: 0...1e9)
  }

  mutating func number(
    _ expected: String, in range: ClosedRange<Double> = -1e6...1e6
  ) throws(EventScriptProblem) -> Double {
    let found = word()
    guard let found, let number = Double(found), number.isFinite, range.contains(number) else {
      throw .syntax(found: found, expected: expected)
    }
    return number
  }

  /// A word, or text in double quotes in which `\` takes away the meaning of what follows.
  mutating func id() throws(EventScriptProblem) -> String {
    guard rest.first == "\"" else {
      guard let found = word() else { throw .syntax(found: nil, expected: "the id of a view") }
      return found
    }
    let start = rest
    var id = ""
    rest = rest.dropFirst()
    while let character = rest.popFirst() {
      if character == "\"" {
        guard rest.first?.isWhitespace ?? true else { break }
        skipSpace()
        return id
      }
      if character == "\\", let next = rest.popFirst() {
        id.append(next)
      } else {
        id.append(character)
      }
    }
    throw .syntax(found: String(start), expected: "an id in double quotes")
  }

  /// `@` and an id; `nil` when something else comes.
  mutating func idAfterSign() throws(EventScriptProblem) -> String? {
    guard rest.first == "@" else { return nil }
    rest = rest.dropFirst()
    return try id()
  }

  mutating func style() throws(EventScriptProblem) -> UserInterfaceStyle {
    let found = word()
    guard let style = found.flatMap({ UserInterfaceStyle(rawValue: $0) }) else {
      throw .syntax(found: found, expected: "light or dark")
    }
    return style
  }

  mutating func key() throws(EventScriptProblem) -> KeyPress {
    let expected = "a key such as tab, shift-tab, return, left, ctrl-c or a"
    guard let found = word() else { throw .syntax(found: nil, expected: expected) }
    guard let press = KeyPress(name: found) else {
      let names = KeyPress.Named.allCases.map(\.rawValue)
      let hint = Suggestion.near(to: found, among: names, limit: 1).first
      let suffix = hint.map { "; did you mean '\($0)'?" } ?? ""
      throw EventScriptProblem(
        code: .syntax, message: "found '\(found)' where \(expected) was expected\(suffix)")
    }
    return press
  }

  /// The rest of the line without the space at its end; in double quotes, exactly what is in them.
  mutating func text() throws(EventScriptProblem) -> String {
    guard !rest.isEmpty else { throw .syntax(found: nil, expected: "the text to type") }
    if rest.first == "\"" { return try id() }
    var text = rest
    while text.last?.isWhitespace == true { text.removeLast() }
    rest = ""
    return String(text)
  }
}
