import Foundation
import StrataRaster

/// The size and the byte layout of an image, as its properties report them.
struct ImageLayout: Sendable {
  var width: Int
  var height: Int
  var bitsPerComponent = 8
  var bitsPerPixel = 32
  var bytesPerRow: Int
  var colorSpace: CGColorSpace?
  var bitmapInfo = CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue)
  var isMask = false
  var shouldInterpolate = true
  var intent = CGColorRenderingIntent.defaultIntent
  /// The brightness of the brightest colours relative to white; 0 if it is not known.
  var headroom = Float(1)

  var alphaInfo: CGImageAlphaInfo {
    CGImageAlphaInfo(rawValue: bitmapInfo.rawValue & CGBitmapInfo.alphaInfoMask.rawValue) ?? .none
  }

  var isFloat: Bool { bitmapInfo.contains(.floatComponents) }
}

extension ImageLayout {
  /// Creates the layout of a pixel buffer without padding between rows.
  init(width: Int, height: Int, format: PixelFormat, hasAlpha: Bool = true) {
    let alpha: CGImageAlphaInfo = hasAlpha ? .premultipliedLast : .noneSkipLast
    switch format {
    case .rgba8:
      self.init(width: width, height: height, bytesPerRow: width * 4, colorSpace: .standardRGB)
      bitmapInfo = CGBitmapInfo(rawValue: alpha.rawValue)
    case .rgba16f:
      self.init(width: width, height: height, bytesPerRow: width * 8, colorSpace: .extendedStandardRGB)
      (bitsPerComponent, bitsPerPixel) = (16, 64)
      bitmapInfo = [CGBitmapInfo(rawValue: alpha.rawValue), .floatComponents, .byteOrder16Little]
    case .alpha8:
      self.init(width: width, height: height, bytesPerRow: width)
      bitsPerPixel = 8
      bitmapInfo = CGBitmapInfo(rawValue: CGImageAlphaInfo.alphaOnly.rawValue)
    }
  }

  init(of pixels: PixelBuffer) {
    self.init(width: pixels.width, height: pixels.height, format: pixels.format)
  }

  /// Returns the bytes of a buffer of this layout, or of the renderer's own one if the layout has these in another order,
  /// row after row.
  func bytes(of pixels: PixelBuffer) -> Data {
    if isReordered { return reorderedBytes(of: pixels) }
    let count = min(bytesPerRow, pixels.rowBytes)
    var data = Data(capacity: bytesPerRow * pixels.height)
    for y in 0..<pixels.height {
      data.append(Data(bytes: pixels.base + y * pixels.rowBytes, count: count))
      if count < bytesPerRow { data.append(Data(count: bytesPerRow - count)) }
    }
    return data
  }

  private func reorderedBytes(of pixels: PixelBuffer) -> Data {
    let packing = PixelPacking(self)
    var data = Data(count: bytesPerRow * height)
    data.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for y in 0..<height {
        let row = pixels.row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
        packing.pack(row, into: base + y * bytesPerRow, columns: 0..<width)
      }
    }
    return data
  }
}
