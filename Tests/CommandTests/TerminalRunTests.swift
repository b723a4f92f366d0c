import Foundation
import TestSupport
import Testing

/// The program in a real terminal, with the sequences of a real mouse.
@Suite(.serialized) struct TerminalRunTests {
  @Test func counterCountsOnPressAndRelease() async throws {
    let terminal = try Terminal([Program.app("counter")])
    let tap = try await terminal.cell(of: "Tap")

    try terminal.press(tap)
    try terminal.release(tap)
    try await terminal.cell(of: "Count 1")
    try terminal.click(tap)

    try await terminal.cell(of: "Count 2")
  }

  @Test func counterDoesNotCountWhenDraggedOut() async throws {
    let terminal = try Terminal([Program.app("counter")])
    let tap = try await terminal.cell(of: "Tap")
    let outside = tap.moved(rows: 4)

    try terminal.press(tap)
    try terminal.drag(to: outside)
    try terminal.release(outside)
    // The next click shows that the drag had been handled by then, and had not counted.
    try terminal.click(tap)

    try await terminal.cell(of: "Count 1")
  }

  @Test func aDragBackInsideCounts() async throws {
    let terminal = try Terminal([Program.app("counter")])
    let tap = try await terminal.cell(of: "Tap")

    try terminal.press(tap)
    try terminal.drag(to: tap.moved(rows: 4))
    try terminal.drag(to: tap.moved(columns: 1))
    try terminal.release(tap.moved(columns: 1))

    try await terminal.cell(of: "Count 1")
  }

  @Test func sliderFollowsADrag() async throws {
    let terminal = try Terminal([Program.app("gallery")])
    let start = try await terminal.cell(of: "50 %")
    let label = try await terminal.cell(of: "Slider")
    // The track lies between its label and its value: the knob is in the middle.
    let knob = label.moved(columns: (start.column - label.column + 8) / 2)

    try terminal.press(knob)
    try terminal.drag(to: start.moved(columns: -3))
    try await terminal.disappearance(of: " 50 %")
    try terminal.drag(to: start.moved(columns: 20))
    try await terminal.cell(of: "100 %")
    try terminal.drag(to: label.moved(columns: -4))
    try await terminal.cell(of: "  0 %")
    try terminal.release(label)
  }

  @Test func pageControlPages() async throws {
    let terminal = try Terminal([Program.app("gallery")])
    let value = try await terminal.cell(of: "page 1 of 5")
    let label = try await terminal.cell(of: "Pages")

    try terminal.click(value.moved(columns: -4))
    try await terminal.cell(of: "page 2 of 5")
    try terminal.click(label.moved(columns: 11))

    try await terminal.cell(of: "page 1 of 5")
  }

  @Test func toolbarItemsFire() async throws {
    let terminal = try Terminal([Program.app("gallery")])

    try terminal.click(try await terminal.cell(of: "안녕"))
    try await terminal.cell(of: "안녕하세요!")
    try terminal.click(try await terminal.cell(of: "Close"))

    try await terminal.cell(of: "exit 0")
  }

  @Test func aLongPressFiresAtHalfASecond() async throws {
    let terminal = try Terminal([Program.app("recipes")])
    let label = try await terminal.cell(of: "[ tap or hold")

    try terminal.press(label)
    let pressed = Date.now
    try await terminal.cell(of: "4: held for half a second")
    let waited = Date.now.timeIntervalSince(pressed)
    try terminal.release(label)

    // The clock starts when the program reads the press, a little after it was sent.
    #expect(waited > 0.45)
  }

  @Test func aShortPressIsATap() async throws {
    let terminal = try Terminal([Program.app("recipes")])

    try terminal.click(try await terminal.cell(of: "[ tap or hold"))

    try await terminal.cell(of: "4: tapped")
  }

