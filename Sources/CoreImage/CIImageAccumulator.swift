public import CoreGraphics
public import Foundation
import StrataBase

/// Keeps the pixels of an image, so that what is drawn over and over, such as strokes of a brush, needs no growing recipe.
///
/// ```swift
/// let canvas = CIImageAccumulator(extent: CGRect(x: 0, y: 0, width: 640, height: 480), format: .RGBAh)
/// canvas?.setImage(stroke.composited(over: canvas?.image() ?? .empty()), dirtyRect: stroke.extent)
/// ```
///
/// - Thread: One at a time; the images that it gives are free to go to other threads.
public final class CIImageAccumulator: NSObject {
  /// The rectangle of the pixels that are kept.
  public let extent: CGRect
  /// The layout of the pixels that are kept.
  public let format: CIFormat

  private let space: CGColorSpace
  private let rect: PixelRect
  private let rowBytes: Int
  private var pixels: Data
  private let context = CIContext()

  /// Creates an accumulator of transparent pixels, in sRGB, or in linear sRGB if the components are floats.
  ///
  /// Returns nil for an extent that is empty, infinite or too large, and for a format that is not known.
  public convenience init?(extent: CGRect, format: CIFormat) {
    let isFloat = PixelLayout(format).map { $0.component == .half || $0.component == .float } ?? false
    let name = isFloat ? CGColorSpace.extendedLinearSRGB : CGColorSpace.sRGB
    guard let space = CGColorSpace(name: name) else { return nil }
    self.init(extent: extent, format: format, colorSpace: space)
  }

  /// Creates an accumulator of transparent pixels in a colour space.
  ///
  /// Returns nil for an extent that is empty, infinite or too large, and for a format that is not known.
  public init?(extent: CGRect, format: CIFormat, colorSpace: CGColorSpace) {
    rect = PixelRect(covering: extent)
    guard !rect.isEmpty, rect.area <= CGImage.pixelLimit, format.bytesPerPixel > 0 else { return nil }
    (self.extent, self.format, space) = (rect.cgRect, format, colorSpace)
    rowBytes = rect.width * format.bytesPerPixel
    pixels = Data(count: rowBytes * rect.height)
    super.init()
  }

  /// Returns the pixels that are kept now as an image; later changes do not reach it.
  public func image() -> CIImage {
    CIImage(
      bitmapData: pixels,
      bytesPerRow: rowBytes,
      size: extent.size,
      format: format,
      colorSpace: space
    )
    .transformed(by: CGAffineTransform(translationX: extent.minX, y: extent.minY))
  }

  /// Keeps the pixels of an image instead of the present ones.
  public func setImage(_ image: CIImage) { setImage(image, dirtyRect: extent) }

  /// Keeps the pixels of an image inside of a rectangle; outside of it the present ones stay.
  public func setImage(_ image: CIImage, dirtyRect: CGRect) {
    let part = PixelRect(covering: dirtyRect).intersection(rect)
    guard !part.isEmpty else { return }
    let offset =
      (Int(rect.maxY) - Int(part.maxY)) * rowBytes
      + (Int(part.minX) - Int(rect.minX)) * format.bytesPerPixel
    pixels.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      context.render(
        image,
        toBitmap: start + offset,
        rowBytes: rowBytes,
        bounds: part.cgRect,
        format: format,
        colorSpace: space
      )
    }
  }

  /// Makes all pixels transparent.
  public func clear() { pixels = Data(count: pixels.count) }
}
