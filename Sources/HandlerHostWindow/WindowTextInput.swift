#if GTK
  internal import CGTK
  internal import ControlKit

  /// What an input method is composing.
  struct Composition: Equatable {
    /// What is shown of it, in the place of the selection.
    var text = ""
    /// How many of its characters are before the caret.
    var caret = 0

    static let none = Composition()
    var isEmpty: Bool { text.isEmpty }
  }

  /// The input method, for the text that is edited.
  ///
  /// What is composed is shown in the text but belongs to the input method, until that commits it.
  /// Native widgets have no input method of their own: there is one keyboard, so of two that both
  /// want it one would get nothing.
  final class WindowTextInput {
    private unowned let frontEnd: WindowFrontEnd
    private var context: UnsafeMutablePointer<GtkIMContext>?
    private weak var editor: View?
    private var isSecret = false
    /// Whether the input method was told that there is something to edit.
    private var isIn = false
    /// What was committed while the composition was ended from here.
    private var rest: String?

    /// For native widgets that edit text.
    static let noModule = "gtk-im-context-none"

    /// Whether the input method has yet to say whether it takes a key. It is a process of its own, and
    /// the loop runs until it answers.
    private(set) var isAsking = false

    init(_ frontEnd: WindowFrontEnd) {
      self.frontEnd = frontEnd
    }

    func attach() {
      guard context == nil, let context = gtk_im_multicontext_new() else { return }
      self.context = context
      gtk_im_context_set_client_widget(context, frontEnd.root)
      gtk_im_context_set_use_preedit(context, 1)
      let commit: @convention(c) (gpointer?, UnsafePointer<CChar>?, gpointer?) -> Void = {
        _, text, data in
        guard let text, let data else { return }
        Unmanaged<WindowTextInput>.fromOpaque(data).takeUnretainedValue()
          .committed(String(cString: text))
      }
      connect("commit", unsafeBitCast(commit, to: GCallback.self))
      let changed: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
        guard let data else { return }
        Unmanaged<WindowTextInput>.fromOpaque(data).takeUnretainedValue().preeditChanged()
      }
      connect("preedit-changed", unsafeBitCast(changed, to: GCallback.self))
      let retrieve: @convention(c) (gpointer?, gpointer?) -> gboolean = { _, data in
        guard let data else { return 0 }
        return Unmanaged<WindowTextInput>.fromOpaque(data).takeUnretainedValue().tellText() ? 1 : 0
      }
      connect("retrieve-surrounding", unsafeBitCast(retrieve, to: GCallback.self))
      let delete: @convention(c) (gpointer?, gint, gint, gpointer?) -> gboolean = {
        _, offset, count, data in
        guard let data else { return 0 }
        return Unmanaged<WindowTextInput>.fromOpaque(data).takeUnretainedValue()
          .delete(Int(count), from: Int(offset)) ? 1 : 0
      }
      connect("delete-surrounding", unsafeBitCast(delete, to: GCallback.self))
    }

    private func connect(_ signal: String, _ callback: GCallback) {
      guard let context else { return }
      g_signal_connect_data(
        context, signal, callback, Unmanaged.passUnretained(self).toOpaque(), nil,
        GConnectFlags(rawValue: 0))
    }

    func detach() {
      guard let context else { return }
      g_signal_handlers_disconnect_matched(
        context, G_SIGNAL_MATCH_DATA, 0, 0, nil, nil, Unmanaged.passUnretained(self).toOpaque())
      leave()
      self.context = nil
      // An input method that is being asked still needs what it asked with.
      if !isAsking { Self.release(context) }
    }

    private static func release(_ context: UnsafeMutablePointer<GtkIMContext>) {
      gtk_im_context_set_client_widget(context, nil)
      g_object_unref(context)
    }

    /// Shows the input method a key, while text is edited. Whatever else happens meanwhile has to wait
    /// for the answer, or a fast writer's keys would change places.
    ///
    /// - Returns: Whether it took the key.
    func filter(_ event: OpaquePointer) -> Bool {
      guard editor != nil, let context, !isAsking else { return false }
      isAsking = true
      let isTaken = gtk_im_context_filter_keypress(context, event) != 0
      isAsking = false
      if self.context == nil { Self.release(context) }
      return isTaken
    }

    // MARK: - Who is edited

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
      let isSecret = (view as? TextField)?.isSecureTextEntry == true
      if view !== editor || isSecret != self.isSecret {
        finish()
        leave()
        editor = view
        self.isSecret = isSecret
        enter()
      }
      guard let view, let area = caretArea(in: view) else { return }
      var place = area
      gtk_im_context_set_cursor_location(context, &place)
    }

    private func caretArea(in view: View) -> GdkRectangle? {
      let caret: Rect? =
        switch view {
        case let field as TextField: field.caretRect
        case let text as TextView: text.caretRect
        default: nil
        }
      guard let caret, let window = view.window else { return nil }
      let place = view.convert(caret, to: nil)
      let origin = window.frame.origin
      return GdkRectangle(
        x: Int32(Units.pixels(min(max(origin.x + place.minX, 0), 10_000))),
        y: Int32(Units.pixels(min(max(origin.y + place.minY, 0), 10_000))),
        width: 1, height: Int32(Units.pixels(min(place.height, 1000))))
    }

    /// The window got the keys, or lost them: another program has the input method then.
    func activeChanged(_ isActive: Bool) {
      if isActive {
        enter()
      } else {
        finish()
        leave()
      }
    }

    private func enter() {
      guard let context, editor != nil, !isIn, frontEnd.isActive else { return }
      isIn = true
      hh_gtk_set_purpose(
        context, isSecret ? GTK_INPUT_PURPOSE_PASSWORD : GTK_INPUT_PURPOSE_FREE_FORM)
      gtk_im_context_focus_in(context)
    }

    private func leave() {
      guard let context, isIn else { return }
      isIn = false
      gtk_im_context_focus_out(context)
    }

    // MARK: - Composing

    private func preeditChanged() {
      guard let context, rest == nil else { return }
      var text: UnsafeMutablePointer<CChar>?
      var caret: gint = 0
      gtk_im_context_get_preedit_string(context, &text, nil, &caret)
      defer { g_free(text) }
      let composed = text.map { String(cString: $0) } ?? ""
      // GTK counts scalars.
      let before = composed.unicodeScalars.prefix(Int(caret))
      compose(Composition(text: composed, caret: String(String.UnicodeScalarView(before)).count))
    }

    /// Shows what is being composed in the text that is edited.
    func compose(_ composition: Composition) {
      let stage = frontEnd.stage
      guard composition != stage.composition else { return }
      let begins = stage.composition.isEmpty
      stage.composition = composition
      // As with typing, what is selected gives way to the first of it.
      if begins, let selection, !selection.isEmpty { frontEnd.turn { replaceSelection(with: "") } }
      if let editor { frontEnd.index[editor]?.push() }
    }

    private var selection: Range<Int>? {
      switch editor {
      case let field as TextField: field.selectedRange
      case let view as TextView: view.selectedRange
      default: nil
      }
    }

    /// Runs anybody's code.
    private func replaceSelection(with text: String) {
      switch editor {
      case let field as TextField: field.insertText(text)
      case let view as TextView: view.insertText(text)
      default: break
      }
    }

    private func committed(_ text: String) {
      if rest == nil {
        // An answer for a text that is no longer edited came too late.
        if editor != nil { frontEnd.input.commit(text) }
      } else {
        rest?.append(text)
      }
    }

    /// A view is about to lose the focus. Runs anybody's code.
    func willResign(_ view: View) {
      if view === editor { finish() }
    }

    /// Ends what is being composed: the input method commits what it wants to be kept of it, and that
    /// goes where it was shown. Runs anybody's code.
    func finish() {
      guard let context, editor != nil, !frontEnd.stage.composition.isEmpty, rest == nil else {
        return
      }
      // Losing the focus is what they all answer at once; a mere reset some answer later, when the
      // caret is elsewhere.
      rest = ""
      leave()
      gtk_im_context_reset(context)
      let text = rest ?? ""
      rest = nil
      compose(.none)
      enter()
      if !text.isEmpty { replaceSelection(with: text) }
    }

    // MARK: - The text around the caret

    private var line: SurroundingText? {
      switch editor {
      case let field as TextField where !field.isSecureTextEntry:
        SurroundingText(field.text, selection: field.selectedRange)
      case let view as TextView: SurroundingText(view.text, selection: view.selectedRange)
      default: nil
      }
    }

    /// Some scripts are written by looking at what is there: conversions to Chinese characters, say.
    private func tellText() -> Bool {
      guard let context, let line else { return false }
      let selection = line.bytes
      gtk_im_context_set_surrounding_with_selection(
        context, line.text, Int32(line.text.utf8.count), Int32(selection.upperBound),
        Int32(selection.lowerBound))
      return true
    }

    /// Deletes what the input method puts something else for. Runs anybody's code.
    private func delete(_ count: Int, from distance: Int) -> Bool {
      guard let line else { return false }
      let range = line.characters(count, from: distance)
      frontEnd.turn {
        select(range)
        replaceSelection(with: "")
        // Nobody expects the caret to go there, unless it was in what is gone.
        let caret = line.selection.upperBound
        guard selection == range.lowerBound..<range.lowerBound, caret != range.upperBound else {
          return
        }
        let place = caret < range.upperBound ? min(caret, range.lowerBound) : caret - range.count
        select(place..<place)
      }
      return true
    }

    private func select(_ range: Range<Int>) {
      switch editor {
      case let field as TextField: field.selectedRange = range
      case let view as TextView: view.selectedRange = range
      default: break
      }
    }
  }
#endif
