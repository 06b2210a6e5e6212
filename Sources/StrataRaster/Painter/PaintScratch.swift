/// Memory that one worker reuses from row to row and from frame to frame.
///
/// - Thread: One owner at a time.
package final class PaintScratch {
  private(set) var pixels: UnsafeMutableRawPointer
  private(set) var mask: UnsafeMutablePointer<UInt8>
  private(set) var floats: UnsafeMutablePointer<SIMD4<Float>>
  private var capacity: Int

  package init() {
    capacity = 4096
    pixels = .allocate(byteCount: capacity * 4, alignment: 64)
    mask = .allocate(capacity: capacity)
    floats = .allocate(capacity: capacity)
  }

  deinit { free() }

  private func free() {
    pixels.deallocate()
    mask.deallocate()
    floats.deallocate()
  }

  /// Makes room for rows of `count` pixels; what was there is lost.
  func reserve(_ count: Int) {
    guard count > capacity else { return }
    free()
    capacity = max(count, capacity * 2)
    pixels = .allocate(byteCount: capacity * 4, alignment: 64)
    mask = .allocate(capacity: capacity)
    floats = .allocate(capacity: capacity)
  }
}
