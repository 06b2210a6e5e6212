import CoreGraphics
import QuartzCore
import StrataRenderServer

/// An animation that moves a layer from 0 to 100 points.
func move(_ duration: Double, _ delegate: (any CAAnimationDelegate)? = nil) -> CABasicAnimation {
  let move = CABasicAnimation(keyPath: "position.x")
  (move.fromValue, move.toValue, move.duration) = (0, 100, duration)
  move.delegate = delegate
  return move
}

/// A layer in the root of a time line that has begun.
func hostedSublayer() -> (CALayer, OfflineRenderer) {
  let root = box(0, 0, 10, 10)
  let layer = box(0, 0, 10, 10)
  root.addSublayer(layer)
  let renderer = OfflineRenderer(layer: root, size: CGSize(width: 10, height: 10))
  renderer.change(at: 0) { layer.zPosition = 0 }
  return (layer, renderer)
}

/// Where a layer is shown; -1 if it is not.
func shownX(_ layer: CALayer) -> Double { Double(layer.presentation()?.position.x ?? -1) }
