import CoreGraphics

/// Four bytes blue, green, red, alpha.
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
/// Four bytes red, green, blue, alpha.
public let kCVPixelFormatType_32RGBA: OSType = 0x5247_4241
/// Four bytes alpha, red, green, blue.
public let kCVPixelFormatType_32ARGB: OSType = 0x0000_0020
/// Four bytes alpha, blue, green, red.
public let kCVPixelFormatType_32ABGR: OSType = 0x4142_4752
/// One byte of gray.
public let kCVPixelFormatType_OneComponent8: OSType = 0x4C30_3038
/// A plane of luma and one of pairs Cb, Cr for two by two pixels; luma 16 to 235, chroma 16 to 240.
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
/// A plane of luma and one of pairs Cb, Cr for two by two pixels; all levels count.
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066

/// What is known of a pixel format: the one row from which sizes, planes and the conversion to an image follow.
struct PixelFormatRow: Sendable {
  /// The way in which bytes become colours.
  enum Colors: Sendable {
    /// Bytes that an image reads in the place that the options name; alpha may be premultiplied or straight.
    case rgb(premultiplied: CGImageAlphaInfo, straight: CGImageAlphaInfo, CGImageByteOrderInfo)
    case gray
    /// Luma and chroma.
    case yCbCr(isFullRange: Bool)
  }

  /// A plane: the bytes of a sample, and the pixels that it stands for, in each direction.
  struct Plane: Sendable {
    var bytes: Int
    var step = 1
  }

  let type: OSType
  let planes: [Plane]
  let colors: Colors

  /// True if planes have functions of their own.
  var isPlanar: Bool { planes.count > 1 }

  /// All formats.
  static let all: [PixelFormatRow] = [
    PixelFormatRow(
      type: kCVPixelFormatType_32BGRA,
      planes: [Plane(bytes: 4)],
      colors: .rgb(premultiplied: .premultipliedFirst, straight: .first, .order32Little)
    ),
    PixelFormatRow(
      type: kCVPixelFormatType_32RGBA,
      planes: [Plane(bytes: 4)],
      colors: .rgb(premultiplied: .premultipliedLast, straight: .last, .order32Big)
    ),
    PixelFormatRow(
      type: kCVPixelFormatType_32ARGB,
      planes: [Plane(bytes: 4)],
      colors: .rgb(premultiplied: .premultipliedFirst, straight: .first, .order32Big)
    ),
    PixelFormatRow(
      type: kCVPixelFormatType_32ABGR,
      planes: [Plane(bytes: 4)],
      colors: .rgb(premultiplied: .premultipliedLast, straight: .last, .order32Little)
    ),
    PixelFormatRow(type: kCVPixelFormatType_OneComponent8, planes: [Plane(bytes: 1)], colors: .gray),
    PixelFormatRow(
      type: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
      planes: [Plane(bytes: 1), Plane(bytes: 2, step: 2)],
      colors: .yCbCr(isFullRange: false)
    ),
    PixelFormatRow(
      type: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
      planes: [Plane(bytes: 1), Plane(bytes: 2, step: 2)],
      colors: .yCbCr(isFullRange: true)
    ),
  ]

  /// The row of a format; nil for an unknown one.
  static func row(of type: OSType) -> PixelFormatRow? { all.first { $0.type == type } }
}

/// The place of a plane in the memory of a buffer.
struct PlaneLayout: Sendable, Equatable {
  /// Bytes from the base address.
  var offset: Int
  var width: Int
  var height: Int
  var bytesPerRow: Int

  /// The bytes of the plane.
  var byteCount: Int { bytesPerRow * height }
}

extension PixelFormatRow {
  /// The usual number of bytes to which rows are aligned.
  static let usualAlignment = 64

  /// The planes of a buffer in one piece of memory, rows aligned to a number of bytes.
  func layout(width: Int, height: Int, alignment: Int) -> [PlaneLayout] {
    var offset = 0
    return planes.map { plane in
      let (columns, rows) = ((width + plane.step - 1) / plane.step, (height + plane.step - 1) / plane.step)
      let bytes = (columns * plane.bytes + alignment - 1) / alignment * alignment
      defer { offset += bytes * rows }
      return PlaneLayout(offset: offset, width: columns, height: rows, bytesPerRow: bytes)
    }
  }
}
