import ControlKit
@testable import HandlerHost
import TestSupport
import Testing

/// Known ways out of sandboxes, and of Lua itself: none leads anywhere.
struct EscapeTests {
  private func sandboxed(timeLimit: Double? = nil) throws -> ScriptFixture {
    let fixture = try ScriptFixture(
      configuration: .init(
        timeLimit: isThreadSanitized ? nil : timeLimit, memoryLimit: 8 << 20, isSandboxed: true))
    try fixture.run("b = ui.Button { id = 'b', title = 'b' } w = ui.Window { b } w:show()")
    return fixture
  }

  @Test(
    "4 Sandbox: what is absent is not found by detours",
    arguments: [
      // The string metatable leads to the library, and no further.
      "local s = getmetatable('').__index assert(s == string and s.dump == nil and s.rep)",
      "assert(('').rep == string.rep and ('x'):rep(3) == 'xxx' and not pcall(function() return ('').dump() end))",
      "getmetatable('').__index = { rep = 1 } assert(('x').rep == 1) getmetatable('').__index = string",
      // Environments are tables like others.
      "assert(load('return io, os.execute, debug.getregistry')() == nil)",
      "assert(load('return _ENV', 'x', 't', { x = 1 })().x == 1)",
      "local e = setmetatable({}, { __index = _G }) assert(load('return os.execute', 'x', 't', e)() == nil)",
      "assert(_G._G == _G and _G.io == nil and _ENV.dofile == nil)",
      "assert(package.loaded._G == _G and package.loaded.io == nil and package.preload == nil)",
      "package.loaded.io = 1 assert(require 'io' == 1 and io == nil)",
      "package.loaded = { x = 1 } assert(not pcall(require, 'x'))",
      "assert(not pcall(require, 'b\\0../secret')) assert(not pcall(require, {}))",
      "assert(not pcall(require, setmetatable({}, { __tostring = function() return 'ui' end })))",
      // Natives in coroutines are the same natives.
      "assert(coroutine.wrap(load)('return 1')() == 1) assert(not coroutine.wrap(load)('\\27Lua'))",
      "local co = coroutine.wrap(pcall) assert(co(error, 'x') == false)",
      "assert(coroutine.wrap(function() return os.execute end)() == nil)",
      "for _, f in ipairs { 'setmetatable', 'getmetatable', 'require', 'load' } do pcall(coroutine.wrap(_G[f])) end",
      // Objects have no metatable to read or replace.
      "assert(type(getmetatable(b)) ~= 'table' and type(getmetatable(ui)) ~= 'table')",
      "assert(not pcall(setmetatable, b, {}) and not pcall(setmetatable, ui, nil))",
      "assert(not pcall(rawset, b, 'x', 1) and not pcall(rawget, b, 'title') and not pcall(next, b))",
      "assert(not pcall(rawset, ui.Button, 'x', 1) or ui.Button { title = 'x' }.title == 'x')",
      "assert(not pcall(function() ui.Buton = 1 end) and not pcall(function() b.__gc() end))",
      "assert(not pcall(function() return b.__index end) and not pcall(function() return ui.__metatable end))",
      "assert(not pcall(table.move, { 1, 2 }, 1, 2, 1, b) and not pcall(table.move, b, 1, 2, 1, {}))",
      "assert(not pcall(table.insert, b, 1) and not pcall(table.concat, b) and not pcall(table.sort, b))",
      "assert(not pcall(table.unpack, b, 1, 3) and not pcall(ipairs(b), b, 0))",
      "for _, op in ipairs { '#b', '-b', 'b + 1', 'b .. 1', 'b < b', 'b()', '~b', 'b // 0' } do "
        + "assert(not pcall(load('return ' .. op))) end",
      // Methods check what they are called with.
      "for _, v in ipairs { ui, w, 1, 'x', print, coroutine.create(print), {}, ui.group(), ui.clipboard } do "
        + "assert(not pcall(b.sendActions, v, 'touchDown')) end",
      "assert(not pcall(b.on)) assert(not pcall(b.on, ui.Label {}, 'touchDown', print))",
      "b:on('touchDown', function(s, e) kept = e end) b:sendActions('touchDown') "
        + "assert(not pcall(kept.location, b) and not pcall(kept.stopImmediate, kept) and kept.type == 'touchDown')",
      "assert(not pcall(b.on, kept, 'touchDown', print))",
      // Finalizers cannot be set in any form.
      "assert(not pcall(setmetatable, {}, { __gc = print }))",
      "assert(not pcall(setmetatable, {}, { __gc = true }))",
      "local m = {} local t = setmetatable({}, m) m.__gc = function() ran = true end t = nil "
        + "collectgarbage() collectgarbage() assert(not ran)",
      "assert(pcall(setmetatable, {}, setmetatable({}, { __index = function() return print end })))",
      // The clock gives no more than the time.
      "for _, f in ipairs { '%', '%E', '%Ez', '%O', '%Q', ('%'):rep(99), '%c\\0', '%5d' } do pcall(os.date, f) end",
      "assert(not pcall(os.date, '%Ez') and not pcall(os.date, '*t', 1e300) and os.date('!%Y', 0) == '1970')",
      "assert(not pcall(os.date, '*t', math.maxinteger) and not pcall(os.time, { year = 1 << 60, month = 1, day = 1 }))",
      // Tracebacks take any arguments, and show no more than names.
      "assert(debug.traceback({}) and debug.traceback(nil) == nil or true)",
      "assert(debug.traceback('x', 1 << 30) and debug.traceback('x', -5) and debug.traceback(b) == b)",
      "local co = coroutine.create(function() coroutine.yield() end) coroutine.resume(co) "
        + "assert(debug.traceback(co, 'x', 0):find 'yield')",
      // What libraries do with odd values.
      "assert(string.format('%s', b):find 'Button' and not pcall(string.format, '%d', b))",
      "assert(not pcall(string.format, ('%'):rep(99)) and not pcall(string.format, '%99999d', 1))",
      "pcall(string.format, '%q', b) pcall(string.format, '%.99f', 1e308) pcall(string.format, '%p', b)",
      "assert(not pcall(string.pack, 'i17', 1) and not pcall(string.pack, '!3 i4', 1))",
      "assert(not pcall(string.pack, 'c9999999999', '') and not pcall(string.rep, 'x', 1 << 40))",
      "assert(not pcall(string.unpack, 's8', '\\255\\255\\255\\255\\255\\255\\255\\127'))",
      "assert(not pcall(string.unpack, 'i4', 'x', math.mininteger) and not pcall(string.unpack, 'z', 'x'))",
      "assert(not pcall(utf8.char, -1) and not pcall(utf8.codepoint, '\\xff', 1) and not utf8.len('\\xff'))",
      "assert(not pcall(utf8.offset, 'x', 1, math.maxinteger) and not pcall(utf8.codepoint, 'x', 1, 1 << 40))",
      "for p, c in utf8.codes('\\u{7fffffff}', true) do assert(c == 0x7fffffff) end",
      "assert(not pcall(select, math.mininteger, 1) and not pcall(table.unpack, {}, 1, 1 << 40))",
      "assert(not pcall(table.concat, {}, 'x', 1, math.maxinteger) and not pcall(string.char, 256))",
      "assert(not pcall(tostring, setmetatable({}, { __tostring = function() return b end })))",
      // Errors may carry anything.
      "local ok, e = pcall(error, b) assert(not ok and e == b and e.title == 'b')",
      "local ok, e = pcall(error, setmetatable({ b }, { __index = b })) assert(e[1] == b)",
      "local t <close> = setmetatable({}, { __close = function(_, e) assert(e == nil) end })",
    ])
  func detour(_ code: String) throws {
    try sandboxed().run(code)
  }

