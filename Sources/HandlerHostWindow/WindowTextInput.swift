#if GTK
  internal import CGTK
  internal import ControlKit

  /// The input method, for the text that is edited.
  final class WindowTextInput {
    private unowned let frontEnd: WindowFrontEnd
    private var context: UnsafeMutablePointer<GtkIMContext>?
    private weak var editor: View?

    init(_ frontEnd: WindowFrontEnd) {
      self.frontEnd = frontEnd
    }

    func attach() {
      guard context == nil, let context = gtk_im_multicontext_new() else { return }
      self.context = context
      gtk_im_context_set_client_widget(context, frontEnd.root)
      gtk_im_context_set_use_preedit(context, 1)
      let data = Unmanaged.passUnretained(self).toOpaque()
      let commit: @convention(c) (gpointer?, UnsafePointer<CChar>?, gpointer?) -> Void = {
        _, text, data in
        guard let text, let data else { return }
        Unmanaged<WindowTextInput>.fromOpaque(data).takeUnretainedValue()
          .frontEnd.input.commit(String(cString: text))
      }
      g_signal_connect_data(
        context, "commit", unsafeBitCast(commit, to: GCallback.self), data, nil,
        GConnectFlags(rawValue: 0))
      let changed: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
        guard let data else { return }
        Unmanaged<WindowTextInput>.fromOpaque(data).takeUnretainedValue().preeditChanged()
      }
      g_signal_connect_data(
        context, "preedit-changed", unsafeBitCast(changed, to: GCallback.self), data, nil,
        GConnectFlags(rawValue: 0))
    }

    func detach() {
      guard let context else { return }
      self.context = nil
      g_signal_handlers_disconnect_matched(
        context, G_SIGNAL_MATCH_DATA, 0, 0, nil, nil, Unmanaged.passUnretained(self).toOpaque())
      gtk_im_context_focus_out(context)
      gtk_im_context_set_client_widget(context, nil)
      g_object_unref(context)
    }

    /// Shows the input method a key, while text is edited.
    ///
    /// - Returns: Whether it took the key.
    func filter(_ event: OpaquePointer) -> Bool {
      guard editor != nil, let context else { return false }
      return gtk_im_context_filter_keypress(context, event) != 0
    }

    private var editedView: View? {
      switch frontEnd.application.keyWindow?.firstResponder {
      case let field as TextField: field.isEditing ? field : nil
      case let view as TextView: view.isEditing ? view : nil
      default: nil
      }
    }

    /// Tells the input method who is edited, and where the caret is.
    func follow() {
      guard let context else { return }
      let view = editedView
      if view !== editor {
        editor = view
        gtk_im_context_reset(context)
        frontEnd.stage.preedit = ""
        if view == nil {
          gtk_im_context_focus_out(context)
        } else {
          let isSecret = (view as? TextField)?.isSecureTextEntry == true
          hh_gtk_set_purpose(
            context, isSecret ? GTK_INPUT_PURPOSE_PASSWORD : GTK_INPUT_PURPOSE_FREE_FORM)
          gtk_im_context_focus_in(context)
        }
      }
      guard let view else { return }
      let caret: Rect? =
        switch view {
        case let field as TextField: field.caretRect
        case let text as TextView: text.caretRect
        default: nil
        }
      guard let caret, let window = view.window else { return }
      let place = view.convert(caret, to: nil)
      let origin = window.frame.origin
      var area = GdkRectangle(
        x: Int32(Units.pixels(min(max(origin.x + place.minX, 0), 10_000))),
        y: Int32(Units.pixels(min(max(origin.y + place.minY, 0), 10_000))),
        width: 1, height: Int32(Units.pixels(min(place.height, 1000))))
      gtk_im_context_set_cursor_location(context, &area)
    }

    private func preeditChanged() {
      guard let context else { return }
      var text: UnsafeMutablePointer<CChar>?
      gtk_im_context_get_preedit_string(context, &text, nil, nil)
      defer { g_free(text) }
      compose(text.map { String(cString: $0) } ?? "")
    }

    /// Shows what is being composed in the text that is edited.
    func compose(_ text: String) {
      guard text != frontEnd.stage.preedit else { return }
      frontEnd.stage.preedit = text
      if let editor { frontEnd.index[editor]?.push() }
    }
  }
#endif
