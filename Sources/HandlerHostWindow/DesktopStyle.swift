#if GTK
  internal import CGTK
  internal import ControlKit

  /// What the desktop says about light and dark, now and when it changes.
  ///
  /// The wish for dark variants is a setting that GTK lets the application write, too. What was written
  /// here is not taken for the desktop's word, and is taken back at the end.
  final class DesktopStyle {
    /// Called when the desktop has changed its mind, or its theme.
    var onChange: (() -> Void)?

    private static let preference = "gtk-application-prefer-dark-theme"
    private let settings: UnsafeMutableRawPointer?
    /// Where GNOME and others keep their wish.
    private let desktop: UnsafeMutablePointer<GSettings>?
    private var prefersDark = false
    private var isWriting = false
    private var connections: [(object: UnsafeMutableRawPointer, id: gulong)] = []

    init() {
      settings = gtk_settings_get_default().map { UnsafeMutableRawPointer($0) }
      desktop = Self.desktopSettings()
      guard let settings else { return }
      prefersDark = hh_gtk_get_boolean(settings, Self.preference) != 0
      watch(settings, "notify::\(Self.preference)") { [unowned self] in
        prefersDark = hh_gtk_get_boolean(settings, Self.preference) != 0
      }
      watch(settings, "notify::gtk-theme-name") {}
      if let desktop { watch(UnsafeMutableRawPointer(desktop), "changed::color-scheme") {} }
    }

    isolated deinit {
      for (object, id) in connections { g_signal_handler_disconnect(object, id) }
      if let settings { hh_gtk_set_boolean(settings, Self.preference, prefersDark ? 1 : 0) }
      if let desktop { g_object_unref(UnsafeMutableRawPointer(desktop)) }
    }

    /// Whether the desktop is light or dark.
    var style: UserInterfaceStyle {
      prefersDark || isThemeDark || isDesktopDark ? .dark : .light
    }

    /// Makes native widgets light or dark.
    func show(_ style: UserInterfaceStyle) {
      guard let settings else { return }
      isWriting = true
      hh_gtk_set_boolean(settings, Self.preference, style == .dark ? 1 : 0)
      isWriting = false
    }

    private func watch(
      _ object: UnsafeMutableRawPointer, _ signal: String, _ note: @escaping () -> Void
    ) {
      let id = connectNotify(object, signal) { [unowned self] in
        guard !isWriting else { return }
        note()
        onChange?()
      }
      connections.append((object, id))
    }

    private var isThemeDark: Bool {
      guard let settings, let name = hh_gtk_get_string(settings, "gtk-theme-name") else {
        return false
      }
      defer { g_free(name) }
      let text = String(cString: name).lowercased()
      return text.hasSuffix("-dark") || text.hasSuffix(":dark")
    }

    private var isDesktopDark: Bool {
      guard let desktop, let text = g_settings_get_string(desktop, "color-scheme") else {
        return false
      }
      defer { g_free(text) }
      return String(cString: text) == "prefer-dark"
    }

    private static func desktopSettings() -> UnsafeMutablePointer<GSettings>? {
      let name = "org.gnome.desktop.interface"
      guard let source = g_settings_schema_source_get_default(),
        let schema = g_settings_schema_source_lookup(source, name, 1)
      else { return nil }
      defer { g_settings_schema_unref(schema) }
      guard g_settings_schema_has_key(schema, "color-scheme") != 0 else { return nil }
      return g_settings_new(name)
    }
  }
#endif
