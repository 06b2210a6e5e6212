#if Media
  import CoreGraphics
  public import CoreMedia
  public import Foundation

  /// An asset of parts of other assets.
  ///
  /// Without a video composition it shows the first of its video tracks that has a picture at a time.
  open class AVComposition: AVAsset, @unchecked Sendable {
    // One thread changes a composition; readers take values of it.
    fileprivate(set) var list: [AVCompositionTrack] = []
    /// The size that was set; zero for that of the first video track.
    fileprivate var size = CGSize.zero

    override init() { super.init() }

    /// The tracks.
    open override var tracks: [AVAssetTrack] { list }

    /// Returns the track of a number; nil if there is none.
    open override func track(withTrackID trackID: CMPersistentTrackID) -> AVCompositionTrack? {
      list.first { $0.trackID == trackID }
    }

    /// The size of the pictures: that which was set, or that of the first video track; zero without one.
    ///
    /// The transform of the track is not applied.
    open var naturalSize: CGSize {
      size != .zero ? size : list.first { $0.mediaType == .video }?.naturalSize ?? .zero
    }

    /// The end of the longest track.
    open override var duration: CMTime { list.reduce(.zero) { CMTimeMaximum($0, $1.parts.duration) } }

    package override var failure: (any Error)? {
      for track in list {
        for part in track.parts.parts {
          if let source = part.source, case .failure(let error) = Result(catching: { try source.file.list() })
          {
            return error
          }
        }
      }
      return nil
    }

    override func makePictures() throws(AVError) -> any TimedPictures { try CompositionPictures(self) }

    /// The size of the pictures as they are seen: that which was set, or that of the first video track under its transform.
    var pictureSize: CGSize {
      size != .zero ? size : list.first { $0.mediaType == .video }?.seenSize ?? .zero
    }

    /// Returns a composition of the same parts that does not change.
    open override func copy(with zone: NSZone? = nil) -> Any {
      let copy = AVComposition()
      copy.size = size
      copy.list = list.map { AVCompositionTrack(copying: $0, of: copy) }
      return copy
    }

    /// Returns a composition of the same parts that can be changed without this one.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
      let copy = AVMutableComposition()
      copy.size = size
      copy.list = list.map { AVMutableCompositionTrack(copying: $0, of: copy) }
      return copy
    }
  }

  extension AVComposition: NSMutableCopying {}

  /// A composition that can be changed.
  ///
  /// - Thread: One at a time. A player, an export or a generator of images takes the composition as it is then.
  open class AVMutableComposition: AVComposition, @unchecked Sendable {
    /// Creates an empty composition.
    public override init() { super.init() }

    /// The size of the pictures; zero takes that of the first video track, as at first.
    ///
    /// Without a video composition, exported pictures of other proportions are put into its middle.
    open override var naturalSize: CGSize {
      get { super.naturalSize }
      set { size = newValue }
    }

    /// The tracks, which are all of this type.
    private var mutableTracks: [AVMutableCompositionTrack] {
      list.compactMap { $0 as? AVMutableCompositionTrack }
    }

    /// Returns the tracks of a kind, which can be changed.
    public func tracks(withMediaType mediaType: AVMediaType) -> [AVMutableCompositionTrack] {
      mutableTracks.filter { $0.mediaType == mediaType }
    }

    /// Returns the track of a number, which can be changed; nil if there is none.
    open override func track(withTrackID trackID: CMPersistentTrackID) -> AVMutableCompositionTrack? {
      mutableTracks.first { $0.trackID == trackID }
    }

    /// Adds an empty track.
    ///
    /// - Parameters:
    ///   - mediaType: Video or audio.
    ///   - preferredTrackID: Its number; ``kCMPersistentTrackID_Invalid``, and a number that another track has, take a free one.
    /// - Returns: The track; nil for other kinds.
    @discardableResult
    public func addMutableTrack(
      withMediaType mediaType: AVMediaType,
      preferredTrackID: CMPersistentTrackID
    ) -> AVMutableCompositionTrack? {
      guard mediaType == .video || mediaType == .audio else { return nil }
      let isFree =
        preferredTrackID > kCMPersistentTrackID_Invalid && !list.contains { $0.trackID == preferredTrackID }
      let track = AVMutableCompositionTrack(isFree ? preferredTrackID : unusedTrackID(), mediaType, of: self)
      list.append(track)
      return track
    }

    /// Removes a track.
    public func removeTrack(_ track: AVCompositionTrack) { list.removeAll { $0 === track } }

    /// Returns a track of the composition that an asset's track could go on in; nil if there is none.
    public func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableCompositionTrack? {
      mutableTracks.first { $0.mediaType == track.mediaType }
    }

    /// Inserts times of all tracks of a file or of a composition, and moves what follows.
    ///
    /// A track that is added for a video track takes its transform; others keep their own.
    ///
    /// - Parameters:
    ///   - timeRange: Times of the asset.
    ///   - asset: The asset.
    ///   - startTime: The place; a time that is not a number is the end.
    /// - Throws: ``AVError`` if the asset cannot be read, and for times that are not numbers or lie before the start.
    public func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
      if let failure = asset.failure { throw failure }
      try timeRange.checkSource()
      let startTime = startTime.isNumber ? startTime : duration
      let sources = asset.tracks.filter { $0.mediaType == .video || $0.mediaType == .audio }
      var used: [CMPersistentTrackID] = []
      for source in sources {
        let free = mutableTracks.first {
          $0.mediaType == source.mediaType && !used.contains($0.trackID)
        }
        let track = free ?? addMutableTrack(withMediaType: source.mediaType, preferredTrackID: 0)
        guard let track else { continue }
        if free == nil { track.preferredTransform = source.preferredTransform }
        used.append(track.trackID)
        try track.insertTimeRange(timeRange, of: source, at: startTime)
      }
      for track in list where !used.contains(track.trackID) && startTime < track.parts.duration {
        track.parts.insert(nil, timeRange, at: startTime)
      }
    }

    /// Inserts empty time into all tracks; nothing happens for times that are not numbers.
    public func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
      for track in list { track.parts.insert(nil, timeRange, at: timeRange.start) }
    }

    /// Removes times from all tracks, and moves what follows.
    public func removeTimeRange(_ timeRange: CMTimeRange) {
      for track in list { track.parts.remove(timeRange) }
    }

    /// Gives times of all tracks another length, and moves what follows; nothing happens for times that are not numbers.
    public func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
      for track in list { track.parts.scale(timeRange, to: duration) }
    }
  }
#endif
