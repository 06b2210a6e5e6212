import Foundation
package import StrataRaster

extension Outline {
  /// Calls a closure with each element; the element is valid only during the call.
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

  /// The bounding box of all points and control points; null without points.
  package var controlBox: CGRect { CGRect(controlBounds) }

  /// The bounding box of the lines and curves; null without points.
  package var tightBox: CGRect { CGRect(bounds) }
}

extension CGRect {
  /// Creates the same rectangle; null for nil.
  package init(_ bounds: OutlineBounds?) {
    guard let bounds else {
      self = .null
      return
    }
    self.init(x: bounds.minX, y: bounds.minY, width: bounds.width, height: bounds.height)
  }
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
