import ControlKit
import Foundation
@testable import HandlerHost
import LuaRuntime
import TestSupport

/// How a random program is run.
struct ScriptFuzzSetup {
  var configuration = ScriptHost.Configuration.standard
  /// Whether the host is closed before it is dropped.
  var closesFirst = true

  /// The one that belongs to a seed.
  init(seed: UInt64) {
    var random = SplitMix64(seed: seed ^ 0x5E7)
    let isTimed = Int.random(in: 0..<3, using: &random) > 0 && !isThreadSanitized
    configuration.timeLimit = isTimed ? 0.1 : nil
    // Without a limit of time nothing loops for ever, but may still fill the memory.
    configuration.memoryLimit = [4, 8, 32].randomElement(using: &random).map { $0 << 20 }
    configuration.isSandboxed = Bool.random(using: &random)
    configuration.errorPolicy =
      [.report, .report, .report, .suspend(after: 2), .stop].randomElement(using: &random)
      ?? .report
    closesFirst = Bool.random(using: &random)
  }
}

/// Runs one program, and says which rules it broke.
final class ScriptFuzzer {
  private let application: Application
  private let faults = AllocationFaults()
  private let leaks: LeakCheck
  private var host: ScriptHost?
  private let window = Window(title: "host")
  private(set) var problems: [String] = []
  private var (done, tries) = (0, 0)

  private init(_ setup: ScriptFuzzSetup, _ leaks: LeakCheck) {
    self.leaks = leaks
    application = leaks.watch(Application())
    application.onDiagnostic = { [unowned self] in
      if $0.message.isEmpty { found("an empty report") }
    }
    showWindow()
    host = try? ScriptHost(
      application: application, configuration: setup.configuration, faults: faults)
    if let host {
      leaks.watch(host)
      leaks.watch(host.engine)
    }
    run("LIMITED = \(setup.configuration.timeLimit != nil)\n" + ScriptPrelude.text, isOurs: true)
  }

  /// What a run showed.
  struct Result {
    /// The rules that it broke.
    var problems: [String] = []
    /// How many of its statements did something, and how many there were.
    var (done, tries) = (0, 0)
  }

  /// The problems that a program shows; none is right.
  static func problems(of program: [String], _ setup: ScriptFuzzSetup) -> [String] {
    run(program, setup).problems
  }

  static func run(_ program: [String], _ setup: ScriptFuzzSetup) -> Result {
    let leaks = LeakCheck()
    var result = Result()
    var liveBytes = 0
    do {
      let fuzzer = ScriptFuzzer(setup, leaks)
      let clock = ContinuousClock()
      for (number, line) in program.enumerated() {
        let start = clock.now
        fuzzer.perform(line)
        // The time limit is a tenth of a second; to-be-closed variables have as much again.
        if clock.now - start > .seconds(10) { fuzzer.found("line \(number + 1) took 10 s") }
      }
      fuzzer.end(setup)
      result = Result(problems: fuzzer.problems, done: fuzzer.done, tries: fuzzer.tries)
      liveBytes = fuzzer.faults.liveBytes
    }
    if !leaks.survivors.isEmpty {
      result.problems.append("left: \(Set(leaks.survivors).sorted())")
    }
    if liveBytes != 0 { result.problems.append("left: \(liveBytes) bytes of Lua") }
    return result
  }

  private func found(_ problem: String) {
    if problems.count < 8 { problems.append(problem) }
  }

  // MARK: - Before

  /// Views that are the host program's and outlive the script.
  private func showWindow() {
    let root = View()
    root.id = "root"
    root.frame = Rect(x: 0, y: 0, width: 640, height: 384)
    window.addSubview(root)
    let segments = SegmentedControl()
    for title in ["a", "b", "c"] {
      segments.insertSegment(withTitle: title, at: segments.numberOfSegments)
    }
    let views: [View] = [
      Button(title: "b"), Slider(), TextField(), TextView(), Switch(), Stepper(), segments,
      PageControl(),
    ]
    for (index, view) in views.enumerated() {
      view.id = "host\(type(of: view))"
      view.frame = Rect(
        x: Double(index % 4) * 150, y: Double(index / 4) * 100, width: 140, height: 64)
      root.addSubview(view)
      leaks.watch(view)
    }
    leaks.watch(window)
    application.show(window)
  }

  // MARK: - Lines

  private func perform(_ line: String) {
    if let input = line.split(separator: "!", maxSplits: 1).last, line.hasPrefix("--! ") {
      perform(input.split(separator: " ").map(String.init))
    } else {
      run("FUEL = 200 " + line)
    }
    for window in application.windows { window.layoutIfNeeded() }
  }

