import Foundation
import Testing

/// Where there is a display, the program becomes the one for windows that lies beside it. Here that is
/// a stand-in which writes down what it was given.
@Suite struct SiblingTests {
  /// Runs the program with the arguments `app.lua` and `caf` with a last byte that is no UTF-8, in a
  /// folder of some name.
  private func argumentsOfSibling(folder name: String) throws -> [UInt8] {
    let folder = try Folder()
    let script = try folder.file(
      "run.sh",
      """
      place=$(printf '\(name)')
      mkdir "$place" && cd "$place" && cp "$1" handlerhost
      printf '#!/bin/sh\\nprintf "<%%s>" "$@"\\n' >handlerhost-gtk
      chmod +x handlerhost-gtk
      DISPLAY=:none ./handlerhost app.lua "$(printf 'caf\\351')"
      status=$?
      cd .. && rm -r "$place"
      exit $status
      """)
    let output = try folder.file("out", "")
    let status = try Spawn.run(
      ["sh", script, try Program.binary()], input: folder.file("in", ""), output: output,
      errors: folder.file("err", ""), in: folder.path)
    let errors = try folder.text(of: "err")
    #expect(status == 0, "\(errors)")
    return Array(try Data(contentsOf: URL(filePath: output)))
  }

  /// Arguments are bytes, of which not all are text, and so are the names of folders.
  @Test(arguments: ["plain", "f\\351"])
  func argumentsArriveByteForByte(folder: String) throws {
    let arguments = try argumentsOfSibling(folder: folder)

    #expect(arguments == Array("<app.lua><caf".utf8) + [0xE9] + Array(">".utf8))
  }
}
