/// One button of a ``Toolbar``. It is no view; the toolbar shows it as one.
///
/// Handlers get the item as the sender. They may be closures, targets and the ``primaryAction``.
public final class BarButtonItem: KitObject, EventSource {
  /// How an item looks.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// As usual.
    case plain
    /// Stressed: what finishes the task.
    case done
  }

  enum Role: Equatable {
    case button
    case flexibleSpace
    case fixedSpace(Double)
  }

  let role: Role

  /// The text; `nil` for an item with an image.
  public var title: String? { didSet { if title != oldValue { lookDidChange() } } }
  /// The picture; `nil` for an item with a title.
  public var image: Image? { didSet { if image != oldValue { lookDidChange() } } }
  /// How it looks.
  public var style: Style { didSet { if style != oldValue { lookDidChange() } } }
  /// Whether it can be pressed.
  public var isEnabled = true { didSet { if isEnabled != oldValue { lookDidChange() } } }
  /// A name by which scripts and tests find it.
  public var id: String? { didSet { itemView?.id = id } }
  /// What the item is to someone who cannot see it.
  public var accessibilityLabel: String? { didSet { lookDidChange() } }

  /// An action that runs instead of the target/action registrations.
  public var primaryAction: Action? {
    didSet {
      primaryToken?.remove()
      primaryToken = primaryAction.map { addAction($0, for: .primaryActionTriggered) }
    }
  }
  private var primaryToken: RemovableTarget?

  weak var itemView: BarItemView?

  init(role: Role, title: String?, image: Image?, style: Style) {
    self.role = role
    self.title = title
    self.image = image
    self.style = style
    super.init()
  }

  /// Creates an item with a title that runs a closure. Further handlers may be added.
  ///
  /// - Parameters:
  ///   - title: The text.
  ///   - style: How it looks.
  ///   - file: Where the handler is registered, for reports.
  ///   - line: Where the handler is registered, for reports.
  ///   - closure: What to run; `nil` for nothing yet. It should hold the item weakly.
  public convenience init(
    title: String, style: Style = .plain, file: String = #fileID, line: Int = #line,
    closure: (() throws -> Void)? = nil
  ) {
    self.init(role: .button, title: title, image: nil, style: style)
    if let closure {
      addAction(for: .primaryActionTriggered, file: file, line: line, closure: closure)
    }
  }

  /// Creates an item with a picture that runs a closure. Further handlers may be added.
  public convenience init(
    image: Image, style: Style = .plain, file: String = #fileID, line: Int = #line,
    closure: (() throws -> Void)? = nil
  ) {
    self.init(role: .button, title: nil, image: image, style: style)
    if let closure {
      addAction(for: .primaryActionTriggered, file: file, line: line, closure: closure)
    }
  }

  /// Creates space that takes up the free room of a toolbar.
  public static func flexibleSpace() -> BarButtonItem {
    BarButtonItem(role: .flexibleSpace, title: nil, image: nil, style: .plain)
  }

  /// Creates space of a width, in points.
  public static func fixedSpace(_ width: Double) -> BarButtonItem {
    BarButtonItem(role: .fixedSpace(width), title: nil, image: nil, style: .plain)
  }

  /// What ``ControlEvents/primaryActionTriggered`` stands for: itself.
  public var primaryActionEvent: ControlEvents { .primaryActionTriggered }

  override package func sendNamed(_ events: UInt32) -> Bool {
    sendActions(for: ControlEvents(rawValue: events), cause: nil)
    return true
  }

  override public var debugName: String {
    let name = id ?? title ?? image?.accessibilityLabel
    return name.map { "BarButtonItem '\($0)'" } ?? "BarButtonItem"
  }

  override package var enclosingApplication: Application? { itemView?.enclosingApplication }

  override package var owningObject: KitObject? { itemView?.superview }

  override var actionResponder: Responder? { itemView }

  private func lookDidChange() {
    itemView?.itemDidChange()
  }

  /// The item was pressed.
  func trigger(_ cause: Event?) {
    sendActions(for: .primaryActionTriggered, cause: cause)
  }

  /// A primary action beats target and action.
  override public func sendAction(_ action: RemovableTarget, in send: inout EventSend) {
    if primaryAction != nil, action.isTargetAction { return }
    super.sendAction(action, in: &send)
  }
}
