import CoreGraphics
import Foundation
import QuartzCore
import StrataBase
import StrataCPU
import StrataCompositor
import StrataFrame
import StrataRaster
import StrataRenderServer
import StrataRenderTree
import Testing

/// All hosts draw with any backend, and ask each for the same plans.
@Suite struct FramePresenterTests {
  private static let root = LayerID(index: 0, generation: 1)
  private static let child = LayerID(index: 1, generation: 1)
  private static let (width, height) = (20, 10)

  private func presenter(_ backend: some CompositorBackend, _ log: PlanLog) -> any FramePresenting {
    FramePresenter(backend: RecordingBackend(backend, log), retained: RetainedFrame())
  }

  /// Runs a host on the backend of the processor and on one that draws nothing; returns the pictures of the first.
  ///
  /// Compares both logs, and the pictures with those of the default presenter.
  private func compare(_ run: (any FramePresenting) throws -> [[UInt8]]) throws -> [RecordedPlan] {
    let (drawing, blank) = (PlanLog(), PlanLog())
    let pictures = try run(presenter(BandBackend(threads: 1), drawing))
    let blanks = try run(presenter(BlankBackend(), blank))
    let expected = try run(DefaultBackend.presenter(threads: 1))
    #expect(pictures == expected)
    #expect(drawing.plans == blank.plans)
    #expect(blanks.allSatisfy { $0.allSatisfy { $0 == 0 } })
    return drawing.plans
  }

  private func layer(x: CGFloat, _ width: CGFloat, red: CGFloat) -> LayerState {
    var state = LayerState()
    state.anchorPoint = .zero
    state.bounds = CGRect(x: 0, y: 0, width: width, height: 4)
    state.position.x = x
    state.backgroundColor = CGColor(srgbRed: red, green: 0, blue: 1, alpha: 1)
    return state
  }

  /// A root with a child at a place.
  private func commit(_ sequence: UInt64, x: CGFloat, at time: Double) -> Commit {
    var commit = Commit(sequence: sequence, time: time, root: Self.root)
    commit.updates = [
      LayerUpdate(id: Self.root, aspects: .all, state: layer(x: 0, 18, red: 0)),
      LayerUpdate(id: Self.child, aspects: .all, state: layer(x: x, 2, red: 1)),
    ]
    commit.children = [ChildrenUpdate(parent: Self.root, children: [Self.child])]
    return commit
  }

  @Test func anOfflineRendererDrawsWithAnyBackend() throws {
    let plans = try compare { presenter in
      let size = CGSize(width: Self.width, height: Self.height)
      let renderer = OfflineRenderer(size: size, scale: 1, origin: .topLeft, presenter: presenter)
      var tree = RenderTree()
      for step in 0..<3 {
        let time = Double(step)
        tree.apply(commit(UInt64(step + 1), x: 4 * CGFloat(step), at: time))
        renderer.record(tree, at: time)
      }
      return try [0.0, 1, 2, 2, 0].map { time in
        var bytes = [UInt8](repeating: 9, count: Self.width * Self.height * 4)
        try bytes.withUnsafeMutableBytes { try renderer.render(at: time, into: $0) }
        let image = try renderer.image(at: time)
        #expect(image.pixels.bytes == bytes)
        return bytes
      }
    }
    // A drawing without damage asks for an empty plan.
    let drawn = plans.filter { !$0.region.isEmpty }
    #expect(drawn.map(\.region.area) == [200, 16, 16, 16])
    #expect(drawn.allSatisfy { $0.itemCount > 0 })
  }

  /// A frame whose target a device has lost is drawn again, as a whole, at once; and so is one that is lost before it is read.
  @Test func pixelsThatADeviceLostAreDrawnAgain() throws {
    let log = PlanLog()
    let lossy = presenter(BandBackend(threads: 1), log)
    let plain = DefaultBackend.presenter(threads: 1)
    let viewport = Viewport(width: Self.width, height: Self.height)
    var tree = RenderTree()
    for step in 0..<6 {
      let time = Double(step)
      tree.apply(commit(UInt64(step + 1), x: CGFloat(step) * 2, at: time))
      for one in [lossy, plain] { try one.update(to: tree, at: time, viewport: viewport) }
      log.losses = (step == 2 ? 1 : 0, step == 4 ? 1 : 0)
      let region = try lossy.draw(adding: PixelRegion())
      try plain.draw(adding: PixelRegion())
      #expect(region.area == (step == 0 || step == 2 ? 200 : region.area), "step \(step)")
      #expect(try lossy.copyPicture().pixels.bytes == plain.copyPicture().pixels.bytes, "step \(step)")
    }
    #expect(log.losses == (0, 0))
    #expect(log.departures == 1)
    #expect(log.plans.count { $0.region.area == 200 } == 3)
    log.losses.plans = 2
    tree.apply(commit(7, x: 1, at: 7))
    try lossy.update(to: tree, at: 7, viewport: viewport)
    // A device that loses the whole target, too, is an error.
    #expect(throws: RenderError.self) { try lossy.draw(adding: PixelRegion()) }
    try lossy.draw(adding: PixelRegion())
  }

