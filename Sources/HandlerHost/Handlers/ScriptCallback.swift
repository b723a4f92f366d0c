internal import ControlKit
internal import LuaRuntime

/// A function that a script gave the module, to run when something happens that is no object's event.
class ScriptCallback: KitObject {
  let engine: ScriptEngine
  private(set) var slot: LuaSlot?
  private let place: HandlerPlace
  private let runs = WaitingRuns()
  private var failures = 0
  var isEnabled = true

  /// Keeps a function of the root, until ``stop()``.
  ///
  /// - Parameters:
  ///   - engine: The host.
  ///   - slot: Where the function is.
  ///   - event: What it runs for, in reports.
  ///   - name: What it is, in reports.
  init(_ engine: ScriptEngine, slot: LuaSlot, event: String, name: String) {
    self.engine = engine
    self.slot = slot
    place = HandlerPlace(event: event, handler: name)
    super.init()
    engine.keep(self)
  }

  var isAlive: Bool { slot != nil }

  /// What it is, in reports of what holds an object.
  var reportName: String { place.handler.hasPrefix("the ") ? place.handler : "a " + place.handler }

  /// Runs it, with a text if there is one.
  func fire(_ text: String? = nil) {
    guard let slot, isEnabled else { return }
    switch text.map({ engine.state.run(slot, text: $0) }) ?? engine.state.run(nil, slot) {
    case .waiting(let task):
      engine.waiters[task]?.place = place
      runs.track(task, in: engine)
    case .failed(let failure):
      failures += 1
      engine.report(failure, at: place)
      if case .suspend(let limit) = engine.errorPolicy, failures >= limit { release() }
    case .done, .gone: failures = 0
    }
  }

  /// Ends it, and cancels runs that wait.
  final func stop() {
    runs.cancel()
    release()
  }

  /// Ends it; runs that wait go on.
  func release() {
    if let slot { engine.state.clear(slot, of: nil) }
    slot = nil
    engine.forget(self)
  }
}

/// A timer that a script set.
final class ScriptTimer: ScriptCallback {
  /// The event that it sends after its function has run, to those that wait for it.
  static let fired: UInt32 = 1 << EventNames.timer

  private var timer: ScheduledTimer?

  init(_ engine: ScriptEngine, slot: LuaSlot, source: String) {
    super.init(engine, slot: slot, event: "timer", name: "timer from \(source)")
  }

  func start(after seconds: Double, repeating: Bool, by scheduler: Scheduler) {
    timer =
      repeating
      ? scheduler.every(seconds) { [weak self] in self?.run() }
      : scheduler.after(seconds) { [weak self] in
        self?.run()
        self?.release()
      }
  }

  private func run() {
    guard isAlive, isEnabled else { return }
    fire()
    dispatch(Self.fired, alias: 0, cause: nil)
  }

  override func release() {
    timer?.cancel()
    timer = nil
    super.release()
    for token in handlers { token.remove() }
  }
}

/// A function that runs when the theme has changed.
final class ScriptThemeObserver: ScriptCallback {
  private var registration: TraitChangeRegistration?

  init(_ engine: ScriptEngine, slot: LuaSlot, source: String) {
    super.init(
      engine, slot: slot, event: "theme change",
      name: "the function given to ui.onThemeChange at \(source)")
  }

  func start(in application: Application) {
    registration = application.registerForTraitChanges { [weak self] application, previous in
      let style = application.userInterfaceStyle
      if style != previous.userInterfaceStyle { self?.fire(style.rawValue) }
    }
  }

  override func release() {
    if let registration { engine.application?.unregisterForTraitChanges(registration) }
    registration = nil
    super.release()
  }
}
