import ControlKit
import TestSupport
import Testing

private final class RecordingFrontEnd: FrontEnd {
  let log: EventLog
  init(_ log: EventLog) { self.log = log }
  func didShow(_ window: Window) { log.note("show \(window.title)") }
  func didClose(_ window: Window) { log.note("close \(window.title)") }
  func setNeedsUpdate() {}
}

/// Windows: their place, their order, their end.
@Suite struct WindowTests {
  let application = Application()
  let log = EventLog()

  /// Without a size a window fills the screen and follows it; so do its views without frames.
  @Test func fillsTheScreen() {
    let window = Window()
    let content = View()
    let placed = View().at(1, 2, 3, 4)
    window.addSubview(content)
    window.addSubview(placed)
    application.show(window)
    application.layoutIfNeeded()
    #expect(window.frame == Rect(x: 0, y: 0, width: 640, height: 384))
    #expect(content.frame == window.bounds)

    application.send(InputEvent(.resize(Size(width: 320, height: 160)), at: 0))

    #expect(application.screenSize == Size(width: 320, height: 160))
    #expect(window.frame == Rect(x: 0, y: 0, width: 320, height: 160))
    #expect(content.frame == window.bounds)
    #expect(placed.frame == Rect(x: 1, y: 2, width: 3, height: 4))
  }

  /// With a size it is centred on whole cells and cut down to the screen.
  @Test func centred() {
    let window = Window(size: Size(width: 200, height: 100))
    application.show(window)
    #expect(window.frame == Rect(x: 216, y: 128, width: 200, height: 100))

    window.preferredSize = Size(width: 5000, height: 100)
    #expect(window.frame.minX == 0 && window.frame.width == 640)
  }

  /// Touches of a centred window arrive where they are seen; outside it they are nobody's.
  @Test func touchesInACentredWindow() {
    let button = Button(title: "ok").at(10, 10, 80, 16)
    let pilot = Pilot(size: Size(width: 200, height: 100), button)
    log.record(button)

    pilot.tap(button)
    #expect(log.take() == ["touchDown", "touchUpInside"])

    pilot.tap(pilot.window, at: Point(x: -20, y: 10))
    #expect(log.take() == [])
  }

