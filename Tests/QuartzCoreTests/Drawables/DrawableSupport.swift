import CoreGraphics
import Foundation
import Metal
import QuartzCore

/// Returns a Metal layer with a device, at the origin, in pixels of one point.
func metalLayer(_ width: Int, _ height: Int) -> CAMetalLayer {
  let layer = CAMetalLayer()
  layer.frame = CGRect(x: 0, y: 0, width: width, height: height)
  layer.magnificationFilter = .nearest
  layer.device = MTLCreateSystemDefaultDevice()
  return layer
}

extension MTLTexture {
  /// Writes the same bytes into every pixel.
  func fill(_ pixel: [UInt8]) {
    let bytes = (0..<width * height).flatMap { _ in pixel }
    replace(
      region: MTLRegionMake2D(0, 0, width, height),
      mipmapLevel: 0,
      withBytes: bytes,
      bytesPerRow: width * pixel.count
    )
  }
}

/// Presents one colour, given as blue, green, red and alpha; returns false if there was no drawable.
@discardableResult
func present(_ color: [UInt8], on layer: CAMetalLayer) -> Bool {
  guard let drawable = layer.nextDrawable() else { return false }
  drawable.texture.fill(color)
  drawable.present()
  return true
}

/// Blue, green, red and alpha, as textures of the default format have them.
enum BGRA {
  static let red: [UInt8] = [0, 0, 255, 255]
  static let green: [UInt8] = [0, 255, 0, 255]
  static let blue: [UInt8] = [255, 0, 0, 255]
}

/// Red, green, blue and alpha, as pictures have them.
enum RGBA {
  static let red: [UInt8] = [255, 0, 0, 255]
  static let green: [UInt8] = [0, 255, 0, 255]
  static let blue: [UInt8] = [0, 0, 255, 255]
  static let clear: [UInt8] = [0, 0, 0, 0]
}
