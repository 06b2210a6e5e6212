import StrataBase
import StrataRaster
import Testing

/// A small generator, so that every run of a test draws the same shapes.
struct OutlineRandom {
  private var bits: SplitMix64
  init(seed: UInt64) { bits = SplitMix64(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1) }

  mutating func next() -> UInt64 { bits.next() }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + Double(next() >> 11) / Double(1 << 53) * (range.upperBound - range.lowerBound)
  }

  mutating func point(_ range: ClosedRange<Double>) -> RasterPoint {
    RasterPoint(number(range), number(range))
  }

  /// A path of lines and curves; its subpaths cross each other and themselves.
  mutating func outline(_ range: ClosedRange<Double>, subpaths: Int = 2, curves: Bool = true) -> Outline {
    var result = Outline()
    for _ in 0..<subpaths {
      result.move(to: point(range))
      for _ in 0..<(2 + Int(next() % 4)) {
        switch curves ? next() % 3 : 0 {
        case 0: result.line(to: point(range))
        case 1: result.quad(control: point(range), to: point(range))
        default: result.cubic(point(range), point(range), to: point(range))
        }
      }
      if next() % 2 == 0 { result.close() }
    }
    return result
  }
}

/// Every value of a rectangle, row by row.
func bytes(_ coverage: Coverage, in rect: PixelRect) -> [UInt8] {
  (rect.minY..<rect.maxY).flatMap { y in (rect.minX..<rect.maxX).map { coverage.value(x: $0, y: y) } }
}

/// The slow and obvious reference: winding numbers at sample points, from the outline cut into many lines.
struct WindingReference {
  private var edges: [(from: RasterPoint, to: RasterPoint)] = []

  init(_ outline: Outline) {
    var edges: [(from: RasterPoint, to: RasterPoint)] = []
    outline.forEachSubpath { segments, _ in
      let count = 64
      for segment in segments {
        for index in 0..<(segment.degree == 1 ? 1 : count) {
          let parts = Double(segment.degree == 1 ? 1 : count)
          edges.append(
            (segment.point(at: Double(index) / parts), segment.point(at: Double(index + 1) / parts))
          )
        }
      }
      if let first = segments.first, let last = segments.last { edges.append((last.end, first.start)) }
    }
    self.edges = edges
  }

  /// The windings of evenly spread samples in one row of pixels, from x = 0 on.
  private func samples(y: Double, count: Int, perPixel: Int) -> [Int] {
    var changes = [Int](repeating: 0, count: count + 1)
    for edge in edges where (edge.from.y <= y) != (edge.to.y <= y) {
      let x = edge.from.x + (y - edge.from.y) * (edge.to.x - edge.from.x) / (edge.to.y - edge.from.y)
      let first = min(max((x * Double(perPixel) - 0.5).rounded(.up), 0), Double(count))
      changes[Int(first)] += edge.from.y < edge.to.y ? 1 : -1
    }
    var winding = 0
    return changes.dropLast().map { change in
      winding += change
      return winding
    }
  }

  /// For each pixel of a row the mean winding, the mean after each rule, and whether it is 0 or one other value of
  /// size 1 only.
  func row(_ y: Int32, width: Int) -> [(mean: Double, nonZero: Double, isSimple: Bool)] {
    let n = 16
    let rows = (0..<n).map {
      samples(y: Double(y) + (Double($0) + 0.5) / Double(n), count: width * n, perPixel: n)
    }
    return (0..<width).map { x in
      let values = rows.flatMap { $0[(x * n)..<((x + 1) * n)] }
      let total = Double(values.count)
      let kinds = Set(values)
      return (
        Double(values.reduce(0, +)) / total, Double(values.count { $0 != 0 }) / total,
        kinds.isSubset(of: [0, 1]) || kinds.isSubset(of: [0, -1])
      )
    }
  }
}

@Suite("Outlines become coverage")
struct OutlineRasterizerTests {
  let clip = PixelRect(0, 0, 100, 100)

