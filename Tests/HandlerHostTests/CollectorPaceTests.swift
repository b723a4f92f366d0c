import ControlKit
import HandlerHost
import Testing

/// How often Lua collects by itself (docs, "What things cost").
@Suite struct CollectorPaceTests {
  private func pauses(
    _ script: String, under configuration: ScriptHost.Configuration = .standard
  ) throws -> [String] {
    let fixture = try ScriptFixture(configuration: configuration)
    try fixture.run(script)
    // Each run ends at a safe point, where the pace is set for the cycles that follow.
    for _ in 0..<4 { try fixture.run("for i = 1, 20000 do local t = { i } end") }
    try fixture.run("log(collectgarbage('setpause', 200))")
    return try fixture.log()
  }

  /// A small heap grows by a fixed amount before it is looked at again, a large one doubles.
  @Test func smallHeapsAreLookedAtLessOften() throws {
    let small = try #require(Int(try pauses("").first ?? ""))
    let large = try #require(
      Int(try pauses("kept = {} for i = 1, 20000 do kept[i] = { i } end").first ?? ""))

    #expect(small > 250 && small <= 600)
    #expect(large == 200)
  }

  /// What the script sets stays.
  @Test(arguments: ["collectgarbage('setpause', 152)", "collectgarbage('incremental', 152)"])
  func theScriptDecides(_ script: String) throws {
    #expect(try pauses(script) == ["152"])
  }

  /// A limit of the memory is not used up by garbage.
  @Test func aMemoryLimitComesFirst() throws {
    var configuration = ScriptHost.Configuration.standard
    configuration.memoryLimit = 1 << 20
    let limited = try #require(Int(try pauses("", under: configuration).first ?? ""))
    let free = try #require(Int(try pauses("").first ?? ""))

    #expect(limited < free)
  }
}
