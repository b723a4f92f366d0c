#if GTK
  internal import CGTK
  internal import ControlKit

  /// What all skins of a front-end share.
  final class Stage {
    let text: TextMetrics
    var palette: Palette
    /// Set while native widgets are told what the views say, so that their signals are not taken for
    /// those of assistive technology.
    private(set) var isApplying = false
    /// How often a widget was told something: one changed view should cost one.
    var pushes = 0
    /// Counts the updates, so that a view is told once in each.
    var frame = 0
    /// How often a view's own drawing ran.
    var drawings = 0
    /// What an input method is composing, shown in the text that is edited.
    var composition = Composition.none
    /// Whether the focus is shown: after a key, not after a click.
    var showsFocus = false
    /// Runs what assistive technology asked for.
    var onAssistance: ((() -> Void) -> Void)?

    init(text: TextMetrics, palette: Palette) {
      self.text = text
      self.palette = palette
    }

    func apply(_ work: () -> Void) {
      let wasApplying = isApplying
      isApplying = true
      work()
      isApplying = wasApplying
    }

    /// Does what a native widget was made to do by assistive technology, unless we made it.
    func assist(_ work: () -> Void) {
      guard !isApplying else { return }
      onAssistance?(work)
    }
  }

  /// Drawing in a widget's pixels.
  struct Pen {
    let snapshot: OpaquePointer

    func fill(_ rect: Rect, _ color: RGBA) {
      var gdk = color.gdk
      var area = rect.graphene
      gtk_snapshot_append_color(snapshot, &gdk, &area)
    }

    func fill(_ rect: Rect, radius: Double, _ color: RGBA) {
      var outline = rounded(rect, radius)
      gtk_snapshot_push_rounded_clip(snapshot, &outline)
      fill(rect, color)
      gtk_snapshot_pop(snapshot)
    }

    func stroke(_ rect: Rect, radius: Double, width: Float = 1, _ color: RGBA) {
      var outline = rounded(rect, radius)
      let widths: [Float] = [width, width, width, width]
      let colors = Array(repeating: color.gdk, count: 4)
      gtk_snapshot_append_border(snapshot, &outline, widths, colors)
    }

    func shadow(_ rect: Rect, radius: Double) {
      var outline = rounded(rect, radius)
      var color = RGBA(0, 0, 0, 0.45).gdk
      gtk_snapshot_append_outset_shadow(snapshot, &outline, &color, 0, 3, 1, 9)
    }

    func text(_ layout: OpaquePointer, at point: Point, _ color: RGBA) {
      var gdk = color.gdk
      gtk_snapshot_save(snapshot)
      var origin = graphene_point_t(x: Float(point.x), y: Float(point.y))
      gtk_snapshot_translate(snapshot, &origin)
      gtk_snapshot_append_layout(snapshot, layout, &gdk)
      gtk_snapshot_restore(snapshot)
    }

    func clipped(to rect: Rect, _ draw: () -> Void) {
      var area = rect.graphene
      gtk_snapshot_push_clip(snapshot, &area)
      draw()
      gtk_snapshot_pop(snapshot)
    }

    private func rounded(_ rect: Rect, _ radius: Double) -> GskRoundedRect {
      var outline = GskRoundedRect()
      var area = rect.graphene
      gsk_rounded_rect_init_from_rect(&outline, &area, Float(radius))
      return outline
    }
  }

  extension Rect {
    var graphene: graphene_rect_t {
      graphene_rect_t(
        origin: graphene_point_t(x: Float(minX), y: Float(minY)),
        size: graphene_size_t(width: Float(width), height: Float(height)))
    }

    /// The same place in pixels.
    var inPixels: Rect {
      Rect(
        x: Units.pixels(minX), y: Units.pixels(minY), width: Units.pixels(width),
        height: Units.pixels(height))
    }
  }
#endif
