#if GTK
  internal import CGTK
  internal import ControlKit

  /// A colour for GTK.
  struct RGBA: Hashable {
    var red: Float
    var green: Float
    var blue: Float
    var alpha: Float = 1

    init(_ red: Float, _ green: Float, _ blue: Float, _ alpha: Float = 1) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    init(bytes value: UInt32) {
      func part(_ shift: UInt32) -> Float { Float(value >> shift & 0xFF) / 255 }
      self.init(part(16), part(8), part(0))
    }

    var gdk: GdkRGBA { GdkRGBA(red: red, green: green, blue: blue, alpha: alpha) }

    func with(alpha: Float) -> RGBA { RGBA(red, green, blue, alpha) }

    /// As CSS reads it.
    var css: String {
      let bytes = [red, green, blue].map { Int(($0 * 255).rounded()) }
      return "rgba(\(bytes[0]),\(bytes[1]),\(bytes[2]),\(alpha))"
    }

    /// A little darker, for what it borders on.
    var edge: RGBA { RGBA(0, 0, 0, 0.2).over(self) }

    /// How bright it is, from 0 to 1, as WCAG 2 defines it.
    private var luminance: Float {
      func linear(_ value: Float) -> Float {
        value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The same, or as much of another colour added as makes it stand out: 3 to 1, as WCAG 2 asks for
    /// what is not text.
    func seen(on ground: RGBA, towards other: RGBA) -> RGBA {
      for step in 0..<10 {
        let color = other.with(alpha: Float(step) / 10).over(self)
        let (low, high) = (
          min(color.luminance, ground.luminance), max(color.luminance, ground.luminance)
        )
        if (high + 0.05) / (low + 0.05) >= 3 { return color }
      }
      return other
    }

    /// Black or white, whichever can be read on it.
    var readable: RGBA {
      0.3 * red + 0.6 * green + 0.1 * blue > 0.55 ? RGBA(0.1, 0.1, 0.1) : RGBA(1, 1, 1)
    }
  }

  /// The colours of the desktop's theme, behind the semantic names.
  struct Palette: Hashable {
    var label: RGBA
    var background: RGBA
    var base: RGBA
    var tint: RGBA
    /// The accent for what is drawn with it alone, such as a symbol: dark themes have one that is meant
    /// for a ground below white text, and can hardly be seen otherwise.
    var mark: RGBA
    var border: RGBA
    var isDark: Bool

    /// Reads the theme that is in effect.
    init(_ widget: Widget, isDark: Bool) {
      let context: UnsafeMutablePointer<GtkStyleContext> = gtk_widget_get_style_context(widget)
      func named(_ name: String, _ fallback: RGBA) -> RGBA {
        var found = GdkRGBA()
        guard gtk_style_context_lookup_color(context, name, &found) != 0 else { return fallback }
        return RGBA(found.red, found.green, found.blue, found.alpha)
      }
      self.isDark = isDark
      label = named("theme_fg_color", isDark ? RGBA(1, 1, 1) : RGBA(0.1, 0.1, 0.1))
      background = named("theme_bg_color", isDark ? RGBA(0.2, 0.2, 0.2) : RGBA(0.96, 0.96, 0.96))
      base = named("theme_base_color", isDark ? RGBA(0.15, 0.15, 0.15) : RGBA(1, 1, 1))
      tint = named("theme_selected_bg_color", RGBA(0.2, 0.5, 0.9))
      mark = tint.seen(on: background, towards: label)
      border = named("borders", isDark ? RGBA(0.1, 0.1, 0.1) : RGBA(0.8, 0.8, 0.8))
    }

    private static let light: [String: RGBA] = [
      "red": RGBA(bytes: 0xC01C28), "orange": RGBA(bytes: 0xC64600),
      "yellow": RGBA(bytes: 0xA57705),
      "green": RGBA(bytes: 0x1F8A4C), "blue": RGBA(bytes: 0x1C71D8),
      "purple": RGBA(bytes: 0x813D9C),
      "gray": RGBA(bytes: 0x77767B),
    ]
    private static let dark: [String: RGBA] = [
      "red": RGBA(bytes: 0xFF7B73), "orange": RGBA(bytes: 0xFFA348),
      "yellow": RGBA(bytes: 0xF8E45C),
      "green": RGBA(bytes: 0x57E389), "blue": RGBA(bytes: 0x78AEED),
      "purple": RGBA(bytes: 0xC88BE6),
      "gray": RGBA(bytes: 0x9A9996),
    ]

    func resolve(_ color: Color) -> RGBA {
      switch color.kind {
      case .rgb(let red, let green, let blue):
        RGBA(Float(red) / 255, Float(green) / 255, Float(blue) / 255)
      case .semantic("secondaryLabel"): label.with(alpha: 0.65).over(background)
      case .semantic("background"): background
      case .semantic("secondaryBackground"): base
      case .semantic("separator"): border
      case .semantic("tint"): tint
      case .semantic(let name): (isDark ? Palette.dark : Palette.light)[name] ?? label
      }
    }
  }

  extension RGBA {
    /// The colour that is seen when this one lies on another.
    func over(_ ground: RGBA) -> RGBA {
      func mix(_ top: Float, _ below: Float) -> Float { top * alpha + below * (1 - alpha) }
      return RGBA(mix(red, ground.red), mix(green, ground.green), mix(blue, ground.blue))
    }
  }

  /// What the theme's rules are changed by: native widgets have the sizes that the views have.
  enum Styles {
    /// The width of a slider's knob, in pixels.
    static let knobWidth = 16.0
    /// The space between the edges of a field and its text, in points.
    static let textInset = 6.0

    private static let rules = """
      .hh, .hh * { min-width: 0; min-height: 0; }
      .hh button { padding: 0 4px; }
      .hh entry { padding: 0 \(Units.pixels(textInset) - 1)px; }
      .hh entry image.right { margin: 0 0 0 4px; padding: 0; }
      .hh label { padding: 0; }
      .hh scale { padding: 0; }
      .hh scale > trough { min-height: 4px; margin: 0 \(knobWidth / 2)px; }
      .hh scale > trough > highlight { min-height: 4px; margin: -1px; }
      .hh scale > trough > slider {
        min-width: \(knobWidth)px; min-height: \(knobWidth)px; margin: -7px -\(knobWidth / 2)px; }
      .hh switch { border-radius: 12px; }
      .hh switch > slider { min-width: 16px; min-height: 16px; margin: 2px; }
      .hh button.hh-left { border-radius: 5px 0 0 5px; border-right-width: 0; }
      .hh button.hh-right { border-radius: 0 5px 5px 0; }
      .hh progressbar > trough { min-height: 6px; }
      .hh progressbar > trough > progress { min-height: 6px; }
      .hh-card { border-radius: 0 0 8px 8px; }
      .hh-title { font-weight: bold; padding: 0 12px; }
      .hh-titlebar { border-radius: 8px 8px 0 0; padding: 4px; }
      """

    /// Adds the rules to a display, once.
    static func install() {
      guard !isInstalled, let display = gdk_display_get_default() else { return }
      isInstalled = true
      let provider: UnsafeMutablePointer<GtkCssProvider> = gtk_css_provider_new()
      gtk_css_provider_load_from_data(provider, rules, -1)
      gtk_style_context_add_provider_for_display(
        display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1))
      g_object_unref(provider)
    }

    private static var isInstalled = false
  }

  /// Rules for one widget alone: a colour that a script chose.
  final class OwnStyle {
    private let widget: Widget
    private var provider: UnsafeMutablePointer<GtkCssProvider>?
    private var rules = ""

    init(_ widget: Widget) {
      self.widget = widget
    }

    /// Fills the widget with a colour, down to its edge, and what is written on it is legible; with
    /// `nil` it is as the theme has it.
    func fill(_ color: RGBA?) {
      set(
        color.map {
          "background: \($0.css); border-color: \($0.edge.css); color: \($0.readable.css);"
        } ?? "")
    }

    /// Replaces the rules, if they differ.
    func set(_ rules: String) {
      guard rules != self.rules else { return }
      self.rules = rules
      let provider: UnsafeMutablePointer<GtkCssProvider>
      if let known = self.provider {
        provider = known
      } else {
        provider = gtk_css_provider_new()
        gtk_style_context_add_provider(
          gtk_widget_get_style_context(widget), OpaquePointer(provider),
          guint(GTK_STYLE_PROVIDER_PRIORITY_USER))
        self.provider = provider
      }
      gtk_css_provider_load_from_data(provider, rules.isEmpty ? "" : "* { \(rules) }", -1)
    }

    isolated deinit {
      if let provider { g_object_unref(provider) }
    }
  }
#endif
