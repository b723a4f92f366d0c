internal import ControlKit

extension ScriptEngine {
  /// Ends an object as far as a script can: what it is in loses it, and the script's handlers on it
  /// end. The world takes its face away afterwards.
  ///
  /// - Returns: What messages call it from now on.
  func destroy(_ object: KitObject) -> String {
    let name = scriptName(of: object)
    takeOut(object)
    for part in parts(of: object) where part.proxyAddress != 0 { takeOut(part) }
    for gesture in (object as? View)?.gestureRecognizers ?? [] { removeHandlers(of: gesture) }
    removeHandlers(of: object)
    cancelWaits(for: object)
    // What these ended may have put it back.
    takeOut(object)
    removeHandlers(of: object)
    return name
  }

  /// What a destroyed view lets go of: it lives on by itself where the script still has it.
  private func parts(of object: KitObject) -> [KitObject] {
    guard let view = object as? View else { return [] }
    let items: [KitObject] = (view as? Toolbar)?.items ?? []
    return items + view.gestureRecognizers + view.subviews
  }

  /// Takes an object out of what it is in, or stops it.
  func takeOut(_ object: KitObject) {
    switch object {
    case let window as Window: window.application?.close(window)
    case let view as View: view.removeFromSuperview()
    case let gesture as GestureRecognizer: gesture.view?.removeGestureRecognizer(gesture)
    case let item as BarButtonItem:
      (item.owningObject as? Toolbar)?.items.removeAll { $0 === item }
    case let timer as ScriptTimer: timer.stop()
    case let token as RemovableTarget: token.remove()
    case let group as HandlerGroup: group.remove()
    default: break
    }
  }

  /// Takes what a script has made out of everything else; what it put together stays together.
  func takeOut(_ made: [KitObject]) {
    let known = Set(made)
    for object in made {
      let owner = object.owningObject
      if object is Window || owner.map({ !known.contains($0) }) == true { takeOut(object) }
    }
  }

  /// An object's class, as scripts know it, and its name.
  func scriptName(of object: KitObject) -> String {
    let name: String? =
      switch object {
      case let view as View: view.id
      case let item as BarButtonItem: item.id ?? item.title
      case let gesture as GestureRecognizer: gesture.name
      case let token as RemovableTarget: token.label
      default: nil
      }
    let className = bindings.className(of: object)
    return name.map { "\(className) '\($0)'" } ?? className
  }
}
