import ControlKit
import TestSupport
import Testing

/// A view whose hooks run closures.
private final class HookedView: View {
  var onWillRemove: ((View) -> Void)?
  var onMove: (() -> Void)?
  override func willRemoveSubview(_ view: View) { onWillRemove?(view) }
  override func didMoveToSuperview() { onMove?() }
}

/// Takes its children out as it ends, as UIKit code may do.
private final class TidyView: View {
  deinit { for child in subviews { child.removeFromSuperview() } }
}

/// The view tree.
@Suite struct HierarchyTests {
  /// Adding moves a view from where it was; removing twice is harmless.
  @Test func addingMoves() {
    let child = View()
    let first = View().with(child)
    let second = View()

    second.addSubview(child)
    #expect(first.subviews.isEmpty && second.subviews == [child])
    #expect(child.superview === second)

    child.removeFromSuperview()
    child.removeFromSuperview()
    #expect(child.superview == nil && second.subviews.isEmpty)
  }

  /// Places are pinned to what is possible and count after the removal.
  @Test func places() {
    let views = (0..<3).map { View().named("\($0)") }
    let parent = View()
    parent.insertSubview(views[0], at: 99)
    parent.insertSubview(views[1], at: -5)
    parent.insertSubview(views[2], at: 1)
    #expect(parent.subviews.map(\.id) == ["1", "2", "0"])

    parent.insertSubview(views[1], at: 2)
    #expect(parent.subviews.map(\.id) == ["2", "0", "1"])
  }

  /// Adding to itself or to a descendant, or adding a window, is refused with a reason.
  @Test func impossibleAdditions() throws {
    let inner = View().named("inner")
    let outer = View().named("outer").with(View().with(inner))

    #expect(
      inner.problem(adding: outer) == "View 'outer' contains View 'inner' and cannot be added to it"
    )
    #expect(inner.problem(adding: inner) == "View 'inner' cannot be added to itself")
    #expect(inner.problem(adding: Window()) != nil)
    #expect(inner.problem(adding: View()) == nil)
  }

  /// Done all the same, they are a programmer error.
  @Test func addingToDescendantFails() async {
    await #expect(processExitsWith: .failure) {
      let inner = View()
      let outer = View()
      outer.addSubview(inner)
      inner.addSubview(outer)
    }
  }

  /// Views may be nested 1000 deep; such a tree works, and ends without overflowing the stack.
  @Test func nestingLimit() throws {
    let check = LeakCheck()
    do {
      let root = check.watch(Window())
      var deepest: View = root
      for _ in 1..<View.maximumNesting {
        let next = check.watch(View()).at(0, 0, 10, 10)
        deepest.addSubview(next)
        deepest = next
      }
      #expect(deepest.problem(adding: View()) != nil)
      #expect(root.problem(adding: View()) == nil)
      let pair = View().with(View())
      #expect(try #require(deepest.superview).problem(adding: pair) != nil)

      let application = Application()
      application.show(root)
      application.layoutIfNeeded()
      #expect(root.hitTest(Point(x: 1, y: 1), with: nil) === deepest)
    }
    #expect(check.survivors == [])
  }

  /// A view may take out its children as it ends; children that are held elsewhere live on.
  @Test func viewTidiesUpAsItEnds() {
    let child = View()
    var parent: View? = TidyView().with(child)
    #expect(parent?.subviews.count == 1)

    parent = nil

    #expect(child.superview == nil)
    #expect(child.window == nil)
  }

  /// A view that outlives its superview has none, and can be added again.
  @Test func orphan() {
    let child = Label(text: "a")
    do { _ = View().with(child) }

    child.text = "b"
    #expect(child.superview == nil)
    let next = View().with(child)
    #expect(child.superview === next)
  }

  /// A hook that removes a sibling does not confuse the removal.
  @Test func hookRemovesSibling() {
    let parent = HookedView()
    let views = (0..<3).map { View().named("\($0)") }
    for view in views { parent.addSubview(view) }
    parent.onWillRemove = { [weak parent] _ in
      parent?.onWillRemove = nil
      views[0].removeFromSuperview()
    }

    views[1].removeFromSuperview()

    #expect(parent.subviews == [views[2]])
    #expect(views[1].superview == nil)
  }

  /// A touchCancel handler that moves the view elsewhere does not leave it in two places.
  @Test func movedInTouchCancel() {
    let control = Control().at(0, 0, 50, 50)
    let elsewhere = View().at(0, 100, 50, 50)
    let target = View().at(100, 100, 50, 50)
    let pilot = Pilot(control, elsewhere, target)
    control.addAction(for: .touchCancel) { elsewhere.addSubview(control) }
    pilot.down(control)

    target.addSubview(control)

    #expect(control.superview === target)
    #expect(elsewhere.subviews.isEmpty)
    #expect(target.subviews == [control])
  }

  /// A touchCancel handler that makes the addition impossible: it does not happen, and the tree
  /// stays a tree.
  @Test func additionBecomesImpossible() {
    let control = Control().at(0, 0, 50, 50)
    let target = View().at(100, 100, 50, 50)
    let pilot = Pilot(control, target)
    control.addAction(for: .touchCancel) { control.addSubview(target) }
    pilot.down(control)

    target.addSubview(control)

    #expect(target.superview === control)
    #expect(control.superview == nil)
    #expect(target.subviews.isEmpty)
  }

  /// A view that deletes itself in its own handler: the send runs to its end.
  @Test func deletesItselfInItsHandler() {
    let check = LeakCheck()
    let log = EventLog()
    let pilot = Pilot()
    do {
      let button = check.watch(Button(title: "x").at(0, 0, 50, 16))
      button.addAction(for: .touchUpInside) { [weak button] in
        log.note("delete")
        button?.removeFromSuperview()
      }
      button.addAction(for: .touchUpInside) { log.note("second") }
      pilot.window.addSubview(button)
    }

    pilot.tap(pilot.window, at: Point(x: 5, y: 5))
    pilot.tap(pilot.window, at: Point(x: 5, y: 5))
    #expect(log.entries == ["delete", "second"])
    // The last touch is remembered for the tap count, but not its view.
    #expect(check.survivors == [])
  }

  /// Tags and ids are found depth first.
  @Test func finding() {
    let leaf = View().named("leaf")
    leaf.tag = 7
    let root = View().with(View().with(leaf), View().named("leaf"))

    #expect(root.view(withID: "leaf") === leaf)
    #expect(root.viewWithTag(7) === leaf)
    #expect(root.viewWithTag(8) == nil)
    #expect(leaf.isDescendant(of: root) && !root.isDescendant(of: leaf))
  }
}
