package import CoreGraphics
package import Foundation

/// What a shape layer adds: a path, how it is filled and how it is stroked.
package struct ShapeState: Sendable, Equatable {
  package var path: CGPath?
  package var fillColor: CGColor? = .stateBlack
  package var fillRule = CAShapeLayerFillRule.nonZero
  package var strokeColor: CGColor?
  /// Where the stroke begins, as a fraction of the path's length.
  package var strokeStart = CGFloat(0)
  /// Where the stroke ends, as a fraction of the path's length.
  package var strokeEnd = CGFloat(1)
  package var lineWidth = CGFloat(1)
  package var miterLimit = CGFloat(10)
  package var lineCap = CAShapeLayerLineCap.butt
  package var lineJoin = CAShapeLayerLineJoin.miter
  package var lineDashPhase = CGFloat(0)
  /// Lengths of dashes and gaps in turn, in points.
  package var lineDashPattern: [CGFloat]?

  package init() {}
}
