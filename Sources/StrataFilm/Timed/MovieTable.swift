import Foundation

/// The table of a finished MPEG-4 or QuickTime file, in which times and transforms of tracks are set.
///
/// The table keeps its length: nothing of the file moves. What lies behind the end of a track's times stays in the file and is not
/// shown.
package struct MovieTable {
  /// What a track gets.
  package struct Track {
    /// The length of what is shown, in units of the movie's timescale; nil keeps it.
    package var duration: Int?
    /// `a`, `b`, `c`, `d`, `x` and `y` of the transform that turns the pictures upright; nil keeps it.
    package var transform: [Double]?

    package init(duration: Int?, transform: [Double]?) {
      (self.duration, self.transform) = (duration, transform)
    }
  }

  private var bytes: [UInt8]

  /// Sets facts of the first tracks of a file.
  ///
  /// - Parameters:
  ///   - tracks: The facts, in the order of the file's tracks.
  ///   - path: The file.
  /// - Throws: ``ExportError`` for a file without a table.
  package static func set(_ tracks: [Track], ofFile path: String) throws(ExportError) {
    func failure(_ reason: String) -> ExportError { .cannotWrite(path: path, reason: reason) }
    do {
      let file = try FileHandle(forUpdating: URL(filePath: path))
      defer { try? file.close() }
      guard let place = try find("moov", in: file), try seek(file, place.lowerBound),
        let data = try file.read(upToCount: place.count), data.count == place.count
      else { throw failure("the film has no table") }
      var table = MovieTable(bytes: [UInt8](data))
      guard table.set(tracks) else { throw failure("the table of the film is not understood") }
      try file.seek(toOffset: UInt64(place.lowerBound))
      try file.write(contentsOf: Data(table.bytes))
    } catch let error as ExportError {
      throw error
    } catch {
      throw failure("\(error)")
    }
  }

  private static func seek(_ file: FileHandle, _ offset: Int) throws -> Bool {
    try file.seek(toOffset: UInt64(offset))
    return true
  }

  /// The place of a box of a file.
  private static func find(_ name: String, in file: FileHandle) throws -> Range<Int>? {
    var offset = 0
    while try seek(file, offset), let head = try file.read(upToCount: 16), head.count >= 8 {
      let table = MovieTable(bytes: [UInt8](head))
      var size = table.number(0, 4)
      if size == 1, head.count == 16 { size = table.number(8, 8) }
      guard size >= 8 else { return nil }
      if table.name(0) == name { return offset..<offset + size }
      offset += size
    }
    return nil
  }

  // MARK: Bytes

  private func number(_ offset: Int, _ count: Int) -> Int {
    guard offset >= 0, offset + count <= bytes.count else { return 0 }
    return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func set(_ value: Int, _ offset: Int, _ count: Int) {
    guard offset >= 0, offset + count <= bytes.count else { return }
    for i in 0..<count { bytes[offset + i] = UInt8(truncatingIfNeeded: value >> ((count - 1 - i) * 8)) }
  }

  /// The name of the box at an offset.
  private func name(_ offset: Int) -> String {
    String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
  }

  /// The boxes of a name in the content of a box.
  private func boxes(_ wanted: String, in box: Range<Int>) -> [Range<Int>] {
    var (found, offset) = ([Range<Int>](), box.lowerBound + 8)
    while offset + 8 <= box.upperBound {
      let size = number(offset, 4)
      guard size >= 8, offset + size <= box.upperBound else { break }
      if name(offset) == wanted { found.append(offset..<offset + size) }
      offset += size
    }
    return found
  }

  // MARK: Facts

  private mutating func set(_ tracks: [Track]) -> Bool {
    let whole = bytes.indices
    let found = boxes("trak", in: whole)
    guard let header = boxes("mvhd", in: whole).first, found.count >= tracks.count else { return false }
    var longest = 0
    for (index, place) in found.enumerated() {
      guard let head = boxes("tkhd", in: place).first else { return false }
      let isLong = bytes[head.lowerBound + 8] == 1
      let duration = head.lowerBound + (isLong ? 36 : 28)
      if tracks.indices.contains(index) {
        if let matrix = tracks[index].transform { set(matrix, at: head.lowerBound + (isLong ? 60 : 48)) }
        if let shown = tracks[index].duration {
          guard let start = setEdit(shown, of: place) else { return false }
          set(start + shown, duration, isLong ? 8 : 4)
        }
      }
      longest = max(longest, number(duration, isLong ? 8 : 4))
      setMediaDuration(of: place)
    }
    let isLong = bytes[header.lowerBound + 8] == 1
    set(longest, header.lowerBound + (isLong ? 32 : 24), isLong ? 8 : 4)
    return true
  }

  /// Makes the length of a track's media that of its samples in the order of decoding, which the muxer takes for another one where the
  /// last sample is not shown last.
  private mutating func setMediaDuration(of track: Range<Int>) {
    guard let media = boxes("mdia", in: track).first, let head = boxes("mdhd", in: media).first,
      let information = boxes("minf", in: media).first, let table = boxes("stbl", in: information).first,
      let times = boxes("stts", in: table).first
    else { return }
    let (count, first) = (number(times.lowerBound + 12, 4), times.lowerBound + 16)
    guard count > 0, first + count * 8 <= times.upperBound else { return }
    let length = (0..<count).reduce(0) { $0 + number(first + $1 * 8, 4) * number(first + $1 * 8 + 4, 4) }
    let isLong = bytes[head.lowerBound + 8] == 1
    set(length, head.lowerBound + (isLong ? 32 : 24), isLong ? 8 : 4)
  }

  /// Sets the length of the last edit of a track; returns the length of the edits before, or nil if there are none.
  private mutating func setEdit(_ duration: Int, of track: Range<Int>) -> Int? {
    guard let edits = boxes("edts", in: track).first, let list = boxes("elst", in: edits).first else {
      return nil
    }
    let width = bytes[list.lowerBound + 8] == 1 ? 8 : 4
    let entry = width * 2 + 4
    let count = number(list.lowerBound + 12, 4)
    guard count > 0, list.lowerBound + 16 + count * entry <= list.upperBound else { return nil }
    let first = list.lowerBound + 16
    set(duration, first + (count - 1) * entry, width)
    return (0..<count - 1).reduce(0) { $0 + number(first + $1 * entry, width) }
  }

  /// Sets a matrix of fractions of 65536; what is not a number keeps the value that is there.
  private mutating func set(_ matrix: [Double], at offset: Int) {
    // Rows of a, b and 0; c, d and 0; x, y and 1.
    for (index, place) in [0, 1, 3, 4, 6, 7].enumerated() where index < matrix.count && !matrix[index].isNaN {
      let value = (matrix[index] * 65536).rounded()
      set(Int(min(max(value, -0x8000_0000), 0x7FFF_FFFF)), offset + place * 4, 4)
    }
  }
}
