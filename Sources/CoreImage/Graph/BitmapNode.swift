import CoreGraphics
import Foundation
import StrataBase
import StrataRaster

/// The pixels of a Core Graphics image, with the lower left corner at the origin.
final class BitmapNode: ImageNode {
  let image: CGImage
  let extent: PixelRect
  let inputs: [any ImageNode] = []

  init(_ image: CGImage) {
    self.image = image
    extent = PixelRect(0, 0, Int32(clamping: image.width), Int32(clamping: image.height))
  }

  func region(of input: Int, for rect: PixelRect) -> PixelRect { .empty }

  func tile(_ rect: PixelRect, _ inputs: [Tile], _ pass: RenderPass) -> Tile {
    let pixels = image.pixels
    let result = Tile(rect)
    pass.rows(of: rect) { y in
      let source = pixels.row(pixels.height - 1 - y)
      let row = result.row(y)
      for i in 0..<rect.width {
        row[i] = Self.pixel(source, Int(rect.minX) + i, pixels.format, pass.space)
      }
    }
    return result
  }

  @inline(__always)
  private static func pixel(
    _ row: UnsafeMutableRawPointer,
    _ x: Int,
    _ format: PixelFormat,
    _ space: WorkingSpace
  ) -> Pixel {
    switch format {
    case .rgba8:
      let bytes = row.assumingMemoryBound(to: SIMD4<UInt8>.self)[x]
      if space == .linear, bytes.w == 255 {
        let light = TransferCurve.lightOfByte
        return Pixel(light[Int(bytes.x)], light[Int(bytes.y)], light[Int(bytes.z)], 1)
      }
      let color = Pixel(bytes: bytes) / 255
      return space == .encoded ? color : space.pixel(straightSRGB: color.straight)
    case .rgba16f:
      let halves = row.assumingMemoryBound(to: SIMD4<UInt16>.self)[x]
      let color = Pixel(half(halves.x), half(halves.y), half(halves.z), half(halves.w))
      return space == .encoded ? color : space.pixel(straightSRGB: color.straight)
    case .alpha8:
      return Pixel(0, 0, 0, Float(row.assumingMemoryBound(to: UInt8.self)[x]) / 255)
    }
  }

  /// The value of a half float's bits; NaN becomes 0.
  @inline(__always)
  private static func half(_ bits: UInt16) -> Float {
    let value = Float(Float16(bitPattern: bits))
    return value.isNaN ? 0 : value
  }
}
