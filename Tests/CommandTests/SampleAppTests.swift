import Testing

/// The sample apps, driven by events on a virtual clock.
@Suite struct SampleAppTests {
  /// Runs an app and returns its last screen.
  private func screen(
    of app: String, after events: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let outcome = try Program.run(["--screen", "--events", "-", Program.app(app)], input: events)
    #expect(outcome.status == 0, sourceLocation: sourceLocation)
    #expect(outcome.errors == "", sourceLocation: sourceLocation)
    return outcome.output
  }

  @Test func counterCounts() throws {
    #expect(try screen(of: "counter", after: "").contains("Count 0"))
    #expect(try screen(of: "counter", after: "tap ok\ntap ok\ntap ok").contains("Count 3"))
    #expect(try screen(of: "counter", after: "tap ok\ntap reset").contains("Count 0"))
  }

  @Test func galleryShowsLiveValues() throws {
    let screen = try screen(
      of: "gallery",
      after: """
        tap button
        drag slider 1000 0
        tap pages
        tap pages
        tap hello
        tap switch
        """)

    #expect(screen.contains("1 press"))
    #expect(screen.contains("100 %"))
    #expect(screen.contains("page 3 of 5"))
    #expect(screen.contains("안녕하세요!"))
    #expect(screen.contains(" on"))
  }

