/// Shows text. It takes no touches by default.
public final class Label: View {
  /// The text; line breaks are kept.
  public var text: String {
    didSet { if text != oldValue { contentDidChange() } }
  }
  /// The colour; `nil` is the theme's.
  public var textColor: Color? { didSet { setNeedsDisplay() } }
  /// The font.
  public var font = Font.body { didSet { if font != oldValue { contentDidChange() } } }
  /// Where the text sits.
  public var textAlignment = TextAlignment.left { didSet { setNeedsDisplay() } }
  /// How many lines are shown at most; 0 for as many as needed. What does not fit ends in `…`.
  public var numberOfLines = 1 {
    didSet { if numberOfLines != oldValue { contentDidChange() } }
  }

  /// Creates a label.
  public init(text: String = "") {
    self.text = text
    super.init()
    isUserInteractionEnabled = false
  }

  /// The size in unlimited room, and the metrics it was measured with. A layout asks several times.
  private var natural: (size: Size, metrics: Int)?

  private func contentDidChange() {
    natural = nil
    setNeedsDisplay()
    invalidateIntrinsicContentSize()
  }

  override public var intrinsicContentSize: Size {
    let version = metricsVersion
    if let natural, natural.metrics == version { return natural.size }
    let size = extent(inWidth: .infinity)
    natural = (size, version)
    return size
  }

  override public func sizeThatFits(_ size: Size) -> Size {
    // What is as wide as it wants is neither wrapped nor cut.
    let natural = intrinsicContentSize
    return natural.width <= size.width ? natural : extent(inWidth: size.width)
  }

  private func extent(inWidth width: Double) -> Size {
    let metrics = layoutMetrics
    let lines = TextLayout.lines(
      text, font: font, width: width, limit: numberOfLines, metrics: metrics)
    var extent = Size(width: 0, height: 0)
    for line in lines {
      let lineSize = metrics.lineSize(line, font)
      extent.width = max(extent.width, lineSize.width)
      extent.height += lineSize.height
    }
    return extent
  }
}

/// Breaks text into lines.
package enum TextLayout {
  /// The lines of a text.
  ///
  /// - Parameters:
  ///   - text: The text; its line breaks are kept.
  ///   - font: The font to measure with.
  ///   - width: The room in points. A word that does not fit is broken between graphemes.
  ///   - limit: The greatest number of lines, or 0 for no limit. With 1, nothing is wrapped. The
  ///     last line ends in `…` if something is left out or does not fit.
  ///   - metrics: The sizes of the front-end.
  /// - Returns: The lines, at least one.
  package static func lines(
    _ text: String, font: Font, width: Double, limit: Int, metrics: LayoutMetrics
  ) -> [String] {
    var lines: [String] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if limit == 1 {
        lines.append(String(paragraph))
      } else {
        lines += wrap(paragraph, width: width) { metrics.lineSize(String($0), font).width }
      }
    }
    guard limit > 0 else { return lines }
    let isCut = lines.count > limit
    lines = Array(lines.prefix(limit))
    guard let last = lines.last else { return lines }
    let fits = metrics.lineSize(last, font).width <= width
    if isCut || !fits {
      lines[lines.count - 1] = truncate(last, width: width, mark: isCut && fits) {
        metrics.lineSize($0, font).width
      }
    }
    return lines
  }

  private static func truncate(
    _ line: String, width: Double, mark: Bool, measure: (String) -> Double
  ) -> String {
    if mark, measure(line + "…") <= width { return line + "…" }
    let end = endOfPrefix(of: Substring(line)) { measure($0 + "…") <= width }
    return line[..<end] + "…"
  }

  /// Where the longest beginning that fits ends. Longer beginnings are taken to be wider.
  ///
  /// - Complexity: O(*k* log *k*) graphemes are measured, where *k* of them fit. A label's text may
  ///   be far longer than its room.
  private static func endOfPrefix(
    of text: Substring, fits: (Substring) -> Bool
  ) -> Substring.Index {
    // Steps that double until one is too far, then ever smaller ones.
    var end = text.startIndex
    var step = 1
    var isGrowing = true
    while step > 0 {
      let next = text.index(end, offsetBy: step, limitedBy: text.endIndex) ?? text.endIndex
      if next > end, fits(text[..<next]) {
        end = next
        if isGrowing { step *= 2 } else { step /= 2 }
      } else {
        isGrowing = false
        step /= 2
      }
    }
    return end
  }

  private static func wrap(
    _ paragraph: Substring, width: Double, measure: (Substring) -> Double
  ) -> [String] {
    guard measure(paragraph) > width else { return [String(paragraph)] }
    var lines: [String] = []
    var rest = paragraph
    while !rest.isEmpty {
      var end = endOfPrefix(of: rest) { measure($0) <= width }
      if end == rest.endIndex {
        lines.append(String(rest))
        return lines
      }
      let lastBreak = rest[..<end].lastIndex(of: " ")
      // At least one grapheme a line, however narrow the room.
      if end == rest.startIndex { end = rest.index(after: end) }
      let isAtBreak = end < rest.endIndex && rest[end] == " "
      let cut = isAtBreak ? end : lastBreak ?? end
      lines.append(String(rest[..<cut]))
      rest = rest[cut...].drop { $0 == " " }
    }
    return lines
  }
}
