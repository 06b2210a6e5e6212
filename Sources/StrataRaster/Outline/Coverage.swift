import CStrataKernels
package import StrataBase

/// A run of pixels in one row that a shape covers.
package struct CoverageSpan: Hashable, Sendable {
  /// The first pixel, in device space.
  package var x: Int32
  /// At least 1.
  package var length: Int32
  /// The coverage of every pixel, 1...255; 0: it varies and stands in `alphas` from `offset` on.
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

  /// The first pixel that is covered at all: bytes come in blocks, which may begin with zeros.
  func visibleStart(_ alphas: UnsafePointer<UInt8>?) -> Int32 {
    guard value == 0, let alphas else { return x }
    var count: Int32 = 0
    while count < length, alphas[Int(offset &+ count)] == 0 { count &+= 1 }
    return x &+ count
  }

  /// Where the pixels that are covered at all end.
  func visibleEnd(_ alphas: UnsafePointer<UInt8>?) -> Int32 {
    guard value == 0, let alphas else { return end }
    var count = length
    while count > 0, alphas[Int(offset &+ count &- 1)] == 0 { count &-= 1 }
    return x &+ count
  }
}

/// How much of each pixel a shape covers, inside a rectangle of pixels, without a byte for what is empty or full.
///
/// Rows hold spans from left to right that do not overlap; pixels without a span are not covered. Several
/// rows may point at the same bytes.
package struct Coverage: Hashable, Sendable {
  /// Rows and columns that have spans; spans lie inside.
  package internal(set) var bounds: PixelRect
  package internal(set) var spans: [CoverageSpan]
  /// Where the spans of each row begin, and their count at the end: `bounds.height + 1` values.
  package internal(set) var rowStarts: [Int32]
  package internal(set) var alphas: [UInt8]

  /// Covers nothing.
  package init() {
    bounds = .empty
    spans = []
    rowStarts = Self.noRows
    alphas = []
  }

  /// One for all, so that nothing costs no memory.
  private static let noRows: [Int32] = [0]

  package var isEmpty: Bool { spans.isEmpty }

  /// The spans of a row given in device space; none outside of the bounds.
  package func spans(inRow y: Int32) -> ArraySlice<CoverageSpan> {
    guard y >= bounds.minY, y < bounds.maxY else { return [] }
    let row = Int(y - bounds.minY)
    return spans[Int(rowStarts[row])..<Int(rowStarts[row + 1])]
  }

  /// The arrays as kernels take them.
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
          // A span lies in memory as the kernels' does.
          let spans = spans.baseAddress?.assumingMemoryBound(to: StrataSpan.self)
          body(Rows(spans: spans, starts: first, alphas: alphas.baseAddress))
        }
      }
    }
  }
}
