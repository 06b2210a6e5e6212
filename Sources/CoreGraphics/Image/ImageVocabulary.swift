/// The place of the alpha component, and whether colours are premultiplied by it.
public enum CGImageAlphaInfo: UInt32, Sendable {
  /// No alpha component.
  case none = 0
  /// Alpha last, colours premultiplied.
  case premultipliedLast = 1
  /// Alpha first, colours premultiplied.
  case premultipliedFirst = 2
  /// Alpha last, colours straight.
  case last = 3
  /// Alpha first, colours straight.
  case first = 4
  /// The last component is ignored.
  case noneSkipLast = 5
  /// The first component is ignored.
  case noneSkipFirst = 6
  /// Only alpha, no colours.
  case alphaOnly = 7
}

/// The byte order of an image's pixels.
public enum CGImageByteOrderInfo: UInt32, Sendable {
  /// The bits that hold the order.
  case orderMask = 0x7000
  /// Components in the order of their bytes.
  case orderDefault = 0
  /// 16-bit units, lowest byte first.
  case order16Little = 0x1000
  /// 32-bit units, lowest byte first.
  case order32Little = 0x2000
  /// 16-bit units, highest byte first.
  case order16Big = 0x3000
  /// 32-bit units, highest byte first.
  case order32Big = 0x4000
}

/// The packing of the components of an image's pixels.
public enum CGImagePixelFormatInfo: UInt32, Sendable {
  /// The bits that hold the packing.
  case mask = 0xF0000
  /// Components of equal size.
  case packed = 0
  /// Five bits each in 16.
  case RGB555 = 0x10000
  /// Five, six and five bits in 16.
  case RGB565 = 0x20000
  /// Ten bits each in 32.
  case RGB101010 = 0x30000
  /// Ten bits each in 32, extended range.
  case RGBCIF10 = 0x40000
}

/// The place of alpha, the component format and the byte order of an image's pixels, in one number.
public struct CGBitmapInfo: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Creates a value from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The bits that hold a `CGImageAlphaInfo`.
  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
  /// The bits that hold the component format.
  public static let floatInfoMask = CGBitmapInfo(rawValue: 0xF00)
  /// Components are floating-point numbers.
  public static let floatComponents = CGBitmapInfo(rawValue: 1 << 8)
  /// The bits that hold a `CGImageByteOrderInfo`.
  public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
  /// Components in the order of their bytes.
  public static let byteOrderDefault: CGBitmapInfo = []
  /// 16-bit units, lowest byte first.
  public static let byteOrder16Little = CGBitmapInfo(rawValue: 1 << 12)
  /// 32-bit units, lowest byte first.
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
  /// 16-bit units, highest byte first.
  public static let byteOrder16Big = CGBitmapInfo(rawValue: 3 << 12)
  /// 32-bit units, highest byte first.
  public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)
}
