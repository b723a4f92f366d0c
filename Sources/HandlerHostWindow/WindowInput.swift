#if GTK
  internal import CGTK
  package import ControlKit

  /// Takes the events of the window before any widget sees them, and sends them to the application.
  ///
  /// What is taken never reaches a native widget. A press outside of the content, as in the title bar,
  /// stays GTK's until it is released.
  package final class WindowInput {
    private unowned let frontEnd: WindowFrontEnd
    private var pointer = Pointer.up
    private var location = Point.zero
    /// The fingers by GDK's sequences; a browser's first finger has none.
    private var fingers: [OpaquePointer?: Finger] = [:]
    private var keys: [UInt32: KeyPress] = [:]
    private var isHovering = false
    /// What came while the input method was asked about a key.
    private var waiting: [OpaquePointer] = []

    private enum Pointer {
      case up
      /// Pressed, and followed by the application.
      case down
      /// Pressed on the button that closes a window.
      case onCloseMark(Card)
      /// Pressed where the content is not.
      case elsewhere
    }

    private enum Finger {
      /// Followed by the application, by a number of its own.
      case touch(Int)
      /// Put down on the button that closes a window.
      case onCloseMark(Card)
    }

    /// How far one notch of the wheel scrolls, in points: three rows of text.
    package static let wheelStep = 48.0

    init(_ frontEnd: WindowFrontEnd) {
      self.frontEnd = frontEnd
    }

    func attach() {
      let tap: OpaquePointer = gtk_event_controller_legacy_new()
      gtk_event_controller_set_propagation_phase(tap, GTK_PHASE_CAPTURE)
      let callback: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> gboolean = {
        _, event, data in
        guard let event, let data else { return 0 }
        return Unmanaged<WindowInput>.fromOpaque(data).takeUnretainedValue().receive(event) ? 1 : 0
      }
      g_signal_connect_data(
        UnsafeMutableRawPointer(tap), "event", unsafeBitCast(callback, to: GCallback.self),
        Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
      gtk_widget_add_controller(frontEnd.toplevel, tap)
    }

    /// - Returns: Whether nobody else may have the event.
    private func receive(_ event: OpaquePointer) -> Bool {
      guard frontEnd.isRunning else { return false }
      if frontEnd.textInput.isAsking {
        guard mustWait(event) else { return false }
        waiting.append(gdk_event_ref(event))
        return true
      }
      let isTaken = handle(event)
      while !waiting.isEmpty {
        let next = waiting.removeFirst()
        if frontEnd.isRunning { _ = handle(next) }
        gdk_event_unref(next)
      }
      return isTaken
    }

    /// Whether an event means nothing before the key that is asked about has been used. What is not in
    /// the content is GTK's.
    private func mustWait(_ event: OpaquePointer) -> Bool {
      switch gdk_event_get_event_type(event) {
      case GDK_KEY_PRESS, GDK_KEY_RELEASE, GDK_TOUCH_UPDATE, GDK_TOUCH_END, GDK_TOUCH_CANCEL: true
      case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN, GDK_SCROLL: isInside(place(of: event))
      case GDK_BUTTON_RELEASE, GDK_MOTION_NOTIFY, GDK_GRAB_BROKEN: !waiting.isEmpty || isPressed
      default: false
      }
    }

    private var isPressed: Bool {
      switch pointer {
      case .down, .onCloseMark: true
      case .up, .elsewhere: false
      }
    }

    private func handle(_ event: OpaquePointer) -> Bool {
      switch gdk_event_get_event_type(event) {
      case GDK_BUTTON_PRESS:
        return press(button: gdk_button_event_get_button(event), at: place(of: event))
      case GDK_BUTTON_RELEASE:
        return release(button: gdk_button_event_get_button(event), at: place(of: event))
      case GDK_MOTION_NOTIFY: return move(to: place(of: event))
      case GDK_LEAVE_NOTIFY:
        leave()
        return false
      case GDK_GRAB_BROKEN:
        cancel()
        return false
      case GDK_SCROLL: return scroll(event)
      case GDK_TOUCH_BEGIN, GDK_TOUCH_UPDATE, GDK_TOUCH_END, GDK_TOUCH_CANCEL:
        return touch(event)
      case GDK_KEY_PRESS: return keyPress(event)
      case GDK_KEY_RELEASE: return keyRelease(event)
      default: return false
      }
    }

    /// Where an event is on the application's screen, in points.
    private func place(of event: OpaquePointer) -> Point {
      var x = 0.0
      var y = 0.0
      guard gdk_event_get_position(event, &x, &y) != 0, x.isFinite, y.isFinite else {
        return location
      }
      var shiftX = 0.0
      var shiftY = 0.0
      gtk_native_get_surface_transform(OpaquePointer(frontEnd.toplevel), &shiftX, &shiftY)
      var rootX = 0.0
      var rootY = 0.0
      gtk_widget_translate_coordinates(
        frontEnd.toplevel, frontEnd.root, x - shiftX, y - shiftY, &rootX, &rootY)
      return Point(x: Units.points(rootX), y: Units.points(rootY))
    }

    private func isInside(_ point: Point) -> Bool {
      let root = frontEnd.root
      return Rect(
        x: 0, y: 0, width: Units.points(Double(gtk_widget_get_width(root))),
        height: Units.points(Double(gtk_widget_get_height(root)))
      ).contains(point)
    }

    // MARK: - The pointer

    /// A button of the mouse went down; only the first one is of use, but none reaches a widget.
    package func press(button: UInt32, at point: Point) -> Bool {
      location = point
      guard isInside(point) else {
        if case .up = pointer { pointer = .elsewhere }
        return false
      }
      guard button == 1 else { return true }
      frontEnd.textInput.finish()
      showFocus(false)
      if let card = closeMark(at: point) {
        pointer = .onCloseMark(card)
        return true
      }
      pointer = .down
      frontEnd.send(.touch(id: 0, phase: .began, location: point, kind: .pointer))
      return true
    }

    /// The pointer moved.
    package func move(to point: Point) -> Bool {
      let hasMoved = point != location
      location = point
      switch pointer {
      case .down:
        if hasMoved {
          frontEnd.send(.touch(id: 0, phase: .moved, location: point, kind: .pointer))
        }
        return true
      case .onCloseMark: return true
      case .elsewhere: return false
      case .up:
        if frontEnd.application.wantsHover {
          isHovering = isInside(point)
          frontEnd.send(.hover(location: isHovering ? point : nil))
        }
        return false
      }
    }

    /// A button of the mouse came up.
    package func release(button: UInt32, at point: Point) -> Bool {
      guard button == 1 else { return isInside(point) }
      location = point
      let pressed = pointer
      pointer = .up
      switch pressed {
      case .down:
        frontEnd.send(.touch(id: 0, phase: .ended, location: point, kind: .pointer))
        return true
      case .onCloseMark(let card):
        close(card, releasedAt: point)
        return true
      case .elsewhere, .up: return false
      }
    }

    /// The window in front whose button for closing is at a place.
    private func closeMark(at point: Point) -> Card? {
      guard let card = frontEnd.cards.last, card.window === frontEnd.application.keyWindow,
        card.isOnCloseMark(point)
      else { return nil }
      return card
    }

    private func close(_ card: Card, releasedAt point: Point) {
      guard card.isOnCloseMark(point), let window = card.window,
        window === frontEnd.application.keyWindow
      else { return }
      frontEnd.turn { frontEnd.application.close(window) }
    }

    private func leave() {
      guard isHovering, case .up = pointer else { return }
      isHovering = false
      frontEnd.send(.hover(location: nil))
    }

    /// The platform took the pointer away.
    package func cancel() {
      guard case .down = pointer else { return }
      pointer = .up
      frontEnd.send(.touch(id: 0, phase: .cancelled, location: location, kind: .pointer))
    }

    private func scroll(_ event: OpaquePointer) -> Bool {
      var deltaX = 0.0
      var deltaY = 0.0
      switch gdk_scroll_event_get_direction(event) {
      case GDK_SCROLL_UP: deltaY = -1
      case GDK_SCROLL_DOWN: deltaY = 1
      case GDK_SCROLL_LEFT: deltaX = -1
      case GDK_SCROLL_RIGHT: deltaX = 1
      default: gdk_scroll_event_get_deltas(event, &deltaX, &deltaY)
      }
      let isSurface = gdk_scroll_event_get_unit(event) == GDK_SCROLL_UNIT_SURFACE
      var delta = Point(x: deltaX, y: deltaY)
      if isSurface {
        delta = Point(x: Units.points(deltaX), y: Units.points(deltaY))
      } else {
        delta = Point(x: deltaX * Self.wheelStep, y: deltaY * Self.wheelStep)
      }
      // As on other desktop systems, Shift turns the wheel sideways.
      if gdk_event_get_modifier_state(event).rawValue & GDK_SHIFT_MASK.rawValue != 0, delta.x == 0 {
        delta = Point(x: delta.y, y: 0)
      }
      return wheel(delta, at: place(of: event))
    }

    /// The wheel turned: by how many points the content moves on.
    package func wheel(_ delta: Point, at point: Point) -> Bool {
      guard isInside(point) else { return false }
      if delta != .zero { frontEnd.send(.scroll(location: point, delta: delta)) }
      return true
    }

    // MARK: - Fingers

    private func touch(_ event: OpaquePointer) -> Bool {
      let phase: Touch.Phase =
        switch gdk_event_get_event_type(event) {
        case GDK_TOUCH_BEGIN: .began
        case GDK_TOUCH_UPDATE: .moved
        case GDK_TOUCH_END: .ended
        default: .cancelled
        }
      return touch(gdk_event_get_event_sequence(event), phase, at: place(of: event))
    }

    /// A finger took a step.
    private func touch(
      _ sequence: OpaquePointer?, _ phase: Touch.Phase, at point: Point
    ) -> Bool {
      if phase == .began {
        guard isInside(point) else { return false }
        frontEnd.textInput.finish()
        showFocus(false)
        if let card = closeMark(at: point) {
          fingers[sequence] = .onCloseMark(card)
          return true
        }
        fingers[sequence] = .touch(number(for: sequence))
      }
      guard let finger = fingers[sequence] else { return false }
      if phase == .ended || phase == .cancelled { fingers[sequence] = nil }
      switch finger {
      case .touch(let id):
        frontEnd.send(.touch(id: id, phase: phase, location: point, kind: .finger))
      case .onCloseMark(let card): if phase == .ended { close(card, releasedAt: point) }
      }
      return true
    }

    /// The least number that is free. A finger that comes down twice, since its release was lost, keeps
    /// its own: so the application learns that the first touch is over.
    private func number(for sequence: OpaquePointer?) -> Int {
      if case .touch(let id)? = fingers[sequence] { return id }
      var id = 1
      while fingers.values.contains(where: { if case .touch(id) = $0 { true } else { false } }) {
        id += 1
      }
      return id
    }

    /// A finger took a step, by a number of the caller's.
    package func touch(finger: Int, _ phase: Touch.Phase, at point: Point) -> Bool {
      guard let sequence = OpaquePointer(bitPattern: finger * 16 + 16) else { return false }
      return touch(sequence, phase, at: point)
    }

    // MARK: - Keys

    private func keyPress(_ event: OpaquePointer) -> Bool {
      showFocus(true)
      if frontEnd.textInput.filter(event) || !frontEnd.isRunning { return true }
      let code = gdk_key_event_get_keycode(event)
      let state = gdk_event_get_modifier_state(event).rawValue
      guard let press = WindowKeys.press(gdk_key_event_get_keyval(event), state) else {
        return false
      }
      keys[code] = press
      keyDown(press)
      return true
    }

    private func keyRelease(_ event: OpaquePointer) -> Bool {
      // The release is ours if the press was, whatever the input method thinks of it.
      guard let press = keys.removeValue(forKey: gdk_key_event_get_keycode(event)) else {
        return frontEnd.textInput.filter(event)
      }
      keyUp(press)
      return true
    }

    /// A key went down.
    package func keyDown(_ press: KeyPress) { frontEnd.send(.keyDown(press)) }

    /// A key came up.
    package func keyUp(_ press: KeyPress) { frontEnd.send(.keyUp(press)) }

    /// Text came from an input method, or all at once.
    package func commit(_ text: String) {
      guard !text.isEmpty else { return }
      let press = WindowKeys.press(text: text)
      keyDown(press)
      keyUp(press)
    }

    /// The window is no longer the one with the keys: what is held will not be released here.
    func letGoOfKeys() {
      guard !keys.isEmpty else { return }
      keys = [:]
      frontEnd.application.releaseHeldKey()
      frontEnd.onTurn?()
    }

    // MARK: - Following

    private func showFocus(_ isShown: Bool) {
      gtk_window_set_focus_visible(
        UnsafeMutableRawPointer(frontEnd.toplevel).assumingMemoryBound(to: GtkWindow.self),
        isShown ? 1 : 0)
      guard frontEnd.stage.showsFocus != isShown else { return }
      frontEnd.stage.showsFocus = isShown
      gtk_widget_queue_draw(frontEnd.root)
      if let first = frontEnd.application.keyWindow?.firstResponder {
        frontEnd.index[first].map { gtk_widget_queue_draw($0.widget) }
      }
    }

    func forget(_ window: Window) {
      if case .onCloseMark(let card) = pointer, card.window === window { pointer = .up }
      fingers = fingers.filter {
        if case .onCloseMark(let card) = $0.value { card.window !== window } else { true }
      }
    }
  }

  extension WindowFrontEnd {
    /// What is behind the tap at the root, for tests: GTK's own events cannot be made.
    package var tap: WindowInput { input }
  }
#endif
