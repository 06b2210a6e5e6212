package import StrataBase

extension Coverage {
  /// Full coverage of every pixel of a rectangle.
  package init(full rect: PixelRect) {
    self.init()
    guard !rect.isEmpty else { return }
    bounds = rect
    spans = [CoverageSpan](
      repeating: CoverageSpan(x: rect.minX, length: Int32(rect.width), value: 255),
      count: rect.height
    )
    rowStarts = (0...Int32(rect.height)).map { $0 }
  }

  /// The coverage given by a byte for each pixel of a rectangle, row by row.
  init(_ rect: PixelRect, bytes: [UInt8]) {
    self.init()
    bounds = rect
    alphas = bytes
    let width = Int32(rect.width)
    spans = (0..<Int32(rect.height)).map {
      CoverageSpan(x: rect.minX, length: width, value: 0, offset: $0 * width)
    }
    rowStarts = (0...Int32(rect.height)).map { $0 }
  }

  /// The coverage of one pixel, 0...255.
  package func value(x: Int32, y: Int32) -> UInt8 {
    for span in spans(inRow: y) where x >= span.x && x < span.end {
      return span.value != 0 ? span.value : alphas[Int(span.offset + x - span.x)]
    }
    return 0
  }

  /// The sum of all values over 255: the covered area in pixels.
  package var area: Double {
    var sum = 0
    for span in spans {
      if span.value != 0 {
        sum += Int(span.length) * Int(span.value)
      } else {
        for index in Int(span.offset)..<Int(span.offset + span.length) { sum += Int(alphas[index]) }
      }
    }
    return Double(sum) / 255
  }

  /// The part of the coverage inside a rectangle of pixels.
  package func intersection(_ rect: PixelRect) -> Coverage {
    if rect.contains(bounds) { return self }
    var result = Coverage()
    let region = bounds.intersection(rect)
    result.begin(region)
    guard !region.isEmpty else { return result }
    for y in region.minY..<region.maxY {
      result.rowStarts.append(Int32(result.spans.count))
      for span in spans(inRow: y) {
        let (from, to) = (max(span.x, region.minX), min(span.end, region.maxX))
        guard from < to else { continue }
        let offset = span.value == 0 ? span.offset + from - span.x : 0
        result.spans.append(CoverageSpan(x: from, length: to - from, value: span.value, offset: offset))
      }
    }
    result.rowStarts.append(Int32(result.spans.count))
    result.alphas = alphas
    return result
  }

  /// The coverage moved by whole pixels.
  package func offset(by x: Int32, _ y: Int32) -> Coverage {
    guard !isEmpty else { return self }
    var result = self
    result.bounds = bounds.offset(by: x, y)
    let moved = result.bounds.minX - bounds.minX
    for index in result.spans.indices { result.spans[index].x += moved }
    return result
  }

  /// The product of two coverages: the rule by which clips combine.
  package func multiplied(by other: Coverage) -> Coverage {
    var result = Coverage()
    let region = bounds.intersection(other.bounds)
    result.begin(region)
    guard !region.isEmpty else { return result }
    result.spans.reserveCapacity(min(spans.count, other.spans.count) + region.height)
    result.alphas.reserveCapacity(min(alphas.count, other.alphas.count) + region.height * 2)
    withArrays { first in
      other.withArrays { second in
        for y in region.minY..<region.maxY {
          result.rowStarts.append(Int32(truncatingIfNeeded: result.spans.count))
          let (a, b) = (first.range(ofRow: y), second.range(ofRow: y))
          var (i, j) = (a.lowerBound, b.lowerBound)
          while i < a.upperBound, j < b.upperBound {
            let (left, right) = (first.spans[i], second.spans[j])
            let (from, to) = (max(left.x, right.x), min(left.end, right.end))
            if from < to {
              result.appendProduct(left, of: first.alphas, right, of: second.alphas, from: from, to: to)
            }
            if left.end <= right.end { i += 1 } else { j += 1 }
          }
        }
      }
    }
    result.rowStarts.append(Int32(truncatingIfNeeded: result.spans.count))
    return result
  }

