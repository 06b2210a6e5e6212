import CoreGraphics
import CoreImage
import Foundation
import Testing

/// Pixels in memory, y up, as tests make and read them.
struct Picture {
  var rect: CGRect
  var pixels: [SIMD4<Float>]

  /// The pixel at a place of the image's plane.
  subscript(x: Int, y: Int) -> SIMD4<Float> {
    let row = Int(rect.height) - 1 - (y - Int(rect.minY))
    return pixels[row * Int(rect.width) + x - Int(rect.minX)]
  }

  /// Draws a rectangle of an image in premultiplied floats of the working space.
  init(_ image: CIImage, _ rect: CGRect? = nil, in context: CIContext = .plain) {
    self.rect = rect ?? image.extent
    let (width, height) = (Int(self.rect.width), Int(self.rect.height))
    pixels = [SIMD4<Float>](repeating: SIMD4(repeating: -7), count: width * height)
    pixels.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      context.render(
        image,
        toBitmap: base,
        rowBytes: width * 16,
        bounds: self.rect,
        format: .RGBAf,
        colorSpace: nil
      )
    }
  }

  /// Makes an image of straight bytes, a function of the place.
  static func image(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> SIMD4<UInt8>) -> CIImage {
    var data = Data()
    for row in 0..<height {
      for x in 0..<width {
        let p = pixel(x, height - 1 - row)
        data.append(contentsOf: [p.x, p.y, p.z, p.w])
      }
    }
    guard let provider = CGDataProvider(data: data as CFData),
      let image = CGImage(
        width: width,
        height: height,
        bitsPerComponent: 8,
        bitsPerPixel: 32,
        bytesPerRow: width * 4,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue),
        provider: provider,
        decode: nil,
        shouldInterpolate: true,
        intent: .defaultIntent
      )
    else { return .empty() }
    return CIImage(cgImage: image)
  }

  /// Makes an image of opaque colours, rounded to bytes.
  static func floats(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> SIMD4<Float>) -> CIImage {
    image(width, height) { x, y in
      let p = pixel(x, y) * 255
      return SIMD4(UInt8(p.x.rounded()), UInt8(p.y.rounded()), UInt8(p.z.rounded()), 255)
    }
  }

  /// An opaque picture of 24 × 20 pixels without any symmetry.
  static let pattern = image(24, 20) { x, y in
    SIMD4(
      UInt8((x * 37 + y * 91 + x * y * 13) % 256),
      UInt8((x * x * 7 + y * 29) % 256),
      UInt8((x * 11 + y * y * 5 + 80) % 256),
      255
    )
  }

  /// The same with alpha that varies.
  static let veiled = image(24, 20) { x, y in
    SIMD4(
      UInt8((x * 37 + y * 91) % 256),
      UInt8((x * x * 7 + y * 29) % 256),
      UInt8((x * 11 + 80) % 256),
      UInt8((x * 9 + y * 5) % 256)
    )
  }

  /// Grey that grows from black at the left to white at the right, 24 × 20 pixels.
  static let ramp = image(24, 20) { x, _ in
    let level = UInt8(x * 255 / 23)
    return SIMD4(level, level, level, 255)
  }

  /// The image of one pixel with a straight colour.
  static func dot(_ r: Double, _ g: Double, _ b: Double, _ a: Double = 1) -> CIImage {
    CIImage(color: CIColor(red: r, green: g, blue: b, alpha: a)).cropped(
      to: CGRect(x: 0, y: 0, width: 1, height: 1)
    )
  }
}

extension CIContext {
  /// A context that calculates with the components as they are.
  static let plain = CIContext(options: [.workingColorSpace: NSNull()])
}

extension SIMD4<Float> {
  /// The greatest difference of a component.
  func distance(to other: SIMD4<Float>) -> Float {
    let d = self - other
    return Swift.max(abs(d.x), abs(d.y), abs(d.z), abs(d.w))
  }
}

/// The greatest difference of a component of two pictures of the same rectangle.
func difference(_ a: Picture, _ b: Picture) -> Float {
  zip(a.pixels, b.pixels).map { $0.distance(to: $1) }.max() ?? .infinity
}
