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

  @Test(arguments: [
    ("tap add", "1: added 1"), ("tap add\ntap add", "1: added 2"),
    ("tap confirm", "2: 확인"), ("tap check", "2: check"),
    ("tap timed", "3: handled"), ("wait 6\ntap view\ntap timed", "4: tapped"),
    ("wait 11\ntap timed", "3: handled"),
    ("tap view", "4: tapped"), ("press view 0.5", "4: held for half a second"),
    ("press view 0.4", "4: tapped"),
  ])
  func recipesWork(events: String, log: String) throws {
    // Quits before the timers of recipe 3 fire at the end of the input.
    let folder = try Folder()
    try folder.file(
      "app.lua",
      "dofile '\(Program.app("recipes"))'\nui.after(11.5, function() ui.quit() end)")
    let outcome = try Program.run(
      ["--screen", "--events", "-", "app.lua"], input: events, in: folder)

    #expect(outcome.status == 0)
    if events.contains("wait 11") { #expect(outcome.output.contains(log)) }
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
    #expect(try screen(of: "stopwatch", after: "tap start\nwait 2").contains("0:02.0"))
  }
}
