import CoreGraphics
import Foundation
import StrataBase
import StrataKernels
import StrataRaster

/// The pixels of a Core Graphics image, with the lower left corner at the origin.
final class BitmapNode: ImageNode {
  let image: CGImage
  let extent: PixelRect
  let sources = NodeInputs.none
  /// The bytes of an image of another space, or of more than eight bits; nil for one whose pixels the renderer has.
  private let bytes: BytesNode?

  init(_ image: CGImage) {
    let image = image.still
    self.image = image
    bytes = BytesNode(image)
    extent = PixelRect(0, 0, Int32(clamping: image.width), Int32(clamping: image.height))
  }

  var hasReadyRows: Bool { bytes == nil }

  func region(of input: Int, for rect: PixelRect) -> PixelRect { .empty }

  func rows(_ rect: PixelRect, _ inputs: [RowReader], _ pass: RenderPass) -> RowReader {
    if let bytes { return bytes.rows(rect, inputs, pass) }
    let (pixels, space) = (image.pixels, pass.space)
    return RowReader(rect) { y, x, count, to in
      let source = pixels.row(pixels.height - 1 - y)
      if pixels.format == .rgba8, space == .encoded {
        let bytes = source.assumingMemoryBound(to: UInt8.self) + x * 4
        return kernels.floats_of_bytes(to.floats, bytes, count * 4)
      }
      for i in 0..<count { to[i] = Self.pixel(source, x + i, pixels.format, space) }
    }
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
      let bits = SIMD4(UInt32(halves.x), UInt32(halves.y), UInt32(halves.z), UInt32(halves.w))
      let color = Pixel(halves: bits).numbers
      return space == .encoded ? color : space.pixel(straightSRGB: color.straight)
    case .alpha8:
      return Pixel(0, 0, 0, Float(row.assumingMemoryBound(to: UInt8.self)[x]) / 255)
    }
  }
}
