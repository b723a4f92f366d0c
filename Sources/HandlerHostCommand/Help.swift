/// The texts of `--help` and `--version`.
nonisolated enum Help {
  static let version = "handlerhost 0.1.0"

  /// Fits a screen of 80 × 24.
  static let text = """
    usage: handlerhost [options] app.lua [arguments]

    Runs a Lua script whose windows, controls and event handlers are shown in a
    terminal, or driven without one. A script of - is read from standard input.

    options:
      --ui terminal|headless  where windows are shown; default: the terminal, if
                              there is one
      --events FILE           run headless with the input events of a file (- for
                              stdin): down X Y, move X Y, up X Y, wait SECONDS,
                              key NAME, type TEXT, tap ID, press ID SECONDS,
                              drag ID DX DY
      --theme light|dark      the colours; default: the terminal's, headless light
      --screen                run headless, and print the last screen as text
      --trace                 print every hop of every event to stderr
      --version               print the version
      --help                  print this text
      --                      end of the options

    Ctrl-C ends a run. Exit codes: 0, or the one given to ui.quit; 64 wrong options;
    65 error in the script while loading; 66 file not readable; 130 Ctrl-C.
    """
}
