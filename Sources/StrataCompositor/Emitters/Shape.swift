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
    guard let path = shape.path, let box = path.outline.bounds else { return }
    let rect = PlaneRect(box.minX, box.minY, box.maxX, box.maxY)
    if let color = shape.fillColor {
      let painted = plane.tinted(color.extendedSRGB)
      if painted.w > 0, !rect.isEmpty {
        let rule: FillRule = shape.fillRule == .evenOdd ? .evenOdd : .nonZero
        let index = writer.append(
          PathResource(id: writer.strokes.identity(of: path), outline: path.outline, rule: rule)
        )
        writer.add(.fill, rect, .path(index, color: painted), plane: &plane, clip: clip)
      }
    }
    guard let color = shape.strokeColor, shape.lineWidth > 0, shape.lineWidth.isFinite else { return }
    let painted = plane.tinted(color.extendedSRGB)
    guard painted.w > 0 else { return }
    let scale = plane.toDevice.scales(at: rect.midX, rect.midY).max()
    guard let stroke = writer.strokes.outline(of: path, shape, scale: scale),
      let area = stroke.outline.bounds
    else {
      return
    }
    let index = writer.append(stroke)
    writer.add(
      .stroke,
      PlaneRect(area.minX, area.minY, area.maxX, area.maxY),
      .path(index, color: painted),
      plane: &plane,
      clip: clip
    )
  }
}
