import Foundation
import StrataRaster

/// Converts bytes of any layout to premultiplied sRGB pixels.
///
/// There are three paths: 8-bit sRGB bytes are reordered, other 8-bit components are converted by tables, and all other
/// formats are converted component by component in `Double`.
struct PixelUnpacking {
  private let layout: ImageLayout
  private let decode: [Double]?
  private let encoding: ColorEncoding
  /// The indices of the colour components in a pixel.
  private let colors: [Int]
  private let alpha: Int?
  private let isPremultiplied: Bool
  /// True if components are bytes that tables convert.
  private let isPlain: Bool
  /// The conversion of such bytes; nil if they are those of sRGB.
  private let conversion: EightBitConversion?

  /// Creates a conversion; `decode` has two values for each colour component.
  init(_ layout: ImageLayout, decode: [Double]?) {
    self.layout = layout
    self.decode = decode
    encoding = layout.colorSpace?.encoding ?? ColorEncoding(model: .gray)
    let count = layout.isMask ? 1 : layout.colorSpace?.numberOfComponents ?? 0
    switch layout.isMask ? .none : layout.alphaInfo {
    case .none, .noneSkipLast: (colors, alpha, isPremultiplied) = (Array(0..<count), nil, false)
    case .noneSkipFirst: (colors, alpha, isPremultiplied) = (Array(1...count), nil, false)
    case .last: (colors, alpha, isPremultiplied) = (Array(0..<count), count, false)
    case .premultipliedLast: (colors, alpha, isPremultiplied) = (Array(0..<count), count, true)
    case .first: (colors, alpha, isPremultiplied) = (Array(1...count), 0, false)
    case .premultipliedFirst: (colors, alpha, isPremultiplied) = (Array(1...count), 0, true)
    case .alphaOnly: (colors, alpha, isPremultiplied) = ([], 0, false)
    }
    isPlain =
      layout.bitsPerComponent == 8 && decode == nil && encoding.model != .cmyk && layout.storage != .alpha8
    conversion = isPlain && !encoding.isStandard ? EightBitConversion(encoding) : nil
  }

