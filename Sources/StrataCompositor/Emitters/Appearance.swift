import CoreGraphics
import Foundation
import StrataBase
import StrataRaster
import StrataRenderTree

/// The parts that layers of every class paint, in the order of rendering R-1.
extension FrameBuilder {
  /// Steps 3 and 4: background colour, gradient.
  func drawBackground(_ state: LayerState, _ shape: RoundedRect, plane: inout Plane) {
    let bounds = PlaneRect(shape)
    guard !bounds.isEmpty else { return }
    let shape = visiblePart(of: shape, under: state, plane: plane)
    if let color = state.backgroundColor {
      let painted = plane.tinted(color.extendedSRGB)
      if painted.w > 0 {
        add(
          .background,
          PlaneRect(shape),
          .fill(shape, color: painted),
          plane: &plane,
          clip: plane.clip,
          fills: painted.w >= 1 && shape.hasSquareCorners
        )
      }
    }
    if case .gradient(let box) = state.kind { drawGradient(box.value, over: bounds, shape, plane: &plane) }
  }

  /// The background's shape, which ends in the middle of an opaque border.
  ///
  /// Were it to reach the bounds, the antialiased pixels of the two edges would let it shine around the border.
  private func visiblePart(of shape: RoundedRect, under state: LayerState, plane: Plane) -> RoundedRect {
    guard state.borderWidth > 0, let color = state.borderColor, plane.opacity >= 1,
      plane.tinted(color.extendedSRGB).w >= 1
    else { return shape }
    return shape.inset(by: Double(state.borderWidth) / 2) ?? shape
  }

  /// Steps 5 and 6: contents or what the class has in their place, and a shape's path.
  func drawOwnContents(
    _ state: LayerState,
    _ bounds: PlaneRect,
    time: Double,
    isFlipped: Bool,
    plane: inout Plane,
    clip: Index<ClipNode>?
  ) {
    if case .none = state.contents {
      switch state.kind {
      case .text(let box): drawText(box.value, state, bounds, isFlipped: isFlipped, plane: &plane, clip: clip)
      case .tiled(let box):
        isTimed = true
        drawTiles(box.value, state, isFlipped: isFlipped, plane: &plane, clip: clip)
      default: break
      }
    } else {
      drawContents(state, bounds, time: time, isFlipped: isFlipped, plane: &plane, clip: clip)
    }
    if case .shape(let box) = state.kind { drawShape(box.value, plane: &plane, clip: clip) }
  }

  /// Steps 8 and 9: border, particles.
  func drawForeground(
    _ state: LayerState,
    _ shape: RoundedRect,
    tree: Int32,
    time: Double,
    isFlipped: Bool,
    plane: inout Plane,
    clip: Index<ClipNode>?
  ) {
    if state.borderWidth > 0, let color = state.borderColor {
      let painted = plane.tinted(color.extendedSRGB)
      let rect = PlaneRect(shape)
      if painted.w > 0, !rect.isEmpty {
        // A border as wide as half of the shorter side fills the bounds.
        let width = min(Double(state.borderWidth), min(rect.width, rect.height) / 2)
        add(.border, rect, .border(shape, width: width, color: painted), plane: &plane, clip: plane.clip)
      }
    }
    if case .emitter(let box) = state.kind {
      isTimed = true
      drawParticles(box.value, tree: tree, time: time, isFlipped: isFlipped, plane: &plane, clip: clip)
    }
  }
}
