import ControlKit
import HandlerHost
import Testing
import TestSupport

/// Counts its living instances.
final class Counted {
  var live = 0
}

final class CountedControl: Control {
  let counter: Counted
  init(_ counter: Counted) {
    self.counter = counter
    super.init()
    counter.live += 1
  }
  deinit { counter.live -= 1 }
}

/// The two laws of ownership: never too early, never too late (lua-boundary §2).
@Suite struct OwnershipTests {
  let fixture: ScriptFixture

  init() throws { fixture = try ScriptFixture() }

  private func collect(_ times: Int = 6) {
    for _ in 0..<times { fixture.host.collectGarbage() }
  }

  /// A cycle may run through objects that the host alone knows: an associated value of an associated
  /// value that refers to what a script has.
  @Test(arguments: [1, 2, 30], ["host", "script"])
  func cyclesThroughTheHostsOwnObjectsAreCollected(length: Int, collector: String) throws {
    let counter = Counted()
    let key = AssociatedKey<View>("next")
    do {
      let window = Window()
      let first = CountedControl(counter)
      first.id = "first"
      var last: View = first
      for _ in 0..<length {
        let hidden = CountedControl(counter)
        last.setAssociated(hidden, for: key)
        // Held twice: by the one before it, and by the first.
        first.setAssociated(hidden, for: AssociatedKey<View>("short cut"))
        last = hidden
      }
      let scripted = CountedControl(counter)
      scripted.id = "last"
      last.setAssociated(scripted, for: key)
      window.addSubview(first)
      window.addSubview(scripted)
      fixture.application.show(window)
      try fixture.run(
        """
        local first, last = ui.find("first"), ui.find("last")
        last:on("touchDown", function() return first end)
        """)
      fixture.application.close(window)
      for view in window.subviews { view.removeFromSuperview() }
      collect()
      #expect(counter.live == length + 2)
    }
    if collector == "host" {
      collect()
    } else {
      try fixture.run("for i = 1, 40 do collectgarbage() end")
    }

    #expect(counter.live == 0)
  }

  /// Cycles through both heaps go, whatever they run through.
  @Test(arguments: [
    "b:on('touchDown', function() return b end)",
    "b:on('touchDown', function() return w end) w:addSubview(b)",
    "b:on('touchDown', function() return b2 end) b2:on('touchDown', function() return b end)",
    "b.data.x = b",
    "b:addTarget({ b = b }, 'x', 'touchDown')",
    "b:onTap(function() return b end) b:onLongPress(function() return w end)",
    "w:addSubview(b) w.onClose = function() return b end",
    "item.onTap = function() return bar end bar.items = { item }",
    "local t = b:on('touchDown', function() end) assert(not pcall(function() t.data.x = b end))",
    "b:once('touchDown', function() return b end, { group = ui.group() })",
    "for i = 1, 20 do b:on('touchDown', function() return i, b end) end",
    "b:sendActions('touchDown') b:on('touchDown', function(s, e) b.data.e = e end) "
      + "b:sendActions('touchDown') b:sendActions('touchDown')",
    "b:on('touchDown', function(s) s:wait('touchUpInside') return b end) b:sendActions('touchDown')",
  ])
  func cyclesAreCollected(script: String) throws {
    collect()
    let before = fixture.host.scriptedObjectCount

    for _ in 0..<20 {
      try fixture.run(
        """
        local b, b2, w = ui.Button(), ui.Button(), ui.Window()
        local item, bar = ui.BarButtonItem(), ui.Toolbar()
        \(script)
        """)
    }
    collect()

    #expect(fixture.host.scriptedObjectCount == before)
    #expect(fixture.host.waitingHandlerCount == 0)
    #expect(fixture.diagnostics.isEmpty)
  }

