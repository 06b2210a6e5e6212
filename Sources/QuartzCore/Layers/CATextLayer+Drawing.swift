import CoreGraphics
import Foundation
import StrataBase
import StrataCompositor
import StrataFrame
import StrataRaster
import StrataRenderTree
import StrataText

/// The size of a text layer's text, and drawing of it into contexts.
extension CATextLayer {
  /// Gives the bounds the size of the text without line breaks at the edge.
  final func sizeToFit() { bounds.size = textSize(brokenAt: nil) }

  /// The size that the layer's frame has around its text.
  final var textFrameSize: CGSize {
    var state = storage.state
    let width = Double(state.bounds.width)
    state.bounds.size = textSize(brokenAt: state.text.isWrapped && width > 0 ? width : nil)
    return state.frame.size
  }

  private func textSize(brokenAt width: Double?) -> CGSize {
    guard var request = TextLayoutRequest(storage.state.text, in: PlaneRect(0, 0, 1, 1)) else { return .zero }
    (request.width, request.height, request.isWrapped) = (width, nil, width != nil)
    return TextLayoutEngine.layout(request).size
  }

  final func drawText(in context: CGContext) {
    let (bounds, text) = (storage.state.bounds, storage.state.text)
    guard let request = TextLayoutRequest(text, in: PlaneRect(bounds)), !bounds.isEmpty else { return }
    let layout = TextLayoutEngine.layout(request)
    let toBase = context.ctm
    let pointsDown = toBase.a * toBase.d - toBase.b * toBase.c < 0
    context.saveGState()
    defer { context.restoreGState() }
    // The positions of a layout are relative to the visual top left, y down.
    context.translateBy(x: bounds.minX, y: pointsDown ? bounds.minY : bounds.maxY)
    context.scaleBy(x: 1, y: pointsDown ? 1 : -1)
    for fill in layout.fills {
      guard let color = fill.color ?? text.foregroundColor else { continue }
      context.setFillColor(color)
      context.fill(fill.shapes, .identity)
    }
    // Rows of images go up in contexts.
    context.scaleBy(x: 1, y: -1)
    for picture in layout.images {
      let rect = picture.rect
      let target = CGRect(x: rect.minX, y: -rect.maxY, width: rect.width, height: rect.height)
      context.draw(picture.image, in: target)
      // In a PDF, the text of an image can be searched.
      guard context.vectorBox != nil else { continue }
      context.fill(GlyphRun([], transcript: picture.transcript), CGAffineTransform(scaleX: 1, y: -1))
    }
  }
}
