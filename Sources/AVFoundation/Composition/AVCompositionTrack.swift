#if Media
  public import CoreGraphics
  public import CoreMedia
  public import Foundation
  import StrataMedia

  /// A part of a composition's track.
  open class AVCompositionTrackSegment: AVAssetTrackSegment, @unchecked Sendable {
    let source: TrackSource?

    init(_ part: SegmentList.Part) {
      source = part.source
      super.init(timeMapping: CMTimeMapping(source: part.from, target: part.target))
    }

    /// Creates a part of a file's track.
    public init(
      url URL: URL,
      trackID: CMPersistentTrackID,
      sourceTimeRange: CMTimeRange,
      targetTimeRange: CMTimeRange
    ) {
      source = TrackSource(file: AssetFile(URL), trackID: trackID, stream: Int(trackID) - 1)
      super.init(timeMapping: CMTimeMapping(source: sourceTimeRange, target: targetTimeRange))
    }

    /// Creates an empty part.
    public init(timeRange: CMTimeRange) {
      source = nil
      super.init(timeMapping: CMTimeMappingMakeEmpty(target: timeRange))
    }

    /// The file; nil for an empty part.
    public var sourceURL: URL? { source?.file.url }

    /// The track of the file; ``kCMPersistentTrackID_Invalid`` for an empty part.
    public var sourceTrackID: CMPersistentTrackID { source?.trackID ?? kCMPersistentTrackID_Invalid }

    var part: SegmentList.Part {
      SegmentList.Part(
        source: source,
        from: source == nil ? .invalid : timeMapping.source,
        target: timeMapping.target
      )
    }
  }

  /// A track of a composition.
  open class AVCompositionTrack: AVAssetTrack, @unchecked Sendable {
    // One thread changes a composition.
    var parts = SegmentList()
    private let number: CMPersistentTrackID
    private let type: AVMediaType
    fileprivate var size = CGSize.zero
    fileprivate var transform = CGAffineTransform.identity
    fileprivate var rate: Float = 0
    fileprivate var volume: Float = 1
    fileprivate var enabled = true

    init(_ number: CMPersistentTrackID, _ type: AVMediaType, of asset: AVAsset) {
      (self.number, self.type) = (number, type)
      super.init(nil, of: asset)
    }

    init(copying track: AVCompositionTrack, of asset: AVAsset) {
      (number, type) = (track.number, track.type)
      super.init(nil, of: asset)
      (parts, size, transform) = (track.parts, track.size, track.transform)
      (rate, volume, enabled) = (track.rate, track.volume, track.enabled)
    }

    /// The number of the track in its composition.
    open override var trackID: CMPersistentTrackID { number }
    /// What the track holds.
    open override var mediaType: AVMediaType { type }
    /// The size of the first source that was inserted or set.
    open override var naturalSize: CGSize { size }
    /// Frames per second of the first source that was inserted or set.
    open override var nominalFrameRate: Float { rate }
    /// The length of a frame at that rate.
    open override var minFrameDuration: CMTime { rate > 0 ? CMTime.frame(atRate: Double(rate)) : .invalid }
    /// Units of a second: billionths.
    open override var naturalTimeScale: CMTimeScale { AVPlayer.timescale }
    /// The times of the track: from zero to the end of its last part.
    open override var timeRange: CMTimeRange { CMTimeRange(start: .zero, duration: parts.duration) }
    /// The parts.
    open override var segments: [AVAssetTrackSegment] { parts.parts.map { AVCompositionTrackSegment($0) } }
    /// True: parts were readable when they were inserted.
    open override var isPlayable: Bool { true }
    /// The transform that turns pictures upright.
    open override var preferredTransform: CGAffineTransform { transform }
    /// The volume of the sound.
    open override var preferredVolume: Float { volume }
    /// True if the track is shown or heard.
    open override var isEnabled: Bool { enabled }
    override var file: AssetFile? { nil }
  }

  /// A track of a composition that can be changed.
  open class AVMutableCompositionTrack: AVCompositionTrack, @unchecked Sendable {
    override init(_ number: CMPersistentTrackID, _ type: AVMediaType, of asset: AVAsset) {
      super.init(number, type, of: asset)
    }

    override init(copying track: AVCompositionTrack, of asset: AVAsset) {
      super.init(copying: track, of: asset)
    }

    /// The transform that turns pictures upright, for players, exports and images; the identity at first, whatever that of a
    /// source is.
    open override var preferredTransform: CGAffineTransform {
      get { transform }
      set { transform = newValue }
    }

    /// The volume of the sound, from 0.
    open override var preferredVolume: Float {
      get { volume }
      set { volume = newValue.isFinite ? max(newValue, 0) : volume }
    }

    /// True if the track is shown or heard.
    open override var isEnabled: Bool {
      get { enabled }
      set { enabled = newValue }
    }

    /// Inserts times of a track of a file or of a composition, and moves what follows.
    ///
    /// - Parameters:
    ///   - timeRange: Times of the source; what is beyond its end shows the last picture of a file, and nothing of a
    ///     composition.
    ///   - track: A track of the same kind; later changes of a composition's track do not matter.
    ///   - startTime: The place; an invalid or infinite time is the end. Beyond the end, empty time comes before.
    /// - Throws: ``AVError`` for tracks of other kinds, and for times that are not numbers or lie before the start.
    public func insertTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws
    {
      try timeRange.checkSource()
      guard track.mediaType == mediaType, let inserted = SegmentList(timeRange, of: track) else {
        throw AVError(
          .operationNotSupportedForAsset,
          "the track is not one of a file or a composition with \(mediaType == .audio ? "sound" : "pictures")"
        )
      }
      if size == .zero { (size, rate) = (track.naturalSize, track.nominalFrameRate) }
      parts.insert(inserted, at: startTime.isNumber ? startTime : parts.duration)
    }

    /// Inserts times of several tracks, one after the other.
    ///
    /// - Throws: ``AVError`` as ``insertTimeRange(_:of:at:)``; parts before the error stay.
    public func insertTimeRanges(
      _ timeRanges: [CMTimeRange],
      of tracks: [AVAssetTrack],
      at startTime: CMTime
    ) throws {
      var place = startTime.isNumber ? startTime : parts.duration
      for (range, track) in zip(timeRanges, tracks) {
        try insertTimeRange(range, of: track, at: place)
        place = CMTimeAdd(place, range.duration)
      }
    }

    /// Inserts empty time, and moves what follows; nothing happens for times that are not numbers.
    public func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
      parts.insert(nil, timeRange, at: timeRange.start)
    }

    /// Removes times, and moves what follows.
    public func removeTimeRange(_ timeRange: CMTimeRange) { parts.remove(timeRange) }

    /// Gives times another length, and moves what follows; nothing happens for times that are not numbers.
    public func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
      parts.scale(timeRange, to: duration)
    }

    /// Replaces all parts.
    ///
    /// The file of the first one is read for the size of the pictures, unless the track has one already.
    ///
    /// - Throws: ``AVError`` if they do not follow one another from zero on.
    public func setSegments(_ segments: [AVCompositionTrackSegment]) throws {
      try validateSegments(segments)
      parts = SegmentList(Self.sharingFiles(segments.map(\.part))) ?? parts
      guard size == .zero, mediaType == .video, let source = parts.parts.lazy.compactMap(\.source).first
      else {
        return
      }
      // A file that cannot be read is an error of the composition when it is asked for pictures.
      guard let stream = try? source.file.list().tracks.first(where: { $0.number == source.stream }) else {
        return
      }
      let track = AVAssetTrack(stream, of: nil)
      (size, rate) = (track.naturalSize, track.nominalFrameRate)
    }

    /// Parts whose sources of one file list its streams once.
    private static func sharingFiles(_ parts: [SegmentList.Part]) -> [SegmentList.Part] {
      var files: [URL: AssetFile] = [:]
      return parts.map { part in
        guard let source = part.source else { return part }
        let file = files[source.file.url] ?? source.file
        files[source.file.url] = file
        var shared = part
        shared.source = TrackSource(file: file, trackID: source.trackID, stream: source.stream)
        return shared
      }
    }

    /// Checks that parts follow one another from zero on.
    ///
    /// - Throws: ``AVError`` if they do not.
    public func validateSegments(_ segments: [AVCompositionTrackSegment]) throws {
      guard SegmentList(segments.map(\.part)) != nil else {
        throw AVError(
          .compositionTrackSegmentsNotContiguous,
          "segments must follow one another from zero on, each longer than zero"
        )
      }
    }
  }
#endif