  @Test func aHostThatCannotShowTexturesHasAllDrawnAgain() throws {
    let log = PlanLog()
    let settings = RenderSettings(
      viewport: Viewport(width: Self.width, height: Self.height),
      framesPerSecond: 10,
      threads: 1
    )
    let loop = RenderLoop(settings, presenter: presenter(BandBackend(threads: 1), log))
    let mail = Mailbox<RenderMessage>()
    mail.post(.commit(commit(1, x: 0, at: 1)))
    #expect(loop.turn(at: 1, mail).frame != nil)
    mail.post(.leaveDevice)
    let frame = try #require(loop.turn(at: 2, mail).frame)
    #expect(frame.damage.area == 200)
    #expect(log.departures == 1)
  }

  @Test func aRenderLoopDrawsWithAnyBackend() throws {
    let plans = try compare { presenter in
      let viewport = Viewport(width: Self.width, height: Self.height)
      let settings = RenderSettings(viewport: viewport, framesPerSecond: 10, threads: 1)
      let loop = RenderLoop(settings, presenter: presenter)
      let mail = Mailbox<RenderMessage>()
      return ([0, 4, 4, 8] as [CGFloat]).enumerated().compactMap { step, x in
        let time = Double(step + 1)
        mail.post(.commit(commit(UInt64(step + 1), x: x, at: time)))
        return loop.turn(at: time, mail).frame?.image.pixels.bytes
      }
    }
    #expect(plans.map(\.region.area) == [200, 16, 16])
    #expect(plans.allSatisfy { $0.itemCount > 0 })
  }

  @Test func aRendererDrivenByHandDrawsWithAnyBackend() throws {
    let plans = try compare { presenter in
      CATransaction.flush()
      defer { CATransaction.flush() }
      let renderer = CARenderer(presenter: presenter)
      let (root, child) = (CALayer(), CALayer())
      (root.anchorPoint, child.anchorPoint) = (.zero, .zero)
      root.bounds = CGRect(x: 0, y: 0, width: Self.width, height: Self.height)
      child.bounds = CGRect(x: 0, y: 0, width: 2, height: 4)
      child.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
      root.addSublayer(child)
      renderer.layer = root
      renderer.bounds = root.bounds
      return try ([0, 4, 8] as [CGFloat]).map { x in
        CATransaction.setDisableActions(true)
        child.position.x = x
        renderer.beginFrame(atTime: x, timeStamp: nil)
        renderer.addUpdate(CGRect(x: 15, y: 0, width: x / 4, height: 1))
        renderer.render()
        renderer.endFrame()
        return try #require(renderer.makeImage()).pixels.bytes
      }
    }
    #expect(plans.map(\.region.area) == [200, 17, 18])
  }

  @Test func limitsAreThoseOfTheBackend() {
    let wide = PlanLog()
    let size = CGSize(width: 1001, height: 1)
    let renderer = OfflineRenderer(
      size: size,
      scale: 1,
      origin: .topLeft,
      presenter: presenter(BlankBackend(), wide)
    )
    #expect(throws: RenderError.pictureTooLarge(width: 1001, height: 1)) { try renderer.image(at: 0) }
    #expect(wide.plans.isEmpty)
  }

  @Test func aBudgetIsSharedByTheBackendAndTheTiles() {
    let backend = BlankBackend()
    let retained = RetainedFrame()
    let presenter = FramePresenter(backend: backend, retained: retained)
    #expect(backend.rasterBudget == 64 << 20 && retained.tileBudget == 128 << 20)
    presenter.cacheBudget = 10
    #expect(backend.rasterBudget == 3 && retained.tileBudget == 7)
    presenter.cacheBudget = -1
    #expect(backend.rasterBudget == 0 && retained.tileBudget == 0)
  }
}

extension PixelBuffer {
  /// All rows without gaps.
  fileprivate var bytes: [UInt8] {
    (0..<height).flatMap { y in
      Array(UnsafeRawBufferPointer(start: row(y), count: width * format.bytesPerPixel))
    }
  }
}
