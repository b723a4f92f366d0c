import ControlKit
import TestSupport
import Testing

/// Geometry: a rectangle owns its left and top edge alone.
@Suite struct GeometryTests {
  /// §4, §5: the right and bottom edges belong to the neighbour.
  @Test(arguments: [
    (0.0, 0.0, true), (99.9, 49.9, true), (100, 0, false), (0, 50, false), (-0.1, 0, false),
    (0, -0.1, false),
  ])
  func maxEdgesAreExclusive(x: Double, y: Double, isInside: Bool) {
    let rect = Rect(x: 0, y: 0, width: 100, height: 50)

    #expect(rect.contains(Point(x: x, y: y)) == isInside)
  }

  /// A rectangle with a negative extent contains nothing.
  @Test func negativeExtentIsEmpty() {
    let rect = Rect(x: 10, y: 10, width: -5, height: 5)

    #expect(rect.isEmpty)
    #expect(!rect.contains(Point(x: 8, y: 12)))
  }

  /// Insets larger than the rectangle leave nothing, never a negative extent.
  @Test func insetStopsAtZero() {
    let rect = Rect(x: 0, y: 0, width: 10, height: 10).inset(by: EdgeInsets(all: 8))

    #expect(rect == Rect(x: 8, y: 8, width: 0, height: 0))
  }

  /// Bounds with an origin scroll the content: the conversions take it into account, both ways.
  @Test func conversionHonoursFramesAndScrolling() {
    let inner = View().at(5, 6, 20, 20)
    let outer = View().at(10, 20, 50, 50).with(inner)
    outer.bounds.origin = Point(x: 2, y: 3)
    let window = Window(size: Size(width: 100, height: 100)).with(outer)

    let inWindow = inner.convert(Point(x: 1, y: 1), to: nil)

    #expect(inWindow == Point(x: 14, y: 24))
    #expect(inner.convert(inWindow, from: nil) == Point(x: 1, y: 1))
    #expect(inner.convert(.zero, to: outer) == Point(x: 5, y: 6))
    #expect(window.convert(.zero, from: inner) == Point(x: 13, y: 23))
  }

  /// A colour reads its own text back; anything else is refused.
  @Test(arguments: ["#ff8000", "tint", "label"])
  func colorTextRoundTrips(text: String) throws {
    #expect(try #require(Color(text)).text == text)
  }

  /// Malformed colours are refused.
  @Test(arguments: ["", "#12345", "#1234567", "#+12345", "ff8000", "nothing", "#gggggg"])
  func malformedColorIsRefused(text: String) {
    #expect(Color(text) == nil)
  }
}
