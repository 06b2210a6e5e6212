#if Media
  public import CoreGraphics
  public import CoreMedia
  public import Foundation
  import StrataMedia

  /// A stream of an asset.
  ///
  /// - Thread: Any.
  open class AVAssetTrack: NSObject, @unchecked Sendable {
    // Fixed values; mutable tracks belong to one thread.
    /// The asset; nil if it was released.
    public private(set) weak var asset: AVAsset?
    private let stream: MediaTrack?

    init(_ stream: MediaTrack?, of asset: AVAsset?) { (self.stream, self.asset) = (stream, asset) }

    /// The number of the track in its asset, from 1.
    open var trackID: CMPersistentTrackID { stream.map { CMPersistentTrackID($0.number + 1) } ?? 0 }

    /// What the track holds.
    open var mediaType: AVMediaType {
      switch stream?.kind {
      case .video, nil: .video
      case .audio: .audio
      case .subtitle: .subtitle
      }
    }

    /// True if the track is shown or heard.
    open var isEnabled: Bool { true }

    /// The size of a frame in square pixels, before ``preferredTransform`` turns it upright; zero without pictures.
    open var naturalSize: CGSize {
      guard let stream else { return .zero }
      let width = (CGFloat(stream.codedSize.width) * stream.pixelAspect).rounded()
      return CGSize(width: width, height: CGFloat(stream.codedSize.height))
    }

    /// The transform that turns a frame upright, in pixels from the upper left corner.
    open var preferredTransform: CGAffineTransform {
      guard let stream else { return .identity }
      let size = naturalSize
      return switch stream.quarterTurns {
      case 1: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: size.height, ty: 0)
      case 2: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: size.width, ty: size.height)
      case 3: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: size.width)
      default: .identity
      }
    }

    /// The size of a frame that ``preferredTransform`` turned upright.
    var seenSize: CGSize { CGRect(origin: .zero, size: naturalSize).applying(preferredTransform).size }

    /// The volume at which the track plays by default.
    open var preferredVolume: Float { 1 }

    /// Frames per second on average; 0 if that is not known.
    open var nominalFrameRate: Float { Float(stream?.frameRate ?? 0) }

    /// The length of a frame at the average rate; invalid if that is not known.
    open var minFrameDuration: CMTime {
      guard let rate = stream?.frameRate, rate > 0 else { return .invalid }
      return CMTime.frame(atRate: rate)
    }

    /// Units of a second in which the container counts.
    open var naturalTimeScale: CMTimeScale { stream?.timescale ?? 0 }

    /// The times of the track in its asset.
    open var timeRange: CMTimeRange { CMTimeRange(start: .zero, duration: stream?.duration ?? .invalid) }

    /// The parts of the track: here always one.
    open var segments: [AVAssetTrackSegment] {
      [AVAssetTrackSegment(timeMapping: CMTimeMapping(source: timeRange, target: timeRange))]
    }

    /// True if the track can be decoded as far as is known.
    open var isPlayable: Bool { !(stream?.codec.isEmpty ?? true) }

    /// True if the track can be decoded as far as is known.
    open var isDecodable: Bool { isPlayable }

    /// The file, if the track is one of a file.
    var file: AssetFile? { asset?.file }

    /// The number of the stream in the file.
    var streamNumber: Int { stream?.number ?? 0 }

    /// Frames of sound in a second, and its channels; nil if they are not known.
    var soundFormat: (rate: Double, channels: Int)? {
      guard let stream, stream.sampleRate > 0, stream.channels > 0 else { return nil }
      return (stream.sampleRate, stream.channels)
    }
  }

  /// A part of a track, and when it is shown.
  open class AVAssetTrackSegment: NSObject, @unchecked Sendable {  // Fixed values.
    /// The times in the source, and those in the track.
    public let timeMapping: CMTimeMapping

    init(timeMapping: CMTimeMapping) { self.timeMapping = timeMapping }

    /// True if the part shows nothing.
    public var isEmpty: Bool { !timeMapping.source.start.isNumeric }
  }

  extension CMTime {
    /// The length of a frame at a rate, as the fraction that broadcasting uses for it.
    static func frame(atRate rate: Double) -> CMTime {
      let whole = rate.rounded()
      if abs(rate - whole) < 1e-4 { return CMTime(value: 1, timescale: Int32(whole.clampedRate)) }
      // 23.976, 29.97 and 59.94 are whole rates divided by 1.001.
      let broadcast = (rate * 1.001).rounded()
      if abs(rate * 1.001 - broadcast) < 2e-3 {
        return CMTime(value: 1001, timescale: Int32((broadcast * 1000).clampedRate))
      }
      return CMTime(value: 1_000_000, timescale: Int32((rate * 1_000_000).rounded().clampedRate))
    }
  }

  extension Double {
    /// The number within what a timescale holds.
    fileprivate var clampedRate: Double { Swift.min(Swift.max(self, 1), Double(Int32.max)) }
  }
#endif
