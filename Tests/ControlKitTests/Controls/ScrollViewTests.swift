import ControlKit
import TestSupport
import Testing

private final class ScrollLog: ScrollViewDelegate {
  let log: EventLog
  var onScroll: (() -> Void)?
  init(_ log: EventLog) { self.log = log }
  func scrollViewDidScroll(_ scrollView: ScrollView) {
    log.note("scroll \(Int(scrollView.contentOffset.y))")
    onScroll?()
  }
  func scrollViewWillBeginDragging(_ scrollView: ScrollView) { log.note("begin") }
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool) {
    log.note("end")
  }
}

/// §7 ScrollView.
@Suite struct ScrollViewTests {
  let log = EventLog()
  let scroll = ScrollView(frame: Rect(x: 0, y: 0, width: 100, height: 100))

  /// §7 The offset is pinned to the content with its insets, and again when those change.
  @Test func pinned() {
    scroll.contentSize = Size(width: 100, height: 300)
    scroll.contentOffset = Point(x: 50, y: 900)
    #expect(scroll.contentOffset == Point(x: 0, y: 200))
    scroll.contentInset = EdgeInsets(top: 10, left: 0, bottom: 20, right: 0)
    scroll.contentOffset = Point(x: 0, y: 900)
    #expect(scroll.contentOffset.y == 220)
    scroll.contentOffset = Point(x: .nan, y: -99)
    #expect(scroll.contentOffset.y == 220)
    scroll.contentOffset = Point(x: 0, y: -99)
    #expect(scroll.contentOffset.y == -10)
    scroll.contentOffset = Point(x: 0, y: 220)
    scroll.contentSize = Size(width: 100, height: 50)
    #expect(scroll.contentOffset.y == -10)
  }

  /// §7 A view that grows shows more of the content.
  @Test func growing() {
    let pilot = Pilot(scroll)
    scroll.contentSize = Size(width: 100, height: 300)
    scroll.contentOffset.y = 200
    scroll.frame = Rect(x: 0, y: 0, width: 100, height: 180)
    pilot.application.layoutIfNeeded()
    #expect(scroll.contentOffset.y == 120)
  }

  /// §7 Typing in a text view scrolls whatever contains it to the caret.
  @Test func outerScrollViewsFollowTheCaret() {
    let text = TextView(text: "").at(0, 50, 100, 200)
    scroll.contentSize = Size(width: 100, height: 300)
    scroll.addSubview(text)
    let pilot = Pilot(scroll)
    text.becomeFirstResponder()
    #expect(scroll.contentOffset.y == 50)

    for _ in 0..<9 { pilot.key("return") }
    #expect(scroll.contentOffset.y == 110)

    scroll.contentOffset.y = 0
    pilot.key("x")
    #expect(scroll.contentOffset.y == 110)
    pilot.key("ctrl-home")
    #expect(scroll.contentOffset.y == 50)
  }

  /// §7 A field that was scrolled away comes back when something is typed in it.
  @Test func outerScrollViewsFollowAField() {
    let field = TextField().at(0, 0, 100, 16)
    scroll.contentSize = Size(width: 100, height: 300)
    scroll.addSubview(field)
    let pilot = Pilot(scroll)
    field.becomeFirstResponder()
    scroll.contentOffset.y = 100

    pilot.key("x")

    #expect(scroll.contentOffset.y == 0)
  }

  private func rows(_ count: Int) -> StackView {
    StackView(axis: .vertical, (0..<count).map { Button(title: "\($0)").named("b\($0)") })
  }

  /// §7 A stack inside is laid out at the size it asks for; the bar has room of its own.
  @Test func automaticContent() throws {
    let stack = rows(10)
    scroll.addSubview(stack)
    let pilot = Pilot(scroll)
    #expect(scroll.contentSize == Size(width: 92, height: 160))
    #expect(stack.frame == Rect(x: 0, y: 0, width: 92, height: 160))

    for view in stack.arrangedSubviews.dropFirst(3) { view.removeFromSuperview() }
    pilot.application.layoutIfNeeded()
    #expect(scroll.contentSize == Size(width: 100, height: 100))
    #expect(scroll.contentOffset == .zero)
  }

