import HandlerHost

#if canImport(Glibc)
  import Glibc
#endif

/// Counts what is as expected, and prints what is not.
final class Checks {
  private var passed = 0
  private var failed = 0

  func expect(
    _ condition: Bool, _ what: String, file: String = #fileID, line: Int = #line
  ) {
    if condition { passed += 1 } else { fail(what, file: file, line: line) }
  }

  func equal<Value: Equatable>(
    _ found: Value, _ expected: Value, _ what: String, file: String = #fileID, line: Int = #line
  ) {
    expect(found == expected, "\(what): \(found) instead of \(expected)", file: file, line: line)
  }

  func fail(_ what: String, file: String = #fileID, line: Int = #line) {
    failed += 1
    print("\(file):\(line): \(what)")
  }

  func finish() -> Never {
    print("embedding client: \(passed) checks passed, \(failed) failed")
    exit(failed == 0 && passed > 0 ? 0 : 1)
  }
}

/// A user interface on a virtual clock, with what was reported.
final class Stage {
  let application = Application()
  private(set) var diagnostics: [Diagnostic] = []

  init() {
    application.onDiagnostic = { [weak self] in self?.diagnostics.append($0) }
  }

  /// Shows views below each other in a window.
  @discardableResult
  func show(_ views: View...) -> Window {
    let window = Window(title: "Stage", size: Size(width: 320, height: 160))
    window.addSubview(StackView(axis: .vertical, spacing: 16, views))
    application.show(window)
    window.layoutIfNeeded()
    return window
  }

  /// Sends one step of the pointer, at a place in a view.
  func point(_ phase: Touch.Phase, _ view: View, dx: Double = 0) {
    guard let window = view.window else { return }
    let middle = view.convert(Point(x: view.bounds.midX, y: view.bounds.midY), to: window)
    let place = Point(x: window.frame.minX + middle.x + dx, y: window.frame.minY + middle.y)
    application.send(
      InputEvent(
        .touch(id: 0, phase: phase, location: place, kind: .pointer),
        at: application.scheduler.now))
  }

  func tap(_ view: View) {
    point(.began, view)
    point(.ended, view)
  }

  func wait(_ seconds: Double) {
    application.scheduler.advance(to: application.scheduler.now + seconds)
  }
}
