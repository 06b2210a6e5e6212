import Foundation
import StrataBase
import StrataRaster
import Testing

private func unit(_ vector: RasterPoint) -> RasterPoint { vector / (vector * vector).sum().squareRoot() }

private func normal(_ direction: RasterPoint) -> RasterPoint { RasterPoint(-direction.y, direction.x) }

/// The quarters of a circle about (100, 100), y down, from (100 + radius, 100) on.
private func arc(radius: Double, quarters: Int) -> Outline {
  let centre = RasterPoint(100, 100)
  let ends = [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)].map { RasterPoint($0.0, $0.1) * radius }
  var result = Outline()
  result.move(to: centre + ends[0])
  for index in 0..<quarters {
    let (from, to) = (ends[index % 4], ends[(index + 1) % 4])
    let reach = 0.5522847498307936
    result.cubic(centre + from + to * reach, centre + to + from * reach, to: centre + to)
  }
  return result
}

private func isPainted(_ stroke: Outline, _ x: Double, _ y: Double) -> Bool {
  stroke.contains(RasterPoint(x, y), rule: .nonZero)
}

@Suite("Strokes end and join square to their curves")
struct StrokeEndTests {
  @Test("a half ring ends on a straight line (rendering SH-5)", arguments: [1.0, 10, 30, 60, 100])
  func halfRing(half: Double) throws {
    let stroke = arc(radius: 60, quarters: 2).stroked(StrokeStyle(width: half * 2))
    // The inner half of a stroke wider than the circle sweeps over the other side of the centre.
    let inner = max(0, half - 60)
    let box = try #require(stroke.bounds)
    #expect(abs(box.minY - (100 - inner)) < 0.2)
    #expect(abs(box.maxX - (160 + half)) < 0.1)
    for x in stride(from: 100 + inner + 0.5, to: 160 + half, by: 1.25) where x > 160 - half {
      #expect(!isPainted(stroke, x, 99.999) && !isPainted(stroke, 200 - x, 99.999))
      #expect(isPainted(stroke, x, 100.001) && isPainted(stroke, 200 - x, 100.001))
    }
  }

