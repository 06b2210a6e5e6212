package import Foundation
import Synchronization

/// The entries of a zip archive, read when they are asked for.
///
/// The format is that of PKWARE's APPNOTE 6.3: a directory at the end lists the entries, each with its method, sizes,
/// checksum and place. Entries are stored, or deflated in builds with the trait `ImageCodecs`. Archives of more than 4 GB,
/// encrypted entries and other methods are refused. So that a small hostile file stays cheap, the number of entries, the
/// size of each and of all together, and the ratio of compression are limited, and a path that leads out of the archive
/// names no entry.
package final class ZipArchive: Sendable {
  /// The path of the archive, for messages.
  package let file: String
  /// Remarks about entries that are skipped.
  package let diagnostics: [Diagnostic]
  private let data: Data
  private let entries: [String: Entry]
  /// The names in each folder, by its path.
  private let folders: [String: Set<String>]
  /// The files that were read, each counted once, and the sum of their bytes.
  private let unpacked = Mutex((paths: Set<String>(), bytes: 0))

  fileprivate struct Entry {
    var method = 0
    var isEncrypted = false
    var checksum: UInt32 = 0
    var packedSize = 0
    var size = 0
    /// The offset of the entry's own header.
    var offset = 0
  }

  /// Entries below this size may have any ratio of compression, in bytes.
  private static let freeSize = 1 << 20
  /// The greatest ratio of sizes; deflate reaches 1032, layer documents seldom 50.
  private static let greatestRatio = 250

  /// True if the bytes begin like a zip archive.
  package static func isArchive(_ data: Data) -> Bool {
    data.starts(with: [0x50, 0x4B, 3, 4]) || data.starts(with: [0x50, 0x4B, 5, 6])
  }

  /// Reads the directory of an archive.
  ///
  /// - Throws: ``DocumentError`` if there is no directory, it is cut short, or it has more entries than allowed.
  package init(_ data: Data, file: String, limits: ReadingLimits) throws(DocumentError) {
    // Offsets count from zero.
    let data = data.startIndex == 0 ? data : Data(data)
    var directory = try ZipDirectory(data, file: file, limits: limits)
    var (entries, folders, remarks): ([String: Entry], [String: Set<String>], [Diagnostic]) = ([:], [:], [])
    func skip(_ name: String, _ reason: String) {
      remarks.append(
        Diagnostic(
          severity: .warning,
          kind: .resource,
          file: file,
          line: 0,
          column: 0,
          message: "the entry \"\(name.prefix(120))\" is skipped: \(reason)"
        )
      )
    }
    while let next = try directory.next() {
      let name = next.name
      guard let parts = PackageFolder.parts(of: name), !name.hasPrefix("\\") else {
        skip(name, "its path leads out of the archive")
        continue
      }
      guard !next.isLink else {
        skip(name, "it is a symbolic link")
        continue
      }
      let path = parts.joined(separator: "/")
      var parent = ""
      let isFolder = name.hasSuffix("/") || name.hasSuffix("\\")
      for part in isFolder ? parts[...] : parts.dropLast() {
        folders[parent, default: []].insert(part)
        parent += (parent.isEmpty ? "" : "/") + part
        if folders[parent] == nil { folders[parent] = [] }
      }
      guard !isFolder, !path.isEmpty else { continue }
      if entries[path] == nil { entries[path] = next.entry } else { skip(name, "the name is taken") }
    }
    (self.file, self.data, self.entries, self.folders, diagnostics) = (file, data, entries, folders, remarks)
  }

  package func holdsFile(_ path: String) -> Bool { entries[path] != nil }

  package func holdsFolder(_ path: String) -> Bool { folders[path] != nil }

  /// The names of the folders in a folder, in no order.
  package func folderNames(in path: String) -> [String] { folders[path].map(Array.init) ?? [] }

  /// The bytes of an entry.
  ///
  /// - Throws: ``DocumentError`` if there is no such entry, it is broken, or it passes a limit.
  package func contents(of path: String, limits: ReadingLimits) throws(DocumentError) -> Data {
    let place = "\(file)/\(path)"
    guard let entry = entries[path] else {
      throw DocumentError(.missing, place, "the archive has no such file", advice: "check the name")
    }
    guard !entry.isEncrypted else { throw DocumentError(.unreadable, place, "the file is encrypted") }
    let isTooLarge =
      entry.size > limits.totalBytes
      || entry.size > Self.freeSize && entry.size / max(entry.packedSize, 1) > Self.greatestRatio
    let fits = unpacked.withLock { unpacked in
      guard !isTooLarge, !unpacked.paths.contains(path) else { return !isTooLarge }
      guard unpacked.bytes <= limits.totalBytes - entry.size else { return false }
      unpacked.paths.insert(path)
      unpacked.bytes += entry.size
      return true
    }
    guard fits else {
      throw DocumentError(
        .limit,
        place,
        "the file unpacks to \(entry.size) bytes, more than allowed",
        advice: "raise ReadingLimits.totalBytes, or unpack the archive"
      )
    }
    let packed = try packedBytes(of: entry, place)
    let bytes: Data
    switch entry.method {
    case 0: bytes = packed
    case 8: bytes = try Inflation.inflated(packed, size: entry.size, place)
    default: throw DocumentError(.unreadable, place, "its compression, method \(entry.method), is not read")
    }
    guard bytes.count == entry.size, Inflation.checksum(of: bytes).map({ $0 == entry.checksum }) ?? true
    else {
      throw DocumentError(.malformed, place, "the file is broken: its size or checksum is wrong")
    }
    return bytes
  }

  /// The bytes behind the entry's own header.
  private func packedBytes(of entry: Entry, _ place: String) throws(DocumentError) -> Data {
    let header = entry.offset
    guard let signature = data.littleEndian(UInt32.self, at: header), signature == 0x0403_4B50,
      let name = data.littleEndian(UInt16.self, at: header + 26),
      let extra = data.littleEndian(UInt16.self, at: header + 28)
    else {
      throw DocumentError(.malformed, place, "the archive is broken: the file is not where it should be")
    }
    let start = header + 30 + Int(name) + Int(extra)
    guard start + entry.packedSize <= data.count else {
      throw DocumentError(.malformed, place, "the archive ends inside the file")
    }
    return data[start..<start + entry.packedSize]
  }
}

