internal import ControlKit
internal import LuaRuntime

extension BindingTable {
  /// The numbers of the classes that others refer to.
  enum ID {
    static let module = 0
    static let view = 1
    static let control = 2
    static let stack = 3
    static let gestureRecognizer = 4
    static let panGesture = 5
    static let scroll = 6
  }

  static let allClassCount = 64

  /// Every class scripts know. The order is arbitrary but for the numbers in ``ID``.
  static var allClasses: [ClassBinding] {
    [
      module, view, control, stack, gestureRecognizer, panGesture, scrollView,
      ClassBinding(named: "VStack", parent: ID.stack, "A column of views.") {
        StackView(axis: .vertical)
      },
      ClassBinding(named: "HStack", parent: ID.stack, "A row of views.") {
        StackView(axis: .horizontal)
      },
      window, label, button, slider, toggle, pageControl, progressView, toolbar, barButtonItem,
      ClassBinding(named: "FlexibleSpace", parent: nil, "Free room in a toolbar.") {
        BarButtonItem.flexibleSpace()
      },
      ClassBinding(
        "Spacer", Spacer.self, parent: ID.view, "Free room in a stack.", make: { Spacer() }
      ) { (_: inout MemberBuilder<Spacer>) in
      },
      token, group, timer, observer, clipboard, image, stepper, segmentedControl, imageView,
      textField,
      textView,
      ClassBinding("Object", KitObject.self, parent: nil, "An object of the host program.") {
        (_: inout MemberBuilder<KitObject>) in
      },
    ] + gestureKinds
  }
}

extension ClassBinding {
  /// A constructor with a name of its own for objects of another class.
  init(named name: String, parent: Int?, _ doc: String, make: @escaping () -> KitObject) {
    self.init(
      name: name, parent: parent, doc: doc, isInstance: { _ in false }, make: make, events: [],
      members: { ([], []) })
  }
}
