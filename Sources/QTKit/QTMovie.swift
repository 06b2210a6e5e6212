#if Media
  public import AVFoundation
  public import Foundation

  /// A time as a fraction of a second.
  public struct QTTime: Hashable, Sendable {
    /// The number of units.
    public var timeValue: Int64
    /// Units of a second.
    public var timeScale: Int
    /// Flags; 1 is an indefinite time.
    public var flags: Int

    /// Creates a time.
    public init(timeValue: Int64 = 0, timeScale: Int = 0, flags: Int = 0) {
      (self.timeValue, self.timeScale, self.flags) = (timeValue, timeScale, flags)
    }

    init(_ time: CMTime) {
      self.init(timeValue: time.value, timeScale: Int(time.timescale), flags: time.isNumeric ? 0 : 1)
    }

    /// The same for AVFoundation.
    var mediaTime: CMTime {
      flags & 1 != 0 ? .indefinite : CMTime(value: timeValue, timescale: Int32(clamping: timeScale))
    }
  }

  /// Creates a time of units.
  public func QTMakeTime(_ timeValue: Int64, _ timeScale: Int) -> QTTime {
    QTTime(timeValue: timeValue, timeScale: timeScale)
  }

  /// Creates a time of seconds, in units of 1/600.
  public func QTMakeTimeWithTimeInterval(_ timeInterval: TimeInterval) -> QTTime {
    QTTime(CMTime(seconds: timeInterval, preferredTimescale: 600))
  }

  /// Returns the order of two times.
  public func QTTimeCompare(_ time: QTTime, _ otherTime: QTTime) -> ComparisonResult {
    let order = CMTimeCompare(time.mediaTime, otherTime.mediaTime)
    return order < 0 ? .orderedAscending : order > 0 ? .orderedDescending : .orderedSame
  }

  /// A film and its play: a thin name for a player of AVFoundation.
  ///
  /// - Thread: That of its layers.
  open class QTMovie: NSObject {
    /// The player.
    let player: AVPlayer

    /// Opens a file.
    ///
    /// - Throws: `AVError` if it cannot be read.
    public convenience init(file fileName: String) throws { try self.init(url: URL(filePath: fileName)) }

    /// Opens a file.
    ///
    /// - Throws: `AVError` if it cannot be read.
    public init(url: URL) throws {
      let asset = AVURLAsset(url: url)
      if let failure = asset.failure { throw failure }
      player = AVPlayer(playerItem: AVPlayerItem(asset: asset))
    }

    /// Plays at the natural rate.
    open func play() { player.play() }

    /// Stands still.
    open func stop() { player.pause() }

    /// Movie seconds per second; 0 stands still.
    open var rate: Float {
      get { player.rate }
      set { player.rate = newValue }
    }

    /// The time that is shown.
    open var currentTime: QTTime {
      get { QTTime(player.currentTime()) }
      set { player.seek(to: newValue.mediaTime) }
    }

    /// The length.
    open var duration: QTTime { QTTime(player.currentItem?.asset.duration ?? .zero) }

    /// Goes to the start.
    open func gotoBeginning() { player.seek(to: .zero) }

    /// Goes to the end.
    open func gotoEnd() { player.seek(to: .positiveInfinity) }

    /// Goes to the next frame.
    open func stepForward() { player.currentItem?.step(byCount: 1) }

    /// Goes to the frame before.
    open func stepBackward() { player.currentItem?.step(byCount: -1) }

    /// Makes an image of a time.
    ///
    /// - Throws: `AVError` if there is none.
    open func frameImage(at time: QTTime) throws -> CGImage {
      let generator = AVAssetImageGenerator(asset: player.currentItem?.asset ?? AVMutableComposition())
      generator.appliesPreferredTrackTransform = true
      (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
      return try generator.copyCGImage(at: time.mediaTime, actualTime: nil)
    }
  }
#endif
