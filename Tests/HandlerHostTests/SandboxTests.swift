import ControlKit
import Foundation
import HandlerHost
import Testing

/// The sandbox: a script reaches nothing but its own world.
struct SandboxTests {
  private func sandboxed(folder: String? = nil) throws -> ScriptFixture {
    try ScriptFixture(configuration: .init(isSandboxed: true, moduleFolder: folder))
  }

  @Test(
    "4 Sandbox: what reaches out of the script is not there",
    arguments: [
      "io", "dofile", "loadfile", "os.execute", "os.exit", "os.remove", "os.rename", "os.tmpname",
      "os.getenv", "os.setlocale", "string.dump", "package.loadlib", "package.cpath",
      "package.searchers", "package.searchpath", "package.loaded.io", "debug.getregistry",
      "debug.getmetatable", "debug.setmetatable", "debug.getupvalue", "debug.setupvalue",
      "debug.upvaluejoin", "debug.sethook", "debug.getinfo", "debug.getlocal", "debug.setuservalue",
      "package.loaded.os.execute", "package.loaded.debug.sethook", "('x').dump",
    ])
  func absent(_ name: String) throws {
    try sandboxed().run("assert(\(name) == nil)")
  }

  @Test(
    "4 Sandbox: the rest of the language is there",
    arguments: [
      "string.format", "table.sort", "math.floor", "utf8.len", "os.time", "os.date", "os.clock",
      "os.difftime", "coroutine.wrap", "debug.traceback", "pcall", "xpcall", "load", "require",
      "select", "setmetatable", "collectgarbage", "print", "next", "rawget", "tostring",
      "ui.Button",
    ])
  func present(_ name: String) throws {
    try sandboxed().run("assert(\(name))")
  }

  @Test("4 Sandbox: load takes text alone")
  func load() throws {
    let fixture = try sandboxed()
    try fixture.run("assert(load('return 1 + 1')() == 2)")
    try fixture.run(
      "local t = {} assert(load('x = 1', 'n', 't', t))() assert(t.x == 1 and x == nil)")
    try fixture.run("assert(not load('\\27Lua'))")
    try fixture.run("assert(not load('\\27Lua', 'n', 'b'))")
    try fixture.run("assert(not load('return 1', 'n', 'b'))")
    try fixture.run("local f, e = load('x = 1', 'n', 't', nil) assert(not pcall(f))")
    try fixture.run(
      "local n = 0 assert(load(function() n = n + 1 return n == 1 and 'return 7' or nil end)() == 7)"
    )
  }

  @Test("4 Sandbox: the script itself may not be bytecode")
  func bytecodeFile() throws {
    let folder = try Folder()
    let path = folder.path + "/code.luac"
    let other = try ScriptFixture()
    try other.run(
      "local f = io.open([[\(path)]], 'wb') f:write(string.dump(function() end)) f:close()")
    let fixture = try sandboxed()
    #expect(throws: ScriptError.self) { try fixture.host.run(file: path) }
    try other.host.run(file: path)
  }

  @Test("4 Sandbox: the collector's settings are out of reach")
  func collector() throws {
    let fixture = try sandboxed()
    try fixture.run("collectgarbage() collectgarbage('step') assert(collectgarbage('count') > 0)")
    for option in ["stop", "generational", "incremental", "setpause"] {
      #expect(
        fixture.failure("collectgarbage('\(option)')").contains("not available in the sandbox"))
    }
  }

  @Test("4 Sandbox: require finds modules of the script's folder, and nothing else")
  func modules() throws {
    let folder = try Folder()
    try folder.write("a.lua", "local name, path = ... return { name = name, path = path }")
    try folder.write("sub/b.lua", "loads = (loads or 0) + 1 return 'b'")
    try folder.write("sub/init.lua", "return 'sub'")
    try folder.write("plain.lua", "ran = true")
    try folder.write("broken.lua", "return +")
    let outside = try Folder()
    try outside.write("secret.lua", "return 'secret'")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.lua", withDestinationPath: outside.path + "/secret.lua")
    let fixture = try sandboxed(folder: folder.path)
    try fixture.run("local a = require 'a' assert(a.name == 'a' and require 'a' == a)")
    try fixture.run("assert(require 'sub.b' == 'b' and require 'sub.b' == 'b' and loads == 1)")
    try fixture.run("assert(require 'sub' == 'sub') assert(require 'plain' == true and ran)")
    try fixture.run("assert(require 'ui' == ui and require 'string' == string)")
    #expect(fixture.failure("require 'broken'").contains("error loading module 'broken'"))
    let names = [
      "link", "..secret", "../secret", "/etc/passwd", "a/b", "", ".", "a.", "sub..b", "io", "ffi",
      outside.path + "/secret",
    ]
    for name in names {
      #expect(fixture.failure("require '\(name)'").contains("module '\(name)' not found"))
    }
  }

  @Test("4 Sandbox: without a folder there are no modules")
  func noFolder() throws {
    #expect(try sandboxed().failure("require 'a'").contains("module 'a' not found"))
  }

  @Test("4 Sandbox: a deep chain of closing coroutines is an error, no crash")
  func closingChain() throws {
    try sandboxed().run(
      """
      local co = nil
      for i = 1, 1000 do
        local inner = co
        co = coroutine.create(function()
          local x <close> = setmetatable({}, { __close = function()
            if inner then assert(coroutine.close(inner)) end end })
          coroutine.yield()
        end)
        coroutine.resume(co)
      end
      local ok, message = coroutine.close(co)
      assert(not ok and message:find 'C stack overflow', message)
      """)
  }

  @Test("4 Sandbox: the standard profile changes nothing in Lua")
  func standardProfile() throws {
    try ScriptFixture().run(
      """
      assert(io.write and os.execute and debug.sethook and package.loadlib and string.dump)
      assert(setmetatable({}, { __gc = function() end }))
      assert(load(string.dump(function() return 7 end))() == 7)
      assert(collectgarbage 'generational' == 'incremental')
      collectgarbage 'incremental'
      assert(debug.gethook() == nil)
      local calls = 0
      debug.sethook(function() calls = calls + 1 end, 'c')
      coroutine.resume(coroutine.create(function() end))
      debug.sethook()
      assert(calls == 3, calls)
      """)
  }
}

/// A folder for one test.
final class Folder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "handlerhost-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ text: String) throws {
    let file = path + "/" + name
    let parent = (file as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    try text.write(toFile: file, atomically: true, encoding: .utf8)
  }
}
