import ControlKit
import Foundation
import HandlerHost
import TestSupport
import Testing

/// `object:destroy()`, and what is left of an object afterwards.
@Suite struct DestroyTests {
  let fixture: ScriptFixture

  init() throws { fixture = try ScriptFixture() }

  /// Every use of a destroyed object is an error that names it, by whatever way it is used.
  @Test(arguments: [
    "return b.title", "b.title = 'x'", "b:removeFromSuperview()", "return b.data",
    "b.data = 1", "b:on('touchDown', print)", "b:sendActions('touchDown')", "b:onTap(print)",
    "ui.Window { b }", "w:addSubview(b)", "ui.explain(b)",
    "ui.TapGesture():location(b)", "return b.subviews",
  ])
  func everyUseIsAnError(use: String) throws {
    try fixture.run("w = ui.Window {} b = ui.Button { id = 'ok' } w:addSubview(b) b:destroy()")

    #expect(fixture.failure(use).contains("Button 'ok' has been destroyed"))
    try fixture.run("assert(not b.isAlive and w.isAlive) assert(#w.subviews == 0)")
    try fixture.run("assert(tostring(b):find(\"^Button 'ok' %(destroyed%)\"), tostring(b))")
  }

  /// All kinds of objects can be destroyed, twice without harm; what they are in loses them.
  @Test(arguments: [
    ("ui.View { id = 'n' }", "View 'n'"), ("ui.Label { id = 'n' }", "Label 'n'"),
    ("ui.VStack { id = 'n', ui.Button() }", "StackView 'n'"), ("ui.Window()", "Window"),
    ("ui.TapGesture { name = 'n' }", "TapGesture 'n'"),
    ("ui.BarButtonItem { title = 'n' }", "BarButtonItem 'n'"), ("ui.Toolbar()", "Toolbar"),
    ("ui.after(1, print)", "Timer"), ("ui.every(1, print)", "Timer"), ("ui.group()", "Group"),
    ("ui.Button():on('touchDown', print, { label = 'n' })", "Token 'n'"),
    ("ui.Button():onTap(print)", "Token"), ("ui.Image('check')", "Image"),
    ("ui.Slider { id = 'n' }", "Slider 'n'"), ("ui.TextField { id = 'n' }", "TextField 'n'"),
    ("ui.Stepper()", "Stepper"), ("ui.SegmentedControl()", "SegmentedControl"),
    ("ui.ScrollView()", "ScrollView"),
  ])
  func everyObjectCanBeDestroyed(making: String, name: String) throws {
    try fixture.run("o = \(making) assert(o.isAlive == true) o:destroy() o:destroy()")

    try fixture.run("assert(o.isAlive == false)")
    #expect(fixture.failure("return o.nothing").contains("has no property"))
    #expect(fixture.failure("o:notAMethod()").contains("has no property"))
    try fixture.run("o:destroy() assert(tostring(o):find('destroyed'))")
    #expect(fixture.failure("ui.Window { o }").contains("\(name) has been destroyed"))
    fixture.advance(5)
    for _ in 0..<4 { fixture.host.collectGarbage() }
    #expect(fixture.diagnostics.isEmpty)
    try fixture.run("assert(not o.isAlive)")
  }

  /// A destroyed view's children go with it; those that the script holds live on by themselves, with
  /// their handlers.
  @Test func childrenAreDetached() throws {
    let leaks = LeakCheck()
    try fixture.run(
      """
      kept = ui.Button { id = "kept" }
      kept:on("touchDown", function() log("kept") end)
      tap = ui.TapGesture()
      box = ui.VStack { id = "box", kept, ui.HStack { id = "row", ui.Button { id = "lost" } } }
      box:addGesture(tap)
      ui.Window { box }:show()
      """)
    leaks.watch(try fixture.view("box", as: View.self))
    leaks.watch(try fixture.view("row", as: View.self))
    leaks.watch(try fixture.view("lost", as: View.self))

    try fixture.run(
      "box:destroy() assert(kept.isAlive and kept.superview == nil and tap.view == nil)")
    for _ in 0..<6 { fixture.host.collectGarbage() }
    try fixture.run("kept:sendActions('touchDown') ui.Window { kept }:show() assert(kept.window)")

    #expect(leaks.survivors.isEmpty)
    #expect(try fixture.log() == ["kept"])
  }

  /// A window is closed, and its function for that still runs.
  @Test func windowIsClosed() throws {
    try fixture.run(
      "w = ui.Window { title = 'x' } w.onClose = function(w) log(w.title) end w:show() w:destroy()")

    #expect(fixture.application.windows.isEmpty)
    #expect(try fixture.log() == ["x"])
  }

