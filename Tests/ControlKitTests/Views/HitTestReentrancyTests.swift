import ControlKit
import TestSupport
import Testing

/// Runs a closure when it is asked whether a point is inside.
private final class AskedView: View {
  var onAsked: (() -> Void)?
  var isMissed = false

  override func point(inside point: Point, with event: Event?) -> Bool {
    onAsked?()
    return !isMissed && super.point(inside: point, with: event)
  }
}

/// Hit tests that change the tree they are looking at.
@Suite struct HitTestReentrancyTests {
  let root = View().at(0, 0, 100, 100).named("root")
  private let asked = AskedView().at(0, 0, 100, 100).named("asked")

  private func hit() -> String? { root.hitTest(Point(x: 5, y: 5), with: nil)?.id }

  /// A view that removes itself ends after the hit test, not within.
  @Test func removingItself() {
    let leaks = LeakCheck()
    var view: AskedView? = leaks.watch(AskedView()).at(0, 0, 100, 100)
    if let view { root.addSubview(view) }
    view?.isMissed = true
    view?.onAsked = { [weak view] in view?.removeFromSuperview() }
    view = nil

    #expect(hit() == "root")
    #expect(root.subviews.isEmpty)
    #expect(leaks.survivors.isEmpty)
  }

  /// The same for all that is above it and was not asked.
  @Test func removingWhatItIsIn() {
    let leaks = LeakCheck()
    let holder = View().at(0, 0, 100, 100)
    do {
      let outer = leaks.watch(View()).at(0, 0, 100, 100)
      let inner = leaks.watch(View()).at(0, 0, 100, 100).named("inner")
      root.addSubview(holder)
      holder.addSubview(outer)
      outer.addSubview(inner)
      inner.addSubview(asked)
    }
    asked.isMissed = true
    asked.onAsked = { holder.subviews.first?.removeFromSuperview() }

    #expect(hit() == "inner")
    asked.removeFromSuperview()
    #expect(leaks.survivors.isEmpty)
  }

  /// Those behind are asked as they were at the beginning.
  @Test func removingThoseBehind() {
    let behind = View().at(0, 0, 100, 100).named("behind")
    _ = root.with(behind, asked)
    asked.isMissed = true
    asked.onAsked = { [root] in
      for view in root.subviews { view.removeFromSuperview() }
      root.addSubview(View().at(0, 0, 100, 100).named("new"))
    }

    #expect(hit() == "behind")
    #expect(hit() == "new")
  }

  /// An override above decides what the views below it are asked.
  @Test func overridesBetweenPlainViews() {
    final class Shifted: View {
      override func hitTest(_ point: Point, with event: Event?) -> View? {
        super.hitTest(Point(x: point.x + 50, y: point.y), with: event)
      }
    }
    let shifted = Shifted().at(0, 0, 100, 100).named("shifted")
    let inner = View().at(50, 0, 20, 100).named("inner")
    _ = root.with(View().at(0, 0, 100, 100).named("plain").with(shifted.with(inner)))

    #expect(hit() == "inner")
    #expect(root.hitTest(Point(x: 30, y: 5), with: nil)?.id == "shifted")
    #expect(root.hitTest(Point(x: 60, y: 5), with: nil)?.id == "plain")
  }
}
