import ControlKit
import HandlerHost
import TestSupport
import Testing

/// Neighbouring handlers run in one go; nothing but the time it takes tells.
@Suite struct HandlerBatchTests {
  let fixture: ScriptFixture

  init() throws {
    fixture = try ScriptFixture()
    try fixture.run(
      """
      b = ui.Button { id = "b" }
      ui.Window { b }:show()
      function add(name, body, options)
        return b:on("touchDown", function(sender)
          log(name)
          if body then body(sender) end
        end, options)
      end
      """)
  }

  private func send() throws -> [String] {
    try fixture.view("b", as: Button.self).sendActions(for: .touchDown)
    return try fixture.log()
  }

  /// Stands in for the script's own batcher, and counts what that is given.
  private final class CountingBatcher: HandlerBatcher {
    let batcher: any HandlerBatcher
    var runs = 0

    init(_ batcher: any HandlerBatcher) {
      self.batcher = batcher
    }

    func run(_ batch: inout HandlerBatch, in send: inout EventSend) throws {
      runs += 1
      try batcher.run(&batch, in: &send)
    }

    var plainRunner: PlainRunner { batcher.plainRunner }
    var eventRunner: PlainRunner { batcher.eventRunner }

    func finish(_ token: RemovableTarget, _ fired: UInt32, in send: inout EventSend) throws {
      try batcher.finish(token, fired, in: &send)
    }
  }

  /// A send enters the script's world once for all neighbours, and once more after each that is not
  /// one of them: that is what makes them cheap.
  @Test(arguments: [
    ("add('3')", 1), ("b:on('touchDown', function(s, e) log('3') end) add('4') add('5')", 2),
    ("b:once('touchDown', function() log('3') end)", 1),
    ("add('3', function() error('broken') end) add('4') add('5')", 2),
  ])
  func neighboursRunInOneGo(more: String, runs: Int) throws {
    let button = try fixture.view("b", as: Button.self)
    // The first handler of all makes the coroutine in which later ones run together.
    try fixture.run("b:on('touchUpInside', function() end)")
    button.sendActions(for: .touchUpInside)
    try fixture.run("add('1') add('2') \(more)")
    let batcher = try #require(button.handlers.first?.batching?.batcher)
    let counting = CountingBatcher(batcher)
    for token in button.handlers {
      guard let batching = token.batching else { continue }
      #expect(batching.batcher === batcher)
      token.batch(by: counting, slot: batching.slot, wantsEvent: !token.runsInBatches)
    }

    let log = try send()

    #expect(log == (1...log.count).map { "\($0)" } && log.count >= 3)
    #expect(counting.runs == runs)
    withExtendedLifetime(counting) {}
  }

  /// One that fails is reported with its own place; the others run.
  @Test func failuresAreTheirOwn() throws {
    try fixture.run(
      """
      add("1") add("2", function() error("broken") end, { label = "second" }) add("3")
      add("4", function() local x = nil + 1 end) add("5")
      """)

    #expect(try send() == ["1", "2", "3", "4", "5"])

    let reports = fixture.diagnostics
    #expect(reports.count == 2)
    #expect(reports.first?.handler?.contains("handler 'second'") == true)
    #expect(reports.first?.message.contains("test:1: broken") == true)
    #expect(reports.last?.message.contains("test:2: attempt to perform arithmetic") == true)
    #expect(reports.allSatisfy { !$0.message.contains("[C]: in ?") })
    let lastErrors = try fixture.view("b", as: Button.self).handlers.map { $0.lastError != nil }
    #expect(lastErrors == [false, true, false, true, false])
  }

  /// One that waits goes on alone.
  @Test func waitersGoOnAlone() throws {
    try fixture.run(
      """
      add("1") add("2", function(s) ui.sleep(1) log("2 again") end) add("3")
      add("4", function(s) s:wait("touchUpInside") log("4 again") end) add("5")
      """)

    #expect(try send() == ["1", "2", "3", "4", "5"])
    #expect(fixture.host.waitingHandlerCount == 2)
    fixture.advance(2)
    #expect(try fixture.log() == ["2 again"])
    try fixture.view("b", as: Button.self).sendActions(for: .touchUpInside)
    #expect(try fixture.log() == ["4 again"])
    #expect(fixture.host.waitingHandlerCount == 0 && fixture.diagnostics.isEmpty)
  }

