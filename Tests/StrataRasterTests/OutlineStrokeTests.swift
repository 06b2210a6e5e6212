import Foundation
import StrataBase
import StrataRaster
import Testing

/// The line from (20, 50) to (120, 50).
private let line100: Outline = {
  var result = Outline()
  result.move(to: RasterPoint(20, 50))
  result.line(to: RasterPoint(120, 50))
  return result
}()

private let rect = Outline.rect(minX: 10, minY: 10, width: 40, height: 30)

private func area(_ outline: Outline, antialias: Bool = true) -> Double {
  Rasterizer.coverage(of: outline, clip: PixelRect(-200, -200, 400, 400), antialias: antialias).area
}

@Suite("Outlines are stroked, dashed and trimmed")
struct OutlineStrokeTests {
  @Test("a stroked rectangle paints its ring (rendering E-310, E-311)")
  func ring() {
    let stroke = rect.stroked(StrokeStyle(width: 4))
    #expect(area(stroke) == 560)
    let both = Rasterizer.coverage(of: rect, clip: PixelRect(0, 0, 100, 100))
    let border = Rasterizer.coverage(of: stroke, clip: PixelRect(0, 0, 100, 100))
    var painted = 0
    for y in 0..<60 as Range<Int32> {
      for x in 0..<60 as Range<Int32> where both.value(x: x, y: y) > 0 || border.value(x: x, y: y) > 0 {
        painted += 1
      }
    }
    #expect(painted == 1496)
  }

  @Test(
    "a stroke of any width has a bounded number of points and covers what lies near it",
    arguments: [1e9, 1e12, 1e15, 1e17, 1e200, Double.greatestFiniteMagnitude]
  )
  func hugeWidths(width: Double) {
    var corner = Outline()
    corner.move(to: RasterPoint(0, 0))
    corner.line(to: RasterPoint(400, 200))
    corner.line(to: RasterPoint(3, 90))
    let stroke = corner.stroked(StrokeStyle(width: width, cap: .round, join: .round))
    #expect(stroke.points.count < 100_000)
    #expect(Rasterizer.coverage(of: stroke, clip: PixelRect(0, 0, 100, 100)).area == 10_000)
  }

  @Test(
    "a stroke too narrow to see has no area",
    arguments: [Double.leastNonzeroMagnitude, .leastNormalMagnitude, 1e-160, 1e-12]
  )
  func tinyWidths(width: Double) {
    for cap in [LineCap.butt, .round, .square] {
      let style = StrokeStyle(width: width, cap: cap, join: .round)
      #expect(rect.stroked(style).isEmpty)
      #expect(line100.stroked(style).isEmpty)
    }
  }

  @Test("half of a stroked rectangle paints half of its ring (rendering E-312)")
  func trimmedRing() {
    #expect(area(rect.trimmed(from: 0, to: 0.5).stroked(StrokeStyle(width: 4))) == 280)
  }

  @Test("dashes paint their share of the length (rendering E-313)")
  func dashes() {
    let dashed = rect.dashed(lengths: [6, 6], phase: 0)
    #expect(abs(dashed.length - 72) < 1e-9)
    #expect(area(dashed.stroked(StrokeStyle(width: 4))) == 288)
  }

  @Test("the phase is the way into the pattern (rendering E-323)")
  func phase() {
    let dashed = line100.dashed(lengths: [6, 6], phase: 3)
    #expect(dashed.points[0].x == 20)
    #expect(dashed.points[1].x == 23)
    #expect(dashed.points[2].x == 29)
    #expect(line100.dashed(lengths: [6, 6], phase: -9).points[1].x == 23)
    let odd = line100.dashed(lengths: [5], phase: 0)
    #expect(odd.points[1].x == 25 && odd.points[2].x == 30)
  }

  @Test(
    "negative, empty and all-zero patterns are solid (rendering SH-7)",
    arguments: [[], [0], [0, 0], [5, -1], [.nan]]
  )
  func solid(pattern: [Double]) {
    #expect(line100.dashed(lengths: pattern, phase: 0) == line100)
  }

  @Test("the pattern begins anew at each subpath (rendering SH-7)")
  func restart() {
    var two = line100
    two.move(to: RasterPoint(20, 80))
    two.line(to: RasterPoint(120, 80))
    let dashed = two.dashed(lengths: [30, 30], phase: 0)
    #expect(dashed.points.filter { $0.y == 80 }.map(\.x) == [20, 50, 80, 110])
  }

  @Test(
    "a subpath that lies too far along the outline for dashes stays whole",
    arguments: [1e16, 1e17, 1e20]
  )
  func dashesLostToRounding(length: Double) {
    var outline = Outline()
    outline.move(to: RasterPoint(0, 0))
    outline.line(to: RasterPoint(length, 0))
    for y in [10.0, 20] {
      outline.move(to: RasterPoint(0, y))
      outline.line(to: RasterPoint(90_000, y))
    }
    #expect(outline.dashed(lengths: [0.5, 0.5], phase: 0) == outline)
    #expect(outline.dashed(lengths: [5], phase: 2).points.count < 60_000)
  }

