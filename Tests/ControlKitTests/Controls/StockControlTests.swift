import ControlKit
import TestSupport
import Testing

/// §7 Stock controls.
@Suite struct StockControlTests {
  let log = EventLog()

  // MARK: - Slider

  /// Defaults: value 0, range 0…1, continuous.
  @Test func sliderDefaults() {
    let slider = Slider()

    #expect(slider.value == 0 && slider.minimumValue == 0 && slider.maximumValue == 1)
    #expect(slider.isContinuous)
  }

  /// The value is pinned; moving an end of the range may move the value and the other end.
  @Test func sliderRange() {
    let slider = Slider(value: 5, in: 0...10)
    slider.value = 12
    #expect(slider.value == 10)

    slider.maximumValue = 4
    #expect(slider.value == 4)
    slider.minimumValue = 6
    #expect(slider.maximumValue == 6 && slider.value == 6)
    slider.maximumValue = 1
    #expect(slider.minimumValue == 1 && slider.value == 1)
  }

  /// What is no number is ignored, wherever it is set; a drag still gives numbers.
  @Test func sliderIgnoresNaN() {
    let slider = Slider(value: 0.5).at(0, 0, 108, 16)
    let pilot = Pilot(slider)

    slider.value = .nan
    slider.minimumValue = .nan
    slider.maximumValue = .nan
    pilot.tap(slider, at: Point(x: 104, y: 8))

    #expect(slider.value == 1)
    #expect(slider.minimumValue == 0 && slider.maximumValue == 1)
  }

  /// Dragging the knob sends touch events and valueChanged; without a change none.
  @Test func sliderDrag() {
    let slider = Slider().at(0, 0, 108, 16)
    let pilot = Pilot(slider)
    log.record(slider)

    pilot.down(slider, at: Point(x: 4, y: 8))
    #expect(log.take() == ["touchDown"])
    pilot.move(slider, to: Point(x: 54, y: 8))
    #expect(log.take() == ["valueChanged", "touchDragInside"])
    #expect(slider.value == 0.5)
    pilot.move(slider, to: Point(x: 54, y: 9))
    #expect(log.take() == ["touchDragInside"])
    pilot.up(slider, at: Point(x: 54, y: 9))
    #expect(log.take() == ["touchUpInside"])
  }

  /// A press beside the knob moves it there; the grab offset keeps a press on the knob still.
  @Test func sliderPress() {
    let slider = Slider().at(0, 0, 108, 16)
    let pilot = Pilot(slider)
    log.record(slider)

    pilot.tap(slider, at: Point(x: 104, y: 8))
    #expect(log.take() == ["touchDown", "valueChanged", "touchUpInside"])
    #expect(slider.value == 1)

    pilot.wait(1)
    pilot.tap(slider, at: Point(x: 101, y: 8))
    #expect(log.take() == ["touchDown", "touchUpInside"])
    #expect(slider.value == 1)
  }

