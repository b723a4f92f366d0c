// Data path: InputEvent → Window → HitTesting → [arena] | tracking → dispatcher → storage → Lua.

/// Decides which recognizer gets a touch.
enum GestureArena {
  /// Whether a gesture that was seen may be recognized.
  enum Verdict {
    /// It gets the touches.
    case free
    /// Another one has them.
    case lost
    /// Others must fail first.
    case waits([GestureRecognizer])
  }

  /// Lists the recognizers that follow a new touch: the hit view's first, then each ancestor's.
  static func enter(_ touch: Touch, on hit: View) {
    guard hit.hasRecognizersUpward else { return }
    var view: View? = hit
    while let current = view {
      for recognizer in current.recognizersInOrder where recognizer.followsTouches {
        touch.recognizers.append(recognizer)
      }
      view = current.superview
    }
    if touch.recognizers.isEmpty { return }
    // It may end a series of taps elsewhere, before anyone is asked whether to follow it: whoever
    // waited for that is free for it then.
    for recognizer in touch.recognizers { recognizer.touchWillBegin(touch) }
    let followers = touch.recognizers.filter { follows($0, touch) }
    // Delegates and handlers have run, which may have ended the touch.
    touch.recognizers = touch.isDown ? followers : []
  }

  private static func follows(_ recognizer: GestureRecognizer, _ touch: Touch) -> Bool {
    // Undecided about touches that are all lifted: it does not follow new ones.
    if recognizer.pending != nil && recognizer.touches.isEmpty { return false }
    return recognizer.isEnabled && recognizer.gate?.isEnabled != false && touch.isDown
      && recognizer.delegateLetsReceive(touch)
  }

  /// Asks the one-liner's token, the delegate, and every view from the hit one to the recognizer's
  /// own, as a control may refuse the gesture of an ancestor.
  static func mayBegin(_ recognizer: GestureRecognizer) -> Bool {
    if recognizer.gate?.isEnabled == false || !recognizer.delegateLetsBegin { return false }
    if recognizer.touches.isEmpty, recognizer.lifted.isEmpty, let view = recognizer.view {
      return view.gestureRecognizerShouldBegin(recognizer)
    }
    for touch in recognizer.touches + recognizer.lifted where refuses(touch.view, recognizer) {
      return false
    }
    return true
  }

  /// Whether a view from the hit one to the recognizer's own refuses the gesture.
  static func refuses(_ hit: View?, _ recognizer: GestureRecognizer) -> Bool {
    var view = hit
    while let current = view {
      if !current.gestureRecognizerShouldBegin(recognizer) { return true }
      if current === recognizer.view { return false }
      view = current.superview
    }
    return false
  }

  /// Looks at who else follows the touches, and at who must fail first.
  static func verdict(for winner: GestureRecognizer) -> Verdict {
    var blockers: [GestureRecognizer] = []
    for requirement in winner.requirements {
      guard let other = requirement.recognizer else { continue }
      if other.state.isRecognizing || other.isWinning { return .lost }
      // Two that wait for each other would wait for ever: the one that asks later need not.
      if other.isUndecided, !other.isWaiting(for: winner) { blockers.append(other) }
    }
    for touch in winner.touches + winner.lifted {
      // Everyone loses a touch that is taken away; who waits for another's failure, too.
      if touch.phase == .cancelled { return .lost }
      for other in touch.recognizers where other !== winner && !winner.isIndependent(of: other) {
        if other.state.isRecognizing || other.isWinning {
          if other.prevents(winner) { return .lost }
        } else if other.isUndecided, winner.delegatesRequireFailure(of: other),
          !other.isWaiting(for: winner), !blockers.contains(where: { $0 === other })
        {
          blockers.append(other)
        }
      }
    }
    return blockers.isEmpty ? .free : .waits(blockers)
  }

  /// Takes the touches for a recognizer that is about to recognize: from the others, then from the
  /// views.
  ///
  /// - Returns: `false` when what ran meanwhile has switched the recognizer off.
  static func claim(for winner: GestureRecognizer) -> Bool {
    let touches = winner.touches + winner.lifted
    // Nothing that was kept from a view is told while its fate is being decided.
    for touch in touches { touch.deliveries += 1 }
    defer {
      for touch in touches {
        touch.deliveries -= 1
        if touch.wasDelayed { touch.window?.settle(touch) }
      }
    }
    for touch in touches {
      for other in touch.recognizers where other !== winner && !winner.isIndependent(of: other) {
        if winner.prevents(other) || other.delegatesRequireFailure(of: winner) { other.abort() }
      }
    }
    for dependent in winner.dependents {
      if let dependent = dependent.recognizer, dependent.isUndecided { dependent.abort() }
    }
    for waiter in winner.waiters { waiter.abort() }
    for touch in touches {
      // A touch that its view has not been told of is dropped for good.
      if winner.cancelsTouchesInView || (touch.heldBegan != nil && winner.delaysTouchesBegan) {
        touch.window?.takeFromView(touch)
      }
    }
    // The cancelled view's handlers may have disabled or removed the winner.
    return winner.isEnabled && winner.view != nil
  }
}

extension GestureRecognizer {
  /// Whether being recognized makes another one fail, all said and asked.
  final func prevents(_ other: GestureRecognizer) -> Bool {
    canPrevent(other) && other.canBePrevented(by: self) && !isSimultaneous(with: other)
  }

  /// Whether touches go to it; not to one that follows the pointer.
  final var followsTouches: Bool { !(self is HoverGestureRecognizer) }
}
