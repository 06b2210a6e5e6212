import CoreGraphics
import Foundation
import StrataBase
import StrataRenderTree

/// Text layers (rendering TX): the layout's outlines and images, from the visual top left.
extension FrameBuilder {
  func drawText(
    _ text: TextState,
    _ state: LayerState,
    _ bounds: PlaneRect,
    isFlipped: Bool,
    plane: inout Plane,
    clip: Index<ClipNode>?
  ) {
  }
}
