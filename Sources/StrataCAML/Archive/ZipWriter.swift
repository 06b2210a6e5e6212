package import Foundation

/// Writes a zip archive of stored entries, whose bytes depend on names and contents alone.
///
/// The format is that of PKWARE's APPNOTE 6.3. Entries have the earliest date that the format knows.
package struct ZipWriter {
  private var body = Data()
  private var directory = Data()
  private var count = 0

  package init() {}

  /// Adds a file.
  ///
  /// - Throws: ``DocumentError`` if the archive would have more than 65,534 entries or 4 GB.
  package mutating func add(_ path: String, _ data: Data) throws(DocumentError) {
    let name = Data(path.utf8)
    guard count < 0xFFFE, body.count + data.count + name.count < 0xFFFF_0000, name.count <= 0xFFFF else {
      throw DocumentError(.unwritable, path, "the archive would be larger than a zip file may be")
    }
    var entry = Data()
    // Version 2.0, names in UTF-8, stored, midnight of 1 January 1980.
    for value in [20, 0x0800, 0, 0, 0x0021] as [UInt16] { entry.append(littleEndian: value) }
    entry.append(littleEndian: Self.checksum(of: data))
    entry.append(littleEndian: UInt32(data.count))
    entry.append(littleEndian: UInt32(data.count))
    entry.append(littleEndian: UInt16(name.count))
    entry.append(littleEndian: 0 as UInt16)
    directory.append(littleEndian: 0x0201_4B50 as UInt32)
    // Made by Unix, so that the upper half of the attributes is a file's mode.
    directory.append(littleEndian: 0x0314 as UInt16)
    directory.append(entry)
    for _ in 0..<3 { directory.append(littleEndian: 0 as UInt16) }
    directory.append(littleEndian: 0o100644 << 16 as UInt32)
    directory.append(littleEndian: UInt32(body.count))
    directory.append(name)
    body.append(littleEndian: 0x0403_4B50 as UInt32)
    body.append(entry)
    body.append(name)
    body.append(data)
    count += 1
  }

  /// The bytes of the archive.
  package var data: Data {
    var end = Data()
    end.append(littleEndian: 0x0605_4B50 as UInt32)
    for value in [0, 0, UInt16(count), UInt16(count)] { end.append(littleEndian: value) }
    end.append(littleEndian: UInt32(directory.count))
    end.append(littleEndian: UInt32(body.count))
    end.append(littleEndian: 0 as UInt16)
    return body + directory + end
  }

  /// The CRC-32 of ISO 3309, as zip files have it.
  private static func checksum(of data: Data) -> UInt32 {
    ~data.reduce(~0 as UInt32) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
  }

  private static let table: [UInt32] = (0..<256 as Range<UInt32>).map { byte in
    (0..<8).reduce(byte) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
  }
}

extension Data {
  fileprivate mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
