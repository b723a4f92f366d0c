#if GTK
  import ControlKit
  import HandlerHostWindow
  import Testing

  /// A change costs what it changes. Counted, not timed.
  @Suite(.serialized) struct WindowRedrawTests {
    private func show(_ views: [View]) throws -> (Application, WindowFrontEnd) {
      let application = Application()
      let frontEnd = try OwnDisplay.frontEnd(application)
      let window = Window(title: "Many", size: Size(width: 1000, height: 640))
      for view in views { window.addSubview(view) }
      application.show(window)
      frontEnd.start()
      frontEnd.settle()
      return (application, frontEnd)
    }

    private func grid(_ count: Int, _ make: (Int) -> View) -> [View] {
      (0..<count).map { index in
        let view = make(index)
        view.frame = Rect(
          x: Double(index % 25) * 40, y: Double(index / 25) * 16, width: 36, height: 14)
        return view
      }
    }

    @Test func oneOfAThousandControlsIsTouchedAlone() throws {
      let sliders = grid(1000) { _ in Slider() }
      let (application, frontEnd) = try show(sliders)
      defer { frontEnd.stop() }
      #expect(frontEnd.skinCount == 1001)
      let pushes = frontEnd.pushes
      let drawings = frontEnd.drawings

      (sliders[517] as? Slider)?.value = 0.75
      frontEnd.settle()

      #expect(frontEnd.pushes == pushes + 1)
      // The changed view, and the window that it is in.
      #expect(frontEnd.drawings <= drawings + 2)
      #expect(!application.needsDisplay)
    }

    @Test func aTextThatKeepsItsPlaceIsTouchedAlone() throws {
      let labels = grid(500) { Label(text: "\($0)") }
      let (_, frontEnd) = try show(labels)
      defer { frontEnd.stop() }
      let pushes = frontEnd.pushes

      (labels[99] as? Label)?.text = "new"
      frontEnd.settle()

      #expect(frontEnd.pushes == pushes + 1)
    }

    @Test func viewsThatGoLeaveNothing() throws {
      let views = grid(100) { $0 % 2 == 0 ? Button(title: "\($0)") : TextField(text: "\($0)") }
      let (application, frontEnd) = try show(views)
      defer { frontEnd.stop() }

      for view in views.dropFirst() { view.removeFromSuperview() }
      frontEnd.settle()

      #expect(frontEnd.skinCount == 2)
      application.close(application.windows[0])
      frontEnd.settle()
      #expect(frontEnd.skinCount == 0)
    }

    @Test func nothingChangesWithoutAChange() throws {
      let (_, frontEnd) = try show(grid(50) { _ in Switch() })
      defer { frontEnd.stop() }
      let pushes = frontEnd.pushes
      let drawings = frontEnd.drawings

      frontEnd.settle()

      #expect(frontEnd.pushes == pushes)
      #expect(frontEnd.drawings == drawings)
    }
  }
#endif
