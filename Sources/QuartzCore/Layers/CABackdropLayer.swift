import StrataRenderTree

/// A layer whose filters apply to what lies behind it, within its bounds.
///
/// Documents captured from running systems hold such layers; the class is private in Apple's frameworks. The filters
/// never apply to what the layer itself or its sublayers paint.
open class CABackdropLayer: CALayer {}

extension LayerType {
  static let backdrop = LayerType(.backdrop) { CABackdropLayer() }
}
