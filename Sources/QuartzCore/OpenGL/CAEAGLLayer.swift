import CoreGraphics
public import Foundation
public import OpenGLES
import StrataRaster
import StrataRenderTree

/// A layer that shows the renderbuffers that contexts of OpenGL ES present.
///
/// ```swift
/// layer.drawableProperties = [kEAGLDrawablePropertyColorFormat: kEAGLColorFormatRGBA8]
/// context.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer)
/// // Draw into a framebuffer that has the renderbuffer.
/// context.presentRenderbuffer(Int(GL_RENDERBUFFER))
/// ```
///
/// A renderbuffer gets the bounds times `contentsScale` in pixels. A presented picture is the layer's contents from the next
/// frame on, without a transaction and without an animation. If more than two wait, because a live host shows fewer or is
/// stopped, the newest takes the place of the one before it. In an `OfflineRenderer` a picture shows from the time at which it
/// was presented, exactly. The layer is opaque at first.
///
/// - Thread: Contexts present on any thread; properties belong to the thread that uses the layer.
open class CAEAGLLayer: CALayer, EAGLDrawable {
  /// The pictures, and the values that decide how they are made, which any thread may use.
  final let pool: DrawablePool

  /// Creates a copy for presentation, which shares the pictures.
  public override init(layer: Any) {
    pool = (layer as? CAEAGLLayer)?.pool ?? DrawablePool()
    super.init(layer: layer)
  }

  /// Creates a layer without a picture.
  public override init() {
    pool = DrawablePool()
    super.init()
    connect()
  }

  /// Creates a layer from an archive; pictures are not archived.
  public required init?(coder: NSCoder) {
    pool = DrawablePool()
    super.init(coder: coder)
    connect()
  }

  /// Returns Apple's defaults: these layers are opaque.
  open override class func defaultValue(forKey key: String) -> Any? {
    key == LayerSchema.shared.isOpaque.key ? true : super.defaultValue(forKey: key)
  }

  /// How renderbuffers of the layer are stored; nil, as at first, for eight bits a channel.
  open var drawableProperties: [String: Any]? {
    get { storage.extras.kindObjects["drawableProperties"] as? [String: Any] }
    set { setKindObject(newValue, forKey: "drawableProperties") }
  }

  /// Shows pictures with the transaction in which they are presented, instead of as soon as possible.
  ///
  /// Pictures that other threads present enter a later transaction of the thread that set the property.
  open var presentsWithTransaction: Bool {
    get { storage.extras.kindObjects["presentsWithTransaction"] as? Bool ?? false }
    set {
      if newValue != presentsWithTransaction { setKindObject(newValue, forKey: "presentsWithTransaction") }
    }
  }

  /// The picture on show, a `CGImage`; nil before the first one.
  ///
  /// A `CGImage` that is set, or nil, is shown without an animation until the next picture. Other objects are ignored.
  open override var contents: Any? {
    get { picture(in: pool.queue) }
    set { setPicture(newValue, in: pool.queue) }
  }

  /// Asks the delegate to draw.
  open override func display() { _ = displayThroughDelegate() }
}

extension CAEAGLLayer: RenderbufferReceiver {
  package final var renderbufferSize: (width: Int, height: Int) {
    let size = pool.configuration.size
    return (min(PixelCount.within(size.width), 1_000_000), min(PixelCount.within(size.height), 1_000_000))
  }

  package final func receive(_ pixels: PresentedPixels, at time: Double?, after duration: Double?) {
    let configuration = pool.configuration
    let buffer = PixelBuffer(width: pixels.width, height: pixels.height, format: .rgba8)
    pixels.bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, bytes.count == pixels.width * pixels.height * 4 else { return }
      for y in 0..<pixels.height {
        buffer.row(y).copyMemory(from: base + y * pixels.width * 4, byteCount: pixels.width * 4)
      }
    }
    guard let picture = buffer.picture(isOpaque: configuration.isOpaque, colorSpace: nil) else { return }
    guard let owner = configuration.transactionOwner else {
      let now = ThreadState.current.manualTime
      return pool.queue.add(QueuedPicture(picture, of: nil, at: (time, now), after: duration))
    }
    let reference = LayerReference(layer: self)
    owner.perform { reference.layer.showInTransaction(picture, from: reference.layer.pool) }
  }

  /// Carries the layer to the thread that uses it.
  private struct LayerReference: @unchecked Sendable {  // Used there only.
    let layer: CAEAGLLayer
  }

  private func connect() {
    storage.extras.observers.append(SurfaceObserver())
    storage.flags.insert(.isObserved)
    storage.state.contents = .live(pool.queue)
    follow(pool)
    configure()
  }

  /// Hands the values of properties to the pool.
  fileprivate func configure() {
    let (state, isInTransactions) = (storage.state, presentsWithTransaction)
    let wasInTransactions = pool.showsInTransactions
    pool.configure { configuration in
      let (size, scale) = (state.bounds.size, state.contentsScale)
      configuration.size = CGSize(width: size.width * scale, height: size.height * scale)
      configuration.isOpaque = state.isOpaque
      if isInTransactions != wasInTransactions {
        configuration.transactionOwner = isInTransactions ? TransactionOwner() : nil
      }
    }
    if isInTransactions != wasInTransactions { showCurrentPicture(of: pool) }
  }
}

/// Follows the properties on which the pictures of a layer depend.
private final class SurfaceObserver: LayerObserver {
  private static let keys: Set = ["bounds", "contentsScale", "opaque", "presentsWithTransaction"]

  override func didChange(_ key: String, in layer: CALayer) {
    guard let layer = layer as? CAEAGLLayer else { return }
    if Self.keys.contains(key) { layer.configure() }
    // A new style restores the contents of a new layer.
    if key == "contents" { layer.showCurrentPicture(of: layer.pool) }
  }
}

extension CAEAGLLayer {
  /// The keys that the class adds to those of a plain layer.
  static let layerType = LayerType(.plain, { CAEAGLLayer() }) { list in
    list.addObject("drawableProperties", \.drawableProperties)
    list.add(
      "presentsWithTransaction",
      read: { $0.presentsWithTransaction },
      write: { layer, value in
        guard let flag = value == nil ? false : Bool.unwrapped(from: value) else { return false }
        layer.presentsWithTransaction = flag
        return true
      }
    )
  }
}
