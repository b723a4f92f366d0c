#if GTK
  import Foundation
  import Testing

  extension RealWindowTests {
    /// However a run in a window ends: the right exit code, and no process left.
    @Suite struct WindowEndTests {
      private static let window = """
        local window = ui.Window { title = "Ends", width = 160, height = 80 }
        local button = ui.Button { title = "Quit", frame = { x = 8, y = 8, width = 80, height = 16 } }
        button:on("touchUpInside", function() ui.quit(7) end)
        button:on("touchDown", function() error("on purpose") end)
        window:addSubview(button)
        window.onClose = function() print("closed") end
        window:show()
        """

      @Test func closingTheWindow() async throws {
        let program = try await WindowProgram(Self.window)

        try await program.close()

        #expect(try await program.end() == 0)
        #expect(program.output == "closed\n")
      }

      @Test func quittingFromAHandler() async throws {
        let program = try await WindowProgram(Self.window)

        try await program.click(40, 16)

        #expect(try await program.end() == 7)
        #expect(program.errors.contains("on purpose"))
      }

      @Test(arguments: [(SIGTERM, 143), (SIGINT, 130), (SIGHUP, 129)] as [(Int32, Int32)])
      func signals(number: Int32, code: Int32) async throws {
        let program = try await WindowProgram(Self.window)

        kill(program.pid, number)

        #expect(try await program.end() == code)
      }

      @Test func anErrorWhileLoading() async throws {
        let program = try await WindowProgram("error('broken')", isShown: false)

        #expect(try await program.end() == 65)
        #expect(program.errors.contains("broken"))
      }

      @Test func ctrlCStopsAHandlerThatHangs() async throws {
        let program = try await WindowProgram(
          """
          local window = ui.Window { title = "Hangs", width = 160, height = 80 }
          local button = ui.Button { title = "Hang", frame = { x = 8, y = 8, width = 80, height = 16 } }
          window:addSubview(button)
          button:on("touchDown", function() print("hangs") io.stdout:flush() while true do end end)
          button:on("touchUpInside", function() print("goes on") io.stdout:flush() end)
          window:show()
          """)

        try await program.click(40, 16)
        try await program.line("hangs")
        kill(program.pid, SIGINT)
        try await program.line("goes on")
        kill(program.pid, SIGINT)

        #expect(try await program.end() == 130)
      }

      /// No hook reaches into a pattern: the process ends without the handler's help.
      @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
      func signalsEndAHandlerThatCannotBeStopped(number: Int32, code: Int32) async throws {
        let program = try await WindowProgram(
          """
          ui.Window { title = "Stuck", width = 160, height = 80 }:show()
          ui.after(0.1, function()
            print("stuck") io.stdout:flush()
            local _ = ("a"):rep(60):find(("a*"):rep(30) .. "b")
          end)
          """, isShown: false)

        try await program.line("stuck")
        kill(program.pid, number)

        #expect(try await program.end() == code)
      }

      @Test func aScriptWithoutWindowsEndsByItself() async throws {
        let program = try await WindowProgram("print('done')", isShown: false)

        #expect(try await program.end() == 0)
        #expect(program.output == "done\n")
      }

      @Test func withoutADisplayItSaysSo() async throws {
        let program = try await WindowProgram(
          Self.window, environment: ["DISPLAY": ":9999"], isShown: false)

        #expect(try await program.end() == 69)
        #expect(program.errors.contains("there is no display for a window"))
      }

      @Test(arguments: [(1, 240, 120), (2, 480, 240)])
      func aPictureHasTheScaleOfTheDisplay(scale: Int, width: Int, height: Int) async throws {
        let program = try await WindowProgram(
          Self.window, options: ["--screenshot", "picture.png"],
          environment: ["GDK_SCALE": "\(scale)"], isShown: false)

        #expect(try await program.end() == 0)
        let size = try await program.run("identify", ["-format", "%w %h", program.picture])
        #expect(size == "\(width) \(height)")
      }
    }
  }
#endif
