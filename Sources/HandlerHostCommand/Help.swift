/// The texts of `--help` and `--version`.
nonisolated enum Help {
  static let version = "handlerhost 0.1.0"

  /// Fits a screen of 80 × 24.
  static let text = """
    usage: handlerhost [options] app.lua [arguments]

    Runs a Lua script whose controls are shown in a window or a terminal, or driven
    without one. A script of - is read from standard input.

    options:
      --ui window|terminal|headless  where windows are shown; default: what is there
      --events FILE           run headless with the input events of a file (- for
                              stdin): tap ID, down X Y, key NAME, wait SECONDS, …
      --theme light|dark      the colours; default: the terminal's, headless light
      --screen                run headless, and print the last screen as text
      --screenshot FILE       the first window as .png, or the last screen as .txt
      --trace                 print every hop of every event to stderr
      --sandbox               no files, processes and native code; 2 s for a handler
                              and 256M, unless given
      --handler-timeout S     stop a handler after so many seconds; 0: never
      --memory-limit SIZE     such as 64M; 0: no limit
      --on-error WHAT         report (default), stop, or suspend=N: disable what
                              failed N times in a row
      --version, --help, --   print the version, or this text; end the options

    Ctrl-C stops the handler that runs; without one it ends the run. Exit codes: 0,
    or the one given to ui.quit; 1 --on-error stop; 64 wrong options; 65 error in
    the script at load, in events, or no end; 66 file not readable; 130 Ctrl-C.
    """
}