  /// §7 A touch scrolls after 10 points, and the content follows it from there.
  @Test func dragging() {
    let pilot = Pilot(scroll)
    let delegate = ScrollLog(log)
    scroll.delegate = delegate
    scroll.contentSize = Size(width: 100, height: 300)
    let window = pilot.window

    pilot.down(window, at: Point(x: 50, y: 80), kind: .finger)
    pilot.move(window, to: Point(x: 50, y: 70), kind: .finger)
    #expect(!scroll.isDragging && log.entries == [])
    pilot.move(window, to: Point(x: 50, y: 69), kind: .finger)
    #expect(scroll.isDragging)
    pilot.move(window, to: Point(x: 50, y: 39), kind: .finger)
    pilot.up(window, at: Point(x: 50, y: 29), kind: .finger)

    #expect(log.entries == ["begin", "scroll 30", "scroll 40", "end"])
    #expect(!scroll.isDragging)
  }

  /// §6 Scrolling takes the touch from a button inside, which gets touchCancel; from a slider it does
  /// not.
  @Test func controlsInside() {
    let button = Button(title: "b").at(0, 0, 90, 40)
    let slider = Slider().at(0, 40, 90, 40)
    scroll.addSubview(button)
    scroll.addSubview(slider)
    scroll.contentSize = Size(width: 100, height: 300)
    let pilot = Pilot(scroll)
    log.record(button)
    log.record(slider, prefix: "slider ")

    pilot.drag(pilot.window, through: Point(x: 20, y: 30), Point(x: 20, y: 10), Point(x: 20, y: 5))
    #expect(log.take() == ["touchDown", "touchCancel"])
    #expect(scroll.contentOffset.y == 5)

    scroll.contentOffset = .zero
    pilot.wait(1)
    pilot.drag(pilot.window, through: Point(x: 4, y: 60), Point(x: 60, y: 30))
    #expect(scroll.contentOffset.y == 0)
    #expect(log.take().contains("slider touchUpOutside"))

    scroll.canCancelContentTouches = false
    pilot.wait(1)
    pilot.drag(pilot.window, through: Point(x: 20, y: 30), Point(x: 20, y: 10))
    #expect(log.take().last == "touchUpInside")
  }

  /// §7 A touch along an axis that cannot scroll is left alone, as is every one when scrolling is off.
  @Test func notDragging() {
    let button = Button(title: "b").at(0, 0, 90, 90)
    scroll.addSubview(button)
    scroll.contentSize = Size(width: 100, height: 300)
    let pilot = Pilot(scroll)
    log.record(button)
    pilot.drag(pilot.window, through: Point(x: 20, y: 30), Point(x: 60, y: 31))
    #expect(log.take().last == "touchUpInside")

    scroll.isScrollEnabled = false
    pilot.drag(pilot.window, through: Point(x: 20, y: 80), Point(x: 20, y: 30))
    #expect(log.take().last == "touchUpInside")
    #expect(scroll.contentOffset == .zero)
  }

  /// §7 Of two scroll views inside each other the inner one scrolls, and the outer one where the
  /// inner one cannot.
  @Test func nested() {
    let inner = ScrollView(frame: Rect(x: 0, y: 0, width: 50, height: 50))
    inner.contentSize = Size(width: 50, height: 80)
    scroll.addSubview(inner)
    scroll.contentSize = Size(width: 100, height: 300)
    let pilot = Pilot(scroll)
    let point = Point(x: 20, y: 20)

    pilot.drag(pilot.window, through: Point(x: 20, y: 45), Point(x: 20, y: 30), point)
    #expect(inner.contentOffset.y == 10 && scroll.contentOffset.y == 0)
    pilot.scroll(pilot.window, by: Point(x: 0, y: 48), at: point)
    #expect(inner.contentOffset.y == 30 && scroll.contentOffset.y == 0)
    pilot.scroll(pilot.window, by: Point(x: 0, y: 48), at: point)
    #expect(inner.contentOffset.y == 30 && scroll.contentOffset.y == 48)
    pilot.scroll(pilot.window, by: Point(x: 0, y: 48), at: Point(x: 300, y: 300))
    #expect(scroll.contentOffset.y == 48)
  }

  /// §7 Keys scroll by a line, a page, and to the ends; also when a control inside has the focus.
  @Test func keys() {
    let pilot = Pilot(scroll)
    scroll.contentSize = Size(width: 100, height: 300)
    scroll.becomeFirstResponder()
    var offsets: [Double] = []
    for key in ["down", "down", "up", "pageDown", "end", "pageUp", "home"] {
      pilot.key(key)
      offsets.append(scroll.contentOffset.y)
    }
    #expect(offsets == [16, 32, 16, 100, 200, 116, 0])

    let button = Button(title: "b").at(0, 0, 90, 16)
    scroll.addSubview(button)
    button.becomeFirstResponder()
    pilot.key("pageDown")
    #expect(scroll.contentOffset.y == 84)
  }

