import ControlKit
import TestSupport
import Testing

/// §7 SegmentedControl, and ImageView.
@Suite struct SegmentedControlTests {
  let log = EventLog()
  let control = SegmentedControl(items: ["A", "B", "C"]).at(0, 0, 98, 16)

  /// The middle of a segment: the leading edge is 8 points, each segment 30.
  private func point(_ index: Int) -> Point { Point(x: 8 + 30 * Double(index) + 15, y: 8) }

  /// §7 Defaults: no segment is chosen, and the control is not momentary.
  @Test func defaults() {
    #expect(SegmentedControl.noSegment == -1)
    #expect(control.selectedSegmentIndex == -1 && !control.isMomentary)
    #expect(control.numberOfSegments == 3)
  }

  /// §7 The segment under the lifted touch is chosen; choosing it again sends nothing.
  @Test func choosing() {
    let pilot = Pilot(control)
    log.record(control)

    pilot.tap(control, at: point(1))
    #expect(control.selectedSegmentIndex == 1)
    #expect(log.take() == ["touchDown", "valueChanged", "touchUpInside"])
    pilot.wait(1)
    pilot.tap(control, at: point(1))
    #expect(log.take() == ["touchDown", "touchUpInside"])
    pilot.wait(1)
    pilot.drag(control, through: point(1), point(2))
    #expect(control.selectedSegmentIndex == 2)
  }

  /// §4 Lifted outside, or cancelled, nothing is chosen.
  @Test func outside() {
    let pilot = Pilot(control)
    pilot.drag(control, through: point(1), Point(x: 40, y: 60))
    pilot.down(control, at: point(0))
    pilot.cancel(control)

    #expect(control.selectedSegmentIndex == -1)
  }

  /// §7 momentary: a segment is chosen only while the handlers run, each time anew.
  @Test func momentary() {
    let pilot = Pilot(control)
    control.isMomentary = true
    control.addAction(for: .valueChanged) { [control, log] in
      log.note("\(control.selectedSegmentIndex)")
    }

    pilot.tap(control, at: point(2))
    pilot.tap(control, at: point(2))

    #expect(log.entries == ["2", "2"])
    #expect(control.selectedSegmentIndex == -1)
  }

