#if Media
  package import CoreGraphics
  import Dispatch
  package import StrataRenderTree
  import Synchronization

  /// The frames of a film for layers of a live host, whose render thread must not wait.
  ///
  /// ```swift
  /// let video = LiveVideo(clip)
  /// layer.contents = video
  /// ```
  ///
  /// A frame that is not decoded yet shows the last one that was, and is counted. A thread of its own decodes the frame that was
  /// asked for last, and the following ones ahead. An offline renderer takes the ``VideoClip`` itself, which waits.
  ///
  /// - Thread: Any.
  public final class LiveVideo: Sendable {
    /// The film.
    public let clip: VideoClip
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "strata.video")

    /// The number of frames that are decoded before they are asked for.
    private static let ahead = 4

    private struct State: Sendable {
      var ready: [Int: CGImage] = [:]
      var shown: CGImage?
      /// The frame that was asked for last.
      var wanted: Int?
      var isDecoding = false
      var lateCount = 0
      /// Frames that cannot be decoded.
      var failed: Set<Int> = []
    }

    /// Creates contents of a film.
    public init(_ clip: VideoClip) { self.clip = clip }

    /// How many pictures showed an older frame because theirs was not decoded in time.
    public var lateCount: Int { state.withLock { $0.lateCount } }

    /// The picture for a time in seconds, without waiting.
    private func picture(at seconds: Double) -> CGImage? {
      guard let number = clip.frameNumber(atSeconds: seconds) else { return nil }
      let (image, starts) = state.withLock { state -> (CGImage?, Bool) in
        let isNew = state.wanted != number
        state.wanted = number
        let starts = isNew && !state.isDecoding
        if starts { state.isDecoding = true }
        if let image = state.ready[number] {
          state.shown = image
        } else {
          state.lateCount += 1
        }
        return (state.shown, starts)
      }
      if starts { queue.async { [weak self] in self?.decode() } }
      return image
    }

    /// Decodes the wanted frame and those after it, until all are ready.
    private func decode() {
      while let number = nextFrame() {
        let image = clip.imageOrLog(ofFrame: number)
        state.withLock { state in
          state.ready[number] = image
          if image == nil { state.failed.insert(number) }
        }
      }
    }

    /// The frame to decode next; nil if there is nothing to do.
    private func nextFrame() -> Int? {
      state.withLock { state in
        guard let wanted = state.wanted else { return nil }
        let range = wanted..<min(wanted + Self.ahead, clip.frameCount)
        state.ready = state.ready.filter { range.contains($0.key) }
        let next = range.first { state.ready[$0] == nil && !state.failed.contains($0) }
        state.isDecoding = next != nil
        return next
      }
    }
  }

  extension LiveVideo: LiveContents, ContentsRepresentable {
    package func image(at time: Double) -> CGImage? { picture(at: time) }
    package var contentsValue: ContentsValue { .live(self) }
  }
#endif
