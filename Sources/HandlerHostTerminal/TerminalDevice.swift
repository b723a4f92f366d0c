internal import CTickit
internal import ControlKit
internal import Glibc
internal import TextScreen

/// A terminal in full-screen mode: libtickit, and the bytes it makes and reads.
///
/// Bytes for the terminal are collected until ``takeOutput()``.
final class TerminalDevice {
  /// What the terminal reports; columns and rows count from 0.
  enum Report {
    case mouse(TickitMouseEventType, button: Int, modifiers: Int, column: Int, row: Int)
    /// The pointer moved with no button down.
    case motion(column: Int, row: Int)
    case key(String)
    case text(String)
  }

  /// What libtickit's callbacks get: it outlives the terminal.
  private final class Link {
    var output: [UInt8] = []
    var onReport: ((Report) -> Void)?
  }

  private let term: OpaquePointer
  private let link: Link
  private let mode: ColorMode
  private var motions = MotionReports()
  private var pens: [CellStyle: OpaquePointer] = [:]

  /// Receives what the terminal reports, while bytes are pushed.
  var onReport: ((Report) -> Void)? {
    get { link.onReport }
    set { link.onReport = newValue }
  }

  /// Prepares the bytes that switch the terminal to full screen.
  ///
  /// - Returns: `nil` when the system has no description of an xterm.
  init?(mode: ColorMode, columns: Int, rows: Int) {
    let link = Link()
    // First of all, since libtickit's questions to the terminal may leave marks.
    link.output += TerminalBytes.start
    guard let term = TerminalDevice.makeTerm(link) else { return nil }
    self.term = term
    self.link = link
    self.mode = mode
    bindEvents()
    tickit_term_set_utf8(term, true)
    tickit_term_set_size(term, Int32(rows), Int32(columns))
    tickit_term_setctl_int(term, TICKIT_TERMCTL_CURSORVIS, 0)
    setMouseMode()
    tickit_term_setctl_int(term, TICKIT_TERMCTL_KEYPAD_APP, 1)
    // Otherwise 24 bits are used once the terminal has answered that it knows them.
    if mode == .trueColor {
      tickit_term_setctl_int(term, tickit_termctl_lookup("xterm.cap_rgb8"), 1)
    }
  }

  /// Whether the terminal tells of moves with no button down, too; not at first.
  var reportsMotion = false {
    didSet { if reportsMotion != oldValue { setMouseMode() } }
  }

  private func setMouseMode() {
    let mode = reportsMotion ? TICKIT_TERM_MOUSEMODE_MOVE : TICKIT_TERM_MOUSEMODE_DRAG
    tickit_term_setctl_int(term, TICKIT_TERMCTL_MOUSE, Int32(bitPattern: mode.rawValue))
  }

  /// Every terminal of today speaks xterm's language, and libtickit aborts on descriptions that
  /// lack something it needs: so it gets this one, whatever `TERM` says.
  private static func makeTerm(_ link: Link) -> OpaquePointer? {
    var hook = TickitTerminfoHook()
    // Newer descriptions name the prefix of SGR reports as the mouse key, which libtermkey takes
    // for the older three-byte reports. With the older name it reads both.
    hook.getstr = { name, value, _ in
      guard let name, strcmp(name, "key_mouse") == 0 else { return value }
      return UnsafePointer(TerminalDevice.oldMouseKey)
    }
    return withUnsafePointer(to: hook) { hook in
      for type in ["xterm-256color", "xterm"] {
        let term = type.withCString { type in
          var builder = TickitTermBuilder()
          builder.termtype = type
          builder.ti_hook = hook
          builder.output_func = { _, bytes, count, user in
            guard let bytes, let user else { return }
            let link = Unmanaged<Link>.fromOpaque(user).takeUnretainedValue()
            link.output.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
          }
          builder.output_func_user = Unmanaged.passUnretained(link).toOpaque()
          return tickit_term_build(&builder)
        }
        if let term { return term }
      }
      return nil
    }
  }

  private nonisolated(unsafe) static let oldMouseKey = strdup("\u{1B}[M")

  private func bindEvents() {
    let user = Unmanaged.passUnretained(link).toOpaque()
    let flags = TickitBindFlags(rawValue: 0)
    tickit_term_bind_event(
      term, TICKIT_TERM_ON_KEY, flags,
      { _, _, info, user in
        guard let info, let user else { return 0 }
        let key = info.assumingMemoryBound(to: TickitKeyEventInfo.self).pointee
        guard let characters = key.str else { return 0 }
        let text = String(cString: characters)
        let link = Unmanaged<Link>.fromOpaque(user).takeUnretainedValue()
        link.onReport?(key.type == TICKIT_KEYEV_TEXT ? .text(text) : .key(text))
        return 1
      }, user)
    tickit_term_bind_event(
      term, TICKIT_TERM_ON_MOUSE, flags,
      { _, _, info, user in
        guard let info, let user else { return 0 }
        let mouse = info.assumingMemoryBound(to: TickitMouseEventInfo.self).pointee
        let link = Unmanaged<Link>.fromOpaque(user).takeUnretainedValue()
        link.onReport?(
          .mouse(
            mouse.type, button: Int(mouse.button), modifiers: Int(mouse.mod),
            column: Int(mouse.col), row: Int(mouse.line)))
        return 1
      }, user)
  }

