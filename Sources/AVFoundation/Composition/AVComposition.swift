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
    fileprivate var size: CGSize?

    override init() { super.init() }

    /// The tracks.
    open override var tracks: [AVAssetTrack] { list }

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

    /// The size of the pictures: that which was set, or the largest of the video tracks.
    var pictureSize: CGSize {
      if let size { return size }
      return list.filter { $0.mediaType == .video }.reduce(.zero) { size, track in
        let box = CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform)
        return CGSize(width: max(size.width, box.width), height: max(size.height, box.height))
      }
    }
  }

  /// A composition that can be changed.
  ///
  /// - Thread: One at a time. A player, an export or a generator of images takes the composition as it is then.
  open class AVMutableComposition: AVComposition, @unchecked Sendable {
    /// Creates an empty composition.
    public override init() { super.init() }

    /// The size of the pictures; the largest of the tracks unless it was set.
    public var naturalSize: CGSize {
      get { pictureSize }
      set { size = newValue }
    }

    /// Adds an empty track.
    ///
    /// - Parameters:
    ///   - mediaType: Video or audio.
    ///   - preferredTrackID: Its number; ``kCMPersistentTrackID_Invalid`` takes a free one.
    /// - Returns: The track; nil for other kinds, and if another track has the number.
    public func addMutableTrack(
      withMediaType mediaType: AVMediaType,
      preferredTrackID: CMPersistentTrackID
    ) -> AVMutableCompositionTrack? {
      guard mediaType == .video || mediaType == .audio else { return nil }
      guard !list.contains(where: { $0.trackID == preferredTrackID }) else { return nil }
      let free = (list.map(\.trackID).max() ?? 0) + 1
      let number = preferredTrackID == kCMPersistentTrackID_Invalid ? free : preferredTrackID
      let track = AVMutableCompositionTrack(number, mediaType, of: self)
      list.append(track)
      return track
    }

    /// Removes a track.
    public func removeTrack(_ track: AVCompositionTrack) { list.removeAll { $0 === track } }

    /// Returns a track of the composition that an asset's track could go on in; nil if there is none.
    public func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableCompositionTrack? {
      list.lazy.compactMap { $0 as? AVMutableCompositionTrack }.first { $0.mediaType == track.mediaType }
    }

    /// Inserts times of all tracks of an asset, and moves what follows.
    ///
    /// - Throws: ``AVError`` if the asset cannot be read.
    public func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
      if let failure = asset.failure { throw failure }
      let sources = asset.tracks.filter { $0.mediaType == .video || $0.mediaType == .audio }
      var used: [CMPersistentTrackID] = []
      for source in sources {
        let free = list.lazy.compactMap { $0 as? AVMutableCompositionTrack }
          .first { $0.mediaType == source.mediaType && !used.contains($0.trackID) }
        let track = free ?? addMutableTrack(withMediaType: source.mediaType, preferredTrackID: 0)
        guard let track else { continue }
        used.append(track.trackID)
        try track.insertTimeRange(timeRange, of: source, at: startTime)
      }
      for track in list where !used.contains(track.trackID) && startTime < track.parts.duration {
        track.parts.insert(nil, timeRange, at: startTime)
      }
    }

    /// Inserts empty time into all tracks.
    public func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
      for track in list { track.parts.insert(nil, timeRange, at: timeRange.start) }
    }

    /// Removes times from all tracks, and moves what follows.
    public func removeTimeRange(_ timeRange: CMTimeRange) {
      for track in list { track.parts.remove(timeRange) }
    }

    /// Gives times of all tracks another length, and moves what follows.
    public func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
      for track in list { track.parts.scale(timeRange, to: duration) }
    }
  }

  extension AVMutableComposition: NSCopying {
    /// Returns a composition of the same parts.
    public func copy(with zone: NSZone? = nil) -> Any {
      let copy = AVMutableComposition()
      copy.size = size
      copy.list = list.map { AVMutableCompositionTrack(copying: $0, of: copy) }
      return copy
    }
  }
#endif
