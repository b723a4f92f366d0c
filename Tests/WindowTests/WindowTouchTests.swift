#if GTK
  import ControlKit
  import Foundation
  import HandlerHostWindow
  import TestSupport
  import Testing

  extension RealWindowTests {
    /// Fingers on a touch screen, several at a time.
    @Suite struct WindowTouchTests {
      private static let scene = """
        local window = ui.Window { title = "Scene", width = 320, height = 200 }
        local function place(x, y, w, h) return { x = x, y = y, width = w, height = h } end
        local function say(...) print(...) io.stdout:flush() end
        local touched = { "touchDown", "touchUpInside", "touchUpOutside", "touchCancel" }
        for index, name in ipairs { "one", "two" } do
          local button = ui.Button { id = name, frame = place(100 * index - 84, 16, 80, 16) }
          button:on(touched, function(_, event) say(name, event.type) end)
          window:addSubview(button)
        end
        local area = ui.View { id = "area", isMultipleTouchEnabled = true, frame = place(16, 48, 200, 136) }
        local pinch, turn, tap = ui.PinchGesture(), ui.RotationGesture(), ui.TapGesture()
        pinch:on({ "began", "ended" }, function() say("pinch", pinch.state, string.format("%.1f", pinch.scale)) end)
        turn:on({ "began", "ended" }, function() say("turn", turn.state, string.format("%.1f", turn.rotation)) end)
        turn.shouldRecognizeSimultaneously = function() return true end
        tap:on("ended", function() local at = tap:location(window) say("tap", at.x, at.y) end)
        for _, gesture in ipairs { pinch, turn, tap } do area:addGesture(gesture) end
        local list = ui.ScrollView { id = "list", frame = place(232, 48, 72, 136) }
        list:addSubview(ui.View { frame = place(0, 0, 72, 640) })
        window:addSubview(area)
        window:addSubview(list)
        window:show()
        -- What the test asks for, by files.
        local answers = {}
        function answers.size() say("size", window.frame.width, window.frame.height) end
        function answers.offset() say("offset", list.contentOffset.y) end
        function answers.card()
          local card = ui.Window { title = "Card", width = 160, height = 80 }
          card.onClose = function() say("closed") end
          card:show()
          say("card")
        end
        ui.every(0.02, function()
          for name, answer in pairs(answers) do if os.remove(name) then answer() end end
        end)
        say("ready")
        """

      /// A program on a touch screen, and where its content is in its surface.
      private final class TouchedProgram {
        let display: BroadwayDisplay
        let program: WindowProgram
        private var offset = Point.zero

        init() async throws {
          display = try BroadwayDisplay()
          program = try await WindowProgram(
            scene, environment: display.environment, isShown: false)
          try await program.line("ready")
          // A title bar and a shadow are around the content. A tap says how far in it is; before there is
          // a window it has no effect.
          let guess = Point(x: 150, y: 200)
          let found = try await program.poll("the place of a tap") {
            for step in [BroadwayDisplay.Step.down, .up] {
              try self.display.finger(1, step, guess.x, guess.y)
            }
            return self.program.output.split(separator: "\n").first { $0.hasPrefix("tap") }
          }
          let place = found.split(separator: "\t").compactMap { Double($0) }
          offset = Point(x: guess.x - place[0] * 1.5, y: guess.y - place[1] * 1.5)
        }

        func finger(
          _ number: Int, _ step: BroadwayDisplay.Step, _ x: Double, _ y: Double
        ) throws {
          try display.finger(
            number, step, (x * 1.5 + offset.x).rounded(), (y * 1.5 + offset.y).rounded())
        }

        /// What was printed since the first tap.
        var lines: [Substring] {
          program.output.split(separator: "\n").filter { !$0.hasPrefix("tap") && $0 != "ready" }
        }

        func lines(_ expected: Substring...) async throws {
          try await program.poll("\(expected)") { self.lines.count >= expected.count ? () : nil }
          #expect(lines == expected)
        }

        func ask(_ name: String) throws {
          try Data().write(to: program.folder.appending(path: name))
        }
      }

      @Test func aTapPressesAButtonOnce() async throws {
        let screen = try await TouchedProgram()

        try screen.finger(1, .down, 40, 24)
        try screen.finger(1, .up, 40, 24)

        try await screen.lines("one\ttouchDown", "one\ttouchUpInside")
      }

      /// A web page's first finger has the number 0, for which GTK has no sequence.
      @Test func theFingerWithoutASequenceCounts() async throws {
        let screen = try await TouchedProgram()

        try screen.finger(0, .down, 40, 24)
        try screen.finger(0, .up, 40, 24)

        try await screen.lines("one\ttouchDown", "one\ttouchUpInside")
      }

      @Test func twoFingersUseTwoControls() async throws {
        let screen = try await TouchedProgram()

        try screen.finger(1, .down, 40, 24)
        try screen.finger(2, .down, 140, 24)
        try screen.finger(1, .moved, 300, 180)
        try screen.finger(1, .up, 300, 180)
        try screen.finger(2, .up, 140, 24)

        try await screen.lines(
          "one\ttouchDown", "two\ttouchDown", "one\ttouchUpOutside", "two\ttouchUpInside")
      }

      @Test func twoFingersPinch() async throws {
        let screen = try await TouchedProgram()

        try screen.finger(1, .down, 100, 120)
        try screen.finger(2, .down, 140, 120)
        for x in stride(from: 150.0, through: 180, by: 10) { try screen.finger(2, .moved, x, 120) }
        try screen.finger(1, .up, 100, 120)
        try screen.finger(2, .up, 180, 120)

        try await screen.program.line("pinch\tended\t2.0")
        #expect(screen.lines.count { $0.hasPrefix("pinch\tbegan") } == 1)
        #expect(!screen.lines.contains { $0.hasPrefix("turn") })
      }

      @Test func twoFingersTurn() async throws {
        let screen = try await TouchedProgram()

        try screen.finger(1, .down, 100, 120)
        try screen.finger(2, .down, 160, 120)
        for angle in stride(from: 0.1, through: 0.8, by: 0.1) {
          try screen.finger(2, .moved, 100 + 60 * cos(angle), 120 + 60 * sin(angle))
        }
        try screen.finger(2, .up, 100 + 60 * cos(0.8), 120 + 60 * sin(0.8))
        try screen.finger(1, .up, 100, 120)

        try await screen.program.line("turn\tended\t0.8")
        #expect(screen.lines.count { $0.hasPrefix("turn\tbegan") } == 1)
      }

      @Test func aFingerWhoseReleaseWasLostStartsAnew() async throws {
        let screen = try await TouchedProgram()

        try screen.finger(3, .down, 40, 24)
        try screen.finger(3, .down, 140, 24)
        try screen.finger(3, .up, 140, 24)

        try await screen.lines(
          "one\ttouchDown", "one\ttouchCancel", "two\ttouchDown", "two\ttouchUpInside")
      }

      @Test func aFingerScrolls() async throws {
        let screen = try await TouchedProgram()

        try screen.finger(1, .down, 260, 150)
        for y in stride(from: 140.0, through: 90, by: -10) { try screen.finger(1, .moved, 260, y) }
        let offset = try await screen.program.poll("an offset") {
          try screen.ask("offset")
          return screen.lines.last?.split(separator: "\t").last.flatMap { Double($0) }
            .flatMap { $0 > 20 ? $0 : nil }
        }
        try screen.finger(1, .up, 260, 90)

        #expect(offset <= 60)
      }

      @Test func aFingerClosesACard() async throws {
        let screen = try await TouchedProgram()
        try screen.ask("card")
        try await screen.program.line("card")

        // In the middle, its title bar of 22 points above it. It is there one frame later.
        try await screen.program.poll("its end") {
          try screen.finger(1, .down, 80 + 160 - 10, 60 - 11)
          try screen.finger(1, .up, 80 + 160 - 10, 60 - 11)
          return screen.lines.last == "closed" ? () : nil
        }

        #expect(screen.lines == ["card", "closed"])
      }

      /// Here GTK draws the title bar, and counts it as part of the window.
      @Test func theContentHasItsSizeBelowATitleBarOfGTKs() async throws {
        let screen = try await TouchedProgram()

        try screen.ask("size")

        try await screen.lines("size\t320.0\t200.0")
      }
    }
  }

  /// What no display here does to fingers, at the functions behind the tap of the root.
  @Suite(.serialized) struct FingerTests {
    /// The system took it: for a gesture of its own, say.
    @Test func aCancelledFingerCancelsAndFreesItsNumber() throws {
      let application = Application()
      let frontEnd = try OwnDisplay.frontEnd(application)
      let button = Button(title: "One")
      button.frame = Rect(x: 16, y: 16, width: 80, height: 16)
      let window = Window(title: "Scene", size: Size(width: 320, height: 200))
      window.addSubview(button)
      let log = EventLog()
      log.record(button)
      application.show(window)
      frontEnd.start()
      defer { frontEnd.stop() }
      frontEnd.settle()
      let place = Point(x: 40, y: 24)

      let isTaken = frontEnd.tap.touch(finger: 7, .began, at: place)
      let isTakenAtTheEnd = frontEnd.tap.touch(finger: 7, .cancelled, at: place)
      let isTakenAfterwards = frontEnd.tap.touch(finger: 7, .ended, at: place)

      #expect(isTaken && isTakenAtTheEnd && !isTakenAfterwards)
      #expect(log.take() == ["touchDown", "touchCancel"])
      #expect(!button.isHighlighted)
    }

    /// Of a finger that went down elsewhere, in the title bar for instance, nothing is ours.
    @Test func aFingerFromOutsideIsNotTaken() throws {
      let application = Application()
      let frontEnd = try OwnDisplay.frontEnd(application)
      application.show(Window(title: "Scene", size: Size(width: 320, height: 200)))
      frontEnd.start()
      defer { frontEnd.stop() }
      frontEnd.settle()

      let taken = [
        frontEnd.tap.touch(finger: 1, .began, at: Point(x: 40, y: -10)),
        frontEnd.tap.touch(finger: 1, .moved, at: Point(x: 40, y: 24)),
        frontEnd.tap.touch(finger: 1, .ended, at: Point(x: 40, y: 24)),
      ]

      #expect(taken == [false, false, false])
    }
  }
#endif
