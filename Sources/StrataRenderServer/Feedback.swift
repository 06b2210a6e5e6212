import Synchronization

/// When a frame of a live host was due, and when it was there.
public struct FrameTiming: Sendable, Hashable {
  /// How many refreshes of the host came before, since the media clock's zero.
  public let index: Int
  /// The media time that the frame shows, in seconds.
  public let timestamp: Double
  /// When the next frame is due at the earliest, in seconds of media time.
  public let targetTimestamp: Double
  /// The media time at which the picture was handed over, in seconds.
  public let presentedTime: Double

  package init(index: Int, timestamp: Double, targetTimestamp: Double, presentedTime: Double) {
    (self.index, self.timestamp) = (index, timestamp)
    (self.targetTimestamp, self.presentedTime) = (targetTimestamp, presentedTime)
  }

  /// True if the picture was there only after the next one was due.
  public var isLate: Bool { presentedTime > targetTimestamp }
}

/// What the render thread tells the thread that uses the layers: the sum of all that happened since that thread looked.
package struct Feedback: Sendable, Hashable {
  /// The media time of the last frame to which this belongs; minus infinity if there is no news.
  package var time = -Double.infinity
  /// Animations may have begun or ended by then.
  package var animationsMoved = false
  /// Layers must be displayed anew: an animation of a key that needs it runs.
  package var wantsRedraw = false

  package init(time: Double = -.infinity, animationsMoved: Bool = false, wantsRedraw: Bool = false) {
    (self.time, self.animationsMoved, self.wantsRedraw) = (time, animationsMoved, wantsRedraw)
  }

  /// Adds what happened later.
  mutating func add(_ later: Feedback) {
    time = max(time, later.time)
    animationsMoved = animationsMoved || later.animationsMoved
    wantsRedraw = wantsRedraw || later.wantsRedraw
  }
}

/// Takes feedback to a thread in its own time; what it costs does not grow while that thread is busy.
package final class FeedbackBox: Sendable {
  private struct Contents {
    var news: Feedback?
    var presented: [FrameTiming] = []
    var bell: (@Sendable () -> Void)?
  }
  private let contents = Mutex(Contents())

  package init() {}

  /// How many frames are remembered: four seconds at 60 frames a second.
  package static let mostPresented = 240

  /// Called after a post that found nothing waiting, on the posting thread.
  package var bell: (@Sendable () -> Void)? {
    get { contents.withLock { $0.bell } }
    set { contents.withLock { $0.bell = newValue } }
  }

  /// Adds to what waits, and rings if nothing did.
  package func post(_ news: Feedback) {
    let bell = contents.withLock { contents -> (@Sendable () -> Void)? in
      guard contents.news == nil else {
        contents.news?.add(news)
        return nil
      }
      contents.news = news
      return contents.bell
    }
    bell?()
  }

  /// Takes what waits; nil if nothing does.
  package func take() -> Feedback? {
    contents.withLock { contents in
      defer { contents.news = nil }
      return contents.news
    }
  }

  /// Notes that a frame was shown, which wakes nobody.
  package func notePresented(_ frame: FrameTiming) {
    contents.withLock { contents in
      // Half at a time, so that a full list is not moved for every frame.
      if contents.presented.count >= 2 * Self.mostPresented {
        contents.presented.removeFirst(Self.mostPresented)
      }
      contents.presented.append(frame)
    }
  }

  /// The last frames that were shown, oldest first.
  package var presented: [FrameTiming] { contents.withLock { $0.presented.suffix(Self.mostPresented) } }
}
