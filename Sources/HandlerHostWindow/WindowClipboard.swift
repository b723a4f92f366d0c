#if GTK
  internal import CGTK
  internal import ControlKit

  /// Keeps the application's clipboard and the desktop's the same.
  ///
  /// The core pastes at once, but the desktop answers later: so what others copy is fetched when they
  /// do it.
  final class WindowClipboard {
    private let application: Application
    private var signal: gulong = 0
    private var isTaking = false

    init(_ application: Application) {
      self.application = application
    }

    private var desktop: OpaquePointer? {
      gdk_display_get_default().flatMap { gdk_display_get_clipboard($0) }
    }

    func attach() {
      guard let desktop, signal == 0 else { return }
      application.clipboard.onChange = { [weak self] text in self?.give(text) }
      let changed: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
        guard let data else { return }
        Unmanaged<WindowClipboard>.fromOpaque(data).takeUnretainedValue().desktopChanged()
      }
      signal = g_signal_connect_data(
        UnsafeMutableRawPointer(desktop), "changed", unsafeBitCast(changed, to: GCallback.self),
        Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
      if let text = application.clipboard.string { give(text) } else { desktopChanged() }
    }

    func detach() {
      application.clipboard.onChange = nil
      if let desktop, signal != 0 {
        g_signal_handler_disconnect(UnsafeMutableRawPointer(desktop), signal)
      }
      signal = 0
    }

    private func give(_ text: String?) {
      guard !isTaking, let desktop else { return }
      gdk_clipboard_set_text(desktop, text ?? "")
    }

    private func desktopChanged() {
      guard let desktop, gdk_clipboard_is_local(desktop) == 0 else { return }
      let formats = gdk_clipboard_get_formats(desktop)
      guard
        gdk_content_formats_contain_gtype(formats, GType(16 << 2)) != 0
          || gdk_content_formats_contain_mime_type(formats, "text/plain;charset=utf-8") != 0
          || gdk_content_formats_contain_mime_type(formats, "text/plain") != 0
      else { return }
      gdk_clipboard_read_text_async(
        desktop, nil,
        { source, result, data in
          guard let source, let data else { return }
          let own = Unmanaged<WindowClipboard>.fromOpaque(data).takeRetainedValue()
          guard let text = gdk_clipboard_read_text_finish(OpaquePointer(source), result, nil) else {
            return
          }
          own.take(String(cString: text))
          g_free(text)
        }, Unmanaged.passRetained(self).toOpaque())
    }

    private func take(_ text: String) {
      guard signal != 0 else { return }
      isTaking = true
      application.clipboard.string = text
      isTaking = false
    }
  }
#endif
