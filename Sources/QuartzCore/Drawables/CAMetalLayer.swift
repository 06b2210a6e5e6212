public import CoreGraphics
public import Foundation
public import Metal
import StrataRenderTree

/// A layer whose contents a program draws into textures of a Metal device.
///
/// ```swift
/// layer.device = MTLCreateSystemDefaultDevice()
/// guard let drawable = layer.nextDrawable() else { return }
/// drawable.texture.replace(region: all, mipmapLevel: 0, withBytes: pixels, bytesPerRow: width * 4)
/// drawable.present()
/// ```
///
/// A presented drawable is the layer's contents from the next frame on, without a transaction and without an
/// animation. ``nextDrawable()`` and the methods of drawables may be called on any thread; properties belong to the
/// thread that uses the layer. The render thread never waits for a program. In an `OfflineRenderer` a drawable shows
/// from the time at which it was presented, exactly, also if a command buffer presents it.
///
/// ## Differences
///
/// The device has no shaders: pixels are written by `replace(region:)`, blits and clears. Textures are in main memory,
/// or on the graphics processor that composites layers of the process; after a failure of it, draw into the next
/// drawable. Textures can be read and written even if ``framebufferOnly`` is true. Colours are shown in the standard
/// range.
open class CAMetalLayer: CALayer {
  /// The textures and pictures, which any thread may use.
  final let pool: DrawablePool
  /// The display links that update the layer.
  final var displayLinks = WeakDisplayLinks()

  /// Creates a copy for presentation, which shares the drawables.
  public override init(layer: Any) {
    pool = (layer as? CAMetalLayer)?.pool ?? DrawablePool()
    super.init(layer: layer)
  }

  /// Creates a layer without a device.
  public override init() {
    pool = DrawablePool()
    super.init()
    connect()
  }

  /// Creates a layer from an archive; devices, formats and pictures are not archived.
  public required init?(coder: NSCoder) {
    pool = DrawablePool()
    super.init(coder: coder)
    connect()
  }

  // MARK: Drawables

  /// The device that makes textures; nil at first, and then there are no drawables.
  open var device: (any MTLDevice)? {
    get { pool.configuration.device }
    set { change("device") { $0.device = newValue } }
  }

  /// The device that suits the display best: the only one.
  open var preferredDevice: (any MTLDevice)? { MTLCreateSystemDefaultDevice() }

  /// The format of textures: `bgra8Unorm`, `bgra8Unorm_srgb`, `rgba16Float`, `rgb10a2Unorm` or `bgr10a2Unorm`.
  ///
  /// Any other format raises an exception, as with Core Animation.
  open var pixelFormat: MTLPixelFormat {
    get { pool.configuration.pixelFormat }
    set {
      guard DrawableConfiguration.formats.contains(newValue) else {
        raise("CAMetalLayerInvalid: invalid pixel format \(newValue.rawValue)")
      }
      change("pixelFormat") { $0.pixelFormat = newValue }
    }
  }

  /// The colour space of the pixels; nil for sRGB.
  open var colorspace: CGColorSpace? {
    get { pool.configuration.colorSpace }
    set { change("colorspace") { $0.colorSpace = newValue } }
  }

  /// States that textures are only targets of render passes; sets their `usage`, which is not enforced.
  open var framebufferOnly: Bool {
    get { storage.state.metal.framebufferOnly }
    set { set(MetalSchema.shared.framebufferOnly, \MetalState.framebufferOnly, newValue) }
  }

  /// The size of textures, in pixels; the bounds times `contentsScale` until it is set.
  open var drawableSize: CGSize {
    get {
      let row = MetalSchema.shared.drawableSize
      if storage.wasSet(row) { return storage.state.metal.drawableSize }
      let (size, scale) = (storage.state.bounds.size, storage.state.contentsScale)
      return CGSize(width: size.width * scale, height: size.height * scale)
    }
    set {
      set(MetalSchema.shared.drawableSize, \MetalState.drawableSize, newValue)
      configure()
    }
  }

  /// The number of drawables that are drawn or shown at once, 2 or 3; any other number raises an exception.
  open var maximumDrawableCount: Int {
    get { pool.configuration.count }
    set {
      guard DrawableConfiguration.counts.contains(newValue) else {
        raise("CAMetalLayerInvalid: maximumDrawableCount must be 2 or 3, but is \(newValue)")
      }
      change("maximumDrawableCount") { $0.count = newValue }
    }
  }

  /// Limits the wait in ``nextDrawable()`` to one second.
  open var allowsNextDrawableTimeout: Bool {
    get { storage.state.metal.allowsNextDrawableTimeout }
    set { set(MetalSchema.shared.allowsNextDrawableTimeout, \MetalState.allowsNextDrawableTimeout, newValue) }
  }

  /// The textures of the layer's drawables.
  open var residencySet: any MTLResidencySet {
    guard let set = pool.residencySet else { raise("the layer's device has no residency sets") }
    return set
  }

  /// Returns a drawable to draw into, after a wait for one if all are in use.
  ///
  /// A drawable is in use until the program releases it and, once presented in a live host, until another one takes its
  /// place. Returns nil at once without a device or for a size without pixels, and after one second unless
  /// ``allowsNextDrawableTimeout`` is false.
  ///
  /// - Thread: Any.
  open func nextDrawable() -> (any CAMetalDrawable)? { pool.place().map { LayerDrawable($0, of: self) } }

  // MARK: Showing

  /// Shows drawables with the transaction in which they are presented, instead of as soon as possible.
  ///
  /// Drawables that other threads present enter a later transaction of the thread that set the property.
  open var presentsWithTransaction: Bool {
    get { storage.state.metal.presentsWithTransaction }
    set { set(MetalSchema.shared.presentsWithTransaction, \MetalState.presentsWithTransaction, newValue) }
  }

