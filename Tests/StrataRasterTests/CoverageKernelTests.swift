import StrataKernels
import StrataBase
import StrataRaster
import Testing

/// Every variant of the coverage kernels gives the bytes of the portable one.
@Suite struct CoverageKernelTests {
  private static var forms: [StrataKernels] {
    var count = 0
    guard let forms = strata_kernel_forms(&count) else { return [] }
    return (0..<count).compactMap { forms[$0]?.pointee }
  }

  private struct Result: Equatable {
    var spans: [[Int32]] = []
    var alphas: [UInt8] = []
    var rows: [Int32] = []
    var isClean = false
    var pixels: [UInt8] = []
  }

  /// Coverage of an outline and a picture painted through it, by one form.
  private static func draw(
    _ outline: Outline,
    _ k: StrataKernels,
    antialias: Bool,
    evenOdd: Bool,
    width: Int32
  )
    -> Result
  {
    let height: Int32 = 40
    let stride = (Int(width) + 2 + 15) & ~15
    let blockStride = (stride / 16 + 7) & ~7
    var cells = [Int32](repeating: 0, count: stride * Int(height))
    var blocks = [UInt8](repeating: 0, count: blockStride * Int(height) + 8)
    var spans = [StrataSpan](repeating: StrataSpan(), count: 4000)
    var alphas = [UInt8](repeating: 0, count: 8 + 8000)
    var rows = [Int32](repeating: 0, count: Int(height) + 1)
    var result = Result()
    let map: [Double] = [1.1, 0.2, -0.1, 0.9, 1.25, -3]
    var pixels = (0..<Int(width) * Int(height) * 4).map { UInt8(truncatingIfNeeded: $0 * 7) | 3 }
    cells.withUnsafeMutableBufferPointer { cells in
      blocks.withUnsafeMutableBufferPointer { blocks in
        spans.withUnsafeMutableBufferPointer { spans in
          alphas.withUnsafeMutableBufferPointer { alphas in
            rows.withUnsafeMutableBufferPointer { rows in
              guard let bytes = alphas.baseAddress else { return }
              var grid = StrataCells(
                cells: cells.baseAddress,
                blocks: blocks.baseAddress,
                stride: Int64(stride),
                block_stride: Int64(blockStride),
                min_x: 3,
                min_y: -2,
                width: width,
                height: height,
                is_antialiased: antialias ? 1 : 0
              )
              outline.verbs.withUnsafeBytes { verbs in
                outline.points.withUnsafeBytes { points in
                  k.add_outline(
                    &grid,
                    verbs.bindMemory(to: UInt8.self).baseAddress,
                    verbs.count,
                    points.bindMemory(to: Double.self).baseAddress,
                    map,
                    0,
                    0.01
                  )
                }
              }
              var out = StrataSpans(
                spans: spans.baseAddress,
                alphas: bytes + 8,
                row_starts: rows.baseAddress,
                span_count: 0,
                span_capacity: spans.count,
                alpha_count: 0,
                alpha_capacity: alphas.count - 8,
                row_count: 0
              )
              let read = k.read_cells(&grid, 0, evenOdd ? 1 : 0, &out)
              #expect(read == Int(height))
              rows[Int(height)] = Int32(out.span_count)
              result.spans = spans[..<out.span_count].map { [$0.x, $0.length, Int32($0.value), $0.offset] }
              result.alphas = Array(alphas[8..<8 + out.alpha_count])
              result.rows = Array(rows)
              result.isClean = cells.allSatisfy { $0 == 0 } && blocks.allSatisfy { $0 == 0 }
              k.over_solid_spans(
                &pixels,
                Int(width) * 4,
                spans.baseAddress,
                rows.baseAddress,
                bytes + 8,
                3,
                3 + width,
                Int(height),
                0xC040_6080
              )
            }
          }
        }
      }
    }
    result.pixels = pixels
    return result
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func allFormsCoverAlike(seed: UInt64) {
    var random = OutlineRandom(seed: seed)
    let outline = random.outline(seed % 2 == 0 ? -10...60 : -900...1200, subpaths: 3)
    for width in [1, 14, 15, 16, 17, 47, 64, 97] as [Int32] {
      for (antialias, evenOdd) in [(true, false), (true, true), (false, false)] {
        let results = Self.forms.map {
          Self.draw(outline, $0, antialias: antialias, evenOdd: evenOdd, width: width)
        }
        #expect(results.allSatisfy { $0 == results[0] && $0.isClean })
      }
    }
  }

  @Test func bytesAreAddedUpTo255() {
    for width in 1...40 {
      let (rowBytes, stride) = (width + 3, (width + 15) & ~15)
      let start = (0..<rowBytes * 3 + 16).map { UInt8(truncatingIfNeeded: $0 * 37) }
      let source = (0..<stride * 3).map { $0 % stride < width ? UInt8(truncatingIfNeeded: $0 * 91) : 0 }
      for form in Self.forms {
        var target = start
        form.add_bytes(&target, rowBytes, source, stride, width, 3)
        var expected = start
        for y in 0..<3 {
          for x in 0..<width {
            expected[y * rowBytes + x] = UInt8(
              min(255, Int(start[y * rowBytes + x]) + Int(source[y * stride + x]))
            )
          }
        }
        #expect(target == expected)
      }
    }
  }

  /// The area of a convex polygon within a pixel, by cutting it with the pixel's four sides.
  private static func area(of polygon: [RasterPoint], x: Double, y: Double) -> Double {
    var points = polygon
    for (normal, limit) in [
      (RasterPoint(1, 0), x), (RasterPoint(-1, 0), -x - 1), (RasterPoint(0, 1), y),
      (RasterPoint(0, -1), -y - 1),
    ] {
      var cut: [RasterPoint] = []
      for index in points.indices {
        let (a, b) = (points[index], points[(index + 1) % points.count])
        let (da, db) = ((a * normal).sum() - limit, (b * normal).sum() - limit)
        if da >= 0 { cut.append(a) }
        if (da >= 0) != (db >= 0) { cut.append(a + (b - a) * (da / (da - db))) }
      }
      points = cut
    }
    var sum = 0.0
    for index in points.indices {
      let (a, b) = (points[index], points[(index + 1) % points.count])
      sum += a.x * b.y - a.y * b.x
    }
    return abs(sum) / 2
  }

  @Test("bytes of triangles are their areas to a level", arguments: 0..<60 as Range<UInt64>)
  func areas(seed: UInt64) {
    var random = OutlineRandom(seed: seed)
    let corners = (0..<3).map { _ in random.point(seed % 3 == 0 ? 0...6 : 0...40) }
    var outline = Outline()
    outline.polygon(corners)
    let coverage = Rasterizer.coverage(of: outline, clip: PixelRect(0, 0, 40, 40))
    var worst = 0.0
    for y in 0..<40 as Range<Int32> {
      for x in 0..<40 as Range<Int32> {
        let exact = Self.area(of: corners, x: Double(x), y: Double(y)) * 255
        worst = max(worst, abs(exact - Double(coverage.value(x: x, y: y))))
      }
    }
    // Half a level by rounding, and what corners on a grid of 1/512 pixels move an edge of at most √2 pixels.
    #expect(worst < 0.5 + 255 * 2.0.squareRoot() / 512)
  }
}
