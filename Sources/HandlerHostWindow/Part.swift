#if GTK
  internal import CGTK
  internal import ControlKit

  /// What shows the kind of a view and its state: a native widget, its own drawing, or both.
  class Part {
    unowned let skin: Skin
    /// The native widget, a child of the skin's; it may be there for assistive technology alone.
    let native: Widget?
    private var style: OwnStyle?
    private var ground: RGBA?
    private var accent: (color: RGBA, isStrong: Bool)?

    var stage: Stage { skin.stage }

    init(_ skin: Skin, native: Widget? = nil) {
      self.skin = skin
      self.native = native
      if let native { gtk_widget_set_parent(native, skin.widget) }
    }

    /// The part for a view; `nil` for one that is no more than its background.
    static func make(for view: View, in skin: Skin) -> Part? {
      switch view {
      case is Window: nil
      case is Label: LabelPart(skin)
      case is Button: ButtonPart(skin)
      case let item as BarItemView: item.isUserInteractionEnabled ? BarItemPart(skin) : nil
      case is Slider: SliderPart(skin)
      case is Switch: SwitchPart(skin)
      case is PageControl: PageControlPart(skin)
      case is ProgressView: ProgressPart(skin)
      case is TextView: TextViewPart(skin)
      case is ScrollView: ScrollPart(skin)
      case is TextField: TextFieldPart(skin)
      case is Stepper: StepperPart(skin)
      case is SegmentedControl: SegmentedPart(skin)
      case is ImageView: ImagePart(skin)
      case is Toolbar: ToolbarPart(skin)
      case is Control: UnknownControlPart(skin)
      default: PlainPart(skin)
      }
    }

    /// Whether the part shows the view's background colour itself.
    var drawsGround: Bool { false }

    /// Tells a background colour that the part shows.
    final func setGround(_ color: RGBA?) {
      ground = color
      showColors()
    }

    /// Shows the accent colour on a button: as its ground when that is strong, else as its text.
    final func setAccent(_ color: RGBA?, isStrong: Bool) {
      accent = color.map { ($0, isStrong) }
      showColors()
    }

    private func showColors() {
      guard let native, drawsGround else { return }
      if style == nil, ground == nil, accent == nil { return }
      let style = self.style ?? OwnStyle(native)
      self.style = style
      if let ground {
        style.set("background: \(ground.css); color: \(ground.readable.css);")
      } else if let accent, !accent.isStrong {
        style.set("color: \(accent.color.css);")
      } else {
        style.fill(accent?.color)
      }
    }

    /// What gets GTK's focus when the view is the first responder.
    var focusTarget: Widget { native ?? skin.widget }

    /// Shows what a view says now.
    func push(_ view: View) {
      if let native { showAccess(view, on: native, view.id ?? String(describing: type(of: view))) }
    }

    /// Tells assistive technology the view's label, or else another name.
    final func showAccess(_ view: View, on widget: Widget, _ name: String) {
      let label = view.accessibilityLabel ?? name
      if label != shownLabel {
        shownLabel = label
        hh_gtk_set_accessible_label(widget, label)
      }
    }
    private var shownLabel: String?

    /// Shows a control's states on a widget.
    final func showState(_ control: Control, on widget: Widget) {
      let isSensitive: gboolean = control.isEnabled ? 1 : 0
      if gtk_widget_get_sensitive(widget) != isSensitive {
        gtk_widget_set_sensitive(widget, isSensitive)
      }
      setState(widget, GTK_STATE_FLAG_ACTIVE, control.isHighlighted && control.isEnabled)
    }

    /// Places the native widget, by default over all of the view.
    func allocate(width: Int32, height: Int32) {
      if let native { place(native, 0, 0, width, height) }
    }

    /// Places a widget, larger than wanted if it can't be drawn so small.
    final func place(_ widget: Widget, _ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) {
      guard gtk_widget_should_layout(widget) != 0 else { return }
      let least = HostWidget.leastSize(of: widget)
      var origin = graphene_point_t(x: Float(x), y: Float(y))
      gtk_widget_allocate(
        widget, max(width, least.width), max(height, least.height), -1,
        gsk_transform_translate(nil, &origin))
    }

    /// Draws what is behind the subviews.
    func drawBelow(_ pen: Pen, _ bounds: Rect) {
      if let native { gtk_widget_snapshot_child(skin.widget, native, pen.snapshot) }
    }

    /// Draws what is in front of the subviews.
    func drawAbove(_ pen: Pen, _ bounds: Rect) {}

    /// The view goes off the screen.
    func detach() {}

    /// Draws a ring around what has the focus and no native widget that would.
    final func drawFocusRing(_ pen: Pen, _ bounds: Rect) {
      guard gtk_widget_has_visible_focus(focusTarget) != 0 else { return }
      pen.stroke(bounds, radius: 5, width: 2, skin.mark.with(alpha: 0.6))
    }
  }
#endif
