/// Where a recognizer is. The values are UIKit's.
public enum GestureState: Int, Hashable, Sendable {
  /// Nothing recognized yet.
  case possible = 0
  /// A continuous gesture has begun.
  case began = 1
  /// A continuous gesture moved on.
  case changed = 2
  /// A continuous gesture ended, or a discrete one was recognized.
  case ended = 3
  /// A gesture that had begun was taken away.
  case cancelled = 4
  /// The touches turned out to be something else. No handler runs.
  case failed = 5

  /// Another name of ``ended``, for discrete gestures.
  public static let recognized = GestureState.ended

  /// Whether nothing more comes until the recognizer is reset.
  var isTerminal: Bool { self == .ended || self == .cancelled || self == .failed }

  /// Whether the gesture has begun and not ended.
  var isRecognizing: Bool { self == .began || self == .changed }

  /// Whether a recognizer may go from here to another state.
  func canBecome(_ next: GestureState) -> Bool {
    switch (self, next) {
    case (.possible, .ended), (.possible, .failed): true  // discrete
    case (.possible, .began): true  // continuous
    case (.began, .changed), (.began, .ended), (.began, .cancelled): true
    case (.changed, .changed), (.changed, .ended), (.changed, .cancelled): true
    case (.ended, .possible), (.cancelled, .possible), (.failed, .possible): true  // reset
    default: false
    }
  }
}

/// The states of a recognizer for which handlers can be registered.
public struct GestureEvents: OptionSet, Hashable, Sendable, CustomStringConvertible {
  /// The mask: bit *n* is the ``GestureState`` with the value *n*.
  public let rawValue: UInt32

  /// Creates a set from a mask.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// A continuous gesture began.
  public static let began = GestureEvents(rawValue: 1 << 1)
  /// A continuous gesture moved on.
  public static let changed = GestureEvents(rawValue: 1 << 2)
  /// A continuous gesture ended.
  public static let ended = GestureEvents(rawValue: 1 << 3)
  /// A discrete gesture was recognized; the same as ``ended``.
  public static let recognized = ended
  /// The gesture was taken away.
  public static let cancelled = GestureEvents(rawValue: 1 << 4)
  /// Every state that runs handlers.
  public static let all: GestureEvents = [.began, .changed, .ended, .cancelled]

  /// The names a script uses.
  public static let named: [(name: String, event: GestureEvents)] = [
    ("began", .began), ("changed", .changed), ("ended", .ended), ("recognized", .recognized),
    ("cancelled", .cancelled),
  ]

  /// The names of the set, joined by `|`.
  public var description: String {
    GestureEvents.named.filter { $0.name != "recognized" && contains($0.event) }
      .map(\.name).joined(separator: "|")
  }
}
