@testable import ControlKit
import TestSupport

/// Checks what one recognizer says against the table of §6.
final class GestureWitness {
  let recognizer: GestureRecognizer
  private(set) var problems: [String] = []
  private(set) var recognitions = 0
  private var isOpen = false

  init(_ recognizer: GestureRecognizer) {
    self.recognizer = recognizer
    // Before all other handlers, as they may disturb it.
    recognizer.addAction { [unowned self] in see(self.recognizer.state) }
  }

  private func see(_ state: GestureState) {
    switch state {
    case .began:
      if isOpen { fail("began twice") }
      isOpen = true
      recognitions += 1
    case .changed: if !isOpen { fail("changed before began") }
    case .ended:
      if isOpen == recognizer.isDiscrete { fail("ended, open \(isOpen)") }
      if recognizer.isDiscrete { recognitions += 1 }
      isOpen = false
    case .cancelled:
      if !isOpen { fail("cancelled before began") }
      isOpen = false
    case .possible, .failed: fail("a handler ran for \(state)")
    }
  }

  private func fail(_ problem: String) {
    problems.append("\(recognizer.debugName): \(problem)")
  }

  /// Between two inputs.
  func checkAtRest() {
    if isOpen != recognizer.state.isRecognizing { fail("open \(isOpen) in \(recognizer.state)") }
    if recognizer.state.isTerminal { fail("left in \(recognizer.state)") }
    for touch in recognizer.touches where !touch.isDown { fail("follows a lifted touch") }
    if recognizer.view == nil, recognizer.isUndecided || recognizer.state.isRecognizing {
      fail("recognizes without a view")
    }
  }

  /// When no touch is down and every time limit is over.
  func checkIdle() {
    if recognizer.state != .possible { fail("stuck in \(recognizer.state)") }
    if !recognizer.touches.isEmpty || !recognizer.lifted.isEmpty { fail("keeps touches") }
    if recognizer.pending != nil { fail("waits for ever") }
    if !recognizer.waiters.isEmpty { fail("others wait for it for ever") }
    if recognizer.isWinning { fail("never stopped winning") }
  }
}

/// Answers a recognizer's questions at random.
final class RandomDelegate: GestureRecognizerDelegate {
  private var random: SplitMix64
  /// Runs whenever something is asked.
  var onQuestion: () -> Void = {}

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private func says(yesIn count: Int) -> Bool {
    onQuestion()
    return Int.random(in: 0..<count, using: &random) == 0
  }

  func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool {
    !says(yesIn: 8)
  }
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool { !says(yesIn: 8) }
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: GestureRecognizer
  ) -> Bool { says(yesIn: 3) }
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: GestureRecognizer
  ) -> Bool { says(yesIn: 4) }
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    shouldBeRequiredToFailBy otherGestureRecognizer: GestureRecognizer
  ) -> Bool { says(yesIn: 4) }
}

extension GestureRecognizer {
  /// Two of every kind, some of which wait for others.
  static func zoo() -> [GestureRecognizer] {
    var all: [GestureRecognizer] = []
    for _ in 0..<2 {
      let double = TapGestureRecognizer()
      double.numberOfTapsRequired = 2
      let single = TapGestureRecognizer()
      single.require(toFail: double)
      let pair = TapGestureRecognizer()
      pair.numberOfTouchesRequired = 2
      let press = LongPressGestureRecognizer()
      let tapPress = LongPressGestureRecognizer()
      tapPress.numberOfTapsRequired = 1
      let swipe = SwipeGestureRecognizer()
      swipe.direction = [.left, .right]
      let pan = PanGestureRecognizer()
      pan.require(toFail: swipe)
      let pinch = PinchGestureRecognizer()
      let rotation = RotationGestureRecognizer()
      rotation.require(toFail: pinch)
      let edge = ScreenEdgePanGestureRecognizer()
      edge.edges = .all
      all += [double, single, pair, press, tapPress, swipe, pan, pinch, rotation, edge]
      all.append(HoverGestureRecognizer())
    }
    return all
  }
}
