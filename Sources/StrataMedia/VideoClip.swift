#if Media
  public import CoreGraphics
  public import CoreMedia
  public import Foundation
  import Logging
  package import StrataRenderTree
  import Synchronization

  /// The frames of a film, or a picture, exact in time.
  ///
  /// ```swift
  /// let clip = try VideoClip(contentsOf: URL(filePath: "film.mp4"))
  /// layer.contents = clip                                      // at the layer's local time
  /// let image = try clip.image(at: CMTime(value: 3, timescale: 2))
  /// ```
  ///
  /// At a time it shows the last frame whose display time is not later. The same time gives the same pixels, in any order of times.
  /// Frames are turned upright, their colours are those of sRGB with premultiplied alpha; pixels that are not square stay as
  /// they are (``displaySize``).
  ///
  /// `ffprobe` lists the frames when the clip is made, and a child `ffmpeg` decodes them: forwards it goes on, backwards and
  /// beyond the next keyframe it starts again. It ends when the clip is released.
  ///
  /// - Thread: Any; a second thread waits until the first one has its frame.
  public final class VideoClip: Sendable {
    /// The path of the file.
    public var path: String { index.path }

    let index: ClipIndex
    private let source: Mutex<FrameSource>
    private let failures = FirstFailure()

    /// Opens a film or a picture and lists its frames.
    ///
    /// - Parameters:
    ///   - url: A file.
    ///   - cacheBudget: The bytes of decoded frames that are kept; one frame is kept in any case.
    ///   - timeout: How long a child process may be silent, in seconds.
    /// - Throws: ``MediaError``, which names the file and the reason.
    public convenience init(
      contentsOf url: URL,
      cacheBudget: Int = 64 << 20,
      timeout: Double = 30
    ) throws(MediaError) {
      try self.init(contentsOf: url, cacheBudget: cacheBudget, timeout: timeout, tools: MediaTools())
    }

    /// Opens a film with other programs than the usual ones.
    package init(
      contentsOf url: URL,
      cacheBudget: Int = 64 << 20,
      timeout: Double = 30,
      tools: MediaTools,
      squarePixels: Bool = false
    ) throws(MediaError) {
      index = try ClipIndex(
        path: url.path(percentEncoded: false),
        timeout: timeout,
        tools: tools,
        squarePixels: squarePixels
      )
      source = Mutex(FrameSource(index, budget: cacheBudget, timeout: timeout))
    }

    /// The size of a frame in pixels.
    public var pixelSize: CGSize { CGSize(width: index.stream.size.width, height: index.stream.size.height) }

    /// The size at which a frame is seen, in square pixels: wider than ``pixelSize`` if its pixels are wide.
    public var displaySize: CGSize {
      CGSize(width: CGFloat(index.stream.size.width) * index.stream.pixelAspect, height: pixelSize.height)
    }

    /// The end of the last frame, from the start of the file; indefinite for a picture.
    public var duration: CMTime { index.duration }

    /// The number of frames.
    public var frameCount: Int { index.times.count }

    /// True if frames may be transparent.
    public var hasAlpha: Bool { index.stream.hasAlpha }

    /// Returns the number of the frame that a time shows, from 0; nil before the first frame, and for times that are not
    /// known.
    ///
    /// - Complexity: O(log of the number of frames).
    public func frameNumber(at time: CMTime) -> Int? { index.frame(at: time) }

    /// Returns the display time of a frame, from the start of the file; invalid for a number that is not there.
    public func displayTime(ofFrame number: Int) -> CMTime {
      index.times.indices.contains(number) ? index.time(of: number) : .invalid
    }

    /// The display times of the frames at which decoding can start, in order.
    package var keyframeTimes: [CMTime] { index.keyframes.map { index.time(of: $0) } }

    /// Decodes the frame that a time shows; nil before the first frame, and for times that are not known.
    ///
    /// - Throws: ``MediaError`` if the file changed or is damaged, or if a child process fails.
    public func image(at time: CMTime) throws(MediaError) -> CGImage? {
      guard let number = index.frame(at: time) else { return nil }
      return try image(ofFrame: number)
    }

    /// Decodes a frame by its number; nil if there is none of that number.
    ///
    /// - Throws: ``MediaError`` if the file changed or is damaged, or if a child process fails.
    public func image(ofFrame number: Int) throws(MediaError) -> CGImage? {
      guard index.times.indices.contains(number) else { return nil }
      return try source.withLock { (source) throws(MediaError) in try source.image(of: number) }
    }

    /// Ends the child process and drops all frames; the next frame starts it again.
    public func releaseResources() { source.withLock { $0.close() } }

    /// The number of the frame that a time in seconds shows.
    package func frameNumber(atSeconds seconds: Double) -> Int? { index.frame(atSeconds: seconds) }

    /// How often a decoder was started.
    package var decoderStarts: Int { source.withLock { $0.startCount } }

    /// Decodes a frame for a layer; the first failure is logged, and nothing is shown.
    package func imageOrLog(ofFrame number: Int) -> CGImage? {
      failures.log { try image(ofFrame: number) }
    }
  }

  /// Logs the first error of pictures that layers ask for again and again.
  package final class FirstFailure: Sendable {
    private let hasFailed = Mutex(false)

    package init() {}

    /// The result of a body; nil after an error.
    package func log<Result>(_ body: () throws -> Result?) -> Result? {
      do {
        return try body()
      } catch {
        let isFirst = hasFailed.withLock { failed in
          defer { failed = true }
          return !failed
        }
        if isFirst { Logger(label: "strata.media").warning("\(error)") }
        return nil
      }
    }
  }

  extension VideoClip: NumberedPictures {
    package func number(atSeconds seconds: Double) -> Int? { index.frame(atSeconds: seconds) }
    package func picture(_ number: Int) -> CGImage? { imageOrLog(ofFrame: number) }
    package func number(after number: Int) -> Int? { number + 1 < frameCount ? number + 1 : nil }
  }

  extension VideoClip: LiveContents, ContentsRepresentable {
    package func image(at time: Double) -> CGImage? {
      index.frame(atSeconds: time).flatMap { imageOrLog(ofFrame: $0) }
    }
    package var contentsValue: ContentsValue { .live(self) }
  }
#endif
