import Foundation

/// How much of an image file is present, found from its structure without decoding.
package enum ImageExtent: Hashable, Sendable {
  /// No pixels, or the bytes are not an image.
  case header
  /// Some pixels; the end of the file is missing.
  case part
  /// The file with its end.
  case whole

  /// Looks at the structure of a PNG, JPEG or WebP file.
  package init(_ data: Data) {
    let bytes = ByteReader(data)
    switch ImageHeader.format(of: data) {
    case .png: self = Self.ofPNG(bytes)
    case .jpeg: self = Self.ofJPEG(bytes)
    case .webP:
      // A file states its size; the first chunks take 30 bytes.
      self = bytes.count >= bytes.little32(4) + 8 ? .whole : bytes.count > 30 ? .part : .header
    case nil: self = .header
    }
  }

  private static func ofPNG(_ bytes: ByteReader) -> ImageExtent {
    var (place, result) = (8, ImageExtent.header)
    while place + 12 <= bytes.count {
      let (length, kind) = (bytes.big32(place), bytes.tag(place + 4))
      if kind == "IDAT", length > 0 { result = .part }
      guard place + 12 + length <= bytes.count else { break }
      if kind == "IEND" { return .whole }
      place += 12 + length
    }
    return result
  }

  private static func ofJPEG(_ bytes: ByteReader) -> ImageExtent {
    var (place, result) = (2, ImageExtent.header)
    while place + 2 <= bytes.count {
      let marker = bytes[place + 1]
      guard bytes[place] == 0xFF, marker != 0, marker != 0xFF, !(0xD0...0xD7).contains(marker) else {
        // Compressed data, in which a zero or a restart follows 0xFF, or fill bytes.
        place += 1
        continue
      }
      if marker == 0xD9 { return .whole }
      guard place + 4 <= bytes.count else { break }
      place += 2 + max(bytes.big16(place + 2), 2)
      if marker == 0xDA, place < bytes.count { result = .part }
    }
    return result
  }
}