  /// What one does to the others is heeded at once.
  @Test(arguments: [
    ("tokens[2]:remove()", ["1", "3", "4"], ["1", "3", "4"]),
    ("tokens[2]:disable() tokens[4]:remove()", ["1", "3"], ["1", "3"]),
    ("tokens[1]:remove()", ["1", "2", "3", "4"], ["2", "3", "4"]),
    ("b:off()", ["1"], []),
    ("b:off('touchDown', first)", ["1", "2", "3", "4"], ["2", "3", "4"]),
    ("add('new')", ["1", "2", "3", "4"], ["1", "2", "3", "4", "new"]),
    (
      "b:once('touchDown', function() log('new') end)", ["1", "2", "3", "4"],
      ["1", "2", "3", "4", "new"]
    ),
    ("collectgarbage() collectgarbage()", ["1", "2", "3", "4"], ["1", "2", "3", "4"]),
    ("b:destroy()", ["1"], []),
    (
      "b:sendActions('touchDown')", ["1", "1", "2", "3", "4", "2", "3", "4"],
      ["1", "2", "3", "4"]
    ),
  ])
  func changesAreHeeded(change: String, first: [String], second: [String]) throws {
    try fixture.run(
      """
      tokens, calls = {}, 0
      function change() \(change) end
      first = function()
        log("1")
        calls = calls + 1
        if calls == 1 then change() end
      end
      tokens[1] = b:on("touchDown", first)
      for i = 2, 4 do tokens[i] = add(tostring(i)) end
      """)
    let button = try fixture.view("b", as: Button.self)

    button.sendActions(for: .touchDown)
    #expect(try fixture.log() == first)
    button.sendActions(for: .touchDown)
    #expect(try fixture.log() == second)
    #expect(fixture.diagnostics.isEmpty)
  }

  /// Handlers of other kinds in between keep their places, and their rules.
  @Test func orderIsKeptAmongAllKinds() throws {
    let button = try fixture.view("b", as: Button.self)
    var closures = 0
    try fixture.run("add('1') add('2')")
    button.addAction(for: .touchDown) { closures += 1 }
    try fixture.run(
      """
      add("3")
      b:on("touchDown", function(s, e) log("4", e.type) end)
      b:once("touchDown", function() log("5") end)
      add("6", function() ui.sleep(1) end, { whileWaiting = "drop" })
      b:addTarget({ go = function() log("7") end }, "go", "touchDown")
      b:on({ "touchUpInside", "touchDown" }, function() log("8") end)
      b:on("touchUpInside", function() log("no") end)
      add("9")
      """)

    #expect(try send() == ["1", "2", "3", "4 touchDown", "5", "6", "7", "8", "9"])
    #expect(try send() == ["1", "2", "3", "4 touchDown", "7", "8", "9"])
    #expect(closures == 2)
    #expect(button.handlers.map(\.timesFired) == [2, 2, 2, 2, 2, 1, 2, 2, 0, 2])
  }

  /// A host's subclass that overrides how handlers run is asked for each of them.
  @Test func overridesAreAskedForEach() throws {
    final class Suppressing: Control {
      var asked: [String] = []
      override func sendAction(_ action: RemovableTarget, in send: inout EventSend) {
        asked.append(action.label ?? "-")
        if action.label != "2" { super.sendAction(action, in: &send) }
      }
    }
    let control = Suppressing()
    control.id = "own"
    let window = Window()
    window.addSubview(control)
    fixture.application.show(window)
    try fixture.run(
      """
      own = ui.find("own")
      for i = 1, 3 do own:on("touchDown", function() log(i) end, { label = tostring(i) }) end
      """)

    control.sendActions(for: .touchDown)

    #expect(control.asked == ["1", "2", "3"])
    #expect(try fixture.log() == ["1", "3"])
  }

  /// After the script ended in one of them, none runs.
  @Test func theEndOfTheScriptEndsThem() throws {
    let button = try fixture.view("b", as: Button.self)
    var closures = 0
    try fixture.run(
      "count = 0 for i = 1, 3 do b:on('touchDown', function() ui.quit(3) error('late') end) end")
    button.addAction(for: .touchDown) { closures += 1 }

    button.sendActions(for: .touchDown)

    #expect(fixture.host.quitCode == 3)
    #expect(closures == 1)
  }

  /// Each handler has the whole time limit: together they take longer. A machine that is ten times
  /// slower passes, too.
  @Test(
    .disabled(if: isThreadSanitized, "signals do not reach Lua's loops under the thread sanitizer"))
  func limitsAreForEach() throws {
    let limited = try ScriptFixture(configuration: .init(timeLimit: 1.8))
    try limited.run(
      """
      b = ui.Button { id = "b" }
      ui.Window { b }:show()
      local function spin(seconds)
        local start = os.clock()
        while os.clock() - start < seconds do end
      end
      for i = 1, 10 do b:on("touchDown", function() spin(0.2) log(i) end) end
      b:on("touchDown", function() while true do end end)
      b:on("touchDown", function() log("last") end)
      """)

    try limited.view("b", as: Button.self).sendActions(for: .touchDown)

    #expect(try limited.log() == (1...10).map { "\($0)" } + ["last"])
    #expect(limited.diagnostics.count == 1)
    #expect(limited.diagnostics.first?.message.contains("time limit of 1.8 s") == true)
  }
}
