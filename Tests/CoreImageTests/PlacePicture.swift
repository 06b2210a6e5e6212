import CoreGraphics
import CoreImage
import Foundation

/// A picture that tells where each of its pixels lies, so that a filter's result tells the places that it shows.
///
/// Red is twice the x, green twice the y of a pixel, in steps of 1/255; both are linear, so that bilinear samples are exact.
enum PlacePicture {
  static let size = 128.0

  static let image = Picture.image(Int(size), Int(size)) { x, y in SIMD4(UInt8(2 * x), UInt8(2 * y), 255, 255)
  }

  /// The places that the pixels of a rectangle show; nil where a pixel is not wholly opaque.
  static func places(_ name: String, _ values: [String: Any], _ rect: CGRect) -> (Int, Int) -> SIMD2<Double>?
  {
    let picture = Picture(image.applyingFilter(name, parameters: values), rect)
    return { x, y in place(picture[x, y]) }
  }

  /// The place that a pixel stands for.
  static func place(_ pixel: SIMD4<Float>) -> SIMD2<Double>? {
    guard pixel.w > 0.9999 else { return nil }
    return SIMD2(Double(pixel.x), Double(pixel.y)) * 255 / 2 + 0.5
  }
}

/// The distance of two places.
func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
  let d = a - b
  return (d * d).sum().squareRoot()
}
