import HandlerHost

/// An embedder's own view: it keeps a part in a property, and says so.
final class Form: View {
  private(set) var save = Button(title: "Save")

  override init() {
    super.init()
    addSubview(save)
  }

  override func visitOwned(_ visit: (KitObject) -> Void) {
    super.visitOwned(visit)
    visit(save)
  }

  func replaceButton() {
    save.removeFromSuperview()
    save = Button(title: "Save as")
    addSubview(save)
    setNeedsOwnershipUpdate()
  }
}

/// The same without a word about its property.
final class SilentForm: View {
  let save = Button(title: "Save")

  override init() {
    super.init()
    addSubview(save)
  }
}

/// Cycles through both heaps: a form owns a button, whose Lua handler refers to the form.
struct OwnViews {
  private let checks: Checks

  init(_ checks: Checks) {
    self.checks = checks
  }

  func run() throws {
    checks.expect(try ends { Form() }, "a form that reports its button is collected")
    checks.expect(
      try ends {
        let form = Form()
        form.replaceButton()
        return form
      }, "also after its button was replaced")
    checks.expect(
      try !ends { SilentForm() }, "one that does not stays in its cycle, as documented")
  }

  /// Whether a view ends when nothing but a cycle through its handler holds it.
  private func ends(_ make: () -> View) throws -> Bool {
    let stage = Stage()
    let host = try ScriptHost(application: stage.application)
    let view = try show(make, stage, host)
    for _ in 1...4 { host.collectGarbage() }
    let hasEnded = view.value == nil
    // Ends every cycle, so that nothing is left for the next check.
    host.close()
    return hasEnded
  }

  private struct Reference {
    weak var value: View?
  }

  private func show(_ make: () -> View, _ stage: Stage, _ host: ScriptHost) throws -> Reference {
    let form = make()
    form.id = "form"
    let window = stage.show(form)
    try host.run(
      source: """
        local form = ui.find("form")
        local save = form.subviews[1]
        save:on("touchUpInside", function() form.data.saves = (form.data.saves or 0) + 1 end)
        """,
      name: "cycle")
    (form.subviews.first as? Button)?.sendActions(for: .touchUpInside)
    host.collectGarbage()
    checks.equal(stage.diagnostics.map(\.message), [], "reports of the handler")
    stage.application.close(window)
    return Reference(value: form)
  }
}
