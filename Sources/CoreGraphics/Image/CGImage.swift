public import Foundation
import Logging
package import StrataBase
package import StrataRaster
import Synchronization

/// An immutable bitmap image or image mask.
///
/// An image made from a file reads only the header when it is created, and decodes its pixels when they are first
/// drawn. An image of mutable data has the bytes that are there when it is drawn, or becomes a layer's contents; see
/// ``CGDataProvider/init(data:)``.
///
/// - Thread: Any.
public final class CGImage: Hashable, Sendable {
  /// The size and the layout of the bytes that the image was made with.
  let layout: ImageLayout
  let source: ImageSource
  private let decoded: Mutex<PixelBuffer?>
  private let decodeArray: DecodeArray?

  /// A number that is unique among the images of this process.
  package let id: UInt64

  /// What ``dataProvider`` returned.
  private let provider = Mutex<CGDataProvider?>(nil)

  /// True if the bytes are a program's to change.
  package let isLive: Bool
  /// What ``still`` returned; always nil for an image that stays as it is.
  private let lastStill = Mutex<CGImage?>(nil)

  /// Creates an image; `decoded` are the pixels of `source`, if the caller has them already.
  init(layout: ImageLayout, source: ImageSource, decoded pixels: PixelBuffer? = nil) {
    self.layout = layout
    self.source = source
    if case .bytes(_, .some(let numbers)) = source {
      decodeArray = DecodeArray(numbers)
    } else {
      decodeArray = nil
    }
    isLive = source.isLive
    id = nextImageID.wrappingAdd(1, ordering: .relaxed).newValue
    if case .pixels(let buffer) = source { decoded = Mutex(buffer) } else { decoded = Mutex(pixels) }
  }

  /// Creates an image of premultiplied sRGB or alpha-only pixels, which must not change afterwards.
  package convenience init(pixels: PixelBuffer) {
    self.init(layout: ImageLayout(of: pixels), source: .pixels(pixels))
  }

  /// Creates an image of premultiplied sRGB pixels; if `hasAlpha` is false, all of them are opaque.
  package convenience init(pixels: PixelBuffer, hasAlpha: Bool) {
    let layout = ImageLayout(
      width: pixels.width,
      height: pixels.height,
      format: pixels.format,
      hasAlpha: hasAlpha
    )
    self.init(layout: layout, source: .pixels(pixels))
  }

  /// Creates an image of premultiplied sRGB pixels of a device; if `hasAlpha` is false, all of them are opaque.
  ///
  /// They are copied to main memory when they are asked for there.
  package convenience init(device pixels: any DevicePixels, hasAlpha: Bool = true) {
    let layout = ImageLayout(
      width: pixels.width,
      height: pixels.height,
      format: .rgba8,
      hasAlpha: hasAlpha
    )
    self.init(layout: layout, source: .device(DeviceImage(pixels)))
  }

  /// Creates an image of premultiplied sRGB pixels that belong to an object, which lives as long as the image does.
  package convenience init(pixels: PixelBuffer, of owner: any AnyObject & Sendable) {
    self.init(layout: ImageLayout(of: pixels), source: .lent(pixels, owner: owner))
  }

  /// The image with the bytes of now, which stays as it is: itself, unless its bytes are a program's to change.
  ///
  /// Whatever keeps an image, or knows it by its ``id``, takes this. It is the same one as long as the bytes are equal.
  ///
  /// - Complexity: O(the image's bytes) for an image whose bytes can change; O(1) otherwise.
  package var still: CGImage {
    guard isLive else { return self }
    return lastStill.withLock { last in
      if let last, source.isStill(last.source) { return last }
      let fresh = CGImage(layout: layout, source: source.still(layout))
      last = fresh
      return fresh
    }
  }

  /// The pixels where they are on a device; nil for those of main memory.
  package var devicePixels: (any DevicePixels)? {
    if case .device(let image) = source { image.pixels } else { nil }
  }

  /// The pixels for a reader on the device: undefined if they are on a device and were not asked for.
  package var pixelsOrPlace: PixelBuffer {
    if case .device(let image) = source { image.place } else { pixels }
  }

  /// The pixels, premultiplied and in sRGB; for a mask, the alpha that it paints with.
  ///
  /// Decoded once. Of a damaged file the pixels that are there; missing ones are transparent, or black if the image has
  /// no alpha. The reason is logged.
  ///
  /// - Thread: Any; a second thread waits until the first one has decoded.
  package var pixels: PixelBuffer {
    if isLive { return still.pixels }
    return decoded.withLock { buffer in
      if let buffer { return buffer }
      let result: PixelBuffer
      do throws(ImageError) {
        result = try source.makePixels(layout)
      } catch {
        // Files that are still arriving are drawn again and again.
        Logger(label: "strata.image").log(level: source.isCutOff ? .debug : .warning, "\(error)")
        result = pixelsOfDamagedImage()
      }
      buffer = result
      return result
    }
  }

  private func pixelsOfDamagedImage() -> PixelBuffer {
    let result =
      source.makePartialPixels()
      ?? PixelBuffer(width: width, height: height, format: layout.isMask ? .alpha8 : .rgba8)
    if result.format == .rgba8, !layout.hasAlpha {
      result.makeOpaque(PixelRect(0, 0, Int32(result.width), Int32(result.height)))
    }
    return result
  }

