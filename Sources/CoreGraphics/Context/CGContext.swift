import Foundation
import StrataBase
package import StrataRaster

/// Releases a bitmap context's memory: the `releaseInfo` and the `data` that the context was made with.
public typealias CGBitmapContextReleaseDataCallback =
  (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

/// Draws into a bitmap, or makes a PDF.
///
/// In a bitmap user space begins as pixels with the origin at the bottom left; row 0 of the memory is the top row. A context draws in
/// sRGB through the renderer that layers use.
///
/// - Thread: One thread at a time.
public final class CGContext: Hashable {
  /// What is drawn to in place of pixels; nil in a bitmap context.
  let canvas: PDFCanvas?
  /// The bitmap's memory and its arrangement; empty in a vector context.
  let store: BitmapStore
  /// From base space (origin bottom left) to pixels (origin top left).
  let toPixels: CGAffineTransform
  /// From the units of shadow offsets to pixels: the identity of bitmaps, or a layer's scale and direction of y.
  let shadowSpace: CGAffineTransform

  /// The transform that user space began with.
  let baseCTM: CGAffineTransform
  /// The pattern cell that was drawn last.
  var patternCell: PatternCell?
  /// How many patterns are being drawn around this context, which ends those that draw themselves.
  var patternDepth = 0

  /// The current graphics state.
  var state: GraphicsState
  var savedStates: [GraphicsState] = []
  /// Where drawing goes: the bitmap, and above it the transparency layers.
  var surfaces: [Surface]
  /// The current path in base space.
  var currentPath = Outline()
  let scratch = PaintScratch()

  /// The transform of text space, with the place of the next glyph as its translation; not part of the graphics state.
  public var textMatrix = CGAffineTransform.identity

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

  /// Creates a context that draws to a canvas whose visible part is a box of base space.
  init(canvas: PDFCanvas, box: CGRect) {
    self.canvas = canvas
    store = BitmapStore(pixels: PixelBuffer(width: 0, height: 0, format: .rgba8), hasAlpha: true)
    (shadowSpace, baseCTM, toPixels) = (.identity, .identity, .identity)
    state = GraphicsState(ctm: .identity, clip: ContextClip(box: box))
    surfaces = [Surface(pixels: store.pixels, x: 0, y: 0, depth: 0)]
  }

  /// Goes back to the state of a fresh canvas.
  func reset(to box: CGRect) {
    state = GraphicsState(ctm: .identity, clip: ContextClip(box: box))
    savedStates.removeAll()
    surfaces.removeLast(surfaces.count - 1)
    beginPath()
  }

  /// Creates a bitmap context.
  ///
  /// Bitmaps are RGB with alpha that is premultiplied or ignored, gray without alpha, or alpha alone, in components of
  /// 8 bits, or floating-point numbers of 16 or 32 bits. Nil for other kinds, for empty bitmaps and too short rows.
  ///
  /// `data` is memory of at least `height` rows, which is kept up to date after each drawing; nil allocates, and then
  /// `bytesPerRow` 0 chooses.
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

  /// Creates a bitmap context whose memory is released by the client; see the initialiser without a callback.
  ///
  /// `releaseCallback` is called with `releaseInfo` and `data` when the context goes away.
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
  /// pixels, and y points down in a flipped store, up otherwise. Shadow offsets are in the same units and direction.
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

  /// The number of columns; 0 in a PDF.
  public var width: Int { store.layout.width }

  /// The number of rows; 0 in a PDF.
  public var height: Int { store.layout.height }

  /// The number of bits of one component.
  public var bitsPerComponent: Int { store.layout.bitsPerComponent }

  /// The number of bits of one pixel.
  public var bitsPerPixel: Int { store.layout.bitsPerPixel }

  /// The number of bytes from one row to the next.
  public var bytesPerRow: Int { store.layout.bytesPerRow }

  /// The meaning of the components; nil for bitmaps of alpha alone and in a PDF.
  public var colorSpace: CGColorSpace? { canvas == nil ? store.layout.colorSpace : nil }

  /// Alpha, component format and byte order.
  public var bitmapInfo: CGBitmapInfo { store.layout.bitmapInfo }

  /// Where alpha is and whether colours are multiplied by it.
  public var alphaInfo: CGImageAlphaInfo { store.layout.alphaInfo }

  /// The bitmap's memory, in the arrangement that the context was made with; nil in a PDF.
  public var data: UnsafeMutableRawPointer? { canvas == nil ? store.memory : nil }

  /// The number of the class for `CFGetTypeID(_:)`.
  public static var typeID: CFTypeID { typeNumber(of: CGContext.self) }

  /// Returns an image of the bitmap as it is now, which later drawing does not change; nil in a PDF.
  public func makeImage() -> CGImage? { canvas == nil ? store.makeImage() : nil }

  /// Completes drawing; there is never anything left to do.
  public func flush() {}

  /// Completes drawing; there is never anything left to do.
  public func synchronize() {}

  /// Asks for colours brighter than white; bitmaps have none, so this returns false.
  @discardableResult
  public func setEDRTargetHeadroom(_ headroom: Float) -> Bool { false }

  /// Returns whether both are the same object.
  public static func == (lhs: CGContext, rhs: CGContext) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CGContext: CoreFoundationObject {}

/// Pixels that a context draws into, and where their first one is.
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