  /// Ends libtickit's part. The terminal itself is restored by ``TerminalBytes/restore``.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    link.onReport = nil
    for pen in pens.values { tickit_pen_unref(pen) }
    pens = [:]
    // A handler may close while libtickit is still reading on its behalf.
    if !isReading { tickit_term_unref(term) }
  }

  private var isClosed = false
  private var isReading = false

  /// Runs a part of libtickit that may report, and so may run anything.
  private func reading<Result>(_ read: () -> Result) -> Result {
    isReading = true
    defer {
      isReading = false
      if isClosed { tickit_term_unref(term) }
    }
    return read()
  }

  /// The bytes collected for the terminal.
  func takeOutput() -> [UInt8] {
    tickit_term_flush(term)
    defer { link.output = [] }
    return link.output
  }

  // MARK: - Input

  /// Reads bytes of the terminal; ``onReport`` is called meanwhile.
  func push(_ bytes: some Collection<UInt8>) {
    var chunk: [CChar] = []
    for byte in TerminalBytes.withoutTiltedWheel(bytes) {
      chunk.append(CChar(bitPattern: byte))
      let motion = motions.take(byte)
      // libtermkey's buffer is small, and drops what does not fit.
      guard motion != nil || chunk.count == 64 else { continue }
      push(chunk)
      chunk = []
      if let motion { link.onReport?(.motion(column: motion.column, row: motion.row)) }
    }
    push(chunk)
  }

  private func push(_ chunk: [CChar]) {
    guard !chunk.isEmpty, !isClosed else { return }
    reading { tickit_term_input_push_bytes(term, chunk, chunk.count) }
  }

  /// Reports an Escape that nothing followed for a while.
  ///
  /// - Returns: Seconds until it must be called again, or `nil`.
  @discardableResult
  func checkTimeout() -> Double? {
    guard !isClosed else { return nil }
    let milliseconds = reading { tickit_term_input_check_timeout_msec(term) }
    return milliseconds < 0 ? nil : Double(milliseconds) / 1000
  }

  /// Tells libtickit the size.
  func setSize(columns: Int, rows: Int) {
    tickit_term_set_size(term, Int32(rows), Int32(columns))
  }

  // MARK: - Output

  /// Writes what changed, as one frame that the terminal shows at once if it can.
  ///
  /// - Parameters:
  ///   - runs: What changed.
  ///   - isWhole: Whether nothing is known of what the terminal shows, nor of its current style.
  func draw(_ runs: [CellRun], isWhole: Bool) {
    guard !runs.isEmpty else { return }
    print(TerminalBytes.beginFrame)
    if isWhole, let none = tickit_pen_new() {
      print(TerminalBytes.noStyle)
      tickit_term_setpen(term, none)
      tickit_pen_unref(none)
    }
    for run in runs { draw(run) }
    print(TerminalBytes.endFrame)
  }

  private func draw(_ run: CellRun) {
    move(run.row, run.column)
    var text = ""
    var style = run.cells.first?.style
    for (offset, cell) in run.cells.enumerated() {
      guard case .character(let character) = cell.content else { continue }
      if cell.style != style {
        write(&text, style)
        style = cell.style
      }
      guard character.unicodeScalars.count > 1 else {
        text.append(character)
        continue
      }
      // Terminals differ in how wide these are: blank the place, and say where the next one goes.
      write(&text, style)
      let column = run.column + offset
      let width = CellWidth.of(character)
      text = String(repeating: " ", count: width)
      write(&text, style)
      move(run.row, column)
      text = String(character)
      write(&text, style)
      if offset + width < run.cells.count { move(run.row, column + width) }
    }
    write(&text, style)
  }

  private func move(_ row: Int, _ column: Int) {
    tickit_term_goto(term, Int32(row), Int32(column))
  }

  private func write(_ text: inout String, _ style: CellStyle?) {
    guard !text.isEmpty, let style else { return }
    tickit_term_setpen(term, pen(for: style))
    // Faint is no attribute of libtickit; without colours it is the only way to mute text.
    let isFaint = mode == .plain && style.isDim && !style.isBold
    if isFaint { print(TerminalBytes.faint) }
    print(text)
    if isFaint { print(TerminalBytes.notFaint) }
    text = ""
  }

  private func print(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) {
        tickit_term_printn(term, $0.baseAddress, $0.count)
      }
    }
  }

  private func pen(for style: CellStyle) -> OpaquePointer? {
    if let pen = pens[style] { return pen }
    if pens.count >= Self.mostPens {
      for pen in pens.values { tickit_pen_unref(pen) }
      pens = [:]
    }
    guard let pen = tickit_pen_new() else { return nil }
    if mode == .plain {
      tickit_pen_set_bool_attr(pen, TICKIT_PEN_REVERSE, style.isReversed)
    } else {
      set(TICKIT_PEN_FG, style.foreground, on: pen)
      set(TICKIT_PEN_BG, style.background, on: pen)
    }
    tickit_pen_set_bool_attr(pen, TICKIT_PEN_BOLD, style.isBold)
    if style.isUnderlined { tickit_pen_set_int_attr(pen, TICKIT_PEN_UNDER, 1) }
    pens[style] = pen
    return pen
  }

  /// A script that animates colours must not fill the memory with pens.
  private static let mostPens = 512

  private func set(_ attribute: TickitPenAttr, _ color: RGB, on pen: OpaquePointer) {
    tickit_pen_set_colour_attr(pen, attribute, Int32(ColorMode.index(of: color)))
    tickit_pen_set_colour_attr_rgb8(
      pen, attribute, TickitPenRGB8(r: color.red, g: color.green, b: color.blue))
  }
}