  /// The arrays as buffers, for loops over many rows.
  private struct Arrays {
    let spans: UnsafeBufferPointer<CoverageSpan>
    let starts: UnsafeBufferPointer<Int32>
    let alphas: UnsafeBufferPointer<UInt8>
    let minY: Int32

    /// The indices of the spans of a row inside the bounds.
    @inline(__always)
    func range(ofRow y: Int32) -> Range<Int> {
      let row = Int(y - minY)
      return Int(starts[row])..<Int(starts[row + 1])
    }
  }

  @inline(__always)
  private func withArrays(_ body: (Arrays) -> Void) {
    spans.withUnsafeBufferPointer { spans in
      rowStarts.withUnsafeBufferPointer { starts in
        alphas.withUnsafeBufferPointer { alphas in
          body(Arrays(spans: spans, starts: starts, alphas: alphas, minY: bounds.minY))
        }
      }
    }
  }

  /// The product with a mask of one byte per pixel over `area`; nothing is covered outside of it.
  ///
  /// - Precondition: `mask` holds `area.height` rows of `rowBytes` bytes.
  package func multiplied(
    byMask mask: UnsafePointer<UInt8>,
    rowBytes: Int,
    covering area: PixelRect
  ) -> Coverage {
    var result = Coverage()
    let region = bounds.intersection(area)
    result.begin(region)
    guard !region.isEmpty else { return result }
    for y in region.minY..<region.maxY {
      result.rowStarts.append(Int32(result.spans.count))
      let row = mask + Int(y - area.minY) * rowBytes
      for span in spans(inRow: y) {
        let (from, to) = (max(span.x, region.minX), min(span.end, region.maxX))
        guard from < to else { continue }
        let offset = Int32(result.alphas.count)
        for x in from..<to {
          let own = span.value != 0 ? span.value : alphas[Int(span.offset + x - span.x)]
          result.alphas.append(Self.product(own, row[Int(x - area.minX)]))
        }
        result.spans.append(CoverageSpan(x: from, length: to - from, value: 0, offset: offset))
      }
    }
    result.rowStarts.append(Int32(result.spans.count))
    return result
  }

  /// The product with an alpha mask whose first pixel is at (x, y); buffers of other formats are ignored.
  package func multiplied(by mask: PixelBuffer, atX x: Int32, y: Int32) -> Coverage {
    guard mask.format == .alpha8 else { return self }
    let area = PixelRect(0, 0, Int32(mask.width), Int32(mask.height)).offset(by: x, y)
    return withExtendedLifetime(mask) {
      multiplied(
        byMask: UnsafePointer(mask.base.assumingMemoryBound(to: UInt8.self)),
        rowBytes: mask.rowBytes,
        covering: area
      )
    }
  }

  @inline(__always)
  private mutating func appendProduct(
    _ a: CoverageSpan,
    of first: UnsafeBufferPointer<UInt8>,
    _ b: CoverageSpan,
    of second: UnsafeBufferPointer<UInt8>,
    from: Int32,
    to: Int32
  ) {
    if a.value != 0, b.value != 0 {
      let value = Self.product(a.value, b.value)
      if value != 0 { spans.append(CoverageSpan(x: from, length: to - from, value: value)) }
      return
    }
    let offset = Int32(truncatingIfNeeded: alphas.count)
    for x in from..<to {
      let left = a.value != 0 ? a.value : first[Int(a.offset + x - a.x)]
      let right = b.value != 0 ? b.value : second[Int(b.offset + x - b.x)]
      alphas.append(Self.product(left, right))
    }
    spans.append(CoverageSpan(x: from, length: to - from, value: 0, offset: offset))
  }

  /// The product of two values over 255, rounded to the nearest.
  private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
    let value = Int32(a) * Int32(b) + 128
    return UInt8(truncatingIfNeeded: (value + value >> 8) >> 8)
  }
}