  /// §7 scrollRectToVisible moves as little as it can; of what is too large it shows the beginning.
  @Test func scrollRectToVisible() {
    scroll.contentSize = Size(width: 100, height: 500)
    scroll.scrollRectToVisible(Rect(x: 0, y: 150, width: 10, height: 20))
    #expect(scroll.contentOffset.y == 70)
    scroll.scrollRectToVisible(Rect(x: 0, y: 100, width: 10, height: 20))
    #expect(scroll.contentOffset.y == 70)
    scroll.scrollRectToVisible(Rect(x: 0, y: 40, width: 10, height: 20))
    #expect(scroll.contentOffset.y == 40)
    scroll.scrollRectToVisible(Rect(x: 0, y: 200, width: 10, height: 200))
    #expect(scroll.contentOffset.y == 200)
  }

  /// §7 A control that gets the focus is scrolled into view, through all scroll views around it.
  @Test func focusReveals() {
    scroll.addSubview(rows(20))
    let pilot = Pilot(scroll)
    for _ in 0..<9 { pilot.key("tab") }
    #expect(pilot.window.firstResponder?.id == "b8")
    #expect(scroll.contentOffset.y == 9 * 16 - 100)
    pilot.window.view(withID: "b19")?.becomeFirstResponder()
    #expect(scroll.contentOffset.y == 220)
    pilot.window.view(withID: "b0")?.becomeFirstResponder()
    #expect(scroll.contentOffset.y == 0)
  }

  /// A scroll view takes the focus itself only when there is something to scroll to and nothing in
  /// it to focus.
  @Test func tabOrder() {
    let pilot = Pilot(scroll)
    pilot.key("tab")
    #expect(pilot.window.firstResponder == nil)
    scroll.contentSize = Size(width: 100, height: 300)
    pilot.key("tab")
    #expect(pilot.window.firstResponder === scroll)
    let button = Button(title: "b").at(0, 0, 90, 16)
    scroll.addSubview(button)
    pilot.key("tab")
    #expect(pilot.window.firstResponder === button)
  }

  /// A press on the bar goes there, and follows.
  @Test func bar() {
    let pilot = Pilot(scroll)
    scroll.contentSize = Size(width: 100, height: 300)
    pilot.down(pilot.window, at: Point(x: 96, y: 50))
    #expect(scroll.contentOffset.y == 100)
    pilot.move(pilot.window, to: Point(x: 96, y: 400))
    pilot.up(pilot.window, at: Point(x: 96, y: 400))
    #expect(scroll.contentOffset.y == 200)
  }

  /// A delegate that switches scrolling off, removes the view, or scrolls itself meanwhile.
  @Test(arguments: ["off", "remove", "close", "scroll"])
  func disturbing(how: String) {
    let pilot = Pilot(scroll)
    let delegate = ScrollLog(log)
    scroll.delegate = delegate
    scroll.contentSize = Size(width: 100, height: 300)
    delegate.onScroll = { [scroll] in
      switch how {
      case "off": scroll.isScrollEnabled = false
      case "remove": scroll.removeFromSuperview()
      case "close": pilot.application.close(pilot.window)
      default: scroll.contentOffset.y = 7
      }
    }

    pilot.drag(
      pilot.window, through: Point(x: 50, y: 90), Point(x: 50, y: 70), Point(x: 50, y: 50),
      Point(x: 50, y: 30))

    #expect(!scroll.isDragging)
    #expect(log.entries.first == "begin" && log.entries.last == "end")
    #expect(scroll.contentOffset.y == (how == "scroll" ? 7 : 20))
  }

  /// Nothing keeps a scroll view alive.
  @Test func noLeak() {
    let check = LeakCheck()
    do {
      let scroll = check.watch(ScrollView(frame: Rect(x: 0, y: 0, width: 90, height: 90)))
      scroll.contentSize = Size(width: 90, height: 900)
      let pilot = Pilot(scroll)
      check.watch(pilot.application)
      pilot.down(scroll, kind: .finger)
      pilot.move(scroll, to: .zero, kind: .finger)
    }
    #expect(check.survivors == [])
  }
}
