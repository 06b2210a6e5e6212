import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree
import Synchronization

/// Shape layers (rendering SH): fill, and the stroke over it.
struct ShapeEmitter {
  let clip: Index<ClipNode>?

  func emit(_ shape: ShapeState, plane: inout Plane, _ writer: inout FrameWriter) {
    guard let path = shape.path, let facts = writer.pathCache.facts(of: path) else { return }
    let rect = PlaneRect(facts.bounds)
    if let color = shape.fillColor, isSeen(color, plane), !rect.isEmpty {
      let rule: FillRule = shape.fillRule == .evenOdd ? .evenOdd : .nonZero
      let resource = PathResource(id: facts.name, outline: path.outline, rule: rule)
      paint(resource, rect, as: .fill, color, plane: &plane, &writer)
    }
    guard shape.isStroked, let color = shape.strokeColor, isSeen(color, plane) else { return }
    let scale = plane.toDevice.scales(at: rect.midX, rect.midY).max()
    guard let stroke = writer.pathCache.stroke(of: path, shape, scale: scale) else { return }
    if stroke.lacksDashes { writer.note(.tooMany(plane.layer)) }
    paint(stroke.path, PlaneRect(stroke.bounds), as: .stroke, color, plane: &plane, &writer)
  }

  private func isSeen(_ color: CGColor, _ plane: Plane) -> Bool {
    color.pattern != nil || plane.tinted(color.extendedSRGB).w > 0
  }

  private func paint(
    _ path: PathResource,
    _ rect: PlaneRect,
    as kind: LayerPart,
    _ color: CGColor,
    plane: inout Plane,
    _ writer: inout FrameWriter
  ) {
    if let pattern = color.pattern {
      let emitter = PatternEmitter(clip: clip, bleeds: false)
      return emitter.emit(pattern, color, in: path, rect, as: kind, plane: &plane, &writer)
    }
    let index = writer.append(path)
    let payload = Payload.path(index, color: plane.tinted(color.extendedSRGB))
    writer.add(kind, rect, payload, plane: &plane, clip: clip)
  }
}
