import CoreGraphics
import QuartzCore
import StrataBase
import StrataCPU
import StrataCompositor
import StrataRaster
import StrataRenderServer

/// Measures a scene from its frame to pixels, and from its layers to pixels.
struct SceneBenchmark {
  enum Mode: String, CaseIterable {
    /// A frame that is built becomes pixels.
    case list
    /// Values of layers change, are committed and evaluated, the frame is built and drawn.
    case full
  }

  let scene: Scene
  let patience: Double

  func measure(_ mode: Mode, threads: Int) throws -> Measurement {
    let (stage, renderer) = hosted()
    var backend = BandBackend(threads: threads)
    let pixels = PixelBuffer(width: Numbers.width, height: Numbers.height, format: .rgba8)
    let watch = Stopwatch(patience: patience)
    let times = try watch.measure { number in
      switch mode {
      case .list:
        change(stage, renderer, to: number)
        let frame = renderer.frame(at: 0)
        return try watch.time { try backend.draw(frame, into: pixels) }
      case .full:
        return try watch.time {
          change(stage, renderer, to: number)
          try backend.draw(renderer.frame(at: 0), into: pixels)
        }
      }
    }
    return Measurement(scene.name, mode.rawValue, threads: threads, scene.content, times: times)
  }

  /// The picture of one frame.
  func picture(ofFrame number: Int) throws -> CGImage {
    let (stage, renderer) = hosted()
    change(stage, renderer, to: number)
    return try renderer.image(at: 0)
  }

  private func hosted() -> (Stage, OfflineRenderer) {
    let stage = scene.stage()
    let size = CGSize(width: Numbers.width, height: Numbers.height)
    return (stage, OfflineRenderer(layer: stage.root, size: size))
  }

  /// Every frame is a change at time zero, so that the renderer keeps one tree and not a history.
  private func change(_ stage: Stage, _ renderer: OfflineRenderer, to number: Int) {
    renderer.change(at: 0) {
      CATransaction.setDisableActions(true)
      stage.show(number)
    }
  }
}