  private func run(_ source: String, isOurs: Bool = false) {
    do throws(ScriptError) {
      try host?.run(source: source, name: "fuzz")
    } catch {
      if error.message.isEmpty { found("an error without a message") }
      // A machine with much else to do may not get through our own lines in time.
      let isLate = isOurs && error.message.contains("time limit")
      if isLate {
        host = nil
      } else if isOurs || error.code == .syntax, !error.message.contains("not enough memory") {
        found("\(error)")
      }
    }
  }

  private func perform(_ words: [String]) {
    func number(_ index: Int) -> Double { Double(words[index]) ?? 0 }
    switch words[0] {
    case "touch":
      touch(words[1], Point(x: number(2), y: number(3)), id: Int(number(4)))
    case "key":
      guard let press = KeyPress(name: words[2]) else { return found("no key \(words[2])") }
      if words[1] != "up" { send(.keyDown(press)) }
      if words[1] != "down" { send(.keyUp(press)) }
    case "hover":
      send(.hover(location: words[1] == "off" ? nil : Point(x: number(1), y: number(2))))
    case "scroll":
      send(
        .scroll(
          location: Point(x: number(1), y: number(2)), delta: Point(x: number(3), y: number(4))))
    case "resize": send(.resize(Size(width: number(1), height: number(2))))
    case "theme": send(.userInterfaceStyle(words[1] == "dark" ? .dark : .light))
    case "advance": application.scheduler.advance(to: application.scheduler.now + number(1))
    case "collect": host?.collectGarbage()
    case "fail": faults.arm(after: Int(number(1)), failing: Int(number(2)))
    case "succeed": faults.disarm()
    default: found("no input \(words[0])")
    }
  }

  private func send(_ kind: InputEvent.Kind) {
    application.send(InputEvent(kind, at: application.scheduler.now))
  }

  private func touch(_ action: String, _ point: Point, id: Int) {
    func one(_ phase: Touch.Phase, _ dx: Double = 0) {
      let place = Point(x: point.x + dx, y: point.y)
      let kind: Touch.Kind = id == 0 ? .pointer : .finger
      send(.touch(id: id, phase: phase, location: place, kind: kind))
    }
    switch action {
    case "down": one(.began)
    case "up": one(.ended)
    case "move": one(.moved)
    case "cancel": one(.cancelled)
    case "tap":
      one(.began)
      one(.ended)
    default:
      one(.began)
      for step in 1...4 { one(.moved, Double(step) * 12) }
      one(.ended, 48)
    }
  }

  // MARK: - After

  private func end(_ setup: ScriptFuzzSetup) {
    faults.disarm()
    if host?.engine.isClosed == false {
      do throws(ScriptError) {
        try host?.run(source: "error((FOUND or '') .. ' ' .. DONE .. ' ' .. TRIES)", name: "end")
      } catch {
        let words = error.message.split(separator: " ")
        if error.message.contains("an empty message") { found(error.message) }
        if words.count > 2, let done = Int(words[words.count - 2]),
          let tries = Int(words.last ?? "")
        {
          self.done = done
          self.tries = tries
        }
      }
    }
    var objects = knownObjects()
    if setup.closesFirst { host?.close() }
    var engine = host?.engine
    weak let ended = engine
    host = nil
    for object in objects {
      for token in object.handlers
      where (token.handler as? any ScriptedHandler)?.host === engine {
        found("a handler of the closed script is on \(type(of: object)): \(token.label ?? "-")")
      }
    }
    // Its end is felt by nobody: input goes on, and a new script finds everything.
    for line in ["touch tap 20 20 0", "key press tab", "theme dark", "advance 100"] {
      perform(line.split(separator: " ").map(String.init))
    }
    again()
    for object in objects { leaks.watch(object) }
    // The window lives on, and all in it; nothing there holds on to the script.
    objects = []
    engine = nil
    if ended != nil { found("something in the window keeps the closed script") }
  }

  /// Everything that Lua knows, and what hangs on it.
  private func knownObjects() -> [KitObject] {
    var objects: [KitObject] = []
    _ = host?.engine.state.firstObject { (object: AnyObject) -> Bool? in
      if let object = object as? KitObject { objects.append(object) }
      return nil
    }
    for case let view as View in objects { objects += view.gestureRecognizers }
    return objects
  }

  private func again() {
    do throws(ScriptError) {
      let next = try ScriptHost(application: application)
      leaks.watch(next)
      try next.run(
        source: """
          local b, n = ui.Button { title = 'again' }, 0
          b:on('touchDown', function(s, e) n = n + 1 assert(e.type == 'touchDown') end)
          b:sendActions('touchDown')
          assert(n == 1)
          """, name: "again")
      next.close()
    } catch {
      found("no second host: \(error)")
    }
  }
}
