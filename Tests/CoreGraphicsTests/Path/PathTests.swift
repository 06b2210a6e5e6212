import CoreGraphics
import StrataRaster
import Testing

private struct Element: Equatable {
  var type: CGPathElementType
  var points: [CGPoint]
}

private func elements(_ path: CGPath) -> [Element] {
  var result: [Element] = []
  path.applyWithBlock { pointer in
    let element = pointer.pointee
    let count = [1, 1, 2, 3, 0][Int(element.type.rawValue)]
    result.append(Element(type: element.type, points: (0..<count).map { element.points[$0] }))
  }
  return result
}

private func near(_ a: CGPoint, _ b: CGPoint, _ tolerance: CGFloat = 1e-9) -> Bool {
  abs(a.x - b.x) <= tolerance && abs(a.y - b.y) <= tolerance
}

@Suite struct PathTests {
  @Test("SC-37: a mutable path is a path; its copy stays as it was")
  func copies() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 2))
    let copy = path.copy()
    path.addLine(to: CGPoint(x: 3, y: 4))
    #expect(copy.map { elements($0).count } == 1)
    #expect(copy?.copy() === copy && copy !== path)
    #expect(elements(path as CGPath).count == 2)
    #expect(path.currentPoint == CGPoint(x: 3, y: 4))
  }

  @Test("SC-38: paths are equal by content")
  func equality() {
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    let mutable = CGMutablePath()
    mutable.addRect(rect)
    let path = CGPath(rect: rect, transform: nil)
    #expect(path == mutable && path.hashValue == mutable.hashValue)
    mutable.closeSubpath()
    #expect(path == mutable)
    mutable.addLine(to: .zero)
    #expect(path != mutable)
  }

  @Test("SC-39: transforms pass by reference")
  func transformsByReference() {
    var transform = CGAffineTransform(translationX: 10, y: 0)
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: &transform)
    #expect(path.boundingBox == CGRect(x: 10, y: 0, width: 1, height: 1))
    #expect(path.copy(using: &transform)?.boundingBox.minX == 20)
  }

  @Test func theInitializersOfCMakeStrokesAndDashes() {
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 30, height: 20), transform: nil)
    var move = CGAffineTransform(translationX: 5, y: 0)
    let stroke = CGPath(
      __byStroking: path,
      transform: &move,
      lineWidth: 2,
      lineCap: .round,
      lineJoin: .bevel,
      miterLimit: 4
    )
    let expected = path.copy(
      strokingWithWidth: 2,
      lineCap: .round,
      lineJoin: .bevel,
      miterLimit: 4,
      transform: move
    )
    #expect(stroke == expected)
    let dashes = CGPath(__byDashing: path, transform: nil, phase: 1, lengths: [3, 2], count: 2)
    #expect(dashes == path.copy(dashingWithPhase: 1, lengths: [3, 2]))
    #expect(CGPath(__byDashing: path, transform: nil, phase: 0, lengths: nil, count: 2) == nil)
  }

  @Test("SC-44: apply takes a function that captures nothing")
  func applier() {
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil)
    var types: [CGPathElementType] = []
    withUnsafeMutablePointer(to: &types) { pointer in
      path.apply(info: pointer) { info, element in
        info?.assumingMemoryBound(to: [CGPathElementType].self).pointee.append(element.pointee.type)
      }
    }
    #expect(types == [.moveToPoint, .addLineToPoint, .addLineToPoint, .addLineToPoint, .closeSubpath])
  }

  @Test("a function that reads a path may add to it, and reads what was there before")
  func additionsWhileReading() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
    var count = 0
    path.applyWithBlock { element in
      count += 1
      guard element.pointee.type != .closeSubpath else { return }
      // Longer than the path's memory, which moves.
      for _ in 0..<100 { path.addLine(to: element.pointee.points[0]) }
    }
    path.addPath(path)
    #expect(count == 5 && elements(path).count == 810)
  }

  @Test func aRectangleRunsThroughItsCorners() {
    let path = CGPath(rect: CGRect(x: 5, y: 6, width: -4, height: 2), transform: nil)
    #expect(
      elements(path).flatMap(\.points) == [
        CGPoint(x: 1, y: 6), CGPoint(x: 5, y: 6), CGPoint(x: 5, y: 8), CGPoint(x: 1, y: 8),
      ]
    )
    var rect = CGRect.zero
    #expect(path.isRect(&rect) && rect == CGRect(x: 1, y: 6, width: 4, height: 2))
  }

  @Test func elementsBeforeTheFirstPointAreIgnored() {
    let path = CGMutablePath()
    path.addQuadCurve(to: .zero, control: .zero)
    path.addCurve(to: .zero, control1: .zero, control2: .zero)
    path.closeSubpath()
    #expect(path.isEmpty)
    #expect(path.boundingBox.isNull)
    #expect(path.boundingBoxOfPath.isNull)
    #expect(path.currentPoint == .zero)
    path.addLine(to: CGPoint(x: 1, y: 1))
    path.addArc(tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: 10), radius: 4)
    #expect(path.isEmpty && elements(path).isEmpty)
  }

  @Test func theCurrentPointAfterACloseIsTheStart() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 5, y: 5))
    path.closeSubpath()
    #expect(path.currentPoint == CGPoint(x: 1, y: 2))
  }

  @Test func boxesWithAndWithoutControlPoints() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addQuadCurve(to: CGPoint(x: 10, y: 0), control: CGPoint(x: 5, y: 10))
    #expect(path.boundingBox == CGRect(x: 0, y: 0, width: 10, height: 10))
    // The middle of the curve is at half the control point's height.
    #expect(path.boundingBoxOfPath == CGRect(x: 0, y: 0, width: 10, height: 5))
  }

  @Test func arcsStartAndEndOnTheCircle() {
    let path = CGMutablePath()
    path.addArc(center: CGPoint(x: 10, y: 10), radius: 5, startAngle: 0, endAngle: .pi / 2, clockwise: false)
    #expect(elements(path).map(\.type) == [.moveToPoint, .addCurveToPoint])
    #expect(near(elements(path)[0].points[0], CGPoint(x: 15, y: 10)))
    #expect(near(path.currentPoint, CGPoint(x: 10, y: 15)))
    // The other way round takes three quarters of the circle.
    let long = CGMutablePath()
    long.addArc(center: .zero, radius: 1, startAngle: 0, endAngle: .pi / 2, clockwise: true)
    #expect(elements(long).count == 4)
    #expect(near(long.currentPoint, CGPoint(x: 0, y: 1)))
    #expect(long.contains(CGPoint(x: -0.5, y: -0.5)) && !long.contains(CGPoint(x: 0.6, y: 0.6)))
  }

  /// Programs draw circles in either direction with the same angles.
  @Test(arguments: [(0, 2), (-0.5, 1.5), (0.3, 2.3), (0, 4), (0.7, 6.7)] as [(CGFloat, CGFloat)])
  func aWholeTurnAgainstTheDirectionIsACircle(start: CGFloat, end: CGFloat) {
    for (from, to, clockwise) in [(start, end, true), (end, start, false)] {
      let circle = CGMutablePath()
      circle.addArc(
        center: .zero,
        radius: 2,
        startAngle: from * .pi,
        endAngle: to * .pi,
        clockwise: clockwise
      )
      let box = circle.boundingBoxOfPath
      // Four curves are a circle to within some ten thousandths of the radius.
      #expect(near(box.origin, CGPoint(x: -2, y: -2), 1e-3))
      #expect(near(CGPoint(x: box.maxX, y: box.maxY), CGPoint(x: 2, y: 2), 1e-3))
      let side = CGPoint(x: 1.4 * cos((from + 0.01) * .pi), y: 1.4 * sin((from + 0.01) * .pi))
      let other = CGPoint(x: 1.4 * cos((from - 0.01) * .pi), y: 1.4 * sin((from - 0.01) * .pi))
      #expect(circle.contains(side) && circle.contains(other))
    }
  }

  @Test func aFullTurnIsACircleAndNoTurnIsAPoint() {
    let circle = CGMutablePath()
    circle.addArc(center: .zero, radius: 2, startAngle: 0, endAngle: 2 * .pi, clockwise: false)
    #expect(elements(circle).count == 5)
    let box = circle.boundingBoxOfPath
    #expect(abs(box.minX + 2) < 1e-9 && abs(box.maxY - 2) < 1e-9)
    let point = CGMutablePath()
    point.addArc(center: .zero, radius: 2, startAngle: 1, endAngle: 1, clockwise: false)
    #expect(elements(point).map(\.type) == [.moveToPoint])
    let relative = CGMutablePath()
    relative.addRelativeArc(center: .zero, radius: 1, startAngle: 0, delta: -.pi / 2)
    #expect(near(relative.currentPoint, CGPoint(x: 0, y: -1)))
  }

  @Test func anArcBetweenTangentsTouchesBoth() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addArc(tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: 10), radius: 4)
    let parts = elements(path)
    #expect(parts.map(\.type) == [.moveToPoint, .addLineToPoint, .addCurveToPoint])
    #expect(near(parts[1].points[0], CGPoint(x: 6, y: 0)))
    #expect(near(path.currentPoint, CGPoint(x: 10, y: 4)))
    // Tangents on one line have no corner.
    path.addArc(tangent1End: CGPoint(x: 10, y: 8), tangent2End: CGPoint(x: 10, y: 20), radius: 3)
    #expect(path.currentPoint == CGPoint(x: 10, y: 8))
  }

  @Test func ellipsesAndRoundedRectanglesFillTheirBoxes() {
    let rect = CGRect(x: 2, y: 3, width: 10, height: 6)
    let ellipse = CGPath(ellipseIn: rect, transform: nil)
    #expect(ellipse.boundingBoxOfPath == rect)
    #expect(!ellipse.contains(CGPoint(x: 2.5, y: 3.5)) && ellipse.contains(CGPoint(x: 7, y: 3.1)))
    let rounded = CGPath(roundedRect: rect, cornerWidth: 2, cornerHeight: 1, transform: nil)
    #expect(rounded.boundingBox == rect)
    #expect(elements(rounded).count { $0.type == .addCurveToPoint } == 4)
    let limited = CGPath(roundedRect: rect, cornerWidth: 100, cornerHeight: 100, transform: nil)
    #expect(limited.boundingBox == rect)
    #expect(
      CGPath(roundedRect: rect, cornerWidth: 0, cornerHeight: 0, transform: nil)
        == CGPath(rect: rect, transform: nil)
    )
  }

  @Test func insideDependsOnTheRule() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
    path.addRect(CGRect(x: 2, y: 2, width: 6, height: 6))
    let middle = CGPoint(x: 5, y: 5)
    #expect(path.contains(middle) && !path.contains(middle, using: .evenOdd))
    #expect(path.contains(CGPoint(x: 15, y: 5), transform: CGAffineTransform(translationX: -10, y: 0)))
  }

  @Test func dashesAndStrokesBecomePaths() {
    let line = CGMutablePath()
    line.move(to: .zero)
    line.addLine(to: CGPoint(x: 10, y: 0))
    let dashed = line.copy(dashingWithPhase: 1, lengths: [3, 2])
    let moves = elements(dashed).filter { $0.type == .moveToPoint }.flatMap(\.points)
    #expect(moves == [.zero, CGPoint(x: 4, y: 0), CGPoint(x: 9, y: 0)])
    let stroked = line.copy(strokingWithWidth: 2, lineCap: .square, lineJoin: .miter, miterLimit: 10)
    #expect(stroked.boundingBoxOfPath == CGRect(x: -1, y: -1, width: 12, height: 2))
    #expect(stroked.contains(CGPoint(x: 5, y: 0.9)) && !stroked.contains(CGPoint(x: 5, y: 1.1)))
  }

  @Test func flatteningStaysNearTheCurve() {
    let circle = CGPath(ellipseIn: CGRect(x: -100, y: -100, width: 200, height: 200), transform: nil)
    let flat = circle.flattened(threshold: 0.5)
    #expect(elements(flat).allSatisfy { $0.type != .addCurveToPoint })
    for point in elements(flat).flatMap(\.points) { #expect(abs(hypot(point.x, point.y) - 100) < 0.03) }
    #expect((12...64).contains(elements(flat).count))
  }

  @Test func pointsThatAreNoNumbersDoNoHarm() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: CGFloat.nan, y: 0))
    path.addLine(to: CGPoint(x: CGFloat.infinity, y: 1))
    path.addArc(center: .zero, radius: .nan, startAngle: 0, endAngle: 1, clockwise: false)
    path.addRect(.infinite)
    path.addRect(.null)
    _ = path.boundingBoxOfPath
    _ = path.contains(.zero)
    _ = path.copy(strokingWithWidth: .infinity, lineCap: .round, lineJoin: .round, miterLimit: 1)
    #expect(!path.isEmpty)
  }

  /// A program may enlarge what it has stroked: the shape does not depend on the unit.
  @Test(arguments: [1, 0.001, 40] as [CGFloat])
  func strokesOfSmallUnitsAreRound(unit: CGFloat) {
    let circle = CGPath(
      ellipseIn: CGRect(x: -unit, y: -unit, width: 2 * unit, height: 2 * unit),
      transform: nil
    )
    let stroked = circle.copy(
      strokingWithWidth: unit / 50,
      lineCap: .butt,
      lineJoin: .miter,
      miterLimit: 10
    )
    // The middles of chords are nearest to the centre.
    let corners = elements(stroked).flatMap(\.points)
    // A step from one border to the other is no chord.
    let middles = zip(corners, corners.dropFirst())
      .filter { abs(hypot($0.x, $0.y) - hypot($1.x, $1.y)) < unit / 100 }
      .map { hypot(($0.x + $1.x) / 2, ($0.y + $1.y) / 2) / unit }
    let error = middles.reduce(0) { max($0, min(abs($1 - 0.99), abs($1 - 1.01))) }
    #expect(error < 1e-3, "\(error)")
    #expect(corners.count < 500)
    let flat = elements(circle.flattened(threshold: 0)).flatMap(\.points)
    let chords = zip(flat, flat.dropFirst()).map { hypot(($0.x + $1.x) / 2, ($0.y + $1.y) / 2) / unit }
    #expect(chords.allSatisfy { abs($0 - 1) < 1e-3 }, "\(chords.min() ?? 0)")
  }

  @Test func capsOfThinLinesAreRound() {
    let line = CGMutablePath()
    line.move(to: .zero)
    line.addLine(to: CGPoint(x: 1000, y: 0))
    let stroked = line.copy(strokingWithWidth: 0.1, lineCap: .round, lineJoin: .round, miterLimit: 10)
    // A half-disc has 0.0039 units, a triangle in it 0.0025.
    let cap = elements(stroked).flatMap(\.points).filter { $0.x < 1e-9 }.sorted { $0.y < $1.y }
    let area = zip(cap, cap.dropFirst()).reduce(0) { $0 - ($1.0.x + $1.1.x) / 2 * ($1.1.y - $1.0.y) }
    #expect(area > 0.0034, "\(area)")
  }

  /// Strokes of ordinary size have as many points as ever.
  @Test func largeStrokesAreAsCoarseAsTheEyeAllows() {
    let circle = CGPath(ellipseIn: CGRect(x: -200, y: -200, width: 400, height: 400), transform: nil)
    let stroked = circle.copy(strokingWithWidth: 2, lineCap: .butt, lineJoin: .miter, miterLimit: 10)
    #expect(stroked.outline == circle.outline.stroked(StrokeStyle(width: 2), tolerance: 0.05))
  }
}