  @Test(
    "4 Sandbox: bytecode is refused, whole or broken",
    arguments: [
      "{0}", "{0}:sub(1, 12)", "{0}:gsub('%z', 'x')", "{0} .. 'x'", "'\\27'", "'#x\\n' .. {0}",
    ])
  func bytecode(_ expression: String) throws {
    let fixture = try sandboxed()
    let other = try ScriptFixture()
    try other.run(
      "local t = {} for c in string.dump(function(a) return a end):gmatch '.' do "
        + "t[#t + 1] = '\\\\' .. ('%03d'):format(c:byte()) end code = table.concat(t) log(code)")
    let bytes = try #require(try other.log().first)
    let text = expression.replacing("{0}", with: "('\(bytes)')")
    try fixture.run("local code = \(text) assert(not load(code)) assert(not load(code, 'x', 'bt'))")
    try fixture.run(
      "local code = \(text) local n = 0 "
        + "assert(not load(function() n = n + 1 return code:sub(n, n) end, 'x', 'b'))")
  }

  @Test(
    "4 Errors: recursion of every kind is an error, and the host lives on",
    arguments: [
      "local function f() return 1 + f() end f()",
      "local function f() return select('#', pcall(f)) end for i = 1, 9 do f() end error('deep')",
      "local f f = coroutine.wrap(function() f = coroutine.wrap(f) f() end) f()",
      "local function f() coroutine.wrap(f)() end f()",
      "local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k) return t[k + 1] end return t[1]",
      "local t = setmetatable({}, {}) getmetatable(t).__index = t return t.x",
      "local s = ('('):rep(300) error(select(2, load(s)))",
      "string.gsub('x', '.', function() error(select(2, pcall(string.rep('(', 300).find, 'x', string.rep('(', 300)))) end)",
      "b:on('touchDown', function() b:sendActions('touchDown') end) b:sendActions('touchDown') error('deep')",
      "b:on('touchDown', function() coroutine.wrap(function() b:sendActions('touchDown') end)() end) "
        + "b:sendActions('touchDown') error('deep')",
      "local c = ui.Button {} b:on('touchDown', function() c:sendActions('touchDown') end) "
        + "c:on('touchDown', function() b:sendActions('touchDown') end) b:sendActions('touchDown') error('deep')",
      "local t = setmetatable({}, {}) getmetatable(t).__tostring = tostring error(tostring(t))",
      "local t = setmetatable({}, {}) getmetatable(t).__eq = function(a, b) return a == b end return t == setmetatable({}, getmetatable(t))",
      "local t = {} for i = 1, 300 do t = { t } end local function f(t) return f(t[1]) end f(t)",
    ])
  func recursion(_ code: String) throws {
    for fixture in [try sandboxed(timeLimit: 0.2), try ScriptFixture()] {
      try fixture.run("b = ui.Button { id = 'b' }")
      #expect(fixture.failure(code) != "no error")
      try fixture.run(
        "b:off() local n = 0 b:on('touchDown', function() n = n + 1 end) b:sendActions('touchDown') assert(n == 1)"
      )
    }
  }

