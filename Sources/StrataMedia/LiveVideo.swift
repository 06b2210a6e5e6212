#if Media
  package import CoreGraphics
  import Dispatch
  package import StrataRenderTree
  import Synchronization

  /// Pictures in the order of time, each with a number of its own.
  package protocol NumberedPictures: AnyObject, Sendable {
    /// The number of the picture of a time in seconds; nil shows nothing.
    func number(atSeconds seconds: Double) -> Int?
    /// Makes a picture, which takes its time; nil if it cannot be made.
    func picture(_ number: Int) -> CGImage?
    /// The number of the next picture; nil after the last one.
    func number(after number: Int) -> Int?
  }

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
    private let pictures: any NumberedPictures
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
      /// Frames that could not be decoded, until others are wanted than those near them.
      var failed: Set<Int> = []
    }

    /// Creates contents of a film.
    public init(_ clip: VideoClip) { pictures = clip }

    /// Creates contents of pictures.
    package init(pictures: any NumberedPictures) { self.pictures = pictures }

    /// True once a picture was shown.
    package var hasShown: Bool { state.withLock { $0.shown != nil } }

    /// How many pictures showed an older frame because theirs was not decoded in time.
    public var lateCount: Int { state.withLock { $0.lateCount } }

    /// The picture for a time in seconds, without waiting.
    package func picture(at seconds: Double) -> CGImage? {
      guard let number = pictures.number(atSeconds: seconds) else { return nil }
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
        let image = pictures.picture(number)
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
        var range = [wanted]
        while range.count < Self.ahead, let next = pictures.number(after: range[range.count - 1]) {
          range.append(next)
        }
        state.ready = state.ready.filter { range.contains($0.key) }
        state.failed.formIntersection(range)
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
