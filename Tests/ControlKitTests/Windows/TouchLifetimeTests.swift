import ControlKit
import TestSupport
import Testing

/// Touch objects are told apart, however they are held.
@Suite struct TouchLifetimeTests {
  private final class Keeper: View {
    weak var weakTouch: Touch?
    var touch: Touch?

    override func touchesBegan(_ touches: [Touch], with event: Event?) {
      weakTouch = touches.first
    }
  }

  /// One that somebody has kept is not the next one.
  @Test func keptTouchesStayAsTheyWere() {
    let button = Button(title: "ok").at(0, 0, 100, 40)
    let pilot = Pilot(button)
    var touches: [Touch] = []
    button.addAction(for: .touchUpInside) { event in touches += event.touch.map { [$0] } ?? [] }

    pilot.tap(button, at: Point(x: 10, y: 10))
    pilot.tap(button, at: Point(x: 20, y: 10))

    #expect(touches.count == 2)
    #expect(touches.first !== touches.last)
    #expect(touches.map { $0.location(in: button).x } == [10, 20])
    #expect(touches.map(\.tapCount) == [1, 2])
  }

  /// The same for one whose event was kept.
  @Test func keptEventsStayAsTheyWere() {
    let button = Button(title: "ok").at(0, 0, 100, 40)
    let pilot = Pilot(button)
    var events: [Event] = []
    button.addAction(for: .touchDown) { event in events += event.cause.map { [$0] } ?? [] }

    pilot.tap(button, at: Point(x: 10, y: 10))
    pilot.wait(1)
    pilot.tap(button, at: Point(x: 20, y: 10))

    #expect(events.map(\.timestamp) == [0, 1])
    #expect(events.map { $0.touches.first?.location(in: button).x } == [10, 20])
  }

  /// A weak reference tells that a touch is over.
  @Test func touchesEnd() {
    let view = Keeper().at(0, 0, 100, 40)
    let pilot = Pilot(view)

    pilot.down(view)
    #expect(view.weakTouch != nil)
    pilot.up(view)

    #expect(view.weakTouch == nil)
  }

  /// A touch that is over keeps neither its view nor its window.
  @Test func viewsEnd() {
    let leaks = LeakCheck()
    let pilot = Pilot()
    do {
      let button = leaks.watch(Button(title: "ok")).at(0, 0, 100, 40)
      pilot.window.addSubview(button)
      pilot.tap(button)
      button.removeFromSuperview()
    }
    do {
      let button = leaks.watch(Button(title: "ok")).at(0, 0, 100, 40)
      pilot.window.addSubview(button)
      button.addAction(for: .touchDown) { [weak button] in button?.removeFromSuperview() }
      pilot.down(button)
      pilot.up(button)
    }

    #expect(leaks.survivors.isEmpty)
  }

  /// Nor one that was closed, after or during the touch.
  @Test(arguments: [true, false])
  func windowsEndAfterTouches(closesInHandler: Bool) {
    let leaks = LeakCheck()
    let pilot = Pilot()
    do {
      let button = leaks.watch(Button(title: "ok")).at(0, 0, 100, 40)
      let window = leaks.watch(Window())
      window.addSubview(button)
      pilot.application.show(window)
      if closesInHandler {
        button.addAction(for: .touchUpInside) { [weak window] in
          if let window { pilot.application.close(window) }
        }
      }
      pilot.tap(button)
      if !closesInHandler { pilot.application.close(window) }
      #expect(!window.isShown)
    }

    #expect(leaks.survivors.isEmpty)
  }

  /// Where a touch is in its view is asked of the view as it is now.
  @Test(arguments: ["view", "superview", "bounds", "transform"])
  func viewsThatMoveUnderATouch(what: String) {
    let button = Button(title: "ok").at(10, 10, 40, 40)
    let box = View().at(0, 0, 300, 200).with(button)
    let pilot = Pilot(box)
    let log = EventLog()
    log.record(button)
    let place = Point(x: 15, y: 15)

    pilot.down(box, at: place)
    switch what {
    case "view": button.frame.origin.x += 100
    case "superview": box.frame.origin.x += 100
    case "bounds": box.bounds.origin.x -= 100
    default: button.transform = AffineTransform(translationX: 100, y: 0)
    }
    pilot.up(pilot.window, at: place)

    #expect(log.take().last == "touchUpOutside")
  }

  /// A view knows its window and what follows touches there, wherever it was put together.
  @Test func treesThatEnterAndLeaveWindows() {
    let button = Button(title: "ok").at(0, 0, 100, 40)
    let inner = View().at(0, 0, 100, 100).with(button)
    let outer = View().at(0, 0, 200, 200).with(inner)
    var taps = 0
    inner.addTapGestureRecognizer { taps += 1 }
    button.isUserInteractionEnabled = false
    let pilot = Pilot()
    #expect(button.window == nil)

    pilot.window.addSubview(outer)
    #expect(button.window === pilot.window)
    pilot.tap(inner)
    #expect(taps == 1)

    outer.removeFromSuperview()
    #expect(button.window == nil && inner.window == nil)
    let other = Window()
    other.addSubview(inner)
    pilot.application.show(other)
    #expect(button.window === other)
    pilot.tap(inner)
    #expect(taps == 2)
  }

  /// What outlives its window is in none.
  @Test func windowsThatEnd() {
    let button = Button(title: "ok")
    let box = View().with(button)
    do {
      let window = Window()
      window.addSubview(box)
      #expect(button.window === window)
    }

    #expect(button.window == nil)
    #expect(box.superview == nil)
  }
}
