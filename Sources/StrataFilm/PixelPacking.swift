import CoreGraphics
import StrataRenderServer

/// The way in which frames of an export become the bytes that its encoder takes.
enum FramePacking: Sendable {
  /// Straight colours with alpha.
  case straight
  /// Opaque colours over a matte.
  case flattened(red: UInt8, green: UInt8, blue: UInt8)
  /// Straight colours in frames of a width, in pixels, whose alpha is all or nothing.
  case dithered(width: Int)

  /// - Parameters:
  ///   - settings: The settings of the film.
  ///   - width: The width of its frames, in pixels.
  ///   - matte: The colour behind transparent pixels.
  init(_ settings: ExportSettings, width: Int, matte: (red: UInt8, green: UInt8, blue: UInt8)) {
    if settings.format == .gif, settings.dithersAlpha {
      self = .dithered(width: width)
    } else if settings.format.hasAlpha {
      self = .straight
    } else {
      self = .flattened(red: matte.red, green: matte.green, blue: matte.blue)
    }
  }

  func pack(_ frame: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) {
    switch self {
    case .straight: PixelPacking.unpremultiply(frame, into: target)
    case .flattened(let red, let green, let blue):
      PixelPacking.flatten(frame, over: (red, green, blue), into: target)
    case .dithered(let width):
      PixelPacking.unpremultiply(frame, into: target)
      PixelPacking.ditherAlpha(of: target, width: width)
    }
  }
}

extension ExportSettings {
  /// The colour behind transparent pixels of a renderer's pictures.
  func matte(behind renderer: OfflineRenderer) -> (red: UInt8, green: UInt8, blue: UInt8) {
    guard matte == nil, let color = renderer.backgroundColor?.extendedSRGB else { return effectiveMatte }
    func byte(_ value: Float) -> UInt8 { UInt8((min(max(value, 0), 1) * 255).rounded()) }
    return (byte(color.x), byte(color.y), byte(color.z))
  }

  /// The colour behind transparent pixels where the renderer has none.
  var effectiveMatte: (red: UInt8, green: UInt8, blue: UInt8) {
    matte ?? (format == .gif ? (255, 255, 255) : (0, 0, 0))
  }
}

/// Converts premultiplied frames to the bytes that encoders take.
package enum PixelPacking {
  /// 255 times the reciprocal of each alpha in 16.16 fixed point, so that straight = (premultiplied × r) >> 16.
  private static let reciprocals: [UInt32] = (0...255).map { alpha in
    alpha == 0 ? 0 : (UInt32(255) << 16 + UInt32(alpha) / 2) / UInt32(alpha)
  }

  /// Divides colour by alpha; transparent pixels become zero.
  package static func unpremultiply(
    _ source: UnsafeRawBufferPointer,
    into target: UnsafeMutableRawBufferPointer
  ) {
    let count = min(source.count, target.count) / 4
    guard let from = source.baseAddress, let to = target.baseAddress else { return }
    reciprocals.withUnsafeBufferPointer { table in
      for i in 0..<count {
        let pixel = from.loadUnaligned(fromByteOffset: i * 4, as: UInt32.self)
        let alpha = pixel >> 24
        if alpha == 255 {
          to.storeBytes(of: pixel, toByteOffset: i * 4, as: UInt32.self)
        } else if alpha == 0 {
          to.storeBytes(of: 0, toByteOffset: i * 4, as: UInt32.self)
        } else {
          let r = table[Int(alpha)]
          let red = min((pixel & 255) &* r &+ 0x8000, 0xFF_FFFF) >> 16
          let green = min(((pixel >> 8) & 255) &* r &+ 0x8000, 0xFF_FFFF) >> 16
          let blue = min(((pixel >> 16) & 255) &* r &+ 0x8000, 0xFF_FFFF) >> 16
          to.storeBytes(
            of: red | green << 8 | blue << 16 | alpha << 24,
            toByteOffset: i * 4,
            as: UInt32.self
          )
        }
      }
    }
  }

  /// Composites the frame over an opaque colour.
  package static func flatten(
    _ source: UnsafeRawBufferPointer,
    over matte: (red: UInt8, green: UInt8, blue: UInt8),
    into target: UnsafeMutableRawBufferPointer
  ) {
    let count = min(source.count, target.count) / 4
    guard let from = source.baseAddress, let to = target.baseAddress else { return }
    let (red, green, blue) = (UInt32(matte.red), UInt32(matte.green), UInt32(matte.blue))
    for i in 0..<count {
      let pixel = from.loadUnaligned(fromByteOffset: i * 4, as: UInt32.self)
      let rest = 255 - (pixel >> 24)
      guard rest != 0 else {
        to.storeBytes(of: pixel, toByteOffset: i * 4, as: UInt32.self)
        continue
      }
      /// x·rest / 255, rounded exactly.
      func share(_ x: UInt32) -> UInt32 {
        let product = x &* rest &+ 128
        return (product &+ (product >> 8)) >> 8
      }
      let r = min((pixel & 255) + share(red), 255)
      let g = min(((pixel >> 8) & 255) + share(green), 255)
      let b = min(((pixel >> 16) & 255) + share(blue), 255)
      to.storeBytes(of: r | g << 8 | b << 16 | 0xFF00_0000, toByteOffset: i * 4, as: UInt32.self)
    }
  }
  /// Makes each pixel of a straight frame opaque or transparent, so that a share of pixels equal to alpha stays.
  ///
  /// The thresholds are those of Bayer's ordered dither of 8 by 8 pixels (1973). The pattern does not depend on what is
  /// shown, so it stands still while pictures fade.
  package static func ditherAlpha(of frame: UnsafeMutableRawBufferPointer, width: Int) {
    for i in 0..<frame.count / 4 {
      let alpha = frame[i * 4 + 3]
      guard alpha != 0, alpha != 255 else { continue }
      // 64 thresholds at the middles of 64 equal parts of 0...255.
      let threshold = (2 * bayer(i % width, i / width) + 1) * 255
      if Int(alpha) * 128 > threshold {
        frame[i * 4 + 3] = 255
      } else {
        frame.storeBytes(of: 0, toByteOffset: i * 4, as: UInt32.self)
      }
    }
  }

  /// The rank of a place in the pattern, 0...63: the bits of `x ^ y` and `y`, the lowest ones first.
  private static func bayer(_ x: Int, _ y: Int) -> Int {
    (0..<3).reduce(0) { rank, bit in rank << 2 | ((x ^ y) >> bit & 1) << 1 | (y >> bit & 1) }
  }
}
