import Foundation

extension ImageMetadata {
  /// Returns a file as an encoder of this module made it, with the orientation and the resolution put into it.
  ///
  /// They are written in the form of the format (`pHYs` in PNG, the JFIF segment in JPEG) and as an Exif block.
  package func written(into data: Data) -> Data {
    guard orientation != 1 || resolution != nil else { return data }
    return switch ImageHeader.format(of: data) {
    case .png: writtenIntoPNG(data)
    case .jpeg: writtenIntoJPEG(data)
    case .webP: writtenIntoWebP(data)
    case nil: data
    }
  }

  /// The first directory of a TIFF file (TIFF 6.0, section 2): orientation and resolution.
  private var exifBlock: Data {
    var entries: [(tag: Int, type: Int, value: Int)] = [(274, 3, orientation << 16)]
    var fractions = Data()
    if let resolution {
      // The fractions follow the header of 8 bytes, the directory of 4 entries and its end.
      let end = 8 + 2 + 4 * 12 + 4
      entries += [(282, 5, end), (283, 5, end + 8), (296, 3, 2 << 16)]
      for value in [resolution.x, resolution.y] {
        fractions.append(big: Self.whole(value * 1000, most: 0xFFFF_FFFF), bytes: 4)
        fractions.append(big: 1000, bytes: 4)
      }
    }
    var block = Data("MM".utf8) + [0, 42, 0, 0, 0, 8]
    block.append(big: entries.count, bytes: 2)
    for entry in entries {
      block.append(big: entry.tag, bytes: 2)
      block.append(big: entry.type, bytes: 2)
      block.append(big: 1, bytes: 4)
      block.append(big: entry.value, bytes: 4)
    }
    block.append(big: 0, bytes: 4)
    return block + fractions
  }

  /// Returns a positive number as an integer, rounded and limited.
  private static func whole(_ value: Double, most: Double) -> Int {
    value.isFinite ? Int(min(max(value.rounded(), 1), most)) : 1
  }

  private func writtenIntoPNG(_ data: Data) -> Data {
    var chunks = Data()
    func add(_ kind: String, _ content: Data) {
      let named = Data(kind.utf8) + content
      chunks.append(big: content.count, bytes: 4)
      chunks.append(named)
      chunks.append(big: Int(named.pngChecksum), bytes: 4)
    }
    if let resolution {
      var content = Data()
      for value in [resolution.x, resolution.y] {
        content.append(big: Self.whole(value / 0.0254, most: 0x7FFF_FFFF), bytes: 4)
      }
      add("pHYs", content + [1])
    }
    add("eXIf", exifBlock)
    // The header is the first chunk.
    return data.prefix(33) + chunks + data.dropFirst(33)
  }

  private func writtenIntoJPEG(_ data: Data) -> Data {
    let bytes = ByteReader(data)
    guard bytes.count > 20, bytes.big16(2) == 0xFFE0, bytes.tag(6) == "JFIF" else { return data }
    let end = 4 + bytes.big16(4)
    guard end <= bytes.count else { return data }
    var head = Data(data.prefix(end))
    if let resolution {
      // Unit 1 is the inch.
      var density = Data([1])
      for value in [resolution.x, resolution.y] {
        density.append(big: Self.whole(value, most: 0xFFFF), bytes: 2)
      }
      head.replaceSubrange(13..<18, with: density)
    }
    let block = Data("Exif".utf8) + [0, 0] + exifBlock
    head.append(big: 0xFFE1, bytes: 2)
    head.append(big: block.count + 2, bytes: 2)
    return head + block + data.dropFirst(end)
  }

  private func writtenIntoWebP(_ data: Data) -> Data {
    guard let header = try? ImageHeader(data), header.width > 0, header.height > 0 else { return data }
    var chunks = Data(data.dropFirst(12))
    if ByteReader(data).tag(12) != "VP8X" {
      var extended = Data("VP8X".utf8)
      extended.append(little: 10, bytes: 4)
      extended.append(little: header.hasAlpha ? 0x10 : 0, bytes: 4)
      extended.append(little: header.width - 1, bytes: 3)
      extended.append(little: header.height - 1, bytes: 3)
      chunks = extended + chunks
    }
    chunks[8] |= 0x08
    let block = exifBlock
    chunks.append(contentsOf: "EXIF".utf8)
    chunks.append(little: block.count, bytes: 4)
    chunks.append(block)
    if block.count % 2 == 1 { chunks.append(0) }
    var file = Data("RIFF".utf8)
    file.append(little: chunks.count + 4, bytes: 4)
    file.append(contentsOf: "WEBP".utf8)
    return file + chunks
  }
}

extension Data {
  fileprivate mutating func append(big number: Int, bytes: Int) {
    for index in (0..<bytes).reversed() { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }

  fileprivate mutating func append(little number: Int, bytes: Int) {
    for index in 0..<bytes { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }

  /// The CRC-32 of a chunk (PNG specification, annex D); chunks of metadata are short.
  fileprivate var pngChecksum: UInt32 {
    ~reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { rest, _ in rest >> 1 ^ (rest & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }
}
