internal import ControlKit
internal import HandlerHostCommand

#if GTK
  internal import HandlerHostWindow

  extension WindowFrontEnd: DesktopFrontEnd {}

  Command.main { application, clock in
    WindowFrontEnd(application: application, clock: clock)
  }
#else
  Command.main()
#endif
