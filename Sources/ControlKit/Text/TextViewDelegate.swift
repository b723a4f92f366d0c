/// Is asked and told what happens in a text view. Every method has a default: yes, or nothing.
public protocol TextViewDelegate: ScrollViewDelegate {
  /// Whether editing may begin.
  func textViewShouldBeginEditing(_ textView: TextView) -> Bool
  /// Editing began; the view is the first responder.
  func textViewDidBeginEditing(_ textView: TextView)
  /// Whether editing may end. Not asked when the view is hidden or removed.
  func textViewShouldEndEditing(_ textView: TextView) -> Bool
  /// Editing ended; the view is no longer the first responder.
  func textViewDidEndEditing(_ textView: TextView)
  /// Whether the user may put a text in place of a range.
  func textView(
    _ textView: TextView, shouldChangeTextIn range: Range<Int>, replacementText text: String
  ) -> Bool
  /// The user changed the text.
  func textViewDidChange(_ textView: TextView)
  /// The caret moved, or the selection changed.
  func textViewDidChangeSelection(_ textView: TextView)
}

extension TextViewDelegate {
  /// Yes.
  public func textViewShouldBeginEditing(_ textView: TextView) -> Bool { true }
  /// Does nothing.
  public func textViewDidBeginEditing(_ textView: TextView) {}
  /// Yes.
  public func textViewShouldEndEditing(_ textView: TextView) -> Bool { true }
  /// Does nothing.
  public func textViewDidEndEditing(_ textView: TextView) {}
  /// Yes.
  public func textView(
    _ textView: TextView, shouldChangeTextIn range: Range<Int>, replacementText text: String
  ) -> Bool { true }
  /// Does nothing.
  public func textViewDidChange(_ textView: TextView) {}
  /// Does nothing.
  public func textViewDidChangeSelection(_ textView: TextView) {}
}