  @Test("rectangle areas are exact (rendering E-317, E-319)")
  func rectangles() {
    let whole = Rasterizer.coverage(of: .rect(minX: 10, minY: 10, width: 40, height: 30), clip: clip)
    #expect(whole.area == 1200)
    let clipped = Rasterizer.coverage(
      of: .rect(minX: 60, minY: 40, width: 30, height: 30),
      clip: PixelRect(0, 0, 80, 60)
    )
    #expect(clipped.area == 400)
    let fractional = Rasterizer.coverage(of: .rect(minX: 1.25, minY: 1.5, width: 2, height: 1), clip: clip)
    #expect(fractional.value(x: 1, y: 1) == 96)
    #expect(fractional.value(x: 2, y: 1) == 128)
    #expect(fractional.value(x: 3, y: 2) == 32)
    #expect(fractional.value(x: 4, y: 2) == 0)
  }

  @Test(
    "pixels agree with supersampling where a pixel holds one winding beside the outside",
    arguments: 0..<60 as Range<UInt64>
  )
  func supersampling(seed: UInt64) {
    var random = OutlineRandom(seed: seed)
    let outline = random.outline(-4...20)
    let clip = PixelRect(0, 0, 16, 16)
    let nonZero = Rasterizer.coverage(of: outline, rule: .nonZero, clip: clip)
    let evenOdd = Rasterizer.coverage(of: outline, rule: .evenOdd, clip: clip)
    let reference = WindingReference(outline)
    var wrong: [String] = []
    for y in 0..<16 as Range<Int32> {
      for (x, expected) in reference.row(y, width: 16).enumerated() {
        let covered = Double(nonZero.value(x: Int32(x), y: y)) / 255
        let folded = Double(evenOdd.value(x: Int32(x), y: y)) / 255
        let size = abs(expected.mean)
        let wrapped = size.truncatingRemainder(dividingBy: 2)
        // 16 by 16 samples know an area to about a sixteenth of the length of the edges in it.
        let slack = expected.isSimple ? 0.07 : 0.15
        let isRight =
          abs(covered - min(1, size)) < slack && abs(folded - min(wrapped, 2 - wrapped)) < slack
          && (!expected.isSimple || abs(covered - expected.nonZero) < slack)
        if !isRight { wrong.append("\(x),\(y): \(covered) \(folded) \(expected)") }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    "without antialiasing a pixel is covered when its centre is inside",
    arguments: 0..<40 as Range<UInt64>
  )
  func centres(seed: UInt64) {
    var random = OutlineRandom(seed: seed)
    let outline = random.outline(-4...20, curves: false)
    let clip = PixelRect(0, 0, 16, 16)
    for rule in [FillRule.nonZero, .evenOdd] {
      let coverage = Rasterizer.coverage(of: outline, rule: rule, clip: clip, antialias: false)
      var wrong: [String] = []
      for y in 0..<16 as Range<Int32> {
        for x in 0..<16 as Range<Int32> {
          let near = [-0.01, 0.01].flatMap { dx in
            [-0.01, 0.01].map { RasterPoint(Double(x) + 0.5 + dx, Double(y) + 0.5 + $0) }
          }
          let answers = Set(near.map { outline.contains($0, rule: rule) })
          guard answers.count == 1, let inside = answers.first else { continue }
          if coverage.value(x: x, y: y) != (inside ? 255 : 0) { wrong.append("\(x),\(y)") }
        }
      }
      #expect(wrong.isEmpty)
    }
  }

  @Test("the bytes of a pixel do not depend on the clip", arguments: 0..<60 as Range<UInt64>)
  func clips(seed: UInt64) {
    var random = OutlineRandom(seed: seed)
    let outline = random.outline(seed % 2 == 0 ? -40...140 : -3e6...3e6)
    let whole = Rasterizer.coverage(of: outline, rule: .nonZero, clip: clip)
    for _ in 0..<4 {
      let (x, y) = (Int32(random.next() % 80), Int32(random.next() % 80))
      let part = PixelRect(x, y, x + 3 + Int32(random.next() % 18), y + 3 + Int32(random.next() % 18))
      let seen = Rasterizer.coverage(of: outline, rule: .nonZero, clip: part)
      #expect(bytes(seen, in: part) == bytes(whole, in: part))
    }
  }

  @Test("spans are ordered, apart and inside the bounds", arguments: 0..<60 as Range<UInt64>)
  func structure(seed: UInt64) {
    var random = OutlineRandom(seed: seed)
    let coverage = Rasterizer.coverage(of: random.outline(-40...140), rule: .evenOdd, clip: clip)
    #expect(coverage.rowStarts.count == coverage.bounds.height + 1)
    #expect(clip.contains(coverage.bounds))
    var wrong: [CoverageSpan] = []
    for y in coverage.bounds.minY..<coverage.bounds.maxY {
      var end = coverage.bounds.minX
      for span in coverage.spans(inRow: y) {
        let isStored = span.value != 0 || Int(span.offset + span.length) <= coverage.alphas.count
        if span.x < end || span.length <= 0 || !isStored { wrong.append(span) }
        end = span.end
      }
      if end > coverage.bounds.maxX { Issue.record("row \(y) ends at \(end)") }
    }
    #expect(wrong.isEmpty)
  }

  @Test("an outline and its reverse cancel to nothing")
  func reversal() {
    var random = OutlineRandom(seed: 5)
    for _ in 0..<50 {
      let points = (0..<7).map { _ in random.point(-20...120) }
      var outline = Outline()
      outline.polygon(points)
      outline.polygon(points.reversed())
      #expect(Rasterizer.coverage(of: outline, rule: .nonZero, clip: clip).isEmpty)
    }
  }

  @Test("overlapping contours count once for non-zero and not at all for even-odd")
  func overlaps() {
    var outline = Outline.rect(minX: 10, minY: 10, width: 30, height: 30)
    outline.append(.rect(minX: 20, minY: 20, width: 30, height: 30))
    #expect(Rasterizer.coverage(of: outline, rule: .nonZero, clip: clip).area == 900 + 900 - 400)
    #expect(Rasterizer.coverage(of: outline, rule: .evenOdd, clip: clip).area == 900 + 900 - 800)
  }

  @Test(
    "rectangles of any size with a hole are right inside a small view (SC-58)",
    arguments: [1e4, 1e7, 1e9, 1e14]
  )
  func hugeRectangles(size: Double) {
    var outline = Outline.rect(minX: -size, minY: -size, width: 2 * size, height: 2 * size)
    outline.append(.rect(minX: 20, minY: 30, width: 40, height: 50))
    let view = PixelRect(0, 0, 1000, 1000)
    let coverage = Rasterizer.coverage(of: outline, rule: .evenOdd, clip: view)
    #expect(coverage.area == 1_000_000 - 2000)
    // Bytes stand only around the edges that do not lie between blocks of sixteen pixels.
    #expect(coverage.spans.count < 1200)
    #expect(coverage.alphas.count <= 50 * 2 * 16)
  }

  @Test("a huge slanted edge passes where it should (SC-58)")
  func hugeEdges() {
    var outline = Outline()
    outline.polygon([RasterPoint(-1e9, -1e9), RasterPoint(1e9, 1e9), RasterPoint(-1e9, 1e9)])
    let coverage = Rasterizer.coverage(of: outline, clip: clip)
    #expect(abs(coverage.area - 5000) < 1)
    #expect(coverage.value(x: 40, y: 40) == 128 || coverage.value(x: 40, y: 40) == 127)
    let ellipse = Outline.ellipse(minX: -1e9, minY: 0, width: 2e9, height: 1e9)
    // At its top the ellipse is flat over 100 pixels.
    #expect(Rasterizer.coverage(of: ellipse, clip: PixelRect(-50, 1, 50, 3)).area == 200)
  }

  @Test("coordinates that are no numbers drop their segments and nothing else")
  func notNumbers() {
    var outline = Outline()
    outline.move(to: RasterPoint(10, 10))
    outline.line(to: RasterPoint(20, 10))
    outline.line(to: RasterPoint(.nan, 5))
    outline.cubic(RasterPoint(.infinity, 0), RasterPoint(0, 0), to: RasterPoint(1, 1))
    outline.line(to: RasterPoint(20, 20))
    outline.line(to: RasterPoint(10, 20))
    outline.close()
    #expect(Rasterizer.coverage(of: outline, clip: clip).area == 100)
  }

  @Test("any coordinates are taken without harm", arguments: 0..<40 as Range<UInt64>)
  func fuzz(seed: UInt64) {
    var random = OutlineRandom(seed: seed)
    let odd = [
      .nan, .infinity, -.infinity, 1e308, -1e308, 1e15, -1e9, .leastNonzeroMagnitude, 1_048_576, -1_048_576,
      0.5, 50,
    ]
    var points: [RasterPoint] = []
    var verbs: [Outline.Verb] = []
    for _ in 0..<40 {
      let verb = Outline.Verb(rawValue: UInt8(random.next() % 5)) ?? .close
      verbs.append(verb)
      for _ in 0..<verb.pointCount {
        func value() -> Double {
          random.next() % 3 == 0 ? odd[Int(random.next() % UInt64(odd.count))] : random.number(-200...300)
        }
        points.append(RasterPoint(value(), value()))
      }
    }
    guard let outline = Outline(verbs: verbs, points: points) else {
      Issue.record("counts agree")
      return
    }
    for rule in [FillRule.nonZero, .evenOdd] {
      for antialias in [true, false] {
        _ = Rasterizer.coverage(of: outline, rule: rule, clip: clip, antialias: antialias)
      }
    }
    _ = outline.bounds
    _ = outline.length
    _ = outline.contains(RasterPoint(3, 4), rule: .nonZero)
    let style = StrokeStyle(width: 5, cap: .round, join: .round)
    _ = Rasterizer.coverage(of: outline.stroked(style), clip: clip)
    _ = outline.trimmed(from: 0.2, to: 0.7).dashed(lengths: [5, 7, 0], phase: -3)
    let tilted = Projective(m11: 1, m12: 0, m13: 0.01, m21: 0, m22: 1, m23: -0.02, m31: 0, m32: 0, m33: 1)
    _ = Rasterizer.coverage(of: outline.transformed(by: tilted), clip: clip)
  }

  @Test("a scratch used again gives the same bytes")
  func reuse() {
    let scratch = RasterizerScratch()
    var random = OutlineRandom(seed: 9)
    for _ in 0..<30 {
      let outline = random.outline(-20...1200)
      let clip = PixelRect(0, 0, 1000, 1100)
      #expect(
        Rasterizer.coverage(of: outline, rule: .nonZero, clip: clip, scratch: scratch)
          == Rasterizer.coverage(of: outline, rule: .nonZero, clip: clip)
      )
    }
  }

  @Test("products and intersections act pixel by pixel", arguments: 0..<30 as Range<UInt64>)
  func algebra(seed: UInt64) {
    var random = OutlineRandom(seed: seed)
    let a = Rasterizer.coverage(of: random.outline(0...40), clip: PixelRect(0, 0, 40, 40))
    let b = Rasterizer.coverage(of: random.outline(0...40), clip: PixelRect(5, 0, 45, 30))
    let part = PixelRect(7, 9, 21, 33)
    let product = a.multiplied(by: b)
    let cut = a.intersection(part)
    let mask = (0..<(14 * 24)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let masked = mask.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { a.multiplied(byMask: $0, rowBytes: 14, covering: part) } ?? Coverage()
    }
    let moved = a.offset(by: 3, -2)
    func times(_ x: UInt8, _ y: UInt8) -> UInt8 { UInt8((Double(x) * Double(y) / 255).rounded()) }
    var wrong: [String] = []
    for y in 0..<45 as Range<Int32> {
      for x in 0..<45 as Range<Int32> {
        let inside = part.contains(x: x, y: y)
        let own = a.value(x: x, y: y)
        let byte = inside ? mask[Int(y - 9) * 14 + Int(x - 7)] : 0
        let isRight =
          product.value(x: x, y: y) == times(own, b.value(x: x, y: y))
          && cut.value(x: x, y: y) == (inside ? own : 0) && masked.value(x: x, y: y) == times(own, byte)
          && moved.value(x: x + 3, y: y - 2) == own
        if !isRight { wrong.append("\(x),\(y)") }
      }
    }
    #expect(wrong.isEmpty)
  }
}