  @Test func galleryButtonCanBeDisabled() throws {
    #expect(
      try screen(of: "gallery", after: "tap switch\ntap button").contains("0 presses"))
  }

  @Test func galleryCloses() throws {
    let outcome = try Program.run(["--events", "-", Program.app("gallery")], input: "tap close")

    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
  }

  /// A page for each control and gesture, in the order of the tour, and what it shows when used.
  @Test(arguments: [
    ("Button", "tap press", "touchDown, touchUpInside"),
    ("Slider", "drag late 999 0", "100.0, sent  1"),
    ("Switch", "tap run\nwait 1", "20 %"),
    ("Page control", "tap seasons", "page 2 of 4"),
    ("Toolbar", "tap edit\ntap save", "save, press 2"),
    ("Stepper", "tap guests", "[ − │ + ]  3 "),
    ("Segments", "tap size", "Medium"),
    ("Text field", "tap number\ntype x", "Refused: x"),
    ("Text view", "tap text\ntype one two", "12 words in 2 lines"),
    ("Scroll view", "tap line2", "line 2 pressed"),
    ("Image and label", "tap align", "✓center"),
    ("Tap", "tap tapField\ntap tapField", "0 single, 1 double"),
    ("Long press", "press pressField 0.6", "ended at"),
    ("Pan", "drag card 80 16", "ended: moved 80, 16"),
    ("Swipe", "drag swipeField 0 -60", "1 up"),
    (
      "Pinch", "down finger @1 280 220\ndown finger @2 360 220\nmove @2 280 300",
      "size 1.00, turned 90°"
    ),
    ("Hover", "hover 120 150\nhover 130 150", "over the left half at"),
  ])
  func galleryHasAPage(title: String, events: String, shown: String) throws {
    let titles = [
      "Button", "Slider", "Switch", "Page control", "Toolbar", "Stepper", "Segments", "Text field",
      "Text view", "Scroll view", "Image and label", "Tap", "Long press", "Pan", "Swipe", "Pinch",
      "Hover",
    ]
    let index = try #require(titles.firstIndex(of: title))
    let way = Array(repeating: "key ctrl-n", count: index + 1).joined(separator: "\n")

    let screen = try screen(of: "gallery", after: way + "\n" + events)

    #expect(screen.contains("Gallery: \(title) "))
    #expect(screen.contains(shown))
  }

  @Test func galleryGoesBackAndKeepsItsPages() throws {
    let screen = try screen(
      of: "gallery", after: "tap button\ntap next\ntap press\ntap back\ntap button")
    #expect(screen.contains("2 presses"))
    #expect(try self.screen(of: "gallery", after: "tap tour").contains("Gallery: Button"))
  }

  @Test func formSavesWhatWasTyped() throws {
    let screen = try screen(
      of: "form",
      after: """
        type Ada 한국
        key tab
        type secret
        key tab
        key up
        key tab
        key right
        key ctrl-s
        """)

    #expect(screen.contains("••••••"))
    #expect(screen.contains("│✓Team │"))
    #expect(screen.contains("Ada 한국, Team, for 3"))
    #expect(screen.contains("Saved Ada 한국."))
    #expect(screen.contains("[↵Save ]"))
  }

  /// The delegate's answer keeps a name short; Return asks for one that is missing; Escape leaves.
  @Test func formAsksAndLeaves() throws {
    #expect(try screen(of: "form", after: "key return").contains("A name is missing."))
    let long = try screen(of: "form", after: "type " + String(repeating: "x", count: 30))
    #expect(long.contains("20/20"))
    #expect(long.contains("A name has at most 20 letters."))
    let outcome = try Program.run(["--events", "-", Program.app("form")], input: "key escape")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
  }

  /// What does not fit can be scrolled to.
  @Test func formScrolls() throws {
    let saves = (1...12).map { "type name \($0)\nkey return" }.joined(separator: "\n")
    let screen = try screen(of: "form", after: saves + "\nscroll 400 240 0 999")
    #expect(screen.contains("name 1, Free"))
    #expect(!screen.contains("name 12, Free"))
  }

  /// Each recipe's own line in the log; the first word of a line is the recipe's number.
  @Test(arguments: [
    ("tap add\ntap add", ["1: added 2"]),
    ("down 0 0\nup 0 0", []),
    ("tap confirm", ["2: 확인"]),
    ("tap check", ["2: check"]),
    ("tap timed", ["3: handled"]),
    ("tap view", ["4: tapped"]),
    ("press view 0.4", ["4: tapped"]),
    ("press view 0.6", ["4: held for half a second"]),
    ("tap save\nwait 0.1\ntap save", ["5: saved 1", "5: saved 2"]),
  ])
  func recipesWork(events: String, log: [String]) throws {
    let lines = try recipeLog(events)

    #expect(lines.filter { !$0.hasPrefix("3: the handler") } == log)
    #expect(
      lines.suffix(2) == ["3: the handler rests for 5 seconds", "3: the handler is back"])
  }

  @Test func aTokenRestsFromFiveToTenSeconds() throws {
    let lines = try recipeLog("wait 6\ntap timed\nwait 5\ntap timed")

    #expect(
      lines == [
        "3: the handler rests for 5 seconds", "3: the handler is back", "3: handled",
      ])
  }

  /// What the log of the recipes shows, one line per change.
  private func recipeLog(_ events: String) throws -> [String] {
    let script = """
      dofile "\(Program.app("recipes"))"
      local last = ui.find("log").text
      ui.every(0.01, function()
        local text = ui.find("log").text
        if text ~= last then print(text) end
        last = text
      end)
      ui.after(12, function() end)
      """
    let outcome = try Program.run(script: script, events: events)
    #expect(outcome.status == 0)
    return outcome.outputLines
  }

  @Test func aMissingMethodIsReportedAndTheOthersRun() throws {
    let outcome = try Program.run(
      ["--screen", "--events", "-", Program.app("recipes")],
      input: "wait 11\ntap save\ntap save")

    #expect(outcome.status == 0)
    #expect(outcome.output.contains("5: saved 2"))
    #expect(outcome.errors.contains("print"))
    #expect(outcome.errors.contains("'save'"))
  }

  @Test func stopwatchMeasures() throws {
    let screen = try screen(
      of: "stopwatch",
      after: """
        tap start
        wait 1.5
        tap lap
        wait 1
        tap stop
        wait 9
        """)

    #expect(screen.contains("0:02.5"))
    #expect(screen.contains("Lap  0:01.5"))
  }

  @Test func aRunningStopwatchDoesNotHoldUpTheEnd() throws {
    #expect(try screen(of: "stopwatch", after: "tap start\nwait 2.05").contains("0:02.0"))
  }
}
