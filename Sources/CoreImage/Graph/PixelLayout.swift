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
  let isBigEndian: Bool
  /// True if components that are infinite count as zero, as Core Graphics has them.
  let isFinite: Bool

  /// The layout of a format; nil for a number that identifies none.
  init?(_ format: CIFormat) {
    let kinds: [Component] = [.float, .half, .word, .byte]
    guard let component = kinds.first(where: { format.rawValue >= $0.rawValue }),
      let channels = Self.channels[format.rawValue - component.rawValue]
    else { return nil }
    (self.component, self.channels, isBigEndian, isFinite) = (component, channels, false, false)
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
    isFinite = true
  }

  /// The components by the rest of a format's number.
  private static let channels: [Int32: [Channel]] = [
    1: [.red], 2: [.red, .green], 4: [.red, .green, .blue, .filler], 5: [.alpha], 6: [.luminance, .alpha],
    7: [.luminance], 8: [.red, .green, .blue, .alpha], 9: [.alpha, .red, .green, .blue],
    10: [.blue, .green, .red, .alpha], 11: [.alpha, .blue, .green, .red],
  ]

  /// The light of each level of sRGB; nil for floats, which have no levels.
  var lightOfLevels: [Float]? {
    switch component {
    case .byte: TransferCurve.lightOfByte
    case .word: TransferCurve.lightOfWord
    case .half, .float: nil
    }
  }
}