  /// Gestures, bar items and timers end with all that hangs on them.
  @Test func gesturesItemsAndTimersEnd() throws {
    try fixture.run(
      """
      v = ui.View() g = ui.TapGesture() v:addGesture(g)
      g:on("recognized", function() log("no") end)
      item = ui.BarButtonItem { title = "i", onTap = function() log("no") end }
      bar = ui.Toolbar() bar.items = { item, ui.FlexibleSpace() }
      timer = ui.every(1, function() log("no") end)
      group = ui.group()
      token = bar.isAlive and item:on("primaryActionTriggered", function() log("no") end)
      grouped = item:on("primaryActionTriggered", function() log("no") end, { group = group })
      g:destroy() timer:destroy() group:destroy()
      assert(not grouped.isAlive)
      item:destroy() token:destroy()
      assert(#v.gestures == 0 and #bar.items == 1)
      """)
    fixture.advance(3)

    #expect(try fixture.log() == [])
    #expect(!fixture.host.hasPendingWork)
  }

  /// An object may be destroyed in its own handler: the rest of that runs, and no other one does.
  @Test(arguments: ["s:destroy()", "s:destroy() collectgarbage() collectgarbage()"])
  func destroyingInItsOwnHandler(how: String) throws {
    let leaks = LeakCheck()
    try fixture.run(
      """
      b = ui.Button { id = "b" }
      b:on("touchDown", function(s)
        \(how)
        log(s.isAlive, pcall(function() return s.title end))
      end)
      b:on("touchDown", function() log("second") end)
      b:on("touchUpInside", function(s, e) log("third") end)
      ui.Window { b }:show()
      """)
    do {
      let button = leaks.watch(try fixture.view("b", as: Button.self))
      button.sendActions(for: .touchDown)
      button.sendActions(for: .touchUpInside)
      #expect(button.allControlEvents.isEmpty)
    }
    try fixture.run("b = nil")

    #expect(leaks.survivors.isEmpty)
    #expect(try fixture.log() == ["false false test:4: Button 'b' has been destroyed"])
  }

  /// A send that a script began goes on safely when a handler destroys the sender, and when a Swift
  /// closure follows.
  @Test func sendingGoesOnSafely() throws {
    try fixture.run(
      """
      b = ui.Button { id = "b" }
      ui.Window { b }:show()
      b:on("touchDown", function() b:destroy() b = nil collectgarbage() collectgarbage() end)
      """)
    var after = 0
    try fixture.view("b", as: Button.self).addAction(for: .touchDown) { after += 1 }

    try fixture.run("local l = b l:sendActions('touchDown') assert(not l.isAlive)")
    #expect(after == 1)
  }

  /// A press that destroys the button is over, and the next one is routed as usual.
  @Test func destroyedDuringAPress() throws {
    try fixture.run(
      """
      for _, event in ipairs { "touchDown", "touchUpInside", "touchCancel" } do
        _ENV[event] = 0
      end
      b = ui.Button { id = "b" } c = ui.Button { id = "c" }
      b:on("touchDown", function(s) log("down") s:destroy() end)
      b:on({ "touchUpInside", "touchCancel" }, function(s, e) log(e.type) end)
      c:on("touchUpInside", function() log("c") end)
      ui.Window { ui.VStack { b, c } }:show()
      """)

    try fixture.tap("b")
    try fixture.tap("c")

    let log = try fixture.log()
    #expect(log.first == "down" && log.last == "c")
    #expect(fixture.diagnostics.isEmpty)
  }

  /// What waits for a destroyed object is cancelled, with its to-be-closed variables.
  @Test func waitersAreCancelled() throws {
    try fixture.run(
      """
      b, c = ui.Button { id = "b" }, ui.Button { id = "c" }
      local function closing(name)
        return setmetatable({}, { __close = function() log("closed", name, b.isAlive) end })
      end
      b:on("touchDown", function()
        local x <close> = closing("sleep")
        ui.sleep(100)
        log("no")
      end)
      c:on("touchDown", function()
        local x <close> = closing("wait")
        b:wait("touchUpInside")
        log("no")
      end)
      b:sendActions("touchDown") c:sendActions("touchDown")
      """)
    #expect(fixture.host.waitingHandlerCount == 2)

    try fixture.run("b:destroy() c:sendActions('touchUpInside')")

    #expect(fixture.host.waitingHandlerCount == 0)
    #expect(try fixture.log().sorted() == ["closed sleep true", "closed wait true"])
  }

