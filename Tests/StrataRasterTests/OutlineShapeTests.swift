import Foundation
import StrataBase
import StrataRaster
import Testing

private func area(_ outline: Outline, rule: FillRule = .nonZero) -> Double {
  Rasterizer.coverage(of: outline, rule: rule, clip: PixelRect(-50, -50, 250, 250)).area
}

@Suite("Shapes are built, measured and mapped")
struct OutlineShapeTests {
  @Test("a rounded square has the area of quarter circles (rendering E-286)")
  func roundedArea() {
    let rect = RoundedRect(minX: 0, minY: 0, width: 100, height: 100, radius: 20)
    #expect(abs(area(.roundedRect(rect)) - 9656.637) < 1)
  }

  @Test("radii are limited to half of the shorter side (rendering E-287, E-290)")
  func radiusLimit() {
    let circular = RoundedRect(minX: 0, minY: 0, width: 80, height: 60, radius: 50)
    #expect(circular.limited().minXminY == SIMD2(30, 30))
    let continuous = RoundedRect(
      minX: 0,
      minY: 0,
      width: 80,
      height: 60,
      radius: 40,
      curve: .continuous
    )
    #expect(abs(continuous.limited().maxXmaxY.x - 19.625) < 0.0005)
    #expect(RoundedRect(minX: 0, minY: 0, width: 9, height: 9, radius: -4).hasSquareCorners)
  }

  @Test("inner radii are what the border leaves (rendering E-288, E-291)")
  func innerRadius() {
    let wide = RoundedRect(minX: 0, minY: 0, width: 100, height: 100, radius: 20).inset(by: 5)
    #expect(wide?.minXminY.x == 15)
    let narrow = RoundedRect(minX: 0, minY: 0, width: 100, height: 100, radius: 3).inset(by: 5)
    #expect(narrow?.minXminY.x == 0)
    #expect(RoundedRect(minX: 0, minY: 0, width: 100, height: 60, radius: 3).inset(by: 30) == nil)
  }

  @Test("a border paints the ring, and a wide one everything (rendering R-14)")
  func border() {
    let rect = RoundedRect(minX: 0, minY: 0, width: 100, height: 60, radius: 0)
    #expect(area(.border(rect, width: 5), rule: .evenOdd) == 6000 - 90 * 50)
    #expect(area(.border(rect, width: 30), rule: .evenOdd) == 6000)
    #expect(Outline.border(rect, width: -1).isEmpty)
  }

  @Test("a continuous corner has the measured points (rendering E-289, E-294)")
  func continuousCorner() {
    let rect = RoundedRect(minX: 0, minY: 0, width: 200, height: 200, radius: 20, curve: .continuous)
    let outline = Outline.roundedRect(rect)
    #expect(abs(outline.points[0].y - 30.5733) < 1e-4 && outline.points[0].x == 0)
    var middle: RasterPoint?
    var cubics = 0
    outline.forEachSegment { segment in
      if segment.degree == 3 { cubics += 1 }
      if cubics == 2, middle == nil { middle = segment.point(at: 0.5) / 20 }
    }
    #expect(abs((middle?.x ?? 0) - 0.291507) < 1e-6 && abs((middle?.y ?? 0) - 0.291507) < 1e-6)
  }

  @Test("a circular corner has its middle and control points on the circle (rendering E-293, E-295)")
  func circularCorner() {
    let outline = Outline.roundedRect(RoundedRect(minX: 0, minY: 0, width: 100, height: 100, radius: 20))
    #expect(abs(outline.points[1].y - 8.95431) < 1e-5)
    #expect(abs(outline.points[2].x - 8.95431) < 1e-5)
    var middle: RasterPoint?
    outline.forEachSegment { if $0.degree == 3, middle == nil { middle = $0.point(at: 0.5) / 20 } }
    #expect(abs((middle?.x ?? 0) - 0.292893) < 1e-6)
  }

  @Test("pixels are painted by the distance of their centres from the corner's centre (rendering E-292)")
  func cornerCentres() {
    let rect = RoundedRect(minX: 0, minY: 0, width: 80, height: 60, radius: 20)
    let coverage = Rasterizer.coverage(
      of: .roundedRect(rect),
      clip: PixelRect(0, 0, 80, 60),
      antialias: false
    )
    #expect(coverage.value(x: 0, y: 0) == 0 && coverage.value(x: 5, y: 5) == 0)
    #expect(coverage.value(x: 6, y: 6) == 255)
  }

