/// A Swift closure that takes the event.
final class EventClosureHandler: EventHandler {
  private var closure: ((ControlEvent) throws -> Void)?

  init(_ closure: @escaping (ControlEvent) throws -> Void) {
    self.closure = closure
  }

  func handle(_ fired: UInt32, in send: inout EventSend) throws {
    try closure?(send.controlEvent)
  }

  func registrationDidEnd(_ reason: RegistrationEnd) {
    closure = nil
  }
}

/// A method of a target's type under a name, as `Selector("save", Form.save)`.
///
/// Swift's unbound methods cannot be compared, so the name stands for the method: the same target
/// and name added twice for an event run once.
public struct Selector<Target: AnyObject> {
  /// The name.
  public let name: String
  let call: (Target, inout EventSend) throws -> Void

  /// Names a method without parameters.
  public init(_ name: String, _ method: @escaping (Target) -> () throws -> Void) {
    self.name = name
    call = { target, _ in try method(target)() }
  }

  /// Names a method that takes the event.
  public init(_ name: String, _ method: @escaping (Target) -> (ControlEvent) throws -> Void) {
    self.name = name
    call = { target, send in try method(target)(send.controlEvent) }
  }
}

@available(*, unavailable)
extension Selector: Sendable {}

/// Who a target/action registration calls; equal for the same target and action.
package struct TargetIdentity: Equatable {
  /// The target's identity, or `nil` for "whoever in the responder chain".
  package var target: ObjectIdentifier?
  /// The action's name.
  package var action: String

  /// Creates an identity.
  package init(target: ObjectIdentifier?, action: String) {
    self.target = target
    self.action = action
  }
}

/// Calls a method of a weakly held target.
final class TargetHandler<Target: AnyObject>: EventHandler, TargetHolding {
  private weak var target: Target?
  private let selector: Selector<Target>

  init(_ target: Target, _ selector: Selector<Target>) {
    self.target = target
    self.selector = selector
  }

  var currentTarget: AnyObject? { target }

  func handle(_ fired: UInt32, in send: inout EventSend) throws {
    guard let target else { throw TargetGone() }
    try selector.call(target, &send)
  }
}

/// Calls a method by name: of a responder, or of the first in the responder chain that has it.
final class NamedActionHandler: EventHandler, TargetHolding {
  private weak var target: Responder?
  private let goesToChain: Bool
  private let action: String

  init(_ target: Responder?, action: String) {
    self.target = target
    self.action = action
    goesToChain = target == nil
  }

  var currentTarget: AnyObject? { target }

  func handle(_ fired: UInt32, in send: inout EventSend) throws {
    let event = send.controlEvent
    if let target {
      if target.perform(action, with: event) { return }
      throw MissingActionError(target: target.debugName, action: action)
    }
    guard goesToChain else { throw TargetGone() }
    let application = send.sender.enclosingApplication
    var responder: Responder? =
      application?.keyWindow?.firstResponder ?? send.sender.actionResponder
    while let candidate = responder {
      if candidate.perform(action, with: event) { return }
      responder = candidate.next
    }
    throw MissingActionError(target: nil, action: action)
  }
}

/// Thrown by a target/action handler whose target has ended: the registration ends, too.
struct TargetGone: Error {}

/// A target/action handler, which knows its target for introspection.
protocol TargetHolding: EventHandler {
  var currentTarget: AnyObject? { get }
}

/// An action that nobody answers to.
public struct MissingActionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The target's name, or `nil` when the responder chain was asked.
  public var target: String?
  /// The action's name.
  public var action: String

  /// One line for a person.
  public var description: String {
    if let target {
      return "\(target) has no action '\(action)': override perform(_:with:) to answer to it"
    }
    return "no responder answers to the action '\(action)'"
  }
}
