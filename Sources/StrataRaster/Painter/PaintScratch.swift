import CStrataKernels

/// Memory that one worker reuses from row to row and from frame to frame.
///
/// - Thread: One owner at a time.
package final class PaintScratch {
  /// Premultiplied RGBA bytes of a row.
  private(set) var row: UnsafeMutablePointer<UInt8>
  /// A second row.
  private(set) var spare: UnsafeMutablePointer<UInt8>
  /// A byte for each pixel of a row.
  private(set) var mask: UnsafeMutablePointer<UInt8>
  /// A number for each pixel of a row.
  private(set) var parameters: UnsafeMutablePointer<Float>
  /// A piece of up to 64 pixels, and a byte for each pixel of one.
  let piece: UnsafeMutablePointer<UInt8>
  let weights: UnsafeMutablePointer<UInt8>
  /// What rows of a turned picture share.
  let line: UnsafeMutablePointer<StrataLine>
  private var capacity: Int
  /// Channels of a row before they are rounded; few pictures need it.
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

  /// Room for unrounded channels of a row; what was there is lost.
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

  /// Makes room for rows of `count` pixels; what was there is lost.
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
