import StrataKernels
package import StrataBase

/// A run of pixels in one row that a shape covers.
package struct CoverageSpan: Hashable, Sendable {
  /// The first pixel, in device space.
  package var x: Int32
  /// At least 1.
  package var length: Int32
  /// The coverage of every pixel, 1...255; 0 if it varies and is in ``Coverage/alphas`` from `offset` on.
  package var value: UInt8
  /// The index of the first byte in ``Coverage/alphas``; 0 for a constant span.
  package var offset: Int32

  package init(x: Int32, length: Int32, value: UInt8, offset: Int32 = 0) {
    self.x = x
    self.length = length
    self.value = value
    self.offset = offset
  }

  package var end: Int32 { x + length }

  /// The first pixel with a coverage above 0: bytes come in blocks, which may begin with zeros.
  func visibleStart(_ alphas: UnsafePointer<UInt8>?) -> Int32 {
    guard value == 0, let alphas else { return x }
    var count: Int32 = 0
    while count < length, alphas[Int(offset &+ count)] == 0 { count &+= 1 }
    return x &+ count
  }

  /// The end of the pixels with a coverage above 0.
  func visibleEnd(_ alphas: UnsafePointer<UInt8>?) -> Int32 {
    guard value == 0, let alphas else { return end }
    var count = length
    while count > 0, alphas[Int(offset &+ count &- 1)] == 0 { count &-= 1 }
    return x &+ count
  }
}

/// The coverage of pixels by a shape, run-length encoded: empty and constant runs take no bytes.
///
/// Each row has spans from left to right that do not overlap; pixels without a span are not covered. Several rows may
/// refer to the same bytes.
package struct Coverage: Hashable, Sendable {
  /// A rectangle that contains all spans; every row of it has an entry in `rowStarts`.
  package internal(set) var bounds: PixelRect
  package internal(set) var spans: [CoverageSpan]
  /// The index of the first span of each row, and the number of spans at the end: `bounds.height + 1` values.
  package internal(set) var rowStarts: [Int32]
  package internal(set) var alphas: [UInt8]

  /// A coverage of nothing.
  package init() {
    bounds = .empty
    spans = []
    rowStarts = Self.noRows
    alphas = []
  }

  /// Shared, so that an empty coverage allocates nothing.
  private static let noRows: [Int32] = [0]

  package var isEmpty: Bool { spans.isEmpty }

  /// The memory of the arrays, in bytes.
  package var byteCount: Int {
    spans.capacity * MemoryLayout<CoverageSpan>.stride + rowStarts.capacity * 4 + alphas.capacity
  }

  /// The spans of a row of the device; none outside of the bounds.
  package func spans(inRow y: Int32) -> ArraySlice<CoverageSpan> {
    guard y >= bounds.minY, y < bounds.maxY else { return [] }
    let row = Int(y - bounds.minY)
    return spans[Int(rowStarts[row])..<Int(rowStarts[row + 1])]
  }

  /// The arrays in the kernels' types.
  struct Rows {
    let spans: UnsafePointer<StrataSpan>?
    let starts: UnsafePointer<Int32>
    let alphas: UnsafePointer<UInt8>?
  }

  @inline(__always)
  func withRows(_ body: (Rows) -> Void) {
    spans.withUnsafeBytes { spans in
      rowStarts.withUnsafeBufferPointer { starts in
        alphas.withUnsafeBufferPointer { alphas in
          guard let first = starts.baseAddress else { return }
          // `CoverageSpan` and `StrataSpan` have the same layout in memory.
          let spans = spans.baseAddress?.assumingMemoryBound(to: StrataSpan.self)
          body(Rows(spans: spans, starts: first, alphas: alphas.baseAddress))
        }
      }
    }
  }
}