  @Test("the fast path has the bytes of the path", arguments: 0..<60 as Range<UInt64>)
  func fastPath(seed: UInt64) {
    var random = OutlineRandom(seed: seed)
    var rect = RoundedRect(
      minX: random.number(-20...40),
      minY: random.number(-20...40),
      width: random.number(0.1...80),
      height: random.number(0.1...80),
      radius: random.number(0...50),
      corners: UInt(random.next() % 16),
      curve: random.next() % 2 == 0 ? .circular : .continuous
    )
    if seed % 3 == 0 { rect.maxXmaxY = SIMD2(random.number(0...30), random.number(0...30)) }
    let clip = PixelRect(-5, -5, 70, 60)
    let fast = RoundedRectCoverage.coverage(of: rect, clip: clip, scratch: RasterizerScratch())
    let slow = Rasterizer.coverage(of: .roundedRect(rect), rule: .evenOdd, clip: clip)
    let width = random.number(0.2...20)
    let ring = RoundedRectCoverage.coverage(
      ofBorder: rect,
      width: width,
      clip: clip,
      scratch: RasterizerScratch()
    )
    let slowRing = Rasterizer.coverage(of: .border(rect, width: width), rule: .evenOdd, clip: clip)
    #expect(bytes(fast, in: clip) == bytes(slow, in: clip))
    #expect(bytes(ring, in: clip) == bytes(slowRing, in: clip))
  }

  @Test("rounded rectangles of no sense are empty")
  func oddRects() {
    let clip = PixelRect(0, 0, 50, 50)
    for value in [Double.nan, .infinity, -.infinity, -5, 0] {
      let rect = RoundedRect(minX: 1, minY: value, width: value, height: 20, radius: value)
      #expect(RoundedRectCoverage.coverage(of: rect, clip: clip, scratch: RasterizerScratch()).isEmpty)
    }
    let round = RoundedRect(minX: 0, minY: 0, width: 50, height: 50, radius: .infinity)
    let coverage = RoundedRectCoverage.coverage(of: round, clip: clip, scratch: RasterizerScratch())
    #expect(abs(coverage.area - .pi * 625) < 1)
  }

  @Test("an ellipse has its area, bounds and length")
  func ellipse() {
    let circle = Outline.ellipse(minX: 0, minY: 0, width: 100, height: 100)
    #expect(abs(area(circle) - .pi * 2500) < 2.5)
    #expect(abs(circle.length - .pi * 100) < 0.05)
    #expect(circle.bounds == OutlineBounds(minX: 0, minY: 0, maxX: 100, maxY: 100))
    var bow = Outline()
    bow.move(to: RasterPoint(0, 0))
    bow.quad(control: RasterPoint(10, 20), to: RasterPoint(20, 0))
    #expect(bow.bounds?.maxY == 10 && bow.controlBounds?.maxY == 20)
  }

  @Test("arcs go round the asked way")
  func arcs() {
    var half = Outline()
    half.addArc(
      center: RasterPoint(50, 50),
      radius: 40,
      startAngle: 0,
      endAngle: .pi,
      clockwise: false
    )
    #expect(abs((half.bounds?.maxY ?? 0) - 90) < 0.02 && abs((half.bounds?.minY ?? 0) - 50) < 1e-9)
    var other = Outline()
    other.addArc(center: RasterPoint(50, 50), radius: 40, startAngle: 0, endAngle: .pi, clockwise: true)
    #expect(abs((other.bounds?.minY ?? 0) - 10) < 0.02)
    var whole = Outline()
    whole.addArc(
      center: RasterPoint(50, 50),
      radius: 40,
      startAngle: 0,
      endAngle: 2 * .pi,
      clockwise: false
    )
    #expect(abs(area(whole) - .pi * 1600) < 2)
  }

  @Test("containment follows the rule")
  func containment() {
    var outline = Outline.rect(minX: 0, minY: 0, width: 40, height: 40)
    outline.append(.ellipse(minX: 10, minY: 10, width: 20, height: 20))
    #expect(outline.contains(RasterPoint(20, 20), rule: .nonZero))
    #expect(!outline.contains(RasterPoint(20, 20), rule: .evenOdd))
    #expect(outline.contains(RasterPoint(11, 11), rule: .evenOdd))
    #expect(!outline.contains(RasterPoint(41, 20), rule: .nonZero))
    #expect(!outline.contains(RasterPoint(.nan, 20), rule: .nonZero))
  }

