import CoreGraphics
import Foundation
import StrataBase
import StrataCompositor
import StrataFrame
import StrataRaster
import StrataRenderTree
import Testing

/// Where contents lie (rendering C, E-220 … E-246).
@Suite struct ContentsTests {
  static func place(
    _ bounds: CGRect,
    _ width: Int,
    _ height: Int,
    isFlipped: Bool = false,
    _ edit: (inout LayerState) -> Void
  ) -> [ContentsPlacement.Piece] {
    var state = LayerState()
    state.bounds = bounds
    edit(&state)
    return Array(
      ContentsPlacement(state, width: width, height: height, PlaneRect(bounds), isFlipped: isFlipped).pieces
    )
  }

  static func close(_ a: PlaneRect?, _ x: Double, _ y: Double, _ w: Double, _ h: Double) -> Bool {
    guard let a else { return false }
    return abs(a.minX - x) < 1e-9 && abs(a.minY - y) < 1e-9 && abs(a.width - w) < 1e-9
      && abs(a.height - h) < 1e-9
  }

  @Test(arguments: [
    ("resize", [0.0, 0, 80, 60]), ("resizeAspect", [0, 10, 80, 40]), ("resizeAspectFill", [-20, 0, 120, 60]),
    ("center", [30, 25, 20, 10]), ("top", [30, 50, 20, 10]), ("bottom", [30, 0, 20, 10]),
    ("left", [0, 25, 20, 10]), ("right", [60, 25, 20, 10]), ("topLeft", [0, 50, 20, 10]),
    ("topRight", [60, 50, 20, 10]), ("bottomLeft", [0, 0, 20, 10]), ("bottomRight", [60, 0, 20, 10]),
    ("nonsense", [30, 25, 20, 10]),
  ])
  func gravityPlacesContents(name: String, target: [Double]) {
    // rendering E-220 … E-232, C-4, C-5
    let pieces = Self.place(CGRect(x: 0, y: 0, width: 80, height: 60), 20, 10) {
      $0.contentsGravity = CALayerContentsGravity(rawValue: name)
    }
    #expect(pieces.count == 1)
    #expect(Self.close(pieces.first?.target, target[0], target[1], target[2], target[3]), "\(pieces)")
  }

  @Test func scaleAndPartDecideTheSize() {
    // rendering E-233, E-234, E-235, C-2
    let big = CGRect(x: 0, y: 0, width: 80, height: 60)
    let a = Self.place(big, 20, 10) { ($0.contentsGravity, $0.contentsScale) = (.center, 2) }
    #expect(Self.close(a.first?.target, 35, 27.5, 10, 5))
    let half = CGRect(x: 0.5, y: 0, width: 0.5, height: 1)
    let b = Self.place(CGRect(x: 0, y: 0, width: 8, height: 8), 4, 4) { state in
      (state.contentsGravity, state.contentsScale, state.contentsRect) = (.center, 2, half)
    }
    #expect(Self.close(b.first?.target, 3.5, 3, 1, 2))
    let c = Self.place(CGRect(x: 0, y: 0, width: 10, height: 10), 12, 8) { state in
      (state.contentsGravity, state.contentsScale, state.contentsRect) = (.center, 2, half)
    }
    #expect(Self.close(c.first?.target, 3.5, 3, 3, 4))
  }

  @Test func boundsOriginAndOverflowAreKept() {
    // rendering E-236 … E-240
    let a = Self.place(CGRect(x: 5, y: 7, width: 80, height: 60), 20, 10) { $0.contentsGravity = .topRight }
    #expect(Self.close(a.first?.target, 65, 57, 20, 10))
    let b = Self.place(CGRect(x: 0, y: 0, width: 10, height: 10), 30, 20) { $0.contentsGravity = .center }
    #expect(Self.close(b.first?.target, -10, -5, 30, 20))
    let c = Self.place(CGRect(x: 0, y: 0, width: 100, height: 100), 200, 50) {
      $0.contentsGravity = .resizeAspect
    }
    #expect(Self.close(c.first?.target, 0, 37.5, 100, 25))
    let d = Self.place(CGRect(x: 0, y: 0, width: 100, height: 100), 200, 50) {
      $0.contentsGravity = .resizeAspectFill
    }
    #expect(Self.close(d.first?.target, -150, 0, 400, 100))
    let e = Self.place(CGRect(x: 10, y: 10, width: 90, height: 30), 30, 30) {
      $0.contentsGravity = .resizeAspect
    }
    #expect(Self.close(e.first?.target, 40, 10, 30, 30))
  }

