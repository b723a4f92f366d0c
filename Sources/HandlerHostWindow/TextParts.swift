#if GTK
  internal import CGTK
  internal import ControlKit

  /// Text, broken into lines as the layout did.
  final class LabelPart: Part {
    init(_ skin: Skin) {
      super.init(skin, native: gtk_label_new(nil))
    }

    override func push(_ view: View) {
      guard let label = view as? Label, let native else { return }
      let lines = TextLayout.lines(
        label.text, font: label.font, width: label.bounds.width + 0.01, limit: label.numberOfLines,
        metrics: label.layoutMetrics)
      let text = lines.joined(separator: "\n")
      let pointer = OpaquePointer(native)
      if gtk_label_get_text(pointer).map({ String(cString: $0) }) != text {
        gtk_label_set_text(pointer, text)
      }
      let attributes = stage.text.attributes(label.font, label.textColor.map(stage.palette.resolve))
      gtk_label_set_attributes(pointer, attributes)
      pango_attr_list_unref(attributes)
      switch label.textAlignment {
      case .left: align(pointer, 0, GTK_JUSTIFY_LEFT)
      case .center: align(pointer, 0.5, GTK_JUSTIFY_CENTER)
      case .right: align(pointer, 1, GTK_JUSTIFY_RIGHT)
      }
      showAccess(view, on: native, label.text)
    }

    private func align(_ label: OpaquePointer, _ place: Float, _ mode: GtkJustification) {
      gtk_label_set_xalign(label, place)
      gtk_label_set_justify(label, mode)
    }
  }

  /// A line of text that is edited. The text, the caret and the selection are the core's; the native
  /// entry shows them.
  final class TextFieldPart: Part {
    init(_ skin: Skin) {
      let entry: Widget = gtk_entry_new()
      hh_gtk_set_string(entry, "im-module", WindowTextInput.noModule)
      super.init(skin, native: entry)
      gtk_editable_set_width_chars(OpaquePointer(entry), 0)
      gtk_editable_set_enable_undo(OpaquePointer(entry), 0)
      connect(entry, "changed") { [unowned self] in takeText() }
    }

    override var drawsGround: Bool { true }

    override func push(_ view: View) {
      guard let field = view as? TextField, let native else { return }
      showState(field, on: native)
      setState(native, GTK_STATE_FLAG_ACTIVE, false)
      let entry: UnsafeMutablePointer<GtkEntry> = cast(native)
      let editable = OpaquePointer(native)
      var text = field.text
      var range = field.selectedRange
      var underlined: Range<Int>?
      let composition = stage.composition
      if field.isEditing, !composition.isEmpty, !field.isSecureTextEntry {
        let place = text.index(text.startIndex, offsetBy: range.lowerBound)
        let before = text[..<place].utf8.count
        text.insert(contentsOf: composition.text, at: place)
        underlined = before..<before + composition.text.utf8.count
        let caret = range.lowerBound + composition.caret
        range = caret..<caret
      }
      if gtk_editable_get_text(editable).map({ String(cString: $0) }) != text {
        gtk_editable_set_text(editable, text)
      }
      let attributes = stage.text.attributes(
        field.font, field.textColor.map(stage.palette.resolve), isUnderlined: underlined)
      gtk_entry_set_attributes(entry, attributes)
      pango_attr_list_unref(attributes)
      gtk_entry_set_visibility(entry, field.isSecureTextEntry ? 0 : 1)
      gtk_entry_set_placeholder_text(entry, field.placeholder)
      let alignment: Float =
        switch field.textAlignment {
        case .left: 0
        case .center: 0.5
        case .right: 1
        }
      gtk_editable_set_alignment(editable, alignment)
      let hasButton = field.clearButtonFrame != nil
      gtk_entry_set_icon_from_icon_name(
        entry, GTK_ENTRY_ICON_SECONDARY, hasButton ? "edit-clear-symbolic" : nil)
      select(range, in: text)
      showAccess(field, on: native, field.placeholder ?? field.id ?? "Text field")
    }

    /// GTK counts scalars, the core characters.
    private func select(_ range: Range<Int>, in text: String) {
      guard let native else { return }
      func scalars(_ count: Int) -> Int32 {
        Int32(text.prefix(count).unicodeScalars.count)
      }
      let low = scalars(range.lowerBound)
      let high = scalars(range.upperBound)
      var start: Int32 = 0
      var end: Int32 = 0
      let editable = OpaquePointer(native)
      gtk_editable_get_selection_bounds(editable, &start, &end)
      if start == low, end == high, low != high || gtk_editable_get_position(editable) == low {
        return
      }
      gtk_editable_select_region(editable, low, high)
    }

    override var focusTarget: Widget {
      guard let native else { return skin.widget }
      return gtk_editable_get_delegate(OpaquePointer(native)).map { $0.widget } ?? native
    }

    /// Somebody else changed the text: assistive technology.
    private func takeText() {
      stage.assist {
        guard let field = skin.view as? TextField, field.isEnabled, let native,
          let text = gtk_editable_get_text(OpaquePointer(native)).map({ String(cString: $0) })
        else { return }
        field.selectedRange = 0..<field.text.count
        field.insertText(text)
        skin.push()
      }
    }
  }

  /// Text of several lines. It is drawn row by row as the core broke it; a native text view that is not
  /// drawn tells assistive technology of it.
  final class TextViewPart: Part {
    init(_ skin: Skin) {
      let view: Widget = gtk_text_view_new()
      hh_gtk_set_string(view, "im-module", WindowTextInput.noModule)
      super.init(skin, native: view)
      gtk_text_view_set_wrap_mode(cast(view), GTK_WRAP_WORD_CHAR)
      gtk_text_view_set_cursor_visible(cast(view), 0)
      gtk_widget_add_css_class(skin.widget, "hh-text")
    }

    override var drawsGround: Bool { false }

    override func push(_ view: View) {
      guard let text = view as? TextView, let native else { return }
      let buffer = gtk_text_view_get_buffer(cast(native))
      gtk_text_buffer_set_text(buffer, text.text, Int32(text.text.utf8.count))
      gtk_text_view_set_editable(cast(native), text.isEditable ? 1 : 0)
      showAccess(view, on: native, text.id ?? "Text")
      gtk_widget_queue_draw(skin.widget)
    }

    override func drawBelow(_ pen: Pen, _ bounds: Rect) {
      guard let view = skin.view as? TextView else { return }
      let palette = stage.palette
      let isActive = view.isFirstResponder
      if view.backgroundColor == nil {
        pen.fill(bounds, radius: 5, view.isEditable ? palette.base : palette.background)
      }
      pen.stroke(
        bounds, radius: 5, width: isActive ? 2 : 1,
        isActive ? skin.mark.with(alpha: 0.6) : palette.border)
      pen.clipped(to: bounds) { drawRows(view, pen, bounds) }
    }

    private func drawRows(_ view: TextView, _ pen: Pen, _ bounds: Rect) {
      let palette = stage.palette
      let lineHeight = Double(lineHeight(view.font))
      let top = Units.pixels(view.layoutMetrics.textInsets.top)
      let left = Units.pixels(Styles.textInset)
      let offset = Units.pixels(view.contentOffset.y)
      let rows = view.rows
      let first = max(0, Int(((offset - top) / lineHeight).rounded(.down)))
      let color = view.textColor.map(palette.resolve) ?? palette.label
      guard first < rows.count else { return }
      for row in first..<rows.count {
        let y = top + Double(row) * lineHeight - offset
        if y > bounds.height { break }
        drawRow(view, row, Point(x: left, y: y), lineHeight, color, pen)
      }
    }

    private func drawRow(
      _ view: TextView, _ row: Int, _ origin: Point, _ height: Double, _ color: RGBA, _ pen: Pen
    ) {
      let line = view.line(row)
      var text = String(line.characters)
      let start = line.characters.startIndex
      func x(_ index: Int) -> Double {
        let prefix = String(line.characters[..<min(max(index, start), line.characters.endIndex)])
        return origin.x + Units.pixels(stage.text.size(of: prefix, font: view.font).width)
      }
      if let selection = line.selection, !selection.isEmpty {
        let range = selection.clamped(to: start..<line.characters.endIndex)
        if !range.isEmpty {
          let place = Rect(
            x: x(range.lowerBound), y: origin.y, width: x(range.upperBound) - x(range.lowerBound),
            height: height)
          pen.fill(place, skin.tint.with(alpha: 0.35))
        }
      }
      var caret = line.selection.map { _ in x(line.head) }
      let isCaretHere = line.selection?.isEmpty == true && line.shows(markAt: line.head)
      let composition = stage.composition
      if isCaretHere, view.isEditing, !composition.isEmpty {
        let place = text.index(text.startIndex, offsetBy: min(line.head - start, text.count))
        text.insert(contentsOf: composition.text, at: place)
        func width(_ text: String) -> Double {
          Units.pixels(stage.text.size(of: text, font: view.font).width)
        }
        if let from = caret {
          pen.fill(
            Rect(x: from, y: origin.y + height - 2, width: width(composition.text), height: 1),
            color)
          caret = from + width(String(composition.text.prefix(composition.caret)))
        }
      }
      pen.text(stage.text.lay(text, view.font), at: origin, color)
      if isCaretHere, view.isEditing, let caret {
        pen.fill(Rect(x: caret, y: origin.y + 1, width: 1.5, height: height - 2), color)
      }
    }

    private func lineHeight(_ font: Font) -> Double {
      Units.pixels(stage.text.size(of: " ", font: font).height)
    }

    override func drawAbove(_ pen: Pen, _ bounds: Rect) {
      if let view = skin.view as? ScrollView { ScrollPart.drawBars(of: view, skin, pen, bounds) }
    }
  }
#endif
