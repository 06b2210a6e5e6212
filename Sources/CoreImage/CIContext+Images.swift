public import CoreGraphics
import Foundation
import StrataBase
import StrataRaster

extension CIContext {
  /// Returns the pixels of a rectangle as an image of a format in a colour space.
  ///
  /// - `RGBA8`, `BGRA8`, `ARGB8`, `ABGR8` and `RGBA16` take an RGB space, nil for sRGB; components are 0 to 1.
  /// - `RGBAh` and `RGBAf` keep components below 0 and above 1 in sRGB and in spaces with an extended range. Images in sRGB
  ///   are in extended sRGB.
  /// - `L8` is the luminance in a gray space, nil for gray with gamma 2.2, over black.
  /// - `A8` is alpha alone, without a space.
  ///
  /// Returns nil for other formats and spaces, which is logged.
  public func createCGImage(
    _ image: CIImage,
    from rect: CGRect,
    format: CIFormat,
    colorSpace: CGColorSpace?
  ) -> CGImage? {
    let part = PixelRect(covering: rect)
    guard !part.isEmpty, !rect.isInfinite, part.area <= CGImage.pixelLimit else { return nil }
    guard let layout = OutputLayout(format, in: colorSpace) else {
      let name = (colorSpace?.name).map { $0 as String } ?? "a space without a name"
      Diagnostics.report("there are no images of the format \(format.rawValue) in \(name)")
      return nil
    }
    guard let pixelFormat = layout.pixelFormat else { return bytes(of: image, part, layout) }
    let pixels = PixelBuffer(uninitializedWidth: part.width, height: part.height, format: pixelFormat)
    let writer = PixelWriter(space: space, format: format, target: nil)
    let isDone = bands(of: image, part) { row, y in
      writer.write(row, part.width, to: pixels.row(Int(part.maxY) - 1 - y))
    }
    return isDone ? CGImage(pixels: pixels) : nil
  }

  /// The pixels as bytes that Core Graphics reads when it draws them.
  private func bytes(of image: CIImage, _ part: PixelRect, _ layout: OutputLayout) -> CGImage? {
    let rowBytes = part.width * layout.format.bytesPerPixel
    var bytes = Data(count: rowBytes * part.height)
    let isDone = bytes.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return false }
      let target = Self.isPlainSRGB(layout.space) ? nil : layout.space
      let writer = PixelWriter(space: space, format: layout.format, target: target)
      nonisolated(unsafe) let start = base
      return bands(of: image, part) { row, y in
        writer.write(row, part.width, to: start + (Int(part.maxY) - 1 - y) * rowBytes)
      }
    }
    guard isDone else { return nil }
    return CGImage(
      width: part.width,
      height: part.height,
      bitsPerComponent: layout.bitsPerComponent,
      bitsPerPixel: layout.format.bytesPerPixel * 8,
      bytesPerRow: rowBytes,
      space: layout.space,
      bitmapInfo: layout.info,
      provider: CGDataProvider(bytes: bytes),
      decode: nil,
      shouldInterpolate: true,
      intent: .defaultIntent
    )
  }
}

/// How the pixels of a format lie in an image of Core Graphics.
struct OutputLayout {
  let format: CIFormat
  let space: CGColorSpace
  let info: CGBitmapInfo

  /// The bits of a component, by the bytes of a pixel.
  var bitsPerComponent: Int {
    switch format {
    case .RGBAf: 32
    case .RGBA16, .RGBAh: 16
    default: 8
    }
  }

  /// The format of the renderer's pixels that are the same bytes; nil if there is none.
  var pixelFormat: PixelFormat? {
    switch format {
    case .A8: .alpha8
    case .RGBA8 where CIContext.isPlainSRGB(space): .rgba8
    case .RGBAh where CIContext.isPlainSRGB(space): .rgba16f
    default: nil
    }
  }

  /// Creates the layout of a format in a space, nil for the usual one; nil if no image can have it.
  init?(_ format: CIFormat, in chosen: CGColorSpace?) {
    let isGray = format == .L8
    guard let info = Self.info(of: format),
      let usual = CGColorSpace(name: isGray ? CGColorSpace.genericGrayGamma2_2 : CGColorSpace.sRGB)
    else { return nil }
    var space = format == .A8 ? usual : chosen ?? usual
    guard space.model == (isGray ? .monochrome : .rgb) else { return nil }
    if info.contains(.floatComponents), CIContext.isPlainSRGB(space),
      let extended = CGColorSpace(name: CGColorSpace.extendedSRGB)
    {
      space = extended
    }
    (self.format, self.space, self.info) = (format, space, info)
  }

  /// The place of alpha and the order of bytes; nil for formats that images do not have.
  private static func info(of format: CIFormat) -> CGBitmapInfo? {
    func info(_ alpha: CGImageAlphaInfo, _ more: CGBitmapInfo = []) -> CGBitmapInfo {
      CGBitmapInfo(rawValue: alpha.rawValue).union(more)
    }
    return switch format {
    case .RGBA8: info(.premultipliedLast)
    case .BGRA8: info(.premultipliedFirst, .byteOrder32Little)
    case .ARGB8: info(.premultipliedFirst)
    case .ABGR8: info(.premultipliedLast, .byteOrder32Little)
    case .RGBA16: info(.premultipliedLast, .byteOrder16Little)
    case .RGBAh: info(.premultipliedLast, [.floatComponents, .byteOrder16Little])
    case .RGBAf: info(.premultipliedLast, [.floatComponents, .byteOrder32Little])
    case .L8: info(.none)
    case .A8: info(.alphaOnly)
    default: nil
    }
  }
}
