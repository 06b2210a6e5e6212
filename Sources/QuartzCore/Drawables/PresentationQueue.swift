import CoreGraphics
import Foundation
import StrataRenderTree
import Synchronization

/// A picture that waits to be shown.
struct QueuedPicture: Sendable {
  /// Nil shows nothing.
  let image: CGImage?
  let drawable: LayerDrawable?
  /// The media time from which the picture is shown; nil for as soon as possible.
  let time: Double?
  /// The time of a recorded time line at which the picture was presented; nil on any other clock.
  let recordedTime: Double?
  /// The least time that the picture before is shown, in seconds.
  let minimumDuration: Double

  init(
    _ image: CGImage?,
    of drawable: LayerDrawable?,
    at moment: (time: Double?, recorded: Double?),
    after: Double?
  ) {
    (self.image, self.drawable) = (image, drawable)
    (time, recordedTime, minimumDuration) = (moment.time, moment.recorded, after ?? 0)
  }

  /// True if the picture has no drawable and shows as soon as possible.
  var mayBeSkipped: Bool { drawable == nil && time == nil && minimumDuration <= 0 }

  /// The time of a recorded time line from which the picture is shown, after a picture that shows from a time on.
  func recordedTime(after former: Double) -> Double {
    let earliest = max(recordedTime ?? -.infinity, time ?? -.infinity)
    return minimumDuration > 0 ? max(earliest, former + minimumDuration) : earliest
  }
}

/// The pictures that a program presents, and the one on show.
///
/// Three kinds of hosts take pictures from it. A live one takes them on the render thread, frame by frame. A recorded
/// time line takes them on the layer's thread, by their times. Without a host the last picture is the one on show.
///
/// - Thread: Any. No code of a program runs under the lock.
final class PresentationQueue: QueuedContents {
  /// The way in which pictures reach the screen.
  enum Route: Sendable {
    case none
    case recorded
    /// Announces waiting pictures to the render thread.
    case live(@Sendable (PresentationQueue) -> Void)
  }

  private let state = Mutex(State())

  private struct State: Sendable {
    var route = Route.none
    var showsEach = true
    var waiting: [(picture: QueuedPicture, recordedTime: Double)] = []
    var current: CGImage?
    /// Keeps the place of the picture on show in use.
    var place: DrawablePlace?
    /// When the current picture came, on the clock of the route.
    var shownSince = -Double.infinity
    /// Drawables whose pictures are in a frame that was not shown yet.
    var fresh: [LayerDrawable] = []
    var isAnnounced = false
  }

  let changesByItself = false

  /// How many pictures of a program that presents faster than a live host shows wait; newer ones take the place of the last.
  private static let mostWaiting = 2

  func image(at time: Double) -> CGImage? { current }

  /// The picture on show; nil before the first one.
  var current: CGImage? { state.withLock { $0.current } }

  /// True shows each picture for one frame at least; false skips to the newest.
  var showsEach: Bool {
    get { state.withLock { $0.showsEach } }
    set { state.withLock { $0.showsEach = newValue } }
  }

  /// Adds a picture behind those that wait.
  func add(_ picture: QueuedPicture) {
    var dropped: [LayerDrawable?] = []
    let announce: (@Sendable (PresentationQueue) -> Void)? = state.withLock { state in
      switch state.route {
      case .none:
        state.current = picture.image
        dropped.append(picture.drawable)
        return nil
      case .recorded:
        let time = picture.recordedTime(after: state.waiting.last?.recordedTime ?? state.shownSince)
        // Nothing is shown between two pictures of one moment.
        if let last = state.waiting.last, last.recordedTime == time {
          dropped.append(last.picture.drawable)
          state.waiting.removeLast()
        }
        state.waiting.append((picture, time))
        return nil
      case .live(let announce):
        // Drawables are bounded by their places, other pictures here.
        if state.waiting.count >= Self.mostWaiting, picture.mayBeSkipped,
          state.waiting[state.waiting.count - 1].picture.mayBeSkipped
        {
          state.waiting.removeLast()
        }
        state.waiting.append((picture, 0))
        defer { state.isAnnounced = true }
        return state.isAnnounced ? nil : announce
      }
    }
    for drawable in dropped { drawable?.finish(presentedTime: 0) }
    announce?(self)
  }

