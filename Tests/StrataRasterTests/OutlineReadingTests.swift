import StrataBase
import StrataRaster
import Testing

/// Elements in any order, with lone moves, coordinates that are not finite, and no first move.
private func wildOutline(_ random: inout OutlineRandom) -> Outline {
  var outline = Outline()
  func point() -> RasterPoint {
    var point = random.point(0...100)
    if random.next() % 30 == 0 { point[Int(random.next() % 2)] = random.next() % 2 == 0 ? .nan : .infinity }
    return point
  }
  for _ in 0..<(random.next() % 30) {
    switch random.next() % 7 {
    case 0, 1: outline.move(to: point())
    case 2: outline.line(to: point())
    case 3: outline.quad(control: point(), to: point())
    case 4, 5: outline.cubic(point(), point(), to: point())
    default: outline.close()
    }
  }
  return outline
}

private func isFinite(_ point: RasterPoint) -> Bool { point.x.isFinite && point.y.isFinite }

/// The subpaths of an outline, element by element, as SVG has them: those without a segment are left out.
private func subpaths(of outline: Outline) -> [(segments: [OutlineSegment], isClosed: Bool)] {
  var result: [(segments: [OutlineSegment], isClosed: Bool)] = []
  var segments: [OutlineSegment] = []
  var points = outline.points[...]
  var start: RasterPoint?
  var current = RasterPoint.zero
  func finish(isClosed: Bool) {
    if !segments.isEmpty { result.append((segments, isClosed)) }
    segments = []
  }
  for verb in outline.verbs {
    let own = Array(points.prefix(verb.pointCount))
    points = points.dropFirst(verb.pointCount)
    guard own.allSatisfy(isFinite) else {
      if verb == .move {
        finish(isClosed: false)
        start = nil
      }
      continue
    }
    if verb == .close {
      guard let first = start else { continue }
      if segments.isEmpty || current != first {
        segments.append(OutlineSegment(line: current, first, isClosing: true))
      }
      finish(isClosed: true)
      current = first
      continue
    }
    let end = own[own.count - 1]
    if verb == .move || start == nil {
      finish(isClosed: false)
      start = end
    } else if own.count == 1 {
      segments.append(OutlineSegment(line: current, end))
    } else if own.count == 2 {
      segments.append(OutlineSegment(quad: current, own[0], end))
    } else {
      segments.append(OutlineSegment(cubic: current, own[0], own[1], end))
    }
    current = end
  }
  finish(isClosed: false)
  return result
}

@Suite("Outlines are read segment by segment")
struct OutlineReadingTests {
  @Test("lone moves and elements that are not finite are skipped", arguments: 0..<200 as Range<UInt64>)
  func wild(seed: UInt64) {
    var random = OutlineRandom(seed: seed)
    let outline = wildOutline(&random)
    let expected = subpaths(of: outline)
    var found: [(segments: [OutlineSegment], isClosed: Bool)] = []
    outline.forEachSubpath { found.append(($0, $1)) }
    #expect(found.map(\.segments) == expected.map(\.segments))
    #expect(found.map(\.isClosed) == expected.map(\.isClosed))
    var segments: [OutlineSegment] = []
    outline.forEachSegment { segments.append($0) }
    #expect(segments == expected.flatMap(\.segments))
  }

  @Test("bounds are those of the curves, or of finite points", arguments: 0..<200 as Range<UInt64>)
  func bounds(seed: UInt64) throws {
    var random = OutlineRandom(seed: seed)
    let outline = wildOutline(&random)
    let points = outline.points.filter(isFinite)
    var samples = subpaths(of: outline).flatMap(\.segments).flatMap { segment in
      (0...1000).map { segment.point(at: Double($0) / 1000) }
    }
    if samples.isEmpty { samples = points }
    #expect((outline.bounds == nil) == samples.isEmpty && (outline.controlBounds == nil) == points.isEmpty)
    guard let bounds = outline.bounds, let hull = outline.controlBounds else { return }
    func differs(_ a: OutlineBounds, _ points: [RasterPoint], by limit: Double) -> Bool {
      let (x, y) = (points.map(\.x), points.map(\.y))
      return abs((x.min() ?? .nan) - a.minX) > limit || abs((x.max() ?? .nan) - a.maxX) > limit
        || abs((y.min() ?? .nan) - a.minY) > limit || abs((y.max() ?? .nan) - a.maxY) > limit
    }
    #expect(!differs(bounds, samples, by: 1e-3), "\(bounds)")
    #expect(!differs(hull, points, by: 0), "\(hull)")
  }

  @Test("a stroke that used the memory of another one is the same", arguments: 0..<40 as Range<UInt64>)
  func scratch(seed: UInt64) {
    var random = OutlineRandom(seed: seed)
    var scratch = StrokeScratch()
    for _ in 0..<5 {
      let outline = wildOutline(&random)
      let style = StrokeStyle(
        width: random.number(0.1...30),
        cap: [.butt, .round, .square][Int(random.next() % 3)],
        join: [.miter, .round, .bevel][Int(random.next() % 3)]
      )
      #expect(outline.stroked(style, using: &scratch) == outline.stroked(style))
    }
  }
}
