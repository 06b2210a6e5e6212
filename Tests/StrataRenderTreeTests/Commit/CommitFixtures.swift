import CoreGraphics
import Foundation
import StrataBase
import StrataRenderTree
import Testing

func id(_ index: Int, _ generation: UInt32 = 1) -> LayerID {
  LayerID(index: UInt32(index), generation: generation)
}

func update(_ layer: LayerID, x: CGFloat = 0, _ aspects: Aspect = .all) -> LayerUpdate {
  var state = LayerState()
  state.position.x = x
  return LayerUpdate(id: layer, aspects: aspects, state: state, animations: aspects == .all ? [] : nil)
}
