import Foundation

/// A picture of a screen, read from what `xwd` writes.
struct ScreenPicture {
  let width: Int
  let height: Int
  /// Red, green and blue in the lowest bytes, blue the lowest.
  private let pixels: [UInt32]

  /// The fields of the header are numbers of 32 bits, the most significant byte first (XWDFile.h). `xwd` may call pixels of
  /// 32 bits such of 24; the length of a row tells.
  init?(_ file: Data) {
    func field(_ index: Int) -> Int {
      file.dropFirst(index * 4).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
    guard file.count > 100, field(1) == 7, field(7) == 0 else { return nil }
    let (width, height, rowBytes) = (field(4), field(5), field(12))
    let start = field(0) + field(19) * 12
    guard rowBytes == width * 4, file.count >= start + rowBytes * height else { return nil }
    (self.width, self.height) = (width, height)
    pixels = [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      file.copyBytes(to: bytes, from: start..<(start + rowBytes * height))
      count = width * height
    }
  }

  /// The colour of a pixel, as `0xRRGGBB`; nil outside the screen.
  func pixel(_ x: Int, _ y: Int) -> UInt32? {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return nil }
    return pixels[y * width + x] & 0xFFFFFF
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

  /// The first column of a row that has a colour; nil if none has.
  func left(_ color: UInt32, _ row: Int) -> Int? { columns(of: color, row: row)?.lowerBound }

  static let red: UInt32 = 0xFF0000
  static let green: UInt32 = 0x00FF00
  static let blue: UInt32 = 0x0000FF
  static let white: UInt32 = 0xFFFFFF
  static let black: UInt32 = 0x000000
}
