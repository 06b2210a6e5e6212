import CoreGraphics
import StrataRaster

/// A worker's table of the pixels of pictures that it drew in a frame.
///
/// Images decode their pixels and make copies on demand, behind locks. The table takes the locks once for each picture and
/// frame.
///
/// - Thread: One owner at a time.
final class PictureTable {
  /// Pixels of four bytes each, valid until the frame ends.
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

  /// Begins a frame: entries of other frames are no longer valid.
  func begin(_ frame: UInt64) { self.frame = frame }

  /// The pixels of a picture.
  @inline(__always)
  func pixels(of image: CGImage) -> Pixels {
    let place = Self.place(of: image)
    if let entry = entries[place], entry.image == ObjectIdentifier(image), entry.frame == frame {
      return entry.pixels
    }
    return insert(image, place).pixels
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
    var entry = insert(image, place)
    entry.bordered = bordered
    entries[place] = entry
    return bordered
  }

  @inline(never)
  private func insert(_ image: CGImage, _ place: Int) -> Entry {
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
