import Foundation
import StrataBase
package import StrataRaster

/// A function that releases a bitmap context's memory; its arguments are `releaseInfo` and `data`.
public typealias CGBitmapContextReleaseDataCallback =
  (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

/// A drawing destination: a bitmap or a PDF.
///
/// The user space of a new bitmap context has pixels as units, the origin at the bottom left, and y up; row 0 of the
/// memory is the top row. Drawing uses the renderer of layers, in sRGB.
///
/// - Thread: One at a time.
public final class CGContext: Hashable {
  /// The PDF that is drawn into; nil in a bitmap context.
  let canvas: (any VectorCanvas)?
  /// The bitmap's memory and its layout; empty in a vector context.
  let store: BitmapStore
  /// The transform from base space (origin bottom left) to pixels (origin top left).
  let toPixels: CGAffineTransform
  /// The transform from shadow offsets to pixels: the identity in bitmaps, or the scale and y direction of a layer.
  private(set) var shadowSpace: CGAffineTransform

  /// The initial transform of user space, in which patterns are.
  private(set) var baseCTM: CGAffineTransform {
    didSet { canvas?.base = baseCTM }
  }
  /// The pattern cell that was drawn last.
  var patternCell: PatternCell?
  /// The number of patterns that are being drawn around this context; limits patterns that draw themselves.
  var patternDepth = 0

  /// The current graphics state.
  var state: GraphicsState
  var savedStates: [GraphicsState] = []
  /// The drawing targets: the bitmap, then the open transparency layers.
  var surfaces: [Surface]
  /// The current path in base space.
  var currentPath = Outline()
  let scratch = PaintScratch()

  /// The transform from text space to user space; its translation is the position of the next glyph.
  ///
  /// It is not part of the graphics state.
  public var textMatrix = CGAffineTransform.identity

  /// The rasterizer's memory, which all shapes use; a vector context never makes it.
  private(set) lazy var rasterScratch = RasterizerScratch()

  init(store: BitmapStore, ctm: CGAffineTransform = .identity, shadowSpace: CGAffineTransform = .identity) {
    canvas = nil
    self.store = store
    self.shadowSpace = shadowSpace
    baseCTM = ctm
    let pixels = store.pixels
    toPixels = CGAffineTransform(1, 0, 0, -1, 0, CGFloat(pixels.height))
    let bounds = PixelRect(0, 0, Int32(clamping: pixels.width), Int32(clamping: pixels.height))
    state = GraphicsState(ctm: ctm, clip: ContextClip(bounds))
    surfaces = [Surface(pixels: pixels, x: 0, y: 0, depth: 0)]
  }

  /// Creates a context that draws into a vector picture; `box` is the visible part of base space.
  init(canvas: any VectorCanvas, box: CGRect) {
    self.canvas = canvas
    store = BitmapStore(pixels: PixelBuffer(width: 0, height: 0, format: .rgba8), hasAlpha: true)
    (shadowSpace, baseCTM, toPixels) = (.identity, .identity, .identity)
    state = GraphicsState(ctm: .identity, clip: ContextClip(box: box))
    surfaces = [Surface(pixels: store.pixels, x: 0, y: 0, depth: 0)]
  }

  /// Resets the context for a new page.
  func reset(to box: CGRect) {
    (shadowSpace, baseCTM) = (.identity, .identity)
    state = GraphicsState(ctm: .identity, clip: ContextClip(box: box))
    savedStates.removeAll()
    surfaces.removeLast(surfaces.count - 1)
    beginPath()
  }

  /// Makes user space as it is now the one that counts as initial, in which shadow offsets and patterns are.
  ///
  /// The next page of a PDF has its own again.
  package func adoptUserSpace() {
    baseCTM = ctm
    shadowSpace = CGAffineTransform(ctm.a, ctm.b, ctm.c, ctm.d, 0, 0)
  }

  /// Creates a bitmap context.
  ///
  /// Supported are RGB with premultiplied or ignored alpha, gray without alpha, and alpha only, with components of 8
  /// bits or floating-point components of 16 or 32 bits. Returns nil for other formats, for empty bitmaps and for too
  /// short rows.
  ///
  /// `data` is memory for at least `height` rows, which holds the bitmap from now on; nil allocates the memory. Without
  /// `data`, `bytesPerRow` may be 0 for the best value.
  public convenience init?(
    data: UnsafeMutableRawPointer?,
    width: Int,
    height: Int,
    bitsPerComponent: Int,
    bytesPerRow: Int,
    space: CGColorSpace,
    bitmapInfo: UInt32
  ) {
    guard
      let store = BitmapStore(
        data: data,
        width: width,
        height: height,
        bitsPerComponent: bitsPerComponent,
        bytesPerRow: bytesPerRow,
        space: space,
        bitmapInfo: CGBitmapInfo(rawValue: bitmapInfo)
      )
    else { return nil }
    self.init(store: store)
  }

  /// Creates a bitmap context and calls `releaseCallback` with `releaseInfo` and `data` when it is destroyed.
  ///
  /// See `init(data:width:height:bitsPerComponent:bytesPerRow:space:bitmapInfo:)` for the other arguments.
  public convenience init?(
    data: UnsafeMutableRawPointer?,
    width: Int,
    height: Int,
    bitsPerComponent: Int,
    bytesPerRow: Int,
    space: CGColorSpace,
    bitmapInfo: UInt32,
    releaseCallback: CGBitmapContextReleaseDataCallback?,
    releaseInfo: UnsafeMutableRawPointer?
  ) {
    guard
      let store = BitmapStore(
        data: data,
        width: width,
        height: height,
        bitsPerComponent: bitsPerComponent,
        bytesPerRow: bytesPerRow,
        space: space,
        bitmapInfo: CGBitmapInfo(rawValue: bitmapInfo)
      )
    else { return nil }
    if let releaseCallback { store.release = { releaseCallback(releaseInfo, data) } }
    self.init(store: store)
  }

  /// Creates a context that draws into premultiplied 8-bit RGBA pixels.
  package convenience init(pixels: PixelBuffer) {
    self.init(store: BitmapStore(pixels: pixels, hasAlpha: true))
  }

  /// Creates a context for the backing store of a layer.
  ///
  /// User space is the layer's: `origin` is the corner of its bounds with the smallest coordinates, one unit is `scale`
  /// pixels, and y points down if `isFlipped`, up otherwise. Shadow offsets have the same units and direction.
  package convenience init(
    backingStore pixels: PixelBuffer,
    scale: CGFloat,
    origin: CGPoint,
    isFlipped: Bool,
    isOpaque: Bool = false
  ) {
    let linear = CGAffineTransform(scaleX: scale, y: isFlipped ? -scale : scale)
    let base = CGAffineTransform(
      linear.a,
      0,
      0,
      linear.d,
      -origin.x * scale,
      isFlipped ? CGFloat(pixels.height) + origin.y * scale : -origin.y * scale
    )
    self.init(store: BitmapStore(pixels: pixels, hasAlpha: !isOpaque), ctm: base, shadowSpace: linear)
  }

  /// Creates a bitmap of 8-bit RGB whose base space is not that of its pixels; nil for an empty or too large one.
  ///
  /// Its bytes are red, green, blue and alpha, or with `isReversed` blue, green, red and alpha, which take time only when
  /// they are asked for.
  ///
  /// `base` leads from user space, as it is at first, to pixels with the origin at the bottom left. Shadow offsets and
  /// patterns are in this user space, whatever changes the current transform later.
  package convenience init?(
    width: Int,
    height: Int,
    isOpaque: Bool,
    isReversed: Bool = false,
    base: CGAffineTransform
  ) {
    let last: CGImageAlphaInfo = isOpaque ? .noneSkipLast : .premultipliedLast
    let first: CGImageAlphaInfo = isOpaque ? .noneSkipFirst : .premultipliedFirst
    let reversed = CGBitmapInfo.byteOrder32Little.rawValue | first.rawValue
    guard
      let store = BitmapStore(
        data: nil,
        width: width,
        height: height,
        bitsPerComponent: 8,
        bytesPerRow: isReversed ? width &* 4 : 0,
        space: isReversed ? .standardRGB : .deviceRGB,
        bitmapInfo: CGBitmapInfo(rawValue: isReversed ? reversed : last.rawValue)
      )
    else { return nil }
    let linear = CGAffineTransform(base.a, base.b, base.c, base.d, 0, 0)
    self.init(store: store, ctm: base, shadowSpace: linear)
  }

  /// Creates a context with a state of its own that draws into the bitmap of another one, whose memory both keep.
  ///
  /// `base` leads from user space, as it is at first, to pixels with the origin at the bottom left.
  package convenience init(sharing other: CGContext, base: CGAffineTransform) {
    let linear = CGAffineTransform(base.a, base.b, base.c, base.d, 0, 0)
    self.init(store: other.store, ctm: base, shadowSpace: linear)
  }

  /// The width in pixels; 0 in a PDF.
  public var width: Int { store.layout.width }

  /// The height in pixels; 0 in a PDF.
  public var height: Int { store.layout.height }

  /// The number of bits of one component.
  public var bitsPerComponent: Int { store.layout.bitsPerComponent }

  /// The number of bits of one pixel.
  public var bitsPerPixel: Int { store.layout.bitsPerPixel }

  /// The number of bytes from the start of one row to the start of the next.
  public var bytesPerRow: Int { store.layout.bytesPerRow }

  /// The colour space; nil for alpha-only bitmaps and in a PDF.
  public var colorSpace: CGColorSpace? { canvas == nil ? store.layout.colorSpace : nil }

  /// The place of alpha, the component format and the byte order.
  public var bitmapInfo: CGBitmapInfo { store.layout.bitmapInfo }

  /// The place of alpha, and whether colours are premultiplied by it.
  public var alphaInfo: CGImageAlphaInfo { store.layout.alphaInfo }

  /// The bitmap's memory, in the layout that the context was created with; nil in a PDF.
  ///
  /// It is the bitmap: drawing changes it at once, and bytes that the program writes are drawn over and are in images.
  public var data: UnsafeMutableRawPointer? { canvas == nil ? store.handOut() : nil }

  /// The type identifier that `CFGetTypeID(_:)` returns for the class.
  public static var typeID: CFTypeID { typeNumber(of: CGContext.self) }

  /// Returns an image of the current bitmap, which later drawing does not change; nil in a PDF.
  ///
  /// - Complexity: O(pixels), for a copy.
  public func makeImage() -> CGImage? { canvas == nil ? store.makeImage() : nil }

  /// Completes pending drawing; has no effect, because drawing is immediate.
  public func flush() {}

  /// Completes pending drawing; has no effect, because drawing is immediate.
  public func synchronize() {}

  /// Requests colours brighter than white; returns false, because bitmaps do not have them.
  @discardableResult
  public func setEDRTargetHeadroom(_ headroom: Float) -> Bool { false }

  /// Returns whether both are the same object.
  public static func == (lhs: CGContext, rhs: CGContext) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CGContext: CoreFoundationObject {}

/// Pixels that a context draws into, and the position of the first one.
struct Surface {
  var pixels: PixelBuffer
  var x: Int32
  var y: Int32
  /// The number of saved states when the surface began.
  var depth: Int

  var bounds: PixelRect {
    PixelRect(x, y, x + Int32(clamping: pixels.width), y + Int32(clamping: pixels.height))
  }
}
