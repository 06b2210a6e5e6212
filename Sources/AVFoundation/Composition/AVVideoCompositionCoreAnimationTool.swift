#if Media
  import CoreGraphics
  public import CoreMedia
  public import Foundation
  public import QuartzCore
  import StrataRenderServer
  import StrataRenderTree
  import Synchronization

  /// Draws layers into the pictures of an export.
  ///
  /// Layers have the film's time: an animation that begins with the film has a `beginTime` of ``AVCoreAnimationBeginTimeAtZero``.
  /// Their space is that of the picture in pixels, from its lower left corner. The tree must not be on a screen, and is used on the
  /// thread of the export until that ends. It has the same animations after the export as before, in their order, so
  /// that it can be exported again; the video layers have no contents then.
  open class AVVideoCompositionCoreAnimationTool: NSObject, @unchecked Sendable {
    // Its layers belong to the export while that runs.
    enum Form {
      case track(CALayer, CMPersistentTrackID)
      case postProcessing([CALayer], CALayer)
    }
    let form: Form

    /// Makes a track of a layer, which instructions of the composition name by its number.
    ///
    /// The layer is drawn in a picture of the render size over transparency.
    public init(additionalLayer layer: CALayer, asTrackID trackID: CMPersistentTrackID) {
      form = .track(layer, trackID)
    }

    /// Puts the composed pictures into a layer, which is drawn with the tree that it is part of.
    public convenience init(postProcessingAsVideoLayer videoLayer: CALayer, in animationLayer: CALayer) {
      self.init(postProcessingAsVideoLayers: [videoLayer], in: animationLayer)
    }

    /// Puts the composed pictures into several layers, which are drawn with the tree that they are part of.
    public init(postProcessingAsVideoLayers videoLayers: [CALayer], in animationLayer: CALayer) {
      form = .postProcessing(videoLayers, animationLayer)
    }

    /// The number of the track that is a layer; nil for the other form.
    var trackID: CMPersistentTrackID? { if case .track(_, let number) = form { number } else { nil } }
  }

  /// Draws a layer as a track of a video composition.
  final class LayerTrack: Sendable {
    let trackID: CMPersistentTrackID
    private let renderer: Mutex<SingleThreadBox<OfflineRenderer>?>
    private let tree: SingleThreadBox<BorrowedTree>

    init(_ layer: CALayer, _ trackID: CMPersistentTrackID, size: CGSize) {
      self.trackID = trackID
      tree = SingleThreadBox(BorrowedTree(layer))
      renderer = Mutex(SingleThreadBox(OfflineRenderer(layer: layer, size: size, origin: .bottomLeft)))
    }

    deinit {
      renderer.withLock { $0 = nil }
      tree.value.giveBack()
    }

    /// The picture of a time.
    func image(at time: CMTime) throws(AVError) -> CGImage? {
      try renderer.withLock { (box) throws(AVError) in
        do throws(RenderError) {
          return try box?.value.image(at: time.seconds)
        } catch {
          throw AVError(.exportFailed, "the layer cannot be drawn: \(error)")
        }
      }
    }
  }

  /// A value that one thread at a time uses.
  struct SingleThreadBox<Value>: @unchecked Sendable {  // Its owner keeps it under a lock or on one thread.
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  /// Draws composed pictures with the tree of layers around them.
  final class PostProcessing {
    /// The renderer; nil when it has ended.
    private var renderer: OfflineRenderer?
    private let tree: BorrowedTree
    private let current = CurrentPicture()
    private let videoLayers: [CALayer]

    /// A picture that layers show until the next one comes.
    private final class CurrentPicture: LiveContents {
      let picture = Mutex<CGImage?>(nil)
      func image(at time: Double) -> CGImage? { picture.withLock { $0 } }
    }

    init(_ layers: [CALayer], in root: CALayer, size: CGSize) {
      videoLayers = layers
      for layer in layers { layer.showLiveContents(current) }
      tree = BorrowedTree(root)
      renderer = OfflineRenderer(layer: root, size: size, origin: .bottomLeft)
      renderer?.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
    }

    deinit {
      renderer = nil
      for layer in videoLayers { layer.showLiveContents(nil) }
      tree.giveBack()
    }

    /// Draws a time with a picture of that time, in premultiplied RGBA.
    func draw(_ picture: CGImage?, at time: CMTime, into bytes: UnsafeMutableRawBufferPointer) throws(AVError)
    {
      current.picture.withLock { $0 = picture }
      do throws(RenderError) {
        try renderer?.render(at: time.seconds, into: bytes)
      } catch {
        throw AVError(.exportFailed, "the layers cannot be drawn: \(error)")
      }
    }
  }
#endif
