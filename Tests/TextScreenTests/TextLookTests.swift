import ControlKit
import Testing
import TextScreen

/// Text fields in characters: caret, selection, placeholder and what is out of sight.
struct TextLookTests {
  private func screen(
    _ text: String, columns: Int = 12, _ change: (TextField) -> Void = { _ in }
  ) -> Screen {
    let field = TextField(text: text, placeholder: "Name")
    let screen = Screen(field, columns: columns)
    change(field)
    return screen
  }

  private func edit(_ field: TextField, _ range: Range<Int>? = nil) {
    field.becomeFirstResponder()
    if let range { field.selectedRange = range }
  }

  @Test func states() {
    #expect(screen("Ada").text == "[Ada_______]")
    #expect(screen("").text == "[<Name>____]")
    #expect(screen("Ada") { $0.isEnabled = false }.text == "(Ada_______)")
    #expect(screen("Ada") { edit($0) }.text == "▸Ada│______◂")
    #expect(screen("Ada") { edit($0, 1..<1) }.text == "▸A│da______◂")
    #expect(screen("") { edit($0) }.text == "▸│<Name>___◂")
    #expect(screen("Ada") { edit($0, 1..<3) }.text == "▸A‹da›_____◂")
    #expect(screen("한글") { edit($0, 1..<1) }.text == "▸한│글_____◂")
  }

  @Test func secure() {
    #expect(screen("한글12") { $0.isSecureTextEntry = true }.text == "[••••______]")
  }

  @Test func alignment() {
    #expect(screen("Ada") { $0.textAlignment = .right }.text == "[_______Ada]")
    #expect(screen("Ada") { $0.textAlignment = .center }.text == "[___Ada____]")
  }

  @Test func clearButton() {
    #expect(screen("Ada") { $0.clearButtonMode = .always }.text == "[Ada______×]")
    #expect(screen("") { $0.clearButtonMode = .always }.text == "[<Name>____]")
  }

  /// Text beyond the field: » and « tell, and the caret stays in sight.
  @Test func longText() {
    #expect(screen("0123456789abcdef").text == "[0123456789»")
    #expect(screen("0123456789abcdef") { edit($0) }.text == "«789abcdef│◂")
    #expect(screen("0123456789abcdef") { edit($0, 8..<8) }.text == "«7│89abcdef◂")
    #expect(screen("0123456789abcdef") { edit($0, 0..<0) }.text == "▸│012345678»")
  }

  /// The character in whose cell a press lands is the one the caret is put before.
  @Test func caretIsWhereThePressIs() {
    for column in 1..<12 {
      let field = TextField(text: "0123456789")
      let screen = Screen(field, columns: 14)
      screen.touch(.began, column: column, row: 0)
      screen.touch(.ended, column: column, row: 0)
      #expect(field.selectedRange.lowerBound == min(column - 1, 10))
      // Once more, now that the caret takes a cell: the character before it, or the caret itself.
      let shown = Array(screen.text)
      #expect(shown[column] == "│")
    }
  }

  /// The selection is set off in colour, and reversed where there are none.
  @Test func selectionInColour() {
    let grid = screen("Ada") { edit($0, 1..<3) }.grid
    let plain = grid[row: 0, column: 1].style
    let chosen = grid[row: 0, column: 3].style
    #expect(chosen.isReversed && !plain.isReversed)
    #expect(chosen.background != plain.background)
  }

  @Test func narrow() {
    #expect(screen("Ada", columns: 3).text == "[A»")
    #expect(screen("Ada", columns: 2).text == "")
  }
}