  /// Shows a picture at once, with a commit; its drawable is reported by ``committed(_:at:)``.
  func replace(with image: CGImage?) { state.withLock { $0.current = image } }

  /// Sends pictures another way; those that wait are dropped, but for the last one.
  func setRoute(_ route: Route) {
    let dropped = state.withLock { state -> [LayerDrawable] in
      state.route = route
      let drawables = state.waiting.compactMap(\.picture.drawable) + state.fresh
      if let last = state.waiting.last { state.current = last.picture.image }
      (state.waiting, state.fresh, state.place) = ([], [], nil)
      (state.isAnnounced, state.shownSince) = (false, -.infinity)
      return drawables
    }
    for drawable in dropped { drawable.finish(presentedTime: 0) }
  }

  /// Reports the drawable of a picture that a commit of a media time shows.
  func committed(_ drawable: LayerDrawable, at time: Double) {
    let announce: (@Sendable (PresentationQueue) -> Void)? = state.withLock { state in
      guard case .live(let announce) = state.route else { return nil }
      state.fresh.append(drawable)
      state.isAnnounced = true
      return announce
    }
    if let announce { announce(self) } else { drawable.finish(presentedTime: time) }
  }

  /// Announces waiting pictures again, to a render thread that starts.
  func announceAgain() {
    let announce: (@Sendable (PresentationQueue) -> Void)? = state.withLock { state in
      guard case .live(let announce) = state.route, state.isAnnounced else { return nil }
      return announce
    }
    announce?(self)
  }

  // MARK: Live

  /// Times are media times; one may lie this much before a frame and count for it, in seconds.
  private static let slack = 1e-6

  func advance(to time: Double) -> Double? {
    var dropped: [LayerDrawable?] = []
    let next = state.withLock { state -> Double? in
      var taken = 0
      while let first = state.waiting.first?.picture {
        let due = max(first.time ?? -.infinity, state.shownSince + first.minimumDuration)
        guard due <= time + Self.slack, taken == 0 || !state.showsEach else { break }
        if taken > 0 { dropped.append(state.fresh.popLast()) }
        taken += 1
        state.waiting.removeFirst()
        (state.current, state.place, state.shownSince) = (first.image, first.drawable?.place, time)
        if let drawable = first.drawable { state.fresh.append(drawable) }
      }
      guard let first = state.waiting.first?.picture else {
        state.isAnnounced = false
        return nil
      }
      return max(first.time ?? time, state.shownSince + first.minimumDuration, time)
    }
    for drawable in dropped { drawable?.finish(presentedTime: 0) }
    return next
  }

  /// The time at which another picture is due, from a time on; infinity if none waits.
  func nextTime(from time: Double) -> Double {
    state.withLock { state in
      guard let first = state.waiting.first?.picture else { return .infinity }
      return max(first.time ?? time, state.shownSince + first.minimumDuration, time)
    }
  }

  func noteShown(at time: Double) {
    let shown = state.withLock { state in
      defer { state.fresh = [] }
      return state.fresh
    }
    for drawable in shown { drawable.finish(presentedTime: time) }
  }

  // MARK: Recorded

  /// The time at which the next picture of a recorded time line shows; infinity if none waits.
  var nextRecordedTime: Double { state.withLock { $0.waiting.first?.recordedTime ?? .infinity } }

  /// Goes on to the picture that a moment of a recorded time line shows; returns false if it is the one on show.
  func take(until time: Double) -> Bool {
    var finished: [(LayerDrawable?, Double)] = []
    let isNew = state.withLock { state in
      let count = state.waiting.prefix { $0.recordedTime <= time }.count
      guard count > 0 else { return false }
      let last = state.waiting[count - 1]
      let from = last.recordedTime.isFinite ? last.recordedTime : time
      finished =
        state.waiting.prefix(count - 1).map { ($0.picture.drawable, 0) } + [(last.picture.drawable, from)]
      state.waiting.removeFirst(count)
      (state.current, state.shownSince) = (last.picture.image, from)
      return true
    }
    for (drawable, time) in finished { drawable?.finish(presentedTime: time) }
    return isNew
  }
}
