#if Media
  import CoreGraphics
  public import CoreMedia
  public import Foundation

  /// How the video tracks of an asset become pictures of one size at one rate.
  open class AVVideoComposition: NSObject, NSCopying, @unchecked Sendable {
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

    fileprivate func fill(_ copy: AVVideoComposition) {
      (copy.size, copy.frame, copy.list, copy.tool) = (size, frame, list, tool)
    }

    /// Returns whether a composition fits an asset: a size, a rate, and instructions that follow one another.
    public func isValid(for asset: AVAsset?, timeRange: CMTimeRange, validationDelegate: Any? = nil) -> Bool {
      problem(with: asset) == nil
    }

    /// What keeps the composition from being drawn; nil if nothing does.
    func problem(with asset: AVAsset?) -> String? {
      guard size.width >= 1, size.height >= 1, size.width <= 16384, size.height <= 16384 else {
        return "the render size is \(size.width) × \(size.height)"
      }
      guard frame.isNumeric, frame > .zero else { return "the frame duration is not above zero" }
      var end = CMTime.negativeInfinity
      for instruction in list {
        guard instruction.timeRange.start.isNumeric, instruction.timeRange.start >= end else {
          return "the instructions do not follow one another"
        }
        end = instruction.timeRange.end
        for layer in instruction.layers where layer.trackID != tool?.trackID {
          if let asset, asset.track(withTrackID: layer.trackID) == nil {
            return "an instruction names the track \(layer.trackID), which the asset does not have"
          }
        }
      }
      return nil
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

    /// Returns a composition that can be changed without this one.
    public override func mutableCopy() -> Any {
      let copy = AVMutableVideoComposition()
      fill(copy)
      return copy
    }
  }
#endif
