// Data path: InputEvent → Window → HitTesting → [arena] | tracking → dispatcher → storage → Lua.

/// Decides which recognizer gets a touch.
enum GestureArena {
  /// Lists the recognizers that follow a new touch: the hit view's first, then each ancestor's.
  static func enter(_ touch: Touch, on hit: View) {
    var view: View? = hit
    while let current = view {
      for recognizer in current.gestureRecognizers
      where recognizer.isEnabled && recognizer.gate?.isEnabled != false {
        touch.recognizers.append(recognizer)
      }
      view = current.superview
    }
  }

  /// Asks for the touches on behalf of a recognizer that is about to recognize.
  ///
  /// - Returns: `false` when a view refuses, or another recognizer already has one of the touches.
  static func claim(_ touches: [Touch], for winner: GestureRecognizer) -> Bool {
    if winner.gate?.isEnabled == false { return false }
    for touch in touches {
      if refuses(touch.view, winner) { return false }
      let isTaken = touch.recognizers.contains {
        $0 !== winner && $0.state.isRecognizing && !winner.isIndependent(of: $0)
      }
      if isTaken { return false }
    }
    for touch in touches {
      for other in touch.recognizers
      where other !== winner && winner.canPrevent(other) && !winner.isIndependent(of: other) {
        other.abort()
      }
      if winner.cancelsTouchesInView { touch.window?.takeFromView(touch) }
    }
    // The cancelled view's handlers may have disabled or removed the winner.
    return winner.isEnabled && winner.view != nil
  }

  /// Every view from the hit one to the recognizer's own is asked, as a control may refuse the
  /// gesture of an ancestor.
  private static func refuses(_ hit: View?, _ recognizer: GestureRecognizer) -> Bool {
    var view = hit
    while let current = view {
      if !current.gestureRecognizerShouldBegin(recognizer) { return true }
      if current === recognizer.view { return false }
      view = current.superview
    }
    return false
  }
}
