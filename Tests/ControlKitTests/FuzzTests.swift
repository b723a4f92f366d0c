@testable import ControlKit
import Foundation
import TestSupport
import Testing

/// Checks what one control says against the rules of §4.
private final class Witness {
  let name: String
  weak var control: Control?
  private(set) var problems: [String] = []
  private(set) var downs = 0
  private(set) var ends = 0
  private var isOutside = false
  private var calls = [0, 0]

  init(_ control: Control, _ name: String) {
    self.name = name
    self.control = control
    control.addAction(for: .allEvents) { [weak self] (event: ControlEvent) in self?.see(event) }
    // A second handler with another mask that matches the same: it runs as often as the first.
    control.addAction(for: [.allTouchEvents, .valueChanged, .primaryActionTriggered]) {
      [weak self] in
      self?.calls[1] += 1
    }
  }

  private func see(_ event: ControlEvent) {
    calls[0] += 1
    switch event.type {
    case .touchDown:
      if downs != ends { fail("touchDown while another touch is open") }
      downs += 1
      isOutside = false
    case .touchUpInside, .touchUpOutside, .touchCancel:
      if event.touch == nil {
        // Activation by a key: the primary event alone.
        if event.type != control?.primaryActionEvent { fail("\(event.type) without a touch") }
        return
      }
      ends += 1
      if ends > downs { fail("\(event.type) without touchDown") }
      if event.type != .touchCancel, control?.isEnabled == false { fail("up while disabled") }
      if event.type != .touchCancel, control?.window == nil { fail("up outside a window") }
    case .touchDragExit:
      if isOutside { fail("exit twice") }
      isOutside = true
    case .touchDragEnter:
      if !isOutside { fail("enter twice") }
      isOutside = false
    case .touchDragInside, .touchDragOutside, .touchDownRepeat:
      if downs != ends + 1 { fail("\(event.type) without an open touch") }
    default: break
    }
  }

  private func fail(_ problem: String) { problems.append("\(name): \(problem)") }

  /// Between two inputs.
  func checkAtRest() {
    guard let control else { return }
    if calls[0] != calls[1] { fail("handlers ran \(calls) times") }
    if control.isTracking != (downs == ends + 1) { fail("tracking \(downs) \(ends)") }
    let isPressed = (control.isTracking && control.isTouchInside) || control.keyHighlight
    if control.isHighlighted != isPressed {
      fail("highlighted \(control.isHighlighted) inside \(control.isTouchInside)")
    }
    let isUsed = control.isTracking || control.keyHighlight
    if isUsed && (!control.isEnabled || control.window?.isShown != true) {
      fail("tracks though disabled or not shown")
    }
    var view: View? = control
    while isUsed, let current = view {
      if current.isHidden { fail("tracks though hidden") }
      view = current.superview
    }
  }
}

/// A random user, and random handlers that disturb.
private final class Fuzzer {
  let pilot = Pilot()
  let check = LeakCheck()
  let panel = View().at(0, 0, 300, 300)
  let controls: [Control]
  let witnesses: [Witness]
  let recognizers = GestureRecognizer.zoo()
  let gestureWitnesses: [GestureWitness]
  private let delegate: RandomDelegate
  private var random: SplitMix64
  private var depth = 0

  init(seed: UInt64, handlersDisturb: Bool) {
    random = SplitMix64(seed: seed)
    delegate = RandomDelegate(seed: seed)
    gestureWitnesses = recognizers.map { GestureWitness($0) }
    controls = [
      Control(), Button(title: "b"), Slider(), Switch(), PageControl(), Button(title: "c"),
    ]
    witnesses = controls.enumerated().map { Witness($1, "\($1.debugName) \($0)") }
    pilot.window.addSubview(panel)
    for (index, control) in controls.enumerated() {
      control.frame = Rect(
        x: Double(index % 3) * 100, y: Double(index / 3) * 100, width: 80, height: 60)
      (control as? PageControl)?.numberOfPages = 5
      panel.addSubview(control)
    }
    controls[5].addTapGestureRecognizer {}
    panel.addLongPressGestureRecognizer {}
    panel.addTapGestureRecognizer {}
    let double = TapGestureRecognizer()
    double.numberOfTapsRequired = 2
    panel.addGestureRecognizer(double)
    let pair = LongPressGestureRecognizer()
    pair.numberOfTouchesRequired = 2
    panel.addGestureRecognizer(pair)
    for recognizer in recognizers {
      (below(2) == 0 ? panel : controls[below(3)]).addGestureRecognizer(recognizer)
      if below(3) == 0 { recognizer.delegate = delegate }
    }
    if handlersDisturb { addDisturbingHandlers() }
    watchEverything()
  }

