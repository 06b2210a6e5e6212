import Foundation

/// Converts premultiplied sRGB bytes to the layout of a bitmap.
struct PixelPacking {
  private let layout: ImageLayout
  private let isStandard: Bool
  private let order: UInt32

  init(_ layout: ImageLayout) {
    self.layout = layout
    order = layout.bitmapInfo.rawValue & CGBitmapInfo.byteOrderMask.rawValue
    let encoding = layout.colorSpace?.encoding
    isStandard = encoding?.primaries == .sRGB && encoding?.transfer == .sRGB
  }

  func pack(_ row: UnsafePointer<SIMD4<UInt8>>, into target: UnsafeMutableRawPointer, columns: Range<Int>) {
    let bytes = target.assumingMemoryBound(to: UInt8.self)
    if layout.alphaInfo == .alphaOnly, layout.bitsPerComponent == 8 {
      for x in columns { bytes[x] = row[x].w }
    } else if layout.colorSpace?.model == .rgb, layout.bitsPerComponent == 8, isStandard {
      let isFirst = layout.alphaInfo == .premultipliedFirst || layout.alphaInfo == .noneSkipFirst
      let isReversed = order == CGBitmapInfo.byteOrder32Little.rawValue
      for x in columns {
        let p = row[x]
        var pixel = isFirst ? SIMD4(p.w, p.x, p.y, p.z) : p
        if isReversed { pixel = SIMD4(pixel.w, pixel.z, pixel.y, pixel.x) }
        (target + x * 4).storeBytes(of: pixel, as: SIMD4<UInt8>.self)
      }
    } else {
      for x in columns { packComponents(row[x], into: target + x * layout.bitsPerPixel / 8) }
    }
  }

  private func packComponents(_ pixel: SIMD4<UInt8>, into target: UnsafeMutableRawPointer) {
    let alpha = Double(pixel.w) / 255
    var components: [Double] = []
    if let encoding = layout.colorSpace?.encoding {
      let color = SIMD3(Double(pixel.x), Double(pixel.y), Double(pixel.z)) / 255
      if layout.hasAlpha {
        let straight = alpha > 0 ? color / alpha : .zero
        components = encoding.components(ofExtendedSRGB: straight).map { $0 * alpha }
      } else {
        components = encoding.components(ofExtendedSRGB: color)
      }
    }
    switch layout.alphaInfo {
    case .premultipliedFirst, .noneSkipFirst, .first: components.insert(alpha, at: 0)
    case .none: break
    default: components.append(alpha)
    }
    let isLittle =
      order == CGBitmapInfo.byteOrder16Little.rawValue || order == CGBitmapInfo.byteOrder32Little.rawValue
    for (index, value) in components.enumerated() {
      switch layout.bitsPerComponent {
      case 16:
        let bits = Float16(value).bitPattern
        target.storeBytes(
          of: isLittle ? bits.littleEndian : bits.bigEndian,
          toByteOffset: index * 2,
          as: UInt16.self
        )
      case 32:
        let bits = Float(value).bitPattern
        target.storeBytes(
          of: isLittle ? bits.littleEndian : bits.bigEndian,
          toByteOffset: index * 4,
          as: UInt32.self
        )
      default:
        let isReversed = order == CGBitmapInfo.byteOrder32Little.rawValue && components.count == 4
        target.storeBytes(
          of: UInt8(clampedLevel: value),
          toByteOffset: isReversed ? 3 - index : index,
          as: UInt8.self
        )
      }
    }
  }
}