  /// A to-be-closed variable may put the object back, destroy it as well, or register anew.
  @Test(arguments: [
    "w:addSubview(b)", "b:destroy()", "b:on('touchDown', function() log('no') end)",
    "w:addSubview(b) b:on('touchDown', function() b:wait('touchDown') end) "
      + "b:sendActions('touchDown')",
  ])
  func closingVariablesInterfere(work: String) throws {
    try fixture.run(
      """
      b = ui.Button { id = "b" }
      w = ui.Window { b }
      w:show()
      b:on("touchDown", function()
        local x <close> = setmetatable({}, { __close = function() \(work) end })
        ui.sleep(100)
      end)
      b:sendActions("touchDown")
      """)
    let button = try fixture.view("b", as: Button.self)

    try fixture.run("b:destroy() assert(not b.isAlive and #w.subviews == 0)")
    button.sendActions(for: .touchDown)

    #expect(button.superview == nil)
    #expect(fixture.host.waitingHandlerCount == 0)
    #expect(try fixture.log() == [])
  }

  /// Swift keeps what it holds, with its own handlers and without the script's; shown to the script
  /// again, it is a new object.
  @Test func swiftKeepsItsObject() throws {
    let counter = Counted()
    var button: CountedControl? = CountedControl(counter)
    var own = 0
    button?.id = "mine"
    button?.addAction(for: .touchDown) { own += 1 }
    let window = Window()
    button.map { window.addSubview($0) }
    fixture.application.show(window)
    try fixture.run(
      """
      b = ui.find("mine")
      b.data.x = 1
      b:on("touchDown", function() log("no") end)
      b:onTap(function() log("no") end)
      b:destroy()
      assert(ui.find("mine") == nil)
      """)
    button?.sendActions(for: .touchDown)
    #expect(own == 1 && button?.handlers.count == 1 && button?.gestureRecognizers.isEmpty == true)

    button.map { window.addSubview($0) }
    try fixture.run(
      "c = ui.find('mine') assert(c ~= b and c.isAlive and not b.isAlive and c.data.x == nil)")
    try fixture.run("c:on('touchDown', function() log('again') return c end)")
    button?.sendActions(for: .touchDown)
    button?.removeFromSuperview()
    button = nil
    try fixture.run("c = nil")
    for _ in 0..<6 { fixture.host.collectGarbage() }

    #expect(try fixture.log() == ["again"])
    #expect(counter.live == 0)
  }

  /// An object that its owner still has when it is destroyed is collected later like any other,
  /// though it has another face by then.
  @Test func newFaceIsTraced() throws {
    let counter = Counted()
    let key = AssociatedKey<View>("kept")
    do {
      let window = Window()
      window.id = "w"
      let control = CountedControl(counter)
      control.id = "c"
      window.setAssociated(control, for: key)
      window.addSubview(control)
      fixture.application.show(window)
    }
    try fixture.run("w = ui.find('w') c = ui.find('c') collectgarbage() c:destroy() c = nil")
    fixture.application.windows.first.map { window in
      window.associated(key).map { window.addSubview($0) }
    }
    try fixture.run(
      """
      local c = ui.find("c")
      local w = w
      c:on("touchDown", function() return w, c end)
      """)
    #expect(counter.live == 1)

    try fixture.run("w:close() w = nil")
    for _ in 0..<6 { fixture.host.collectGarbage() }

    #expect(counter.live == 0)
  }

  /// An object that the host keeps by an associated value, and that gets one of its own after the
  /// script has destroyed it, hides no cycle.
  @Test func laterValuesOfDestroyedObjectsAreTraced() throws {
    let counter = Counted()
    let key = AssociatedKey<View>("kept")
    do {
      let window = Window()
      let owner = CountedControl(counter)
      owner.id = "owner"
      let kept = CountedControl(counter)
      kept.id = "kept"
      window.addSubview(owner)
      window.addSubview(kept)
      fixture.application.show(window)
      try fixture.run("owner = ui.find('owner') local kept = ui.find('kept') kept:destroy()")
      owner.setAssociated(kept, for: key)
      let value = CountedControl(counter)
      value.id = "value"
      window.addSubview(value)
      try fixture.run(
        """
        local owner, value = owner, ui.find("value")
        value:on("touchDown", function() return owner end)
        """)
      kept.setAssociated(value, for: key)
      fixture.application.close(window)
      for view in window.subviews { view.removeFromSuperview() }
    }
    for _ in 0..<6 { fixture.host.collectGarbage() }
    #expect(counter.live == 3)

    try fixture.run("owner = nil")
    for _ in 0..<6 { fixture.host.collectGarbage() }

    #expect(counter.live == 0)
  }