  @Test(
    "2 Standard profile: the debug library does not make a proxy of what is none",
    arguments: [
      "debug.getmetatable(b).__gc(b) b = nil",
      "local gc = debug.getmetatable(b).__gc gc(b) gc(b) pcall(gc) pcall(gc, 1) pcall(gc, {}) pcall(gc, io.stdout)",
      "debug.setmetatable(io.stdout, debug.getmetatable(b)) pcall(function() return io.stdout.title end) "
        + "pcall(function() io.stdout.title = 'x' end) pcall(b.sendActions, io.stdout, 'touchDown')",
      "local e b:on('touchDown', function(_, x) e = x end) b:sendActions('touchDown') "
        + "debug.setmetatable(e, debug.getmetatable(b)) pcall(function() return e.title end) pcall(b.off, e)",
      "debug.setmetatable(b, nil) pcall(function() b.title = 'x' end) b = nil collectgarbage() collectgarbage()",
      "debug.setmetatable(b, {}) b = nil collectgarbage() collectgarbage()",
      "debug.setmetatable(b, debug.getmetatable(ui.Slider {})) pcall(function() return b.minimumValue end) "
        + "pcall(function() b.value = 3 end) pcall(function() return b.title end)",
      "debug.setmetatable(b, debug.getmetatable(ui.Window {})) pcall(function() b:show() end) pcall(function() b.onClose = print end)",
      "local m = debug.getmetatable(b) for k in pairs(m) do pcall(function() m[k] = nil end) end "
        + "pcall(function() return b.title end) b = nil collectgarbage()",
      "for i = 1, 20 do debug.setuservalue(b, {}, i) end b:on('touchDown', print) b:off() collectgarbage()",
      "for i = 1, 20 do pcall(function() return debug.getuservalue(b, i) end) end",
      "for k, v in pairs(debug.getregistry()) do R = { R, k, v } end",
      "for i = 1, 20 do pcall(debug.setupvalue, b.on, i, 7) end pcall(b.on, b, 'touchDown', print) pcall(b.off, b)",
    ])
  func debugLibrary(_ code: String) throws {
    let leaks = LeakCheck()
    do {
      let fixture = try ScriptFixture()
      try fixture.run("b = ui.Button { title = 'b', id = 'b' } w = ui.Window { b } w:show()")
      leaks.watch(try fixture.view("b", as: Button.self))
      try? fixture.run(code)
      for _ in 0..<3 { fixture.host.collectGarbage() }
      for window in fixture.application.windows { fixture.application.close(window) }
      for _ in 0..<3 { fixture.host.collectGarbage() }
      fixture.host.close()
    }
    #expect(leaks.survivors == [])
  }

