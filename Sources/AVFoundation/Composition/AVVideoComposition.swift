#if Media
  import CoreGraphics
  public import CoreMedia
  public import Foundation

  /// How the video tracks of an asset become pictures of one size at one rate.
  open class AVVideoComposition: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    // Players and exports copy what they are given.
    fileprivate var size = CGSize.zero
    fileprivate var frame = CMTime(value: 1, timescale: 30)
    fileprivate var scale: Float = 1
    fileprivate var list: [AVVideoCompositionInstruction] = []
    fileprivate var tool: AVVideoCompositionCoreAnimationTool?
    /// What filters each picture; nil for nothing.
    private(set) var filter: PictureFilter?

    /// Creates a composition without instructions.
    public override init() {}

    /// Creates a composition that shows an asset as it is: its first video track, upright, at its rate.
    public convenience init(propertiesOf asset: AVAsset) {
      self.init()
      take(propertiesOf: asset)
    }

    /// Creates a composition whose pictures are those of an asset after a closure has filtered them.
    ///
    /// The closure gets a request for each picture, and finishes it, then or later:
    ///
    /// ```swift
    /// let composition = AVVideoComposition(asset: asset) { request in
    ///   request.finish(with: request.sourceImage.applyingFilter("CISepiaTone"), context: nil)
    /// }
    /// ```
    ///
    /// It is called for one picture after the other of an item, an image generator or an export, which wait for it:
    /// exports and live hosts on threads of the library, `copyCGImage(at:actualTime:)`, `copyPixelBuffer` and offline
    /// renderers on that of their caller. A second item, generator or export calls it at the same time. An export that
    /// is cancelled waits no longer.
    public convenience init(
      asset: AVAsset,
      applyingCIFiltersWithHandler applier:
        @escaping @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void
    ) {
      self.init()
      take(propertiesOf: asset)
      filter = PictureFilter(sourceSize: size, apply: applier)
    }

    /// Returns a composition that shows an asset as it is, whose facts are read on another thread.
    ///
    /// - Throws: ``AVError``.
    open class func videoComposition(withPropertiesOf asset: AVAsset) async throws -> AVVideoComposition {
      _ = try await asset.load(.tracks)
      return AVVideoComposition(propertiesOf: asset)
    }

    /// Returns a composition that filters the pictures of an asset, whose facts are read on another thread.
    ///
    /// - Throws: ``AVError``.
    open class func videoComposition(
      with asset: AVAsset,
      applyingCIFiltersWithHandler applier:
        @escaping @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void
    ) async throws -> AVVideoComposition {
      _ = try await asset.load(.tracks)
      return AVVideoComposition(asset: asset, applyingCIFiltersWithHandler: applier)
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
    /// The pixels that a player draws for each pixel of ``renderSize`` along a side; images and exports need 1.
    open var renderScale: Float { scale }
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
      (copy.scale, copy.filter) = (scale, filter)
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

    /// Returns a composition that shows an asset as it is, whose facts are read on another thread.
    ///
    /// - Throws: ``AVError``.
    open override class func videoComposition(withPropertiesOf asset: AVAsset) async throws
      -> AVMutableVideoComposition
    {
      _ = try await asset.load(.tracks)
      return AVMutableVideoComposition(propertiesOf: asset)
    }

    /// Returns a composition that filters the pictures of an asset, whose facts are read on another thread.
    ///
    /// - Throws: ``AVError``.
    open override class func videoComposition(
      with asset: AVAsset,
      applyingCIFiltersWithHandler applier:
        @escaping @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void
    ) async throws -> AVMutableVideoComposition {
      _ = try await asset.load(.tracks)
      return AVMutableVideoComposition(asset: asset, applyingCIFiltersWithHandler: applier)
    }

    /// The size of the pictures, in pixels.
    open override var renderSize: CGSize {
      get { size }
      set { size = newValue }
    }
    /// The pixels that a player draws for each pixel of ``renderSize`` along a side; images and exports need 1.
    open override var renderScale: Float {
      get { scale }
      set { scale = newValue }
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
