public import CoreGraphics
public import Foundation
import StrataBase

/// Keeps the pixels of an image, so that what is drawn over and over, such as strokes of a brush, needs no growing recipe.
///
/// ```swift
/// let canvas = CIImageAccumulator(extent: CGRect(x: 0, y: 0, width: 640, height: 480), format: .RGBAh)
/// canvas?.setImage(stroke.composited(over: canvas?.image() ?? .empty()), dirtyRect: stroke.extent)
/// ```
///
/// - Thread: One at a time; the images that it gives are free to go to other threads.
public final class CIImageAccumulator: NSObject {
  /// The rectangle of the pixels that are kept.
  public let extent: CGRect
  /// The layout of the pixels that are kept.
  public let format: CIFormat

  private let space: CGColorSpace
  private let rect: PixelRect
  private let layout: PixelLayout
  private let rowBytes: Int
  /// The rows from the upper one, in blocks of about ``blockBytes``: a stroke over an image of this accumulator shares its
  /// blocks, and only those that it changes are copied.
  private var blocks: [Data]
  private let rowsPerBlock: Int
  private static let blockBytes = 1 << 18
  private let context = CIContext()

  /// Creates an accumulator of transparent pixels, in sRGB, or in linear sRGB if the components are floats.
  ///
  /// Returns nil for an extent that is empty, infinite or too large, and for a format that is not known.
  public convenience init?(extent: CGRect, format: CIFormat) {
    let isFloat = PixelLayout(format).map { $0.component == .half || $0.component == .float } ?? false
    let name = isFloat ? CGColorSpace.extendedLinearSRGB : CGColorSpace.sRGB
    guard let space = CGColorSpace(name: name) else { return nil }
    self.init(extent: extent, format: format, colorSpace: space)
  }

  /// Creates an accumulator of transparent pixels in a colour space.
  ///
  /// Returns nil for an extent that is empty, infinite or too large, and for a format that is not known.
  public init?(extent: CGRect, format: CIFormat, colorSpace: CGColorSpace) {
    rect = PixelRect(covering: extent)
    guard !rect.isEmpty, rect.area <= CGImage.pixelLimit, let layout = PixelLayout(format) else { return nil }
    (self.extent, self.format, self.layout, space) = (rect.cgRect, format, layout, colorSpace)
    rowBytes = rect.width * layout.bytesPerPixel
    rowsPerBlock = max(1, Self.blockBytes / rowBytes)
    blocks = []
    super.init()
    clear()
  }

  /// Returns the pixels that are kept now as an image; later changes do not reach it.
  public func image() -> CIImage {
    let node = BytesNode(blocks, rowsPerBlock: rowsPerBlock, extent: rect, layout: layout, space: space)
    return CIImage(node: node, colorSpace: space)
  }

  /// Keeps the pixels of an image instead of the present ones.
  public func setImage(_ image: CIImage) { setImage(image, dirtyRect: extent) }

  /// Keeps the pixels of an image inside of a rectangle; outside of it the present ones stay.
  ///
  /// - Complexity: O(n) in the pixels of the rectangle, and of the rows that it touches.
  public func setImage(_ image: CIImage, dirtyRect: CGRect) {
    let part = PixelRect(covering: dirtyRect).intersection(rect)
    guard !part.isEmpty else { return }
    let partBytes = part.width * layout.bytesPerPixel
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: partBytes * part.height, alignment: 16)
    defer { memory.deallocate() }
    guard let pixels = memory.baseAddress,
      context.write(image, part, to: pixels, rowBytes: partBytes, format: format, in: space)
    else { return }
    let left = (Int(part.minX) - Int(rect.minX)) * layout.bytesPerPixel
    let top = Int(rect.maxY) - Int(part.maxY)
    var row = 0
    while row < part.height {
      let (block, first) = (top + row).quotientAndRemainder(dividingBy: rowsPerBlock)
      let count = min(rowsPerBlock - first, part.height - row)
      blocks[block].withUnsafeMutableBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        for i in 0..<count {
          let target = start + (first + i) * rowBytes + left
          target.copyMemory(from: pixels + (row + i) * partBytes, byteCount: partBytes)
        }
      }
      row += count
    }
  }

  /// Makes all pixels transparent.
  public func clear() {
    let (whole, rest) = rect.height.quotientAndRemainder(dividingBy: rowsPerBlock)
    blocks = Array(repeating: Data(count: rowsPerBlock * rowBytes), count: whole)
    if rest > 0 { blocks.append(Data(count: rest * rowBytes)) }
  }
}
