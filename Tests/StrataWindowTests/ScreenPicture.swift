import Foundation

/// A picture of a screen, read from what `xwd` writes.
struct ScreenPicture {
  let width: Int
  let height: Int
  /// Red, green and blue in the lowest bytes, blue the lowest.
  private let pixels: [UInt32]

  /// The fields of the header are numbers of 32 bits, the most significant byte first (XWDFile.h).
  init?(_ file: Data) {
    func field(_ index: Int) -> Int {
      file.dropFirst(index * 4).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
    guard file.count > 100, field(1) == 7, field(7) == 0, [24, 32].contains(field(11)) else { return nil }
    let (width, height, rowBytes, step) = (field(4), field(5), field(12), field(11) / 8)
    let start = field(0) + field(19) * 12
    guard rowBytes >= width * step, file.count >= start + rowBytes * height else { return nil }
    (self.width, self.height) = (width, height)
    var pixels = [UInt32](repeating: 0, count: width * height)
    file.withUnsafeBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let at = start + y * rowBytes + x * step
          pixels[y * width + x] = UInt32(bytes[at + 2]) << 16 | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at])
        }
      }
    }
    self.pixels = pixels
  }

  /// The colour of a pixel, as `0xRRGGBB`; nil outside the screen.
  func pixel(_ x: Int, _ y: Int) -> UInt32? {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return nil }
    return pixels[y * width + x] & 0xFFFFFF
  }

  /// How far a picture of the same size differs: the largest difference of a channel, and the number of pixels.
  func difference(_ other: ScreenPicture) -> (largest: Int, count: Int) {
    guard (width, height) == (other.width, other.height) else { return (255, width * height) }
    var result = (largest: 0, count: 0)
    pixels.withUnsafeBufferPointer { mine in
      other.pixels.withUnsafeBufferPointer { theirs in
        for i in 0..<mine.count where (mine[i] ^ theirs[i]) & 0xFFFFFF != 0 {
          result.count += 1
          for shift in [0, 8, 16] as [UInt32] {
            let (a, b) = (Int(mine[i] >> shift & 255), Int(theirs[i] >> shift & 255))
            result.largest = max(result.largest, abs(a - b))
          }
        }
      }
    }
    return result
  }

  /// The number of pixels of a colour.
  func count(_ color: UInt32) -> Int {
    var count = 0
    pixels.withUnsafeBufferPointer { pixels in
      for i in 0..<pixels.count where pixels[i] & 0xFFFFFF == color { count += 1 }
    }
    return count
  }

  /// The columns of a row that have a colour; nil if none has.
  func columns(of color: UInt32, row: Int) -> ClosedRange<Int>? {
    let found = (0..<width).filter { pixel($0, row) == color }
    guard let first = found.first, let last = found.last else { return nil }
    return first...last
  }

  /// The columns and rows that a colour reaches; nil if there is none of it.
  func extent(of color: UInt32) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
    let rows = (0..<height).compactMap { row in columns(of: color, row: row).map { (row, $0) } }
    guard let first = rows.first?.0, let last = rows.last?.0, let left = rows.map(\.1.lowerBound).min(),
      let right = rows.map(\.1.upperBound).max()
    else { return nil }
    return (left...right, first...last)
  }

  /// The first column of a row that has a colour; nil if none has.
  func left(_ color: UInt32, _ row: Int) -> Int? { columns(of: color, row: row)?.lowerBound }

  static let red: UInt32 = 0xFF0000
  static let green: UInt32 = 0x00FF00
  static let blue: UInt32 = 0x0000FF
  static let white: UInt32 = 0xFFFFFF
  static let black: UInt32 = 0x000000
}