  @Test func tabMovesTheFocusAndSpacePresses() async throws {
    let terminal = try Terminal([Program.app("counter")])
    try await terminal.cell(of: "Count 0")

    try terminal.keys("Tab", "Space")
    try await terminal.cell(of: "Count 1")
    try terminal.keys("Enter")
    try await terminal.cell(of: "Count 2")
    try terminal.keys("Tab", "Space")

    try await terminal.cell(of: "Count 0")
  }

  @Test func arrowsMoveASlider() async throws {
    let terminal = try Terminal([Program.app("gallery")])
    try await terminal.cell(of: "50 %")

    try terminal.keys("Tab", "Tab", "Right")

    try await terminal.cell(of: "55 %")
  }

  @Test func controlCEndsTheRunAndGivesTheTerminalBack() async throws {
    let terminal = try Terminal([Program.app("counter")])
    try await terminal.cell(of: "Count 0")
    #expect(try terminal.flag("alternate_on") == "1")
    #expect(try terminal.flag("mouse_any_flag") == "1")

    try terminal.keys("C-c")

    try await terminal.cell(of: "exit 130")
    try await terminal.cell(of: "settings kept")
    for flag in ["alternate_on", "mouse_any_flag", "mouse_all_flag", "mouse_sgr_flag"] {
      #expect(try terminal.flag(flag) == "0")
    }
    #expect(try terminal.flag("cursor_flag") == "1")
  }

  /// The pointer's moves reach a recognizer; the terminal tells of them only while one is shown.
  @Test func thePointerHovers() async throws {
    let terminal = try Terminal(
      script: """
        local window = ui.Window { title = "Hover" }
        local label = ui.Label { text = "nobody here" }
        window:addSubview(ui.VStack { label })
        window:show()
        local hover = ui.HoverGesture()
        hover:on("began", function() label.text = "somebody there" end)
        hover:on("ended", function()
          label.text = "gone again"
          label:removeGesture(hover)
        end)
        label:addGesture(hover)
        """)
    let cell = try await terminal.cell(of: "nobody here")
    #expect(try terminal.flag("mouse_all_flag") == "1")

    try terminal.hover(cell)
    try await terminal.cell(of: "somebody there")
    try terminal.hover(cell.moved(rows: 10))
    try await terminal.cell(of: "gone again")
    #expect(try terminal.flag("mouse_all_flag") == "0")
    #expect(try terminal.flag("mouse_any_flag") == "1")
  }

  @Test func aCrashGivesTheTerminalBack() async throws {
    let terminal = try Terminal(
      script: """
        local window = ui.Window { title = "Crash" }
        local button = ui.Button { title = "Die" }
        window:addSubview(ui.VStack { button })
        window:show()
        button:on("touchUpInside", function()
          local shell = io.open("/proc/self/stat")
          os.execute("kill -SEGV " .. shell:read("n"))
          while true do end
        end)
        """)

    try terminal.click(try await terminal.cell(of: "Die"))

    try await terminal.cell(of: "exit 139")
    try await terminal.cell(of: "settings kept")
    #expect(try terminal.flag("alternate_on") == "0")
    #expect(try terminal.flag("mouse_any_flag") == "0")
  }

  @Test func anErrorShowsWithoutWreckingTheScreen() async throws {
    let terminal = try Terminal([Program.app("recipes")])

    try terminal.click(try await terminal.cell(of: "Save"))

    try await terminal.cell(of: "5: saved 1")
    try await terminal.cell(of: "error: ")
    try await terminal.cell(of: "[ tap or hold")
    try terminal.keys("C-c")
    // The whole report is left on the normal screen.
    try await terminal.cell(of: "handlerhost: error:")
  }

  @Test func anErrorAtLoadNeverTouchesTheScreen() async throws {
    let terminal = try Terminal(script: "ui.Window { title = 'x' }:show()\nerror('no way')")

    try await terminal.cell(of: "exit 65")
    try await terminal.cell(of: "app.lua:2: no way")
    #expect(try terminal.flag("alternate_on") == "0")
  }

