/// A set of control events. The values are UIKit's `UIControl.Event`.
public struct ControlEvents: OptionSet, Hashable, Sendable {
  /// The mask.
  public let rawValue: UInt32

  /// Creates a set from a mask.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// A touch went down inside the control.
  public static let touchDown = ControlEvents(rawValue: 1 << 0)
  /// A touch went down again, shortly after and near the last one.
  public static let touchDownRepeat = ControlEvents(rawValue: 1 << 1)
  /// The touch moved and is inside.
  public static let touchDragInside = ControlEvents(rawValue: 1 << 2)
  /// The touch moved and is outside.
  public static let touchDragOutside = ControlEvents(rawValue: 1 << 3)
  /// The touch came back inside.
  public static let touchDragEnter = ControlEvents(rawValue: 1 << 4)
  /// The touch left the control.
  public static let touchDragExit = ControlEvents(rawValue: 1 << 5)
  /// The touch was lifted inside: the usual event of a button.
  public static let touchUpInside = ControlEvents(rawValue: 1 << 6)
  /// The touch was lifted outside.
  public static let touchUpOutside = ControlEvents(rawValue: 1 << 7)
  /// The touch was taken away: by a gesture, by disabling the control, by removing it.
  public static let touchCancel = ControlEvents(rawValue: 1 << 8)
  /// The user changed the control's value.
  public static let valueChanged = ControlEvents(rawValue: 1 << 12)
  /// The control's main purpose was triggered, whatever its concrete event is.
  public static let primaryActionTriggered = ControlEvents(rawValue: 1 << 13)
  /// A menu is about to be shown.
  public static let menuActionTriggered = ControlEvents(rawValue: 1 << 14)
  /// Text editing began.
  public static let editingDidBegin = ControlEvents(rawValue: 1 << 16)
  /// The user changed the text.
  public static let editingChanged = ControlEvents(rawValue: 1 << 17)
  /// Text editing ended.
  public static let editingDidEnd = ControlEvents(rawValue: 1 << 18)
  /// Text editing ended by the Return key.
  public static let editingDidEndOnExit = ControlEvents(rawValue: 1 << 19)

  /// Every touch event.
  public static let allTouchEvents = ControlEvents(rawValue: 0x0000_0FFF)
  /// Every editing event.
  public static let allEditingEvents = ControlEvents(rawValue: 0x000F_0000)
  /// Bits that an application may define.
  public static let applicationReserved = ControlEvents(rawValue: 0x0F00_0000)
  /// Bits for ControlKit's own use.
  public static let systemReserved = ControlEvents(rawValue: 0xF000_0000)
  /// Every event.
  public static let allEvents = ControlEvents(rawValue: 0xFFFF_FFFF)

  /// The single events with their UIKit names, lowest bit first.
  public static let named: [(name: String, event: ControlEvents)] = [
    ("touchDown", .touchDown), ("touchDownRepeat", .touchDownRepeat),
    ("touchDragInside", .touchDragInside), ("touchDragOutside", .touchDragOutside),
    ("touchDragEnter", .touchDragEnter), ("touchDragExit", .touchDragExit),
    ("touchUpInside", .touchUpInside), ("touchUpOutside", .touchUpOutside),
    ("touchCancel", .touchCancel), ("valueChanged", .valueChanged),
    ("primaryActionTriggered", .primaryActionTriggered),
    ("menuActionTriggered", .menuActionTriggered), ("editingDidBegin", .editingDidBegin),
    ("editingChanged", .editingChanged), ("editingDidEnd", .editingDidEnd),
    ("editingDidEndOnExit", .editingDidEndOnExit),
  ]

  /// The sets with UIKit names that a handler may be registered for.
  public static let namedSets: [(name: String, events: ControlEvents)] = [
    ("allTouchEvents", .allTouchEvents), ("allEditingEvents", .allEditingEvents),
    ("allEvents", .allEvents),
  ]

  /// The lowest event of the set, or the empty set.
  public var first: ControlEvents {
    ControlEvents(rawValue: rawValue & (~rawValue &+ 1))
  }

  /// The UIKit names of the set, joined by `|`; bits without a name as `event<bit>`.
  public var description: String { description(with: []) }

  /// The names of the set, joined by `|`, with those that an application has defined.
  func description(with defined: [(name: String, event: ControlEvents)]) -> String {
    if let set = ControlEvents.namedSets.first(where: { $0.events == self }) { return set.name }
    var rest = self
    var names: [String] = []
    for (name, event) in ControlEvents.named + defined where rest.contains(event) {
      names.append(name)
      rest.subtract(event)
    }
    while !rest.isEmpty {
      names.append("event\(rest.first.rawValue.trailingZeroBitCount)")
      rest.subtract(rest.first)
    }
    return names.joined(separator: "|")
  }
}

extension ControlEvents: CustomStringConvertible {}

/// The states of a control, as a set; normal is the empty set. The values are UIKit's.
public struct ControlState: OptionSet, Hashable, Sendable {
  /// The mask.
  public let rawValue: UInt32

  /// Creates a set from a mask.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Enabled, at rest.
  public static let normal: ControlState = []
  /// A touch is down inside.
  public static let highlighted = ControlState(rawValue: 1 << 0)
  /// Refuses user input.
  public static let disabled = ControlState(rawValue: 1 << 1)
  /// Chosen.
  public static let selected = ControlState(rawValue: 1 << 2)
  /// Receives the keys.
  public static let focused = ControlState(rawValue: 1 << 3)
  /// Bits for an application's own states.
  public static let application = ControlState(rawValue: 0x00FF_0000)
  /// Bits for ControlKit's own use.
  public static let reserved = ControlState(rawValue: 0xFF00_0000)
}
