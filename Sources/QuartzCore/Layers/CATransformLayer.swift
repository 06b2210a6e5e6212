import StrataRenderTree

/// A layer that only places its sublayers in space and does not flatten them.
///
/// It draws nothing of its own; a hit test on it finds nothing, but the layers in it are found through its superlayer.
open class CATransformLayer: CALayer {}

extension LayerType {
  static let transform = LayerType(.transform) { CATransformLayer() }
}