  /// Decodes the pixels now.
  ///
  /// - Throws: ``ImageError`` if the file cannot be decoded; ``pixels`` logs the same error and has what is there.
  package func decodeNow() throws(ImageError) {
    if isLive { return try still.decodeNow() }
    var failure: ImageError?
    decoded.withLock { buffer in
      guard buffer == nil else { return }
      do throws(ImageError) { buffer = try source.makePixels(layout) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// The width in pixels.
  public var width: Int { layout.width }

  /// The height in pixels.
  public var height: Int { layout.height }

  /// The number of bits of one component.
  public var bitsPerComponent: Int { layout.bitsPerComponent }

  /// The number of bits of one pixel.
  public var bitsPerPixel: Int { layout.bitsPerPixel }

  /// The number of bytes from the start of one row to the start of the next.
  public var bytesPerRow: Int { layout.bytesPerRow }

  /// The colour space; nil for masks.
  public var colorSpace: CGColorSpace? { layout.colorSpace }

  /// The place of alpha, the component format and the byte order.
  public var bitmapInfo: CGBitmapInfo { layout.bitmapInfo }

  /// The place of alpha, and whether colours are premultiplied by it.
  public var alphaInfo: CGImageAlphaInfo { layout.alphaInfo }

  /// The byte order of a pixel.
  public var byteOrderInfo: CGImageByteOrderInfo {
    CGImageByteOrderInfo(rawValue: bitmapInfo.rawValue & CGBitmapInfo.byteOrderMask.rawValue) ?? .orderDefault
  }

  /// The packing of components: always ``CGImagePixelFormatInfo/packed``.
  public var pixelFormatInfo: CGImagePixelFormatInfo { .packed }

  /// True if this is an image mask: sample 0 paints, the largest sample does not.
  public var isMask: Bool { layout.isMask }

  /// The decode array that the image was created with: for each component, the values of the lowest and the highest
  /// sample.
  ///
  /// Nil for the default. The pointer is valid while the image exists.
  public var decode: UnsafePointer<CGFloat>? { decodeArray.map { UnsafePointer($0.base) } }

  /// The brightness of the brightest colours relative to white: 1 unless the image was created with another value, 0 if
  /// it is not known.
  public var contentHeadroom: Float { layout.headroom }

  /// True if colours brighter than white are to be mapped into the range of the display.
  public var shouldToneMap: Bool { layout.headroom > 1 }

  /// True if the image has its own tone mapping metadata; always false.
  public var containsImageSpecificToneMappingMetadata: Bool { false }

  /// True if drawing may interpolate between pixels.
  public var shouldInterpolate: Bool { layout.shouldInterpolate }

  /// The treatment of colours outside the target's gamut.
  public var renderingIntent: CGColorRenderingIntent { layout.intent }

  /// The uniform type identifier of the file that the image was read from; nil for other images.
  public var utType: CFString? {
    switch source {
    case .file(_, let format): format.typeIdentifier as CFString
    case .reducedJPEG: ImageFormat.jpeg.typeIdentifier as CFString
    default: nil
    }
  }

  /// The bytes of the pixels, in the layout that the image's properties describe.
  ///
  /// The same provider each time, and so the same bytes: pointers into its `data` are valid while the image exists.
  ///
  /// - Complexity: O(pixels) for the first call, of an image that was not made of bytes.
  public var dataProvider: CGDataProvider? {
    if case .bytes(let provider, _) = source { return provider }
    if isLive { return still.dataProvider }
    return provider.withLock { provider in
      let known = provider ?? CGDataProvider(bytes: makeBytes())
      provider = known
      return known
    }
  }

  /// The bytes of ``dataProvider``, which are not kept.
  package var bytes: Data {
    if isLive { return still.bytes }
    if case .bytes(let provider, _) = source { return provider.bytes }
    return provider.withLock { $0?.bytes } ?? makeBytes()
  }

  private func makeBytes() -> Data {
    // A sample of a mask is the amount that is masked out.
    layout.bytes(of: isMask ? pixels.invertedAlpha() : pixels)
  }

  /// Returns the image itself, which is immutable.
  public func copy() -> CGImage? { self }

  /// The type identifier that `CFGetTypeID(_:)` returns for the class.
  public static var typeID: CFTypeID { typeNumber(of: CGImage.self) }

  /// Returns whether both are the same object.
  public static func == (lhs: CGImage, rhs: CGImage) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension CGImage: CoreFoundationObject {}

/// Numbers at a fixed address, for ``CGImage/decode``.
private final class DecodeArray: @unchecked Sendable {  // Written once, before it is shared.
  let base: UnsafeMutablePointer<CGFloat>

  init(_ numbers: [Double]) {
    base = .allocate(capacity: max(numbers.count, 1))
    for (index, number) in numbers.enumerated() { (base + index).initialize(to: CGFloat(number)) }
  }

  deinit { base.deallocate() }
}

private let nextImageID = Atomic<UInt64>(0)
