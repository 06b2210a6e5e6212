import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// Steps 3 and 4 of rendering R-1: background colour or pattern, and the gradient of a gradient layer.
///
/// They bleed where `clip` has the layer's shape and covers them: their own edge is not to be covered twice.
struct BackgroundEmitter {
  let clip: Index<ClipNode>?
  let bleeds: Bool

  func emit(_ state: LayerState, _ shape: RoundedRect, plane: inout Plane, _ writer: inout FrameWriter) {
    let bounds = PlaneRect(shape)
    guard !bounds.isEmpty else { return }
    if let color = state.backgroundColor, let pattern = color.pattern {
      PatternEmitter(clip: clip, bleeds: bleeds).emit(pattern, color, of: shape, plane: &plane, &writer)
    }
    let shape = bleeds ? shape.bleeding(in: plane).square : visiblePart(of: shape, under: state, plane: plane)
    if let color = state.backgroundColor, color.pattern == nil {
      let painted = plane.tinted(color.extendedSRGB)
      if painted.w > 0 {
        writer.add(
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
      GradientEmitter(clip: clip).emit(box.value, over: bounds, in: shape, plane: &plane, &writer)
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
}

/// Step 8 of rendering R-1: the border, of a colour or a pattern.
struct BorderEmitter {
  /// The clip of a border that bleeds.
  let clip: Index<ClipNode>?
  let bleeds: Bool

  func emit(
    _ color: CGColor,
    width: Double,
    of shape: RoundedRect,
    plane: inout Plane,
    _ writer: inout FrameWriter
  ) {
    let painted = plane.tinted(color.extendedSRGB)
    let rect = PlaneRect(shape)
    // A border as wide as half of the shorter side fills the bounds.
    let width = min(width, min(rect.width, rect.height) / 2)
    if let pattern = color.pattern {
      PatternEmitter(clip: clip, bleeds: bleeds).emit(
        pattern,
        color,
        of: shape,
        borderWidth: width,
        plane: &plane,
        &writer
      )
    } else if painted.w > 0, !rect.isEmpty {
      if bleeds {
        addBleeding(shape, width, painted, plane: &plane, &writer)
      } else {
        writer.add(
          .border,
          rect,
          .border(shape, width: width, color: painted),
          plane: &plane,
          clip: plane.clip
        )
      }
    }
  }

  /// Adds a border whose outer edge lies beyond the layer's; the inner one stays where it is.
  private func addBleeding(
    _ shape: RoundedRect,
    _ width: Double,
    _ color: SIMD4<Float>,
    plane: inout Plane,
    _ writer: inout FrameWriter
  ) {
    let outer = shape.bleeding(in: plane)
    if outer.limited() == outer {
      let bleed = shape.minX - outer.minX
      let payload = Payload.border(outer, width: width + bleed, color: color)
      return writer.add(.border, PlaneRect(outer), payload, plane: &plane, clip: clip)
    }
    // Radii as large as there is room for cannot grow.
    let (outline, rect) = shape.bleedingRing(width: width, in: plane)
    let index = writer.append(PathResource(id: 0, outline: outline, rule: .evenOdd))
    writer.add(.border, rect, .path(index, color: color), plane: &plane, clip: clip)
  }
}

extension RoundedRect {
  /// The border of a width inside the shape, with square outer corners beyond it, and the rectangle around it.
  func bleedingRing(width: Double, in plane: Plane) -> (Outline, PlaneRect) {
    let outer = bleeding(in: plane).square
    var outline = Outline.roundedRect(outer)
    if let inner = inset(by: width) { outline.append(.roundedRect(inner)) }
    return (outline, PlaneRect(outer))
  }

  /// The shape with two device pixels more around it.
  func bleeding(in plane: Plane) -> RoundedRect {
    let m = plane.toDevice
    let rect = PlaneRect(self)
    var scale = min(abs(m.m11), abs(m.m22))
    if !plane.relation.keepsRectangles {
      scale = .infinity
      for (x, y) in [
        (rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.minX, rect.maxY), (rect.maxX, rect.maxY),
      ] { scale = min(scale, m.scales(at: x, y).min()) }
    }
    let most = max(rect.width, rect.height, 4)
    let bleed = scale > 0 ? min(2 / scale, plane.relation == .perspective ? most : 1e9) : most
    var grown = self
    (grown.minX, grown.minY) = (minX - bleed, minY - bleed)
    (grown.width, grown.height) = (width + 2 * bleed, height + 2 * bleed)
    for corner in [\RoundedRect.minXminY, \.maxXminY, \.minXmaxY, \.maxXmaxY]
    where grown[keyPath: corner].min() > 0 { grown[keyPath: corner] += SIMD2(repeating: bleed) }
    return grown
  }
}