  private func addDisturbingHandlers() {
    for control in controls {
      control.addAction(for: .allEvents) { [weak self] in self?.handlerRuns() }
    }
    delegate.onQuestion = { [weak self] in self?.handlerRuns() }
    for recognizer in recognizers + panel.gestureRecognizers + controls[5].gestureRecognizers {
      recognizer.addAction { [weak self] in self?.handlerRuns() }
    }
  }

  private func watchEverything() {
    check.watch(self)
    check.watch(pilot)
    check.watch(pilot.application)
    for view in [pilot.window, panel] + controls {
      check.watch(view, view.debugName)
      for recognizer in view.gestureRecognizers { check.watch(recognizer) }
    }
  }

  private func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  /// One input, anywhere; now and then a change of the tree.
  func step() {
    if below(10) == 0 { disturb() } else { input() }
  }

  private func input() {
    if below(8) == 0 { return key() }
    if below(12) == 0 { return hover() }
    if below(8) == 0 { return gesture() }
    let phases: [Touch.Phase] = [.began, .moved, .moved, .moved, .ended, .cancelled]
    let phase = phases[below(20) == 0 ? 5 : below(5)]
    let location = Point(x: Double(below(320)) - 10, y: Double(below(220)) - 10)
    let kind: Touch.Kind = below(2) == 0 ? .finger : .pointer
    pilot.application.send(
      InputEvent(
        .touch(id: below(3), phase: phase, location: location, kind: kind),
        at: pilot.now + Double(below(5)) * 0.05))
  }

  private func send(_ phase: Touch.Phase, _ x: Int, _ y: Int, id: Int) {
    pilot.application.send(
      InputEvent(
        .touch(
          id: id, phase: phase, location: Point(x: Double(x), y: Double(y)), kind: .finger),
        at: pilot.now))
  }

  /// What chance alone would not yield: taps, long presses, strokes, with one finger or two.
  private func gesture() {
    let fingers = below(3) == 0 ? [1, 2] : [1]
    let (x, y) = (below(4) == 0 ? 5 : below(300), below(200))
    let (dx, dy) = below(2) == 0 ? (0, 0) : (below(90) - 45, below(40) - 20)
    for _ in 0...below(3) {
      for id in fingers { send(.began, x + 30 * id, y, id: id) }
      if below(8) == 0 { pilot.wait(0.6) }
      for step in 1...4 where dx != 0 {
        for id in fingers {
          send(.moved, x + 30 * id + step * dx * (3 - 2 * id), y + step * dy, id: id)
        }
      }
      for id in fingers {
        send(.ended, x + 30 * id + 4 * dx * (3 - 2 * id), y + (dx == 0 ? 0 : 4 * dy), id: id)
      }
      if below(3) == 0 { pilot.wait(0.4) }
    }
  }

  private func hover() {
    let place = Point(x: Double(below(320)), y: Double(below(220)))
    pilot.application.send(
      InputEvent(.hover(location: below(6) == 0 ? nil : place), at: pilot.now))
  }

  /// A recognizer changes its ways, or its view.
  private func disturbGestures() {
    let recognizer = recognizers[below(recognizers.count)]
    switch below(9) {
    case 0: recognizer.isEnabled.toggle()
    case 1: recognizer.cancelsTouchesInView.toggle()
    case 2: recognizer.delaysTouchesBegan.toggle()
    case 3: recognizer.delaysTouchesEnded.toggle()
    case 4: recognizer.view?.removeGestureRecognizer(recognizer)
    case 5, 6: (below(2) == 0 ? panel : controls[below(6)]).addGestureRecognizer(recognizer)
    // Sends nothing, but asks the delegate.
    case 7: _ = recognizer.explain()
    default:
      panel.transform = AffineTransform(rotationAngle: Double(below(7)) - 3)
      if below(2) == 0 { panel.transform = .identity }
    }
  }

  /// No touch is down, the pointer is elsewhere, and every time limit is over.
  func comeToRest() {
    for id in 0..<3 { pilot.cancel(pilot.window, id: id) }
    // Handlers of these cancellations may have put fingers down again: now they keep quiet.
    depth += 3
    defer { depth -= 3 }
    for id in 0..<3 { pilot.cancel(pilot.window, id: id) }
    pilot.application.send(InputEvent(.hover(location: nil), at: pilot.now))
    pilot.wait(2)
  }