  /// A finalizer destroys an object that belongs to a dead cycle: the cycle goes all the same.
  @Test func finalizersHideNoEdge() throws {
    let counter = Counted()
    let key = AssociatedKey<View>("kept")
    do {
      let window = Window()
      let controls = ["owner", "kept", "value"].map { id in
        let control = CountedControl(counter)
        control.id = id
        window.addSubview(control)
        return control
      }
      controls[0].setAssociated(controls[1], for: key)
      controls[1].setAssociated(controls[2], for: key)
      fixture.application.show(window)
      try fixture.run(
        """
        local owner, kept, value = ui.find("owner"), ui.find("kept"), ui.find("value")
        local late = setmetatable({}, { __gc = function() log(pcall(kept.destroy, kept)) end })
        value:on("touchDown", function() return owner, late end)
        """)
      fixture.application.close(window)
      for view in window.subviews { view.removeFromSuperview() }
    }
    for _ in 0..<8 { fixture.host.collectGarbage() }

    #expect(try fixture.log() == ["true"])
    #expect(counter.live == 0)
  }

  /// Destroying many leaves nothing behind, though each one's handler holds them all.
  @Test func manyAreDestroyed() throws {
    let before = fixture.host.scriptedObjectCount
    try fixture.run(
      """
      all = {}
      for i = 1, 5000 do
        local b = ui.Button()
        b:on("touchDown", function() return b, all end)
        all[i] = b
      end
      for _, b in ipairs(all) do b:destroy() end
      """)
    for _ in 0..<3 { fixture.host.collectGarbage() }

    #expect(fixture.host.scriptedObjectCount <= before)
    try fixture.run("for _, b in ipairs(all) do assert(not b.isAlive) end")
  }

  /// A finalizer may destroy what is being collected with it.
  @Test(arguments: ["incremental", "generational"]) func finalizersDestroy(mode: String) throws {
    let before = fixture.host.scriptedObjectCount
    try fixture.run(
      """
      collectgarbage("\(mode)")
      for i = 1, 300 do
        local b = ui.Button { id = "b" .. i }
        b:on("touchDown", function() return b end)
        setmetatable({}, { __gc = function() b:destroy() assert(not b.isAlive) n = (n or 0) + 1 end })
        if i % 7 == 0 then collectgarbage("step") end
      end
      for i = 1, 6 do collectgarbage() end
      assert(n == 300, n)
      """)
    #expect(fixture.host.scriptedObjectCount <= before)
    #expect(fixture.diagnostics.isEmpty)
  }

  /// A finalizer may destroy an object in the middle of a call on it: the call says so, and nothing is
  /// counted for what is no more.
  @Test(arguments: [
    "c:on('touchDown', f)", "c:once('touchDown', f)", "c:addTarget(t, 'f', 'touchDown')",
    "c.title = text", "c:onTap(f)",
  ])
  func destroyedInTheMiddle(call: String) throws {
    let before = fixture.host.swiftMemoryInUse
    try fixture.run(
      """
      found = {}
      local f, t, text = function() end, { f = print }, ("t"):rep(70000)
      collectgarbage("incremental", 100, 1000, 40) -- a step is a whole cycle
      for i = 1, 50 do
        local c = ui.Button { id = "c" }
        collectgarbage("stop")
        setmetatable({}, { __gc = function() c:destroy() end })
        local function call() \(call) end
        collectgarbage("restart")
        for j = 1, 300 do
          local ok, message = pcall(call)
          if not ok then found[message] = (found[message] or 0) + 1 break end
        end
      end
      collectgarbage("incremental", 200, 100, 13)
      for message in pairs(found) do log((message:gsub("^.-: ", ""))) end
      """)
    #expect(try fixture.log() == ["Button 'c' has been destroyed"])
    try fixture.run("found = nil for i = 1, 6 do collectgarbage() end")

    #expect(fixture.host.swiftMemoryInUse <= before + 4096, "\(fixture.host.swiftMemoryInUse)")
    #expect(fixture.diagnostics.isEmpty)
  }

  /// The name of a target's method has no zero byte, which would cut it short.
  @Test func targetNamesHaveNoZero() {
    #expect(
      fixture.failure("ui.Button():addTarget({}, 'save\\0x', 'touchDown')").contains(
        "bad argument #2 to 'addTarget' (the name of a method has no zero byte)"))
  }

  /// What a finalizer reaches after the host has closed says so.
  @Test func useAfterClosing() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "handlerhost-\(UInt64.random(in: 0...UInt64.max)).txt"
    ).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let host = try ScriptHost(application: Application())
    try host.run(
      source: """
        local b = ui.Button { id = "b" }
        local file = assert(io.open(..., "w"))
        kept = setmetatable({}, { __gc = function()
          local _, read = pcall(function() return b.title end)
          local _, made = pcall(ui.Button)
          file:write(read, ";", made, ";", tostring(b.isAlive), ";", tostring(pcall(b.destroy, b)))
          file:close()
        end })
        """, name: "closing", arguments: [path])

    host.close()

    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(
      text == "closing:4: the script host is closed;the script host is closed;false;true")
  }
}
