import Foundation

/// Converts premultiplied sRGB bytes to the layout of a bitmap.
///
/// There are three paths: alpha is copied, 8-bit sRGB bytes are reordered, and in all other formats equal pixels that
/// follow one another are converted once. A conversion takes tables, or for translucent pixels and floating-point
/// components the functions of the colour space.
struct PixelPacking {
  private let layout: ImageLayout
  private let isStandard: Bool
  private let order: UInt32
  /// The conversion of colours; nil if the bitmap has only alpha.
  private let conversion: LevelConversion?

  init(_ layout: ImageLayout) {
    self.layout = layout
    order = layout.bitmapInfo.rawValue & CGBitmapInfo.byteOrderMask.rawValue
    isStandard = layout.colorSpace?.encoding.isStandard ?? false
    conversion = layout.colorSpace.map { LevelConversion.to($0.encoding) }
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
      packRuns(row, into: target, columns)
    }
  }

  /// Converts the first pixel of each run of equal ones, and copies its bytes to the others.
  private func packRuns(
    _ row: UnsafePointer<SIMD4<UInt8>>,
    into target: UnsafeMutableRawPointer,
    _ columns: Range<Int>
  ) {
    let size = layout.bitsPerPixel / 8
    var x = columns.lowerBound
    while x < columns.upperBound {
      let first = x
      let pixel = row[first]
      let bits = unsafeBitCast(pixel, to: UInt32.self)
      repeat { x += 1 } while x < columns.upperBound && unsafeBitCast(row[x], to: UInt32.self) == bits
      let place = target + first * size
      if layout.bitsPerComponent == 8 { storeLevels(pixel, place) } else { storeFloats(pixel, place) }
      let count = (x - first) * size
      var done = size
      while done < count {
        let next = min(done, count - done)
        (place + done).copyMemory(from: place, byteCount: next)
        done += next
      }
    }
  }

  /// True if the components are those of an opaque colour, because it is opaque or the bitmap has no alpha.
  private func isOpaque(_ pixel: SIMD4<UInt8>) -> Bool { pixel.w == 255 || !layout.hasAlpha }

  /// The components of a pixel in the order of the bitmap; those after the last one have no meaning.
  private func components(_ pixel: SIMD4<UInt8>) -> SIMD4<Double> {
    let alpha = Double(pixel.w) / 255
    guard let conversion else { return SIMD4(repeating: alpha) }
    let levels = SIMD3(pixel.x, pixel.y, pixel.z)
    var color = SIMD3<Double>.zero
    if isOpaque(pixel) {
      color = conversion.components(of: levels)
    } else if alpha > 0 {
      color = conversion.components(of: SIMD3<Double>(levels) / 255 / alpha) * alpha
    }
    return arranged(color, alpha)
  }

  private func arranged<Number>(_ color: SIMD3<Number>, _ alpha: Number) -> SIMD4<Number> {
    switch layout.alphaInfo {
    case .premultipliedFirst, .noneSkipFirst, .first: SIMD4(alpha, color.x, color.y, color.z)
    default: SIMD4(color, alpha)
    }
  }

  private func storeLevels(_ pixel: SIMD4<UInt8>, _ target: UnsafeMutableRawPointer) {
    var levels: SIMD4<UInt8>
    if let conversion, isOpaque(pixel) {
      levels = arranged(conversion.levels(of: SIMD3(pixel.x, pixel.y, pixel.z)), pixel.w)
    } else {
      let values = components(pixel)
      levels = SIMD4(
        UInt8(clampedLevel: values.x),
        UInt8(clampedLevel: values.y),
        UInt8(clampedLevel: values.z),
        UInt8(clampedLevel: values.w)
      )
    }
    guard layout.componentCount == 4 else {
      return target.storeBytes(of: levels.x, as: UInt8.self)
    }
    if order == CGBitmapInfo.byteOrder32Little.rawValue {
      levels = SIMD4(levels.w, levels.z, levels.y, levels.x)
    }
    target.storeBytes(of: levels, as: SIMD4<UInt8>.self)
  }

  private func storeFloats(_ pixel: SIMD4<UInt8>, _ target: UnsafeMutableRawPointer) {
    let isLittle =
      order == CGBitmapInfo.byteOrder16Little.rawValue || order == CGBitmapInfo.byteOrder32Little.rawValue
    let values = components(pixel)
    for index in 0..<layout.componentCount {
      if layout.bitsPerComponent == 16 {
        let bits = Float16(values[index]).bitPattern
        let stored = isLittle ? bits.littleEndian : bits.bigEndian
        target.storeBytes(of: stored, toByteOffset: index * 2, as: UInt16.self)
      } else {
        let bits = Float(values[index]).bitPattern
        let stored = isLittle ? bits.littleEndian : bits.bigEndian
        target.storeBytes(of: stored, toByteOffset: index * 4, as: UInt32.self)
      }
    }
  }
}