  func pixels(_ bytes: Data) -> PixelBuffer {
    let target = PixelBuffer(width: layout.width, height: layout.height, format: layout.storage)
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for y in 0..<layout.height {
        let (from, to) = (base + y * layout.bytesPerRow, target.base + y * target.rowBytes)
        if layout.storage == .alpha8 {
          unpackMask(from, to)
        } else if isPlain {
          unpackBytes(from, to)
        } else {
          unpackComponents(from, to)
        }
      }
    }
    return target
  }

  /// Makes pixels transparent whose colour components all lie in their ranges: integers scaled to 0...1, or
  /// floating-point numbers, before they are decoded or converted.
  func clear(_ ranges: [ClosedRange<Double>], of bytes: Data, in pixels: PixelBuffer) {
    let size = pixels.format.bytesPerPixel
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for y in 0..<layout.height {
        let (from, to) = (base + y * layout.bytesPerRow, pixels.row(y))
        for x in 0..<layout.width
        where colors.indices.allSatisfy({ ranges[$0].contains(component(from, x, colors[$0])) }) {
          (to + x * size).initializeMemory(as: UInt8.self, repeating: 0, count: size)
        }
      }
    }
  }

  /// Returns the byte of a pixel that holds an 8-bit component.
  private func bytePosition(_ component: Int) -> Int {
    let size = layout.bitsPerPixel / 8
    let isReversed = layout.bitmapInfo.rawValue & CGBitmapInfo.byteOrderMask.rawValue == 2 << 12
    return isReversed && size == 4 ? 3 - component : component
  }

  private func unpackMask(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer) {
    for x in 0..<layout.width {
      var value = component(from, x, 0)
      if layout.isMask {
        // A sample is the amount that is masked out.
        if let decode { value = decode[0] + (decode[1] - decode[0]) * value }
        value = 1 - value
      }
      (to + x).storeBytes(of: UInt8(clampedLevel: value), as: UInt8.self)
    }
  }

  private func unpackBytes(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer) {
    let size = layout.bitsPerPixel / 8
    let red = bytePosition(colors[0])
    let (green, blue) = colors.count == 3 ? (bytePosition(colors[1]), bytePosition(colors[2])) : (red, red)
    let alpha = alpha.map(bytePosition)
    for x in 0..<layout.width {
      let pixel = from + x * size
      var (r, g, b) = (
        (pixel + red).load(as: UInt8.self), (pixel + green).load(as: UInt8.self),
        (pixel + blue).load(as: UInt8.self)
      )
      let a = alpha.map { (pixel + $0).load(as: UInt8.self) } ?? 255
      var isPremultiplied = isPremultiplied
      if let conversion {
        if isPremultiplied {
          (r, g, b) = (r.unpremultiplied(a), g.unpremultiplied(a), b.unpremultiplied(a))
          isPremultiplied = false
        }
        (r, g, b) = conversion.sRGB(r, g, b)
      }
      if a < 255 {
        // Premultiplied components above alpha are invalid; alpha bounds them.
        (r, g, b) = isPremultiplied ? (min(r, a), min(g, a), min(b, a)) : (r.times(a), g.times(a), b.times(a))
      }
      (to + x * 4).storeBytes(of: SIMD4(r, g, b, a), as: SIMD4<UInt8>.self)
    }
  }

  private func unpackComponents(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer) {
    var values = [Double](repeating: 0, count: colors.count)
    for x in 0..<layout.width {
      let a = alpha.map { component(from, x, $0) } ?? 1
      for (index, place) in colors.enumerated() {
        var value = component(from, x, place)
        if isPremultiplied { value = a > 0 ? value / a : 0 }
        if let decode, index * 2 + 1 < decode.count {
          value = decode[index * 2] + (decode[index * 2 + 1] - decode[index * 2]) * value
        }
        values[index] = value
      }
      let color = encoding.extendedSRGB(values) * a
      if layout.storage == .rgba16f {
        let pixel = SIMD4<Float16>(Float16(color.x), Float16(color.y), Float16(color.z), Float16(a))
        (to + x * 8).storeBytes(of: pixel, as: SIMD4<Float16>.self)
      } else {
        let pixel = SIMD4(
          UInt8(clampedLevel: min(color.x, a)),
          UInt8(clampedLevel: min(color.y, a)),
          UInt8(clampedLevel: min(color.z, a)),
          UInt8(clampedLevel: a)
        )
        (to + x * 4).storeBytes(of: pixel, as: SIMD4<UInt8>.self)
      }
    }
  }

  /// Returns one component of one pixel: an integer scaled to 0...1, or a floating-point number; 0 if that is not
  /// finite.
  private func component(_ row: UnsafeRawPointer, _ x: Int, _ index: Int) -> Double {
    let bits = layout.bitsPerComponent
    if bits < 8 {
      let position = x * layout.bitsPerPixel + index * bits
      let byte = (row + position / 8).load(as: UInt8.self)
      let value = Int(byte) >> (8 - bits - position % 8) & ((1 << bits) - 1)
      return Double(value) / Double((1 << bits) - 1)
    }
    let pixel = row + x * layout.bitsPerPixel / 8
    let order = layout.bitmapInfo.rawValue & CGBitmapInfo.byteOrderMask.rawValue
    let isLittle = order == 1 << 12 || order == 2 << 12
    switch bits {
    case 8: return Double((pixel + bytePosition(index)).load(as: UInt8.self)) / 255
    case 16:
      let raw = (pixel + index * 2).loadUnaligned(as: UInt16.self)
      let number = isLittle ? UInt16(littleEndian: raw) : UInt16(bigEndian: raw)
      guard layout.isFloat else { return Double(number) / 65535 }
      let value = Double(Float16(bitPattern: number))
      return value.isFinite ? value : 0
    default:
      let raw = (pixel + index * 4).loadUnaligned(as: UInt32.self)
      let value = Double(Float(bitPattern: isLittle ? UInt32(littleEndian: raw) : UInt32(bigEndian: raw)))
      return value.isFinite ? value : 0
    }
  }
}

extension UInt8 {
  /// Creates the 8-bit level nearest to a number, clamped to 0...1.
  init(clampedLevel value: Double) {
    self = value > 0 ? UInt8(Swift.min(value, 1) * 255 + 0.5) : 0
  }

  /// Returns the product of two levels in 0...1, rounded to nearest.
  ///
  /// Exact for all inputs (Blinn, "Three Wrongs Make a Right", IEEE CG&A 15(6), 1995).
  @inline(__always) func times(_ alpha: UInt8) -> UInt8 {
    let product = UInt32(self) * UInt32(alpha) + 128
    return UInt8(truncatingIfNeeded: (product + product >> 8) >> 8)
  }

  /// Returns the straight level of a premultiplied one.
  @inline(__always) func unpremultiplied(_ alpha: UInt8) -> UInt8 {
    guard alpha > 0 else { return 0 }
    return UInt8(clamping: (UInt32(self) * 255 + UInt32(alpha) / 2) / UInt32(alpha))
  }
}
