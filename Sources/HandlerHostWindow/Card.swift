#if GTK
  internal import CGTK
  internal import ControlKit

  /// A window of the application: the first one is all there is to see, others are cards with a title
  /// and a button that closes them.
  final class Card {
    /// The height of the title bar, in points.
    static let titleHeight = 22.0
    /// The room around a card, in points.
    static let margin = 8.0

    private(set) weak var window: Window?
    let skin: Skin
    private let stage: Stage
    private var bar: Widget?
    private var title: Widget?

    init(_ window: Window, stage: Stage, index: SkinIndex) {
      self.window = window
      self.stage = stage
      skin = Skin(window, stage: stage, index: index)
    }

    func remove() {
      skin.remove()
      if let bar, gtk_widget_get_parent(bar) != nil { gtk_widget_unparent(bar) }
      bar = nil
    }

    func moveToFront(in root: Widget) {
      gtk_widget_insert_before(skin.widget, root, nil)
      if let bar { gtk_widget_insert_before(bar, root, nil) }
    }

    /// Shows the title bar, if it is to have one.
    ///
    /// - Returns: Whether that is new.
    func sync(isCard: Bool) -> Bool {
      guard let window else { return false }
      var isNew = false
      if isCard, bar == nil, let root = gtk_widget_get_parent(skin.widget) {
        makeBar(in: root)
        isNew = true
      } else if !isCard, let bar {
        gtk_widget_unparent(bar)
        self.bar = nil
        isNew = true
      }
      if let title, bar != nil,
        gtk_label_get_text(OpaquePointer(title)).map({ String(cString: $0) }) != window.title
      {
        gtk_label_set_text(OpaquePointer(title), window.title)
      }
      hh_gtk_set_accessible_label(skin.widget, window.accessibilityLabel ?? window.title)
      return isNew
    }

    private func makeBar(in root: Widget) {
      let bar: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
      let title: Widget = gtk_label_new(nil)
      gtk_widget_add_css_class(title, "hh-title")
      gtk_widget_set_hexpand(title, 1)
      gtk_label_set_xalign(OpaquePointer(title), 0)
      gtk_label_set_ellipsize(OpaquePointer(title), PANGO_ELLIPSIZE_END)
      let close: Widget = gtk_button_new()
      gtk_button_set_label(cast(close), "×")
      gtk_widget_add_css_class(close, "flat")
      gtk_widget_set_focusable(close, 0)
      hh_gtk_set_accessible_label(close, "Close")
      connect(close, "clicked") { [weak self] in
        self?.stage.assist {
          if let window = self?.window { window.application?.close(window) }
        }
      }
      gtk_box_append(cast(bar), title)
      gtk_box_append(cast(bar), close)
      gtk_widget_add_css_class(bar, "hh")
      gtk_widget_add_css_class(bar, "hh-titlebar")
      gtk_widget_set_parent(bar, root)
      self.bar = bar
      self.title = title
    }

    /// Where the title bar is on the screen, in points.
    private var barFrame: Rect? {
      guard bar != nil, let window else { return nil }
      let frame = window.frame
      return Rect(
        x: frame.minX, y: frame.minY - Self.titleHeight, width: frame.width,
        height: Self.titleHeight)
    }

    /// Whether a press there closes the window.
    func isOnCloseMark(_ point: Point) -> Bool {
      guard let bar = barFrame else { return false }
      return bar.contains(point) && point.x >= bar.maxX - Self.titleHeight
    }

    func allocate() {
      skin.allocateItself()
      guard let bar, let frame = barFrame?.inPixels else { return }
      _ = HostWidget.leastSize(of: bar)
      var origin = graphene_point_t(x: Float(frame.minX.rounded()), y: Float(frame.minY.rounded()))
      gtk_widget_allocate(
        bar, Int32(frame.width.rounded()), Int32(frame.height.rounded()), -1,
        gsk_transform_translate(nil, &origin))
    }

    func draw(_ pen: Pen, in root: Widget, _ bounds: Rect) {
      if let bar, let window, let title = barFrame?.inPixels {
        pen.fill(bounds, RGBA(0, 0, 0, stage.palette.isDark ? 0.5 : 0.3))
        let body = window.frame.inPixels
        let whole = Rect(
          x: title.minX, y: title.minY, width: title.width, height: title.height + body.height)
        pen.shadow(whole, radius: 8)
        let ground = window.backgroundColor.map(stage.palette.resolve) ?? stage.palette.background
        pen.fill(whole, radius: 8, ground)
        pen.stroke(whole, radius: 8, stage.palette.border)
        gtk_widget_snapshot_child(root, bar, pen.snapshot)
      }
      gtk_widget_snapshot_child(root, skin.widget, pen.snapshot)
    }
  }
#endif
