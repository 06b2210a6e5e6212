public import CoreGraphics
import QuartzCore
public import StrataRenderServer

extension OfflineRenderer {
  /// Creates a renderer of a document: its canvas, from the moment of its start.
  ///
  /// The renderer enters states with a delay by itself (``Document/nextStateTime``). A program enters others with
  /// ``Document/setState(_:of:transitionSpeed:interpolationDuration:)`` inside `change(at:_:)`, at any time.
  ///
  /// - Parameters:
  ///   - document: The document; its canvas layer belongs to the renderer from now on.
  ///   - scale: Pixels per point.
  ///   - pixelSize: The size of the pictures in pixels. The canvas is scaled to fit it and centred, and `scale` is ignored.
  ///     Nil makes pictures of the canvas's size times `scale`.
  ///   - threads: The number of threads that draw, including the caller's.
  ///   - backend: What draws; the processor, with the reason in the log, where there is no such backend.
  public convenience init(
    document: Document,
    scale: CGFloat = 1,
    pixelSize: (width: Int, height: Int)? = nil,
    threads: Int = 1,
    backend: RenderBackend = .standard
  ) {
    let stage = DocumentStage(document, scale: scale, pixelSize: pixelSize)
    document.start(at: 0)
    self.init(
      layer: stage.layer,
      size: stage.size,
      scale: stage.scale,
      origin: document.isGeometryFlipped ? .topLeft : .bottomLeft,
      threads: threads,
      backend: backend
    )
    followStates(of: [document])
  }

  /// Enters the states of documents that are due, at their times.
  package func followStates(of documents: [Document]) {
    host?.timedChanges = TimedChanges(
      next: { documents.lazy.compactMap(\.nextStateTime).min() ?? .infinity },
      make: { for document in documents { document.enterDueStates(at: $0) } }
    )
  }
}

/// The tree that pictures of a document show: its canvas, centred in a layer of the picture's size if that is given.
private struct DocumentStage {
  let layer: CALayer
  /// In points.
  let size: CGSize
  let scale: CGFloat

  init(_ document: Document, scale: CGFloat, pixelSize: (width: Int, height: Int)?) {
    let (canvas, canvasSize) = (document.canvasLayer, document.canvasSize)
    guard let pixelSize, canvasSize.width > 0, canvasSize.height > 0 else {
      (layer, size, self.scale) = (canvas, canvasSize, scale)
      Self.alignTop(of: canvas, isFlipped: document.isGeometryFlipped, scale: scale)
      return
    }
    let (width, height) = (CGFloat(pixelSize.width), CGFloat(pixelSize.height))
    let fit = min(width / canvasSize.width, height / canvasSize.height)
    let points = CGSize(width: width / fit, height: height / fit)
    let stage = CALayer()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    stage.anchorPoint = .zero
    stage.bounds = CGRect(origin: .zero, size: points)
    canvas.position = CGPoint(
      x: (points.width - canvasSize.width) / 2,
      y: (points.height - canvasSize.height) / 2
    )
    stage.addSublayer(canvas)
    CATransaction.commit()
    (layer, size, self.scale) = (stage, points, fit)
  }

  /// Places a canvas that ends inside a pixel at the top of its picture, as one is whose y axis points down.
  ///
  /// Without this the part of a pixel would be at the top of one and at the bottom of the other.
  private static func alignTop(of canvas: CALayer, isFlipped: Bool, scale: CGFloat) {
    let height = canvas.bounds.height
    var rest = isFlipped ? 0 : CGFloat(PixelCount.covering(height, scale: scale)) / scale - height
    if !rest.isFinite || abs(rest * scale) <= 1e-6 { rest = 0 }
    guard canvas.position.y != rest else { return }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    canvas.position.y = rest
    CATransaction.commit()
  }
}
