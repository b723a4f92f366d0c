#if GTK
  import Testing

  extension RealWindowTests {
    @Suite struct WindowTintTests {
      /// Native widgets show an accent where they show the theme's, of their own or from around them.
      @Test(arguments: [
        ("ui.Slider { value = 0.5 }", 20), ("ui.ProgressView { progress = 0.5 }", 20),
        ("ui.Switch { isOn = true, tintColor = '#ff00ff' }", 10),
        ("ui.SegmentedControl { items = { 'A', 'B' }, selectedSegmentIndex = 0 }", 8),
      ])
      func controlsHaveTheAccent(control: String, x: Int) async throws {
        let program = try await WindowProgram(
          """
          local window = ui.Window { title = "Tint", width = 120, height = 32, tintColor = "#ff00ff" }
          local control = \(control)
          control.frame = { x = 0, y = 8, width = 80, height = 16 }
          window:addSubview(control)
          window:show()
          """, options: ["--theme", "light", "--screenshot", "picture.png"], isShown: false)
        #expect(try await program.end() == 0)

        let color = try await program.run(
          "convert",
          [program.picture, "-format", "%[hex:p{\(x * 3 / 2),24}]", "info:"])

        #expect(color.hasPrefix("FF00FF"), "\(color) in \(control)")
      }
    }
  }
#endif
