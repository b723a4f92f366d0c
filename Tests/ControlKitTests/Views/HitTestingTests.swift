import ControlKit
import TestSupport
import Testing

/// §5 Hit test.
@Suite struct HitTestingTests {
  let root = View().at(0, 0, 200, 200).named("root")
  let back = View().at(10, 10, 100, 100).named("back")
  let front = View().at(50, 50, 100, 100).named("front")

  init() { _ = root.with(back, front) }

  private func hit(_ x: Double, _ y: Double) -> String? {
    root.hitTest(Point(x: x, y: y), with: nil)?.id
  }

  private final class Plain: View {}

  private final class Overriding: View {
    override func hitTest(_ point: Point, with event: Event?) -> View? { nil }
    override func point(inside point: Point, with event: Event?) -> Bool { true }
  }

  private final class Shaped: View {
    override func point(inside point: Point, with event: Event?) -> Bool { true }
  }

  /// The classes whose views a hit test looks at, instead of asking them, leave it as it is.
  @Test func plainlyHitClassesOverrideNothing() {
    let table = MethodTable(of: Overriding.self, beside: Plain.self, in: View.self)
    #expect(table.count == 2 && table.isOverridden(by: Shaped.self))

    let overriding = View.plainlyHitClasses.filter { table.isOverridden(by: $0) }

    #expect(overriding.map { "\($0)" } == [])
  }

  /// Subviews last to first; first hit wins, else the view itself.
  @Test func frontmostWins() {
    #expect(hit(60, 60) == "front")
    #expect(hit(20, 20) == "back")
    #expect(hit(5, 5) == "root")
    #expect(hit(200, 5) == nil)
  }

  /// Edges: the min edge is inside, the max edge is outside.
  @Test func edges() {
    #expect(hit(10, 10) == "back")
    #expect(hit(150, 150) == "root")
    #expect(hit(50, 50) == "front")
  }

  /// Hidden, not enabled for interaction, or alpha below 0.01: skipped with its subtree.
  @Test(arguments: ["hidden", "interaction", "alpha"])
  func skipped(how: String) {
    front.addSubview(View().at(0, 0, 50, 50).named("child"))
    #expect(hit(60, 60) == "child")

    switch how {
    case "hidden": front.isHidden = true
    case "interaction": front.isUserInteractionEnabled = false
    default: front.alpha = 0.0099
    }

    #expect(hit(60, 60) == "back")
  }

  /// Alpha of exactly 0.01 is hit.
  @Test func alphaLimit() {
    front.alpha = 0.01

    #expect(hit(60, 60) == "front")
  }

  /// A child outside its parent's bounds cannot be hit, clipped or not.
  @Test(arguments: [true, false])
  func clippingPlaysNoPart(clips: Bool) {
    back.clipsToBounds = clips
    back.addSubview(View().at(-20, 0, 10, 10).named("child"))

    #expect(hit(5, 15) == "root")
  }

  /// Labels, progress views and spacers take no touches by default.
  @Test func passiveViews() {
    for view in [Label(text: "x"), ProgressView()] as [View] {
      #expect(!view.isUserInteractionEnabled)
    }
    front.addSubview(Spacer().at(0, 0, 50, 50).named("spacer"))
    #expect(hit(60, 60) == "front")
  }

  /// A scrolled window finds its views where it shows them.
  @Test func scrolledWindow() {
    let button = Button().at(0, 100, 50, 16)
    let pilot = Pilot(button)
    let log = EventLog()
    log.record(button)
    pilot.window.bounds.origin = Point(x: 0, y: 90)

    pilot.application.send(
      InputEvent(
        .touch(id: 0, phase: .began, location: Point(x: 5, y: 15), kind: .pointer), at: 0))

    #expect(log.entries == ["touchDown"])
  }
}