/// The directory at the end of an archive, entry by entry.
private struct ZipDirectory {
  struct Item {
    let name: String
    let isLink: Bool
    let entry: ZipArchive.Entry
  }

  private let data: Data
  private let file: String
  private var offset: Int
  private var rest: Int

  init(_ data: Data, file: String, limits: ReadingLimits) throws(DocumentError) {
    (self.data, self.file) = (data, file)
    // The last record has 22 bytes and a comment of at most 65535.
    var end: Int?
    var at = data.count - 22
    while at >= max(0, data.count - 22 - 65_535), end == nil {
      if data.littleEndian(UInt32.self, at: at) == 0x0605_4B50 { end = at }
      at -= 1
    }
    guard let end, let count = data.littleEndian(UInt16.self, at: end + 10),
      let start = data.littleEndian(UInt32.self, at: end + 16)
    else {
      throw DocumentError(.malformed, file, "the archive has no directory", advice: "it may be cut short")
    }
    guard count != .max, start != .max else {
      throw DocumentError(
        .notADocument,
        file,
        "the archive is of the kind for more than 4 GB, which is not read"
      )
    }
    guard Int(count) <= limits.archiveEntries else {
      throw DocumentError(
        .limit,
        file,
        "the archive has \(count) entries, more than the \(limits.archiveEntries) allowed",
        advice: "raise ReadingLimits.archiveEntries"
      )
    }
    (offset, rest) = (Int(start), Int(count))
  }

  mutating func next() throws(DocumentError) -> Item? {
    guard rest > 0 else { return nil }
    rest -= 1
    func short(_ at: Int) -> Int? { data.littleEndian(UInt16.self, at: offset + at).map(Int.init) }
    func long(_ at: Int) -> Int? { data.littleEndian(UInt32.self, at: offset + at).map(Int.init) }
    guard long(0) == 0x0201_4B50, let system = short(4), let flags = short(8), let method = short(10),
      let checksum = long(16), let packedSize = long(20), let size = long(24), let nameLength = short(28),
      let extraLength = short(30), let commentLength = short(32), let attributes = long(38),
      let header = long(42), offset + 46 + nameLength <= data.count
    else { throw DocumentError(.malformed, file, "the archive's directory is broken") }
    let bytes = data[offset + 46..<offset + 46 + nameLength]
    // Names are UTF-8 in all archives of today; others keep a letter for each byte.
    let name = String(validating: bytes, as: UTF8.self) ?? String(bytes.map { Character(Unicode.Scalar($0)) })
    offset += 46 + nameLength + extraLength + commentLength
    // Unix keeps the kind of file in the upper half.
    let isLink = system >> 8 == 3 && attributes >> 28 == 0xA
    let entry = ZipArchive.Entry(
      method: method,
      isEncrypted: flags & 1 != 0,
      checksum: UInt32(truncatingIfNeeded: checksum),
      packedSize: packedSize,
      size: size,
      offset: header
    )
    return Item(name: name, isLink: isLink, entry: entry)
  }
}

extension Data {
  /// The number at an offset, lowest byte first; nil if it is not inside.
  fileprivate func littleEndian<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number? {
    let size = MemoryLayout<Number>.size
    guard offset >= 0, offset <= count - size else { return nil }
    return (0..<size).reversed().reduce(Number(0)) { $0 << 8 | Number(self[startIndex + offset + $1]) }
  }
}