  /// §7 An action segment runs its action, then sends valueChanged; re-selecting does neither.
  @Test func actionSegment() {
    let pilot = Pilot(control)
    let action = Action(identifier: "go", title: "Go") { [log] event in
      log.note("action of \(event.sender is SegmentedControl) \(event.type)")
    }
    control.setAction(action, forSegmentAt: 0)
    log.record(control)

    pilot.tap(control, at: point(0))
    pilot.wait(1)
    pilot.tap(control, at: point(0))

    #expect(
      log.entries == [
        "touchDown", "action of true valueChanged", "valueChanged", "touchUpInside", "touchDown",
        "touchUpInside",
      ])
    #expect(control.titleForSegment(at: 0) == "Go")
    #expect(control.segmentIndex(identifiedBy: "go") == 0)
    #expect(control.segmentIndex(identifiedBy: "no") == SegmentedControl.noSegment)
  }

  /// §3.3 An action that throws is reported, and valueChanged is sent.
  @Test func actionThrows() {
    let pilot = Pilot(control)
    control.setAction(
      Action(identifier: "x", title: "X") { _ in throw Failure("no") }, forSegmentAt: 0)
    log.record(control)

    pilot.tap(control, at: point(0))

    #expect(pilot.diagnostics.map(\.message) == ["no"])
    #expect(log.entries.contains("valueChanged"))
  }

  /// §4 An action that removes or disables the control takes valueChanged and the up event away.
  @Test(arguments: [true, false])
  func actionEndsTheTouch(removes: Bool) {
    let pilot = Pilot(control)
    let action = Action(identifier: "x") { [control] _ in
      if removes { control.removeFromSuperview() } else { control.isEnabled = false }
    }
    control.setAction(action, forSegmentAt: 0)
    log.record(control)

    pilot.tap(control, at: point(0))

    #expect(log.entries == ["touchDown", "touchCancel"])
  }

  /// §7 An action that takes the segments away while it runs does no harm.
  @Test func actionRemovesSegments() {
    let pilot = Pilot(control)
    let action = Action(identifier: "x") { [control] _ in control.removeAllSegments() }
    control.setAction(action, forSegmentAt: 1)

    pilot.tap(control, at: point(1))
    pilot.tap(control)

    #expect(control.numberOfSegments == 0 && control.selectedSegmentIndex == -1)
  }

  /// §3.9 Setting the index sends nothing; an index without a segment is none.
  @Test func programmatic() {
    log.record(control)
    control.selectedSegmentIndex = 2
    #expect(control.selectedSegmentIndex == 2)
    control.selectedSegmentIndex = 3

    #expect(control.selectedSegmentIndex == -1)
    #expect(log.entries == [])
  }

  /// §7 Inserting and removing keeps the same segment chosen; removing the chosen one leaves none.
  @Test func insertAndRemove() {
    control.selectedSegmentIndex = 1
    control.insertSegment(withTitle: "0", at: 0)
    control.insertSegment(with: Image("star"), at: 99)
    #expect(control.selectedSegmentIndex == 2 && control.titleForSegment(at: 2) == "B")
    #expect(control.imageForSegment(at: 4) == Image("star"))

    control.removeSegment(at: 0)
    #expect(control.selectedSegmentIndex == 1)
    control.removeSegment(at: 1)
    #expect(control.selectedSegmentIndex == -1 && control.titleForSegment(at: 1) == "C")
  }

  /// §7 A segment that is not enabled cannot be chosen by the user, only from code.
  @Test func disabledSegment() {
    let pilot = Pilot(control)
    control.setEnabled(false, forSegmentAt: 1)
    pilot.tap(control, at: point(1))
    #expect(control.selectedSegmentIndex == -1)
    #expect(!control.isEnabledForSegment(at: 1))

    control.selectedSegmentIndex = 1
    #expect(control.selectedSegmentIndex == 1)
  }

  /// §3.8 Left and right choose the next enabled segment, Home and End the first and the last.
  @Test func keys() {
    let pilot = Pilot(control)
    control.setEnabled(false, forSegmentAt: 1)
    control.becomeFirstResponder()
    log.record(control)
    var chosen: [Int] = []
    for key in ["right", "right", "right", "left", "end", "home"] {
      pilot.key(key)
      chosen.append(control.selectedSegmentIndex)
    }

    #expect(chosen == [0, 2, 2, 0, 2, 0])
    #expect(log.entries == Array(repeating: "valueChanged", count: 5))
  }

  /// §3.8 A momentary control: arrows move, Space and Return press.
  @Test func momentaryKeys() {
    let pilot = Pilot(control)
    control.isMomentary = true
    control.becomeFirstResponder()
    control.addAction(for: .valueChanged) { [control, log] in
      log.note("\(control.selectedSegmentIndex)")
    }

    for key in ["space", "right", "return", "right", "space"] { pilot.key(key) }

    #expect(log.entries == ["0", "1", "2"])
  }

  /// §7 A fixed width, and widths by content.
  @Test func widths() {
    let control = SegmentedControl(items: ["a", "long"])
    #expect(control.intrinsicContentSize.width == 8 + 2 * 56)
    control.apportionsSegmentWidthsByContent = true
    #expect(control.intrinsicContentSize.width == 8 + 32 + 56)
    control.setWidth(80, forSegmentAt: 0)
    #expect(control.intrinsicContentSize.width == 8 + 80 + 56)
    #expect(control.widthForSegment(at: 0) == 80)
  }

  /// §5 An image view takes no touches, and is as large as its picture.
  @Test func imageView() {
    let image = ImageView(image: Image("star"))
    #expect(!image.isUserInteractionEnabled)
    #expect(image.contentMode == .scaleToFill)
    #expect(image.intrinsicContentSize == Size(width: 8, height: 16))
    image.image = nil
    #expect(image.intrinsicContentSize == .zero)
  }
}
