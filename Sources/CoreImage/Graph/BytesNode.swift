import CoreGraphics
import Foundation
import StrataBase
import StrataRaster

/// Pixels of any format as a program has them in memory, with the lower left corner at the origin.
final class BytesNode: ImageNode {
  let extent: PixelRect
  let inputs: [any ImageNode] = []
  private let data: Data
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
    (self.data, self.bytesPerRow, self.layout, self.space) = (data, bytesPerRow, layout, space)
    isPremultiplied = true
  }

  /// Creates a node of an image whose colours or levels are more than eight bits of sRGB hold; nil for all others.
  init?(_ image: CGImage) {
    guard let space = image.colorSpace, let layout = PixelLayout(image),
      layout.component != .byte || !CIContext.isPlainSRGB(space),
      // The renderer's own half floats are the same.
      layout.component != .half || !CIContext.isPlainSRGB(space),
      let data = image.dataProvider?.bytes
    else { return nil }
    extent = PixelRect(0, 0, Int32(clamping: image.width), Int32(clamping: image.height))
    (self.data, self.layout, self.space, bytesPerRow) = (data, layout, space, image.bytesPerRow)
    isPremultiplied = [.premultipliedFirst, .premultipliedLast].contains(image.alphaInfo)
  }

  func region(of input: Int, for rect: PixelRect) -> PixelRect { .empty }

  func rows(_ rect: PixelRect, _ inputs: [RowReader], _ pass: RenderPass) -> RowReader {
    let (data, layout, bytesPerRow) = (data, layout, bytesPerRow)
    let (top, size) = (extent.height - 1, layout.bytesPerPixel)
    let working = conversion(to: pass.space)
    return RowReader(rect) { y, x, count, to in
      data.withUnsafeBytes { bytes in
        for i in 0..<count {
          let offset = (top - y) * bytesPerRow + (x + i) * size
          to[i] = working(layout.pixel(bytes, at: offset))
        }
      }
    }
  }

  /// The function from the components as they are to the premultiplied ones of the working space.
  private func conversion(to working: WorkingSpace) -> (Pixel) -> Pixel {
    guard let space else { return { $0 } }
    if isPremultiplied, working == .linear, space.name == CGColorSpace.extendedLinearSRGB { return { $0 } }
    let conversion = SpaceConversion(space)
    guard isPremultiplied else { return { conversion.pixel($0, in: working) } }
    return { conversion.pixel($0.straight, in: working) }
  }
}
