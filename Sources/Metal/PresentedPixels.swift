import StrataBase
import StrataEGL
import Synchronization

/// The pixels of a texture at the moment of its presentation, where a layer shows them.
///
/// They stay on the graphics processor while there is room. A recorded time line keeps the picture of each of its
/// moments: when those that somebody holds take more than ``mostBytes``, the oldest ones come into main memory.
///
/// - Thread: Any.
final class PresentedPixels: TexturePixels {
  let width: Int
  let height: Int
  private let place: Mutex<Place>

  private enum Place: Sendable {
    case shared(SharedTexture)
    case memory([UInt32])
    case lost
  }

  /// The most bytes of all pictures on a graphics processor, those of 32 screens of 1920 × 1080 pixels.
  static let mostBytes = 256 << 20

  /// The pictures on graphics processors, the oldest first.
  private static let onDevice = Mutex<[Weak]>([])

  private struct Weak: Sendable {
    weak var pixels: PresentedPixels?
    /// The context of the graphics processor.
    let context: ObjectIdentifier
  }

  init(_ texture: SharedTexture) {
    (width, height) = (texture.width, texture.height)
    place = Mutex(.shared(texture))
    let context = ObjectIdentifier(texture.context)
    let old = Self.onDevice.withLock { list -> [PresentedPixels] in
      list.removeAll { $0.pixels == nil }
      list.append(Weak(pixels: self, context: context))
      let held = list.filter { $0.context == context }.compactMap(\.pixels)
      var bytes = held.reduce(0) { $0 + $1.byteCount }
      let old = held.dropLast().prefix { pixels in
        defer { bytes -= pixels.byteCount }
        return bytes > Self.mostBytes
      }
      list.removeAll { entry in old.contains { $0 === entry.pixels } }
      return Array(old)
    }
    for pixels in old { pixels.leaveDevice() }
  }

  private var byteCount: Int { width * height * 4 }

  var texture: SharedTexture? {
    place.withLock { if case .shared(let texture) = $0 { texture } else { nil } }
  }

  /// Brings the pixels into main memory.
  private func leaveDevice() {
    guard let texture else { return }
    var isRead = false
    let pixels = [UInt32](unsafeUninitializedCapacity: width * height) { pixels, count in
      guard let base = pixels.baseAddress else { return }
      isRead = texture.read(texture.bounds, into: base, rowBytes: width * 4)
      count = isRead ? pixels.count : 0
    }
    place.withLock { $0 = isRead ? .memory(pixels) : .lost }
  }

  func read(_ rect: PixelRect, into rows: UnsafeMutableRawPointer, rowBytes: Int) -> Bool {
    switch place.withLock({ $0 }) {
    case .shared(let texture): return texture.read(rect, into: rows, rowBytes: rowBytes)
    case .lost: return false
    case .memory(let pixels):
      guard PixelRect(0, 0, Int32(width), Int32(height)).contains(rect), !rect.isEmpty else { return false }
      pixels.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        for y in 0..<rect.height {
          let first = (Int(rect.minY) + y) * width + Int(rect.minX)
          (rows + y * rowBytes).copyMemory(from: base + first * 4, byteCount: rect.width * 4)
        }
      }
      return true
    }
  }
}
