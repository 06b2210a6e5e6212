import Foundation
package import StrataRaster

extension Outline {
  /// Calls a closure with each element in Core Graphics' form.
  package func forEachElement(_ body: (UnsafePointer<CGPathElement>) -> Void) {
    withUnsafeTemporaryAllocation(of: CGPoint.self, capacity: 3) { buffer in
      guard let base = buffer.baseAddress else { return }
      var element = CGPathElement(type: .closeSubpath, points: base)
      var next = 0
      for verb in verbs {
        let count: Int
        (element.type, count) = verb.elementType
        for index in 0..<count {
          (base + index).initialize(to: CGPoint(x: points[next + index].x, y: points[next + index].y))
        }
        next += count
        body(&element)
      }
    }
  }

  /// The box of all points; null without points.
  package var controlBox: CGRect {
    guard var low = points.first else { return .null }
    var high = low
    for point in points {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// The box of the curves themselves: ends, and the extrema of each curve; null without points.
  package var tightBox: CGRect {
    var box = PointBox()
    var (next, current, start) = (0, SIMD2<Double>(), SIMD2<Double>())
    for verb in verbs {
      switch verb {
      case .move:
        current = points[next]
        start = current
        box.add(current)
        next += 1
      case .line:
        current = points[next]
        box.add(current)
        next += 1
      case .quad:
        let (control, end) = (points[next], points[next + 1])
        box.add(end)
        for axis in 0..<2 {
          // The derivative (1 - t)(c - p) + t(e - c) is zero.
          let (p, c, e) = (current[axis], control[axis], end[axis])
          let t = (p - c) / (p - 2 * c + e)
          if t > 0, t < 1 {
            let s = 1 - t
            box.add(current * (s * s) + control * (2 * s * t) + end * (t * t))
          }
        }
        current = end
        next += 2
      case .cubic:
        let (c1, c2, end) = (points[next], points[next + 1], points[next + 2])
        box.add(end)
        for axis in 0..<2 {
          for t in cubicExtrema(current[axis], c1[axis], c2[axis], end[axis]) where t > 0 && t < 1 {
            let s = 1 - t
            let inner = c1 * (3 * s * s * t) + c2 * (3 * s * t * t)
            box.add(current * (s * s * s) + inner + end * (t * t * t))
          }
        }
        current = end
        next += 3
      case .close:
        current = start
      }
    }
    guard let (low, high) = box.corners else { return .null }
    return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }
}

/// The box of the points added so far.
private struct PointBox {
  private(set) var corners: (low: SIMD2<Double>, high: SIMD2<Double>)?

  mutating func add(_ point: SIMD2<Double>) {
    guard let (low, high) = corners else { return corners = (point, point) }
    corners = (pointwiseMin(low, point), pointwiseMax(high, point))
  }
}

/// The parameters at which a cubic Bézier's coordinate has a zero derivative.
private func cubicExtrema(_ p: Double, _ c1: Double, _ c2: Double, _ e: Double) -> [Double] {
  // The derivative divided by 3 is a·t² + b·t + c.
  let a = e - p + 3 * (c1 - c2)
  let b = 2 * (p - 2 * c1 + c2)
  let c = c1 - p
  guard a.magnitude > 1e-12 * (b.magnitude + c.magnitude) else { return b == 0 ? [] : [-c / b] }
  let discriminant = b * b - 4 * a * c
  guard discriminant >= 0 else { return [] }
  let root = discriminant.squareRoot()
  return [(-b - root) / (2 * a), (-b + root) / (2 * a)]
}

extension Outline.Verb {
  var elementType: (CGPathElementType, pointCount: Int) {
    switch self {
    case .move: (.moveToPoint, 1)
    case .line: (.addLineToPoint, 1)
    case .quad: (.addQuadCurveToPoint, 2)
    case .cubic: (.addCurveToPoint, 3)
    case .close: (.closeSubpath, 0)
    }
  }
}
