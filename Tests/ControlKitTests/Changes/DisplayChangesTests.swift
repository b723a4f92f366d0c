import ControlKit
import TestSupport
import Testing

private final class CountingFrontEnd: FrontEnd {
  var updates = 0
  func didShow(_ window: Window) {}
  func didClose(_ window: Window) {}
  func setNeedsUpdate() { updates += 1 }
}

/// What front-ends learn about what to draw.
@Suite struct DisplayChangesTests {
  let label = Label(text: "a").at(0, 0, 50, 16)
  let pilot: Pilot

  init() {
    pilot = Pilot(label)
    _ = pilot.application.takeChanges()
  }

  /// A view's own look: the view alone. Taking resets.
  @Test func ownLook() {
    label.textColor = Color("tint")

    let changes = pilot.application.takeChanges()
    #expect(changes.views == [label])
    #expect(!pilot.application.needsDisplay)
    #expect(pilot.application.takeChanges().isEmpty)
  }

  /// Setting what is already so changes nothing.
  @Test func noChange() {
    label.text = "a"
    label.isHidden = false
    label.alpha = 1
    label.frame = label.frame

    #expect(!pilot.application.needsDisplay)
  }

  /// Adding, removing, moving, hiding, showing windows: the hierarchy.
  @Test(arguments: ["add", "remove", "move", "hide", "show", "resize"])
  func hierarchy(how: String) {
    switch how {
    case "add": pilot.window.addSubview(View())
    case "remove": label.removeFromSuperview()
    case "move": label.frame.origin.x = 8
    case "hide": label.isHidden = true
    case "show": pilot.application.show(Window())
    default: pilot.application.send(InputEvent(.resize(Size(width: 80, height: 80)), at: 0))
    }

    #expect(pilot.application.takeChanges().hierarchy)
    #expect(pilot.application.takeChanges().isEmpty)
  }

  /// The front-end is woken by the first change only.
  @Test func frontEndIsWokenOnce() {
    let frontEnd = CountingFrontEnd()
    pilot.application.frontEnd = frontEnd

    label.textColor = Color("red")
    label.textColor = Color("blue")
    #expect(frontEnd.updates == 1)

    _ = pilot.application.takeChanges()
    label.textColor = Color("red")
    #expect(frontEnd.updates == 2)
  }

  /// A removed view needs no drawing, and is not kept alive for it.
  @Test(arguments: ["remove", "remove parent", "close"])
  func removedViewsAreForgotten(how: String) {
    let check = LeakCheck()
    do {
      let view = check.watch(Label(text: "x"))
      let parent = View().at(0, 0, 50, 50).with(view)
      pilot.window.addSubview(parent)
      view.textColor = Color("red")
      switch how {
      case "remove": view.removeFromSuperview()
      case "remove parent": parent.removeFromSuperview()
      default:
        pilot.application.close(pilot.window)
        parent.removeFromSuperview()
      }
    }
    #expect(check.survivors == [])
  }
}
