import CoreGraphics
import Foundation
import StrataBase
import StrataRaster
import Testing

/// The area of a path that does not cross itself, by Green's theorem on fine polygons; holes count negative.
private func area(_ path: CGPath) -> Double {
  var sum = 0.0
  path.outline.flattened(tolerance: 1e-7).forEachSubpath { segments, _ in
    for segment in segments {
      sum += segment.start.x * segment.end.y - segment.end.x * segment.start.y
    }
  }
  return sum / 2
}

private func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGPath {
  CGPath(rect: CGRect(x: x, y: y, width: width, height: height), transform: nil)
}

private func circle(_ x: CGFloat, _ y: CGFloat, _ radius: CGFloat) -> CGPath {
  CGPath(
    ellipseIn: CGRect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius),
    transform: nil
  )
}

private func subpaths(_ path: CGPath) -> Int { path.outline.verbs.count { $0 == .move } }
private func curves(_ path: CGPath) -> Int { path.outline.verbs.count { $0 == .cubic || $0 == .quad } }

@Suite struct PathBooleanTests {
  @Test func rectanglesGiveExactCorners() {
    let (a, b) = (rect(0, 0, 10, 10), rect(5, 5, 10, 10))
    #expect(area(a.union(b)) == 175)
    #expect(area(a.intersection(b)) == 25)
    #expect(area(a.subtracting(b)) == 75)
    #expect(area(a.symmetricDifference(b)) == 150)
    #expect(a.intersection(b).boundingBox == CGRect(x: 5, y: 5, width: 5, height: 5))
    var box = CGRect.zero
    #expect(a.intersection(b).isRect(&box) && box == CGRect(x: 5, y: 5, width: 5, height: 5))
    #expect(a.union(b).outline.verbs.count == 9)
  }

  @Test func neighboursWithACommonSideBecomeOneRectangle() {
    let union = rect(0, 0, 10, 10).union(rect(10, 0, 7, 10))
    #expect(union.isRect(nil))
    #expect(union.boundingBox == CGRect(x: 0, y: 0, width: 17, height: 10))
    #expect(!rect(0, 0, 10, 10).intersects(rect(10, 0, 7, 10)))
    #expect(rect(0, 0, 10, 10).intersects(rect(9, 0, 7, 10)))
  }

  @Test func aPathWithItselfIsItselfOrNothing() {
    for path in [rect(1, 2, 30, 40), circle(5, 5, 20)] {
      #expect(abs(area(path.union(path)) - area(path)) < 1e-6)
      #expect(abs(area(path.intersection(path)) - area(path)) < 1e-6)
      #expect(path.subtracting(path).isEmpty)
      #expect(path.symmetricDifference(path).isEmpty)
    }
    #expect(curves(circle(5, 5, 20).union(circle(5, 5, 20))) == 4)
  }

  /// The lens of two circles of radius r at distance d is 2·r²·acos(d / 2r) - d/2·√(4r² - d²); the curves of a circle
  /// have 0.027 % too much radius at most.
  @Test func circlesGiveALensOfCurves() {
    let (r, d) = (10.0, 12.0)
    let (a, b) = (circle(0, 0, r), circle(d, 0, r))
    let lens = 2 * r * r * acos(d / (2 * r)) - d / 2 * (4 * r * r - d * d).squareRoot()
    #expect(abs(area(a.intersection(b)) - lens) < lens * 0.001)
    #expect(abs(area(a.union(b)) - (2 * area(a) - area(a.intersection(b)))) < 1e-6)
    #expect(curves(a.intersection(b)) == 4)
    #expect(a.intersection(b).outline.verbs.allSatisfy { $0 != .line })
    #expect(subpaths(a.symmetricDifference(b)) == 2)
  }

  @Test func aHoleRunsTheOtherWay() {
    let ring = circle(0, 0, 10).subtracting(circle(0, 0, 5))
    #expect(subpaths(ring) == 2)
    #expect(abs(area(ring) - 75 * .pi) < 0.1)
    #expect(!ring.contains(.zero) && ring.contains(CGPoint(x: 7, y: 0)))
    #expect(!ring.contains(.zero, using: .evenOdd))
    #expect(ring.componentsSeparated().count == 1)
  }

  @Test func rulesDecideWhatIsInside() {
    let star = CGMutablePath()
    let corners = (0..<5).map { index in
      let angle = Double(index) * 4 * .pi / 5 + .pi / 2
      return CGPoint(x: 10 * cos(angle), y: 10 * sin(angle))
    }
    star.addLines(between: corners)
    star.closeSubpath()
    let whole = star.normalized(using: .winding)
    let points = star.normalized(using: .evenOdd)
    #expect(subpaths(whole) == 1 && whole.outline.verbs.count == 11)
    #expect(whole.contains(.zero) && !points.contains(.zero))
    #expect(star.componentsSeparated(using: .evenOdd).count == 5)
    #expect(star.componentsSeparated(using: .winding).count == 1)
    // A pentagram's points are 5 triangles around a pentagon; the areas differ by that pentagon.
    let inner = 10 * cos(2 * Double.pi / 5) / cos(.pi / 5)
    let pentagon = 5.0 / 2 * inner * inner * sin(2 * .pi / 5)
    #expect(abs(area(whole) - area(points) - pentagon) < 1e-6)
  }