  /// A control that Swift holds keeps its handlers, though Lua has forgotten it.
  @Test(arguments: ["incremental", "generational"]) func heldControlKeepsItsHandlers(
    mode: String
  ) throws {
    try fixture.run(
      """
      collectgarbage("\(mode)")
      local b = ui.Button { id = "held" }
      local captured = ui.Label { text = "captured" }
      b:on("touchDown", function(s, e) n = (n or 0) + 1 assert(captured.text == "captured") end)
      w = ui.Window { b }
      w:show()
      """)
    let held = try fixture.view("held", as: Button.self)
    try fixture.run("ui.find('held'):removeFromSuperview() w:close() w = nil")

    for round in 0..<100 {
      try fixture.run(
        "for i = 1, 50 do local l = ui.Label { text = 'x' .. i } end collectgarbage('step', 10)")
      if round % 10 == 0 { collect(1) }
      held.sendActions(for: .touchDown)
    }

    try fixture.run("assert(n == 100, n)")
    #expect(fixture.diagnostics.isEmpty)
  }

  /// A shown window survives without a variable; closed and forgotten it goes.
  @Test func shownWindowSurvives() throws {
    weak var window: Window?
    try fixture.run(
      """
      local b = ui.Button { id = "b" }
      local w = ui.Window { b }
      b:on("touchDown", function() w:close() end)
      w:show()
      """)
    window = fixture.application.windows.first
    collect()
    #expect(window != nil)

    try fixture.run("ui.find('b'):sendActions('touchDown')")
    collect()

    #expect(window == nil)
  }

  /// An array of subviews that Swift keeps holds every one of them.
  @Test func keptArrayHoldsItsViews() throws {
    try fixture.run(
      """
      local w = ui.Window {}
      for i = 1, 5 do
        local b = ui.Button()
        b:on("touchDown", function() n = (n or 0) + 1 return b, w end)
        w:addSubview(b)
      end
      w:show()
      """)
    var array = fixture.application.windows.first?.subviews ?? []
    fixture.application.windows.first.map { fixture.application.close($0) }
    let before = fixture.host.scriptedObjectCount
    collect(20)
    for case let button as Button in array { button.sendActions(for: .touchDown) }
    try fixture.run("assert(n == 5, n)")
    #expect(fixture.host.scriptedObjectCount >= 6)

    array = []
    collect()
    #expect(fixture.host.scriptedObjectCount < before - 5)
  }

  /// So does an array of items or gestures, also one that was given to a toolbar.
  @Test func keptArrayHoldsItsItems() throws {
    try fixture.run(
      """
      local bar = ui.Toolbar { id = "bar" }
      for i = 1, 3 do
        local item = ui.BarButtonItem { title = "i" }
        item:on("primaryActionTriggered", function() n = (n or 0) + 1 return item, bar end)
        bar.items = { item, table.unpack(bar.items) }
      end
      ui.Window { bar }:show()
      """)
    let bar = try fixture.view("bar", as: Toolbar.self)
    let items = bar.items
    let other = Toolbar()
    other.items = items
    other.items = []
    fixture.application.windows.first.map { fixture.application.close($0) }
    bar.removeFromSuperview()

    collect(20)
    for item in items { item.sendActions(for: .primaryActionTriggered) }

    try fixture.run("assert(n == 3, n)")
  }

  /// A weak reference may become strong between two sweeps. Then the handlers are still there, and
  /// the window that they captured is alive though nothing else held it.
  @Test(arguments: 0..<60) func promotedReferenceFindsEverything(step: Int) throws {
    weak var button: Button?
    try fixture.run(
      """
      collectgarbage("stop")
      for i = 1, 300 do _ENV["x" .. i] = { {}, {} } end
      local b = ui.Button { id = "b" }
      local w = ui.Window { b, title = "captured" }
      b:on("touchDown", function() log(w.title, w.isShown) end)
      w:show()
      """)
    button = try fixture.view("b", as: Button.self)
    fixture.application.windows.first.map { fixture.application.close($0) }

    // Some way into a cycle that finds both dead, Swift takes the button.
    try fixture.run("collectgarbage() for i = 1, \(step) do collectgarbage('step', 1) end")
    var strong = button
    let wasAlive = strong != nil
    strong?.removeFromSuperview()
    collect(5)
    strong?.sendActions(for: .touchDown)

    #expect(try fixture.log() == (wasAlive ? ["captured false"] : []))
    #expect(fixture.diagnostics.isEmpty)
    strong = nil
    collect()
    #expect(button == nil)
  }

