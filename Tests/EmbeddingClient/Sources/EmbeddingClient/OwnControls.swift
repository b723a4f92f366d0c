public import HandlerHost

/// An embedder's own control: one to five stars, chosen by where it is pressed.
public final class Stars: Control {
  /// How many are chosen; 0 before the first press.
  public var count = 0 {
    didSet { if count != oldValue { setNeedsDisplay() } }
  }

  override public init() {
    super.init()
  }

  override public var intrinsicContentSize: Size { Size(width: 80, height: 16) }

  // Within a control, `Event` is the set of its events: the touches' event is named in full.
  override public func beginTracking(_ touch: Touch, with event: ControlKit.Event?) -> Bool {
    bounds.width > 0
  }

  override public func endTracking(_ touch: Touch?, with event: ControlKit.Event?) {
    guard let touch, isTouchInside else { return }
    let chosen = min(5, Int(touch.location(in: self).x / bounds.width * 5) + 1)
    guard chosen != count else { return }
    count = chosen
    sendActions(for: .valueChanged)
  }
}

/// A control that a stranger made, with handlers of both languages.
struct OwnControls {
  private let checks: Checks

  init(_ checks: Checks) {
    self.checks = checks
  }

  func run() throws {
    let stage = Stage()
    let host = try ScriptHost(application: stage.application)
    let stars = Stars()
    let label = Label()
    stars.id = "stars"
    label.id = "label"
    stage.show(stars, label)
    var log: [String] = []
    stars.addAction(for: .allEvents) { log.append("\($0.type)") }
    try host.run(
      source: """
        local stars, label = ui.find("stars"), ui.find("label")
        stars:on("valueChanged", function(sender)
          assert(sender == stars)
          label.text = "chosen at " .. ui.now()
        end)
        stars.data.maximum = 5
        """,
      name: "stars")
    stage.wait(1)

    stage.tap(stars)
    checks.equal(log, ["touchDown", "valueChanged", "touchUpInside"], "events of an own control")
    checks.equal(stars.count, 3, "what a press in the middle chooses")
    checks.equal(label.text, "chosen at 1.0", "what the script did")
    checks.equal(stage.diagnostics.map(\.message), [], "reports")
  }
}
