import Foundation
import HandlerHost
import Testing

/// The written reference of the scripting API says what the bindings do.
@Suite struct BindingReferenceTests {
  private var page: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: "Sources/HandlerHost/HandlerHost.docc/scripting-reference.md")
  }

  @Test func thePageIsWhatTheTablesSay() throws {
    let written = String(decoding: try Data(contentsOf: page), as: UTF8.self)

    #expect(written == BindingReference.markdown(), "run scripts/docs --reference")
  }

  @Test func everyTypeIsDefined() {
    #expect(BindingReference.undefinedTypes() == [])
  }

  @Test func theDefinitionsAreLua() throws {
    let fixture = try ScriptFixture()
    let definitions = BindingReference.luaDefinitions()

    try fixture.run("assert(load([==[\n\(definitions)]==]))")

    #expect(definitions.hasPrefix("---@meta ui\n"))
  }

  /// Parameters and results of a method survive, as optional ones do and functions as types.
  @Test(arguments: [
    """
    ---@param event ui.Event|ui.Event[]
    ---@param timeout? number
    ---@return ui.EventObject?
    function Control:wait(event, timeout) end
    """,
    """
    ---@param fn? fun(message: string)
    function ui.onError(fn) end
    """,
    "---@class ui.Slider: ui.Control\n",
    "---@field image? ui.Image|string The picture in front of the text.\n",
    "function EventObject:stopImmediate() end",
  ])
  func definitionsContain(text: String) {
    #expect(BindingReference.luaDefinitions().contains(text))
  }
}