  private func key() {
    let names: [KeyPress.Named] = [.space, .return, .tab, .right]
    let press = KeyPress(.named(names[below(4)]))
    pilot.application.send(
      InputEvent(below(2) == 0 ? .keyDown(press) : .keyUp(press), at: pilot.now))
  }

  /// Called by handlers: sometimes disturbs, but not too deep.
  private func handlerRuns() {
    guard depth < 3, below(6) == 0 else { return }
    depth += 1
    defer { depth -= 1 }
    disturb()
  }

  private func disturb() {
    if below(3) == 0 { return disturbGestures() }
    let control = controls[below(controls.count)]
    switch below(12) {
    case 0: control.isEnabled.toggle()
    case 1: control.isHidden.toggle()
    case 2: control.removeFromSuperview()
    case 3, 4: panel.addSubview(control)
    case 5: panel.isHidden.toggle()
    case 6: pilot.application.close(pilot.window)
    case 7: pilot.application.show(pilot.window)
    case 8: control.isExclusiveTouch.toggle()
    case 9 where below(2) == 0: control.becomeFirstResponder()
    case 9: for recognizer in panel.gestureRecognizers { recognizer.isEnabled.toggle() }
    case 10:
      let other = Window(title: "cover", size: Size(width: 100, height: 100))
      pilot.application.show(other)
      if below(2) == 0 { pilot.application.close(other) }
    default: input()
    }
  }

  /// Makes everything usable again.
  func repair() {
    for window in pilot.application.windows where window !== pilot.window {
      pilot.application.close(window)
    }
    pilot.application.show(pilot.window)
    panel.isHidden = false
    panel.transform = .identity
    for recognizer in recognizers {
      if recognizer.view == nil { panel.addGestureRecognizer(recognizer) }
      recognizer.isEnabled = true
      recognizer.delaysTouchesBegan = false
    }
    for control in controls {
      control.isEnabled = true
      control.isHidden = false
      if control.superview == nil { panel.addSubview(control) }
    }
  }
}

/// What a longer run asks for: `scripts/fuzz` sets these.
enum FuzzSettings {
  /// The seeds: `HANDLERHOST_FUZZ_SEED` and those after it, `HANDLERHOST_FUZZ_COUNT` in all.
  static func seeds(_ usual: [UInt64]) -> [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    guard let count = environment["HANDLERHOST_FUZZ_COUNT"].flatMap({ UInt64($0) }), count > 0
    else { return usual }
    let first = environment["HANDLERHOST_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
    return (0..<count).map { first &+ $0 }
  }
}

/// §4 and §6 under random input and random handlers.
@Suite struct FuzzTests {
  /// Every touchDown ends once, enter and exit alternate, highlighted means tracking and inside,
  /// disabled or removed controls do not track, handlers run once a send; every gesture that began
  /// ends once, none is stuck when the touches are gone; nothing is left.
  @Test(arguments: FuzzSettings.seeds([1, 5, 15, 77_777]), [false, true])
  func invariantsHold(seed: UInt64, handlersDisturb: Bool) {
    var problems: [String] = []
    let check: LeakCheck
    do {
      let fuzzer = Fuzzer(seed: seed, handlersDisturb: handlersDisturb)
      check = fuzzer.check
      for step in 0..<6_000 where problems.isEmpty {
        fuzzer.step()
        if step % 50 == 49 { fuzzer.repair() }
        for witness in fuzzer.witnesses {
          witness.checkAtRest()
          problems += witness.problems.map { "step \(step): \($0)" }
        }
        let isIdle = step % 500 == 499
        if isIdle { fuzzer.comeToRest() }
        for witness in fuzzer.gestureWitnesses {
          witness.checkAtRest()
          if isIdle { witness.checkIdle() }
          problems += witness.problems.map { "step \(step): \($0)" }
        }
        if isIdle, !fuzzer.pilot.application.unsettledTouches.isEmpty {
          problems.append("step \(step): unsettled touches")
        }
      }
      fuzzer.repair()
      fuzzer.comeToRest()
      for witness in fuzzer.witnesses where witness.downs != witness.ends {
        problems.append("\(witness.name) is still down")
      }
      // Handlers that hide, disable and remove at random leave less to touch.
      let least = handlersDisturb ? 2 : 10
      #expect(fuzzer.witnesses.allSatisfy { $0.downs > least }, "seed \(seed) does little")
      let busy = fuzzer.gestureWitnesses.count { $0.recognitions > 0 }
      #expect(busy >= fuzzer.recognizers.count / 2, "seed \(seed) recognizes little")
    }
    #expect(problems.prefix(3) == [], "seed \(seed)")
    #expect(check.survivors == [], "seed \(seed)")
  }
}
