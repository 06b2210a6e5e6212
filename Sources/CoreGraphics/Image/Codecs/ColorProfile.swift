import Foundation

/// Recognises ICC profiles (ICC.1) of Display P3 by their description; every other profile counts as sRGB.
enum ColorProfile {
  /// Returns whether a profile contains the name Display P3, in ASCII or in big-endian UTF-16.
  static func isDisplayP3(_ profile: some Collection<UInt8>) -> Bool {
    let bytes = Array(profile)
    let name = Array("Display P3".utf8)
    return contains(bytes, name) || contains(bytes, name.flatMap { [0, $0] })
  }

  private static func contains(_ bytes: [UInt8], _ pattern: [UInt8]) -> Bool {
    guard bytes.count >= pattern.count else { return false }
    return (0...bytes.count - pattern.count).contains { start in
      bytes[start] == pattern[0] && bytes[start..<start + pattern.count].elementsEqual(pattern)
    }
  }

  /// Returns the start of the profile in a JPEG file: the first APP2 segment with one (ICC.1, annex B).
  static func firstSegment(ofJPEG data: Data) -> Data? {
    let mark = Array("ICC_PROFILE".utf8)
    for segment in JPEGSegments(ByteReader(data)) {
      guard segment.body.upperBound <= data.count else { return nil }
      let start = data.startIndex + segment.body.lowerBound
      let body = data[start..<start + segment.body.count]
      if segment.marker == 0xE2, body.starts(with: mark) { return body }
    }
    return nil
  }

  /// Returns the body of a WebP file's ICCP chunk, which follows the extended header (RFC 9649, 2.7.1.4).
  static func chunk(ofWebP data: Data) -> Data? {
    let bytes = ByteReader(data)
    guard bytes.count >= 38, bytes.tag(12) == "VP8X", bytes.tag(30) == "ICCP" else { return nil }
    let length = bytes.little32(34)
    guard length <= bytes.count - 38 else { return nil }
    return data[data.startIndex + 38..<data.startIndex + 38 + length]
  }
}