  /// Subclasses of the host's are seen as their nearest class, and end when both sides forget them.
  @Test func subclassesOfTheHost() throws {
    let counter = Counted()
    var button: CountedControl? = CountedControl(counter)
    button?.id = "mine"
    let window = Window()
    button.map { window.addSubview($0) }
    fixture.application.show(window)
    try fixture.run(
      """
      local b = ui.find("mine")
      assert(getmetatable(b) == "Control")
      b.tag = 5
      b:on("touchDown", function() return b end)
      """)
    #expect(button?.tag == 5)

    button?.removeFromSuperview()
    button = nil
    #expect(counter.live == 1)
    collect()

    #expect(counter.live == 0)
  }

  /// Tricks of the debug library with finalizers and metatables harm nothing.
  @Test func debugLibraryIsHarmless() throws {
    try fixture.run(
      """
      local b = ui.Button { title = "t" }
      local meta = debug.getmetatable(b)
      meta.__gc(b) meta.__gc(b) meta.__gc(io.stdout) pcall(meta.__gc, {}) pcall(meta.__gc)
      meta.__gc = nil
      assert(b.title == "t")
      assert(not pcall(debug.setmetatable, b, nil))
      assert(not pcall(debug.setmetatable, b, debug.getmetatable(ui.Label())))
      assert(not pcall(debug.setuservalue, b, { io.stdout }, 1))
      assert(debug.getmetatable("").__index == string)
      local file = io.tmpfile()
      debug.setmetatable(file, meta)
      assert(not pcall(function() return file.title end))
      assert(not pcall(function() file.title = 1 end))
      pcall(tostring, file)
      assert(not pcall(meta.__index, ui.Label(), "title"))
      assert(not pcall(meta.__newindex, {}, "title", "x"))
      assert(not pcall(b.on, ui.Label(), "touchDown", print))
      """)
    collect()

    #expect(fixture.diagnostics.isEmpty)
  }

  /// A finalizer of the script's may use objects, ask for lost ones and make new ones.
  @Test func finalizersUseObjects() throws {
    try fixture.run(
      """
      local function spawn(i)
        local b = ui.Button { id = "b" .. i }
        b:on("touchDown", function() return b end)
        setmetatable({ b = b }, { __gc = function(t)
          pcall(function() t.b.title = "finalized" end)
          pcall(ui.find, "b" .. i)
          local l = ui.Label { text = "new" }
          pcall(function() w:addSubview(t.b) t.b:removeFromSuperview() end)
          kept = l
        end })
      end
      w = ui.Window {}
      for i = 1, 200 do spawn(i) if i % 10 == 0 then collectgarbage("step") end end
      """)
    collect(10)

    try fixture.run("kept, w = nil")
    collect(10)
    #expect(fixture.host.scriptedObjectCount < 10)
  }

  /// After close() everything is inert, from Lua's side and from Swift's.
  @Test func closedHostIsInert() throws {
    let application = Application()
    var host: ScriptHost? = try ScriptHost(application: application)
    try host?.run(
      source: """
        local b = ui.Button { id = "b" }
        b:on("touchDown", function() b.title = "ran" end)
        b:onTap(function() b.title = "ran" end)
        ui.after(1, function() b.title = "ran" end)
        ui.Window { b, title = "w" }:show()
        """, name: "test")
    let button = try #require(application.view(withID: "b") as? Button)

    host?.close()
    host?.close()
    button.sendActions(for: .touchDown)
    application.scheduler.advance(to: 5)
    host?.collectGarbage()

    #expect(button.title == "")
    #expect(host?.scriptedObjectCount == 0)
    #expect(throws: ScriptError.self) { try host?.run(source: "", name: "x") }
    host = nil
    button.sendActions(for: .touchDown)
    for token in button.handlers { token.remove() }
    #expect(button.title == "")
  }

