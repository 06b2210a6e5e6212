import CoreGraphics
public import Foundation
public import QuartzCore
@_exported public import StrataFilm
@_exported public import class StrataRenderServer.OfflineRenderer
@_exported public import enum StrataRenderServer.RenderError
@_exported public import enum StrataRenderServer.RenderBackend

extension Exporter {
  /// Writes a layer tree's animations to a film or a picture.
  ///
  /// The tree is committed at time 0, so animations without a begin time begin with the film. The root fills the picture;
  /// its position is ignored. At the end the tree leaves the film, and with it go the animations whose
  /// `isRemovedOnCompletion` is true: add them again for another film.
  ///
  /// - Parameters:
  ///   - layer: The root of the tree; it becomes a sublayer of the film's canvas.
  ///   - path: The file to write; its extension names the format.
  ///   - duration: How long the film lasts, in seconds.
  ///   - framesPerSecond: The film's rate.
  ///   - scale: Pixels for each point.
  ///   - changes: Changes of the tree while the film runs. Each closure is called with the media time at its moment, and
  ///     its changes are committed then.
  /// - Throws: ``ExportError``.
  public static func film(
    _ layer: CALayer,
    to path: String,
    duration: Double,
    framesPerSecond: Double = 30,
    scale: CGFloat = 2,
    changes: [(time: Double, change: () -> Void)] = []
  ) throws(ExportError) {
    let url = URL(filePath: path)
    guard let format = ExportFormat(pathExtension: url.pathExtension) else {
      throw .unknownFormat(path: path)
    }
    let renderer = OfflineRenderer(layer: canvas(around: layer), size: layer.bounds.size, scale: scale)
    for (time, change) in changes.sorted(by: { $0.time < $1.time }) { renderer.change(at: time, change) }
    let settings = ExportSettings(format: format, duration: duration, framesPerSecond: framesPerSecond)
    try Exporter(renderer, settings: settings).write(to: url)
  }

  /// A layer whose bounds are the frame of another layer, which becomes its sublayer.
  private static func canvas(around layer: CALayer) -> CALayer {
    let size = layer.bounds.size
    let canvas = CALayer()
    canvas.anchorPoint = .zero
    canvas.bounds = CGRect(
      x: layer.position.x - layer.anchorPoint.x * size.width,
      y: layer.position.y - layer.anchorPoint.y * size.height,
      width: size.width,
      height: size.height
    )
    canvas.addSublayer(layer)
    return canvas
  }
}
