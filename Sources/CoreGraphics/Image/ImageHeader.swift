import Foundation

/// The size and kind of an image file, read from its first bytes without a codec.
///
/// Sources: PNG specification 5.2, 11.2.2 and 11.3.2.1; ITU-T T.81 (JPEG) B.1 and B.2.2; RFC 9649 (WebP) 2.5 to 2.7,
/// and RFC 6386 9.1 for the header of a VP8 key frame.
package struct ImageHeader: Hashable, Sendable {
  package var format: ImageFormat
  package var width: Int
  package var height: Int
  /// The number of bits of one component in the file.
  package var depth = 8
  package var isGray = false
  package var isCMYK = false
  package var isIndexed = false
  package var hasAlpha = false

  /// Returns width and height divided by a number, rounded up.
  package func size(dividedBy divisor: Int) -> SIMD2<Int> {
    SIMD2((width + divisor - 1) / divisor, (height + divisor - 1) / divisor)
  }

  /// The largest divisor with which decoding still gives at least twice a size in both directions: 8, 4, 2 or 1.
  ///
  /// Always 1 for other formats than JPEG, whose decoders give all pixels.
  package func divisor(for size: SIMD2<Int>) -> Int {
    guard format == .jpeg else { return 1 }
    return [8, 4, 2].first { all(self.size(dividedBy: $0) .>= 2 &* size) } ?? 1
  }

  /// Returns the format whose signature the bytes begin with.
  package static func format(of data: Data) -> ImageFormat? {
    let head = [UInt8](data.prefix(12))
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if head.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if head.count == 12, head.starts(with: Array("RIFF".utf8)), head[8...].elementsEqual("WEBP".utf8) {
      return .webP
    }
    return nil
  }

  /// Reads the header of a PNG, JPEG or WebP file.
  ///
  /// - Throws: ``ImageError/unknownFormat`` or ``ImageError/damaged(_:_:)``.
  package init(_ data: Data) throws(ImageError) {
    guard let format = Self.format(of: data) else { throw .unknownFormat }
    let bytes = ByteReader(data)
    switch format {
    case .png: try self.init(png: bytes)
    case .jpeg: try self.init(jpeg: bytes)
    case .webP: try self.init(webP: bytes)
    }
    guard width > 0, height > 0 else { throw .damaged(format, "it has no pixels") }
  }

  private init(png bytes: ByteReader) throws(ImageError) {
    guard bytes.count >= 33, bytes.tag(12) == "IHDR" else {
      throw .damaged(.png, "its header is missing or cut off")
    }
    let colorType = bytes[25]
    self.init(format: .png, width: bytes.big32(16), height: bytes.big32(20))
    depth = Int(bytes[24])
    isGray = colorType == 0 || colorType == 4
    isIndexed = colorType == 3
    hasAlpha = colorType & 4 != 0
    // The chunk tRNS, before the pixels, adds transparency to a file without an alpha channel.
    var position = 33
    while !hasAlpha, position + 8 <= bytes.count {
      let (length, tag) = (bytes.big32(position), bytes.tag(position + 4))
      if tag == "tRNS" { hasAlpha = true }
      if tag == "IDAT" || length > bytes.count { break }
      position += length + 12
    }
  }

  private init(jpeg bytes: ByteReader) throws(ImageError) {
    var segments = JPEGSegments(bytes)
    while let segment = segments.next() {
      if segment.isScan { throw .damaged(.jpeg, "it has no frame header") }
      guard segment.isFrame else { continue }
      guard let frame = JPEGFrame(bytes, segment) else { break }
      self.init(format: .jpeg, width: frame.width, height: frame.height)
      (depth, isGray, isCMYK) = (frame.depth, frame.componentCount == 1, frame.componentCount == 4)
      return
    }
    guard segments.place + 4 <= bytes.count else {
      throw .damaged(.jpeg, "it ends before its frame header")
    }
    guard bytes[segments.place] == 0xFF else {
      throw .damaged(.jpeg, "a marker is missing at byte \(segments.place)")
    }
    throw .damaged(.jpeg, "it has no frame header")
  }

  private init(webP bytes: ByteReader) throws(ImageError) {
    guard bytes.count >= 30 else { throw .damaged(.webP, "its header is cut off") }
    switch bytes.tag(12) {
    case "VP8X":
      self.init(format: .webP, width: bytes.little24(24) + 1, height: bytes.little24(27) + 1)
      hasAlpha = bytes[20] & 0x10 != 0
    case "VP8L":
      guard bytes[20] == 0x2F else { throw .damaged(.webP, "its lossless header is invalid") }
      let bits = bytes.little32(21)
      self.init(format: .webP, width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
      hasAlpha = bits >> 28 & 1 == 1
    case "VP8 ":
      guard bytes[23] == 0x9D, bytes[24] == 0x01, bytes[25] == 0x2A else {
        throw .damaged(.webP, "its key frame header is invalid")
      }
      self.init(format: .webP, width: bytes.little16(26) & 0x3FFF, height: bytes.little16(28) & 0x3FFF)
    default:
      throw .damaged(.webP, "its first chunk is not an image")
    }
  }

  private init(format: ImageFormat, width: Int, height: Int) {
    self.format = format
    self.width = width
    self.height = height
  }
}

/// Reads numbers from bytes; callers check the count.
struct ByteReader {
  private let data: Data
  private let start: Int

  init(_ data: Data) {
    self.data = data
    start = data.startIndex
  }

  var count: Int { data.count }

  subscript(position: Int) -> UInt8 { data[start + position] }

  func big16(_ at: Int) -> Int { Int(self[at]) << 8 | Int(self[at + 1]) }
  func big32(_ at: Int) -> Int { big16(at) << 16 | big16(at + 2) }
  func little16(_ at: Int) -> Int { Int(self[at + 1]) << 8 | Int(self[at]) }
  func little24(_ at: Int) -> Int { Int(self[at + 2]) << 16 | little16(at) }
  func little32(_ at: Int) -> Int { little16(at + 2) << 16 | little16(at) }

  /// Returns four bytes as text.
  func tag(_ at: Int) -> String { String(decoding: data[start + at..<start + at + 4], as: UTF8.self) }
}