  @Test func ninePartsAreCutByTheCentre() {
    // rendering E-241 … E-244, E-246, C-9, C-11
    let middle = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    let pieces = Self.place(CGRect(x: 0, y: 0, width: 8, height: 8), 8, 4, isFlipped: true) { state in
      state.contentsRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 1)
      state.contentsCenter = middle
    }
    #expect(pieces.count == 9)
    #expect(pieces.prefix(3).map(\.source.minX) + [pieces[2].source.maxX] == [4, 5, 7, 8])
    #expect(pieces.prefix(3).map(\.target.minX) + [pieces[2].target.maxX] == [0, 1, 7, 8])
    let column = [pieces[0], pieces[3], pieces[6]]
    #expect(column.map(\.source.minY) + [pieces[6].source.maxY] == [0, 1, 3, 4])
    #expect(column.map(\.target.minY) + [pieces[6].target.maxY] == [0, 1, 7, 8])
    let e243 = ContentsPlacement.cuts(8, over: 8, from: 0.25, to: 0.75, scale: 2)
    #expect(e243.source == SIMD4(0, 2, 6, 8) && e243.target == SIMD4(0, 1, 7, 8))
    #expect(
      ContentsPlacement.cuts(40, over: 200, from: 0.25, to: 0.75, scale: 1).target == SIMD4(0, 10, 190, 200)
    )
    #expect(ContentsPlacement.cuts(40, over: 10, from: 0.25, to: 0.75, scale: 1).target == SIMD4(0, 5, 5, 10))
  }

  @Test func anEmptyCentreBecomesOnePixel() {
    // rendering E-245, C-10
    let cuts = ContentsPlacement.cuts(10, over: 30, from: 0.5, to: 0.5, scale: 1)
    #expect(cuts.source == SIMD4(0, 4.5, 5.5, 10) && cuts.target == SIMD4(0, 4.5, 25.5, 30))
  }

  @Test func positionGravitiesIgnoreTheCentre() {
    // rendering C-9
    let pieces = Self.place(CGRect(x: 0, y: 0, width: 80, height: 60), 20, 10) { state in
      state.contentsGravity = .center
      state.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    }
    #expect(pieces.count == 1)
  }

  @Test func emptyPartsPaintNothing() {
    // rendering C-7, C-8
    let bounds = CGRect(x: 0, y: 0, width: 80, height: 60)
    #expect(Self.place(bounds, 0, 10) { _ in }.isEmpty)
    #expect(Self.place(bounds, 10, 10) { $0.contentsRect = .zero }.isEmpty)
    #expect(Self.place(.zero, 10, 10) { _ in }.isEmpty)
  }

  @Test(arguments: [
    (false, Viewport.Origin.topLeft), (true, .topLeft), (false, .bottomLeft), (true, .bottomLeft),
  ])
  func imagesStandUprightWhateverIsFlipped(isFlipped: Bool, origin: Viewport.Origin) throws {
    // rendering G-9, G-12, C-17: the image's first row is above its last on the screen
    var scene = Scene()
    scene.box("picture", 10, 10, 20, 20, nil) { state in
      state.contents = .image(testImage(4, 8))
      state.isGeometryFlipped = isFlipped
    }
    let frame = scene.frame(origin: origin)
    let item = try #require(frame.items.first)
    guard case .image(_, let placement) = item.payload else {
      Issue.record("no image")
      return
    }
    let toPlane = try #require(frame[item.space].toDevice.inverted())
    func row(_ y: Double) -> Double {
      let p = toPlane.apply(20, y)
      return placement.toSource.apply(p.x, p.y).y
    }
    let top = Double(item.boundsInDevice.minY)
    #expect(abs(row(top) - 0) < 1e-9)
    #expect(abs(row(top + 20) - 8) < 1e-9)
  }

  @Test(arguments: [Viewport.Origin.topLeft, .bottomLeft])
  func contentsRectRunsAlongTheLayersAxes(origin: Viewport.Origin) throws {
    // rendering C-8: the first half in y is the upper one of the image on y-down hosts, else the lower one
    var scene = Scene()
    scene.box("picture", 10, 10, 20, 20, nil) { state in
      state.contents = .image(testImage(8, 8))
      state.contentsRect = CGRect(x: 0, y: 0, width: 0.5, height: 0.5)
    }
    let item = try #require(scene.frame(origin: origin).items.first)
    guard case .image(_, let placement) = item.payload else {
      Issue.record("\(item.payload)")
      return
    }
    #expect(placement.source == (origin == .topLeft ? PlaneRect(0, 0, 4, 4) : PlaneRect(0, 4, 4, 8)))
  }

  @Test func tintsMultiplyAndSwizzlesUseAlphaOnly() throws {
    var scene = Scene()
    scene.box("glyph", 10, 10, 20, 20, nil) { state in
      state.contents = .tinted(testImage(8, 8), .blue)
      state.contentsMultiplyColor = CGColor(red: 1, green: 1, blue: 0.5, alpha: 0.5)
    }
    let item = try #require(scene.frame().items.first)
    #expect(item.tint == SIMD4(0, 0, 0.5, 0.5))
    guard case .image(_, let placement) = item.payload else {
      Issue.record("\(item.payload)")
      return
    }
    #expect(placement.sampling.isAlphaOnly)
  }

  @Test func crossFadesAreSumsOfPremultipliedParts() {
    var scene = Scene()
    scene.box("picture", 10, 10, 20, 20, nil) { state in
      state.contents = .crossFade(testImage(8, 8), testImage(4, 4), 0.25)
    }
    #expect(
      lines(scene.printed()) == [
        "pass 0 [10 10 30 30]",
        "picture.contents image (0 0 8 8) → (0 0 20 20) in +10,10 opacity 0.75 [10 10 30 30]",
        "picture.contents image (0 0 4 4) → (0 0 20 20) in +10,10 opacity 0.25 plusL [10 10 30 30]",
        "screen 1 [0 0 100 100]",
        "picture.contents surface 0 in +10,10 [10 10 30 30]",
      ]
    )
  }

  @Test func filtersAreChosenByTheScaleOnTheScreen() throws {
    // rendering C-12
    for (pixels, expected) in [(4, Sampling.Filter.nearest), (80, .trilinear)] {
      var scene = Scene()
      scene.box("picture", 10, 10, 20, 20, nil) { state in
        state.contents = .image(testImage(pixels, pixels))
        state.magnificationFilter = .nearest
        state.minificationFilter = .trilinear
        state.minificationFilterBias = 0.5
      }
      let item = try #require(scene.frame().items.first)
      guard case .image(_, let placement) = item.payload else {
        Issue.record("\(item.payload)")
        return
      }
      #expect(placement.sampling.filter == expected)
      #expect(placement.sampling.bias == (expected == .trilinear ? 0.5 : 0))
    }
  }
}
