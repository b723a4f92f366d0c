#if GTK
  internal import CGTK
  internal import ControlKit

  /// A view on the screen: a widget at the view's place, with a native part that shows what it is, and
  /// the skins of its subviews in front of that.
  final class Skin: HostContent {
    /// Held weakly: a view that was removed may go before the next frame.
    private(set) weak var view: View?
    let widget: Widget
    let stage: Stage
    private(set) var part: Part?
    private(set) var children: [Skin] = []
    /// The accent colour that the part was told.
    private(set) var tint: RGBA
    /// The accent colour, unless it is the theme's: native widgets have that one by themselves.
    var ownTint: RGBA? { tint == stage.palette.tint ? nil : tint }
    /// The accent colour for what is drawn with it alone.
    var mark: RGBA { ownTint ?? stage.palette.mark }
    private var place = Place()
    private var ground: RGBA?
    private unowned let index: SkinIndex

    /// Where a skin is in its parent, in pixels.
    private struct Place: Equatable {
      var width: Int32 = -1
      var height: Int32 = -1
      var transform = AffineTransform.identity
    }

    init(_ view: View, stage: Stage, index: SkinIndex) {
      self.view = view
      self.stage = stage
      self.index = index
      tint = stage.palette.tint
      let content = Unowned()
      widget = HostWidget.make(content)
      self.content = content
      content.skin = self
      gtk_widget_add_css_class(widget, "hh")
      part = Part.make(for: view, in: self)
      index.add(self, for: view)
    }

    // The widget is made before the skin is whole.
    private let content: Unowned

    private final class Unowned: HostContent {
      weak var skin: Skin?

      func allocate(width: Int32, height: Int32) { skin?.allocate(width: width, height: height) }
      func draw(_ snapshot: OpaquePointer) { skin?.draw(snapshot) }
    }

    /// Takes the skin and everything in it off the screen.
    func remove() {
      for child in children { child.remove() }
      children = []
      part?.detach()
      part = nil
      index.remove(self)
      HostWidget.detach(widget)
    }

    // MARK: - Following the view

    /// Follows the view and everything in it.
    ///
    /// - Parameters:
    ///   - inherited: The accent colour from above.
    ///   - isStale: Whether every part is told anew, as after a change of the theme.
    /// - Returns: Whether the place in the parent has changed.
    @discardableResult
    func sync(tint inherited: RGBA, isStale: Bool) -> Bool {
      guard let view else { return false }
      let tint = view.tintColor.map(stage.palette.resolve) ?? inherited
      let moved = syncPlace(view)
      syncLook(view)
      if isStale || moved.size || tint != self.tint || !isPushed {
        self.tint = tint
        push(view)
      }
      var isUnsettled = syncChildren(view)
      for child in children where child.sync(tint: tint, isStale: isStale) { isUnsettled = true }
      if isUnsettled { gtk_widget_queue_allocate(widget) }
      return moved.place
    }

    private var isPushed = false
    /// The update in which the part was told last.
    private(set) var pushedFrame = 0

    /// Tells the part what the view says now.
    func push() {
      if let view { push(view) }
    }

    private func push(_ view: View) {
      isPushed = true
      pushedFrame = stage.frame
      stage.pushes += 1
      stage.apply { part?.push(view) }
    }

    private func syncPlace(_ view: View) -> (place: Bool, size: Bool) {
      var next = Place(
        width: Units.wholePixels(view.bounds.width), height: Units.wholePixels(view.bounds.height))
      let origin = view.superview?.bounds.origin ?? .zero
      let start = view.bounds.origin
      var transform = AffineTransform(translationX: start.x, y: start.y)
        .concatenating(view.placement)
        .concatenating(AffineTransform(translationX: -origin.x, y: -origin.y))
      transform.tx = Units.pixels(transform.tx)
      transform.ty = Units.pixels(transform.ty)
      if view.transform.isIdentity {
        transform.tx.round()
        transform.ty.round()
      }
      next.transform = transform
      guard next != place else { return (false, false) }
      let isOtherSize = next.width != place.width || next.height != place.height
      place = next
      return (true, isOtherSize)
    }

    private func syncLook(_ view: View) {
      let isShown: gboolean = view.isHidden ? 0 : 1
      if gtk_widget_get_visible(widget) != isShown { gtk_widget_set_visible(widget, isShown) }
      let alpha = min(max(view.alpha, 0), 1)
      if gtk_widget_get_opacity(widget) != alpha,
        abs(gtk_widget_get_opacity(widget) - alpha) > 0.004
      {
        gtk_widget_set_opacity(widget, alpha)
      }
      let overflow = view.clipsToBounds ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE
      if gtk_widget_get_overflow(widget) != overflow { gtk_widget_set_overflow(widget, overflow) }
      let ground = part?.drawsGround == true ? nil : view.backgroundColor.map(stage.palette.resolve)
      if ground != self.ground {
        self.ground = ground
        gtk_widget_queue_draw(widget)
      }
      if let own = view.backgroundColor, part?.drawsGround == true {
        part?.setGround(stage.palette.resolve(own))
      } else {
        part?.setGround(nil)
      }
    }

    /// Gives each subview a skin.
    ///
    /// - Returns: Whether any came or went, or changed its order.
    private func syncChildren(_ view: View) -> Bool {
      let views = view.subviews
      let isSame =
        views.count == children.count && zip(views, children).allSatisfy { $0 === $1.view }
      if isSame { return false }
      var known: [ObjectIdentifier: Skin] = [:]
      for child in children {
        if let view = child.view { known[ObjectIdentifier(view)] = child } else { child.remove() }
      }
      children = views.map { view in
        known.removeValue(forKey: ObjectIdentifier(view))
          ?? Skin(view, stage: stage, index: index)
      }
      for gone in known.values { gone.remove() }
      for child in children { gtk_widget_insert_before(child.widget, widget, nil) }
      return true
    }

    // MARK: - HostContent

    func allocate(width: Int32, height: Int32) {
      part?.allocate(width: width, height: height)
      for child in children { child.allocateItself() }
    }

    /// Gives the widget its place in its parent.
    func allocateItself() {
      guard gtk_widget_should_layout(widget) != 0 else { return }
      _ = HostWidget.leastSize(of: widget)
      gtk_widget_allocate(
        widget, max(0, place.width), max(0, place.height), -1, place.transform.gsk)
    }

    func draw(_ snapshot: OpaquePointer) {
      stage.drawings += 1
      let pen = Pen(snapshot: snapshot)
      let bounds = Rect(x: 0, y: 0, width: Double(place.width), height: Double(place.height))
      if let ground { pen.fill(bounds, ground) }
      part?.drawBelow(pen, bounds)
      for child in children { gtk_widget_snapshot_child(widget, child.widget, snapshot) }
      part?.drawAbove(pen, bounds)
    }
  }

  extension AffineTransform {
    /// The same for GTK, which takes it over.
    fileprivate var gsk: OpaquePointer? {
      if a == 1, b == 0, c == 0, d == 1 {
        if tx == 0, ty == 0 { return nil }
        var origin = graphene_point_t(x: Float(tx), y: Float(ty))
        return gsk_transform_translate(nil, &origin)
      }
      var matrix = graphene_matrix_t()
      graphene_matrix_init_from_2d(&matrix, a, b, c, d, tx, ty)
      return gsk_transform_matrix(nil, &matrix)
    }
  }

  /// Finds the skin of a view.
  final class SkinIndex {
    private var skins: [ObjectIdentifier: Skin] = [:]

    var count: Int { skins.count }

    func add(_ skin: Skin, for view: View) {
      skins[ObjectIdentifier(view)] = skin
    }

    func remove(_ skin: Skin) {
      // Another view may be where the old one was.
      skins = skin.view == nil ? skins.filter { $0.value !== skin } : skins
      if let view = skin.view, skins[ObjectIdentifier(view)] === skin {
        skins[ObjectIdentifier(view)] = nil
      }
    }

    subscript(view: View) -> Skin? {
      guard let skin = skins[ObjectIdentifier(view)], skin.view === view else { return nil }
      return skin
    }

    /// The innermost skin around a widget.
    func skin(around widget: Widget) -> Skin? {
      var current: Widget? = widget
      while let candidate = current {
        if let found = skins.values.first(where: { $0.widget == candidate }) { return found }
        current = gtk_widget_get_parent(candidate)
      }
      return nil
    }
  }
#endif
