internal import ControlKit
internal import LuaRuntime

/// A question about a gesture that a script answers through a function property.
enum GestureQuestion: String, CaseIterable {
  case shouldBegin, shouldReceive, shouldRecognizeSimultaneously, shouldRequireFailure
  case shouldBeRequiredToFail

  var doc: String {
    switch self {
    case .shouldBegin: "Whether what was seen may be recognized: fn(gesture). It may not wait."
    case .shouldReceive: "Whether it follows a new touch: fn(gesture, touch). It may not wait."
    case .shouldRecognizeSimultaneously:
      "Whether both may be recognized at once: fn(gesture, other). It may not wait."
    case .shouldRequireFailure:
      "Whether the other must fail first: fn(gesture, other). It may not wait."
    case .shouldBeRequiredToFail:
      "Whether this must fail before the other: fn(gesture, other). It may not wait."
    }
  }
}

/// Asks a script's functions on behalf of a recognizer; the delegate that scripts have.
final class GestureAnswers {
  private struct Partner {
    weak var gesture: GestureRecognizer?
  }

  fileprivate let engine: ScriptEngine
  private unowned let owner: GestureRecognizer
  private var slots: [GestureQuestion: LuaSlot] = [:]
  /// Those that may be recognized beside it, whatever the functions say.
  private var partners: [Partner] = []
  /// The host program's own delegate, if it was there first: it answers what the script does not.
  fileprivate private(set) weak var next: (any GestureRecognizerDelegate)?

  fileprivate init(_ engine: ScriptEngine, owner: GestureRecognizer) {
    self.engine = engine
    self.owner = owner
    next = owner.delegate
  }

  func set(_ question: GestureQuestion, _ slot: LuaSlot?) {
    if let old = slots[question] { engine.state.clear(old, of: LuaObject(owner)) }
    slots[question] = slot
  }

  func add(_ partner: GestureRecognizer) {
    partners.removeAll { $0.gesture == nil || $0.gesture === partner }
    partners.append(Partner(gesture: partner))
  }

  /// The answer; none when there is no function, when it returns neither true nor false, or when it
  /// fails, which is reported.
  private func ask(_ question: GestureQuestion, _ about: LuaQuestion = .plain) -> Bool? {
    guard let slot = slots[question] else { return nil }
    let owner = owner
    do throws(LuaFailure) {
      return try engine.state.ask(LuaObject(owner), slot, about)
    } catch {
      engine.report(
        error,
        at: HandlerPlace(
          sender: owner.debugName, event: question.rawValue,
          handler: "the function given to \(question.rawValue)"))
      return nil
    }
  }
}

extension GestureAnswers: GestureRecognizerDelegate {
  func gestureRecognizerShouldBegin(_ gesture: GestureRecognizer) -> Bool {
    ask(.shouldBegin) ?? next?.gestureRecognizerShouldBegin(gesture) ?? true
  }

  func gestureRecognizer(_ gesture: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    ask(.shouldReceive, .touch(LuaEvent.Touch(touch)))
      ?? next?.gestureRecognizer(gesture, shouldReceive: touch) ?? true
  }

  func gestureRecognizer(
    _ gesture: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool {
    partners.contains { $0.gesture === other }
      || ask(.shouldRecognizeSimultaneously, .other(LuaObject(other)))
        ?? next?.gestureRecognizer(gesture, shouldRecognizeSimultaneouslyWith: other) ?? false
  }

  func gestureRecognizer(
    _ gesture: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool {
    ask(.shouldRequireFailure, .other(LuaObject(other)))
      ?? next?.gestureRecognizer(gesture, shouldRequireFailureOf: other) ?? false
  }

  func gestureRecognizer(
    _ gesture: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool {
    ask(.shouldBeRequiredToFail, .other(LuaObject(other)))
      ?? next?.gestureRecognizer(gesture, shouldBeRequiredToFailBy: other) ?? false
  }
}

extension LuaEvent.Touch {
  /// What a script learns about a touch.
  init(_ touch: Touch) {
    self.init(
      id: touch.id, tapCount: touch.tapCount, isFinger: touch.kind == .finger,
      x: touch.windowLocation.x, y: touch.windowLocation.y)
  }
}

extension GestureRecognizer {
  private static let answersKey = AssociatedKey<GestureAnswers>("HandlerHost.gestureAnswers")

  /// The script's answers, kept by the recognizer; the first one makes them the delegate.
  func answers(_ engine: ScriptEngine) -> GestureAnswers {
    if let known = associated(Self.answersKey), known.engine === engine { return known }
    let answers = GestureAnswers(engine, owner: self)
    setAssociated(answers, for: Self.answersKey)
    delegate = answers
    return answers
  }

  /// Takes away the answers of a script that ends; the delegate that was there before is back.
  func forgetAnswers(of engine: ScriptEngine) {
    guard let known = associated(Self.answersKey), known.engine === engine else { return }
    if delegate === known { delegate = known.next }
    setAssociated(nil, for: Self.answersKey)
  }
}
