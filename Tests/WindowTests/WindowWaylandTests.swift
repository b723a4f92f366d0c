#if GTK
  import Foundation
  import Testing

  extension RealWindowTests {
    /// Where there is no X: the real program on a Wayland compositor.
    @Suite struct WindowWaylandTests {
      private static let scene = """
        local window = ui.Window { title = "Scene", width = 160, height = 80 }
        local field = ui.TextField { frame = { x = 8, y = 8, width = 120, height = 16 } }
        window:addSubview(field)
        local function say(...) print(...) io.stdout:flush() end
        field:on("editingChanged", function() say("text", field.text) end)
        window:onKey("ctrl-b", function() say("size", window.frame.width, window.frame.height) end)
        window.onClose = function() say("closed") end
        window:show()
        say("ready")
        """

      /// Starts the program as its user does, and waits for its window.
      private func start(_ display: WaylandDisplay) async throws -> WindowProgram {
        let program = try await WindowProgram(
          Self.scene, options: [], environment: display.environment, isShown: false)
        try await program.poll("a window") {
          let tree = try await display.run(program, "swaymsg", "-r", "-t", "get_tree")
          return tree.contains("\"handlerhost\"") && tree.contains("\"Scene\"") ? () : nil
        }
        return program
      }

      @Test func aWindowIsChosenAndTakesKeys() async throws {
        let display = try WaylandDisplay()
        let program = try await start(display)

        try await program.poll("its size") {
          try await display.run(program, "wtype", "-M", "ctrl", "b")
          return program.output.contains("size\t160.0\t80.0") ? () : nil
        }
        try await display.run(program, "wtype", "-k", "Tab")
        try await display.run(program, "wtype", "ab 한글")

        try await program.line("text\tab 한글")
      }

      @Test func theCompositorClosesIt() async throws {
        let display = try WaylandDisplay()
        let program = try await start(display)

        try await display.run(program, "swaymsg", "[app_id=handlerhost] kill")

        #expect(try await program.end() == 0)
        #expect(program.output == "ready\nclosed\n")
      }

      @Test func aSignalEndsIt() async throws {
        let display = try WaylandDisplay()
        let program = try await start(display)

        kill(program.pid, SIGTERM)

        #expect(try await program.end() == 143)
      }

      @Test(arguments: [(1, 240, 120), (2, 480, 240)])
      func aPictureHasTheScaleOfTheOutput(scale: Int, width: Int, height: Int) async throws {
        let display = try WaylandDisplay()
        let other = try await start(display)
        try await display.run(other, "swaymsg", "output HEADLESS-1 scale \(scale)")

        let program = try await WindowProgram(
          Self.scene, options: ["--screenshot", "picture.png"], environment: display.environment,
          isShown: false)

        #expect(try await program.end() == 0)
        let size = try await program.run("identify", ["-format", "%w %h", program.picture])
        #expect(size == "\(width) \(height)")
      }
    }
  }
#endif
