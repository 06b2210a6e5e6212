import CoreGraphics
import StrataBase
import StrataCPU
import StrataCompositor
import StrataFrame
import StrataRaster
import StrataRenderTree
import Testing

/// A clip covers what lies inside as one picture: nothing under it shines through at its edge (rendering R-15).
@Suite struct ClipEdgeTests {
  private static let side = 60

  private func drawn(_ scene: Scene, threads: Int = 1, bandHeight: Int = 32) throws -> PixelBuffer {
    var backend = BandBackend(threads: threads)
    backend.bandHeight = bandHeight
    let target = PixelBuffer(width: Self.side, height: Self.side, format: .rgba8)
    try backend.draw(scene.frame(), into: target)
    return target
  }

  private func blueScene() -> Scene {
    Scene(width: Double(Self.side), height: Double(Self.side)) { $0.backgroundColor = .blue }
  }

  /// A colour over blue in the proportion of a byte.
  private func mixed(_ color: [Int], _ coverage: Int) -> [UInt8] {
    zip(color, [0, 0, 255, 255]).map { UInt8(($0 * coverage + $1 * (255 - coverage) + 127) / 255) }
  }

  /// Coverage of the clip's shape, read off a black layer of that shape on white.
  private func coverage(_ edit: (inout LayerState) -> Void) throws -> (Int, Int) -> Int {
    var scene = Scene(width: Double(Self.side), height: Double(Self.side)) {
      $0.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    }
    scene.box("shape", 10, 10, 40, 40, CGColor(red: 0, green: 0, blue: 0, alpha: 1), edit)
    let pixels = try drawn(scene)
    return { x, y in 255 - Int(pixels.rgba(x, y)[0]) }
  }

