#if Media
  import CoreGraphics
  public import CoreMedia
  public import Foundation

  /// How the video tracks of an asset become pictures of one size at one rate.
  open class AVVideoComposition: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    // Players and exports copy what they are given.
    fileprivate var size = CGSize.zero
    fileprivate var frame = CMTime(value: 1, timescale: 30)
    fileprivate var list: [AVVideoCompositionInstruction] = []
    fileprivate var tool: AVVideoCompositionCoreAnimationTool?

    /// Creates a composition without instructions.
    public override init() {}

    /// Creates a composition that shows an asset as it is: its first video track, upright, at its rate.
    public convenience init(propertiesOf asset: AVAsset) {
      self.init()
      take(propertiesOf: asset)
    }

    fileprivate func take(propertiesOf asset: AVAsset) {
      let tracks = asset.tracks(withMediaType: .video)
      let boxes = tracks.map {
        CGRect(origin: .zero, size: $0.naturalSize).applying($0.preferredTransform).size
      }
      size = (asset as? AVComposition)?.pictureSize ?? boxes.first ?? .zero
      frame = tracks.map(\.minFrameDuration).filter(\.isNumeric).min() ?? CMTime(value: 1, timescale: 30)
      let instruction = AVMutableVideoCompositionInstruction()
      instruction.timeRange = CMTimeRange(start: .zero, duration: asset.duration)
      instruction.layerInstructions = tracks.map { track in
        let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
        layer.setTransform(track.preferredTransform, at: .zero)
        return layer
      }
      list = [instruction]
    }

    /// The size of the pictures, in pixels.
    open var renderSize: CGSize { size }
    /// The time from one picture to the next.
    open var frameDuration: CMTime { frame }
    /// What is drawn when; times without an instruction are black.
    open var instructions: [AVVideoCompositionInstruction] { list }
    /// What draws layers into the pictures of an export.
    open var animationTool: AVVideoCompositionCoreAnimationTool? { tool }

    /// Returns a composition that does not change.
    public func copy(with zone: NSZone? = nil) -> Any {
      let copy = AVVideoComposition()
      fill(copy)
      copy.list = list.map { $0.frozen() }
      return copy
    }

    /// Returns a composition that can be changed without this one, with the same instructions.
    public func mutableCopy(with zone: NSZone? = nil) -> Any {
      let copy = AVMutableVideoComposition()
      fill(copy)
      return copy
    }

    private func fill(_ copy: AVVideoComposition) {
      (copy.size, copy.frame, copy.list, copy.tool) = (size, frame, list, tool)
    }
  }

  /// A video composition that can be changed.
  open class AVMutableVideoComposition: AVVideoComposition, @unchecked Sendable {
    /// Creates a composition without instructions.
    public override init() { super.init() }

    /// Creates a composition that shows an asset as it is.
    public convenience init(propertiesOf asset: AVAsset) {
      self.init()
      take(propertiesOf: asset)
    }

    /// The size of the pictures, in pixels.
    open override var renderSize: CGSize {
      get { size }
      set { size = newValue }
    }
    /// The time from one picture to the next.
    open override var frameDuration: CMTime {
      get { frame }
      set { frame = newValue }
    }
    /// What is drawn when; times without an instruction are black.
    open override var instructions: [AVVideoCompositionInstruction] {
      get { list }
      set { list = newValue }
    }
    /// What draws layers into the pictures of an export.
    open override var animationTool: AVVideoCompositionCoreAnimationTool? {
      get { tool }
      set { tool = newValue }
    }
  }
#endif
