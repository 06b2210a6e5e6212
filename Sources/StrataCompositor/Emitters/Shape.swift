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
    if let color = shape.fillColor {
      let painted = plane.tinted(color.extendedSRGB)
      if painted.w > 0, !rect.isEmpty {
        let rule: FillRule = shape.fillRule == .evenOdd ? .evenOdd : .nonZero
        let index = writer.append(PathResource(id: facts.name, outline: path.outline, rule: rule))
        writer.add(.fill, rect, .path(index, color: painted), plane: &plane, clip: clip)
      }
    }
    guard shape.isStroked, let color = shape.strokeColor else { return }
    let painted = plane.tinted(color.extendedSRGB)
    guard painted.w > 0 else { return }
    let scale = plane.toDevice.scales(at: rect.midX, rect.midY).max()
    guard let stroke = writer.pathCache.stroke(of: path, shape, scale: scale) else { return }
    let index = writer.append(stroke.path)
    writer.add(
      .stroke,
      PlaneRect(stroke.bounds),
      .path(index, color: painted),
      plane: &plane,
      clip: clip
    )
  }
}