  @Test("dashes without length become dots under round caps")
  func dots() {
    let dots = line100.dashed(lengths: [0, 20], phase: 0)
    #expect(dots.verbs.count { $0 == .move } == 5)
    let painted = area(dots.stroked(StrokeStyle(width: 8, cap: .round), tolerance: 0.005))
    #expect(abs(painted - 5 * 16 * Double.pi) < 0.5)
    #expect(area(dots.stroked(StrokeStyle(width: 8))) < 0.1)
  }

  @Test(
    "miters end at the limit (rendering E-314, E-315, E-316)",
    arguments: [
      (90.0, 1.41421, true), (30, 3.8637, true), (11.479, 10, true), (11.477, 10, false),
    ]
  )
  func miters(angle: Double, ratio: Double, isMitred: Bool) {
    var corner = Outline()
    let radians = angle * .pi / 180
    corner.move(to: RasterPoint(100, 0))
    corner.line(to: RasterPoint(0, 0))
    corner.line(to: RasterPoint(100 * cos(radians), 100 * sin(radians)))
    let width = 2.0
    let middle = RasterPoint(cos(radians / 2), sin(radians / 2))
    // Points near the corner, on the side away from the lines.
    let farthest =
      corner.stroked(StrokeStyle(width: width, miterLimit: 10)).points
      .filter { ($0 * middle).sum() < 0 }.map { ($0 * $0).sum().squareRoot() }.filter { $0 < 50 }.max() ?? 0
    if isMitred {
      // The tip lies half of the miter length from the corner.
      #expect(abs(farthest - ratio * width / 2) < 0.01)
    } else {
      #expect(farthest < 1.01)
    }
  }

  @Test("the stroke begins where strokeStart says (rendering E-318, E-321)")
  func start() {
    var line = Outline()
    line.move(to: RasterPoint(10, 5))
    line.line(to: RasterPoint(50, 5))
    #expect(line.trimmed(from: 0.5, to: 1).points.first?.x == 30)
    let part = rect.trimmed(from: 0.25, to: 0.75)
    #expect(abs(part.length - 70) < 1e-9)
    #expect(part.points.first == RasterPoint(45, 10))
    #expect(part.points.last == RasterPoint(15, 40))
  }

  @Test("trimming is limited to 0...1 and empty without a length (rendering SH-6)")
  func limits() {
    #expect(rect.trimmed(from: -3, to: 7) == rect)
    #expect(rect.trimmed(from: 0.5, to: 0.5).isEmpty)
    #expect(rect.trimmed(from: 0.7, to: 0.2).isEmpty)
  }

  @Test("trimming cuts a curve at the fraction of its length as parameter (rendering SH-6)")
  func trimmedCurve() {
    var curve = Outline()
    curve.move(to: RasterPoint(10, 50))
    curve.cubic(RasterPoint(110, 50), RasterPoint(110, 50), to: RasterPoint(110, 50))
    // x(t) = 110 - 100 (1 - t)³, which is 97.5 at t = 0.5; the middle of its length is 60.
    #expect(abs((curve.trimmed(from: 0, to: 0.5).points.last?.x ?? 0) - 97.5) < 1e-9)
    #expect(abs((curve.trimmed(from: 0.5, to: 1).points.first?.x ?? 0) - 97.5) < 1e-9)
    // A line of the same length before it: the segment is found by length.
    var both = Outline()
    both.move(to: RasterPoint(10, 150))
    both.line(to: RasterPoint(10, 50))
    both.cubic(RasterPoint(110, 50), RasterPoint(110, 50), to: RasterPoint(110, 50))
    #expect(abs((both.trimmed(from: 0, to: 0.75).points.last?.x ?? 0) - 97.5) < 1e-5)
    #expect(abs((both.trimmed(from: 0, to: 0.25).points.last?.y ?? 0) - 100) < 1e-5)
    // Dashes follow the arc length: five on a length of 100 end every 10.
    let dashes = curve.dashed(lengths: [10, 10], phase: 0)
    let starts = dashes.verbs.count { $0 == .move }
    #expect(starts == 5)
    #expect(abs((dashes.points.last?.x ?? 0) - 100) < 1e-3)
  }

