#if GTK
  internal import CGTK
  internal import ControlKit

  /// Picture files, loaded once; the last ones wanted stay.
  enum Pictures {
    private static let mostKept = 64
    private static var kept: [String: OpaquePointer?] = [:]

    /// The picture in a file; `nil` when there is none that can be shown.
    static func texture(of image: Image) -> OpaquePointer? {
      guard image.isFile else { return nil }
      if let known = kept[image.name] { return known }
      if kept.count >= mostKept {
        for texture in kept.values {
          if let texture { g_object_unref(UnsafeMutableRawPointer(texture)) }
        }
        kept = [:]
      }
      let texture = gdk_texture_new_from_filename(image.name, nil)
      kept[image.name] = .some(texture)
      return texture
    }

    /// The size in points; `nil` for symbols and for files that cannot be shown.
    static func size(of image: Image) -> Size? {
      guard let texture = texture(of: image) else { return nil }
      return Size(
        width: Units.points(Double(gdk_texture_get_width(texture))),
        height: Units.points(Double(gdk_texture_get_height(texture))))
    }
  }
#endif
