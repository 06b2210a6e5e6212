import Foundation
import StrataBase
import StrataRaster

/// A context's bitmap: the renderer's pixels and, for any other layout, a copy in the layout that the program asked
/// for.
///
/// The copy is updated after each drawing, inside the rectangle that the drawing touched.
final class BitmapStore {
  let layout: ImageLayout
  let pixels: PixelBuffer
  /// True if the bitmap has alpha; without it the bitmap begins black and is cleared to black.
  let hasAlpha: Bool
  private let copy: UnsafeMutableRawPointer?
  private let ownsCopy: Bool
  /// No memory of a bitmap is larger.
  private static let mostBytes = 1 << 38
  /// Called when the store is destroyed.
  var release: (() -> Void)?

  /// Creates a store that draws directly into pixels.
  init(pixels: PixelBuffer, hasAlpha: Bool) {
    self.pixels = pixels
    self.hasAlpha = hasAlpha
    var layout = ImageLayout(width: pixels.width, height: pixels.height, format: .rgba8, hasAlpha: hasAlpha)
    layout.bytesPerRow = pixels.rowBytes
    self.layout = layout
    (copy, ownsCopy) = (nil, false)
    if !hasAlpha {
      clearToBlack(PixelRect(0, 0, Int32(clamping: pixels.width), Int32(clamping: pixels.height)))
    }
  }

  init?(
    data: UnsafeMutableRawPointer?,
    width: Int,
    height: Int,
    bitsPerComponent: Int,
    bytesPerRow: Int,
    space: CGColorSpace,
    bitmapInfo: CGBitmapInfo
  ) {
    var layout = ImageLayout(width: width, height: height, bytesPerRow: bytesPerRow, colorSpace: space)
    layout.bitsPerComponent = bitsPerComponent
    layout.bitmapInfo = bitmapInfo
    let alpha = layout.alphaInfo
    switch (space.model, alpha) {
    case (.rgb, .premultipliedLast), (.rgb, .premultipliedFirst), (.rgb, .noneSkipLast),
      (.rgb, .noneSkipFirst),
      (.monochrome, .none):
      break
    case (_, .alphaOnly): layout.colorSpace = nil
    default: return nil
    }
    guard layout.isFloat ? bitsPerComponent == 16 || bitsPerComponent == 32 : bitsPerComponent == 8 else {
      return nil
    }
    layout.bitsPerPixel = layout.componentCount * bitsPerComponent
    let rowBytes = width.multipliedReportingOverflow(by: layout.bitsPerPixel / 8)
    guard width > 0, height > 0, width <= CGImage.pixelLimit / height, !rowBytes.overflow else { return nil }
    guard bytesPerRow == 0 && data == nil || bytesPerRow >= rowBytes.partialValue else { return nil }
    if bytesPerRow == 0 { layout.bytesPerRow = (rowBytes.partialValue + 63) & ~63 }
    let size = layout.bytesPerRow.multipliedReportingOverflow(by: height)
    guard !size.overflow, size.partialValue <= Self.mostBytes else { return nil }

    hasAlpha = layout.hasAlpha
    pixels = PixelBuffer(width: width, height: height, format: .rgba8)
    let isNative = layout.isNative
    if isNative, data == nil, bytesPerRow == 0 || bytesPerRow == pixels.rowBytes {
      layout.bytesPerRow = pixels.rowBytes
      (copy, ownsCopy) = (nil, false)
    } else {
      // The machine may not have as much memory.
      guard let memory = data ?? calloc(size.partialValue, 1) else { return nil }
      (copy, ownsCopy) = (memory, data == nil)
    }
    self.layout = layout
    if data != nil {
      readCopy()
    } else if !hasAlpha {
      clearToBlack(PixelRect(0, 0, Int32(width), Int32(height)))
      update(PixelRect(0, 0, Int32(width), Int32(height)))
    }
  }

  deinit {
    if ownsCopy { free(copy) }
    release?()
  }

  /// The memory in the program's layout.
  var memory: UnsafeMutableRawPointer { copy ?? pixels.base }

  private func readCopy() {
    guard let copy else { return }
    let bytes = Data(bytesNoCopy: copy, count: layout.bytesPerRow * layout.height, deallocator: .none)
    var source = layout
    // Alpha-only pixels are drawn as black.
    let unpacked = PixelUnpacking(source, decode: nil).pixels(bytes)
    source.isMask = false
    for y in 0..<pixels.height {
      let target = pixels.row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
      let row = unpacked.row(y)
      for x in 0..<pixels.width {
        switch unpacked.format {
        case .rgba8: target[x] = row.assumingMemoryBound(to: SIMD4<UInt8>.self)[x]
        case .alpha8: target[x] = SIMD4(0, 0, 0, row.assumingMemoryBound(to: UInt8.self)[x])
        case .rgba16f:
          let pixel = SIMD4<Double>(row.assumingMemoryBound(to: SIMD4<Float16>.self)[x])
          target[x] = SIMD4(
            UInt8(clampedLevel: pixel.x),
            UInt8(clampedLevel: pixel.y),
            UInt8(clampedLevel: pixel.z),
            UInt8(clampedLevel: pixel.w)
          )
        }
      }
    }
  }

  private func clearToBlack(_ rect: PixelRect) {
    for y in rect.minY..<max(rect.maxY, rect.minY) {
      let row = pixels.row(Int(y)).assumingMemoryBound(to: SIMD4<UInt8>.self)
      for x in rect.minX..<max(rect.maxX, rect.minX) { row[Int(x)] = SIMD4(0, 0, 0, 255) }
    }
  }

  /// Copies a rectangle of pixels to the program's memory.
  func update(_ rect: PixelRect) {
    let rect = rect.intersection(PixelRect(0, 0, Int32(pixels.width), Int32(pixels.height)))
    guard let copy, !rect.isEmpty else { return }
    let packing = PixelPacking(layout)
    for y in Int(rect.minY)..<Int(rect.maxY) {
      packing.pack(
        pixels.row(y).assumingMemoryBound(to: SIMD4<UInt8>.self),
        into: copy + y * layout.bytesPerRow,
        columns: Int(rect.minX)..<Int(rect.maxX)
      )
    }
  }

  func makeImage() -> CGImage {
    guard let copy else {
      let layout = ImageLayout(width: layout.width, height: layout.height, format: .rgba8, hasAlpha: hasAlpha)
      return CGImage(layout: layout, source: .pixels(pixels.copy()))
    }
    let provider = CGDataProvider(bytes: Data(bytes: copy, count: layout.bytesPerRow * layout.height))
    guard layout.storage == .rgba8, layout.colorSpace?.model == .rgb else {
      return CGImage(layout: layout, source: .bytes(provider, decode: nil))
    }
    return CGImage(layout: layout, source: .bytes(provider, decode: nil), decoded: pixels.copy())
  }
}

extension ImageLayout {
  /// True if the layout is the renderer's own: premultiplied RGBA bytes in sRGB.
  var isNative: Bool {
    let order = bitmapInfo.rawValue & CGBitmapInfo.byteOrderMask.rawValue
    let isLast = alphaInfo == .premultipliedLast || alphaInfo == .noneSkipLast
    return bitsPerComponent == 8 && isLast && (order == 0 || order == CGBitmapInfo.byteOrder32Big.rawValue)
      && colorSpace?.encoding.primaries == .sRGB && colorSpace?.encoding.transfer == .sRGB
  }
}

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
