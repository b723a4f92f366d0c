#if GTK
  internal import CGTK

  /// Any widget. GTK's own classes come to Swift as several kinds of pointers; this one is kept, and
  /// the others are made where they are needed.
  typealias Widget = UnsafeMutablePointer<GtkWidget>

  /// A widget as the class that a function asks for. Nothing is checked.
  func cast<T>(_ widget: Widget) -> UnsafeMutablePointer<T> {
    UnsafeMutableRawPointer(widget).assumingMemoryBound(to: T.self)
  }

  extension OpaquePointer {
    /// The same object as a widget.
    var widget: Widget { Widget(self) }
  }

  /// A closure behind the data pointer of a signal; freed with the object.
  private final class SignalHandler {
    let action: () -> Void

    init(_ action: @escaping () -> Void) {
      self.action = action
    }
  }

  /// Runs a closure for a signal that carries nothing but its object, and returns nothing.
  func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ action: @escaping () -> Void)
  {
    let callback: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
      guard let data else { return }
      Unmanaged<SignalHandler>.fromOpaque(data).takeUnretainedValue().action()
    }
    connect(object, signal, unsafeBitCast(callback, to: GCallback.self), action)
  }

  /// The same for a signal whose second argument is another object, a property or a name.
  ///
  /// - Returns: What disconnects it.
  @discardableResult
  func connectNotify(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ action: @escaping () -> Void
  ) -> gulong {
    let callback: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { _, _, data in
      guard let data else { return }
      Unmanaged<SignalHandler>.fromOpaque(data).takeUnretainedValue().action()
    }
    return connect(object, signal, unsafeBitCast(callback, to: GCallback.self), action)
  }

  @discardableResult
  private func connect(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ callback: GCallback,
    _ action: @escaping () -> Void
  ) -> gulong {
    let data = Unmanaged.passRetained(SignalHandler(action)).toOpaque()
    return g_signal_connect_data(
      object, signal, callback, data,
      { data, _ in
        if let data { Unmanaged<SignalHandler>.fromOpaque(data).release() }
      }, GConnectFlags(rawValue: 0))
  }

  /// Sets or clears one of a widget's states, if that changes anything.
  func setState(_ widget: Widget, _ flag: GtkStateFlags, _ isSet: Bool) {
    let has = gtk_widget_get_state_flags(widget).rawValue & flag.rawValue != 0
    guard has != isSet else { return }
    if isSet {
      gtk_widget_set_state_flags(widget, flag, 0)
    } else {
      gtk_widget_unset_state_flags(widget, flag)
    }
  }

  /// Adds or removes a CSS class, if that changes anything.
  func setClass(_ widget: Widget, _ name: String, _ isSet: Bool) {
    guard (gtk_widget_has_css_class(widget, name) != 0) != isSet else { return }
    if isSet {
      gtk_widget_add_css_class(widget, name)
    } else {
      gtk_widget_remove_css_class(widget, name)
    }
  }
#endif