  @Test("points are found by length and by parameter (animation #293, #294, #298, #300, #301)")
  func measure() {
    var corner = Outline()
    corner.move(to: RasterPoint(0, 0))
    corner.line(to: RasterPoint(30, 40))
    corner.line(to: RasterPoint(30, 90))
    let measure = OutlineMeasure(corner)
    #expect(measure.length == 100)
    #expect(measure.point(atLength: 75) == RasterPoint(30, 65))
    #expect(measure.tangent(atLength: 75) == RasterPoint(0, 1))
    #expect(measure.segments[0].point(at: 0.5) == RasterPoint(15, 20))
    var jump = Outline()
    jump.move(to: RasterPoint(0, 0))
    jump.line(to: RasterPoint(10, 0))
    jump.move(to: RasterPoint(100, 100))
    jump.line(to: RasterPoint(100, 110))
    #expect(OutlineMeasure(jump).point(atLength: 5) == RasterPoint(5, 0))
    #expect(OutlineMeasure(jump).point(atLength: 10) == RasterPoint(100, 100))
    var closed = corner
    closed.close()
    #expect(OutlineMeasure(closed, countsClosingLines: false).segments.count == 2)
    #expect(OutlineMeasure(Outline()).point(atLength: 0) == nil)
    var path = Outline()
    path.move(to: RasterPoint(0, 0))
    path.line(to: RasterPoint(10, 0))
    path.line(to: RasterPoint(10, 90))
    #expect(OutlineMeasure(path).point(atLength: 25) == RasterPoint(10, 15))
    var curve = Outline()
    curve.move(to: RasterPoint(0, 0))
    curve.cubic(RasterPoint(0, 100), RasterPoint(100, 100), to: RasterPoint(100, 0))
    let bow = OutlineMeasure(curve)
    #expect(bow.segments[0].point(at: 0.25) == RasterPoint(15.625, 56.25))
    let quarter = bow.point(atLength: bow.length / 4) ?? .zero
    // The curve is 200 long; a sum of 400,000 chords reaches 50 at this point.
    #expect(abs(bow.length - 200) < 1e-5)
    #expect(abs(quarter.x - 10.58933) < 1e-3 && abs(quarter.y - 48.35254) < 1e-3)
    #expect(abs(quarter.x - 10.592718) < 0.15 && abs(quarter.y - 48.3588) < 0.15)
  }

  @Test("outlines of equal structure interpolate point by point (animation I-14)")
  func interpolation() {
    let a = Outline.rect(minX: 0, minY: 0, width: 10, height: 10)
    let b = Outline.rect(minX: 10, minY: 20, width: 30, height: 10)
    #expect(a.interpolated(to: b, at: 0.5) == .rect(minX: 5, minY: 10, width: 20, height: 10))
    var triangle = Outline()
    triangle.polygon([RasterPoint(0, 0), RasterPoint(1, 0), RasterPoint(0, 1)])
    #expect(a.interpolated(to: triangle, at: 0.5) == nil)
    var open = Outline()
    open.move(to: .zero)
    #expect(a.interpolated(to: open, at: 0.5) == nil)
  }

  private func bow(_ start: RasterPoint, _ control1: RasterPoint, _ control2: RasterPoint, _ end: RasterPoint)
    -> Outline
  {
    var bow = Outline()
    bow.move(to: start)
    bow.cubic(control1, control2, to: end)
    return bow
  }

  private func isNear(_ a: RasterPoint, _ b: RasterPoint) -> Bool {
    let way = a - b
    return (way * way).sum() < 1e-18
  }

