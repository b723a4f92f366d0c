import Foundation
import Testing

@testable import HandlerHostCommand

/// Arguments are bytes, and a file's name need not be text: every byte arrives where it is meant to.
@Suite struct WordsTests {
  /// Whatever the bytes are, they come back, also where they look like what stands for bytes.
  @Test func everyByteComesBack() {
    var generator = SystemRandomNumberGenerator()
    var samples: [[UInt8]] = [
      [], Array("plain.lua".utf8), Array("한글.lua".utf8), [0x63, 0xE9], [0xFF, 0xFE, 0x80],
      [0xED, 0xA0, 0x80], [0xF0, 0x9F], Array("\u{10FE80}\u{10FEE9}x".utf8), [0xC0, 0x80, 0xF8],
    ]
    for _ in 0..<200 {
      samples.append(
        (0..<Int.random(in: 0...12)).map { _ in UInt8.random(in: 1...255, using: &generator) })
    }

    for sample in samples { #expect(Words.bytes(Words.text(sample)) == sample, "\(sample)") }
  }

  /// Text stays as it is, so that options can be read.
  @Test func textIsText() {
    #expect(Words.text(Array("--ui=headless".utf8)) == "--ui=headless")
    #expect(Words.text(Array("é한".utf8)) == "é한")
    #expect(Words.bytes("é한") == Array("é한".utf8))
  }

  /// Runs commands of a shell in which `$hh` is the program, headless, and `$n` a file name with a byte that is no UTF-8.
  private func run(_ commands: String) throws -> (output: [UInt8], errors: [UInt8], status: Int32) {
    let folder = try Folder()
    let script = try folder.file(
      "run.sh", "hh=\"$1 --ui headless\"\nn=$(printf 'caf\\351')\n" + commands)
    let output = try folder.file("out", "")
    let errors = try folder.file("err", "")
    let status = try Spawn.run(
      ["sh", script, try Program.binary()], input: folder.file("in", ""), output: output,
      errors: errors, in: folder.path)
    return (
      Array(try Data(contentsOf: URL(filePath: output))),
      Array(try Data(contentsOf: URL(filePath: errors))), status
    )
  }

  /// A script is found by its own name, and gets its arguments byte for byte.
  @Test func scriptsHaveAnyName() throws {
    let (output, errors, status) = try run(
      """
      printf 'io.write(arg[0], "|", ..., "|", #arg)' >"$n.lua"
      $hh "$n.lua" "$n" ; code=$?
      rm "$n.lua"
      exit $code
      """)

    #expect(status == 0, "\(String(decoding: errors, as: UTF8.self))")
    let name = Array("caf".utf8) + [0xE9]
    #expect(output == name + Array(".lua|".utf8) + name + Array("|1".utf8))
  }

  /// Files for events and screens, too.
  @Test func filesHaveAnyName() throws {
    let (output, errors, status) = try run(
      """
      printf 'ui.Window { ui.Label { id = "l", text = "here" } }:show()' >app.lua
      printf 'wait 1\\n' >"$n.events"
      $hh --events "$n.events" --screenshot="$n.txt" app.lua && cat "$n.txt"
      code=$?
      rm "$n.events" "$n.txt"
      exit $code
      """)

    #expect(status == 0, "\(String(decoding: errors, as: UTF8.self))")
    #expect(String(decoding: output, as: UTF8.self).contains("here"))
  }

  /// A message names the file as it was given.
  @Test func messagesNameTheFileByteForByte() throws {
    let (_, errors, status) = try run("$hh \"$n.lua\"")

    #expect(status == 66)
    let text = Array("can't read the script 'caf".utf8) + [0xE9] + Array(".lua'".utf8)
    #expect(Data(errors).range(of: Data(text)) != nil, "\(errors)")
  }

  /// As with Lua's own program, `arg` has the options and the program before the script.
  @Test func whatPrecedesTheScriptIsInArg() throws {
    let (output, _, status) = try run(
      """
      printf 'local n = 0 while arg[n - 1] do n = n - 1 end
      for i = n, #arg do io.write(i, "=", arg[i], ";") end print(select("#", ...))' >app.lua
      cd "$(dirname "$1")" && "./$(basename "$1")" --ui headless --trace "$OLDPWD/app.lua" --x y
      """)

    #expect(status == 0)
    let text = String(decoding: output, as: UTF8.self)
    #expect(text.hasPrefix("-4=./"), "\(text)")
    #expect(text.contains(";-3=--ui;-2=headless;-1=--trace;0=/"), "\(text)")
    #expect(text.hasSuffix("app.lua;1=--x;2=y;2\n"), "\(text)")
  }
}
