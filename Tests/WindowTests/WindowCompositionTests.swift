#if GTK
  import Foundation
  import Testing

  extension RealWindowTests {
    /// Korean through a real input method. On the keyboard 한글 is `gksrmf`.
    @Suite struct WindowCompositionTests {
      private static let scene = """
        local window = ui.Window { title = "Scene", width = 320, height = 200 }
        local function place(x, y, w, h) return { x = x, y = y, width = w, height = h } end
        local name = ui.TextField { id = "name", frame = place(16, 16, 208, 16) }
        local other = ui.TextField { id = "other", frame = place(16, 48, 208, 16) }
        local secret = ui.TextField { id = "secret", isSecureTextEntry = true, frame = place(16, 80, 208, 16) }
        local notes = ui.TextView { id = "notes", frame = place(16, 104, 208, 48) }
        local button = ui.Button { id = "ok", frame = place(16, 168, 80, 16) }
        local function say(...) print(...) io.stdout:flush() end
        for _, view in ipairs { name, other, secret, notes, button } do window:addSubview(view) end
        for _, view in ipairs { name, other, secret, notes } do
          view:on("editingChanged", function() say(view.id, (view.text:gsub("\\n", "/"))) end)
          view:on("editingDidBegin", function() say(view.id, "begin") end)
          view:on("editingDidEnd", function() say(view.id, "end") end)
        end
        name:on("editingDidEndOnExit", function() say("return") end)
        button:on("touchUpInside", function() say("pressed") end)
        window:onKey("escape", function() say("escape") end)
        -- A script's own reason to move the focus on.
        ui.every(0.02, function() if os.remove("move") then other:becomeFirstResponder() end end)
        window:show()
        say("ready")
        """

      private func start() async throws -> WindowProgram {
        let program = try await WindowProgram(
          Self.scene, environment: TestInputMethod.shared.get().environment)
        try await program.line("ready")
        return program
      }

      /// What is in the first field, caret and underline included.
      private func picture(_ program: WindowProgram) async throws -> String {
        try await program.run(
          "sh",
          [
            "-c",
            "import -window \(program.window) -crop 312x24+24+24 png:- | identify -format '%#' -",
          ])
      }

      /// Waits for a picture that stays.
      @discardableResult
      private func picture(
        _ program: WindowProgram, _ expectation: String,
        _ check: @escaping (String) -> Bool = { _ in true }
      ) async throws -> String {
        var last = ""
        return try await program.poll(expectation) {
          let picture = try await self.picture(program)
          defer { last = picture }
          return picture == last && check(picture) ? picture : nil
        }
      }

      @Test func eachSyllableIsCommittedWhenTheNextBegins() async throws {
        let program = try await start()

        try await program.click(60, 24)
        try await program.type("gksrmf")
        try await program.line("name\t한")
        try await program.keys("Return")

        try await program.line("return")
        #expect(program.output == "ready\nname\tbegin\nname\t한\nname\t한글\nreturn\n")
        #expect(program.errors == "")
      }

      @Test func whatIsComposedIsShownAndBackspaceTakesALetterOff() async throws {
        let program = try await start()

        try await program.click(60, 24)
        try await program.line("name\tbegin")
        var pictures = [try await picture(program, "an empty field")]
        for key in ["g", "k", "s"] {
          try await program.keys(key)
          pictures.append(
            try await picture(program, "another picture after \(key)") { !pictures.contains($0) })
        }
        for expected in pictures.dropLast().reversed() {
          try await program.keys("BackSpace")
          try await picture(
            program, "the picture of a letter less, \(pictures.firstIndex(of: expected) ?? -1)"
          ) { $0 == expected }
        }

        #expect(program.output == "ready\nname\tbegin\n")
      }

      @Test func whatIsComposedIsMarkedAndBeforeTheCaret() async throws {
        let program = try await start()

        try await program.click(60, 24)
        try await program.line("name\tbegin")
        let empty = try await picture(program, "an empty field")
        try await program.type("gks")
        let marked = try await picture(program, "marked text") { $0 != empty }
        try await program.keys("Escape")
        try await program.line("escape")
        let committed = try await picture(program, "text without a mark") { $0 != marked }
        try await program.keys("Left")
        try await picture(program, "the caret before the text") { $0 != committed }
        try await program.type("rk")
        try await picture(program, "marked text before the text") { $0 != committed }
        try await program.keys("Escape", "BackSpace", "End")

        try await picture(program, "the text as it was") { $0 == committed }
      }

      /// Each answer of the input method takes a while, and the keys do not wait for it.
      @Test func keysKeepTheirOrderHoweverFastTheyCome() async throws {
        let program = try await start()

        try await program.click(60, 24)
        try await program.xdotool("type", "--delay", "0", "rk1rk2sk3ek4")
        try await program.keys("Return", "Home", "9", "Return")

        let lines = "name\t가1가2나3다4\nreturn\nname\t9가1가2나3다4\nreturn\n"
        try await program.poll(lines) { program.output.hasSuffix(lines) ? () : nil }
      }

      @Test func aClickEndsItWhereItIs() async throws {
        let program = try await start()

        try await program.click(60, 24)
        try await program.type("gks")
        try await program.click(18, 24)
        try await program.line("name\t한")
        try await program.type("rmf ")

        try await program.line("name\t글 한")
      }

      @Test func aClickElsewhereEndsItBeforeItsEffect() async throws {
        let program = try await start()

        try await program.click(60, 24)
        try await program.type("gks")
        try await program.click(60, 56)
        try await program.line("name\tend")
        try await program.type("rmf")
        try await program.click(40, 176)

        try await program.line("pressed")
        #expect(
          program.output
            == "ready\nname\tbegin\nname\t한\nname\tend\nother\tbegin\nother\t글\npressed\n")
      }

      @Test func aScriptThatMovesTheFocusEndsItInItsField() async throws {
        let program = try await start()

        try await program.click(60, 24)
        try await program.line("name\tbegin")
        let empty = try await picture(program, "an empty field")
        try await program.type("gks")
        try await picture(program, "marked text") { $0 != empty }
        try Data().write(to: program.folder.appending(path: "move"))
        try await program.line("name\tend")
        try await program.type("rmf ")

        try await program.line("other\t글 ")
        #expect(
          program.output
            == "ready\nname\tbegin\nname\t한\nname\tend\nother\tbegin\nother\t글\nother\t글 \n")
      }

      @Test func anotherWindowWithTheKeysEndsItAndItGoesOnAfterwards() async throws {
        let program = try await start()
        let other = try await WindowProgram("ui.Window { width = 80, height = 80 }:show()")
        try await program.xdotool("windowfocus", program.window)

        try await program.click(160, 24)
        try await program.type("gks")
        try await program.xdotool("windowfocus", other.window)
        try await program.line("name\t한")
        try await program.xdotool("windowfocus", program.window)
        try await program.type("rmf ")

        try await program.line("name\t한글 ")
      }

      @Test func nothingIsComposedInSecretText() async throws {
        let program = try await start()

        try await program.click(60, 88)
        try await program.type("gks")

        try await program.line("secret\tgks")
      }

      @Test func severalLinesAreComposedAndWhatIsSelectedGivesWay() async throws {
        let program = try await start()

        try await program.click(60, 128)
        try await program.type("dkssud")
        try await program.keys("Return")
        try await program.type("gktp")
        try await program.keys("ctrl+a")
        try await program.line("notes\t안녕/하세")
        try await program.type("dkssud ")

        try await program.line("notes\t안녕 ")
        #expect(
          program.output.hasSuffix("notes\t안녕/하세\nnotes\t\nnotes\t안\nnotes\t안녕\nnotes\t안녕 \n"))
      }
    }
  }
#endif
