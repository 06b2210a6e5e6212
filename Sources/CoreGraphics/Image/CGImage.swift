public import Foundation
import Logging
package import StrataRaster
import Synchronization

/// A rectangle of pixels that never changes.
///
/// Images made from files know their size at once and decode their pixels when these are first needed.
public final class CGImage: Hashable, Sendable {
  /// The size and the arrangement of the client's bytes.
  let layout: ImageLayout
  let source: ImageSource
  private let decoded: Mutex<PixelBuffer?>
  private let decodeNumbers: DecodeNumbers?

  /// A number that no other image of this process has.
  package let id: UInt64

  /// `decoded` is what `source` would give, where the caller has it already.
  init(layout: ImageLayout, source: ImageSource, decoded pixels: PixelBuffer? = nil) {
    self.layout = layout
    self.source = source
    if case .bytes(_, .some(let numbers)) = source {
      decodeNumbers = DecodeNumbers(numbers)
    } else {
      decodeNumbers = nil
    }
    id = nextImageID.wrappingAdd(1, ordering: .relaxed).newValue
    if case .pixels(let buffer) = source { decoded = Mutex(buffer) } else { decoded = Mutex(pixels) }
  }

  /// Creates an image of premultiplied sRGB pixels, or of alpha alone, which must not change any more.
  package convenience init(pixels: PixelBuffer) {
    self.init(layout: ImageLayout(of: pixels), source: .pixels(pixels))
  }

  /// Creates an image of premultiplied sRGB pixels; without alpha all of them are opaque.
  package convenience init(pixels: PixelBuffer, hasAlpha: Bool) {
    let layout = ImageLayout(
      width: pixels.width,
      height: pixels.height,
      format: pixels.format,
      hasAlpha: hasAlpha
    )
    self.init(layout: layout, source: .pixels(pixels))
  }

  /// The pixels, premultiplied and in sRGB; a mask's are the alpha with which it paints.
  ///
  /// Decodes once. What cannot be decoded is transparent, or black in an image without alpha, which hides what is below
  /// it; the reason is logged.
  ///
  /// - Thread: any; a second thread waits for the first one's decoding.
  package var pixels: PixelBuffer {
    decoded.withLock { buffer in
      if let buffer { return buffer }
      let result: PixelBuffer
      do throws(ImageError) {
        result = try source.makePixels(layout)
      } catch {
        Logger(label: "strata.image").warning("\(error)")
        result = PixelBuffer(width: width, height: height, format: layout.isMask ? .alpha8 : .rgba8)
        if !layout.isMask, alphaInfo == .none || alphaInfo == .noneSkipFirst || alphaInfo == .noneSkipLast {
          for y in 0..<height {
            result.row(y).initializeMemory(
              as: UInt32.self,
              repeating: UInt32(0xFF00_0000).littleEndian,
              count: width
            )
          }
        }
      }
      buffer = result
      return result
    }
  }

  /// Decodes the pixels now; throws where `pixels` would be empty for a damaged file.
  package func decodeNow() throws(ImageError) {
    var failure: ImageError?
    decoded.withLock { buffer in
      guard buffer == nil else { return }
      do throws(ImageError) { buffer = try source.makePixels(layout) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// The number of columns.
  public var width: Int { layout.width }

  /// The number of rows.
  public var height: Int { layout.height }

  /// The number of bits of one component.
  public var bitsPerComponent: Int { layout.bitsPerComponent }

  /// The number of bits of one pixel.
  public var bitsPerPixel: Int { layout.bitsPerPixel }

  /// The number of bytes from one row to the next.
  public var bytesPerRow: Int { layout.bytesPerRow }

  /// The meaning of the components; nil for masks.
  public var colorSpace: CGColorSpace? { layout.colorSpace }

  /// Alpha, component format and byte order.
  public var bitmapInfo: CGBitmapInfo { layout.bitmapInfo }

  /// Where alpha is and whether colours are multiplied by it.
  public var alphaInfo: CGImageAlphaInfo { layout.alphaInfo }

  /// The order of bytes.
  public var byteOrderInfo: CGImageByteOrderInfo {
    CGImageByteOrderInfo(rawValue: bitmapInfo.rawValue & CGBitmapInfo.byteOrderMask.rawValue) ?? .orderDefault
  }

  /// The packing of components; always components of equal size.
  public var pixelFormatInfo: CGImagePixelFormatInfo { .packed }

  /// Whether this is an image mask, whose samples say where not to paint.
  public var isMask: Bool { layout.isMask }

  /// For each component what its lowest and highest samples stand for, as the image was made with; valid as long as the
  /// image is.
  public var decode: UnsafePointer<CGFloat>? { decodeNumbers.map { UnsafePointer($0.base) } }

  /// How many times as bright as white the brightest colours are: 1 unless the image was made with another number.
  public var contentHeadroom: Float { layout.headroom }

  /// Whether colours brighter than white are to be fitted into what a display can show.
  public var shouldToneMap: Bool { layout.headroom > 1 }

  /// Whether the image says how its brightness is to be fitted; images here do not.
  public var containsImageSpecificToneMappingMetadata: Bool { false }

  /// Whether drawing may interpolate.
  public var shouldInterpolate: Bool { layout.shouldInterpolate }

  /// How colours outside of a target's gamut are treated.
  public var renderingIntent: CGColorRenderingIntent { layout.intent }

  /// The uniform type identifier of the file that the image came from, else nil.
  public var utType: CFString? {
    guard case .file(_, let format) = source else { return nil }
    return format.typeIdentifier as CFString
  }

  /// The bytes of the pixels in the arrangement that the image's properties describe.
  public var dataProvider: CGDataProvider? {
    if case .bytes(let provider, _) = source { return provider }
    return CGDataProvider(bytes: layout.bytes(of: pixels))
  }

  /// Returns the image itself, as it cannot change.
  public func copy() -> CGImage? { self }

  /// The number of the class for `CFGetTypeID(_:)`.
  public static var typeID: CFTypeID { typeNumber(of: CGImage.self) }

  /// Returns whether both are the same object.
  public static func == (lhs: CGImage, rhs: CGImage) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension CGImage: CoreFoundationObject {}

/// Numbers at an address that stays.
private final class DecodeNumbers: @unchecked Sendable {  // Written once, before it is shared.
  let base: UnsafeMutablePointer<CGFloat>

  init(_ numbers: [Double]) {
    base = .allocate(capacity: max(numbers.count, 1))
    for (index, number) in numbers.enumerated() { (base + index).initialize(to: CGFloat(number)) }
  }

  deinit { base.deallocate() }
}

private let nextImageID = Atomic<UInt64>(0)