  /// Several windows stack; the front one gets the input, showing one again brings it to the front.
  @Test func windowsStack() {
    let windows = ["a", "b"].map { Window(title: $0) }
    for window in windows {
      window.addSubview(Button(title: "x").at(0, 0, 50, 16))
      if let button = window.subviews.first as? Button { log.record(button, prefix: window.title) }
      application.show(window)
    }
    #expect(application.windows == windows)
    #expect(application.keyWindow === windows[1])

    tap()
    application.show(windows[0])
    #expect(application.windows == windows.reversed())
    tap()

    #expect(
      log.entries == ["btouchDown", "btouchUpInside", "atouchDown", "atouchUpInside"])
  }

  private func tap() {
    for phase in [Touch.Phase.began, .ended] {
      application.send(
        InputEvent(
          .touch(id: 0, phase: phase, location: Point(x: 5, y: 5), kind: .pointer),
          at: application.scheduler.now))
    }
  }

  /// A window closed in its own handler: the send goes on, the end is told once.
  @Test func closedInItsOwnHandler() {
    let pilot = Pilot(Button(title: "x").at(0, 0, 50, 16).named("x"))
    pilot.window.onClose = { [log] in log.note("onClose") }
    pilot.application.onLastWindowClosed = { [log] in log.note("last") }
    let button = pilot.application.view(withID: "x") as? Button
    button?.addAction(for: .touchUpInside) { [log, pilot] in
      pilot.application.close(pilot.window)
      pilot.application.close(pilot.window)
      log.note("closed")
    }
    button?.addAction(for: .touchUpInside) { [log] in log.note("second") }

    pilot.tap(pilot.window, at: Point(x: 5, y: 5))

    #expect(log.entries == ["onClose", "last", "closed", "second"])
    #expect(!pilot.window.isShown && pilot.application.windows.isEmpty)
  }

  /// The last window's end is told once, also when `onClose` closes others.
  @Test func lastWindowIsToldOnce() {
    let first = Window(title: "a")
    let second = Window(title: "b")
    application.show(first)
    application.show(second)
    application.onLastWindowClosed = { [log] in log.note("last") }
    second.onClose = { [application] in application.close(first) }

    application.close(second)
    #expect(log.take() == ["last"])

    application.show(first)
    application.close(first)
    #expect(log.take() == ["last"])
  }

  /// Shown again in its own `onClose`, a window is not the last one closed.
  @Test func shownAgainInOnClose() {
    let window = Window(title: "a")
    application.show(window)
    application.onLastWindowClosed = { [log] in log.note("last") }
    window.onClose = { [application, weak window] in
      window?.onClose = nil
      window.map { application.show($0) }
    }

    application.close(window)

    #expect(window.isShown && log.entries == [])
    application.close(window)
    #expect(!window.isShown && log.entries == ["last"])
  }

  /// A touchCancel handler that shows the window being closed again: it stays usable.
  @Test func shownAgainInTouchCancel() {
    let control = Control().at(0, 0, 50, 50)
    let pilot = Pilot(control)
    control.addAction(for: .touchCancel, options: .once) { [pilot] in
      pilot.application.show(pilot.window)
    }
    pilot.down(control)

    pilot.application.close(pilot.window)
    #expect(pilot.window.isShown && pilot.application.windows == [pilot.window])

    pilot.application.close(pilot.window)
    #expect(!pilot.window.isShown && pilot.application.windows.isEmpty)
  }

  /// A window shown by another application leaves the first one.
  @Test func oneApplicationAtATime() {
    let window = Window(title: "a")
    application.show(window)
    let other = Application()

    other.show(window)

    #expect(application.windows.isEmpty && other.windows == [window])
    #expect(window.application === other)
  }

  /// The front-end hears of each window.
  @Test func frontEndIsTold() {
    let frontEnd = RecordingFrontEnd(log)
    application.frontEnd = frontEnd
    let window = Window(title: "a")

    application.show(window)
    application.close(window)
    application.close(window)

    #expect(log.entries == ["show a", "close a"])
  }

  /// A touch in flight when a window is covered goes to nobody afterwards.
  @Test func moveAfterCover() {
    let control = Control().at(0, 0, 50, 50)
    let pilot = Pilot(control)
    log.record(control)
    pilot.down(control)
    pilot.application.show(Window(title: "cover"))
    pilot.move(pilot.window, to: Point(x: 5, y: 5))

    #expect(log.entries == ["touchDown", "touchCancel"])
  }

  /// An event that somebody keeps stays as it was, though the next steps of the touch come.
  @Test func keptEvent() {
    final class Keeper: View {
      var events: [Event] = []
      func keep(_ event: Event?) { if let event { events.append(event) } }
      override func touchesBegan(_ touches: [Touch], with event: Event?) { keep(event) }
      override func touchesMoved(_ touches: [Touch], with event: Event?) { keep(event) }
      override func touchesEnded(_ touches: [Touch], with event: Event?) { keep(event) }
    }
    let view = Keeper().at(0, 0, 50, 50)
    let pilot = Pilot(view)

    pilot.down(view)
    pilot.wait(1)
    pilot.move(view, to: Point(x: 1, y: 1))
    pilot.wait(1)
    pilot.up(view)
    pilot.down(view)

    #expect(view.events.map(\.timestamp) == [0, 1, 2, 2])
    #expect(view.events.map { $0.touches.count } == [1, 1, 1, 1])
    #expect(view.events[0].touches == view.events[2].touches)
    #expect(view.events[0].touches != view.events[3].touches)
  }
}
