import ControlKit
import TestSupport
import Testing

/// A view that wants a fixed size.
private final class Block: View {
  private let wish: Size
  init(_ width: Double, _ height: Double) {
    wish = Size(width: width, height: height)
    super.init()
  }
  override var intrinsicContentSize: Size { wish }
}

/// Stacks: who gets which part of the room.
@Suite struct StackViewTests {
  private func layout(
    _ views: [View], width: Double = 100, _ change: (StackView) -> Void = { _ in }
  ) -> [Rect] {
    let stack = StackView(axis: .horizontal, views).at(0, 0, width, 40)
    change(stack)
    stack.layoutIfNeeded()
    return views.map(\.frame)
  }

  private func xs(_ frames: [Rect]) -> [[Double]] { frames.map { [$0.minX, $0.width] } }

  /// fill: the size that fits, together at the beginning.
  @Test func fill() {
    #expect(xs(layout([Block(10, 10), Block(30, 10)])) == [[0, 10], [10, 30]])
  }

  /// fill: flexible views share what is left.
  @Test func fillFlexible() {
    let frames = layout([Block(20, 10), Spacer(), Block(10, 10), View()]) { $0.spacing = 2 }

    #expect(xs(frames) == [[0, 20], [22, 32], [56, 10], [68, 32]])
  }

  /// fillEqually: the same for all.
  @Test func fillEqually() {
    let frames = layout([Block(10, 10), Block(30, 10)]) {
      $0.distribution = .fillEqually
      $0.spacing = 10
    }

    #expect(xs(frames) == [[0, 45], [55, 45]])
  }

  /// fillProportionally: in proportion to the sizes that fit.
  @Test func fillProportionally() {
    let frames = layout([Block(10, 10), Block(30, 10)]) { $0.distribution = .fillProportionally }

    #expect(xs(frames) == [[0, 25], [25, 75]])
  }

  /// equalSpacing: the rest as equal space between.
  @Test func equalSpacing() {
    let frames = layout([Block(10, 10), Block(30, 10), Block(20, 10)]) {
      $0.distribution = .equalSpacing
    }

    #expect(xs(frames) == [[0, 10], [30, 30], [80, 20]])
  }

  /// equalCentering: centres equally far from each other.
  @Test func equalCentering() {
    let frames = layout([Block(10, 10), Block(20, 10), Block(10, 10)]) {
      $0.distribution = .equalCentering
    }

    #expect(xs(frames) == [[0, 10], [40, 20], [90, 10]])
  }

  /// equalCentering never lets views overlap: they keep their order and the space between.
  @Test func equalCenteringDoesNotOverlap() {
    let frames = layout([Block(100, 10), Block(10, 10), Block(10, 10)], width: 130) {
      $0.distribution = .equalCentering
    }

    for (left, right) in zip(frames, frames.dropFirst()) { #expect(left.maxX <= right.minX) }
    #expect(frames.last?.maxX == 130)
  }

  /// Across the axis: fill, leading, center, trailing.
  @Test(arguments: [
    (StackView.Alignment.fill, 0.0, 40.0), (.leading, 0, 10), (.center, 15, 10),
    (.trailing, 30, 10),
  ])
  func alignment(alignment: StackView.Alignment, y: Double, height: Double) {
    let frames = layout([Block(10, 10)]) { $0.alignment = alignment }

    #expect(frames == [Rect(x: 0, y: y, width: 10, height: height)])
  }

  /// A view higher than the stack is cut to it.
  @Test func breadthIsLimited() {
    #expect(layout([Block(10, 90)]) { $0.alignment = .center }.first?.height == 40)
  }

  /// Hidden views take no room, no spacing either; shown again they are back.
  @Test func hiddenViews() {
    let middle = Block(20, 10)
    let views = [Block(10, 10), middle, Block(10, 10)]
    let stack = StackView(axis: .horizontal, spacing: 5, views).at(0, 0, 100, 10)
    let pilot = Pilot(stack)
    #expect(views[2].frame.minX == 40)

    middle.isHidden = true
    pilot.application.layoutIfNeeded()
    #expect(views[2].frame.minX == 15)

    middle.isHidden = false
    pilot.application.layoutIfNeeded()
    #expect(views[2].frame.minX == 40)
  }

  /// Margins are kept free on all sides and counted in the size that fits.
  @Test func margins() {
    let block = Block(10, 10)
    let stack = StackView(
      axis: .vertical, margins: EdgeInsets(top: 1, left: 2, bottom: 3, right: 4), [block]
    ).at(0, 0, 50, 50)
    stack.layoutIfNeeded()

    #expect(block.frame == Rect(x: 2, y: 1, width: 44, height: 10))
    #expect(stack.sizeThatFits(Size(width: 100, height: 100)) == Size(width: 16, height: 14))
  }

  /// A nested stack is flexible if something in it is, along its own axis.
  @Test func nestedFlexible() {
    let slider = Slider()
    let row = StackView(axis: .horizontal, [Block(20, 16), slider])
    let outer = StackView(axis: .vertical, [row, Block(10, 10)]).at(0, 0, 120, 60)
    outer.alignment = .leading
    outer.layoutIfNeeded()

    #expect(row.frame == Rect(x: 0, y: 0, width: 120, height: 16))
    #expect(slider.frame == Rect(x: 20, y: 0, width: 100, height: 16))
  }

  /// A spacer in a row pushes along the row; it does not make the row higher.
  @Test func spacerInANestedRow() {
    let row = StackView(axis: .horizontal, [Block(20, 16), Spacer(), Block(20, 16)])
    let below = Block(10, 10)
    let outer = StackView(axis: .vertical, [row, below]).at(0, 0, 120, 60)
    outer.layoutIfNeeded()

    #expect(row.frame.height == 16)
    #expect(below.frame.minY == 16)
    #expect(row.subviews.last?.frame.minX == 100)
  }

  /// Too little room: flexible views give way first, then all in proportion; nothing is negative.
  @Test func tooLittleRoom() {
    let slider = Slider()  // asks for 160
    #expect(xs(layout([Block(80, 10), slider])) == [[0, 80], [80, 20]])
    #expect(xs(layout([Block(150, 10), Block(50, 10)])) == [[0, 75], [75, 25]])
    #expect(
      layout([Block(10, 10), Block(10, 10)], width: 5) { $0.spacing = 50 }.allSatisfy {
        $0.width >= 0
      })
  }

  /// A stack without views, or with hidden ones only, has no size and does not fail.
  @Test func empty() {
    let hidden = Block(10, 10)
    hidden.isHidden = true
    let stack = StackView(axis: .vertical, spacing: 8, [hidden]).at(0, 0, 10, 10)
    stack.layoutIfNeeded()

    #expect(stack.sizeThatFits(Size(width: 100, height: 100)) == .zero)
  }
}