  /// Holds every pixel against `color · coverage + blue · (1 − coverage)`, to a level.
  private func expect(_ scene: Scene, _ color: [Int], _ shape: (inout LayerState) -> Void) throws {
    let pixels = try drawn(scene)
    let coverage = try coverage(shape)
    var partial = 0
    for y in 0..<Self.side {
      for x in 0..<Self.side {
        let c = coverage(x, y)
        if c > 0, c < 255 { partial += 1 }
        let expected = mixed(color, c)
        let isRight = zip(pixels.rgba(x, y), expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
        #expect(isRight, "\(x) \(y): \(pixels.rgba(x, y)), not \(expected)")
        guard isRight else { return }
      }
    }
    #expect(partial > 8)
    let bands = try drawn(scene, threads: 3, bandHeight: 7)
    #expect(bands.words == pixels.words)
  }

  private func round(_ state: inout LayerState) { state.cornerRadius = 14 }
  private func turned(_ state: inout LayerState) {
    state.cornerRadius = 5
    state.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
  }
  private func between(_ state: inout LayerState) {
    state.position = CGPoint(x: 30.5, y: 30.25)
  }

  private func shapes() -> [(inout LayerState) -> Void] { [round, turned, between] }

  @Test func aSublayerHidesTheBackgroundAtTheEdgeToo() throws {
    for shape in shapes() {
      var scene = blueScene()
      let card = scene.box("card", 10, 10, 40, 40, .red) { state in
        shape(&state)
        state.masksToBounds = true
      }
      scene.box("first", in: card, -10, -10, 70, 70, .red)
      scene.box("second", in: card, -10, -10, 70, 70, .green)
      try expect(scene, [0, 255, 0, 255], shape)
    }
  }

  /// Half of a pixel is covered: 128 of 255, so that green over blue gives 128 and 127, and no red.
  @Test func halfOfAPixelIsHalfOfWhatLiesOnTop() throws {
    var scene = blueScene()
    let card = scene.box("card", 10.5, 10, 40, 40, .red) { $0.masksToBounds = true }
    scene.box("child", in: card, -10, -10, 70, 70, .green)
    let pixels = try drawn(scene)
    #expect(pixels.rgba(10, 30) == [0, 128, 127, 255])
    #expect(pixels.rgba(50, 30) == [0, 128, 127, 255])
    #expect(pixels.rgba(9, 30) == [0, 0, 255, 255] && pixels.rgba(11, 30) == [0, 255, 0, 255])
  }

  @Test func theLayersOwnShapeIsCoveredOnce() throws {
    for shape in shapes() {
      // A background, whose sublayer stays away from the edge.
      var scene = blueScene()
      var card = scene.box("card", 10, 10, 40, 40, .red) { state in
        shape(&state)
        state.masksToBounds = true
      }
      scene.box("child", in: card, 18, 18, 4, 4, .red)
      try expect(scene, [255, 0, 0, 255], shape)
      // A border over a sublayer that fills the bounds.
      scene = blueScene()
      card = scene.box("card", 10, 10, 40, 40, .red) { state in
        shape(&state)
        state.masksToBounds = true
        (state.borderWidth, state.borderColor) = (20, .green)
      }
      scene.box("child", in: card, -5, -5, 50, 50, .red)
      try expect(scene, [0, 255, 0, 255], shape)
    }
  }

  @Test func surfacesInsideAreCoveredOnce() throws {
    for shape in shapes() {
      // Opacity over parts that overlap: half of red and then half of green upon it, over blue.
      var scene = blueScene()
      var card = scene.box("card", 10, 10, 40, 40, .red) { state in
        shape(&state)
        state.masksToBounds = true
      }
      let group = scene.box("group", in: card, -10, -10, 60, 60, .red) { $0.opacity = 0.5 }
      scene.box("inside", in: group, 0, 0, 60, 60, .green)
      try expect(scene, [127, 128, 0, 255], shape)
      // A layer with a mask becomes a surface, and so does what it clips.
      scene = blueScene()
      card = scene.box("card", 10, 10, 40, 40, .red) { state in
        shape(&state)
        state.masksToBounds = true
      }
      scene.box("child", in: card, -10, -10, 70, 70, .green)
      scene.box("mask", in: card, -20, -20, 90, 90, isMask: true)
      try expect(scene, [0, 255, 0, 255], shape)
      // So does one with a filter.
      scene = blueScene()
      scene.box("card", 10, 10, 40, 40, .green) { state in
        shape(&state)
        state.masksToBounds = true
        state.filters = [FilterValue(type: "colorInvert")]
      }
      try expect(scene, [255, 0, 255, 255], shape)
    }
  }

  @Test func clipsInsideEachOtherMultiply() throws {
    var scene = blueScene()
    let outer = scene.box("outer", 10.5, 10, 40, 40, nil) { $0.masksToBounds = true }
    let inner = scene.box("inner", in: outer, 0, -10, 40, 60, .red) { $0.masksToBounds = true }
    scene.box("child", in: inner, -10, -10, 70, 70, .green)
    // Half of a half: 128 · 128 / 255 = 64 of 255.
    let pixel = try drawn(scene).rgba(10, 30)
    #expect(pixel == [0, 64, 191, 255])
  }

  @Test func whatReplacesTheBackdropIsCoveredWithTheRest() throws {
    for shape in shapes() {
      var scene = blueScene()
      scene.box("card", 10, 10, 40, 40, .green) { state in
        shape(&state)
        state.masksToBounds = true
        state.backgroundFilters = [FilterValue(type: "colorInvert")]
      }
      try expect(scene, [0, 255, 0, 255], shape)
    }
  }

  @Test func whatCannotOverlapIsCoveredPieceByPiece() {
    var scene = blueScene()
    scene.box("background alone", 0, 0, 20, 20) { state in
      (state.cornerRadius, state.masksToBounds) = (5, true)
    }
    scene.box("image alone", 20, 0, 20, 20, nil) { state in
      (state.cornerRadius, state.masksToBounds) = (5, true)
      state.contents = .image(testImage(20, 20))
    }
    let square = scene.box("square", 20, 20, 20, 20) { $0.masksToBounds = true }
    scene.box("child", in: square, -5, -5, 10, 10)
    #expect(!scene.frame().clips.contains { $0.coversOnce })
    let round = scene.box("round", 20, 40, 20, 20) { state in
      (state.cornerRadius, state.masksToBounds) = (5, true)
    }
    scene.box("child", in: round, -5, -5, 10, 10)
    #expect(scene.frame().clips.filter(\.coversOnce).count == 1)
  }

  /// Parts of a kept frame share the clip edge of the layer that they lie in.
  @Test func partsOfARetainedFrameShareAClipEdge() throws {
    var scene = blueScene()
    let card = scene.box("card", 10, 10, 40, 40, .red) { state in
      (state.cornerRadius, state.masksToBounds) = (14, true)
      (state.borderWidth, state.borderColor) = (1, .green)
    }
    for i in 0..<400 { scene.box("child\(i)", in: card, -5, -5, 50, 50, i % 2 == 0 ? .red : .green) }
    let retained = RetainedFrame()
    _ = retained.update(to: scene.tree, at: 0, viewport: scene.viewport())
    #expect(retained.statistics.parts > 3)
    var backend = BandBackend(threads: 1)
    let kept = PixelBuffer(width: Self.side, height: Self.side, format: .rgba8)
    try retained.draw(PixelRegion(retained.bounds)) { try backend.draw($0, into: kept) }
    #expect(try drawn(scene).words == kept.words)
    try expect(scene, [0, 255, 0, 255], round)
  }
}
