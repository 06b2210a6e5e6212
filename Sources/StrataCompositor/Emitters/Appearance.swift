import CoreGraphics
import Foundation
import StrataBase
import StrataRaster
import StrataRenderTree

/// The parts that layers of every class paint, in the order of rendering R-1.
extension FrameBuilder {
  /// Steps 3 and 4: background colour, gradient.
  ///
  /// They bleed where `clip` has the layer's shape and covers them: their own edge is not to be covered twice.
  func drawBackground(
    _ state: LayerState,
    _ shape: RoundedRect,
    plane: inout Plane,
    clip: Index<ClipNode>?,
    bleeds: Bool
  ) {
    let bounds = PlaneRect(shape)
    guard !bounds.isEmpty else { return }
    if let color = state.backgroundColor, let pattern = color.pattern {
      drawPattern(pattern, color, of: shape, plane: &plane, clip: clip, bleeds: bleeds)
    }
    let shape =
      bleeds ? bleeding(shape, plane).square : visiblePart(of: shape, under: state, plane: plane)
    if let color = state.backgroundColor, color.pattern == nil {
      let painted = plane.tinted(color.extendedSRGB)
      if painted.w > 0 {
        add(
          .background,
          PlaneRect(shape),
          .fill(shape, color: painted),
          plane: &plane,
          clip: clip,
          fills: painted.w >= 1 && shape.hasSquareCorners
        )
      }
    }
    if case .gradient(let box) = state.kind {
      drawGradient(box.value, over: bounds, shape, plane: &plane, clip: clip)
    }
  }

  /// The background's shape, which ends in the middle of an opaque border.
  ///
  /// Were it to reach the bounds, the antialiased pixels of the two edges would let it shine around the border.
  private func visiblePart(of shape: RoundedRect, under state: LayerState, plane: Plane) -> RoundedRect {
    guard state.borderWidth > 0, let color = state.borderColor, color.pattern == nil, plane.opacity >= 1,
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
      case .plain, .shape, .gradient, .transform, .replicator, .emitter, .scroll, .backdrop: break
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
    clip: Index<ClipNode>?,
    bleeds: Bool
  ) {
    if state.borderWidth > 0, let color = state.borderColor {
      let painted = plane.tinted(color.extendedSRGB)
      let rect = PlaneRect(shape)
      // A border as wide as half of the shorter side fills the bounds.
      let width = min(Double(state.borderWidth), min(rect.width, rect.height) / 2)
      if let pattern = color.pattern {
        drawPattern(pattern, color, of: shape, width, plane: &plane, clip: clip, bleeds: bleeds)
      } else if painted.w > 0, !rect.isEmpty {
        if bleeds {
          addBleedingBorder(shape, width, painted, plane: &plane, clip: clip)
        } else {
          add(.border, rect, .border(shape, width: width, color: painted), plane: &plane, clip: plane.clip)
        }
      }
    }
    if case .emitter(let box) = state.kind {
      isTimed = true
      drawParticles(box.value, tree: tree, time: time, isFlipped: isFlipped, plane: &plane, clip: clip)
    }
  }

  /// A border whose outer edge lies beyond the layer's; the inner one stays where it is.
  private func addBleedingBorder(
    _ shape: RoundedRect,
    _ width: Double,
    _ color: SIMD4<Float>,
    plane: inout Plane,
    clip: Index<ClipNode>?
  ) {
    let outer = bleeding(shape, plane)
    if outer.limited() == outer {
      let bleed = shape.minX - outer.minX
      let payload = Payload.border(outer, width: width + bleed, color: color)
      return add(.border, PlaneRect(outer), payload, plane: &plane, clip: clip)
    }
    // Radii as large as there is room for cannot grow.
    let (outline, rect) = ring(shape, width, plane)
    let index = append(PathResource(id: 0, outline: outline, rule: .evenOdd))
    add(.border, rect, .path(index, color: color), plane: &plane, clip: clip)
  }

  /// A border with square outer corners beyond the layer's, and the rectangle around it.
  func ring(_ shape: RoundedRect, _ width: Double, _ plane: Plane) -> (Outline, PlaneRect) {
    let outer = bleeding(shape, plane).square
    var outline = Outline.roundedRect(outer)
    if let inner = shape.inset(by: width) { outline.append(.roundedRect(inner)) }
    return (outline, PlaneRect(outer))
  }

  /// A shape around which two pixels more are painted.
  func bleeding(_ shape: RoundedRect, _ plane: Plane) -> RoundedRect {
    let m = plane.toDevice
    let rect = PlaneRect(shape)
    var scale = min(abs(m.m11), abs(m.m22))
    if !plane.relation.keepsRectangles {
      scale = .infinity
      for (x, y) in [
        (rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.minX, rect.maxY), (rect.maxX, rect.maxY),
      ] {
        scale = min(scale, m.scales(at: x, y).min())
      }
    }
    let most = max(rect.width, rect.height, 4)
    let bleed = scale > 0 ? min(2 / scale, plane.relation == .perspective ? most : 1e9) : most
    var grown = shape
    (grown.minX, grown.minY) = (shape.minX - bleed, shape.minY - bleed)
    (grown.width, grown.height) = (shape.width + 2 * bleed, shape.height + 2 * bleed)
    for corner in [\RoundedRect.minXminY, \.maxXminY, \.minXmaxY, \.maxXmaxY]
    where grown[keyPath: corner].min() > 0 {
      grown[keyPath: corner] += SIMD2(repeating: bleed)
    }
    return grown
  }
}

extension LayerState {
  /// Whether a layer without sublayers may paint one thing over another.
  var mayOverlapItself: Bool {
    var parts = backgroundColor == nil ? 0 : 1
    if borderWidth > 0, borderColor != nil { parts += 1 }
    if case .none = contents {} else { parts += 1 }
    if !hasUntouchedShadow, shadowOpacity > 0 { parts += 1 }
    switch kind.layerClass.descriptor.painting {
    case .nothing: break
    case .once: parts += 1
    case .overlapping: return true
    }
    return parts > 1
  }
}