  @Test func printedTextIsLoggedAndLeftAfterwards() async throws {
    let terminal = try Terminal(
      script: """
        local window = ui.Window { title = "Print", width = 320, height = 96 }
        local button = ui.Button { title = "Print" }
        window:addSubview(ui.VStack { margins = 16, ui.Label { text = "A quiet label" }, button })
        window:show()
        local n = 0
        button:on("touchUpInside", function()
          n = n + 1
          for line = 1, 30 do print("press " .. n .. " line " .. line) end
          io.stderr:write("to stderr\\n")
        end)
        """)
    let label = try await terminal.cell(of: "A quiet label")

    try terminal.click(label.moved(columns: 2, rows: 1))
    try await terminal.cell(of: "press 1 line 30")
    try await terminal.cell(of: "A quiet label")
    try terminal.keys("C-c")

    try await terminal.cell(of: "press 1 line 30")
    try await terminal.cell(of: "to stderr")
    try await terminal.cell(of: "exit 130")
  }

  @Test func standardInputIsEmptyForTheScript() async throws {
    let terminal = try Terminal(
      script: """
        local window = ui.Window { title = "Read" }
        window:addSubview(ui.VStack { ui.Label { text = "read " .. tostring(io.read()) } })
        window:show()
        """)

    try await terminal.cell(of: "read nil")
  }

  @Test func aResizeLaysOutAnew() async throws {
    let terminal = try Terminal([Program.app("counter")])
    let before = try await terminal.cell(of: "Count 0")

    try terminal.resize(columns: 60, rows: 20)
    try await terminal.poll("the window in the middle") { lines in
      lines.contains { $0.hasPrefix("         ╭") } ? () : nil
    }
    #expect(try await terminal.cell(of: "Count 0").column == before.column - 10)
    try terminal.click(try await terminal.cell(of: "Tap"))

    try await terminal.cell(of: "Count 1")
  }

  @Test func aScriptFromStandardInputHasTheTerminalToItself() async throws {
    let folder = try Folder()
    try folder.file("app.lua", "ui.Window { title = 'Piped' }:show()\nprint(io.read())")
    let program = try Program.binary()
    let terminal = try Terminal(
      shell: "cat app.lua | '\(program)' --ui terminal -; echo exit $?; exec cat", in: folder)

    try await terminal.cell(of: "nil")
    try terminal.keys("C-c")

    try await terminal.cell(of: "exit 130")
  }

  @Test(.disabled(if: isThreadSanitized, "signals are held back under the thread sanitizer"))
  func aSignalGivesTheTerminalBack() async throws {
    let terminal = try Terminal(
      script: """
        ui.Window { title = "Signal" }:show()
        ui.after(0.05, function()
          os.execute("kill -TERM " .. io.open("/proc/self/stat"):read("n"))
        end)
        """)

    try await terminal.cell(of: "exit 143")
    try await terminal.cell(of: "settings kept")
    #expect(try terminal.flag("alternate_on") == "0")
  }

  @Test func tracesAreLeftAfterwardsAndNotLogged() async throws {
    let terminal = try Terminal(["--trace", Program.app("counter")])

    try terminal.click(try await terminal.cell(of: "Tap"))
    try await terminal.cell(of: "Count 1")
    #expect(try !terminal.screen().contains { $0.contains("dispatch") })
    try terminal.keys("C-c")

    try await terminal.cell(of: "dispatch Button 'ok' sends touchUpInside")
  }

  @Test func aScriptWithoutWindowsNeedsNoScreen() async throws {
    let terminal = try Terminal(
      script: "print 'plain'\nui.after(0.05, function() print 'later' end)")

    try await terminal.cell(of: "plain")
    try await terminal.cell(of: "later")
    try await terminal.cell(of: "exit 0")
  }

  @Test func quitGivesItsCode() async throws {
    let terminal = try Terminal(
      script: """
        local window = ui.Window { title = "Quit" }
        window:show()
        ui.after(0.05, function() ui.quit(9) end)
        """)

    try await terminal.cell(of: "exit 9")
    #expect(try terminal.flag("alternate_on") == "0")
  }
}
