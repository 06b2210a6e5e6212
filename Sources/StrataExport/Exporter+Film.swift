import CoreGraphics
public import Foundation
public import QuartzCore
import StrataRenderServer

extension Exporter {
  /// Writes a layer tree's animations to a film or a picture, in one line.
  ///
  /// The tree is committed at time 0, so animations that begin "now" begin with the film. The root fills the picture,
  /// wherever its position is.
  ///
  /// - Parameters:
  ///   - layer: The root of the tree; it becomes a sublayer of the film's canvas.
  ///   - path: The file to write; its extension names the format.
  ///   - duration: How long the film lasts, in seconds.
  ///   - framesPerSecond: The film's rate.
  ///   - scale: Pixels for each point.
  ///   - changes: What the program does to the tree while it runs: each closure is called with the media time at its
  ///     moment, and what it changes is committed then.
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

  /// A layer that shows exactly what another one covers where it stands.
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
