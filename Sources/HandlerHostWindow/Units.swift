#if GTK
  internal import CGTK
  internal import ControlKit

  /// How long a point is, and how large text.
  ///
  /// Scripts measure in rows of 16 points, each of which must hold a control. In pixels those would be
  /// too small for native controls, so a point is larger than a pixel. Text has the size that it has in
  /// other programs: 14 points of a font are the system's usual text.
  enum Units {
    /// How many of GTK's pixels a point is long; the display's own scale comes on top.
    static let pixelsPerPoint = 1.5

    /// A length in GTK's pixels.
    static func pixels(_ points: Double) -> Double { points * pixelsPerPoint }

    /// A length in whole pixels.
    static func wholePixels(_ points: Double) -> Int32 {
      let pixels = (points * pixelsPerPoint).rounded()
      return pixels.isFinite ? Int32(min(max(pixels, 0), 32_000)) : 0
    }

    /// A length in points.
    static func points(_ pixels: Double) -> Double { pixels / pixelsPerPoint }
  }

  /// Measures text as GTK draws it.
  final class TextMetrics {
    private struct Key: Hashable {
      var text: String
      var font: Font
    }

    private static let mostKnown = 4096
    private let context: OpaquePointer
    private let layout: OpaquePointer
    private let family: String
    private var known: [Key: Size] = [:]
    private var descriptions: [Font: OpaquePointer] = [:]

    /// Uses a widget's font.
    init(_ widget: Widget) {
      context = gtk_widget_create_pango_context(widget)
      layout = pango_layout_new(context)
      let usual = pango_context_get_font_description(context)
      family = pango_font_description_get_family(usual).map { String(cString: $0) } ?? "Sans"
    }

    isolated deinit {
      for description in descriptions.values { pango_font_description_free(description) }
      g_object_unref(UnsafeMutableRawPointer(layout))
      g_object_unref(UnsafeMutableRawPointer(context))
    }

    /// A font for Pango, owned here.
    func description(of font: Font) -> OpaquePointer {
      if let known = descriptions[font] { return known }
      let description: OpaquePointer = pango_font_description_new()
      pango_font_description_set_family(description, font.isMonospaced ? "Monospace" : family)
      let size = min(max(font.size, 1), 1000)
      pango_font_description_set_absolute_size(description, size * Double(PANGO_SCALE))
      let weight =
        switch font.weight {
        case .regular: PANGO_WEIGHT_NORMAL
        case .semibold: PANGO_WEIGHT_SEMIBOLD
        case .bold: PANGO_WEIGHT_BOLD
        }
      pango_font_description_set_weight(description, weight)
      descriptions[font] = description
      return description
    }

    /// The size of one line, in points; whole pixels, so that nothing is cut.
    func size(of text: String, font: Font) -> Size {
      let key = Key(text: text, font: font)
      if let size = known[key] { return size }
      let layout = lay(text, font)
      var width: Int32 = 0
      var height: Int32 = 0
      pango_layout_get_pixel_size(layout, &width, &height)
      let size = Size(width: Units.points(Double(width)), height: Units.points(Double(height)))
      if known.count >= Self.mostKnown { known = [:] }
      known[key] = size
      return size
    }

    /// A layout with one line of text, valid until the next call.
    func lay(_ text: String, _ font: Font) -> OpaquePointer {
      pango_layout_set_attributes(layout, nil)
      pango_layout_set_font_description(layout, description(of: font))
      pango_layout_set_single_paragraph_mode(layout, 1)
      pango_layout_set_text(layout, text, Int32(text.utf8.count))
      return layout
    }

    /// Attributes for a widget, for the caller to release.
    func attributes(_ font: Font, _ color: RGBA?, isUnderlined: Range<Int>? = nil) -> OpaquePointer
    {
      let list: OpaquePointer = pango_attr_list_new()
      pango_attr_list_insert(list, pango_attr_font_desc_new(description(of: font)))
      if let color {
        func part(_ value: Float) -> guint16 { guint16(value * 65_535) }
        pango_attr_list_insert(
          list, pango_attr_foreground_new(part(color.red), part(color.green), part(color.blue)))
      }
      if let bytes = isUnderlined, let line = pango_attr_underline_new(PANGO_UNDERLINE_SINGLE) {
        line.pointee.start_index = guint(bytes.lowerBound)
        line.pointee.end_index = guint(bytes.upperBound)
        pango_attr_list_insert(list, line)
      }
      return list
    }

    /// Every size that layout asks for.
    var layoutMetrics: LayoutMetrics {
      var metrics = LayoutMetrics()
      metrics.lineSize = { [self] text, font in
        MainActor.assumeIsolated { size(of: text, font: font) }
      }
      metrics.symbolSize = { [self] image in
        MainActor.assumeIsolated {
          Pictures.size(of: image) ?? size(of: image.cellText, font: .body)
        }
      }
      let line = size(of: "Hg", font: .body).height
      let row = 16.0
      let edge = max(0, (row - line) / 2)
      metrics.windowGrid = Size(width: 2, height: 2)  // whole pixels
      metrics.buttonInsets = EdgeInsets(top: edge, left: 10, bottom: edge, right: 10)
      metrics.switchSize = Size(width: 28, height: row)
      metrics.pageDotSize = Size(width: 12, height: row)
      metrics.sliderHeight = row
      metrics.sliderKnobWidth = Units.points(Styles.knobWidth)
      metrics.progressHeight = row
      metrics.toolbarHeight = row
      metrics.toolbarSpacing = 6
      metrics.stepperSize = Size(width: 56, height: row)
      metrics.segmentPadding = 20
      metrics.segmentEnd = 0
      metrics.segmentHeight = row
      metrics.scrollBarSize = Size(width: 8, height: 8)
      metrics.textFieldHeight = row
      metrics.textInsets = EdgeInsets(
        top: edge, left: Styles.textInset, bottom: edge, right: Styles.textInset)
      // The native caret takes no room.
      metrics.caretWidth = 0
      metrics.clearButtonWidth = row
      return metrics
    }
  }
#endif
