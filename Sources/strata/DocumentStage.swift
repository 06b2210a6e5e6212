import QuartzCore
import StrataDocuments
import StrataRenderServer

/// The tree that is shown: the document's canvas, fitted into the picture that was asked for.
struct DocumentStage {
  let layer: CALayer
  /// In points.
  let size: CGSize
  let scale: CGFloat
  let origin: OfflineRenderer.Origin

  /// The stage of a document, as large as `pixels` or, without, as the canvas times the scale.
  init(_ document: Document, scale: Double, pixels: PixelSize?) {
    let canvas = document.canvasLayer
    let canvasSize = document.canvasSize
    origin = document.isGeometryFlipped ? .topLeft : .bottomLeft
    guard let pixels, canvasSize.width > 0, canvasSize.height > 0 else {
      (layer, size, self.scale) = (canvas, canvasSize, scale)
      return
    }
    let fit = min(Double(pixels.width) / canvasSize.width, Double(pixels.height) / canvasSize.height)
    let points = CGSize(width: Double(pixels.width) / fit, height: Double(pixels.height) / fit)
    let stage = CALayer()
    stage.anchorPoint = .zero
    stage.bounds = CGRect(origin: .zero, size: points)
    canvas.position = CGPoint(
      x: (points.width - canvasSize.width) / 2,
      y: (points.height - canvasSize.height) / 2
    )
    stage.addSublayer(canvas)
    (layer, size, self.scale) = (stage, points, fit)
  }
}
