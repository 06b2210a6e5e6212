import CoreGraphics
import Foundation
import StrataBase
import StrataRaster

/// Pixels of any format as a program has them in memory, with the lower left corner at the origin.
final class BytesNode: ImageNode {
  let extent: PixelRect
  let sources = NodeInputs.none
  /// The rows from the upper one; each block but the last has ``rowsPerBlock``.
  private let blocks: [Data]
  private let rowsPerBlock: Int
  private let bytesPerRow: Int
  private let layout: PixelLayout
  private let isPremultiplied: Bool
  /// The space of the components; nil for those of the working space.
  private let space: CGColorSpace?

  /// Creates a node; nil if there are fewer bytes than the rows need, or if the format is not known.
  init?(_ data: Data, bytesPerRow: Int, size: CGSize, format: CIFormat, space: CGColorSpace?) {
    let most = CGFloat(1 << 24)
    guard let layout = PixelLayout(format), size.width >= 1, size.height >= 1, size.width <= most,
      size.height <= most
    else { return nil }
    let (width, height) = (Int(size.width), Int(size.height))
    let rowBytes = width * layout.bytesPerPixel
    guard bytesPerRow >= rowBytes, bytesPerRow <= Int.max / height,
      data.count >= bytesPerRow * (height - 1) + rowBytes
    else { return nil }
    extent = PixelRect(0, 0, Int32(width), Int32(height))
    (blocks, rowsPerBlock, self.bytesPerRow) = ([data], height, bytesPerRow)
    (self.layout, self.space, isPremultiplied) = (layout, space, true)
  }

  /// Creates a node of rows in blocks of `rowsPerBlock`, without gaps, as an accumulator keeps them.
  init(_ blocks: [Data], rowsPerBlock: Int, extent: PixelRect, layout: PixelLayout, space: CGColorSpace) {
    (self.blocks, self.rowsPerBlock, self.extent) = (blocks, rowsPerBlock, extent)
    (self.layout, self.space, isPremultiplied) = (layout, space, true)
    bytesPerRow = extent.width * layout.bytesPerPixel
  }

  /// Creates a node of an image whose colours or levels are more than eight bits of sRGB hold; nil for all others.
  init?(_ image: CGImage) {
    guard let space = image.colorSpace, let layout = PixelLayout(image),
      layout.component != .byte || !CIContext.isPlainSRGB(space),
      // The renderer's own half floats are the same.
      layout.component != .half || !CIContext.isPlainSRGB(space)
    else { return nil }
    extent = PixelRect(0, 0, Int32(clamping: image.width), Int32(clamping: image.height))
    (blocks, rowsPerBlock, bytesPerRow) = ([image.bytes], image.height, image.bytesPerRow)
    (self.layout, self.space) = (layout, space)
    isPremultiplied = [.premultipliedFirst, .premultipliedLast].contains(image.alphaInfo)
  }

  func region(of input: Int, for rect: PixelRect) -> PixelRect { .empty }

  func rows(_ rect: PixelRect, _ inputs: [RowReader], _ pass: RenderPass) -> RowReader {
    let (blocks, rowsPerBlock, bytesPerRow, layout) = (blocks, rowsPerBlock, bytesPerRow, layout)
    let (top, left) = (Int(extent.maxY) - 1, Int(extent.minX))
    let conversion = conversion(to: pass.space)
    return RowReader(rect) { y, x, count, to in
      let row = top - y
      blocks[row / rowsPerBlock].withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        let offset = row % rowsPerBlock * bytesPerRow + (x - left) * layout.bytesPerPixel
        layout.read(start + offset, count, to: to)
      }
      conversion?.run(to, count)
    }
  }

  /// The kernel from the components as they are to the premultiplied ones of the working space; nil if they are the same.
  private func conversion(to working: WorkingSpace) -> RowKernel? {
    guard let space else { return nil }
    if isPremultiplied, working == .linear, space.name == CGColorSpace.extendedLinearSRGB { return nil }
    let reading = SpaceConversion(space).reading(isPremultiplied: isPremultiplied, in: working)
    guard working == .linear, CIContext.isPlainSRGB(space), let levels = layout.lightOfLevels else {
      return reading
    }
    return isPremultiplied ? Self.opaqueByLevels(levels) : Self.straightByLevels(levels)
  }

  /// The kernel from straight levels of sRGB to premultiplied light.
  private static func straightByLevels(_ levels: [Float]) -> RowKernel {
    RowKernel { light(of: $0, levels).premultiplied }
  }

  /// The kernel from premultiplied levels of sRGB to light, by the table where pixels are opaque.
  private static func opaqueByLevels(_ levels: [Float]) -> RowKernel {
    RowKernel { $0.w == 1 ? light(of: $0, levels) : WorkingSpace.linear.pixel(straightSRGB: $0.straight) }
  }

  /// The light of a pixel whose components are levels.
  @inline(__always)
  private static func light(of pixel: Pixel, _ levels: [Float]) -> Pixel {
    let place = pixel * Float(levels.count - 1) + 0.5
    return Pixel(levels[Int(place.x)], levels[Int(place.y)], levels[Int(place.z)], pixel.w)
  }
}
