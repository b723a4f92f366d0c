internal import ControlKit

extension ScriptEngine {
  // About what the runtime's own records take, measured on a 64-bit system.
  private static let bytesOfHandler = 320
  private static let bytesOfTimer = 400

  /// About how many bytes an object keeps for the script beside itself; without an object, those of
  /// timers and waits.
  func storage(of object: AnyObject?) -> Int {
    guard let object = object as? KitObject else {
      return (callbackCount + waiters.count) * Self.bytesOfTimer
    }
    return object.handlerCount * Self.bytesOfHandler + textBytes(of: object)
  }

  private func textBytes(of object: KitObject) -> Int {
    let id = (object as? View)?.id?.utf8.count ?? 0
    return id + ownTextBytes(of: object)
  }

  private func ownTextBytes(of object: KitObject) -> Int {
    switch object {
    case let item as BarButtonItem: item.title?.utf8.count ?? 0
    case let window as Window: window.title.utf8.count
    case let label as Label: label.text.utf8.count
    case let field as TextField: field.text.utf8.count + (field.placeholder?.utf8.count ?? 0)
    case let view as TextView: view.text.utf8.count
    case let button as Button: button.title.utf8.count
    case let control as SegmentedControl:
      (0..<control.numberOfSegments).reduce(0) { sum, index in
        sum + 64 + (control.titleForSegment(at: index)?.utf8.count ?? 0)
      }
    default: 0
    }
  }
}
