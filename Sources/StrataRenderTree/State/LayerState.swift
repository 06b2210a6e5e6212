package import CoreGraphics
package import Foundation
import StrataBase

/// The state of a layer on the render side: a value, copied whole at commit.
///
/// The initial values here are the defaults of the public API. Rare properties lie in groups behind one reference
/// (`LayerState+Groups.swift`), which is nil until one of them is written; the accessors are flat. Copying the state
/// of a plain layer retains its colour and nothing else.
///
/// What changes most often comes first, so that a move writes to one cache line.
package struct LayerState: Sendable, Equatable {
  /// The place of the anchor point, in the superlayer's points.
  package var position = CGPoint.zero
  package var opacity = Float(1)
  /// The layer's own rectangle, in its points.
  package var bounds = CGRect.zero
  /// The point that lands on `position`, in unit coordinates of the bounds.
  package var anchorPoint = CGPoint(x: 0.5, y: 0.5)
  package var anchorPointZ = CGFloat(0)
  package var zPosition = CGFloat(0)
  package var transform = CATransform3D.identity
  package var cornerRadius = CGFloat(0)
  package var borderWidth = CGFloat(0)
  /// How much of the layer shows while an animation hides or shows it, 0 to 1; 1 without such an animation.
  package var visibility = Float(1)
  package var isHidden = false
  package var isDoubleSided = true
  package var isGeometryFlipped = false
  package var masksToBounds = false
  package var isOpaque = false
  package var allowsGroupOpacity = true
  package var allowsEdgeAntialiasing = true
  package var shouldRasterize = false
  package var backgroundColor: CGColor?
  package var contents = ContentsValue.none
  package var kind = LayerKind.plain

  var rare = Group<RareState>()

  /// The state of a new layer.
  package init() {}

  /// The state of a new layer of a class.
  package init(of layerClass: LayerClass) { self = layerClass.descriptor.initial }

  /// The state of a plain layer, with another kind.
  package init(kind: LayerKind) { self.kind = kind }
}
