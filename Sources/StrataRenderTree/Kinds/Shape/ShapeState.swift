package import CoreGraphics
package import Foundation
package import StrataBase

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

  /// True if a line along the path is painted.
  package var isStroked: Bool { strokeColor != nil && lineWidth > 0 && lineWidth.isFinite }
}

extension ShapeState: KindState {
  package static let initial = ShapeState()

  package static func box(in kind: consuming LayerKind) -> CopyOnWrite<ShapeState>? {
    if case .shape(let box) = consume kind { box } else { nil }
  }

  package static func kind(_ box: CopyOnWrite<ShapeState>) -> LayerKind { .shape(box) }
}

extension LayerState {
  package var shape: ShapeState {
    @inlinable
    @inline(__always)
    get { if case .shape(let box) = kind { box.value } else { .initial } }
    _modify {
      var box = take(ShapeState.self)
      defer { kind = .shape(box) }
      yield &box.value
    }
  }
}

extension LayerDescriptor {
  static let shape = LayerDescriptor(
    "CAShapeLayer",
    ShapeState.self,
    ShapeSchema.shared,
    paints: .overlapping,
    staysInBounds: false
  )
}
