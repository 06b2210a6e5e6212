/// Rows of pixels in a layout, read and written.
///
/// What differs between layouts is decided once for a row: a layout without a case of its own costs as little as one of four
/// components in the usual order.
extension PixelLayout {
  /// The index of the component that gives a channel of a pixel; nil if the layout has none.
  private func index(of channel: Channel) -> Int? {
    channels.firstIndex(of: channel) ?? (channel == .alpha ? nil : channels.firstIndex(of: .luminance))
  }

  /// Reads pixels whose components stay as they are in memory: colours that the layout lacks are zero, and alpha is one.
  ///
  /// Integers are 0 to 1. A component that is not a number is zero, and so is an infinite one if ``isFinite``.
  func read(_ memory: UnsafeRawPointer, _ count: Int, to row: UnsafeMutablePointer<Pixel>) {
    switch component {
    case .byte:
      read(memory, count, to: row, as: UInt8.self) { Pixel(bytes: $0) / 255 }
    case .word:
      read(memory, count, to: row, as: UInt16.self) {
        let words = inOrder($0)
        return Pixel(Float(words.x), Float(words.y), Float(words.z), Float(words.w)) / 65535
      }
    case .half:
      read(memory, count, to: row, as: UInt16.self) {
        let words = inOrder($0)
        let bits = SIMD4(UInt32(words.x), UInt32(words.y), UInt32(words.z), UInt32(words.w))
        return number(Pixel(halves: bits))
      }
    case .float:
      read(memory, count, to: row, as: UInt32.self) {
        number(unsafeBitCast(inOrder($0), to: Pixel.self))
      }
    }
  }

  /// The integers that bits are in this machine's order of bytes.
  @inline(__always)
  private func inOrder<Bits: FixedWidthInteger & SIMDScalar>(_ bits: SIMD4<Bits>) -> SIMD4<Bits> {
    guard isBigEndian else { return bits }
    return SIMD4(bits.x.byteSwapped, bits.y.byteSwapped, bits.z.byteSwapped, bits.w.byteSwapped)
  }

  @inline(__always)
  private func number(_ pixel: Pixel) -> Pixel { isFinite ? pixel.finiteNumbers : pixel.numbers }

  /// Reads the components of red, green, blue and alpha, by a function of their bits.
  @inline(__always)
  private func read<Bits: FixedWidthInteger & SIMDScalar & BitwiseCopyable>(
    _ memory: UnsafeRawPointer,
    _ count: Int,
    to row: UnsafeMutablePointer<Pixel>,
    as type: Bits.Type,
    _ pixel: (SIMD4<Bits>) -> Pixel
  ) {
    let places = [Channel.red, .green, .blue, .alpha].map { index(of: $0) }
    // What is lacking is read from the first component, and replaced.
    let size = MemoryLayout<Bits>.size
    let (r, g) = ((places[0] ?? 0) * size, (places[1] ?? 0) * size)
    let (b, a) = ((places[2] ?? 0) * size, (places[3] ?? 0) * size)
    var kept = Pixel.zero
    for i in 0..<4 where places[i] != nil { kept[i] = 1 }
    let (lacks, usual) = (kept .== 0, Pixel(0, 0, 0, 1))
    let isWhole = kept == .one
    for x in 0..<count {
      let start = memory + x * bytesPerPixel
      let bits = SIMD4(
        start.loadUnaligned(fromByteOffset: r, as: Bits.self),
        start.loadUnaligned(fromByteOffset: g, as: Bits.self),
        start.loadUnaligned(fromByteOffset: b, as: Bits.self),
        start.loadUnaligned(fromByteOffset: a, as: Bits.self)
      )
      let value = pixel(bits)
      row[x] = isWhole ? value : value.replacing(with: usual, where: lacks)
    }
  }

  /// Writes premultiplied pixels; integers are limited to 0 … 1, and bytes of colours to alpha if asked for.
  @inline(__always)
  func write(
    _ count: Int,
    to memory: UnsafeMutableRawPointer,
    withinAlpha: Bool,
    _ pixel: (_ x: Int) -> Pixel
  ) {
    switch component {
    case .byte:
      write(count, to: memory, filler: UInt8.max, pixel) { p in
        let level = p.limited(0, withinAlpha ? p.limited(0, 1).w : 1) * 255 + 0.5
        return SIMD4(UInt8(level.x), UInt8(level.y), UInt8(level.z), UInt8(level.w))
      } luminance: {
        UInt8(Pixel(repeating: $0.luminance).limited(0, 1).x * 255 + 0.5)
      }
    case .word:
      // One by one: the conversion of vectors is not vectorized, and much slower.
      write(count, to: memory, filler: UInt16.max, pixel) { p in
        let level = p.limited(0, 1) * 65535 + 0.5
        return SIMD4(UInt16(level.x), UInt16(level.y), UInt16(level.z), UInt16(level.w))
      } luminance: {
        UInt16(Pixel(repeating: $0.luminance).limited(0, 1).x * 65535 + 0.5)
      }
    case .half:
      let most = Float(Float16.greatestFiniteMagnitude)
      write(count, to: memory, filler: Float16(1), pixel) { p in
        SIMD4<Float16>(p.limited(-most, most))
      } luminance: {
        Float16(Pixel(repeating: $0.luminance).limited(-most, most).x)
      }
    case .float:
      write(count, to: memory, filler: Float(1), pixel, colors: { $0 }, luminance: { $0.luminance })
    }
  }

  /// Writes components that functions give for a pixel.
  @inline(__always)
  private func write<Component: SIMDScalar & BitwiseCopyable>(
    _ count: Int,
    to memory: UnsafeMutableRawPointer,
    filler: Component,
    _ pixel: (_ x: Int) -> Pixel,
    colors: (Pixel) -> SIMD4<Component>,
    luminance: (Pixel) -> Component
  ) where SIMD4<Component>: BitwiseCopyable {
    if channels == [.red, .green, .blue, .alpha] {
      for x in 0..<count {
        (memory + x * bytesPerPixel).storeBytes(of: colors(pixel(x)), as: SIMD4<Component>.self)
      }
      return
    }
    let size = MemoryLayout<Component>.size
    for x in 0..<count {
      let start = memory + x * bytesPerPixel
      let p = pixel(x)
      let values = colors(p)
      for i in 0..<channels.count {
        let value =
          switch channels[i] {
          case .red: values.x
          case .green: values.y
          case .blue: values.z
          case .alpha: values.w
          case .luminance: luminance(p)
          case .filler: filler
          }
        start.storeBytes(of: value, toByteOffset: i * size, as: Component.self)
      }
    }
  }
}
