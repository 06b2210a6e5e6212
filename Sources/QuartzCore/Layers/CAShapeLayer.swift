public import CoreGraphics
public import Foundation
import StrataRenderTree

/// A layer that fills and strokes a path.
///
/// The path is in layer coordinates, is not clipped to the bounds, and is drawn above the contents.
open class CAShapeLayer: CALayer {
  /// The path, which is copied.
  open var path: CGPath? {
    get { storage.state.shape.path }
    set { set(ShapeSchema.shared.path, \ShapeState.path, newValue.map { $0.copy() ?? $0 }) }
  }

  /// The colour of the inside; nil fills nothing.
  open var fillColor: CGColor? {
    get { storage.state.shape.fillColor }
    set { set(ShapeSchema.shared.fillColor, \ShapeState.fillColor, newValue) }
  }

  /// The rule that decides which points lie inside the path.
  open var fillRule: CAShapeLayerFillRule {
    get { storage.state.shape.fillRule }
    set { set(ShapeSchema.shared.fillRule, \ShapeState.fillRule, newValue) }
  }

  /// The colour of the line; nil strokes nothing.
  open var strokeColor: CGColor? {
    get { storage.state.shape.strokeColor }
    set { set(ShapeSchema.shared.strokeColor, \ShapeState.strokeColor, newValue) }
  }

  /// Where the line begins, as a share of the path's length.
  open var strokeStart: CGFloat {
    get { storage.state.shape.strokeStart }
    set { set(ShapeSchema.shared.strokeStart, \ShapeState.strokeStart, newValue) }
  }

  /// Where the line ends, as a share of the path's length.
  open var strokeEnd: CGFloat {
    get { storage.state.shape.strokeEnd }
    set { set(ShapeSchema.shared.strokeEnd, \ShapeState.strokeEnd, newValue) }
  }

  /// The line's width, in points.
  open var lineWidth: CGFloat {
    get { storage.state.shape.lineWidth }
    set { set(ShapeSchema.shared.lineWidth, \ShapeState.lineWidth, newValue) }
  }

  /// The longest miter, in widths of the line.
  open var miterLimit: CGFloat {
    get { storage.state.shape.miterLimit }
    set { set(ShapeSchema.shared.miterLimit, \ShapeState.miterLimit, newValue) }
  }

  /// The shape of the line's ends.
  open var lineCap: CAShapeLayerLineCap {
    get { storage.state.shape.lineCap }
    set { set(ShapeSchema.shared.lineCap, \ShapeState.lineCap, newValue) }
  }

  /// The shape of the line's corners.
  open var lineJoin: CAShapeLayerLineJoin {
    get { storage.state.shape.lineJoin }
    set { set(ShapeSchema.shared.lineJoin, \ShapeState.lineJoin, newValue) }
  }

  /// Where in the dash pattern the line begins, in points.
  open var lineDashPhase: CGFloat {
    get { storage.state.shape.lineDashPhase }
    set { set(ShapeSchema.shared.lineDashPhase, \ShapeState.lineDashPhase, newValue) }
  }

  /// Lengths of painted and unpainted parts in turn, in points; nil is a solid line.
  ///
  /// A subpath with more than 100,000 dashes is drawn solid, seen or not.
  open var lineDashPattern: [NSNumber]? {
    get { storage.state.shape.lineDashPattern.map { $0.map { NSNumber(value: Double($0)) } } }
    set {
      let lengths = newValue.map { $0.map { CGFloat($0.doubleValue) } }
      set(ShapeSchema.shared.lineDashPattern, \ShapeState.lineDashPattern, lengths)
    }
  }
}

extension LayerType {
  static let shape = LayerType(.shape, { CAShapeLayer() }) { list in
    let rows = ShapeSchema.shared
    list.add(rows.path, { $0.path }, { $0.path = $1 })
    list.add(rows.fillColor, { $0.fillColor }, { $0.fillColor = $1 })
    list.add(rows.fillRule, { $0.fillRule }, { $0.fillRule = $1 })
    list.add(rows.strokeColor, { $0.strokeColor }, { $0.strokeColor = $1 })
    list.add(rows.strokeStart, { $0.strokeStart }, { $0.strokeStart = $1 })
    list.add(rows.strokeEnd, { $0.strokeEnd }, { $0.strokeEnd = $1 })
    list.add(rows.lineWidth, { $0.lineWidth }, { $0.lineWidth = $1 })
    list.add(rows.miterLimit, { $0.miterLimit }, { $0.miterLimit = $1 })
    list.add(rows.lineCap, { $0.lineCap }, { $0.lineCap = $1 })
    list.add(rows.lineJoin, { $0.lineJoin }, { $0.lineJoin = $1 })
    list.add(rows.lineDashPhase, { $0.lineDashPhase }, { $0.lineDashPhase = $1 })
    list.addArray(rows.lineDashPattern, \.lineDashPattern)
  }
}