  /// Shows every drawable for one refresh at least; false skips to the newest.
  open var displaySyncEnabled: Bool {
    get { storage.state.metal.displaySyncEnabled }
    set { set(MetalSchema.shared.displaySyncEnabled, \MetalState.displaySyncEnabled, newValue) }
  }

  /// Asks for brightness beyond that of the standard range, in which pixels are shown.
  open override var wantsExtendedDynamicRangeContent: Bool {
    get { super.wantsExtendedDynamicRangeContent }
    set { super.wantsExtendedDynamicRangeContent = newValue }
  }

  /// How bright content is to be mapped to the display; kept for programs, as pixels are shown in the standard range.
  open var edrMetadata: CAEDRMetadata? {
    get { storage.extras.kindObjects["edrMetadata"] as? CAEDRMetadata }
    set { setKindObject(newValue?.copy(), forKey: "edrMetadata") }
  }

  /// The settings of a display of measurements on top of the layer; kept for programs, there is no such display.
  open var developerHUDProperties: [AnyHashable: Any]? {
    get { storage.extras.kindObjects["developerHUDProperties"] as? [AnyHashable: Any] }
    set { setKindObject(newValue, forKey: "developerHUDProperties") }
  }

  /// The picture of the drawable on show, a `CGImage`; nil before the first one.
  ///
  /// A `CGImage` that is set, or nil, is shown without an animation until the next drawable. Other objects are ignored.
  open override var contents: Any? {
    get { picture(in: pool.queue) }
    set { setPicture(newValue, in: pool.queue) }
  }

  /// Asks the delegate to draw.
  open override func display() { _ = displayThroughDelegate() }
}

extension CAMetalLayer {
  private func change(_ key: String, _ change: (inout DrawableConfiguration) -> Void) {
    guard !storage.flags.contains(.isCopy) else { return }
    storage.noteSet(name: key)
    let event = willChange(key)
    pool.configure(change)
    didChange(key, [], event)
  }

  /// Follows the properties that decide how drawables are made.
  private func connect() {
    storage.extras.observers.append(DrawableObserver())
    storage.flags.insert(.isObserved)
    storage.state.contents = .live(pool.queue)
    follow(pool)
    configure()
  }

  /// Hands the values of properties to the pool.
  fileprivate func configure() {
    let (values, size, isOpaque) = (storage.state.metal, drawableSize, storage.state.isOpaque)
    let wasInTransactions = pool.configuration.transactionOwner != nil
    pool.configure { configuration in
      configuration.size = size
      configuration.isOpaque = isOpaque
      configuration.usage =
        values.framebufferOnly ? .renderTarget : [.renderTarget, .shaderRead, .shaderWrite]
      configuration.timesOut = values.allowsNextDrawableTimeout
      configuration.isSynchronized = values.displaySyncEnabled
      if values.presentsWithTransaction != wasInTransactions {
        configuration.transactionOwner = values.presentsWithTransaction ? TransactionOwner() : nil
      }
    }
    if values.presentsWithTransaction != wasInTransactions { showCurrentPicture(of: pool) }
  }
}

/// Reconfigures a Metal layer's drawables after a change of a property that they depend on.
private final class DrawableObserver: LayerObserver {
  private static let keys: Set = [
    "bounds", "contentsScale", "opaque", "drawableSize", "framebufferOnly", "presentsWithTransaction",
    "displaySyncEnabled", "allowsNextDrawableTimeout",
  ]

  override func didChange(_ key: String, in layer: CALayer) {
    guard let layer = layer as? CAMetalLayer else { return }
    if Self.keys.contains(key) { layer.configure() }
    // A new style restores the contents of a new layer.
    if key == "contents" { layer.showCurrentPicture(of: layer.pool) }
  }
}

extension LayerType {
  static let metal = LayerType(.metal, { CAMetalLayer() }) { list in
    let rows = MetalSchema.shared
    list.add(rows.drawableSize, { $0.drawableSize }, { $0.drawableSize = $1 })
    list.add(rows.framebufferOnly, { $0.framebufferOnly }, { $0.framebufferOnly = $1 })
    list.add(
      rows.presentsWithTransaction,
      { $0.presentsWithTransaction },
      { $0.presentsWithTransaction = $1 }
    )
    list.add(rows.displaySyncEnabled, { $0.displaySyncEnabled }, { $0.displaySyncEnabled = $1 })
    list.add(
      rows.allowsNextDrawableTimeout,
      { $0.allowsNextDrawableTimeout },
      { $0.allowsNextDrawableTimeout = $1 }
    )
    list.addObject("device", \.device)
    list.addObject("edrMetadata", \.edrMetadata)
    list.addObject("developerHUDProperties", \.developerHUDProperties)
    list.addObject("colorspace", \.colorspace)
    list.add("preferredDevice", read: { $0.preferredDevice }, write: { _, _ in false })
    list.add("residencySet", read: { $0.residencySet }, write: { _, _ in false })
    list.add(
      "pixelFormat",
      read: { $0.pixelFormat.rawValue },
      write: { layer, value in
        // Values of documents and archives are not trusted: an unknown format is refused, without an exception.
        let format = (value as? NSNumber).flatMap { MTLPixelFormat(rawValue: $0.uintValue) }
        guard let format, DrawableConfiguration.formats.contains(format) else { return false }
        layer.pixelFormat = format
        return true
      }
    )
    list.add(
      "maximumDrawableCount",
      read: { $0.maximumDrawableCount },
      write: { layer, value in
        guard let count = (value as? NSNumber)?.intValue, DrawableConfiguration.counts.contains(count) else {
          return false
        }
        layer.maximumDrawableCount = count
        return true
      }
    )
  }
}
