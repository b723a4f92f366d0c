#if GTK
  internal import CGTK

  /// What is behind a ``HostWidget``.
  protocol HostContent: AnyObject {
    /// Places the children in a size of pixels.
    func allocate(width: Int32, height: Int32)
    /// Draws, children included.
    func draw(_ snapshot: OpaquePointer)
  }

  /// A widget without a size of its own, whose children are placed and drawn by its content.
  ///
  /// It asks for no room, so the window can always shrink.
  enum HostWidget {
    private static let key = "handlerhost-content"

    private static let type: GType = {
      g_type_register_static_simple(
        gtk_widget_get_type(), "HandlerHostView", guint(MemoryLayout<GtkWidgetClass>.size),
        { data, _ in
          guard let data else { return }
          let methods = data.assumingMemoryBound(to: GtkWidgetClass.self)
          methods.pointee.measure = { widget, _, _, least, natural, leastBaseline, baseline in
            HostWidget.measureChildren(of: widget)
            least?.pointee = 0
            natural?.pointee = 0
            leastBaseline?.pointee = -1
            baseline?.pointee = -1
          }
          methods.pointee.size_allocate = { widget, width, height, _ in
            HostWidget.content(of: widget)?.allocate(width: width, height: height)
          }
          methods.pointee.snapshot = { widget, snapshot in
            guard let snapshot else { return }
            HostWidget.content(of: widget)?.draw(snapshot)
          }
          gtk_widget_class_set_css_name(methods, "box")
        }, guint(MemoryLayout<GtkWidget>.size), nil, GTypeFlags(rawValue: 0))
    }()

    /// Creates a widget that does not own its content: ``detach(_:)`` comes first.
    static func make(_ content: any HostContent) -> Widget {
      let widget: Widget = hh_gtk_new_with_role(type, GTK_ACCESSIBLE_ROLE_GROUP)
      let object: UnsafeMutablePointer<GObject> = cast(widget)
      g_object_set_data(object, key, Unmanaged.passUnretained(content as AnyObject).toOpaque())
      return widget
    }

    /// Parts from the content and the children, and takes the widget out of its parent. Of a window's
    /// child the window is told.
    static func detach(_ widget: Widget) {
      let object: UnsafeMutablePointer<GObject> = cast(widget)
      g_object_set_data(object, key, nil)
      while let child = gtk_widget_get_first_child(widget) { gtk_widget_unparent(child) }
      if gtk_widget_get_parent(widget) != nil { gtk_widget_unparent(widget) }
    }

    private static func content(of widget: Widget?) -> (any HostContent)? {
      guard let widget else { return nil }
      let object: UnsafeMutablePointer<GObject> = cast(widget)
      guard let data = g_object_get_data(object, key) else { return nil }
      return Unmanaged<AnyObject>.fromOpaque(data).takeUnretainedValue() as? any HostContent
    }

    /// GTK wants every child to be measured before it is placed.
    private static func measureChildren(of widget: Widget?) {
      var child = widget.flatMap { gtk_widget_get_first_child($0) }
      while let current = child {
        if gtk_widget_should_layout(current) != 0 { _ = leastSize(of: current) }
        child = gtk_widget_get_next_sibling(current)
      }
    }

    /// The least size that a widget can be drawn in.
    static func leastSize(of widget: Widget) -> (width: Int32, height: Int32) {
      var width: Int32 = 0
      var height: Int32 = 0
      gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, &width, nil, nil, nil)
      gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, -1, &height, nil, nil, nil)
      return (width, height)
    }
  }
#endif
