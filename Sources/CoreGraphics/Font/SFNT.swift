import Foundation

/// The tables of one face in an OpenType or TrueType file (ISO/IEC 14496-22; OpenType 1.9, "Organization of an OpenType
/// Font").
struct SFNT: Sendable {
  private let data: Data
  private let tables: [String: Range<Int>]

  /// Reads the table directory of a face; nil if the bytes are not a font or are cut off.
  init?(_ data: Data, face: Int = 0) {
    let bytes = ByteReader(data)
    guard bytes.count >= 12 else { return nil }
    var start = 0
    if bytes.tag(0) == "ttcf" {
      let count = bytes.big32(8)
      guard face >= 0, face < count, bytes.count >= 12 + 4 * (face + 1) else { return nil }
      start = bytes.big32(12 + 4 * face)
    } else if face != 0 {
      return nil
    }
    guard start <= bytes.count - 12 else { return nil }
    guard [0x0001_0000, 0x4F54_544F, 0x7472_7565].contains(bytes.big32(start)) else { return nil }
    let count = bytes.big16(start + 4)
    guard bytes.count >= start + 12 + 16 * count else { return nil }
    var tables: [String: Range<Int>] = [:]
    for index in 0..<count {
      let entry = start + 12 + 16 * index
      let (offset, length) = (bytes.big32(entry + 8), bytes.big32(entry + 12))
      guard offset <= bytes.count, length <= bytes.count - offset else { continue }
      tables[bytes.tag(entry)] = offset..<offset + length
    }
    self.data = data
    self.tables = tables
    guard tables["head"] != nil, tables["hhea"] != nil, tables["maxp"] != nil else { return nil }
  }

  /// The number of faces in a file.
  static func faceCount(_ data: Data) -> Int {
    let bytes = ByteReader(data)
    guard bytes.count >= 12 else { return 0 }
    return bytes.tag(0) == "ttcf" ? min(bytes.big32(8), 256) : 1
  }

  /// Returns an unsigned 16-bit number of a table; nil outside the table.
  func unsigned(_ table: String, _ offset: Int) -> Int? {
    guard let range = tables[table], offset >= 0, offset + 2 <= range.count else { return nil }
    return ByteReader(data).big16(range.lowerBound + offset)
  }

  /// Returns a signed 16-bit number of a table; nil outside the table.
  func signed(_ table: String, _ offset: Int) -> Int? {
    unsigned(table, offset).map { Int(Int16(truncatingIfNeeded: $0)) }
  }

  /// Returns the first readable string with an identifier in the name table: 4 is the full name, 6 the PostScript name.
  func name(_ identifier: Int) -> String? {
    guard let range = tables["name"], let count = unsigned("name", 2), let storage = unsigned("name", 4)
    else {
      return nil
    }
    for index in 0..<count {
      let record = 6 + 12 * index
      guard unsigned("name", record + 6) == identifier, let platform = unsigned("name", record),
        let length = unsigned("name", record + 8), let offset = unsigned("name", record + 10),
        storage + offset + length <= range.count
      else { continue }
      let start = data.startIndex + range.lowerBound + storage + offset
      let bytes = data[start..<start + length]
      let text =
        platform == 1
        ? String(bytes: bytes, encoding: .macOSRoman) : String(bytes: bytes, encoding: .utf16BigEndian)
      if let text, !text.isEmpty { return text }
    }
    return nil
  }
}
