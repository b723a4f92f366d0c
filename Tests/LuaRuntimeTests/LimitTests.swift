import Foundation
import LuaRuntime
import Testing

/// The functions that stop at the deadline: like Lua's own in all else.
@Suite final class LimitTests {
  private let bridge = NotingBridge()
  private let state = LuaState()

  init() throws {
    try #require(state.open(bridge: bridge, keys: [], classCount: 2))
    let keep = """
      original = {}
      for _, name in ipairs { "string", "table", "utf8" } do
        original[name] = {}
        for key, value in pairs(_G[name]) do original[name][key] = value end
      end
      """
    try state.run(source: keep, name: "keep", arguments: [])
    try #require(state.limitLibraries())
  }

  deinit { state.close() }

  private func run(_ file: String, _ arguments: String...) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    try state.run(
      file: Array(folder.appending(path: "LimitTests/\(file)").path(percentEncoded: false).utf8),
      arguments: arguments.map { Array($0.utf8) })
  }

  /// Random calls give the same results, errors and calls of metamethods as with Lua's functions.
  ///
  /// The failure tells the seed and the call.
  @Test(arguments: [1, 2, 3, 4])
  func likeTheOriginals(seed: Int) throws {
    try run("fuzz.lua", "\(seed)", "5000")
  }

  /// What each function promises, and how it complains.
  @Test func functions() throws {
    try run("functions.lua")
  }

  /// A loop in C stops at the deadline, and a protected call does not buy it more time.
  @Test(arguments: [
    "(('a'):rep(40)):find(('a*'):rep(20) .. 'b')",
    "(('a'):rep(30)):find(('a?'):rep(30) .. ('a'):rep(31))",
    "(('a'):rep(40)):match(('a-'):rep(20) .. 'b')",
    "(('a'):rep(40)):gsub(('(a*)'):rep(20) .. 'b', '')",
    "for _ in (('a'):rep(40)):gmatch(('a*'):rep(20) .. 'b') do end",
    "(('('):rep(100000)):find('%b()')",
    "(('a'):rep(100000)):find('%f[' .. ('b'):rep(100000) .. ']')",
    "(('a'):rep(100000)):find(('a'):rep(50000) .. 'b', 1, true)",
    "(('a'):rep(200000)):match('.-b')",
    "(('ab'):rep(100000)):match('(.*)%1c')",
    "(('a'):rep(10000000)):upper():lower():reverse()",
    "('x'):rep(100000000)",
    "('x'):rep(1000000, (','):rep(100))",
    "table.move({}, 1, 1e15, 2)",
    "table.move({}, 1, 1e15, 2, {})",
    "table.concat(huge('', 1e15))",
    "table.concat(setmetatable({}, { __index = { '' } }), '', 1, 1)  table.concat(huge(''), ',')",
    "table.insert(huge(1), 1, 1)",
    "table.remove(huge(1), 1)",
    "table.sort(huge(1, 1 << 30), math.max)",
    "table.sort(huge(1, 1 << 30))",
    "table.unpack(huge(1), 1, 900000)",
    "utf8.len(('a'):rep(1000000))",
    "utf8.offset(('\\x80'):rep(1000000), 0, 1000000)",
    "utf8.offset(('a'):rep(1000000), 999999)",
    "string.char(table.unpack(many(('0'):rep(100000) .. '65', 200)))",
    "utf8.char(table.unpack(many(('0'):rep(100000) .. '65', 200)))",
    "string.pack(('b'):rep(200), table.unpack(many(('0'):rep(100000) .. '65', 200)))",
    "string.format(('%d'):rep(200), table.unpack(many(('0'):rep(100000) .. '65', 200)))",
    "string.format(('%.1s'):rep(200), table.unpack(many(('x'):rep(100000), 200)))",
    "string.format(('%.1s'):rep(200), table.unpack(many(named(('x'):rep(100000)), 200)))",
    "local long = ('x'):rep(1000000) table.sort(many(long, 200))",
    "pcall(string.rep, 'x', 100000000) string.rep('x', 10)",
  ])
  func overrun(_ code: String) throws {
    let helpers = """
      local function huge(item, length)
        return setmetatable({}, {
          __len = function() return length or 1e15 end,
          __index = function() return item end,
          __newindex = function() end,
        })
      end
      local function many(item, count)
        local items = {}
        for i = 1, count do items[i] = item end
        return items
      end
      local function named(name) return setmetatable({}, { __name = name }) end
      """
    // Making the arguments takes some looks of its own.
    state.tripDeadline(afterLooks: 100)

    let failure = #expect(throws: LuaFailure.self) {
      try state.run(source: helpers + "\n" + code, name: "test", arguments: [])
    }

    #expect(failure?.message.contains("ran longer than the time limit") == true)
  }

  /// Repeating nothing takes no time, however often.
  @Test func repeatingNothing() throws {
    try state.run(
      source: "assert(('').rep('', 1e15) == '' and ('').rep('', 1e15, '') == '')", name: "test",
      arguments: [])
  }
}