  /// close() inside any of the script's own code takes effect when that returns.
  @Test(arguments: [
    "b:on('touchDown', function() ui.quit() assert(b.title == 't') ui.Label() end)",
    "b:on('touchDown', function(s, e) ui.quit() ui.sleep(1) error('no') end)",
    "b:on('touchDown', function(s, e) ui.quit() error('reported') end)",
    "b:once('touchDown', function() ui.quit() b:sendActions('touchDown') end)",
    "b:addTarget({ x = function() ui.quit() end }, 'x', 'touchDown')",
    "setmetatable({}, { __gc = function() ui.quit() end }) b:on('touchDown', function() end)",
    "t = b:on('touchDown', function() local x <close> = setmetatable({}, "
      + "{ __close = function() ui.quit() end }) ui.sleep(1) end)",
    "ui.after(0, function() ui.quit() end)", "ui.every(1, function() ui.quit() end)",
    "ui.after(0, function() ui.sleep(1) ui.quit() end)",
    "ui.onError(function() ui.quit() end) b:on('touchDown', function() error('x') end)",
    "b:on('touchDown', function() error(setmetatable({}, "
      + "{ __tostring = function() ui.quit() return 'x' end })) end)",
    "w.onClose = function() ui.quit() end b:on('touchDown', function() w:close() end)",
    "b:on('touchDown', function() coroutine.wrap(function() ui.quit() end)() end)",
    "b:on('touchDown', function() b:wait('touchUpInside') ui.quit() end)",
    "ui.quit()",
  ])
  func closingInsideItsOwnCode(script: String) throws {
    weak var window: Window?
    let leaks = LeakCheck()
    do {
      let application = Application()
      var host: ScriptHost? = try ScriptHost(application: application)
      host?.onQuit = { [unowned application] _ in
        host?.close()
        application.windows.first.map { application.close($0) }
      }
      try host?.run(
        source: """
          b = ui.Button { id = "b", title = "t" }
          w = ui.Window { b }
          w:show()
          \(script)
          """, name: "test")
      window = application.windows.first
      if let button = application.view(withID: "b") as? Button {
        leaks.watch(button)
        button.sendActions(for: .touchDown)
        host?.collectGarbage()
        try? host?.run(source: "if t then t:remove() end", name: "again")
        button.sendActions(for: .touchUpInside)
        application.scheduler.advance(to: 5)
        button.sendActions(for: .touchDown)
      }
      host?.close()
      leaks.watch(application)
      host?.onQuit = nil
      host = nil
    }

    #expect(window == nil)
    #expect(leaks.survivors.isEmpty)
  }

  /// Two hosts do not mix, also when they share an application.
  @Test func hostsDoNotMix() throws {
    let other = try ScriptHost(application: fixture.application)
    try fixture.run(
      """
      b = ui.Button { id = "b" }
      ui.Window { b }:show()
      b:on("touchDown", function(s, e) log("first", e.type) end)
      """)
    try other.run(
      source: """
        ok, message = pcall(ui.find, "b")
        assert(not ok and message:find("belongs to another script host"), message)
        mine = ui.Button { id = "mine" }
        mine:on("touchDown", function(s, e) n = (n or 0) + 1 e:stopImmediate() end)
        ui.Window { mine }:show()
        """, name: "other")
    for _ in 0..<5 {
      fixture.host.collectGarbage()
      other.collectGarbage()
    }

    try fixture.run("b:sendActions('touchDown')")
    let mine = try #require(fixture.application.view(withID: "mine") as? Button)
    mine.sendActions(for: .touchDown)
    try other.run(source: "assert(n == 1)", name: "other")
    other.close()
    mine.sendActions(for: .touchDown)
    try fixture.run("b:sendActions('touchDown')")

    #expect(try fixture.log() == ["first touchDown", "first touchDown"])
  }

  /// Nothing is left when application and host are gone, whatever was going on.
  @Test func everythingEnds() throws {
    let leaks = LeakCheck()
    let counter = Counted()
    do {
      let application = leaks.watch(Application())
      let host = leaks.watch(try ScriptHost(application: application))
      let window = leaks.watch(Window())
      let button = leaks.watch(CountedControl(counter))
      button.id = "b"
      window.addSubview(button)
      application.show(window)
      try host.run(
        source: """
          local b = ui.find("b")
          b:on("touchDown", function(s, e) kept = { s, e } ui.sleep(10) end)
          b:on("touchDown", function(s, e) b:wait("touchUpInside", 5) end)
          b:onTap(function() return b end)
          ui.every(1, function() return b end)
          b:sendActions("touchDown")
          """, name: "test")
      application.scheduler.advance(to: 2)
    }

    #expect(leaks.survivors.isEmpty)
    #expect(counter.live == 0)
  }
}
