import CoreGraphics
import Foundation
import StrataBase

/// Pixels of any format as a program has them in memory, with the lower left corner at the origin.
final class BytesNode: ImageNode {
  let extent: PixelRect
  let inputs: [any ImageNode] = []
  private let data: Data
  private let bytesPerRow: Int
  private let format: CIFormat
  /// The space of the components; nil for those of the working space.
  private let space: CGColorSpace?

  /// Creates a node; nil if there are fewer bytes than the rows need, or if the format is not known.
  init?(_ data: Data, bytesPerRow: Int, size: CGSize, format: CIFormat, space: CGColorSpace?) {
    let most = CGFloat(1 << 24)
    guard format.bytesPerPixel > 0, size.width >= 1, size.height >= 1, size.width <= most, size.height <= most
    else { return nil }
    let (width, height) = (Int(size.width), Int(size.height))
    let rowBytes = width * format.bytesPerPixel
    guard bytesPerRow >= rowBytes, bytesPerRow <= Int.max / height,
      data.count >= bytesPerRow * (height - 1) + rowBytes
    else { return nil }
    extent = PixelRect(0, 0, Int32(width), Int32(height))
    (self.data, self.bytesPerRow, self.format, self.space) = (data, bytesPerRow, format, space)
  }

  func region(of input: Int, for rect: PixelRect) -> PixelRect { .empty }

  func rows(_ rect: PixelRect, _ inputs: [RowReader], _ pass: RenderPass) -> RowReader {
    let (data, format, bytesPerRow) = (data, format, bytesPerRow)
    let (top, size) = (extent.height - 1, format.bytesPerPixel)
    let working = conversion(to: pass.space)
    return RowReader(rect) { y, x, count, to in
      data.withUnsafeBytes { bytes in
        for i in 0..<count {
          let offset = (top - y) * bytesPerRow + (x + i) * size
          to[i] = working(format.pixel(bytes, at: offset))
        }
      }
    }
  }

  /// The function from the components as they are to the working space, both premultiplied.
  private func conversion(to working: WorkingSpace) -> (Pixel) -> Pixel {
    guard let space else { return { $0 } }
    if CIContext.isPlainSRGB(space) { return { working.pixel(straightSRGB: $0.straight) } }
    if space.name == CGColorSpace.extendedLinearSRGB, working == .linear { return { $0 } }
    if space.model == .monochrome {
      return { pixel in
        let color = pixel.straight
        let gray = CGColor(colorSpace: space, components: [CGFloat(color.x), CGFloat(color.w)])
        return working.pixel(straightSRGB: gray?.extendedSRGB ?? color)
      }
    }
    return { working.pixel(straightSRGB: space.sRGB($0.straight)) }
  }
}

extension CIFormat {
  /// The components of a pixel as they are in memory; colours that a format lacks are zero, and alpha is one.
  fileprivate func pixel(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Pixel {
    func byte(_ index: Int) -> Float { Float(bytes[offset + index]) / 255 }
    func word(_ index: Int) -> UInt16 {
      bytes.loadUnaligned(fromByteOffset: offset + index * 2, as: UInt16.self)
    }
    func half(_ index: Int) -> Float { Float(Float16(bitPattern: word(index))) }
    func float(_ index: Int) -> Float {
      bytes.loadUnaligned(fromByteOffset: offset + index * 4, as: Float.self)
    }
    let pixel =
      switch self {
      case .RGBA8: Pixel(byte(0), byte(1), byte(2), byte(3))
      case .BGRA8: Pixel(byte(2), byte(1), byte(0), byte(3))
      case .ARGB8: Pixel(byte(1), byte(2), byte(3), byte(0))
      case .ABGR8: Pixel(byte(3), byte(2), byte(1), byte(0))
      case .RGBA16: Pixel(Float(word(0)), Float(word(1)), Float(word(2)), Float(word(3))) / 65535
      case .RGBAh: Pixel(half(0), half(1), half(2), half(3))
      case .RGBAf: Pixel(float(0), float(1), float(2), float(3))
      case .A8: Pixel(0, 0, 0, byte(0))
      case .L8: Pixel(byte(0), byte(0), byte(0), 1)
      case .R8: Pixel(byte(0), 0, 0, 1)
      case .Rf: Pixel(float(0), 0, 0, 1)
      default: Pixel.zero
      }
    return pixel.replacing(with: Pixel.zero, where: pixel .!= pixel)
  }
}
