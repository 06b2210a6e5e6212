import CoreGraphics
import StrataRaster

/// Where the pixels of the pictures lie that a worker has met in a frame.
///
/// A picture may decode its pixels when they are first needed, and copies of it are made on demand, so both are behind
/// locks. Pictures that are painted many times are asked once in each frame.
///
/// - Thread: One owner at a time.
final class PictureTable {
  /// Pixels with four bytes each, which stay as long as the frame is drawn.
  struct Pixels {
    let width: Int
    let height: Int
    let rowBytes: Int
    private let bytes: UnsafePointer<UInt8>

    fileprivate init(_ buffer: PixelBuffer) {
      (width, height, rowBytes) = (buffer.width, buffer.height, buffer.rowBytes)
      bytes = UnsafePointer(buffer.row(0).assumingMemoryBound(to: UInt8.self))
    }

    @inline(__always)
    func pixel(_ x: Int, _ y: Int) -> UnsafePointer<UInt8> { bytes + y * rowBytes + x * 4 }
  }

  private struct Entry {
    var image: ObjectIdentifier
    var frame: UInt64
    var pixels: Pixels
    var bordered: Pixels?
  }

  private static let size = 128
  private var frame: UInt64 = 0
  private var entries = [Entry?](repeating: nil, count: size)

  /// Forgets what was found, if it was in another frame.
  func begin(_ frame: UInt64) { self.frame = frame }

  /// A picture's own pixels.
  @inline(__always)
  func pixels(of image: CGImage) -> Pixels {
    let place = Self.place(of: image)
    if let entry = entries[place], entry.image == ObjectIdentifier(image), entry.frame == frame {
      return entry.pixels
    }
    return found(image, place).pixels
  }

  /// A copy with a transparent border of one pixel.
  @inline(__always)
  func bordered(_ image: CGImage) -> Pixels {
    let place = Self.place(of: image)
    if let entry = entries[place], entry.image == ObjectIdentifier(image), entry.frame == frame,
      let bordered = entry.bordered
    {
      return bordered
    }
    let bordered = Pixels(image.pixels.inBytes.bordered)
    var entry = found(image, place)
    entry.bordered = bordered
    entries[place] = entry
    return bordered
  }

  @inline(never)
  private func found(_ image: CGImage, _ place: Int) -> Entry {
    let entry = Entry(
      image: ObjectIdentifier(image),
      frame: frame,
      pixels: Pixels(image.pixels.inBytes),
      bordered: nil
    )
    entries[place] = entry
    return entry
  }

  @inline(__always)
  private static func place(of image: CGImage) -> Int {
    let address = UInt(bitPattern: ObjectIdentifier(image))
    return Int((address >> 4 ^ address >> 11) & UInt(size - 1))
  }
}
