import CoreGraphics
import Foundation

/// How the components of a pixel lie in memory.
struct PixelLayout: Sendable {
  /// The type of all components; its raw value is what identifies it in the number of a ``CIFormat``.
  enum Component: Int32 {
    case byte = 256
    case word = 2048
    case half = 8192
    case float = 8448

    var size: Int {
      switch self {
      case .byte: 1
      case .word, .half: 2
      case .float: 4
      }
    }
  }

  /// What a component is; a filler is a component that counts for nothing.
  enum Channel { case red, green, blue, alpha, luminance, filler }

  let component: Component
  /// The components in their order.
  let channels: [Channel]
  /// The bytes from one pixel to the next.
  let bytesPerPixel: Int
  /// True if the greater byte of a component comes first.
  private let isBigEndian: Bool

  /// The layout of a format; nil for a number that identifies none.
  init?(_ format: CIFormat) {
    let kinds: [Component] = [.float, .half, .word, .byte]
    guard let component = kinds.first(where: { format.rawValue >= $0.rawValue }),
      let channels = Self.channels[format.rawValue - component.rawValue]
    else { return nil }
    (self.component, self.channels, isBigEndian) = (component, channels, false)
    bytesPerPixel = component.size * channels.count
  }

  /// The layout of an image in an RGB space; nil for all others, and for components with ranges of their own.
  init?(_ image: CGImage) {
    guard !image.isMask, image.decode == nil, image.colorSpace?.model == .rgb else { return nil }
    let isFloat = image.bitmapInfo.contains(.floatComponents)
    switch (image.bitsPerComponent, isFloat) {
    case (8, false): component = .byte
    case (16, false): component = .word
    case (16, true): component = .half
    case (32, true): component = .float
    default: return nil
    }
    let colors: [Channel] = [.red, .green, .blue]
    var channels: [Channel]
    switch image.alphaInfo {
    case .none: channels = colors
    case .last, .premultipliedLast: channels = colors + [.alpha]
    case .first, .premultipliedFirst: channels = [.alpha] + colors
    case .noneSkipLast: channels = colors + [.filler]
    case .noneSkipFirst: channels = [.filler] + colors
    case .alphaOnly: return nil
    }
    bytesPerPixel = image.bitsPerPixel / 8
    let order = image.byteOrderInfo
    // A pixel of four bytes is a number, whose least byte may come first.
    if component == .byte, bytesPerPixel == 4, order == .order32Little {
      if channels.count == 3 { channels.append(.filler) }
      channels.reverse()
    }
    guard bytesPerPixel >= channels.count * component.size else { return nil }
    self.channels = channels
    isBigEndian = order != .order16Little && order != .order32Little
  }

  /// The components by the rest of a format's number.
  private static let channels: [Int32: [Channel]] = [
    1: [.red], 2: [.red, .green], 4: [.red, .green, .blue, .filler], 5: [.alpha], 6: [.luminance, .alpha],
    7: [.luminance], 8: [.red, .green, .blue, .alpha], 9: [.alpha, .red, .green, .blue],
    10: [.blue, .green, .red, .alpha], 11: [.alpha, .blue, .green, .red],
  ]
}

extension PixelLayout {
  /// The components of a pixel as they are in memory; colours that a layout lacks are zero, and alpha is one.
  func pixel(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Pixel {
    var pixel = Pixel(0, 0, 0, 1)
    for (i, channel) in channels.enumerated() where channel != .filler {
      let value = number(bytes, at: offset + i * component.size)
      switch channel {
      case .red: pixel.x = value
      case .green: pixel.y = value
      case .blue: pixel.z = value
      case .alpha: pixel.w = value
      case .luminance: pixel = Pixel(value, value, value, pixel.w)
      case .filler: break
      }
    }
    return pixel
  }

  /// A component; integers are 0 to 1, and a NaN is zero.
  @inline(__always)
  private func number(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Float {
    switch component {
    case .byte: return Float(bytes[offset]) / 255
    case .word: return Float(integer(bytes, offset, as: UInt16.self)) / 65535
    case .half:
      let value = Float(Float16(bitPattern: integer(bytes, offset, as: UInt16.self)))
      return value.isNaN ? 0 : value
    case .float:
      let value = Float(bitPattern: integer(bytes, offset, as: UInt32.self))
      return value.isNaN ? 0 : value
    }
  }

  @inline(__always)
  private func integer<T: FixedWidthInteger>(_ bytes: UnsafeRawBufferPointer, _ offset: Int, as type: T.Type)
    -> T
  {
    let raw = bytes.loadUnaligned(fromByteOffset: offset, as: T.self)
    return isBigEndian ? T(bigEndian: raw) : T(littleEndian: raw)
  }

  /// Writes the components of a premultiplied pixel; integers are limited to 0 … 1, and bytes of colours to alpha.
  func store(_ pixel: Pixel, _ memory: UnsafeMutableRawPointer) {
    let most = component == .byte ? pixel.limited(0, 1).w : 1
    for (i, channel) in channels.enumerated() {
      let place = memory + i * component.size
      switch channel {
      case .red: store(pixel.x, most: most, place)
      case .green: store(pixel.y, most: most, place)
      case .blue: store(pixel.z, most: most, place)
      case .alpha: store(pixel.w, most: 1, place)
      case .luminance: store(pixel.luminance, most: 1, place)
      case .filler: store(1, most: 1, place)
      }
    }
  }

  private func store(_ value: Float, most: Float, _ place: UnsafeMutableRawPointer) {
    // A comparison with a NaN is false.
    let level = value > 0 ? min(value, most) : 0
    switch component {
    case .byte: place.storeBytes(of: UInt8(level * 255 + 0.5), as: UInt8.self)
    case .word: place.storeBytes(of: UInt16(level * 65535 + 0.5), as: UInt16.self)
    case .half:
      let most = Float(Float16.greatestFiniteMagnitude)
      place.storeBytes(of: Float16(Float.minimum(Float.maximum(value, -most), most)), as: Float16.self)
    case .float: place.storeBytes(of: value, as: Float.self)
    }
  }
}
