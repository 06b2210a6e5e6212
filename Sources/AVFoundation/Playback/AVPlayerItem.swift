#if Media
  public import CoreGraphics
  public import CoreMedia
  public import Foundation
  import StrataMedia
  import Synchronization

  /// An asset that a player plays, with a time of its own.
  ///
  /// - Thread: That of its player.
  open class AVPlayerItem: NSObject, @unchecked Sendable {  // The lock guards what a player's timers read.
    /// The status of an item: whether it can be played.
    public enum Status: Int, Sendable {
      /// It is not known yet.
      case unknown
      /// It can.
      case readyToPlay
      /// It cannot; ``AVPlayerItem/error`` says why.
      case failed
    }

    /// The asset.
    public let asset: AVAsset
    /// The player that has the item in its queue.
    package weak var player: AVPlayer?

    private struct State {
      var source: ItemSource
      var videoComposition: AVVideoComposition?
      var audioMix: AVAudioMix?
      var forwardEnd = CMTime.invalid
      var reverseEnd = CMTime.invalid
      /// The time while no player plays the item.
      var time = CMTime.zero
    }
    private let state: Mutex<State>
    /// What takes pictures of the item.
    let outputList = Locked<[AVPlayerItemOutput]>([])
    /// The layers that have the item's time.
    private let layers = Locked<[AVPlayer.WeakFollower]>([])

    /// Creates an item of a file.
    public convenience init(url: URL) { self.init(asset: AVURLAsset(url: url)) }

    /// Creates an item of an asset.
    ///
    /// The list of keys has no effect: what is needed is loaded.
    public init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]? = nil) {
      self.asset = asset
      let source = ItemSource { () throws(AVError) in try asset.makePictures() }
      state = Mutex(State(source: source))
    }

    // MARK: Status

    /// The status of the item; reading begins when a player or a layer has the item.
    open var status: Status {
      let source = source
      if asset.file?.known == nil, asset.file != nil, source.known == nil { return .unknown }
      return error == nil ? .readyToPlay : .failed
    }

    /// Why the item cannot be played, with the name of the file; nil if it can.
    open var error: (any Error)? {
      if let failure = asset.failure { return failure }
      if case .failure(let failure) = source.known, hasVideo { return failure }
      return nil
    }

    /// True if time may run: the length is known, and the pictures are open unless they do not matter.
    func canStart(withoutPictures: Bool) -> Bool {
      // A composition reads its files with its pictures.
      let isKnown = source.known != nil || (withoutPictures && asset.file?.known != nil)
      return isKnown && status == .readyToPlay
    }

    private var hasVideo: Bool { !asset.tracks(withMediaType: .video).isEmpty }

    /// Reads the item in the background.
    func prepare() { source.prepare() }

    /// Reads the item on this thread.
    package func prepareNow() { _ = try? source.open() }

    // MARK: Facts

    /// The length; indefinite until it is known, and for pictures.
    open var duration: CMTime {
      guard status == .readyToPlay else { return .indefinite }
      return asset.duration
    }

    /// The size at which the item is shown, in pixels; zero until it is known.
    open var presentationSize: CGSize {
      guard case .success(let pictures) = source.known else { return .zero }
      return pictures.presentationSize
    }

    /// The times that can be shown: all of them once the item can be played, as objects of ranges.
    open var loadedTimeRanges: [NSValue] {
      let length = duration
      return length.isNumber ? [NSValue(timeRange: CMTimeRange(start: .zero, duration: length))] : []
    }

    /// The times that can be sought: all of them once the item can be played, as objects of ranges.
    open var seekableTimeRanges: [NSValue] { loadedTimeRanges }

    /// True if play goes on without stops, as far as is known.
    open var isPlaybackLikelyToKeepUp: Bool { status == .readyToPlay }

    /// True if the item can be played backwards; all can.
    open var canPlayReverse: Bool { status == .readyToPlay }

    /// True if the item can be played at more than its speed; all can.
    open var canPlayFastForward: Bool { status == .readyToPlay }

    /// How many pictures of live hosts were not ready in time.
    open var droppedVideoFrameCount: Int { source.lateCount }

    /// The time at which forward play ends; invalid for the end of the item.
    open var forwardPlaybackEndTime: CMTime {
      get { state.withLock { $0.forwardEnd } }
      set {
        state.withLock { $0.forwardEnd = newValue }
        player?.itemChanged()
      }
    }

    /// The time at which backward play ends; invalid for the start of the item.
    open var reversePlaybackEndTime: CMTime {
      get { state.withLock { $0.reverseEnd } }
      set {
        state.withLock { $0.reverseEnd = newValue }
        player?.itemChanged()
      }
    }

    /// How the video tracks become one picture; nil shows the first track.
    open var videoComposition: AVVideoComposition? {
      get { state.withLock { $0.videoComposition } }
      set {
        let asset = asset
        let composition = newValue?.copy() as? AVVideoComposition
        state.withLock {
          $0.videoComposition = composition
          $0.source = ItemSource { () throws(AVError) in
            guard let composition else { return try asset.makePictures() }
            return try ComposedPictures(asset, composition, scale: composition.renderScale)
          }
        }
        if player != nil { prepare() }
        player?.itemChanged()
      }
    }

    /// The volumes of the audio tracks; nil for full ones.
    open var audioMix: AVAudioMix? {
      get { state.withLock { $0.audioMix } }
      set {
        let mix = newValue?.copy() as? AVAudioMix
        state.withLock { $0.audioMix = mix }
        player?.itemChanged()
      }
    }

    // MARK: Time

    /// The time of the item now.
    open func currentTime() -> CMTime {
      if let player, player.currentItem === self { return player.currentTime() }
      return state.withLock { $0.time }
    }

    /// Moves to a time, exactly.
    open func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
      seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: completionHandler)
    }

    /// Moves to a time, or to a keyframe within the tolerances, which is shown faster.
    open func seek(
      to time: CMTime,
      toleranceBefore: CMTime,
      toleranceAfter: CMTime,
      completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
      guard let player, player.currentItem === self else {
        let place = place(near: time, before: toleranceBefore, after: toleranceAfter)
        if let place { state.withLock { $0.time = place } }
        completionHandler?(place != nil)
        return
      }
      player.seek(
        to: time,
        toleranceBefore: toleranceBefore,
        toleranceAfter: toleranceAfter,
        completionHandler: completionHandler ?? { _ in }
      )
    }

    /// Moves by a number of frames, backwards below 0, as far as there are any; nothing happens without pictures.
    ///
    /// In a composition the last frame before a cut is followed by the first one after it.
    ///
    /// - Complexity: O(the number of frames passed).
    open func step(byCount stepCount: Int) {
      guard let pictures = try? source.open(), let number = pictures.number(at: currentTime()) else { return }
      var (target, steps) = (number, stepCount.magnitude)
      while steps > 0,
        let next = stepCount > 0 ? pictures.number(after: target) : pictures.number(before: target)
      {
        (target, steps) = (next, steps - 1)
      }
      seek(to: pictures.time(ofPicture: target))
    }

    /// The time of a seek: within the item, and on a keyframe if the tolerances allow one; nil for times that are not numbers.
    func place(near time: CMTime, before: CMTime, after: CMTime) -> CMTime? {
      if time.isPositiveInfinity { return asset.duration.isNumeric ? asset.duration : nil }
      guard time.isNumber else { return nil }
      let range = CMTimeRange(
        start: .zero,
        duration: asset.duration.isNumeric ? asset.duration : .positiveInfinity
      )
      let inside =
        time < .zero ? .zero : range.duration.isNumeric && time > range.duration ? range.duration : time
      guard before.isValid, after.isValid, before != .zero || after != .zero,
        let pictures = try? source.open()
      else { return inside }
      return pictures.cheapTime(near: inside, before: before, after: after) ?? inside
    }

    // MARK: For the player

    /// Follows the item from player to player with a layer.
    func add(_ follower: any PlayerFollower) {
      layers.withLock { $0.append(AVPlayer.WeakFollower(follower: follower)) }
    }

    /// Ends following.
    func remove(_ follower: any PlayerFollower) {
      layers.withLock { layers in layers.removeAll { $0.follower == nil || $0.follower === follower } }
    }

    /// Belongs to a player from now on, and tells layers, which may follow another one still.
    func join(_ player: AVPlayer) {
      guard self.player !== player else { return }
      self.player = player
      for follower in layers.withLock({ $0.compactMap(\.follower) }) { follower.playerDidChange() }
    }

    var source: ItemSource { state.withLock { $0.source } }

    /// The time at which play goes on.
    var storedTime: CMTime {
      get { state.withLock { $0.time } }
      set { state.withLock { $0.time = newValue } }
    }

    /// The entry of the item in a playback.
    func entry() -> Playback.Entry {
      let duration = asset.file?.known == nil && asset.file != nil ? .indefinite : asset.duration
      let (forward, reverse, mix) = state.withLock { ($0.forwardEnd, $0.reverseEnd, $0.audioMix) }
      let whole = duration.isNumeric ? duration.seconds : .infinity
      let end = forward.isNumber ? min(forward.seconds, whole) : whole
      return Playback.Entry(
        source: source,
        asset: asset,
        mix: mix,
        range: (reverse.isNumber ? max(reverse.seconds, 0) : 0, max(end, 0))
      )
    }
  }

  extension AVPlayerItem: NSCopying {
    /// Returns an item of the same asset at the start.
    public func copy(with zone: NSZone? = nil) -> Any {
      let copy = AVPlayerItem(asset: asset)
      (copy.videoComposition, copy.audioMix) = (videoComposition, audioMix)
      copy.forwardPlaybackEndTime = forwardPlaybackEndTime
      copy.reversePlaybackEndTime = reversePlaybackEndTime
      return copy
    }
  }

  extension AVPlayerItem {
    /// Posted when play reaches the end of an item, its object, on the player's thread or one of its timers.
    public static let didPlayToEndTimeNotification = Notification.Name(
      "AVPlayerItemDidPlayToEndTimeNotification"
    )
    /// Posted when the time of an item, its object, jumps.
    public static let timeJumpedNotification = Notification.Name("AVPlayerItemTimeJumpedNotification")
  }

  extension Notification.Name {
    /// Posted when play reaches the end of an item.
    public static let AVPlayerItemDidPlayToEndTime = AVPlayerItem.didPlayToEndTimeNotification
    /// Posted when the time of an item jumps.
    public static let AVPlayerItemTimeJumped = AVPlayerItem.timeJumpedNotification
  }
#endif
