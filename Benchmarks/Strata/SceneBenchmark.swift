import CAllocations
import CoreGraphics
import QuartzCore
import StrataBase
import StrataCPU
import StrataCompositor
import StrataFrame
import StrataRaster
import StrataRenderServer
import StrataRenderTree

/// Measures a scene from its frame to pixels, and from its layers to pixels.
struct SceneBenchmark {
  enum Mode: String, CaseIterable {
    /// Draws frames that are already built.
    case list
    /// Changes layers, commits and evaluates them, builds the changed part of the frame and draws the damage.
    case full

    /// The name in a measurement on a screen of `scale` pixels per point.
    func name(scale: Int) -> String { scale == 1 ? rawValue : "\(rawValue) 4K" }
  }

  let scene: Scene
  let duration: Double

  /// Measures the scene with `scale` pixels per point: 1, or 2 for a screen of 3840 × 2160 pixels.
  func measure(_ mode: Mode, threads: Int, scale: Int = 1) throws -> Measurement {
    let (stage, renderer) = hosted(threads: threads, scale: scale)
    let draw =
      switch (mode, scene.isSparse) {
      case (.full, _): full(stage, renderer)
      case (.list, false): list(stage, renderer, threads: threads)
      case (.list, true): sparseList(stage, renderer, threads: threads)
      }
    var last = 0
    let times = try Stopwatch(duration: duration).measure { number in
      last = number
      return try draw(number, false).time
    }
    var result = Measurement(
      scene.name,
      mode.name(scale: scale),
      threads: threads,
      scene.content,
      times: times
    )
    var (allocations, pixels) = (0, 0)
    for number in 1...Self.countedFrames {
      let frame = try draw(last + number, true)
      allocations += frame.allocations
      pixels = frame.pixels
    }
    if allocations >= 0 { result.allocations = Double(allocations) / Double(Self.countedFrames) }
    result.pixels = pixels
    return result
  }

  private static let countedFrames = 8

  /// The number of frames that `list` builds in advance and draws in turn.
  ///
  /// Few, as a frame that was just built is in the processor's caches, too.
  private static let readyFrames = 4

  /// The costs of a drawn frame.
  private struct Drawn {
    var time: Duration
    var allocations: Int
    var pixels: Int

    init(counts: Bool, pixels: () -> Int, _ body: () throws -> Void) rethrows {
      if counts { allocations_begin() }
      time = try ContinuousClock().measure(body)
      allocations = counts ? allocations_end() : 0
      self.pixels = pixels()
    }
  }

  /// Draws the frame of a number, and counts its allocations if `counts` is true.
  private typealias Drawing = (_ number: Int, _ counts: Bool) throws -> Drawn

  private func full(_ stage: Stage, _ renderer: OfflineRenderer) -> Drawing {
    { number, counts in
      try Drawn(counts: counts, pixels: { renderer.redrawnPixels }) {
        change(stage, renderer, to: number)
        try renderer.draw(at: 0)
      }
    }
  }

  private func list(_ stage: Stage, _ renderer: OfflineRenderer, threads: Int) -> Drawing {
    let frames = (0..<Self.readyFrames).map { number in
      change(stage, renderer, to: number)
      return renderer.frame(at: 0)
    }
    let pixels = buffer(renderer)
    let backend = BandBackend(threads: threads)
    return { number, counts in
      var backend = backend
      return try Drawn(counts: counts, pixels: { pixels.width * pixels.height }) {
        try backend.draw(frames[number % Self.readyFrames], into: pixels)
      }
    }
  }

  /// Draws the damage of a retained frame; updating the frame is not timed.
  private func sparseList(_ stage: Stage, _ renderer: OfflineRenderer, threads: Int) -> Drawing {
    let pixels = buffer(renderer)
    let backend = BandBackend(threads: threads)
    let retained = RetainedFrame()
    let viewport = Viewport(
      width: pixels.width,
      height: pixels.height,
      scale: renderer.scale,
      origin: .topLeft
    )
    return { number, counts in
      change(stage, renderer, to: number)
      let damage = retained.update(to: renderer.tree(at: 0) ?? RenderTree(), at: 0, viewport: viewport)
      var backend = backend
      return try Drawn(counts: counts, pixels: { damage.area }) {
        try retained.draw(damage) { try backend.draw($0, into: pixels) }
      }
    }
  }

  private func buffer(_ renderer: OfflineRenderer) -> PixelBuffer {
    PixelBuffer(width: renderer.pixelWidth, height: renderer.pixelHeight, format: .rgba8)
  }

  /// The picture of one frame.
  func picture(ofFrame number: Int) throws -> CGImage {
    let (stage, renderer) = hosted()
    change(stage, renderer, to: number)
    return try renderer.image(at: 0)
  }

  private func hosted(threads: Int = 1, scale: Int = 1) -> (Stage, OfflineRenderer) {
    let stage = scene.stage(scale)
    let size = CGSize(width: Numbers.width, height: Numbers.height)
    let renderer = OfflineRenderer(layer: stage.root, size: size, scale: CGFloat(scale), threads: threads)
    return (stage, renderer)
  }

  /// Changes the layers to a frame at time zero, so that the renderer keeps one tree and not a history.
  private func change(_ stage: Stage, _ renderer: OfflineRenderer, to number: Int) {
    renderer.change(at: 0) {
      CATransaction.setDisableActions(true)
      stage.show(number)
    }
  }
}

extension CGImage {
  /// Red, green and blue of all pixels.
  var colors: [UInt8] {
    let pixels = pixels.inBytes
    return (0..<pixels.height).flatMap { y -> [UInt8] in
      let row = UnsafeRawBufferPointer(start: pixels.row(y), count: pixels.width * 4)
      return (0..<pixels.width * 3).map { row[$0 / 3 * 4 + $0 % 3] }
    }
  }
}