  @Test(
    "an arc of a whole circle has no seam (rendering SH-5)",
    arguments: [(60.0, 20.0), (20, 40), (50, 70)]
  )
  func wholeCircle(radius: Double, width: Double) {
    let stroke = arc(radius: radius, quarters: 4).stroked(StrokeStyle(width: width))
    let clip = PixelRect(0, 0, 200, 200)
    let coverage = Rasterizer.coverage(of: stroke, clip: clip)
    var ring = arc(radius: radius, quarters: 4)
    ring.close()
    let whole = Rasterizer.coverage(of: ring.stroked(StrokeStyle(width: width)), clip: clip)
    let last = Int32(100 + radius + width / 2)
    for x in 100..<last { #expect(coverage.value(x: x, y: 99) == whole.value(x: x, y: 99)) }
    #expect(coverage.value(x: last - 1, y: 99) > 230)
  }

  @Test(
    "the parts of a trimmed ring meet without gap or overlap (rendering SH-6)",
    arguments: [0.25, 0.3, 0.62]
  )
  func donut(cut: Double) {
    let circle = Outline.ellipse(minX: 50, minY: 50, width: 100, height: 100)
    let style = StrokeStyle(width: 70)
    let (first, last) = (circle.trimmed(from: 0, to: cut), circle.trimmed(from: cut, to: 1))
    let strokes = (first.stroked(style), last.stroked(style))
    for (point, next) in [(last.points[0], last.points[1]), (circle.points[0], circle.points[1])] {
      let along = unit(next - point)
      for across in stride(from: -34.5, through: 34.5, by: 1.5) {
        for side in [-0.01, 0.01] {
          let place = point + normal(along) * across + along * side
          let isInFirst = strokes.0.contains(place, rule: .nonZero)
          #expect(isInFirst != strokes.1.contains(place, rule: .nonZero))
        }
      }
    }
  }

  @Test(
    "an arc goes on in its tangent without a join (rendering SH-5)",
    arguments: [LineJoin.miter, .bevel, .round]
  )
  func tangentLine(join: LineJoin) {
    var outline = Outline()
    outline.move(to: RasterPoint(160, 20))
    outline.line(to: RasterPoint(160, 100))
    outline.append(arc(radius: 60, quarters: 1), joined: true)
    outline.line(to: RasterPoint(20, 160))
    let stroke = outline.stroked(StrokeStyle(width: 100, join: join))
    for point in stroke.points {
      let turned = pointwiseMax(point - 100, .zero)
      let distance = (turned * turned).sum().squareRoot()
      #expect(distance < 110.06)
      if point.x > 101 && point.y > 101 { #expect(abs(distance - 60) < 50.06) }
    }
    #expect(isPainted(stroke, 209.99, 99) && isPainted(stroke, 209.9, 101))
    #expect(isPainted(stroke, 99, 209.99) && isPainted(stroke, 101, 209.9))
  }

  @Test("the miter of a curve and a line has its tip where the tangents' borders meet (rendering SH-5)")
  func mitre() {
    var outline = arc(radius: 60, quarters: 1)
    // The arc ends at (100, 160), to the left; the line goes on downwards.
    outline.line(to: RasterPoint(100, 220))
    let stroke = outline.stroked(StrokeStyle(width: 60))
    let tip = RasterPoint(70, 130)
    #expect(stroke.points.contains { abs(($0 - tip).x) + abs(($0 - tip).y) < 1e-9 })
    let beyond = stroke.points.filter { $0.x < 70 - 1e-9 || ($0.y < 130 - 1e-9 && $0.x < 99) }
    #expect(beyond.isEmpty)
    // A closed path has the same corner at its start.
    var closed = Outline()
    closed.move(to: RasterPoint(100, 160))
    closed.line(to: RasterPoint(100, 300))
    closed.line(to: RasterPoint(300, 300))
    closed.line(to: RasterPoint(160, 100))
    closed.cubic(RasterPoint(160, 133.137), RasterPoint(133.137, 160), to: RasterPoint(100, 160))
    closed.close()
    let points = closed.stroked(StrokeStyle(width: 60)).points
    #expect(points.contains { abs(($0 - tip).x) + abs(($0 - tip).y) < 1e-9 })
  }

  @Test("control points in the ends leave the direction to the next ones")
  func coincidentControls() {
    let (start, end) = (RasterPoint(20, 20), RasterPoint(120, 20))
    let curves = [
      OutlineSegment(cubic: start, start, RasterPoint(80, 80), end),
      OutlineSegment(cubic: start, RasterPoint(80, 80), end, end),
      OutlineSegment(quad: start, start, end), OutlineSegment(quad: start, RasterPoint(80, 80), end),
      OutlineSegment(cubic: start, start, end, end),
    ]
    for curve in curves {
      let first = curve.control1 != start ? curve.control1 : curve.control2
      let last = curve.control2 != end ? curve.control2 : curve.control1
      let errors = (curve.tangent(at: 0) - unit(first - start), curve.tangent(at: 1) - unit(end - last))
      #expect(abs(errors.0.x) + abs(errors.0.y) < 1e-12)
      #expect(abs(errors.1.x) + abs(errors.1.y) < 1e-12)
      var outline = Outline()
      outline.move(to: start)
      if curve.degree == 2 {
        outline.quad(control: curve.control1, to: end)
      } else {
        outline.cubic(curve.control1, curve.control2, to: end)
      }
      let points = outline.stroked(StrokeStyle(width: 20)).points
      for (point, direction) in [(start, curve.tangent(at: 0)), (end, curve.tangent(at: 1))] {
        for side in [-10.0, 10] {
          let corner = point + normal(direction) * side
          #expect(points.contains { abs(($0 - corner).x) + abs(($0 - corner).y) < 1e-9 })
        }
      }
    }
  }

  @Test("rounding in a control point does not turn an end")
  func noise() throws {
    for noise in [1e-6, 1e-7, 1e-8, 1e-9, 1e-12] {
      var outline = Outline()
      outline.move(to: RasterPoint(20, 20 + noise))
      outline.cubic(RasterPoint(20, 20), RasterPoint(120, 20), to: RasterPoint(120, 20 - noise))
      let box = try #require(outline.stroked(StrokeStyle(width: 40)).bounds)
      #expect(abs(box.minX - 20) < 0.01 && abs(box.maxX - 120) < 0.01)
      #expect(abs(box.minY) < 0.01 && abs(box.maxY - 40) < 0.01)
    }
  }

  @Test(
    "a stroke with butt ends is what the curve's normals sweep over",
    arguments: 0..<40 as Range<UInt64>
  )
  func sweep(seed: UInt64) throws {
    var random = OutlineRandom(seed: seed)
    let half = random.number(1...40)
    let curve = random.bend(half, radius: 1.1)
    var outline = Outline()
    outline.move(to: curve.start)
    outline.cubic(curve.control1, curve.control2, to: curve.end)
    let stroke = outline.stroked(StrokeStyle(width: half * 2))
    let reference = SweptNormals(curve, half: half)
    var wrong: [RasterPoint] = []
    for t in [0.0, 1] {
      let (end, along) = (curve.point(at: t), curve.tangent(at: t))
      for _ in 0..<60 {
        let place = end + normal(along) * random.number(-half...half) + along * random.number(-3...3)
        guard let expected = reference.contains(place, slack: 0.06) else { continue }
        if stroke.contains(place, rule: .nonZero) != expected { wrong.append(place) }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test("square caps go on along the tangents", arguments: 0..<20 as Range<UInt64>)
  func squareCaps(seed: UInt64) {
    var random = OutlineRandom(seed: seed)
    let half = random.number(1...40)
    let curve = random.bend(half, radius: 0.5)
    var outline = Outline()
    outline.move(to: curve.start)
    outline.cubic(curve.control1, curve.control2, to: curve.end)
    let stroke = outline.stroked(StrokeStyle(width: half * 2, cap: .square))
    for t in [0.0, 1] {
      let along = curve.tangent(at: t) * (t * 2 - 1)
      for side in [-half, half] {
        let corner = curve.point(at: t) + along * half + normal(along) * side
        #expect(stroke.points.contains { abs(($0 - corner).x) + abs(($0 - corner).y) < 1e-9 })
      }
    }
  }
}

extension Outline {
  /// Appends the segments of an outline whose first point is the last one of this.
  fileprivate mutating func append(_ other: Outline, joined: Bool) {
    other.forEachSegment { cubic($0.control1, $0.control2, to: $0.end) }
  }
}

extension OutlineRandom {
  /// A curve of no smaller radius than half of a stroke's width times `radius`.
  fileprivate mutating func bend(_ half: Double, radius: Double) -> OutlineSegment {
    while true {
      let start = RasterPoint.zero
      let turn = number(-1.2...1.2)
      let size = number((2 * radius)...(8 * radius)) * half
      let control1 = point(0.2...0.5) * RasterPoint(size, 0)
      let control2 = control1 + RasterPoint(cos(turn), sin(turn)) * (size * number(0.2...0.5))
      let last = turn + number(-1...1)
      let end = control2 + RasterPoint(cos(last), sin(last)) * (size * number(0.2...0.5))
      let curve = OutlineSegment(cubic: start, control1, control2, end)
      let isGentle = (0...200).allSatisfy { index in
        let t = Double(index) / 200
        let (a, b) = (curve.tangent(at: max(0, t - 0.002)), curve.tangent(at: min(1, t + 0.002)))
        let step = curve.length(from: max(0, t - 0.002), to: min(1, t + 0.002))
        return abs(a.x * b.y - a.y * b.x) * half * radius < step
      }
      if isGentle { return curve }
    }
  }
}

/// The area that the normals of a curve sweep over, from many of them.
private struct SweptNormals {
  private let samples: [(point: RasterPoint, tangent: RasterPoint)]
  private let half: Double

  init(_ curve: OutlineSegment, half: Double) {
    samples = (0...800).map { index in
      let t = Double(index) / 800
      return (curve.point(at: t), curve.tangent(at: t))
    }
    self.half = half
  }

  /// Whether a point is inside; nil if it is too near the border to tell.
  func contains(_ place: RasterPoint, slack: Double) -> Bool? {
    var nearest = Double.infinity
    var before = 0.0
    for (index, sample) in samples.enumerated() {
      let vector = place - sample.point
      let ahead = (vector * sample.tangent).sum()
      let isEnd = index == 0 || index == samples.count - 1
      let across = abs(vector.x * sample.tangent.y - vector.y * sample.tangent.x)
      if isEnd, abs(ahead) < slack, across < half + slack { return nil }
      if index > 0, before * ahead <= 0 { nearest = min(nearest, (vector * vector).sum().squareRoot()) }
      before = ahead
    }
    return abs(nearest - half) < slack ? nil : nearest < half
  }
}
