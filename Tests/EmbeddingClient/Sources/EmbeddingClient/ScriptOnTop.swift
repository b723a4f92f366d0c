import HandlerHost

/// Views made in Swift, handlers in Lua, in one dispatcher.
struct ScriptOnTop {
  private let checks: Checks
  private let stage = Stage()
  private let host: ScriptHost

  init(_ checks: Checks) throws {
    self.checks = checks
    host = try ScriptHost(application: stage.application)
  }

  func run() throws {
    try mixedHandlers()
    try waiting()
    errors()
    try reloading()
    try ending()
  }

  private func mixedHandlers() throws {
    var log: [String] = []
    let button = Button(title: "OK")
    let label = Label(text: "")
    button.id = "ok"
    label.id = "out"
    stage.show(button, label)
    button.addAction(for: .touchUpInside) { [weak label] in log.append("Swift:\(label?.text ?? "")")
    }
    try host.run(
      source: """
        local name = ...
        ui.find("ok"):on("touchUpInside", function(sender, event)
          ui.find("out").text = name .. " " .. sender.title .. " " .. event.type
        end)
        """,
      name: "attach", arguments: ["Lua"])
    button.addAction(for: .touchUpInside) { [weak label] in log.append("Swift:\(label?.text ?? "")")
    }

    stage.tap(button)
    checks.equal(log, ["Swift:", "Swift:Lua OK touchUpInside"], "handlers in the order added")
    checks.expect(host.scriptedObjectCount >= 2, "the script knows the button and the label")
  }

  private func waiting() throws {
    let button = Button(title: "Wait")
    button.id = "wait"
    stage.show(button)
    try host.run(
      source: """
        ui.find("wait"):on("touchUpInside", function(sender)
          ui.sleep(2)
          sender.title = "Done"
        end)
        """,
      name: "waiting")
    stage.tap(button)
    checks.expect(host.waitingHandlerCount == 1 && host.hasPendingWork, "a handler waits")
    stage.wait(1)
    checks.equal(button.title, "Wait", "before its time")
    stage.wait(1.5)
    checks.equal(button.title, "Done", "after its time")
    checks.equal(host.waitingHandlerCount, 0, "handlers that wait")
  }

  private func failure(_ source: String) -> ScriptError? {
    do throws(ScriptError) {
      try host.run(source: source, name: "wrong")
      return nil
    } catch {
      return error
    }
  }

  private func errors() {
    checks.equal(failure("x = = 1")?.code, .syntax, "text that is no Lua")
    checks.equal(failure("error('no')")?.code, .runtime, "an error while loading")
    checks.equal(
      failure("ui.Slider { valu = 1 }")?.message,
      "wrong:1: Slider has no property 'valu'; did you mean 'value'?", "a misspelt name")
    do throws(ScriptError) {
      try host.run(file: "there/is/no/such.lua")
      checks.fail("a missing file ran")
    } catch {
      checks.equal(error.code, .file, "a missing file")
    }

    let reports = stage.diagnostics.count
    checks.equal(
      failure("ui.find('ok'):on('touchUpInside', function() error('late') end)")?.code, nil,
      "registering a handler")
    (stage.application.view(withID: "ok") as? Button)?.sendActions(for: .touchUpInside)
    checks.equal(stage.diagnostics.count, reports + 1, "reports of a handler's error")
    checks.expect(
      stage.diagnostics.last?.message.contains("wrong:1: late") == true
        && stage.diagnostics.last?.message.contains("traceback") == true,
      "the report has message and traceback")
  }

  private func reloading() throws {
    checks.expect(host.handlerReport().count > 1, "the script's handlers")
    do throws(ScriptError) {
      try host.reload()
    } catch {
      print(error.code == .syntax ? "still the old menu:" : "the new menu failed:", error)
    }
    checks.equal(host.handlerReport().map(\.object), ["Button 'ok'"], "handlers after a reload")
    checks.equal(host.leakReport(), [], "leaks after a reload")
  }

  private func ending() throws {
    var code: Int32?
    host.onQuit = { code = $0 }
    try host.run(source: "ui.quit(7)", name: "quit")
    checks.expect(code == 7 && host.quitCode == 7, "the exit code")

    let button = stage.application.view(withID: "ok") as? Button
    let reports = stage.diagnostics.count
    host.close()
    host.close()
    button?.sendActions(for: .touchUpInside)
    checks.equal(stage.diagnostics.count, reports, "reports after closing")
    checks.equal(failure("print(1)")?.code, .runtime, "a script for a closed host")
  }
}
