#if GTK
  internal import CGTK
  internal import ControlKit

  /// A widget's own child of a kind, by its name in style sheets.
  private func part(_ name: String, of widget: Widget) -> Widget? {
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      if gtk_widget_get_css_name(current).map({ String(cString: $0) }) == name { return current }
      child = gtk_widget_get_next_sibling(current)
    }
    return nil
  }

  /// A slider.
  final class SliderPart: Part {
    /// The part of the track that is filled.
    private let filled: OwnStyle?

    init(_ skin: Skin) {
      let scale: Widget = gtk_scale_new(GTK_ORIENTATION_HORIZONTAL, nil)
      filled = gtk_widget_get_first_child(scale).flatMap { part("highlight", of: $0) }
        .map { OwnStyle($0) }
      super.init(skin, native: scale)
      gtk_scale_set_draw_value(cast(scale), 0)
      connect(scale, "value-changed") { [unowned self] in takeValue() }
    }

    override func push(_ view: View) {
      guard let slider = view as? Slider, let native else { return }
      let range: UnsafeMutablePointer<GtkRange> = cast(native)
      gtk_range_set_range(
        range, slider.minimumValue, max(slider.maximumValue, slider.minimumValue.nextUp))
      gtk_range_set_value(range, slider.value)
      let step = (slider.maximumValue - slider.minimumValue) * Slider.keyboardStep
      gtk_range_set_increments(range, step, 4 * step)
      showState(slider, on: native)
      filled?.fill(slider.isEnabled ? skin.ownTint : nil)
      super.push(view)
    }

    private func takeValue() {
      stage.assist {
        guard let slider = skin.view as? Slider, let native else { return }
        let previous = slider.value
        if slider.isEnabled { slider.value = gtk_range_get_value(cast(native)) }
        if slider.value != previous { slider.sendActions(for: .valueChanged) }
        skin.push()
      }
    }
  }

  /// A switch.
  final class SwitchPart: Part {
    private let ground: OwnStyle

    init(_ skin: Skin) {
      let toggle: Widget = gtk_switch_new()
      ground = OwnStyle(toggle)
      super.init(skin, native: toggle)
      connectNotify(toggle, "notify::active") { [unowned self] in
        stage.assist {
          if let toggle = self.skin.view as? Switch, toggle.isEnabled { toggle.activate() }
          self.skin.push()
        }
      }
    }

    override func push(_ view: View) {
      guard let toggle = view as? Switch, let native else { return }
      if (gtk_switch_get_active(OpaquePointer(native)) != 0) != toggle.isOn {
        gtk_switch_set_active(OpaquePointer(native), toggle.isOn ? 1 : 0)
      }
      showState(toggle, on: native)
      // Only a colour of its own, as everywhere: the views around it do not colour a switch.
      let color = toggle.isOn && toggle.isEnabled ? toggle.tintColor : nil
      ground.fill(color.map(stage.palette.resolve))
      super.push(view)
    }
  }

  /// How far something has come.
  final class ProgressPart: Part {
    private let filled: OwnStyle?

    init(_ skin: Skin) {
      let bar: Widget = gtk_progress_bar_new()
      filled = part("trough", of: bar).flatMap { part("progress", of: $0) }.map { OwnStyle($0) }
      super.init(skin, native: bar)
    }

    override func push(_ view: View) {
      guard let progress = view as? ProgressView, let native else { return }
      gtk_progress_bar_set_fraction(OpaquePointer(native), progress.progress)
      filled?.fill(skin.ownTint)
      super.push(view)
    }

    override func allocate(width: Int32, height: Int32) {
      guard let native else { return }
      let least = HostWidget.leastSize(of: native).height
      place(native, 0, max(0, (height - least) / 2), width, least)
    }
  }

  /// Two buttons side by side. A spin button that is not drawn tells assistive technology the value.
  final class StepperPart: Part {
    private let buttons: [Widget]

    init(_ skin: Skin) {
      buttons = ["−", "+"].map { sign in
        let button: Widget = hh_gtk_new_with_role(
          gtk_button_get_type(), GTK_ACCESSIBLE_ROLE_PRESENTATION)
        gtk_button_set_label(cast(button), sign)
        gtk_widget_set_focusable(button, 0)
        return button
      }
      super.init(skin, native: gtk_spin_button_new(nil, 1, 0))
      for (button, name) in zip(buttons, ["hh-left", "hh-right"]) {
        gtk_widget_add_css_class(button, name)
        gtk_widget_insert_before(button, skin.widget, nil)
      }
      guard let native else { return }
      if let text = gtk_editable_get_delegate(OpaquePointer(native)) {
        hh_gtk_set_string(UnsafeMutableRawPointer(text), "im-module", WindowTextInput.noModule)
      }
      connect(native, "value-changed") { [unowned self] in takeValue() }
    }

    override func push(_ view: View) {
      guard let stepper = view as? Stepper, let native else { return }
      let spin = OpaquePointer(native)
      gtk_spin_button_set_range(spin, stepper.minimumValue, stepper.maximumValue)
      gtk_spin_button_set_increments(spin, stepper.stepValue, stepper.stepValue)
      gtk_spin_button_set_digits(spin, stepper.stepValue.rounded() == stepper.stepValue ? 0 : 3)
      gtk_spin_button_set_value(spin, stepper.value)
      for (button, half) in zip(buttons, [Stepper.Half.decrement, .increment]) {
        let isPressed = stepper.pressedHalf == half && stepper.isHighlighted && stepper.isEnabled
        let isSensitive = stepper.isEnabled && stepper.canStep(half)
        if (gtk_widget_get_sensitive(button) != 0) != isSensitive {
          gtk_widget_set_sensitive(button, isSensitive ? 1 : 0)
        }
        setState(button, GTK_STATE_FLAG_ACTIVE, isPressed)
      }
      gtk_widget_set_sensitive(native, stepper.isEnabled ? 1 : 0)
      super.push(view)
    }

    override func allocate(width: Int32, height: Int32) {
      place(buttons[0], 0, 0, width / 2, height)
      place(buttons[1], width / 2, 0, width - width / 2, height)
      super.allocate(width: width, height: height)
    }

    override func drawBelow(_ pen: Pen, _ bounds: Rect) {
      for button in buttons { gtk_widget_snapshot_child(skin.widget, button, pen.snapshot) }
    }

    override func drawAbove(_ pen: Pen, _ bounds: Rect) {
      if let stepper = skin.view as? Stepper, stepper.isFirstResponder, stage.showsFocus {
        pen.stroke(bounds, radius: 5, width: 2, skin.mark.with(alpha: 0.6))
      }
    }

    private func takeValue() {
      stage.assist {
        guard let stepper = skin.view as? Stepper, let native else { return }
        let previous = stepper.value
        if stepper.isEnabled { stepper.value = gtk_spin_button_get_value(OpaquePointer(native)) }
        if stepper.value != previous { stepper.sendActions(for: .valueChanged) }
        skin.push()
      }
    }
  }

  /// Linked buttons, of which one is chosen.
  final class SegmentedPart: Part {
    private var buttons: [(widget: Widget, face: ButtonFace, ground: OwnStyle)] = []

    init(_ skin: Skin) {
      super.init(skin)
      gtk_widget_add_css_class(skin.widget, "linked")
      gtk_widget_set_focusable(skin.widget, 1)
    }

    override func push(_ view: View) {
      guard let control = view as? SegmentedControl else { return }
      while buttons.count > control.numberOfSegments {
        gtk_widget_unparent(buttons.removeLast().widget)
      }
      while buttons.count < control.numberOfSegments { addButton() }
      for (index, button) in buttons.enumerated() {
        let isEnabled = control.isEnabled && control.isEnabledForSegment(at: index)
        let title = control.titleForSegment(at: index) ?? ""
        let image = control.imageForSegment(at: index)
        button.face.show(title, image, control.font, nil, stage.text)
        let isChosen = control.selectedSegmentIndex == index
        gtk_toggle_button_set_active(cast(button.widget), isChosen ? 1 : 0)
        button.ground.fill(isChosen && isEnabled ? skin.ownTint : nil)
        if (gtk_widget_get_sensitive(button.widget) != 0) != isEnabled {
          gtk_widget_set_sensitive(button.widget, isEnabled ? 1 : 0)
        }
        setState(
          button.widget, GTK_STATE_FLAG_ACTIVE,
          isEnabled && control.pressedSegment == index && control.isHighlighted)
        hh_gtk_set_accessible_label(
          button.widget, title.isEmpty ? image?.accessibilityLabel ?? "\(index + 1)" : title)
      }
      showAccess(view, on: skin.widget, view.id ?? "Segments")
      gtk_widget_queue_allocate(skin.widget)
    }

    private func addButton() {
      let index = buttons.count
      let button: Widget = gtk_toggle_button_new()
      gtk_widget_set_focusable(button, 0)
      gtk_widget_insert_before(button, skin.widget, nil)
      connect(button, "toggled") { [unowned self] in
        stage.assist {
          if let control = self.skin.view as? SegmentedControl, control.isEnabled {
            control.chooseByAssistance(index)
          }
          self.skin.push()
        }
      }
      buttons.append((button, ButtonFace(button), OwnStyle(button)))
    }

    override func allocate(width: Int32, height: Int32) {
      guard let control = skin.view as? SegmentedControl else { return }
      for (index, button) in buttons.enumerated() where index < control.numberOfSegments {
        let frame = control.segmentFrame(at: index)
        let left = Int32(Units.pixels(frame.minX).rounded())
        let right = Int32(Units.pixels(frame.maxX).rounded())
        place(button.widget, left, 0, right - left, height)
      }
    }

    override func drawBelow(_ pen: Pen, _ bounds: Rect) {
      for button in buttons { gtk_widget_snapshot_child(skin.widget, button.widget, pen.snapshot) }
    }

    override func drawAbove(_ pen: Pen, _ bounds: Rect) {
      guard let control = skin.view as? SegmentedControl, control.isFirstResponder, stage.showsFocus
      else { return }
      let isMarked = control.isMomentary && control.keySegment < control.numberOfSegments
      let place = isMarked ? control.segmentFrame(at: control.keySegment).inPixels : bounds
      pen.stroke(place, radius: 5, width: 2, skin.mark.with(alpha: 0.6))
    }
  }

  /// Dots. A native range that is not drawn tells assistive technology the page.
  final class PageControlPart: Part {
    init(_ skin: Skin) {
      let scale: Widget = gtk_scale_new(GTK_ORIENTATION_HORIZONTAL, nil)
      super.init(skin, native: scale)
      connect(scale, "value-changed") { [unowned self] in takeValue() }
    }

    override func push(_ view: View) {
      guard let pages = view as? PageControl, let native else { return }
      let range: UnsafeMutablePointer<GtkRange> = cast(native)
      gtk_range_set_range(range, 1, Double(max(2, pages.numberOfPages)))
      gtk_range_set_increments(range, 1, 1)
      gtk_range_set_value(range, Double(pages.currentPage + 1))
      showState(pages, on: native)
      super.push(view)
      gtk_widget_queue_draw(skin.widget)
    }

    override func drawBelow(_ pen: Pen, _ bounds: Rect) {
      guard let pages = skin.view as? PageControl, !pages.isBlank else { return }
      let wanted = Units.pixels(pages.layoutMetrics.pageDotSize.width)
      let step = min(wanted, bounds.width / Double(pages.numberOfPages))
      let left = (bounds.width - step * Double(pages.numberOfPages)) / 2
      let radius = min(4, step * 0.4)
      for page in 0..<pages.numberOfPages {
        let middle = left + step * (Double(page) + 0.5)
        let isCurrent = page == pages.currentPage
        var color = isCurrent ? skin.mark : stage.palette.label.with(alpha: 0.3)
        if !pages.isEnabled { color = stage.palette.label.with(alpha: isCurrent ? 0.4 : 0.15) }
        let size = isCurrent && pages.isHighlighted ? radius + 1 : radius
        pen.fill(
          Rect(
            x: middle - size, y: bounds.midY - size, width: 2 * size, height: 2 * size),
          radius: size, color)
      }
    }

    override func drawAbove(_ pen: Pen, _ bounds: Rect) { drawFocusRing(pen, bounds) }

    private func takeValue() {
      stage.assist {
        guard let pages = skin.view as? PageControl, let native else { return }
        let previous = pages.currentPage
        let wanted = gtk_range_get_value(cast(native)).rounded()
        if pages.isEnabled, wanted.isFinite { pages.currentPage = Int(wanted) - 1 }
        if pages.currentPage != previous { pages.sendActions(for: .valueChanged) }
        skin.push()
      }
    }
  }

  /// A picture from a file, or a symbol.
  final class ImagePart: Part {
    init(_ skin: Skin) {
      super.init(
        skin, native: hh_gtk_new_with_role(gtk_picture_get_type(), GTK_ACCESSIBLE_ROLE_IMG))
      if let native { gtk_picture_set_can_shrink(OpaquePointer(native), 1) }
    }

    override func push(_ view: View) {
      guard let view = view as? ImageView, let native else { return }
      let texture = view.image.flatMap { Pictures.texture(of: $0) }
      gtk_picture_set_paintable(OpaquePointer(native), texture)
      gtk_picture_set_content_fit(OpaquePointer(native), GTK_CONTENT_FIT_FILL)
      showAccess(view, on: native, view.image?.accessibilityLabel ?? "Image")
      gtk_widget_queue_allocate(skin.widget)
      gtk_widget_queue_draw(skin.widget)
    }

    override func allocate(width: Int32, height: Int32) {
      guard let view = skin.view as? ImageView, let native else { return }
      var size = Point(x: Double(width), y: Double(height))
      if let texture = view.image.flatMap({ Pictures.texture(of: $0) }) {
        let own = Point(
          x: Double(gdk_texture_get_width(texture)), y: Double(gdk_texture_get_height(texture)))
        switch view.contentMode {
        case .scaleToFill: break
        case .scaleAspectFit, .scaleAspectFill:
          let factors = (size.x / max(own.x, 1), size.y / max(own.y, 1))
          let factor =
            view.contentMode == .scaleAspectFit
            ? min(factors.0, factors.1) : max(factors.0, factors.1)
          size = Point(x: own.x * factor, y: own.y * factor)
        default: size = own
        }
      }
      let anchor = view.anchor
      place(
        native, Int32((Double(width) - size.x) * anchor.x),
        Int32((Double(height) - size.y) * anchor.y),
        Int32(size.x), Int32(size.y))
    }

    override func drawBelow(_ pen: Pen, _ bounds: Rect) {
      guard let view = skin.view as? ImageView, let image = view.image else { return }
      guard Pictures.texture(of: image) == nil else {
        return pen.clipped(to: bounds) { super.drawBelow(pen, bounds) }
      }
      let text = Image.glyphs[image.name] ?? view.accessibilityLabel ?? image.cellText
      var font = Font.body
      // A symbol in a larger view is larger, too.
      if Image.glyphs[image.name] != nil {
        font.size = max(14, min(bounds.width, bounds.height) * 0.7)
      }
      let size = stage.text.size(of: text, font: font)
      let free = Point(
        x: bounds.width - Units.pixels(size.width), y: bounds.height - Units.pixels(size.height))
      let place = Point(
        x: (free.x * view.anchor.x).rounded(), y: (free.y * view.anchor.y).rounded())
      pen.clipped(to: bounds) { pen.text(stage.text.lay(text, font), at: place, skin.mark) }
    }
  }

  /// What scrolls: bars in front of the content.
  final class ScrollPart: Part {
    init(_ skin: Skin) {
      super.init(skin)
    }

    override func push(_ view: View) {
      gtk_widget_set_focusable(skin.widget, view.canBecomeFirstResponder ? 1 : 0)
      if let name = view.accessibilityLabel { showAccess(view, on: skin.widget, name) }
      gtk_widget_queue_draw(skin.widget)
    }

    override func drawAbove(_ pen: Pen, _ bounds: Rect) {
      if let view = skin.view as? ScrollView { Self.drawBars(of: view, skin, pen, bounds) }
      drawFocusRing(pen, bounds)
    }

    static func drawBars(of view: ScrollView, _ skin: Skin, _ pen: Pen, _ bounds: Rect) {
      let metrics = view.layoutMetrics.scrollBarSize
      let color = skin.stage.palette.label
      func draw(_ bar: (part: Double, position: Double)?, along axis: Axis) {
        guard let bar else { return }
        let thickness = Units.pixels(axis == .vertical ? metrics.width : metrics.height)
        let room = (axis == .vertical ? bounds.height : bounds.width) - 4
        let length = min(room, max(24, room * bar.part))
        let start = 2 + (room - length) * min(max(bar.position, 0), 1)
        let width = max(3, thickness * 0.5)
        let edge = (thickness - width) / 2
        let thumb =
          axis == .vertical
          ? Rect(x: bounds.maxX - edge - width, y: start, width: width, height: length)
          : Rect(x: start, y: bounds.maxY - edge - width, width: length, height: width)
        pen.fill(thumb, radius: width / 2, color.with(alpha: view.isFirstResponder ? 0.6 : 0.4))
      }
      draw(view.bar(along: .vertical), along: .vertical)
      draw(view.bar(along: .horizontal), along: .horizontal)
    }
  }
#endif
