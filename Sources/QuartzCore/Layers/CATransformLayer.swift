import StrataRenderTree

/// A layer that places its sublayers in space without flattening them.
///
/// It draws nothing itself. A hit test on it finds nothing; a test on its superlayer finds the layers in it.
open class CATransformLayer: CALayer {}

extension LayerType {
  static let transform = LayerType(.transform) { CATransformLayer() }
}