  @Test("3 Waiting: a handler that waits for ever ends with its host")
  func waitingForEver() throws {
    let leaks = LeakCheck()
    do {
      let fixture = try sandboxed()
      try fixture.run(
        "b:on('touchDown', function() local x <close> = setmetatable({}, { __close = function() "
          + "b.title = 'closed' b:wait('touchDown') end }) b:wait('touchUpInside') end) b:sendActions('touchDown') "
          + "ui.after(0, function() ui.sleep(1e9) end)")
      fixture.advance(1)
      let button = leaks.watch(try fixture.view("b", as: Button.self))
      #expect(fixture.host.waitingHandlerCount == 2)

      fixture.host.close()

      #expect(fixture.host.waitingHandlerCount == 0)
      #expect(button.title == "closed" && button.handlers.isEmpty)
      #expect(!fixture.host.hasPendingWork)
    }
    #expect(leaks.survivors == [])
  }

  @Test(
    "2 Never too late: what a script put on views of the host program ends with the script",
    arguments: [
      "w.onClose = print", "s.onScroll = print", "f.shouldChange = print",
      "w:onKey('ctrl-s', print)",
      "g:setAction(print, 0)", "w:onTap(print)", "b:addTarget({}, 'x', 'touchDown')",
      "b.data.x = b",
      "local p = ui.PanGesture { shouldBegin = print } p:on('began', print) w:addGesture(p)",
      "b:on('touchDown', function() b:wait('touchUpInside') end) b:sendActions('touchDown')",
      "w:addSubview(ui.Toolbar { items = { ui.BarButtonItem { title = 'x', onTap = print } } })",
      "w:addSubview(ui.SegmentedControl { items = { { title = 'x', onTap = print } } })",
      "w:addSubview(ui.ScrollView { onScroll = print })", "ui.Window { onClose = print }:show()",
      "ui.after(9, print) ui.every(9, print) ui.onThemeChange(print) ui.onError(print)",
    ])
  func engineEnds(_ code: String) throws {
    let application = Application()
    let window = Window(title: "host")
    let views: [View] = [Button(title: "b"), ScrollView(), TextField(), SegmentedControl()]
    for (view, id) in zip(views, ["b", "s", "f", "g"]) {
      view.id = id
      window.addSubview(view)
    }
    (views[3] as? SegmentedControl)?.insertSegment(withTitle: "a", at: 0)
    application.show(window)
    var host: ScriptHost? = try ScriptHost(application: application)
    weak let engine = host?.engine
    try host?.run(
      source: "local b, s, f, g = ui.find 'b', ui.find 's', ui.find 'f', ui.find 'g' "
        + "local w = b.window \(code)", name: "test")

    host?.close()
    host = nil

    #expect(engine == nil)
    application.close(window)
  }

  /// Slots are numbers of one host: those of another mean other functions.
  @Test("2 Two hosts: setting onClose in one clears nothing of the other")
  func closeHandlersOfTwoHosts() throws {
    let application = Application()
    let window = Window(title: "host")
    window.id = "w"
    application.show(window)
    let first = try ScriptHost(application: application)
    try first.run(source: "ui.find 'w'.onClose = function() end", name: "first")
    let other = try ScriptHost(application: application)
    var isTapped = false
    other.onQuit = { _ in isTapped = true }
    first.close()
    try other.run(
      source:
        "local w = ui.find 'w' w:onKey('a', function() ui.quit() end) w.onClose = function() end",
      name: "other")

    application.send(InputEvent(.keyDown(KeyPress(.text("a"))), at: 0))

    #expect(isTapped)
  }
}
