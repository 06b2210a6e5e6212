package import CoreGraphics
import Foundation

/// A path whose subpaths are drawn from their ends to their beginnings.
package struct PathReversal {
  package let path = CGMutablePath()

  /// An element with the point at which it begins.
  private struct Segment {
    let start: CGPoint
    let controls: [CGPoint]
    let end: CGPoint
  }

  package init(of path: CGPath) {
    var segments: [Segment] = []
    var (first, last) = (CGPoint.zero, CGPoint.zero)
    path.applyWithBlock { element in
      let (type, points) = (element.pointee.type, element.pointee.points)
      func add(_ count: Int) {
        let controls = (0..<count).map { points[$0] }
        segments.append(Segment(start: last, controls: controls, end: points[count]))
        last = points[count]
      }
      switch type {
      case .moveToPoint:
        append(segments, isClosed: false)
        segments = []
        (first, last) = (points[0], points[0])
      case .addLineToPoint: add(0)
      case .addQuadCurveToPoint: add(1)
      case .addCurveToPoint: add(2)
      case .closeSubpath:
        if last != first { segments.append(Segment(start: last, controls: [], end: first)) }
        append(segments, isClosed: true)
        segments = []
        last = first
      }
    }
    append(segments, isClosed: false)
  }

  private func append(_ segments: [Segment], isClosed: Bool) {
    guard let start = segments.last?.end else { return }
    path.move(to: start)
    for segment in segments.reversed() {
      let controls = segment.controls
      switch controls.count {
      case 0: path.addLine(to: segment.start)
      case 1: path.addQuadCurve(to: segment.start, control: controls[0])
      default: path.addCurve(to: segment.start, control1: controls[1], control2: controls[0])
      }
    }
    if isClosed { path.closeSubpath() }
  }
}
