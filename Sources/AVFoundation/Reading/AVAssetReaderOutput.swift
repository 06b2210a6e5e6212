#if Media
  public import CoreMedia
  public import Foundation
  import StrataFilm

  /// What gives samples in their order.
  protocol SampleFeed: AnyObject {
    /// The next sample; nil after the last one.
    func next() throws(AVError) -> CMSampleBuffer?
  }

  /// Gives the samples of one kind of an asset.
  ///
  /// Samples are the program's own: pixels and levels may be written.
  open class AVAssetReaderOutput: NSObject, @unchecked Sendable {  // The lock guards the feed.
    /// Where an output is.
    enum Feed {
      case closed
      case open(any SampleFeed)
      case ended
    }

    /// What the samples hold.
    public let mediaType: AVMediaType
    /// True for samples of the program's own, which they always are.
    open var alwaysCopiesSampleData = true
    /// How far the reader is; nil if no reader has the output.
    var course: ReadingCourse?
    let feed = Locked(Feed.closed)
    /// Held while a sample is read.
    private let reading = NSLock()

    init(_ mediaType: AVMediaType) { self.mediaType = mediaType }

    /// Returns why an asset is not read in this way; nil if it is.
    func refusal(_ asset: AVAsset) -> String? { "an output of this class reads nothing" }

    /// Opens the samples of some times.
    func open(
      _ asset: AVAsset,
      _ range: CMTimeRange,
      _ cancellation: ExportCancellation
    ) throws(AVError) -> any SampleFeed {
      throw AVError(.unknown, "an output of this class reads nothing")
    }

    /// True if no sample is being read.
    var isIdle: Bool {
      guard reading.try() else { return false }
      reading.unlock()
      return true
    }

    /// Reads the next sample; nil after the last one, and after a failure: the ``AVAssetReader/status`` of the reader tells which.
    ///
    /// A reader that has not begun ends the program.
    ///
    /// - Complexity: Waits for the decoder.
    open func copyNextSampleBuffer() -> CMSampleBuffer? {
      guard let course, course.status != .unknown else {
        fatalError("AVAssetReaderOutput.copyNextSampleBuffer: call startReading of a reader first")
      }
      reading.lock()
      defer { reading.unlock() }
      guard course.status == .reading, case .open(let source) = feed.withLock({ $0 }) else {
        feed.withLock { $0 = .ended }
        return nil
      }
      do throws(AVError) {
        if let sample = try source.next(), course.status == .reading { return sample }
        feed.withLock { $0 = .ended }
        course.noteEnd()
      } catch {
        feed.withLock { $0 = .ended }
        course.fail(error)
      }
      return nil
    }

    /// Returns why tracks are not some of an asset; nil if they are.
    func refusal(_ tracks: [AVAssetTrack], _ asset: AVAsset) -> String? {
      let known = asset.tracks.map(\.trackID)
      if tracks.isEmpty { return "there are no tracks" }
      guard tracks.allSatisfy({ $0.mediaType == mediaType }) else { return "a track is of another kind" }
      return tracks.allSatisfy { $0.asset === asset && known.contains($0.trackID) }
        ? nil : "a track is not one of the asset"
    }
  }

  /// Gives the samples of one track, decoded.
  ///
  /// Pictures lie as they do in the file: the track's ``AVAssetTrack/preferredTransform`` turns them upright. Their pixels are square.
  open class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
    /// The track.
    public let track: AVAssetTrack
    /// The format of the samples.
    public let outputSettings: [String: Any]?

    /// Creates an output; settings that cannot be used end the program.
    ///
    /// - Parameters:
    ///   - track: A track of video or sound.
    ///   - outputSettings: For video `kCVPixelBufferPixelFormatTypeKey`, and a size if pictures are to be scaled; for sound
    ///     `AVFormatIDKey` of `kAudioFormatLinearPCM`, and the other keys of uncompressed sound. Without settings there are no samples:
    ///     a reader does not add the output.
    public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
      if let outputSettings {
        let reason =
          track.mediaType == .audio
          ? ReadSound.problem(outputSettings, track) : ReadPictures.problem(outputSettings)
        if let reason { fatalError("AVAssetReaderTrackOutput: \(reason)") }
      }
      (self.track, self.outputSettings) = (track, outputSettings)
      super.init(track.mediaType)
    }

    override func refusal(_ asset: AVAsset) -> String? {
      if outputSettings == nil { return "compressed samples are not read: give settings" }
      return refusal([track], asset)
    }

    override func open(
      _ asset: AVAsset,
      _ range: CMTimeRange,
      _ cancellation: ExportCancellation
    ) throws(AVError) -> any SampleFeed {
      if mediaType == .audio {
        let own = track.timeRange.duration.isNumeric ? range.intersection(track.timeRange) : range
        return try ReadSound([track], outputSettings ?? [:], own, nil)
      }
      return try ReadPictures.open(track, outputSettings ?? [:], range, cancellation)
    }
  }

  /// Gives the pictures of a video composition.
  open class AVAssetReaderVideoCompositionOutput: AVAssetReaderOutput, @unchecked Sendable {
    /// The tracks.
    public let videoTracks: [AVAssetTrack]
    /// The format of the samples; nil for `32BGRA`.
    public let videoSettings: [String: Any]?
    /// How the tracks become one picture; needed.
    open var videoComposition: AVVideoComposition? {
      get { composition }
      set { composition = newValue?.copy() as? AVVideoComposition }
    }
    private var composition: AVVideoComposition?

    /// Creates an output; settings that cannot be used end the program.
    public init(videoTracks: [AVAssetTrack], videoSettings: [String: Any]?) {
      if let reason = ReadPictures.problem(videoSettings ?? [:]) {
        fatalError("AVAssetReaderVideoCompositionOutput: \(reason)")
      }
      (self.videoTracks, self.videoSettings) = (videoTracks, videoSettings)
      super.init(.video)
    }

    override func refusal(_ asset: AVAsset) -> String? { refusal(videoTracks, asset) }

    override func open(
      _ asset: AVAsset,
      _ range: CMTimeRange,
      _ cancellation: ExportCancellation
    ) throws(AVError) -> any SampleFeed {
      guard let composition else {
        throw AVError(.invalidVideoComposition, "an output of a video composition has none")
      }
      let pictures = try ComposedPictures(asset, composition, cancellation: cancellation)
      return try ReadPictures.open(pictures, frame: composition.frameDuration, videoSettings ?? [:], range)
    }
  }

  /// Gives the sum of the sound of tracks.
  open class AVAssetReaderAudioMixOutput: AVAssetReaderOutput, @unchecked Sendable {
    /// The tracks.
    public let audioTracks: [AVAssetTrack]
    /// The format of the samples; nil for floats.
    public let audioSettings: [String: Any]?
    /// The volumes of the tracks; nil for full ones.
    open var audioMix: AVAudioMix? {
      get { mix }
      set { mix = newValue?.copy() as? AVAudioMix }
    }
    private var mix: AVAudioMix?

    /// Creates an output; settings that cannot be used end the program.
    public init(audioTracks: [AVAssetTrack], audioSettings: [String: Any]?) {
      if let audioSettings, let reason = ReadSound.problem(audioSettings, audioTracks.first) {
        fatalError("AVAssetReaderAudioMixOutput: \(reason)")
      }
      (self.audioTracks, self.audioSettings) = (audioTracks, audioSettings)
      super.init(.audio)
    }

    override func refusal(_ asset: AVAsset) -> String? { refusal(audioTracks, asset) }

    override func open(
      _ asset: AVAsset,
      _ range: CMTimeRange,
      _ cancellation: ExportCancellation
    ) throws(AVError) -> any SampleFeed {
      try ReadSound(audioTracks, audioSettings ?? ReadSound.floats, range, mix)
    }
  }
#endif
