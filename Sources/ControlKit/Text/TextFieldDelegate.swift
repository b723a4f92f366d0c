/// Is asked and told what happens in a text field. Every method has a default: yes, or nothing.
///
/// Ranges are counted in characters as a person sees them. The methods may do anything, also remove
/// the field: what no longer holds afterwards does not happen.
public protocol TextFieldDelegate: AnyObject {
  /// Whether editing may begin.
  func textFieldShouldBeginEditing(_ textField: TextField) -> Bool
  /// Editing began; the field is the first responder.
  func textFieldDidBeginEditing(_ textField: TextField)
  /// Whether editing may end. Not asked when the field is disabled, hidden or removed.
  func textFieldShouldEndEditing(_ textField: TextField) -> Bool
  /// Editing ended; the field is no longer the first responder.
  func textFieldDidEndEditing(_ textField: TextField)
  /// Whether the user may put a text in place of a range.
  func textField(
    _ textField: TextField, shouldChangeCharactersIn range: Range<Int>,
    replacementString string: String
  ) -> Bool
  /// The caret moved, or the selection changed.
  func textFieldDidChangeSelection(_ textField: TextField)
  /// Whether the clear button may empty the field.
  func textFieldShouldClear(_ textField: TextField) -> Bool
  /// Whether Return does what it usually does: send editingDidEndOnExit.
  func textFieldShouldReturn(_ textField: TextField) -> Bool
}

extension TextFieldDelegate {
  /// Yes.
  public func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { true }
  /// Does nothing.
  public func textFieldDidBeginEditing(_ textField: TextField) {}
  /// Yes.
  public func textFieldShouldEndEditing(_ textField: TextField) -> Bool { true }
  /// Does nothing.
  public func textFieldDidEndEditing(_ textField: TextField) {}
  /// Yes.
  public func textField(
    _ textField: TextField, shouldChangeCharactersIn range: Range<Int>,
    replacementString string: String
  ) -> Bool { true }
  /// Does nothing.
  public func textFieldDidChangeSelection(_ textField: TextField) {}
  /// Yes.
  public func textFieldShouldClear(_ textField: TextField) -> Bool { true }
  /// Yes.
  public func textFieldShouldReturn(_ textField: TextField) -> Bool { true }
}
