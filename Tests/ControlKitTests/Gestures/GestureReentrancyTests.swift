@testable import ControlKit
import TestSupport
import Testing

/// §6 under handlers that take away, at each state, what they run for.
@Suite struct GestureReentrancyTests {
  /// A view with one recognizer, and the input that makes it go through all its states.
  private final class Stage {
    let view = View().at(0, 0, 300, 300)
    let other = View().at(300, 0, 300, 300)
    let pilot: Pilot
    let recognizer: GestureRecognizer
    private(set) var seen: [GestureState] = []

    init(_ recognizer: GestureRecognizer) {
      self.recognizer = recognizer
      pilot = Pilot(view, other)
      view.addGestureRecognizer(recognizer)
      recognizer.addAction { [unowned self] in seen.append(recognizer.state) }
    }

    private func send(_ phase: Touch.Phase, _ x: Double, _ y: Double, _ id: Int) {
      pilot.application.send(
        InputEvent(
          .touch(id: id, phase: phase, location: Point(x: x, y: y), kind: .finger), at: pilot.now))
    }

    func drive(cancels: Bool) {
      if recognizer is HoverGestureRecognizer {
        for x in [10.0, 20, 30] {
          pilot.application.send(
            InputEvent(.hover(location: Point(x: x, y: 10)), at: pilot.now))
        }
        if cancels { view.isHidden = true }
        pilot.application.send(InputEvent(.hover(location: nil), at: pilot.now))
        return
      }
      let isTwo = recognizer is PinchGestureRecognizer || recognizer is RotationGestureRecognizer
      let start = 5.0
      send(.began, start, 100, 1)
      if isTwo { send(.began, start, 200, 2) }
      if recognizer is LongPressGestureRecognizer { pilot.wait(0.6) }
      if !(recognizer is TapGestureRecognizer) {
        for step in 1...5 { send(.moved, start + 20 * Double(step), 100, 1) }
      }
      let end: Touch.Phase = cancels ? .cancelled : .ended
      send(end, recognizer is TapGestureRecognizer ? start : 105, 100, 1)
      if isTwo { send(end, start, 200, 2) }
      pilot.wait(1)
    }

    func disturb(_ how: String) {
      switch how {
      case "remove view": view.removeFromSuperview()
      case "remove recognizer": view.removeGestureRecognizer(recognizer)
      case "move recognizer": other.addGestureRecognizer(recognizer)
      case "disable": recognizer.isEnabled = false
      case "disable and enable":
        recognizer.isEnabled = false
        recognizer.isEnabled = true
      case "hide": view.isHidden = true
      case "close": pilot.application.close(pilot.window)
      case "cover": pilot.application.show(Window(title: "top"))
      case "cancel": for id in [1, 2] { send(.cancelled, 0, 0, id) }
      case "lift": for id in [1, 2] { send(.ended, 50, 50, id) }
      case "move": send(.moved, 60, 60, 1)
      case "press again": send(.began, 80, 80, 3)
      default: view.addGestureRecognizer(PanGestureRecognizer())
      }
    }

    /// What must hold when all is over.
    var problems: [String] {
      var problems: [String] = []
      var isOpen = false
      for state in seen {
        switch state {
        case .began where isOpen: problems.append("began twice")
        case .began: isOpen = true
        case .changed where !isOpen: problems.append("changed before began")
        case .ended where !isOpen && !recognizer.isDiscrete: problems.append("ended before began")
        case .cancelled where !isOpen: problems.append("cancelled before began")
        case .ended, .cancelled: isOpen = false
        default: break
        }
      }
      if isOpen { problems.append("neither ended nor cancelled: \(seen)") }
      if recognizer.state != .possible { problems.append("stuck in \(recognizer.state)") }
      if !recognizer.touches.isEmpty || !recognizer.lifted.isEmpty {
        problems.append("keeps touches")
      }
      if !pilot.application.unsettledTouches.isEmpty { problems.append("unsettled touches") }
      return problems
    }
  }

  private static let kinds: [@Sendable () -> GestureRecognizer] = [
    { TapGestureRecognizer() }, { LongPressGestureRecognizer() }, { PanGestureRecognizer() },
    { SwipeGestureRecognizer() }, { PinchGestureRecognizer() }, { RotationGestureRecognizer() },
    {
      let pan = ScreenEdgePanGestureRecognizer()
      pan.edges = .left
      return pan
    },
    { HoverGestureRecognizer() },
  ]

  /// §6 Undisturbed, each recognizer goes through its states and resets.
  @Test(arguments: [false, true])
  func undisturbed(cancels: Bool) {
    for make in GestureReentrancyTests.kinds {
      let stage = Stage(make())
      stage.drive(cancels: cancels)
      let name = stage.recognizer.debugName
      #expect(stage.problems == [], "\(name)")
      if stage.recognizer is TapGestureRecognizer, cancels { continue }
      let last: GestureState = cancels && !stage.recognizer.isDiscrete ? .cancelled : .ended
      #expect(stage.seen.last == last, "\(name) \(stage.seen)")
    }
  }

  /// §6 A handler removes its view, its recognizer, closes the window and so on, at each state.
  @Test(arguments: [
    "remove view", "remove recognizer", "move recognizer", "disable", "disable and enable", "hide",
    "close", "cover", "cancel", "lift", "move", "press again", "add another",
  ])
  func disturbed(how: String) {
    for make in GestureReentrancyTests.kinds {
      for event in [GestureEvents.began, .changed, .ended, .cancelled] {
        let stage = Stage(make())
        stage.recognizer.addAction(for: event, options: .once) { [unowned stage] in
          stage.disturb(how)
        }
        stage.drive(cancels: event == .cancelled)
        for id in 1...3 { stage.pilot.cancel(stage.pilot.window, id: id) }
        #expect(
          stage.problems == [], "\(stage.recognizer.debugName) at \(event): \(stage.seen)")
      }
    }
  }
}
