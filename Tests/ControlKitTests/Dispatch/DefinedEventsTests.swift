import ControlKit
import TestSupport
import Testing

/// §1 Four events are left to applications, which name them.
@Suite struct DefinedEventsTests {
  let application = Application()

  /// The events are the bits 24 to 27, each with one name; the same name is the same event.
  @Test func fourNames() throws {
    for (index, name) in ["refresh", "b", "C3", "d_4"].enumerated() {
      #expect(try application.defineEvent(name) == ControlEvents(rawValue: 1 << (24 + index)))
    }
    #expect(try application.defineEvent("b").rawValue == 1 << 25)
    #expect(application.definedEvent(named: "b")?.rawValue == 1 << 25)
    #expect(application.namedEvents.map(\.name) == ["refresh", "b", "C3", "d_4"])

    let error = #expect(throws: EventNameError.self) { try application.defineEvent("fifth") }
    #expect(error?.code == .exhausted)
  }

  /// A UIKit event's name, and what is no name, are errors and use up no event.
  @Test(arguments: [
    ("touchDown", EventNameError.Code.taken), ("allTouchEvents", .taken), ("event3", .taken),
    ("", .malformed), ("a-b", .malformed), ("_a", .malformed),
    (String(repeating: "a", count: 65), .malformed),
  ])
  func badNames(name: String, code: EventNameError.Code) throws {
    let error = #expect(throws: EventNameError.self) { try application.defineEvent(name) }
    #expect(error?.code == code)
    #expect(application.namedEvents.isEmpty)
  }

  /// Another application has its own names.
  @Test func namesBelongToTheApplication() throws {
    try application.defineEvent("refresh")

    #expect(Application().definedEvent(named: "refresh") == nil)
  }
}