  @Test func componentsKeepTheirHoles() {
    let path = CGMutablePath()
    path.addPath(circle(0, 0, 10).subtracting(circle(0, 0, 8)))
    path.addPath(circle(0, 0, 3))
    path.addPath(rect(40, 0, 5, 5))
    let parts = path.componentsSeparated()
    #expect(parts.count == 3)
    #expect(parts.map(subpaths) == [2, 1, 1])
    #expect(parts.last?.boundingBox == CGRect(x: 40, y: 0, width: 5, height: 5))
  }

  @Test func areasThatTouchInAPointStayApart() {
    let two = rect(0, 0, 5, 5).union(rect(5, 5, 5, 5))
    #expect(subpaths(two) == 2)
    #expect(two.componentsSeparated().count == 2)
  }

  @Test func linesAreCutByAnArea() {
    let line = CGMutablePath()
    line.move(to: CGPoint(x: -20, y: 0))
    line.addLine(to: CGPoint(x: 20, y: 0))
    let inside = line.lineIntersection(rect(-5, -5, 10, 10))
    #expect(inside.boundingBox == CGRect(x: -5, y: 0, width: 10, height: 0))
    let outside = line.lineSubtracting(rect(-5, -5, 10, 10))
    #expect(subpaths(outside) == 2)
    #expect(outside.outline.points.map(\.x) == [-20, -5, 5, 20])
    #expect(line.lineIntersection(rect(30, 30, 1, 1)).isEmpty)
    let arc = circle(0, 0, 10).lineIntersection(rect(0, 0, 20, 20))
    #expect(curves(arc) == 1 && abs(arc.outline.points[0].x - 10) < 1e-9)
  }

  @Test func degenerateInputHasADefinedResult() {
    let empty = CGMutablePath()
    let square = rect(0, 0, 10, 10)
    #expect(empty.union(empty).isEmpty)
    #expect(empty.normalized().isEmpty)
    #expect(empty.componentsSeparated().isEmpty)
    #expect(area(empty.union(square)) == 100)
    #expect(square.intersection(empty).isEmpty)
    #expect(rect(0, 0, 0, 10).union(rect(3, 3, 0, 0)).isEmpty)
    let line = CGMutablePath()
    line.addLines(between: [CGPoint(x: 0, y: 0), CGPoint(x: 10, y: 10), CGPoint(x: 0, y: 0)])
    #expect(line.normalized().isEmpty)
    #expect(area(square.subtracting(line)) == 100)
    let bad = CGMutablePath()
    bad.addLines(between: [CGPoint(x: CGFloat.nan, y: 0), CGPoint(x: CGFloat.infinity, y: 1), .zero])
    #expect(bad.union(bad).isEmpty)
    let huge = rect(-1e300, -1e300, 2e300, 2e300)
    #expect(huge.intersection(square).boundingBox.width <= 1e293)
    let spike = CGMutablePath()
    spike.addLines(
      between: [CGPoint(x: 0, y: 0), CGPoint(x: 10, y: 0), CGPoint(x: 20, y: 0), CGPoint(x: 10, y: 0)]
        + [CGPoint(x: 10, y: 10), CGPoint(x: 0, y: 10)]
    )
    #expect(area(spike.normalized()) == 100 && spike.normalized().isRect(nil))
  }

  /// Compares points: a point is in the result if the operation on the two areas says so.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func everyPointIsWhereTheOperationPutsIt(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func number() -> Double { Double(random.unitFloat()) * 100 }
    func point() -> CGPoint {
      // Whole tens make corners and sides coincide.
      let (x, y) = (number(), number())
      return seed % 3 == 0
        ? CGPoint(x: (x / 10).rounded() * 10, y: (y / 10).rounded() * 10) : CGPoint(x: x, y: y)
    }
    func path() -> CGPath {
      let path = CGMutablePath()
      for _ in 0..<2 {
        path.move(to: point())
        for _ in 0..<4 {
          switch seed % 4 {
          case 0, 3: path.addLine(to: point())
          case 1: path.addCurve(to: point(), control1: point(), control2: point())
          default: path.addQuadCurve(to: point(), control: point())
          }
        }
        path.closeSubpath()
      }
      return path
    }
    let (a, b) = (path(), path())
    for rule in [CGPathFillRule.winding, .evenOdd] {
      let results: [(CGPath, (Bool, Bool) -> Bool)] = [
        (a.union(b, using: rule), { $0 || $1 }), (a.intersection(b, using: rule), { $0 && $1 }),
        (a.subtracting(b, using: rule), { $0 && !$1 }), (a.symmetricDifference(b, using: rule), { $0 != $1 }),
      ]
      for _ in 0..<150 {
        let p = CGPoint(x: number() * 1.1 - 5, y: number() * 1.1 - 5)
        let near = CGRect(x: p.x - 0.02, y: p.y - 0.02, width: 0.04, height: 0.04)
        let corners = [
          CGPoint(x: near.minX, y: near.minY), CGPoint(x: near.maxX, y: near.minY),
          CGPoint(x: near.minX, y: near.maxY), CGPoint(x: near.maxX, y: near.maxY),
        ]
        let (inA, inB) = (a.contains(p, using: rule), b.contains(p, using: rule))
        // Points next to a border may fall to either side.
        let isClear = corners.allSatisfy {
          a.contains($0, using: rule) == inA && b.contains($0, using: rule) == inB
        }
        guard isClear else { continue }
        for (index, (result, operation)) in results.enumerated() {
          #expect(result.contains(p) == operation(inA, inB), "operation \(index) of seed \(seed) at \(p)")
          #expect(
            result.contains(p, using: .evenOdd) == operation(inA, inB),
            "even-odd, seed \(seed) at \(p)"
          )
        }
      }
    }
  }
}
