package import ControlKit

/// Drives an application as a person would, on a virtual clock.
///
/// Points are in the coordinates of the view they are given with; the pilot converts them to the
/// screen. Time passes only where a method says so.
package final class Pilot {
  /// The application driven.
  package let application = Application()
  /// The window shown first.
  package let window: Window
  /// What was reported, in order.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Shows a window.
  ///
  /// - Parameters:
  ///   - size: The window's size, or `nil` to fill the screen of 640 by 384 points.
  ///   - views: The window's subviews. They should have frames: else they fill the window.
  package init(size: Size? = nil, _ views: View...) {
    window = Window(title: "test", size: size)
    for view in views { window.addSubview(view) }
    application.onDiagnostic = { [weak self] in self?.diagnostics.append($0) }
    application.show(window)
    application.layoutIfNeeded()
  }

  /// Seconds of the application's clock.
  package var now: Double { application.scheduler.now }

  /// Lets time pass.
  package func wait(_ seconds: Double) {
    application.scheduler.advance(to: now + seconds)
  }

  // MARK: - Touches

  /// Sends one step of a touch.
  package func touch(
    _ phase: Touch.Phase, _ view: View, at point: Point? = nil, id: Int = 0,
    kind: Touch.Kind = .pointer
  ) {
    application.send(
      InputEvent(
        .touch(id: id, phase: phase, location: screenPoint(view, point), kind: kind), at: now))
  }

  /// Puts a touch down, in the middle of a view unless a point is given.
  package func down(
    _ view: View, at point: Point? = nil, id: Int = 0, kind: Touch.Kind = .pointer
  ) {
    touch(.began, view, at: point, id: id, kind: kind)
  }

  /// Moves a touch.
  package func move(
    _ view: View, to point: Point, id: Int = 0, kind: Touch.Kind = .pointer
  ) {
    touch(.moved, view, at: point, id: id, kind: kind)
  }

  /// Lifts a touch, in the middle of the view unless a point is given.
  package func up(
    _ view: View, at point: Point? = nil, id: Int = 0, kind: Touch.Kind = .pointer
  ) {
    touch(.ended, view, at: point, id: id, kind: kind)
  }

  /// Moves the pointer without pressing it; `nil` moves it off the screen.
  package func hover(_ view: View, at point: Point?) {
    let location = point.map { screenPoint(view, $0) }
    application.send(InputEvent(.hover(location: location), at: now))
  }

  /// Takes a touch away, as a platform does.
  package func cancel(_ view: View, id: Int = 0) {
    touch(.cancelled, view, id: id)
  }

  /// Puts a touch down and lifts it, without letting time pass.
  package func tap(_ view: View, at point: Point? = nil, kind: Touch.Kind = .pointer) {
    down(view, at: point, kind: kind)
    up(view, at: point, kind: kind)
  }

  /// Holds a touch down for a time, then lifts it.
  package func press(_ view: View, seconds: Double, at point: Point? = nil) {
    down(view, at: point)
    wait(seconds)
    up(view, at: point)
  }

  /// Drags through points: down at the first, up at the last.
  package func drag(_ view: View, through points: Point..., kind: Touch.Kind = .pointer) {
    guard let first = points.first, let last = points.last else { return }
    down(view, at: first, kind: kind)
    for point in points.dropFirst() { move(view, to: point, kind: kind) }
    up(view, at: last, kind: kind)
  }

  /// Turns the wheel over a view, in its middle unless a point is given.
  package func scroll(_ view: View, by delta: Point, at point: Point? = nil) {
    application.send(
      InputEvent(.scroll(location: screenPoint(view, point), delta: delta), at: now))
  }

  /// A point of a view on the screen; without one, the middle.
  package func screenPoint(_ view: View, _ point: Point? = nil) -> Point {
    let root = view.window ?? window
    let inWindow = view.convert(point ?? view.bounds.center, to: nil)
    return Point(
      x: inWindow.x - root.bounds.minX + root.frame.minX,
      y: inWindow.y - root.bounds.minY + root.frame.minY)
  }

  // MARK: - Keys

  /// Puts a key down and up again. An unknown name is ignored.
  package func key(_ name: String) {
    keyDown(name)
    keyUp(name)
  }

  /// Puts a key down. An unknown name is ignored.
  package func keyDown(_ name: String) {
    if let press = KeyPress(name: name) {
      application.send(InputEvent(.keyDown(press), at: now))
    }
  }

  /// Lets a key come up. An unknown name is ignored.
  package func keyUp(_ name: String) {
    if let press = KeyPress(name: name) {
      application.send(InputEvent(.keyUp(press), at: now))
    }
  }
}

@available(*, unavailable)
extension Pilot: Sendable {}

extension Application {
  /// Lays out every shown window.
  package func layoutIfNeeded() {
    for window in windows { window.layoutIfNeeded() }
  }
}
