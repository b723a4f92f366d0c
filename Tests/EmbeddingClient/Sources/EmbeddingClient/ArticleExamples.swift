import HandlerHost

/// The examples of the article on embedding, word for word; a test compares them.
struct ArticleExamples {
  private let checks: Checks

  init(_ checks: Checks) {
    self.checks = checks
  }

  private final class Document {
    func save() {}
  }

  func run() throws {
    let application = Application()
    let volume = Slider(value: 0.5)
    let label = Label(text: "50 %")
    volume.addAction(for: .valueChanged) { [weak volume, weak label] in
      guard let volume, let label else { return }
      label.text = "\(Int(volume.value * 100)) %"
    }
    let window = Window(title: "Volume", size: Size(width: 320, height: 64))
    window.addSubview(StackView(axis: .vertical, spacing: 16, [volume, label]))
    application.show(window)
    window.layoutIfNeeded()
    let origin = volume.convert(Point.zero, to: window)
    let point = Point(
      x: window.frame.minX + origin.x + volume.frame.width - 1,
      y: window.frame.minY + origin.y + 8)

    var saves = 0
    let button = Button()
    let document = Document()
    let token = button.addEventHandler(event: .touchUpInside) { saves += 1 }
    application.scheduler.after(5) { token.disable() }
    application.scheduler.after(10) { token.enable() }

    button.addTarget(document, action: Selector("save", Document.save), for: .touchUpInside)

    let down = InputEvent.Kind.touch(id: 0, phase: .began, location: point, kind: .pointer)
    let up = InputEvent.Kind.touch(id: 0, phase: .ended, location: point, kind: .pointer)
    application.send(InputEvent(down, at: 0.5))
    application.send(InputEvent(up, at: 0.6))
    application.scheduler.advance(to: 60)
    checks.equal(label.text, "100 %", "the slider of the article")
    checks.expect(token.isEnabled && saves == 0, "the token of the article")

    try runScript(application)
  }

  private func runScript(_ application: Application) throws {
    var printed: [String] = []
    func print(_ item: Any) { printed.append("\(item)") }

    let host = try ScriptHost(application: application)
    application.onDiagnostic = { print($0) }
    do throws(ScriptError) {
      try host.run(file: "menu.lua", arguments: ["--beta"])
    } catch {
      switch error.code {
      case .file: print("no menu today")
      default: print(error)
      }
    }
    checks.equal(printed, ["no menu today"], "a script that is not there")
  }
}
