import ControlKit
import HandlerHostHeadless
import Testing

/// What a line may say, and what is said about one that it may not.
struct EventScriptTests {
  private func error(_ lines: String..., in screen: Screen = Screen(columns: 10, rows: 4))
    -> String?
  {
    let runner = HeadlessRunner(application: screen.application, file: "a.events")
    do {
      for line in lines { try runner.run(line: line) }
      return nil
    } catch {
      return error.description
    }
  }

  @Test(arguments: [
    "", "   ", "# comment", "  # comment", "wait 0.5", "wait 1 # a while", "key tab", "key #",
    "key shift-tab", "type a # b", "type \" two  spaces \"", "resize 640 384", "\twait\t1",
    "scroll 8 8 0 -48", "hover 8 8", "hover out # gone",
  ])
  func goodLines(line: String) {
    #expect(error(line) == nil)
  }

  @Test(arguments: [
    ("wait", "the line ends where a number of seconds, 0 or more, was expected"),
    ("wait soon", "found 'soon' where a number of seconds, 0 or more, was expected"),
    ("wait -1", "found '-1' where a number of seconds, 0 or more, was expected"),
    ("wait nan", "found 'nan' where a number of seconds, 0 or more, was expected"),
    ("wait 1 2", "found '2' where the end of the line was expected"),
    ("down 1", "the line ends where y in points was expected"),
    ("down @x 1 2", "found '@x' where '@' and a touch number such as @1 was expected"),
    ("down fingers 1 2", "found 'fingers' where x in points was expected"),
    ("move finger 1 2", "found 'finger' where x in points was expected"),
    ("resize 0 10", "found '0' where a width in points was expected"),
    ("resize 1e9 10", "found '1e9' where a width in points was expected"),
    ("scroll 1 2 3", "the line ends where a distance in points downward was expected"),
    ("hover", "the line ends where x in points was expected"),
    ("hover away", "found 'away' where x in points was expected"),
    ("hover out 1", "found '1' where the end of the line was expected"),
    ("hover @", "the line ends where the id of a view was expected"),
    ("tap", "the line ends where the id of a view was expected"),
    ("tap \"open", "found '\"open' where an id in double quotes was expected"),
    ("type", "the line ends where the text to type was expected"),
    (
      "key retrun",
      "found 'retrun' where a key such as tab, shift-tab, return, left, ctrl-c or a was expected;"
        + " did you mean 'return'?"
    ),
    (
      "tapp ok",
      "unknown command 'tapp': did you mean 'tap'? expected one of down, move, up, cancel, wait, "
        + "scroll, hover, key, type, resize, theme, tap, press, drag"
    ),
    ("up 1 2", "touch @0 is not down; a 'down' was expected before"),
    ("cancel @2", "touch @2 is not down; a 'down' was expected before"),
  ])
  func badLines(line: String, expected: String) {
    #expect(error("# first", line) == "a.events:2: \(expected)")
  }

  @Test func touchCannotGoDownTwice() {
    #expect(
      error("down @1 1 2", "down @1 1 2")
        == "a.events:2: touch @1 is down already; an 'up' was expected before")
  }

  // MARK: - Views that cannot be touched

  private func screen() -> (Screen, Button) {
    let screen = Screen(columns: 40, rows: 10)
    let button = Button(title: "OK")
    button.id = "ok button"
    button.frame = Rect(x: 16, y: 16, width: 80, height: 16)
    screen.window.addSubview(button)
    return (screen, button)
  }

  @Test func unknownIDNamesTheNearest() {
    let (screen, _) = screen()

    #expect(
      error("tap \"okbutton\"", in: screen)
        == "a.events:1: no shown window has a view with the id 'okbutton'; nearest: 'ok button'")
    #expect(error("tap x", in: screen)?.hasSuffix("; known: 'ok button'") == true)
  }

  @Test func hiddenViewIsNamed() {
    let (screen, button) = screen()
    button.isHidden = true

    #expect(
      error("tap \"ok button\"", in: screen)
        == "a.events:1: Button 'ok button' cannot be touched: it is hidden")
  }

  @Test func coveredViewIsNamedWithWhatCoversIt() {
    let (screen, _) = screen()
    let cover = View(frame: screen.window.bounds)
    cover.id = "cover"
    screen.window.addSubview(cover)

    #expect(
      error("press \"ok button\" 1", in: screen)
        == "a.events:1: Button 'ok button' cannot be touched: it is covered by View 'cover' at 56, 24"
    )
  }

  @Test func viewOffTheScreenIsNamed() {
    let (screen, button) = screen()
    button.frame.origin.x = 1000

    #expect(error("drag \"ok button\" 1 1", in: screen)?.contains("off the screen") == true)
  }

  @Test func viewOutsideItsSuperviewIsNamed() {
    let (screen, button) = screen()
    let holder = View(frame: Rect(x: 0, y: 0, width: 8, height: 8))
    screen.window.addSubview(holder)
    holder.addSubview(button)

    #expect(
      error("tap \"ok button\"", in: screen)?.contains("lies outside of its superview") == true)
  }

  @Test func viewInAWindowBehindIsNamed() {
    let (screen, _) = screen()
    screen.application.show(Window(title: "Front", size: Size(width: 8, height: 16)))

    #expect(
      error("tap \"ok button\"", in: screen)
        == "a.events:1: Button 'ok button' cannot be touched: it is in Window, behind window 'Front'"
    )
  }
}