  /// Not continuous: one valueChanged, at the end and before the up event.
  @Test func sliderNotContinuous() {
    let slider = Slider().at(0, 0, 108, 16)
    slider.isContinuous = false
    let pilot = Pilot(slider)
    log.record(slider)

    pilot.drag(slider, through: Point(x: 4, y: 8), Point(x: 54, y: 8), Point(x: 74, y: 8))

    #expect(
      log.entries == [
        "touchDown", "touchDragInside", "touchDragInside", "valueChanged", "touchUpInside",
      ])
    #expect(slider.value == 0.7)
  }

  /// Setting the value in valueChanged is allowed and sends nothing further.
  @Test func sliderSnaps() {
    let slider = Slider().at(0, 0, 108, 16)
    let pilot = Pilot(slider)
    slider.addAction(for: .valueChanged) { [log] in
      log.note("\(slider.value)")
      slider.value = slider.value < 0.5 ? 0 : 1
    }

    pilot.drag(slider, through: Point(x: 4, y: 8), Point(x: 34, y: 8), Point(x: 84, y: 8))

    #expect(log.entries == ["0.3", "0.8"])
    #expect(slider.value == 1)
  }

  /// A touchDown handler that disables the slider keeps the press from changing the value.
  @Test func sliderDisabledInTouchDown() {
    let slider = Slider().at(0, 0, 108, 16)
    let pilot = Pilot(slider)
    log.record(slider)
    slider.addAction(for: .touchDown) { slider.isEnabled = false }

    pilot.tap(slider, at: Point(x: 104, y: 8))

    #expect(log.entries == ["touchDown", "touchCancel"])
    #expect(slider.value == 0)
  }

  /// Keys step by a twentieth, Home and End go to the ends; nothing is sent without a change.
  @Test func sliderKeys() {
    let slider = Slider(value: 50, in: 0...100).at(0, 0, 108, 16)
    let pilot = Pilot(slider)
    log.record(slider)
    slider.becomeFirstResponder()

    pilot.key("right")
    #expect(slider.value == 55)
    pilot.key("pageDown")
    #expect(slider.value == 35)
    pilot.key("end")
    #expect(slider.value == 100)
    pilot.key("right")
    pilot.key("home")
    #expect(slider.value == 0)
    #expect(log.entries == ["valueChanged", "valueChanged", "valueChanged", "valueChanged"])
  }

  // MARK: - PageControl

  /// The current page is pinned to 0…n−1; fewer pages pin it again.
  @Test func pageIsPinned() {
    let pages = PageControl()
    #expect(pages.numberOfPages == 0 && pages.currentPage == 0 && !pages.hidesForSinglePage)

    pages.currentPage = 3
    #expect(pages.currentPage == 0)
    pages.numberOfPages = 5
    pages.currentPage = 9
    #expect(pages.currentPage == 4)
    pages.numberOfPages = 2
    #expect(pages.currentPage == 1)
    pages.numberOfPages = -1
    #expect(pages.numberOfPages == 0 && pages.currentPage == 0)
  }

  /// A tap on a half moves one page; at the ends nothing changes and nothing is sent.
  @Test func pageTaps() {
    let pages = PageControl().at(0, 0, 48, 16)
    pages.numberOfPages = 2
    let pilot = Pilot(pages)
    pages.addAction(for: .valueChanged) { [log] in log.note("\(pages.currentPage)") }

    pilot.tap(pages, at: Point(x: 24, y: 8))
    pilot.tap(pages, at: Point(x: 40, y: 8))
    pilot.tap(pages, at: Point(x: 23.9, y: 8))
    pilot.tap(pages, at: Point(x: 1, y: 8))

    #expect(log.entries == ["1", "0"])
  }

  /// A touch lifted outside turns no page.
  @Test func pageLiftedOutside() {
    let pages = PageControl().at(0, 0, 48, 16)
    pages.numberOfPages = 3
    let pilot = Pilot(pages)
    log.record(pages)

    pilot.down(pages)
    pilot.up(pages, at: Point(x: 200, y: 8))

    #expect(log.entries == ["touchDown", "touchUpOutside"])
    #expect(pages.currentPage == 0)
  }

  /// Arrow keys turn pages.
  @Test func pageKeys() {
    let pages = PageControl().at(0, 0, 48, 16)
    pages.numberOfPages = 2
    let pilot = Pilot(pages)
    log.record(pages)
    pages.becomeFirstResponder()

    pilot.key("right")
    pilot.key("right")
    pilot.key("left")

    #expect(log.entries == ["valueChanged", "valueChanged"])
    #expect(pages.currentPage == 0)
  }

  /// For a single page the dots may be left out.
  @Test func singlePage() {
    let pages = PageControl()
    pages.numberOfPages = 1
    #expect(pages.intrinsicContentSize.width == 16)

    pages.hidesForSinglePage = true
    #expect(pages.isBlank && pages.intrinsicContentSize.width == 0)
  }

  // MARK: - Switch and ProgressView

  /// A switch is off, toggles when tapped, and sends valueChanged before touchUpInside.
  @Test func switchToggles() {
    let toggle = Switch().at(0, 0, 48, 16)
    let pilot = Pilot(toggle)
    log.record(toggle)
    #expect(!toggle.isOn)

    pilot.tap(toggle)
    #expect(toggle.isOn)
    #expect(log.take() == ["touchDown", "valueChanged", "touchUpInside"])
  }

  /// A cancelled touch does not toggle.
  @Test func cancelledSwitchStays() {
    let toggle = Switch().at(0, 0, 48, 16)
    let pilot = Pilot(toggle)
    log.record(toggle)

    pilot.down(toggle)
    pilot.cancel(toggle)

    #expect(!toggle.isOn)
    #expect(log.entries == ["touchDown", "touchCancel"])
  }

  /// Progress is pinned to 0…1; what is no number is ignored.
  @Test(arguments: [(0.4, 0.4), (-1.0, 0), (7, 1), (.nan, 0.25), (.infinity, 1)])
  func progress(value: Double, expected: Double) {
    let view = ProgressView(progress: 0.25)

    view.progress = value

    #expect(view.progress == expected)
  }

  // MARK: - BarButtonItem and Toolbar

  /// Handlers get the item as the sender, with the touch that caused it.
  @Test func itemIsTheSender() {
    let item = BarButtonItem(title: "Save")
    let pilot = Pilot(Toolbar(items: [item]).at(0, 0, 200, 16))
    item.addAction(for: .primaryActionTriggered) { [log] (event: ControlEvent) in
      log.note("\(event.sender === item) \(event.touch != nil)")
    }

    pilot.tap(pilot.window, at: Point(x: 10, y: 8))

    #expect(log.entries == ["true true"])
  }

  /// The primary action beats target and action, by target or through the chain; closures run too.
  @Test func primaryActionBeatsTarget() {
    let item = BarButtonItem(title: "Save") { [log] in log.note("closure") }
    let form = Form(log)
    item.addTarget(form, action: Selector("save", Form.save), for: .primaryActionTriggered)
    item.addTarget(nil, action: "nobody", for: .primaryActionTriggered)
    item.primaryAction = Action(identifier: "p") { [log] _ in log.note("primary") }
    let pilot = Pilot(Toolbar(items: [item]).at(0, 0, 200, 16))

    item.sendActions(for: .primaryActionTriggered)
    #expect(log.take() == ["closure", "primary"])
    #expect(pilot.diagnostics == [])

    item.primaryAction = nil
    item.sendActions(for: .primaryActionTriggered)
    #expect(log.take() == ["closure", "save"])
    #expect(pilot.diagnostics.count == 1)
  }

  /// Setting the primary action again replaces it.
  @Test func primaryActionIsReplaced() {
    let item = BarButtonItem(title: "Save")
    for name in ["a", "b", "b"] {
      item.primaryAction = Action(identifier: name) { [log] _ in log.note(name) }
    }

    item.sendActions(for: .primaryActionTriggered)

    #expect(log.entries == ["b"])
  }

  /// A disabled item is not triggered.
  @Test func disabledItem() {
    let item = BarButtonItem(title: "Save") { [log] in log.note("save") }
    let pilot = Pilot(Toolbar(items: [item]).at(0, 0, 200, 16))

    item.isEnabled = false
    pilot.tap(pilot.window, at: Point(x: 10, y: 8))
    #expect(log.entries == [])

    item.isEnabled = true
    pilot.tap(pilot.window, at: Point(x: 10, y: 8))
    #expect(log.entries == ["save"])
  }

  /// Flexible space pushes items apart, fixed space has its width.
  @Test func toolbarLayout() throws {
    let items = [
      BarButtonItem(title: "A"), .flexibleSpace(), BarButtonItem(title: "B"), .fixedSpace(24),
      BarButtonItem(image: Image("check")),
    ]
    let toolbar = Toolbar(items: items).at(0, 0, 400, 16)
    toolbar.layoutIfNeeded()

    let frames = toolbar.subviews.map(\.frame)
    #expect(frames.map(\.width) == [40, 224, 40, 24, 40])
    #expect(frames.map(\.minX) == [0, 48, 280, 328, 360])
    #expect(frames.last?.maxX == 400)
  }

  /// Spaces take no touches and no focus.
  @Test func spacesAreInert() {
    let toolbar = Toolbar(items: [.flexibleSpace(), BarButtonItem(title: "B")]).at(0, 0, 400, 16)
    let pilot = Pilot(toolbar)

    #expect(pilot.window.hitTest(Point(x: 10, y: 8), with: nil) === toolbar)
    pilot.key("tab")
    #expect(pilot.window.firstResponder === toolbar.subviews.last)
  }

  /// An item is in one toolbar at a time, and items can be replaced and put in order.
  @Test func itemsMove() {
    let item = BarButtonItem(title: "A")
    let other = BarButtonItem(title: "B")
    let first = Toolbar(items: [item, other])
    let second = Toolbar()

    second.items = [item]
    #expect(first.items == [other])
    #expect(first.subviews.count == 1 && second.subviews.count == 1)

    second.items = [other, item]
    #expect(first.items.isEmpty)
    #expect(second.subviews.map(\.debugName) == ["BarButtonItem 'B'", "BarButtonItem 'A'"])

    second.items = []
    #expect(second.subviews.isEmpty)
  }

  /// A handler may remove its own item.
  @Test func itemRemovesItself() {
    let toolbar = Toolbar().at(0, 0, 200, 16)
    let pilot = Pilot(toolbar)
    toolbar.items = [
      BarButtonItem(title: "A") { [log, weak toolbar] in
        log.note("a")
        toolbar?.items = []
      }
    ]
    toolbar.layoutIfNeeded()

    pilot.tap(toolbar, at: Point(x: 10, y: 8))
    pilot.tap(toolbar, at: Point(x: 10, y: 8))

    #expect(log.entries == ["a"])
  }

  /// The label for someone who cannot see it reaches the view, whenever it is set.
  @Test func itemAccessibility() {
    let item = BarButtonItem(image: Image("check"))
    item.accessibilityLabel = "Done"
    let toolbar = Toolbar(items: [item])
    #expect(toolbar.subviews.first?.accessibilityLabel == "Done")

    item.accessibilityLabel = "Finished"
    #expect(toolbar.subviews.first?.accessibilityLabel == "Finished")
  }

  /// Keys activate an item: one trigger.
  @Test func itemByKey() {
    let item = BarButtonItem(title: "A") { [log] in log.note("a") }
    let pilot = Pilot(Toolbar(items: [item]).at(0, 0, 200, 16))

    pilot.key("tab")
    pilot.key("return")

    #expect(log.entries == ["a"])
  }
}
