internal import LuaRuntime

/// A failure of a script, with the traceback taken where it was raised.
public struct ScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong. Codes may be added in minor releases: keep a `default`.
  public struct Code: Hashable, Sendable {
    let name: String
    /// The file is missing or cannot be read; nothing ran.
    public static let file = Code(name: "file")
    /// The chunk does not parse; nothing ran.
    public static let syntax = Code(name: "syntax")
    /// An error was raised while the code ran; its effects so far stand.
    public static let runtime = Code(name: "runtime")
    /// The memory or time limit was reached; its effects so far stand.
    public static let limitExceeded = Code(name: "limitExceeded")
    /// ``ScriptHost/interrupt()`` stopped it; its effects so far stand.
    public static let interrupted = Code(name: "interrupted")
    /// The host itself could not do its work.
    public static let `internal` = Code(name: "internal")
  }

  /// What went wrong.
  public var code: Code
  /// One line for a person, such as `menu.lua:12: attempt to index a nil value`.
  public var message: String
  /// The stack where the error was raised, or `nil`.
  public var traceback: String?

  /// Creates an error.
  public init(code: Code, message: String, traceback: String? = nil) {
    self.code = code
    self.message = message
    self.traceback = traceback
  }

  init(_ failure: LuaFailure) {
    switch failure.kind {
    case .runtime: code = .runtime
    case .syntax: code = .syntax
    case .file: code = .file
    case .memory, .time: code = .limitExceeded
    case .interrupt: code = .interrupted
    }
    message = failure.message
    traceback = failure.traceback.isEmpty ? nil : failure.traceback
  }

  /// The message, and in further lines the traceback.
  public var description: String {
    traceback.map { message + "\n" + $0 } ?? message
  }
}
