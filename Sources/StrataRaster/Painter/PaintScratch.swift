import StrataKernels

/// The memory of one worker for rows of pixels, reused from row to row and from frame to frame.
///
/// - Thread: One owner at a time.
package final class PaintScratch {
  /// Premultiplied RGBA bytes of a row.
  private(set) var row: UnsafeMutablePointer<UInt8>
  /// Premultiplied RGBA bytes of a second row.
  private(set) var spare: UnsafeMutablePointer<UInt8>
  /// A byte for each pixel of a row.
  private(set) var mask: UnsafeMutablePointer<UInt8>
  /// A number for each pixel of a row.
  private(set) var parameters: UnsafeMutablePointer<Float>
  /// Up to 64 pixels, and a byte for each of them.
  let piece: UnsafeMutablePointer<UInt8>
  let weights: UnsafeMutablePointer<UInt8>
  /// The places and weights that rows of a picture in perspective share.
  let line: UnsafeMutablePointer<StrataLine>
  private var capacity: Int
  /// The unrounded channels of a row; allocated on first use, as few pictures need it.
  private var exact: UnsafeMutableBufferPointer<SIMD4<Float>>?

  package init() {
    capacity = 4096
    row = .allocate(capacity: capacity * 4)
    spare = .allocate(capacity: capacity * 4)
    mask = .allocate(capacity: capacity)
    parameters = .allocate(capacity: capacity)
    piece = .allocate(capacity: 256)
    weights = .allocate(capacity: 64)
    line = .allocate(capacity: 1)
    line.initialize(to: StrataLine())
  }

  deinit {
    freeRows()
    piece.deallocate()
    weights.deallocate()
    line.deallocate()
    exact?.deallocate()
  }

  /// Returns room for the unrounded channels of a row; its old contents are lost.
  func exactRow(_ count: Int) -> UnsafeMutablePointer<SIMD4<Float>> {
    if let place = exact?.baseAddress, let exact, exact.count >= count { return place }
    exact?.deallocate()
    let place = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: max(count, 1024))
    exact = UnsafeMutableBufferPointer(start: place, count: max(count, 1024))
    return place
  }

  private func freeRows() {
    row.deallocate()
    spare.deallocate()
    mask.deallocate()
    parameters.deallocate()
  }

  /// Makes room for rows of `count` pixels; their old contents are lost.
  @inline(__always)
  func reserve(_ count: Int) {
    if count > capacity { grow(count) }
  }

  private func grow(_ count: Int) {
    freeRows()
    capacity = max(count, capacity * 2)
    row = .allocate(capacity: capacity * 4)
    spare = .allocate(capacity: capacity * 4)
    mask = .allocate(capacity: capacity)
    parameters = .allocate(capacity: capacity)
  }
}
