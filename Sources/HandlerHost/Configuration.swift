extension ScriptHost {
  /// What a script may use and do, and what follows its errors.
  ///
  /// ```swift
  /// var configuration = ScriptHost.Configuration.sandboxed
  /// configuration.timeLimit = 0.5
  /// configuration.errorPolicy = .suspend(after: 3)
  /// let host = try ScriptHost(application: application, configuration: configuration)
  /// ```
  public struct Configuration: Hashable, Sendable {
    /// How long one handler, or the main chunk, may run: seconds of real time, also on a virtual
    /// clock; `nil` for no limit.
    ///
    /// Code over its limit is stopped with an error that no `pcall` catches for long, and so is all
    /// that it called. Its to-be-closed variables run, for at most the same time again. The host
    /// then uses one POSIX timer and its real-time signal, on the thread that runs the script.
    public var timeLimit: Double?
    /// How many bytes Lua, and what Swift keeps for the script, may use; `nil` for no limit.
    public var memoryLimit: Int?
    /// Whether the script is kept away from files, processes, the environment, native modules,
    /// bytecode and Lua's debug library.
    public var isSandboxed: Bool
    /// The folder in which `require` finds a sandboxed script's modules; `nil` for none.
    public var moduleFolder: String?
    /// What follows an error in a handler, beside its report.
    public var errorPolicy: ErrorPolicy

    /// Creates a configuration; without arguments the script may do everything.
    public init(
      timeLimit: Double? = nil, memoryLimit: Int? = nil, isSandboxed: Bool = false,
      moduleFolder: String? = nil, errorPolicy: ErrorPolicy = .report
    ) {
      self.timeLimit = timeLimit
      self.memoryLimit = memoryLimit
      self.isSandboxed = isSandboxed
      self.moduleFolder = moduleFolder
      self.errorPolicy = errorPolicy
    }

    /// Ordinary Lua: all libraries, no limits.
    public static let standard = Configuration()

    /// For scripts that are not trusted: the sandbox, 2 s for a handler, and 256 MiB.
    public static let sandboxed = Configuration(
      timeLimit: 2, memoryLimit: 256 << 20, isSandboxed: true)
  }

  /// What follows an error in a handler, beside its report.
  public enum ErrorPolicy: Hashable, Sendable {
    /// Nothing: the handler runs again when its event comes.
    case report
    /// A handler that failed so many times in a row is disabled; its token enables it again. A timer
    /// is stopped.
    case suspend(after: Int)
    /// The script ends, with the exit code 1.
    case stop
  }
}
