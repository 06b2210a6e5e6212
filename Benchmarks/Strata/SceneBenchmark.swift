import CAllocations
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
    /// Values of layers change, are committed and evaluated, what changed of the frame is built and drawn.
    case full
  }

  let scene: Scene
  let patience: Double

  func measure(_ mode: Mode, threads: Int) throws -> Measurement {
    let (stage, renderer) = hosted(threads: threads)
    var backend = BandBackend(threads: threads)
    let pixels = PixelBuffer(width: Numbers.width, height: Numbers.height, format: .rgba8)
    let watch = Stopwatch(patience: patience)
    let frames = mode == .list ? (0..<Self.readyFrames).map { frame(stage, renderer, $0) } : []
    func draw(_ number: Int) throws {
      switch mode {
      case .list: try backend.draw(frames[number % Self.readyFrames], into: pixels)
      case .full:
        change(stage, renderer, to: number)
        try renderer.draw(at: 0)
      }
    }
    var last = 0
    let times = try watch.measure { number in
      last = number
      return try watch.time { try draw(number) }
    }
    var result = Measurement(scene.name, mode.rawValue, threads: threads, scene.content, times: times)
    allocations_begin()
    for number in 1...Self.countedFrames { try draw(last + number) }
    let allocations = allocations_end()
    if allocations >= 0 { result.allocations = Double(allocations) / Double(Self.countedFrames) }
    result.pixels = mode == .list ? Numbers.width * Numbers.height : renderer.redrawnPixels
    return result
  }

  private static let countedFrames = 8

  /// How many frames are built before they are drawn, one after the other and again.
  ///
  /// Few, as a frame that was just built lies in the processor's caches.
  private static let readyFrames = 4

  private func frame(_ stage: Stage, _ renderer: OfflineRenderer, _ number: Int) -> Frame {
    change(stage, renderer, to: number)
    return renderer.frame(at: 0)
  }

  /// The picture of one frame.
  func picture(ofFrame number: Int) throws -> CGImage {
    let (stage, renderer) = hosted()
    change(stage, renderer, to: number)
    return try renderer.image(at: 0)
  }

  /// Red, green and blue of one frame.
  func bytes(ofFrame number: Int) throws -> [UInt8] {
    let pixels = try picture(ofFrame: number).pixels.inBytes
    return (0..<pixels.height).flatMap { y -> [UInt8] in
      let row = UnsafeRawBufferPointer(start: pixels.row(y), count: pixels.width * 4)
      return (0..<pixels.width * 3).map { row[$0 / 3 * 4 + $0 % 3] }
    }
  }

  private func hosted(threads: Int = 1) -> (Stage, OfflineRenderer) {
    let stage = scene.stage()
    let size = CGSize(width: Numbers.width, height: Numbers.height)
    return (stage, OfflineRenderer(layer: stage.root, size: size, threads: threads))
  }

  /// Every frame is a change at time zero, so that the renderer keeps one tree and not a history.
  private func change(_ stage: Stage, _ renderer: OfflineRenderer, to number: Int) {
    renderer.change(at: 0) {
      CATransaction.setDisableActions(true)
      stage.show(number)
    }
  }
}
