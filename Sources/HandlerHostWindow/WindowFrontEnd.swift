#if GTK
  internal import CGTK
  package import ControlKit

  /// Shows an application in a window of the desktop, with native widgets as skins of its views.
  ///
  /// All input is taken at the window's root and sent to the application, which alone decides what it
  /// means; what a native widget does by itself can only come from assistive technology. The first
  /// window of the application fills the window of the desktop; others are cards in front of it.
  ///
  /// The owner runs GLib's main loop, advances the application's scheduler and calls ``update()``.
  package final class WindowFrontEnd: FrontEnd {
    /// The application shown.
    package let application: Application
    /// Called when the loop should look again soon: something is to be drawn.
    package var onNeedsUpdate: (() -> Void)?
    /// Called after input was sent to the application.
    package var onTurn: (() -> Void)?

    let clock: () -> Double
    let toplevel: Widget
    let stage: Stage
    let index = SkinIndex()
    private(set) lazy var root = HostWidget.make(rootContent)
    private lazy var rootContent = RootContent(self)
    private(set) var cards: [Card] = []
    private weak var base: Window?
    private var shownStyle: UserInterfaceStyle?
    private var isStale = true
    private let desktop: DesktopStyle
    private(set) lazy var input = WindowInput(self)
    private(set) lazy var textInput = WindowTextInput(self)
    private lazy var clipboard = WindowClipboard(application)
    private var size = Size.zero
    private var isResizePending = false

    /// Whether the window is there.
    package private(set) var isRunning = false

    /// Whether the application becomes light or dark when the desktop does.
    package var followsDesktop = true

    /// How often a native widget was told something, for tests.
    package var pushes: Int { stage.pushes }
    /// How often the drawing of a view ran, for tests.
    package var drawings: Int { stage.drawings }
    /// How many views have a skin, for tests.
    package var skinCount: Int { index.count }

    /// Connects to the display; `nil` when there is none.
    ///
    /// - Parameters:
    ///   - application: What to show; its `frontEnd` is set by ``start()``.
    ///   - clock: The time in seconds of the application's clock.
    package init?(application: Application, clock: @escaping () -> Double) {
      // Desktops know a program's windows by it; GTK learns it from an application or not at all.
      g_set_prgname("handlerhost")
      guard gtk_init_check() != 0 else { return nil }
      self.application = application
      self.clock = clock
      toplevel = gtk_window_new()
      g_object_ref_sink(toplevel)
      Styles.install()
      desktop = DesktopStyle()
      stage = Stage(text: TextMetrics(toplevel), palette: Palette(toplevel, isDark: false))
      application.layoutMetrics = stage.text.layoutMetrics
    }

    isolated deinit {
      stop()
      g_object_unref(toplevel)
    }

    /// Whether the desktop is light or dark.
    package var desktopStyle: UserInterfaceStyle { desktop.style }

    // MARK: - Life

    /// Opens the window. Calling it twice does nothing.
    package func start() {
      guard !isRunning else { return }
      isRunning = true
      application.frontEnd = self
      stage.onAssistance = { [unowned self] work in turn(work) }
      base = application.windows.first
      gtk_window_set_child(cast(toplevel), root)
      gtk_widget_set_focusable(root, 0)
      input.attach()
      textInput.attach()
      clipboard.attach()
      let callback: @convention(c) (gpointer?, gpointer?) -> gboolean = { _, data in
        guard let data else { return 1 }
        Unmanaged<WindowFrontEnd>.fromOpaque(data).takeUnretainedValue().closeRequested()
        return 1
      }
      g_signal_connect_data(
        toplevel, "close-request", unsafeBitCast(callback, to: GCallback.self),
        Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
      connectNotify(toplevel, "notify::focus-widget") { [weak self] in self?.focusMoved() }
      connectNotify(toplevel, "notify::is-active") { [weak self] in self?.activeChanged() }
      desktop.onChange = { [unowned self] in desktopChanged() }
      let wanted = wantedSize()
      size = wanted
      fit(wanted)
      ask(for: wanted)
      update()
      // GTK gives the focus to the first widget that takes it: that says nothing about ours.
      stage.apply { gtk_window_present(cast(toplevel)) }
      mirrorFocus()
    }

    /// Closes the window. Calling it twice does nothing.
    package func stop() {
      guard isRunning else { return }
      isRunning = false
      desktop.onChange = nil
      if application.frontEnd === self { application.frontEnd = nil }
      clipboard.detach()
      textInput.detach()
      for card in cards { card.remove() }
      cards = []
      gtk_window_set_child(cast(toplevel), nil)
      gtk_window_destroy(cast(toplevel))
      // What the display still has to be told.
      while g_main_context_pending(nil) != 0 { g_main_context_iteration(nil, 0) }
    }

    /// The size for the first window and what is in front of it: what they ask for, or more when their
    /// content asks for more.
    private func wantedSize() -> Size {
      var size = Size.zero
      for window in application.windows {
        var wanted = window.preferredSize ?? Size(width: 640, height: 384)
        window.layoutIfNeeded()
        for view in window.subviews where !view.isHidden {
          let fitting = view.usesAutomaticFrame ? view.sizeThatFits(wanted) : view.frame.size
          let origin = view.usesAutomaticFrame ? Point.zero : view.frame.origin
          // A view that takes what it is given says nothing.
          if fitting.width.isFinite { wanted.width = max(wanted.width, origin.x + fitting.width) }
          if fitting.height.isFinite {
            wanted.height = max(wanted.height, origin.y + fitting.height)
          }
        }
        if window !== base {
          wanted.width += 2 * Card.margin
          wanted.height += 2 * (Card.titleHeight + Card.margin)
        }
        size.width = max(size.width, wanted.width.rounded(.up))
        size.height = max(size.height, wanted.height.rounded(.up))
      }
      return size
    }

    /// Asks for a window whose content has a size. Where the desktop gives windows no title bar, GTK
    /// makes one, and counts it as part of the window.
    private func ask(for size: Size) {
      var bar: Int32 = 0
      gtk_widget_realize(toplevel)
      // The content asks for no room: what is left is around it.
      gtk_widget_measure(toplevel, GTK_ORIENTATION_VERTICAL, -1, &bar, nil, nil, nil)
      gtk_window_set_default_size(
        cast(toplevel), Units.wholePixels(size.width), Units.wholePixels(size.height) + bar)
    }

    /// The first window follows the window of the desktop.
    private func fit(_ size: Size) {
      application.send(InputEvent(.resize(size), at: clock()))
      if let base, base.preferredSize != nil { base.preferredSize = size }
    }

    private func closeRequested() {
      turn { for window in application.windows.reversed() { application.close(window) } }
    }

    private func desktopChanged() {
      // Another theme has other colours, even if it is as light or dark as before.
      shownStyle = nil
      setNeedsUpdate()
      let style = desktop.style
      if followsDesktop, style != application.userInterfaceStyle {
        send(.userInterfaceStyle(style))
      }
    }

    // MARK: - The loop's part

    /// Shows what changed.
    package func update() {
      guard isRunning else { return }
      let changes = application.takeChanges()
      if application.userInterfaceStyle != shownStyle { showStyle() }
      let wasStale = isStale
      let before = stage.pushes
      stage.frame += 1
      if changes.hierarchy || wasStale {
        isStale = false
        syncWindows(isStale: wasStale)
      }
      for view in changes.views {
        if let skin = index[view], skin.pushedFrame != stage.frame { skin.push() }
      }
      if changes.hierarchy || stage.pushes != before || wasStale {
        mirrorFocus()
        textInput.follow()
      }
    }

    private func showStyle() {
      shownStyle = application.userInterfaceStyle
      stage.apply { desktop.show(application.userInterfaceStyle) }
      stage.palette = Palette(toplevel, isDark: shownStyle == .dark)
      isStale = true
      gtk_widget_queue_draw(root)
    }

    private func syncWindows(isStale: Bool) {
      let windows = application.windows
      if base?.application !== application {
        base = windows.first
        if let base {
          ask(for: base.preferredSize ?? size)
        }
      }
      if cards.count != windows.count || !zip(cards, windows).allSatisfy({ $0.window === $1 }) {
        for card in cards where !windows.contains(where: { $0 === card.window }) { card.remove() }
        cards = windows.map { window in
          cards.first { $0.window === window } ?? Card(window, stage: stage, index: index)
        }
        for card in cards { card.moveToFront(in: root) }
        gtk_widget_queue_allocate(root)
        gtk_widget_queue_draw(root)
      }
      let title = base?.title ?? ""
      if gtk_window_get_title(cast(toplevel)).map({ String(cString: $0) }) != title {
        gtk_window_set_title(cast(toplevel), title)
      }
      for card in cards {
        let hasMoved = card.skin.sync(tint: stage.palette.tint, isStale: isStale)
        let isOther = card.sync(isCard: card.window !== base)
        if hasMoved || isOther { gtk_widget_queue_allocate(root) }
      }
    }

    // MARK: - Focus

    /// GTK's focus is where the core's is.
    private func mirrorFocus() {
      let first = application.keyWindow?.firstResponder
      let target = first.flatMap { index[$0]?.part?.focusTarget ?? index[$0]?.widget }
      guard gtk_window_get_focus(cast(toplevel)) != target else { return }
      stage.apply {
        if let target {
          if gtk_widget_is_ancestor(target, toplevel) != 0 { gtk_widget_grab_focus(target) }
        } else {
          gtk_window_set_focus(cast(toplevel), nil)
        }
      }
      // Entries select everything when they get it.
      if let first, let skin = index[first], skin.part is TextFieldPart { skin.push() }
    }

    /// Somebody else moved the focus: assistive technology, or GTK itself, which gives it to the first
    /// widget when the window comes to the front.
    private func focusMoved() {
      guard !stage.isApplying else { return }
      let isGTK =
        !isActive || g_get_monotonic_time() < activation + Self.activationDuration
      if isGTK { return mirrorFocus() }
      stage.assist {
        guard let focus = gtk_window_get_focus(cast(toplevel)),
          let view = index.skin(around: focus)?.view, view.window === application.keyWindow,
          !view.isFirstResponder
        else { return }
        view.becomeFirstResponder()
      }
    }

    private func activeChanged() {
      if isActive {
        activation = g_get_monotonic_time()
        mirrorFocus()
        textInput.activeChanged(true)
      } else {
        turn { textInput.activeChanged(false) }
        input.letGoOfKeys()
      }
    }

    /// Whether the desktop gives the window the keys.
    var isActive: Bool { gtk_window_is_active(cast(toplevel)) != 0 }

    /// When the window last came to the front, in microseconds.
    private var activation: gint64 = 0
    /// How long after that GTK may still move the focus, in microseconds.
    private static let activationDuration: gint64 = 500_000

    // MARK: - FrontEnd

    package func didShow(_ window: Window) {
      textInput.finish()
      if application.windows.count == 1 { base = window }
      guard isRunning else { return }
      let wanted = wantedSize()
      // Room for what is in front; never less than there is.
      guard wanted.width > size.width || wanted.height > size.height else {
        if window === base, window.preferredSize != nil { window.preferredSize = size }
        return
      }
      ask(for: Size(width: max(wanted.width, size.width), height: max(wanted.height, size.height)))
    }

    package func didClose(_ window: Window) {
      input.forget(window)
    }

    package func setNeedsUpdate() { onNeedsUpdate?() }

    package func willResign(_ view: View) { textInput.willResign(view) }

    // MARK: - Input

    func send(_ kind: InputEvent.Kind) {
      turn { application.send(InputEvent(kind, at: max(clock(), application.scheduler.now))) }
    }

    /// Does something that runs handlers, at the present time.
    func turn(_ work: () -> Void) {
      application.scheduler.advance(to: clock(), skippingMissed: true)
      work()
      onTurn?()
    }

    /// GTK has placed the root: the size is told when that is over, since handlers may run then.
    fileprivate func rootDidResize(width: Int32, height: Int32) {
      let next = Size(width: Units.points(Double(width)), height: Units.points(Double(height)))
      guard next != size else { return }
      size = next
      guard !isResizePending else { return }
      isResizePending = true
      g_idle_add_full(
        gint(G_PRIORITY_HIGH),
        { data in
          if let data {
            Unmanaged<WindowFrontEnd>.fromOpaque(data).takeUnretainedValue().tellSize()
          }
          return 0
        }, Unmanaged.passRetained(self).toOpaque(),
        { data in if let data { Unmanaged<WindowFrontEnd>.fromOpaque(data).release() } })
    }

    private func tellSize() {
      isResizePending = false
      guard isRunning else { return }
      turn { fit(size) }
    }

    // MARK: - Tests

    /// Shows everything, and runs the loop until the window is drawn and nothing is left to do.
    package func settle() {
      update()
      var quiet = 0
      // The frame clock ticks at 60 Hz: a few of its periods without anything to do are the end.
      while quiet < 40 {
        if g_main_context_iteration(nil, 0) != 0 {
          quiet = 0
          if application.needsDisplay { update() }
        } else {
          quiet += 1
          g_usleep(1000)
        }
      }
    }

    // MARK: - Pictures

    /// Turns animations off, for pictures that are all the same.
    package func disableAnimations() {
      guard let settings = gtk_settings_get_default() else { return }
      hh_gtk_set_boolean(UnsafeMutableRawPointer(settings), "gtk-enable-animations", 0)
    }

    /// Writes what the window shows as a PNG file, at the display's scale.
    package func writePicture(to path: String) -> PictureOutcome {
      guard isRunning, let renderer = gtk_native_get_renderer(OpaquePointer(toplevel)) else {
        return .notShown
      }
      let width = Double(gtk_widget_get_width(root))
      let height = Double(gtk_widget_get_height(root))
      let scale = Float(gtk_widget_get_scale_factor(root))
      guard width > 0, height > 0 else { return .notShown }
      let paintable: OpaquePointer = gtk_widget_paintable_new(root)
      defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
      let snapshot: OpaquePointer = gtk_snapshot_new()
      gtk_snapshot_scale(snapshot, scale, scale)
      gdk_paintable_snapshot(paintable, snapshot, width, height)
      guard let node = gtk_snapshot_free_to_node(snapshot) else { return .notShown }
      defer { gsk_render_node_unref(node) }
      var area = Rect(x: 0, y: 0, width: width * Double(scale), height: height * Double(scale))
        .graphene
      guard let texture = gsk_renderer_render_texture(renderer, node, &area) else {
        return .notShown
      }
      defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
      return gdk_texture_save_to_png(texture, path) != 0 ? .written : .notWritable
    }
  }

  /// What is in the window: the windows of the application, back to front.
  private final class RootContent: HostContent {
    private unowned let frontEnd: WindowFrontEnd

    init(_ frontEnd: WindowFrontEnd) {
      self.frontEnd = frontEnd
    }

    func allocate(width: Int32, height: Int32) {
      for card in frontEnd.cards { card.allocate() }
      frontEnd.rootDidResize(width: width, height: height)
    }

    func draw(_ snapshot: OpaquePointer) {
      let pen = Pen(snapshot: snapshot)
      let root = frontEnd.root
      let bounds = Rect(
        x: 0, y: 0, width: Double(gtk_widget_get_width(root)),
        height: Double(gtk_widget_get_height(root)))
      pen.fill(bounds, frontEnd.stage.palette.background)
      for card in frontEnd.cards { card.draw(pen, in: root, bounds) }
    }
  }
#endif
