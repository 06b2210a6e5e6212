public import CoreGraphics
public import CoreVideo
import Foundation
import StrataBase
import StrataRaster

// Pictures that go into a context of Core Graphics, or into a pixel buffer.

extension CIContext {
  /// Draws a rectangle of an image into a rectangle of the context that ``init(cgContext:options:)`` got.
  ///
  /// The picture is scaled from the one to the other. Without such a context nothing is drawn, which is logged. A bitmap of
  /// floats gets components below 0 and above 1.
  public func draw(_ image: CIImage, in inRect: CGRect, from fromRect: CGRect) {
    guard let target else {
      Diagnostics.report("the context has no Core Graphics context; nothing is drawn")
      return
    }
    // There is no scale for rectangles that are empty, without numbers or without end.
    guard let from = fromRect.finite, let inRect = inRect.finite else { return }
    let visible = from.intersection(image.extent)
    guard !visible.isNull else { return }
    let whole = PixelRect(covering: visible).cgRect
    let format: CIFormat = target.bitmapInfo.contains(.floatComponents) ? .RGBAh : .RGBA8
    guard let picture = createCGImage(image, from: whole, format: format, colorSpace: nil) else { return }
    let scale = CGSize(width: inRect.width / from.width, height: inRect.height / from.height)
    let place = CGRect(
      x: inRect.minX + (whole.minX - from.minX) * scale.width,
      y: inRect.minY + (whole.minY - from.minY) * scale.height,
      width: whole.width * scale.width,
      height: whole.height * scale.height
    )
    target.saveGState()
    if !inRect.contains(place) { target.clip(to: inRect) }
    target.draw(picture, in: place)
    target.restoreGState()
  }

  /// Writes an image into a pixel buffer; the image's origin is the buffer's lower left corner.
  ///
  /// The colour space is that of the buffer's attachment, of the context's option, or sRGB.
  public func render(_ image: CIImage, to buffer: CVPixelBuffer) {
    let isGray = CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_OneComponent8
    let space = CVBufferCopyAttachment(buffer, kCVImageBufferCGColorSpaceKey, nil) as? CGColorSpace
    // The space of another model says nothing of the buffer.
    let attached = space.flatMap { $0.model == (isGray ? .monochrome : .rgb) ? $0 : nil }
    render(
      image,
      to: buffer,
      bounds: CGRect(origin: .zero, size: CVImageBufferGetEncodedSize(buffer)),
      colorSpace: attached ?? outputSpace ?? CGColorSpaceCreateDeviceRGB()
    )
  }

  /// Writes an image into a pixel buffer, inside of a rectangle; the image's origin is the buffer's lower left corner.
  ///
  /// The buffer stays as it is outside of `bounds`. Without a colour space the components of the working space are written as
  /// they are. Colours are multiplied by alpha, and their bytes limited to it, as in images; unless the buffer's attachments
  /// say that its alpha is straight. Buffers of luma and chroma are not written, which is logged.
  public func render(
    _ image: CIImage,
    to buffer: CVPixelBuffer,
    bounds: CGRect,
    colorSpace: CGColorSpace?
  ) {
    let size = CVImageBufferGetEncodedSize(buffer)
    let part = PixelRect(covering: bounds).intersection(
      PixelRect(covering: CGRect(origin: .zero, size: size))
    )
    guard !part.isEmpty else { return }
    guard let format = CIFormat(pixelFormat: CVPixelBufferGetPixelFormatType(buffer)) else {
      Diagnostics.report("buffers of luma and chroma cannot be drawn into")
      return
    }
    guard CVPixelBufferLockBaseAddress(buffer, []) == kCVReturnSuccess else { return }
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    guard let base = CVPixelBufferGetBaseAddress(buffer) else { return }
    let rowBytes = CVPixelBufferGetBytesPerRow(buffer)
    let row = Int(size.height) - Int(part.maxY)
    let isGray = format == .L8 && colorSpace.map { $0.model != .monochrome } ?? false
    _ = write(
      image,
      part,
      to: base + row * rowBytes + Int(part.minX) * format.bytesPerPixel,
      rowBytes: rowBytes,
      format: format,
      in: isGray ? CGColorSpace(name: CGColorSpace.genericGrayGamma2_2) : colorSpace,
      alpha: format != .L8 && buffer.hasStraightAlpha ? .straight : .limiting
    )
  }

  /// The size of the largest square that an image can be made of.
  public func inputImageMaximumSize() -> CGSize {
    let side = CGFloat(CGImage.pixelLimit).squareRoot()
    return CGSize(width: side, height: side)
  }

  /// The size of the largest square that can be drawn.
  public func outputImageMaximumSize() -> CGSize { inputImageMaximumSize() }

  /// Frees the memory that is kept for the next pictures; images that a program holds stay.
  public func clearCaches() { PixelMemory.removeAll() }

  /// Frees the memory that is kept for the next pictures, as ``clearCaches()``.
  public func reclaimResources() { clearCaches() }
}

extension CGRect {
  /// The rectangle with sizes above zero; nil if it is empty, or if its edges are not finite.
  fileprivate var finite: CGRect? {
    let rect = standardized
    let isFinite = [rect.minX, rect.minY, rect.maxX, rect.maxY].allSatisfy { $0.magnitude < 0x1p30 }
    return isFinite && rect.width > 0 && rect.height > 0 ? rect : nil
  }
}

extension CIFormat {
  /// The format of the pixels of a buffer; nil for one with several planes.
  fileprivate init?(pixelFormat: OSType) {
    switch pixelFormat {
    case kCVPixelFormatType_32BGRA: self = .BGRA8
    case kCVPixelFormatType_32RGBA: self = .RGBA8
    case kCVPixelFormatType_32ARGB: self = .ARGB8
    case kCVPixelFormatType_32ABGR: self = .ABGR8
    case kCVPixelFormatType_OneComponent8: self = .L8
    default: return nil
    }
  }
}