  @Test("trim fractions within a millionth of 0 and 1 are 0 and 1 (rendering SH-6)")
  func snapping() {
    let circle = Outline.ellipse(minX: 0, minY: 0, width: 100, height: 100)
    #expect(circle.trimmed(from: 0, to: 0.99999999999999) == circle)
    #expect(circle.trimmed(from: 1e-14, to: 1) == circle)
    #expect(circle.trimmed(from: 0, to: 1e-9).isEmpty)
    #expect(circle.trimmed(from: 1 - 1e-9, to: 1).isEmpty)
    #expect(!circle.trimmed(from: 0, to: 1e-5).isEmpty)
    #expect(circle.trimmed(from: 0, to: 0.99999) != circle)
  }

  @Test("a cut at a joint leaves no piece of rounding, and keeps a whole subpath closed (rendering SH-6)")
  func trimmedAtJoints() {
    var shapes = Outline()
    for i in 0..<7 { shapes.append(.ellipse(minX: Double(i) * 10, minY: 0, width: 9, height: 9)) }
    for count in 1..<7 {
      let part = shapes.trimmed(from: 0, to: Double(count) / 7)
      #expect(part.verbs.count { $0 == .close } == count)
      #expect(part.verbs.count { $0 == .move } == count)
    }
  }

  @Test("caps add their areas (rendering E-320, E-322)")
  func caps() {
    let wide = line100.stroked(StrokeStyle(width: 20, cap: .square)).bounds
    #expect(wide?.width == 120)
    #expect(line100.stroked(StrokeStyle(width: 20)).bounds?.width == 100)
    #expect(area(line100.stroked(StrokeStyle(width: 4, cap: .square))) == 416)
    let round = area(line100.stroked(StrokeStyle(width: 4, cap: .round), tolerance: 0.002))
    #expect(abs(round - 412.566) < 0.15)
  }

  @Test("a subpath without length is a dot under round and square caps, nothing under butt caps")
  func degenerate() {
    var point = Outline()
    point.move(to: RasterPoint(50, 50))
    point.line(to: RasterPoint(50, 50))
    #expect(area(point.stroked(StrokeStyle(width: 10, cap: .square))) == 100)
    #expect(abs(area(point.stroked(StrokeStyle(width: 10, cap: .round), tolerance: 0.002)) - 25 * .pi) < 0.3)
    #expect(point.stroked(StrokeStyle(width: 10)).isEmpty)
    var closed = Outline()
    closed.move(to: RasterPoint(50, 50))
    closed.close()
    #expect(area(closed.stroked(StrokeStyle(width: 10, cap: .square))) == 100)
  }

  @Test("a stroked circle is a ring, also when the stroke is wider than the circle")
  func circles() {
    let circle = Outline.ellipse(minX: 0, minY: 0, width: 100, height: 100)
    let thin = area(circle.stroked(StrokeStyle(width: 10), tolerance: 0.01))
    #expect(abs(thin - .pi * (55 * 55 - 45 * 45)) < 2)
    let thick = area(circle.stroked(StrokeStyle(width: 160), tolerance: 0.01))
    #expect(abs(thick - .pi * 130 * 130) < 25)
  }

  @Test(
    "every pixel well inside the stroke is painted and none well outside",
    arguments: 0..<40 as Range<UInt64>
  )
  func distance(seed: UInt64) {
    var random = OutlineRandom(seed: seed)
    let outline = random.outline(0...60)
    let width = random.number(1...(seed % 4 == 0 ? 40 : 8))
    let stroke = outline.stroked(StrokeStyle(width: width, cap: .round, join: .round))
    let coverage = Rasterizer.coverage(of: stroke, clip: PixelRect(-30, -30, 90, 90))
    var samples: [RasterPoint] = []
    outline.forEachSegment { segment in
      for index in 0...200 { samples.append(segment.point(at: Double(index) / 200)) }
    }
    var wrong: [PixelRect] = []
    for y in stride(from: Int32(-30), to: 90, by: 4) {
      for x in stride(from: Int32(-30), to: 90, by: 4) {
        let centre = RasterPoint(Double(x) + 0.5, Double(y) + 0.5)
        var square = Double.infinity
        for sample in samples { square = min(square, ((sample - centre) * (sample - centre)).sum()) }
        let nearest = square.squareRoot()
        let value = coverage.value(x: x, y: y)
        if (nearest > width / 2 + 1 && value != 0) || (nearest < width / 2 - 1 && value != 255) {
          wrong.append(PixelRect(x, y, x + 1, y + 1))
        }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test("many dashes at a very fine tolerance do not take all memory (rendering E-310)")
  func finePens() {
    let circle = Outline.ellipse(minX: 0, minY: 0, width: 40, height: 40)
    let dashes = circle.dashed(lengths: [0.03], phase: 0)
    let style = StrokeStyle(width: 2, cap: .round, join: .round)
    #expect(dashes.stroked(style, tolerance: 1e-150).points.count < 3 << 20)
    #expect(abs(area(circle.stroked(style, tolerance: 1e-150)) - area(circle.stroked(style))) < 1)
  }
}
