/// Where each followed touch began and where it was seen last, in the window.
///
/// A recognizer compares with what it saw itself: a handler that sends input moves touches on while
/// other recognizers have yet to hear of the step before.
struct TouchTracks {
  private struct Track {
    var touch: ObjectIdentifier
    var start: Point
    var last: Point
  }

  private var tracks: [Track] = []

  var isEmpty: Bool { tracks.isEmpty }

  mutating func begin(_ touch: Touch) {
    let place = touch.windowLocation
    tracks.append(Track(touch: ObjectIdentifier(touch), start: place, last: place))
  }

  mutating func end(_ touch: Touch) {
    tracks.removeAll { $0.touch == ObjectIdentifier(touch) }
  }

  mutating func removeAll() { tracks.removeAll(keepingCapacity: true) }

  /// How far a touch went since it was asked last.
  mutating func step(of touch: Touch) -> Point {
    guard let index = tracks.firstIndex(where: { $0.touch == ObjectIdentifier(touch) }) else {
      return .zero
    }
    let step = touch.windowLocation - tracks[index].last
    tracks[index].last = touch.windowLocation
    return step
  }

  /// How far a touch is from where it began.
  func distance(of touch: Touch) -> Double {
    guard let track = tracks.first(where: { $0.touch == ObjectIdentifier(touch) }) else { return 0 }
    return touch.windowLocation.distance(to: track.start)
  }
}

/// Measures how fast a value changes, over the last moments.
struct VelocityMeter {
  private struct Sample {
    var time: Double
    var value: Point
  }

  private static let capacity = 16
  private var samples: [Sample] = []

  mutating func reset() { samples.removeAll(keepingCapacity: true) }

  /// Notes a value.
  mutating func note(_ value: Point, at time: Double) {
    if let last = samples.last, last.time == time {
      // Steps of one instant count as one.
      samples[samples.count - 1].value = value
      return
    }
    if samples.count == VelocityMeter.capacity { samples.removeFirst() }
    samples.append(Sample(time: time, value: value))
  }

  /// The change per second over an interval before the last sample, or since the sample before if
  /// there is none in the interval. Without two samples at different times it is 0.
  func velocity(over interval: Double) -> Point {
    guard let last = samples.last, samples.count > 1 else { return .zero }
    let before = samples[samples.count - 2]
    let first = samples.first { last.time - $0.time <= interval }
    let start = first.map { $0.time < last.time ? $0 : before } ?? before
    let time = last.time - start.time
    return Point(
      x: (last.value.x - start.value.x) / time, y: (last.value.y - start.value.y) / time)
  }
}
