/// What became of a picture of what a front-end shows.
package enum PictureOutcome {
  case written
  /// The display has not shown the window yet: later it may.
  case notShown
  case notWritable
}
