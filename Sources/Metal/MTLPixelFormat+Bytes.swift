import Foundation

/// Colours as the bytes of a pixel format.
extension MTLPixelFormat {
  /// The number of bytes of a pixel.
  package var bytesPerPixel: Int {
    switch self {
    case .invalid: 0
    case .rgba8Unorm, .rgba8Unorm_srgb, .bgra8Unorm, .bgra8Unorm_srgb, .rgb10a2Unorm, .bgr10a2Unorm: 4
    case .rgba16Float: 8
    }
  }

  /// The order of the four bytes of a pixel; nil for formats with other channels.
  var channels: ByteChannels? {
    switch self {
    case .rgba8Unorm, .rgba8Unorm_srgb: .redFirst
    case .bgra8Unorm, .bgra8Unorm_srgb: .blueFirst
    case .invalid, .rgb10a2Unorm, .bgr10a2Unorm, .rgba16Float: nil
    }
  }

  /// Returns the bytes of a pixel of a colour.
  ///
  /// Components beyond a format of whole numbers are clamped to it, and NaN is 0; those of `rgba16Float` are rounded as
  /// `Float16` does it, to infinities beyond its range.
  func bytes(of color: MTLClearColor) -> [UInt8] {
    let channels = [color.red, color.green, color.blue, color.alpha]
    switch self {
    case .invalid: return []
    case .rgba8Unorm: return bytes(channels)
    case .rgba8Unorm_srgb: return bytes(encoded(channels))
    case .bgra8Unorm: return bytes(blueFirst(channels))
    case .bgra8Unorm_srgb: return bytes(blueFirst(encoded(channels)))
    case .rgb10a2Unorm: return packed(channels)
    case .bgr10a2Unorm: return packed(blueFirst(channels))
    case .rgba16Float:
      return channels.flatMap { withUnsafeBytes(of: Float16($0).bitPattern.littleEndian, Array.init) }
    }
  }

  private func unit(_ level: Double) -> Double { level > 0 ? min(level, 1) : 0 }

  private func bytes(_ channels: [Double]) -> [UInt8] { channels.map { UInt8(unit($0) * 255 + 0.5) } }

  private func packed(_ channels: [Double]) -> [UInt8] {
    let word = channels.enumerated().reduce(into: UInt32(0)) { word, channel in
      let most = channel.offset == 3 ? 3.0 : 1023
      word |= UInt32(unit(channel.element) * most + 0.5) << (10 * UInt32(channel.offset))
    }
    return withUnsafeBytes(of: word.littleEndian, Array.init)
  }

  private func blueFirst(_ channels: [Double]) -> [Double] {
    [channels[2], channels[1], channels[0], channels[3]]
  }

  /// Linear light as sRGB levels, by the transfer function of IEC 61966-2-1.
  private func encoded(_ channels: [Double]) -> [Double] {
    channels.prefix(3).map { level in
      let level = unit(level)
      return level <= 0.0031308 ? level * 12.92 : 1.055 * pow(level, 1 / 2.4) - 0.055
    } + [channels[3]]
  }
}

/// The order of the bytes of a pixel; alpha is the last one.
enum ByteChannels {
  case redFirst
  case blueFirst

  /// A pixel with red first, of one in this order, or the other way round.
  func ordered(_ pixel: SIMD4<UInt8>) -> SIMD4<UInt8> {
    self == .redFirst ? pixel : SIMD4(pixel.z, pixel.y, pixel.x, pixel.w)
  }

  /// Copies pixels in this order to pixels with red first, or the other way round.
  func copy(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
    guard self == .blueFirst else { return target.copyMemory(from: source, byteCount: count * 4) }
    for offset in stride(from: 0, to: count * 4, by: 4) {
      let word = UInt32(littleEndian: source.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      let turned = word & 0xFF00_FF00 | word >> 16 & 0xFF | (word & 0xFF) << 16
      target.storeBytes(of: turned.littleEndian, toByteOffset: offset, as: UInt32.self)
    }
  }
}
