/// Is told what a scroll view does. Every method has a default that does nothing.
public protocol ScrollViewDelegate: AnyObject {
  /// The content moved, by the user or by code.
  func scrollViewDidScroll(_ scrollView: ScrollView)
  /// A touch begins to scroll.
  func scrollViewWillBeginDragging(_ scrollView: ScrollView)
  /// The touch was lifted or taken away.
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool)
}

extension ScrollViewDelegate {
  /// Does nothing.
  public func scrollViewDidScroll(_ scrollView: ScrollView) {}
  /// Does nothing.
  public func scrollViewWillBeginDragging(_ scrollView: ScrollView) {}
  /// Does nothing.
  public func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool) {}
}