  @Test("handles of curves turn by the shorter way and stretch (animation I-14)")
  func handles() throws {
    let from = bow(.zero, RasterPoint(40, 0), RasterPoint(100, 20), RasterPoint(100, 0))
    let to = bow(.zero, RasterPoint(0, 40), RasterPoint(100, 60), RasterPoint(100, 0))
    let half = try #require(from.interpolated(to: to, at: 0.5))
    let diagonal = 40 * 0.5.squareRoot()
    #expect(isNear(half.points[1], RasterPoint(diagonal, diagonal)))
    // The same direction: the length alone moves.
    #expect(isNear(half.points[2], RasterPoint(100, 40)))
    // A quarter of the way from 170° to -170° is 175°, not 85°.
    func handle(_ degrees: Double, _ length: Double) -> RasterPoint {
      RasterPoint(cos(degrees * .pi / 180), sin(degrees * .pi / 180)) * length
    }
    let left = bow(.zero, handle(170, 10), .zero, .zero)
    let right = bow(.zero, handle(-170, 30), .zero, .zero)
    let quarter = try #require(left.interpolated(to: right, at: 0.25))
    #expect(isNear(quarter.points[1], handle(175, 15)))
    // A half turn takes the positive angle, as turns do (animation I-10).
    let opposite = try #require(
      bow(.zero, RasterPoint(10, 0), .zero, .zero)
        .interpolated(to: bow(.zero, RasterPoint(-10, 0), .zero, .zero), at: 0.5)
    )
    #expect(isNear(opposite.points[1], RasterPoint(0, 10)))
    #expect(from.interpolated(to: to, at: 0) == from)
    #expect(from.interpolated(to: to, at: 1) == to)
  }

  @Test("the points between which handles turn move in straight lines (animation I-14)")
  func movedHandles() throws {
    let from = bow(.zero, RasterPoint(40, 0), RasterPoint(100, 0), RasterPoint(100, 0))
    let to = bow(RasterPoint(10, 20), RasterPoint(10, 60), RasterPoint(200, 0), RasterPoint(200, 0))
    let half = try #require(from.interpolated(to: to, at: 0.5))
    let diagonal = 40 * 0.5.squareRoot()
    #expect(isNear(half.points[0], RasterPoint(5, 10)))
    #expect(isNear(half.points[1], RasterPoint(5 + diagonal, 10 + diagonal)))
    #expect(isNear(half.points[2], RasterPoint(150, 0)))
    #expect(isNear(half.points[3], RasterPoint(150, 0)))
  }

  @Test("a line that faces a curve is a curve with its control points at its ends (animation I-14)")
  func lineAndCurve() throws {
    var line = Outline()
    line.move(to: .zero)
    line.line(to: RasterPoint(100, 0))
    let curve = bow(.zero, RasterPoint(0, 60), RasterPoint(100, 60), RasterPoint(100, 0))
    for (half, name) in [
      (line.interpolated(to: curve, at: 0.5), "to the curve"),
      (curve.interpolated(to: line, at: 0.5), "to the line"),
    ] {
      let half = try #require(half)
      #expect(half == bow(.zero, RasterPoint(0, 30), RasterPoint(100, 30), RasterPoint(100, 0)), "\(name)")
    }
    var quad = Outline()
    quad.move(to: .zero)
    quad.quad(control: RasterPoint(50, 90), to: RasterPoint(100, 0))
    let raised = try #require(line.interpolated(to: quad, at: 0.5))
    // Raised to a cubic the handles are two thirds of the way to the control point.
    let third = 100.0 / 3
    #expect(isNear(raised.points[1], RasterPoint(third / 2, 30)))
    #expect(isNear(raised.points[2], RasterPoint(100 - third / 2, 30)))
  }

  @Test("perspective maps points and cuts off what is behind the eye")
  func perspective() {
    let map = Projective(m11: 1, m12: 0, m13: 0, m21: 0, m22: 1, m23: 0.01, m31: 0, m32: 0, m33: 1)
    let square = Outline.rect(minX: 0, minY: 0, width: 100, height: 100).transformed(by: map)
    #expect(square.points.contains(RasterPoint(50, 50)))
    // The trapezoid between y = 0 of width 100 and y = 50 of width 50.
    #expect(abs(area(square) - 3750) < 0.5)
    let behind = Outline.rect(minX: -10, minY: -200, width: 20, height: 50).transformed(by: map)
    #expect(behind.isEmpty)
    let through = Outline.rect(minX: -10, minY: -200, width: 20, height: 220).transformed(by: map)
    #expect(through.points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
    let circle = Outline.ellipse(minX: 0, minY: 0, width: 100, height: 100).transformed(by: map)
    // The image of x² + y² ≤ 1 under y/(1 + ay): an ellipse, computed from its dual conic.
    let (radius, a) = (50.0, 0.01)
    let w = 1 + a * 50
    let expected = Double.pi * radius * radius / pow(w * w - a * a * radius * radius, 1.5)
    #expect(abs(area(circle) - expected) < 4)
  }
}
