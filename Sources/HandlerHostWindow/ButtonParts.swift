#if GTK
  internal import CGTK
  internal import ControlKit

  /// What a button shows: a picture or a symbol, and text.
  final class ButtonFace {
    private let box: Widget
    private let picture: Widget
    private let symbol: Widget
    private let label: Widget

    /// Becomes the child of a button.
    init(_ button: Widget) {
      box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4)
      picture = gtk_picture_new()
      symbol = gtk_label_new(nil)
      label = gtk_label_new(nil)
      for part in [picture, symbol, label] { gtk_box_append(cast(box), part) }
      gtk_widget_set_halign(box, GTK_ALIGN_CENTER)
      gtk_widget_set_valign(box, GTK_ALIGN_CENTER)
      gtk_label_set_ellipsize(OpaquePointer(label), PANGO_ELLIPSIZE_END)
      gtk_label_set_justify(OpaquePointer(label), GTK_JUSTIFY_CENTER)
      gtk_button_set_child(cast(button), box)
    }

    func show(_ title: String, _ image: Image?, _ font: Font, _ color: RGBA?, _ text: TextMetrics) {
      let texture = image.flatMap { Pictures.texture(of: $0) }
      gtk_picture_set_paintable(OpaquePointer(picture), texture)
      gtk_widget_set_visible(picture, texture == nil ? 0 : 1)
      let glyph = texture == nil ? image?.cellText ?? "" : ""
      set(symbol, glyph)
      set(label, title)
      let attributes = text.attributes(font, color)
      gtk_label_set_attributes(OpaquePointer(label), attributes)
      gtk_label_set_attributes(OpaquePointer(symbol), attributes)
      pango_attr_list_unref(attributes)
    }

    private func set(_ label: Widget, _ text: String) {
      let pointer = OpaquePointer(label)
      if gtk_label_get_text(pointer).map({ String(cString: $0) }) != text {
        gtk_label_set_text(pointer, text)
      }
      gtk_widget_set_visible(label, text.isEmpty ? 0 : 1)
    }
  }

  /// A native button that stands for a control.
  class PushPart: Part {
    private let face: ButtonFace

    init(_ skin: Skin) {
      let button: Widget = gtk_button_new()
      face = ButtonFace(button)
      super.init(skin, native: button)
      connect(button, "clicked") { [unowned self] in
        stage.assist {
          if let control = self.skin.view as? Control, control.isEnabled { control.activate() }
        }
      }
    }

    override var drawsGround: Bool { true }

    /// Shows a control's states, and what the button says.
    ///
    /// - Parameters:
    ///   - control: The control.
    ///   - title: The text; it may be empty.
    ///   - image: The picture in front of it.
    ///   - font: The text's font.
    ///   - color: The text's colour; `nil` for the button's own.
    ///   - name: What assistive technology calls it.
    final func show(
      _ control: Control, _ title: String, _ image: Image? = nil, _ font: Font = .body,
      _ color: RGBA? = nil, name: String
    ) {
      guard let native else { return }
      face.show(title, image, font, color, stage.text)
      showState(control, on: native)
      setState(native, GTK_STATE_FLAG_CHECKED, control.isSelected)
      showAccess(control, on: native, name)
    }
  }

  /// A push button.
  class ButtonPart: PushPart {
    override func push(_ view: View) {
      guard let button = view as? Button else { return }
      show(
        button, button.title, button.image, button.font,
        button.textColor.map(stage.palette.resolve),
        isStrong: button.window?.defaultButton === button)
    }

    final func show(
      _ control: Control, _ title: String, _ image: Image?, _ font: Font, _ color: RGBA?,
      isStrong: Bool
    ) {
      guard let native else { return }
      let name = title.isEmpty ? image?.accessibilityLabel ?? control.id ?? "Button" : title
      show(control, title, image, font, color, name: name)
      setClass(native, "suggested-action", isStrong && control.isEnabled)
      setAccent(control.isEnabled ? skin.ownTint : nil, isStrong: isStrong)
    }
  }

  /// An item of a toolbar.
  final class BarItemPart: ButtonPart {
    override init(_ skin: Skin) {
      super.init(skin)
      if let native { gtk_widget_add_css_class(native, "flat") }
    }

    override func push(_ view: View) {
      guard let view = view as? BarItemView, let item = view.item, let native else { return }
      setClass(native, "flat", item.style != .done && !view.isHighlighted)
      show(
        view, item.title ?? "", item.title == nil ? item.image : nil, .body, nil,
        isStrong: item.style == .done)
    }
  }

  /// A toolbar's ground; the items are subviews.
  final class ToolbarPart: Part {
    init(_ skin: Skin) {
      super.init(skin)
    }

    override func drawBelow(_ pen: Pen, _ bounds: Rect) {
      guard skin.view?.backgroundColor == nil else { return }
      pen.fill(bounds, radius: 6, stage.palette.label.with(alpha: 0.06))
    }
  }

  /// A control of which only the base class is known: its name, and its states.
  final class UnknownControlPart: PushPart {
    override func push(_ view: View) {
      guard let control = view as? Control else { return }
      let name = control.accessibilityLabel ?? control.id ?? String(describing: type(of: control))
      let hasOwnLook = control.subviews.contains { !$0.isHidden }
      show(control, hasOwnLook ? "" : name, name: name)
    }
  }

  /// A plain view: its label, if it has nothing else to show.
  final class PlainPart: Part {
    private var label = ""

    override init(_ skin: Skin, native: Widget? = nil) {
      super.init(skin)
    }

    override func push(_ view: View) {
      gtk_widget_set_focusable(skin.widget, view.canBecomeFirstResponder ? 1 : 0)
      let text = view.subviews.isEmpty ? view.accessibilityLabel ?? "" : ""
      if text != label {
        label = text
        gtk_widget_queue_draw(skin.widget)
      }
      if let name = view.accessibilityLabel { showAccess(view, on: skin.widget, name) }
    }

    override func drawBelow(_ pen: Pen, _ bounds: Rect) {
      guard !label.isEmpty else { return }
      let size = stage.text.size(of: label, font: .body)
      let place = Point(
        x: ((bounds.width - Units.pixels(size.width)) / 2).rounded(),
        y: ((bounds.height - Units.pixels(size.height)) / 2).rounded())
      let ground = skin.view?.backgroundColor.map(stage.palette.resolve)
      pen.text(
        stage.text.lay(label, .body), at: place,
        ground?.readable ?? stage.palette.label.with(alpha: 0.65))
    }

    override func drawAbove(_ pen: Pen, _ bounds: Rect) { drawFocusRing(pen, bounds) }
  }
#endif
