internal import CGLib

/// GLib's main loop, with what a run needs: descriptors, signals and one deadline.
final class EventLoop {
  private let loop: OpaquePointer
  private let deadline: UnsafeMutablePointer<GSource>
  private let deadlineFunctions: UnsafeMutablePointer<GSourceFuncs>
  private var sources: [guint] = []

  /// Creates a loop whose deadline is not set.
  ///
  /// - Parameter deadlineDidPass: Runs when the time given to ``wake(at:)`` has come.
  init(deadlineDidPass: @escaping () -> Void) {
    loop = g_main_loop_new(nil, 0)
    deadlineFunctions = .allocate(capacity: 1)
    deadlineFunctions.initialize(to: GSourceFuncs())
    deadlineFunctions.pointee.dispatch = { source, callback, data in
      g_source_set_ready_time(source, -1)
      return callback?(data) ?? 0
    }
    deadline = g_source_new(deadlineFunctions, guint(MemoryLayout<GSource>.size))
    g_source_set_callback(
      deadline,
      { data in
        Callback.call(data)
        return 1
      }, Callback.retained(deadlineDidPass), Callback.release)
    g_source_attach(deadline, nil)
  }

  isolated deinit {
    for source in sources { g_source_remove(source) }
    g_source_destroy(deadline)
    g_source_unref(deadline)
    g_main_loop_unref(loop)
    deadlineFunctions.deallocate()
  }

  /// Seconds of the monotonic clock.
  static var now: Double { Double(g_get_monotonic_time()) / 1_000_000 }

  /// Sets when the deadline passes, in seconds of the monotonic clock; `nil` is never.
  func wake(at time: Double?) {
    // Rounded up: a microsecond early, and the timer would not be due yet.
    g_source_set_ready_time(deadline, time.map { gint64(($0 * 1_000_000).rounded(.up)) } ?? -1)
  }

  /// Runs a closure whenever a descriptor has input or was hung up.
  func watch(_ descriptor: Int32, _ action: @escaping () -> Void) {
    let conditions = G_IO_IN.rawValue | G_IO_HUP.rawValue | G_IO_ERR.rawValue
    sources.append(
      g_unix_fd_add_full(
        gint(G_PRIORITY_DEFAULT), descriptor, GIOCondition(rawValue: conditions),
        { _, _, data in
          Callback.call(data)
          return 1
        }, Callback.retained(action), Callback.release))
  }

  /// Runs a closure in the loop after a signal.
  func onSignal(_ number: Int32, _ action: @escaping () -> Void) {
    sources.append(
      g_unix_signal_add_full(
        gint(G_PRIORITY_HIGH), number,
        { data in
          Callback.call(data)
          return 1
        }, Callback.retained(action), Callback.release))
  }

  /// Runs until ``quit()``.
  func run() { g_main_loop_run(loop) }

  /// Ends ``run()`` after the current callback.
  func quit() { g_main_loop_quit(loop) }
}

/// A closure behind a C pointer.
private final class Callback {
  private let action: () -> Void

  private init(_ action: @escaping () -> Void) {
    self.action = action
  }

  static func retained(_ action: @escaping () -> Void) -> gpointer {
    Unmanaged.passRetained(Callback(action)).toOpaque()
  }

  static func call(_ data: gpointer?) {
    guard let data else { return }
    Unmanaged<Callback>.fromOpaque(data).takeUnretainedValue().action()
  }

  static let release: GDestroyNotify = { data in
    guard let data else { return }
    Unmanaged<Callback>.fromOpaque(data).release()
  }
}
