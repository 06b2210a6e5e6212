import Synchronization

/// The times at which a frame of a live host was due and was presented.
public struct FrameTiming: Sendable, Hashable {
  /// The number of the host's refreshes since the media clock's zero.
  public let index: Int
  /// The media time that the frame shows, in seconds.
  public let timestamp: Double
  /// The earliest time at which the next frame is due, in seconds of media time.
  public let targetTimestamp: Double
  /// The media time at which the picture was presented, in seconds.
  public let presentedTime: Double

  package init(index: Int, timestamp: Double, targetTimestamp: Double, presentedTime: Double) {
    (self.index, self.timestamp) = (index, timestamp)
    (self.targetTimestamp, self.presentedTime) = (targetTimestamp, presentedTime)
  }

  /// True if the picture was presented after the next one was due.
  public var isLate: Bool { presentedTime > targetTimestamp }
}

/// A message from the render thread to the thread that uses the layers: the sum of all events since the last message.
package struct Feedback: Sendable, Hashable {
  /// The media time of the last frame that is part of the message; minus infinity if there is none.
  package var time = -Double.infinity
  /// True if animations may have begun or ended by then.
  package var animationsMoved = false
  /// True if layers must be displayed again, because an animation of a key that needs it runs.
  package var wantsRedraw = false

  package init(time: Double = -.infinity, animationsMoved: Bool = false, wantsRedraw: Bool = false) {
    (self.time, self.animationsMoved, self.wantsRedraw) = (time, animationsMoved, wantsRedraw)
  }

  /// Adds a later message.
  mutating func add(_ later: Feedback) {
    time = max(time, later.time)
    animationsMoved = animationsMoved || later.animationsMoved
    wantsRedraw = wantsRedraw || later.wantsRedraw
  }
}

/// Holds feedback until a thread takes it.
///
/// Messages are merged, so a busy thread costs no memory.
package final class FeedbackBox: Sendable {
  private struct Contents {
    var pending: Feedback?
    var presented: [FrameTiming] = []
    var wakeReceiver: (@Sendable () -> Void)?
  }
  private let contents = Mutex(Contents())

  package init() {}

  /// The number of frames whose timing is kept: four seconds at 60 frames per second.
  package static let mostPresented = 240

  /// Called on the posting thread after a post that found no pending feedback.
  package var wakeReceiver: (@Sendable () -> Void)? {
    get { contents.withLock { $0.wakeReceiver } }
    set { contents.withLock { $0.wakeReceiver = newValue } }
  }

  /// Merges feedback into the pending one, and wakes the receiver if there was none.
  package func post(_ feedback: Feedback) {
    let wakeReceiver = contents.withLock { contents -> (@Sendable () -> Void)? in
      guard contents.pending == nil else {
        contents.pending?.add(feedback)
        return nil
      }
      contents.pending = feedback
      return contents.wakeReceiver
    }
    wakeReceiver?()
  }

  /// Takes the pending feedback; nil if there is none.
  package func take() -> Feedback? {
    contents.withLock { contents in
      defer { contents.pending = nil }
      return contents.pending
    }
  }

  /// Records that a frame was presented; does not wake the receiver.
  package func notePresented(_ frame: FrameTiming) {
    contents.withLock { contents in
      // Removes half of the list at a time, so that a full list does not move for every frame.
      if contents.presented.count >= 2 * Self.mostPresented {
        contents.presented.removeFirst(Self.mostPresented)
      }
      contents.presented.append(frame)
    }
  }

  /// The timing of the last presented frames, oldest first.
  package var presented: [FrameTiming] { contents.withLock { $0.presented.suffix(Self.mostPresented) } }
}
