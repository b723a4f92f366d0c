#if GTK
  import CGTK
  import ControlKit
  import HandlerHostWindow
  import Testing

  /// Light and dark.
  @Suite(.serialized) struct WindowThemeTests {
    private func show(_ view: View) throws -> (Application, WindowFrontEnd) {
      let application = Application()
      let frontEnd = try OwnDisplay.frontEnd(application)
      application.userInterfaceStyle = frontEnd.desktopStyle
      let window = Window(title: "Theme", size: Size(width: 200, height: 64))
      window.addSubview(view)
      application.show(window)
      frontEnd.start()
      frontEnd.settle()
      return (application, frontEnd)
    }

    private var settings: UnsafeMutableRawPointer? {
      gtk_settings_get_default().map { UnsafeMutableRawPointer($0) }
    }

    private func prefersDark(_ value: Bool) {
      hh_gtk_set_boolean(settings, "gtk-application-prefer-dark-theme", value ? 1 : 0)
    }

    @Test func theApplicationBecomesDarkAndLightWithTheDesktop() throws {
      let label = Label(text: "Hello")
      let (application, frontEnd) = try show(label)
      defer { frontEnd.stop() }
      var styles: [UserInterfaceStyle] = []
      application.registerForTraitChanges { application, _ in
        styles.append(application.userInterfaceStyle)
      }
      let pushes = frontEnd.pushes
      let drawings = frontEnd.drawings

      prefersDark(true)
      #expect(application.userInterfaceStyle == .dark)
      frontEnd.settle()
      #expect(frontEnd.pushes > pushes)
      #expect(frontEnd.drawings > drawings)
      prefersDark(false)
      frontEnd.settle()

      #expect(styles == [.dark, .light])
    }

    /// What makes the widgets dark is written to the settings, and is not the desktop's word.
    @Test func anotherThemeDecidesAnew() throws {
      let (application, frontEnd) = try show(Label(text: "Hello"))
      defer { frontEnd.stop() }
      defer { gtk_settings_reset_property(gtk_settings_get_default(), "gtk-theme-name") }

      hh_gtk_set_string(settings, "gtk-theme-name", "Adwaita-dark")
      frontEnd.settle()
      #expect(application.userInterfaceStyle == .dark)
      hh_gtk_set_string(settings, "gtk-theme-name", "Adwaita")
      frontEnd.settle()

      #expect(application.userInterfaceStyle == .light)
    }

    @Test func aChosenThemeStays() throws {
      let (application, frontEnd) = try show(Label(text: "Hello"))
      defer { frontEnd.stop() }
      frontEnd.followsDesktop = false

      prefersDark(true)
      frontEnd.settle()

      #expect(application.userInterfaceStyle == .light)
      #expect(hh_gtk_get_boolean(settings, "gtk-application-prefer-dark-theme") == 0)
      prefersDark(false)
    }
  }
#endif
