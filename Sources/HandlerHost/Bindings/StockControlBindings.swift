internal import ControlKit
internal import LuaRuntime

extension BindingTable {
  static var label: ClassBinding {
    ClassBinding("Label", Label.self, parent: ID.view, "Shows text.", make: { Label() }) { l in
      l.property("text", "The text.", \.text) { $0.text = $1 }
      l.property("textColor", "The colour; nil is the theme's.", \.textColor) { $0.textColor = $1 }
      l.property("textAlignment", "Where the text sits.", \.textAlignment) { $0.textAlignment = $1 }
      l.property("numberOfLines", "integer", "The most lines shown; 0 for all.") {
        $1.give($0.numberOfLines)
      } set: { label, value throws(LuaRefusal) in
        label.numberOfLines = try value.integer(in: 0...1_000_000)
      }
      l.property("font", "Font", "How the text looks.") {
        $1.give($0.font)
      } set: { label, value throws(LuaRefusal) in
        label.font = try value.font()
      }
    }
  }

  static var button: ClassBinding {
    ClassBinding(
      "Button", Button.self, parent: ID.control, "Does something when pressed.",
      make: { Button() }
    ) { b in
      b.property("title", "The text.", \.title) { $0.title = $1 }
      b.property("textColor", "The text's colour; nil is the theme's.", \.textColor) {
        $0.textColor = $1
      }
      b.property("image", "Image|string?", "The picture in front of the text.") {
        $1.give(object: $0.image.map(ScriptImage.init))
      } set: { button, value throws(LuaRefusal) in
        button.image = try value.image()
      }
      b.property("font", "Font", "How the text looks.") {
        $1.give($0.font)
      } set: { button, value throws(LuaRefusal) in
        button.font = try value.font()
      }
    }
  }

  static var slider: ClassBinding {
    ClassBinding(
      "Slider", Slider.self, parent: ID.control, "Chooses a number from a range.",
      make: { Slider() }
    ) { s in
      // The order is that of setting in a constructor: the range before the value.
      s.property("minimumValue", "The least value.", \.minimumValue) { $0.minimumValue = $1 }
      s.property("maximumValue", "The greatest value.", \.maximumValue) { $0.maximumValue = $1 }
      s.property("value", "The value, pinned into the range.", \.value) { $0.value = $1 }
      s.property("isContinuous", "Whether a drag sends valueChanged all along.", \.isContinuous) {
        $0.isContinuous = $1
      }
    }
  }

  static var toggle: ClassBinding {
    ClassBinding(
      "Switch", Switch.self, parent: ID.control, "Turns something on or off.",
      make: { Switch() }
    ) { s in
      s.property("isOn", "Whether it is on.", \.isOn) { $0.isOn = $1 }
    }
  }

  static var pageControl: ClassBinding {
    ClassBinding(
      "PageControl", PageControl.self, parent: ID.control, "Dots for pages.",
      make: { PageControl() }
    ) { p in
      p.property("numberOfPages", "integer", "How many pages there are.") {
        $1.give($0.numberOfPages)
      } set: { control, value throws(LuaRefusal) in
        control.numberOfPages = try value.integer(in: 0...10_000)
      }
      p.property("currentPage", "integer", "The current page, from 0.") {
        $1.give($0.currentPage)
      } set: { control, value throws(LuaRefusal) in
        control.currentPage = try value.integer()
      }
      p.property(
        "hidesForSinglePage", "Whether a single page shows nothing.", \.hidesForSinglePage
      ) { $0.hidesForSinglePage = $1 }
    }
  }

  static var progressView: ClassBinding {
    ClassBinding(
      "ProgressView", ProgressView.self, parent: ID.view, "Shows how far it is.",
      make: { ProgressView() }
    ) { p in
      p.property("progress", "How far, 0 to 1.", \.progress) { $0.progress = $1 }
    }
  }

  static var toolbar: ClassBinding {
    ClassBinding(
      "Toolbar", Toolbar.self, parent: ID.view, "A row of bar items.",
      make: { Toolbar() }
    ) { t in
      t.property("items", "BarButtonItem[]", "The items, left to right.") { toolbar, call in
        call.giveTable { for item in toolbar.items { call.give(object: item) } }
      } set: { toolbar, value throws(LuaRefusal) in
        guard value.call.kind(value.index) == .table else { throw value.refusal(expected: "table") }
        var items: [BarButtonItem] = []
        for number in 0..<value.call.length(value.index) {
          try value.call.item(number + 1, of: value.index) { (index: Int) throws(LuaRefusal) in
            items.append(
              try Argument(call: value.call, index: index, place: value.place)
                .object(BarButtonItem.self))
          }
        }
        toolbar.items = items
      }
    }
  }

  static var barButtonItem: ClassBinding {
    ClassBinding(
      "BarButtonItem", BarButtonItem.self, parent: nil, "A button of a toolbar.",
      events: ["primaryActionTriggered"], make: { BarButtonItem(title: "") }
    ) { b in
      b.property("id", "A name by which ui.find and tests find it.", \.id) { $0.id = $1 }
      b.property("title", "The text.", \.title) { $0.title = $1 }
      b.property("image", "Image|string?", "The picture, in place of a title.") {
        $1.give(object: $0.image.map(ScriptImage.init))
      } set: { item, value throws(LuaRefusal) in
        item.image = try value.image()
        if item.image != nil, item.title == "" { item.title = nil }
      }
      b.property("style", "How it looks.", \.style) { $0.style = $1 }
      b.property("isEnabled", "Whether it can be pressed.", \.isEnabled) { $0.isEnabled = $1 }
      b.property("accessibilityLabel", "What the item is, in words.", \.accessibilityLabel) {
        $0.accessibilityLabel = $1
      }
      b.functionProperty("onTap", "Runs when the item is pressed; further handlers may be added.") {
        item, engine, value throws(LuaRefusal) in
        item.onTapToken?.remove()
        guard let slot = value.call.slot else { return }
        let parameters = value.call.parameterCount(1)
        var options = HandlerOptions(label: "onTap")
        options.source = value.call.location.map { SourceLocation(file: $0.file, line: $0.line) }
        let handler = LuaHandler(
          engine, owner: item, slot: slot, wantsEvent: parameters.map { $0 > 1 } ?? true)
        item.onTapToken = item.addHandler(handler, for: .primaryActionTriggered, options)
      }
      declareEvents(&b)
    }
  }
}

extension BarButtonItem {
  private static let onTapKey = AssociatedKey<RemovableTarget>("HandlerHost.onTap")

  /// The registration behind the property `onTap`.
  var onTapToken: RemovableTarget? {
    get { associated(BarButtonItem.onTapKey) }
    set { setAssociated(newValue, for: BarButtonItem.onTapKey) }
  }
}
