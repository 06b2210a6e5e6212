import CoreGraphics
import StrataBase
import StrataCPU
import StrataCompositor
import StrataFrame
import StrataRaster
import StrataRenderTree
import Testing

#if GPU
  import StrataGPU
#endif

/// Finished surfaces that are kept change no pixel and are drawn no more.
@Suite struct RasterCacheTests {
  /// A blurred group and a group with a shadow, over which a box moves.
  private func scene() -> (scene: Scene, mover: LayerID) {
    var scene = Scene(width: 120, height: 90) { $0.backgroundColor = .green }
    let blurred = scene.box("blurred", 10, 10, 50, 50, .blue) { state in
      state.filters = [FilterValue(type: "gaussianBlur", inputs: ["inputRadius": .number(3)])]
    }
    scene.box("inside", in: blurred, 5, 5, 20, 20)
    let faded = scene.box("faded", 60, 20, 50, 50, .red) { state in
      state.opacity = 0.6
      state.shadowOpacity = 0.5
    }
    scene.box("sticking out", in: faded, 30, 30, 30, 30, .blue)
    let mover = scene.box("mover", 0, 0, 12, 12, .red)
    return (scene, mover)
  }

  private func pictures<Backend: TestedBackend>(
    _: Backend.Type = BandBackend.self,
    budget: Int
  ) throws -> (pictures: [[UInt32]], reports: [RasterReport]) {
    let (scene, mover) = scene()
    var tree = scene.tree
    let retained = RetainedFrame()
    var backend = try Backend.make(threads: 2)
    backend.rasterBudget = budget
    let pixels = PixelBuffer(width: 120, height: 90, format: .rgba8)
    var pictures: [[UInt32]] = []
    var reports: [RasterReport] = []
    for step in 0..<12 {
      if step > 0 {
        var state = tree[mover]?.state ?? LayerState()
        state.position = CGPoint(x: 8 + 8 * step, y: 30)
        var commit = Commit(sequence: UInt64(1000 + step), time: 0)
        commit.updates = [LayerUpdate(id: mover, aspects: .all, state: state)]
        tree.apply(commit)
      }
      // Every frame is drawn whole, so that it requests all surfaces.
      _ = retained.update(to: tree, at: 0, viewport: scene.viewport())
      try retained.draw(PixelRegion(retained.bounds)) { try backend.draw($0, into: pixels) }
      pictures.append(pixels.words)
      reports.append(backend.rasterReport)
    }
    return (pictures, reports)
  }

  @Test func keptSurfacesGiveTheSameBytes() throws {
    let kept = try pictures(budget: 1 << 20)
    let drawn = try pictures(budget: 0)
    let cramped = try pictures(budget: 30_000)
    #expect(kept.pictures == drawn.pictures && cramped.pictures == drawn.pictures)
    #expect(kept.reports.first?.new == 2 && kept.reports.first?.surfaces == 0)
    #expect(kept.reports.last?.kept == 2 && kept.reports.last?.surfaces == 2)
    #expect(drawn.reports.allSatisfy { $0.surfaces == 0 && $0.kept == 0 })
    #expect(cramped.reports.allSatisfy { $0.bytes <= 30_000 })
  }

  #if GPU
    @Test(.needsDevice) func theBudgetShowsInNoPictureOfTheDevice() throws {
      let kept = try pictures(GPUBackend.self, budget: 1 << 20)
      #expect(try pictures(GPUBackend.self, budget: 0).pictures == kept.pictures)
    }
  #endif

  @Test func theBudgetIsKeptAndGivenBack() throws {
    let backend = BandBackend(threads: 1)
    #expect(backend.rasterBudget > 0)
    backend.rasterBudget = -5
    #expect(backend.rasterBudget == 0)
    backend.dropCaches()
    #expect(backend.rasterReport.bytes == 0)
  }

  /// A surface without room is drawn as a whole seldom, and one that never fits once.
  @Test(arguments: [false, true])
  func refusedSurfacesAreNotDrawnWholeInEveryFrame(isTooLarge: Bool) {
    var request = SurfaceRequest()
    var whole = 0
    for frame in 0..<1000 as Range<UInt64> {
      let isNew = request.ask(in: frame)
      #expect(isNew == (frame == 0))
      guard request.isWorthKeeping else { continue }
      whole += 1
      request.refuse(forGood: isTooLarge)
    }
    #expect(whole == (isTooLarge ? 1 : 1 + (1000 - 3) / (SurfaceRequest.pause + SurfaceRequest.patience + 1)))
    // After a frame without it, it is another surface's turn to be refused.
    let isNew = request.ask(in: 1001)
    #expect(isNew && !request.isWorthKeeping)
    #expect(!request.isRefused)
  }

  /// Frames that ask several times count once.
  @Test func aFrameCountsOnce() {
    var request = SurfaceRequest()
    let answers = ([7, 7, 7, 7, 8, 8] as [UInt64]).map { request.ask(in: $0) }
    #expect(answers == [true, true, true, true, false, false])
    #expect(!request.isWorthKeeping)
    _ = request.ask(in: 9)
    #expect(request.isWorthKeeping)
  }

  @Test func aSurfaceSaysWhyItIsThere() {
    let frame = scene().scene.frame()
    #expect(frame.passes.map(\.reason) == [.effect, .effect, .target])
  }

  /// The memory of surfaces goes from frame to frame, and what one frame left in it shows in no other.
  @Test func theMemoryOfASurfaceShowsNothingOfItsLastUse() throws {
    let (scene, _) = scene()
    let frame = scene.frame()
    var backend = BandBackend(threads: 2)
    let pixels = PixelBuffer(width: 120, height: 90, format: .rgba8)
    try backend.draw(frame, into: pixels)
    let first = pixels.words
    for _ in 0..<3 {
      try backend.draw(frame, into: pixels)
      #expect(pixels.words == first)
    }
  }
}
