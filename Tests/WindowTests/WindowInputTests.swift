#if GTK
  import Foundation
  import Testing

  extension RealWindowTests {
    /// The real program in a real window, with a real mouse and real keys.
    @Suite struct WindowInputTests {
      private static let scene = """
        local window = ui.Window { title = "Scene", width = 320, height = 200 }
        local function place(x, y, w, h) return { x = x, y = y, width = w, height = h } end
        local button = ui.Button { id = "ok", title = "OK", frame = place(16, 16, 80, 16) }
        local slider = ui.Slider { id = "level", frame = place(16, 48, 208, 16) }
        local field = ui.TextField { id = "name", frame = place(16, 80, 208, 16) }
        local list = ui.ScrollView { id = "list", frame = place(16, 112, 208, 64) }
        list:addSubview(ui.View { frame = place(0, 0, 200, 640) })
        for _, view in ipairs { button, slider, field, list } do window:addSubview(view) end
        local function say(...) print(...) io.stdout:flush() end
        button:on({ "touchDown", "touchUpInside", "touchUpOutside" }, function(_, event) say(event.type) end)
        slider:on("valueChanged", function() say(string.format("level %.1f", slider.value)) end)
        field:on("editingChanged", function() say("text " .. field.text) end)
        field:on("editingDidEndOnExit", function() say("return") end)
        window:onKey("ctrl-r", function() say("scrolled " .. math.floor(list.contentOffset.y)) end)
        window:onKey("ctrl-b", function() say("size " .. window.frame.width .. " " .. window.frame.height) end)
        window:show()
        say("ready")
        """

      @Test func aClickPressesAButtonOnce() async throws {
        let program = try await WindowProgram(Self.scene)

        try await program.click(40, 24)

        try await program.line("touchUpInside")
        #expect(program.output == "ready\ntouchDown\ntouchUpInside\n")
        #expect(program.errors == "")
      }

      @Test func aReleaseOutsideOfTheWindowIsNotLost() async throws {
        let program = try await WindowProgram(Self.scene)

        try await program.move(40, 24)
        try await program.press()
        try await program.move(700, 500)
        try await program.release()

        try await program.line("touchUpOutside")
        #expect(!program.output.contains("Inside"))
      }

      @Test func aKnobIsDraggedToItsPlace() async throws {
        let program = try await WindowProgram(Self.scene)

        // The knob is 10.7 points wide, so 197.3 points are the whole range.
        try await program.move(21, 56)
        try await program.press()
        try await program.move(60, 56)
        try await program.move(21 + 0.5 * 197.3, 56)
        try await program.release()

        try await program.line("level 0.5")
        try await program.click(221, 56)
        try await program.line("level 1.0")
      }

      @Test func textOfAnyLanguageIsTyped() async throws {
        let program = try await WindowProgram(Self.scene)

        try await program.click(60, 88)
        try await program.type("ab 한국어")
        try await program.line("text ab 한국어")
        try await program.keys("BackSpace")
        try await program.line("text ab 한국")
        try await program.keys("Return")

        try await program.line("return")
      }

      @Test func theWheelScrolls() async throws {
        let program = try await WindowProgram(Self.scene)

        try await program.move(60, 144)
        try await program.xdotool("click", "5")
        try await program.xdotool("click", "5")
        try await program.keys("ctrl+r")
        try await program.line("scrolled 96")
        try await program.xdotool("click", "4")
        try await program.keys("ctrl+r")

        try await program.line("scrolled 48")
      }

      @Test func theFirstWindowFollowsItsResizing() async throws {
        let program = try await WindowProgram(Self.scene)

        try await program.xdotool("windowsize", program.window, "750", "600")
        try await program.poll("the new size") {
          try await program.keys("ctrl+b")
          return program.output.contains("size 500.0 400.0") ? () : nil
        }
      }

      @Test func theKeyboardMovesTheFocusAndPressesOnce() async throws {
        let program = try await WindowProgram(Self.scene)

        try await program.keys("Tab", "space")
        try await program.line("touchUpInside")
        try await program.keys("Tab", "Right")
        try await program.line("level 0.1")

        #expect(program.output.split(separator: "\n").count { $0 == "touchUpInside" } == 1)
        #expect(!program.output.contains("touchDown"))
      }

      @Test func otherProgramsShareTheClipboard() async throws {
        let program = try await WindowProgram(Self.scene)

        try await program.click(60, 88)
        try await program.type("mine")
        try await program.keys("ctrl+a", "ctrl+c")
        let copied = try await program.poll("a copy") {
          let text = try? await program.run(
            "timeout", ["1", "xclip", "-o", "-selection", "clipboard"])
          return text == "mine" ? text : nil
        }
        try await program.copy("theirs 가")
        try await program.poll("what was pasted") {
          try await program.keys("ctrl+a", "ctrl+v")
          return program.output.contains("text theirs 가\n") ? () : nil
        }

        #expect(copied == "mine")
      }

      @Test func aSecondWindowIsACardWithACloseButton() async throws {
        let program = try await WindowProgram(
          """
          local base = ui.Window { title = "Base", width = 320, height = 200 }
          local below = ui.Button { title = "Below", frame = { x = 8, y = 8, width = 80, height = 16 } }
          base:addSubview(below)
          local function say(...) print(...) io.stdout:flush() end
          below:on("touchUpInside", function() say("below") end)
          base:show()
          local card = ui.Window { title = "Card", width = 160, height = 80 }
          card.onClose = function() say("closed") end
          card:show()
          say("ready")
          """)
        try await program.line("ready")

        // In front of everything: what is behind gets nothing. The card is in the middle, its title bar
        // of 22 points above it, and the button at the end of that.
        try await program.click(40, 16)
        // It can be clicked when its first frame is drawn.
        try await program.poll("the card's end") {
          try await program.click(80 + 160 - 10, 60 - 11)
          return program.output.hasSuffix("closed\n") ? () : nil
        }
        try await program.click(40, 16)

        try await program.line("below")
        #expect(program.output == "ready\nclosed\nbelow\n")
      }
    }
  }
#endif
