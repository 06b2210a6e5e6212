public import CoreGraphics
import QuartzCore
public import StrataRenderServer

extension OfflineRenderer {
  /// Creates a renderer of a document: its canvas, from the moment of its start.
  ///
  /// States can be entered with ``Document/setState(_:of:transitionSpeed:)`` inside `change(at:_:)`.
  ///
  /// - Parameters:
  ///   - document: The document; its canvas layer belongs to the renderer from now on.
  ///   - scale: Pixels per point.
  ///   - threads: The number of threads that draw, including the caller's.
  public convenience init(document: Document, scale: CGFloat = 1, threads: Int = 1) {
    document.start(at: 0)
    self.init(
      layer: document.canvasLayer,
      size: document.canvasSize,
      scale: scale,
      origin: document.isGeometryFlipped ? .topLeft : .bottomLeft,
      threads: threads
    )
    host?.timedChanges = TimedChanges(
      next: { document.nextStateTime ?? .infinity },
      make: { document.enterDueStates(at: $0) }
    )
  }
}
