import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree
import Testing

/// Painting order and depth, by printed frames (rendering R-1, Z).
@Suite struct OrderTests {
  @Test func partsOfALayerArePaintedInTheirOrder() {
    // rendering
    var scene = Scene()
    let card = scene.box("card", 10, 10, 40, 40) { state in
      state.contents = .image(testImage(4, 4))
      state.borderWidth = 2
      state.shadowOpacity = 1
      state.shadowPathIsBounds = true
    }
    scene.box("child", in: card, 5, 5, 10, 10)
    #expect(
      scene.order() == ["card.shadow", "card.background", "card.contents", "child.background", "card.border"]
    )
  }

  @Test func aBackgroundEndsUnderAnOpaqueBorderSoThatItDoesNotShineAround() {
    // rendering R-14: what lies between the bounds and the middle of the border is the border's alone.
    var scene = Scene()
    scene.box("opaque", 10, 10, 40, 40) { ($0.borderWidth, $0.cornerRadius) = (4, 10) }
    scene.box("translucent", 50, 50, 40, 40) { state in
      (state.borderWidth, state.cornerRadius) = (4, 10)
      state.borderColor = CGColor(red: 0, green: 0, blue: 0, alpha: 0.5)
    }
    let frame = scene.frame()
    let filled: [(Double, Double, Double)] = frame.items.compactMap {
      guard case .fill(let shape, _) = $0.payload else { return nil }
      return (shape.minX, shape.width, shape.minXminY.x)
    }
    #expect(filled.map(\.0) == [2, 0])
    #expect(filled.map(\.1) == [36, 40])
    #expect(filled.map(\.2) == [8, 10])
  }

  @Test func shapesPaintFillThenStrokeUnderSublayers() {
    // rendering R-1 step 6, SH-2
    var shape = ShapeState()
    shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
    shape.strokeColor = .blue
    var scene = Scene()
    let id = scene.box("shape", 10, 10, 40, 40, kind: .shape(.init(shape)))
    scene.box("child", in: id, 0, 0, 10, 10)
    #expect(scene.order() == ["shape.background", "shape.fill", "shape.stroke", "child.background"])
  }

  @Test func siblingsGoByDepthThenByIndex() {
    // rendering Z-2
    var scene = Scene()
    scene.box("a", 0, 0, 10, 10) { $0.zPosition = 5 }
    scene.box("b", 0, 0, 10, 10)
    scene.box("c", 0, 0, 10, 10) { $0.zPosition = 5 }
    scene.box("d", 0, 0, 10, 10) { $0.transform = CATransform3DMakeTranslation(0, 0, -1) }
    scene.box("e", 0, 0, 10, 10) { $0.anchorPointZ = -1 }
    #expect(
      scene.order() == ["d.background", "b.background", "e.background", "a.background", "c.background"]
    )
  }

  @Test func hiddenAndFullyTransparentLayersPaintNothing() {
    // rendering
    var scene = Scene()
    let hidden = scene.box("hidden", 0, 0, 10, 10) { $0.isHidden = true }
    scene.box("below", in: hidden, 0, 0, 10, 10)
    scene.box("clear", 0, 0, 10, 10) { $0.opacity = -3 }
    scene.box("bare", 0, 0, 10, 10, nil)
    #expect(scene.order().isEmpty)
  }

  @Test func depthDoesNotSurviveAFlatteningLayer() {
    // rendering Z-1
    var scene = Scene()
    let low = scene.box("low", 0, 0, 50, 50)
    scene.box("deep", in: low, 0, 0, 10, 10) { $0.zPosition = 100 }
    scene.box("high", 0, 0, 50, 50) { $0.zPosition = 1 }
    #expect(scene.order() == ["low.background", "deep.background", "high.background"])
  }

  @Test func transformLayersLetTheirSublayersJoinTheSpaceAround() {
    // rendering Z-7
    var scene = Scene()
    let volume = scene.add("volume", in: scene.root, kind: .transform) { $0.backgroundColor = .red }
    scene.box("deep", in: volume, 0, 0, 10, 10) { $0.zPosition = 100 }
    let inner = scene.add("inner", in: volume, kind: .transform)
    scene.box("low", in: inner, 0, 0, 10, 10) { $0.zPosition = -100 }
    scene.box("middle", 0, 0, 50, 50) { $0.zPosition = 1 }
    #expect(scene.order() == ["low.background", "middle.background", "deep.background"])
  }

  @Test func opacityOfATransformLayerIsThatOfEachSublayer() {
    // rendering Z-8
    var scene = Scene()
    let volume = scene.add("volume", in: scene.root, kind: .transform) { $0.opacity = 0.5 }
    scene.box("a", in: volume, 0, 0, 10, 10)
    scene.box("b", in: volume, 0, 0, 10, 10)
    let frame = scene.frame()
    #expect(frame.passes.count == 1)
    #expect(frame.items.map(\.opacity) == [0.5, 0.5])
  }

  @Test(arguments: [(0.0, 1.0), (100, 1.25), (-100, 0.833333)])
  func perspectiveScalesByDistance(z: Double, scale: Double) throws {
    // rendering E-430, E-431
    var scene = Scene { state in
      state.sublayerTransform = CATransform3DIdentity
      state.sublayerTransform.m34 = -1 / 500
    }
    scene.box("card", 40, 40, 20, 20) { $0.zPosition = CGFloat(z) }
    let item = try #require(scene.frame().items.first)
    let space = scene.frame()[item.space].toDevice
    #expect(abs(space.m11 - scale) < 1e-5)
  }

  @Test func nothingIsDrawnBehindTheViewer() {
    // rendering E-432, X-16
    for z in [499.0, 500, 600] {
      var scene = Scene { $0.sublayerTransform.m34 = -1 / 500 }
      scene.box("card", 0, 0, 20, 20) { $0.zPosition = CGFloat(z) }
      #expect(scene.order().isEmpty == (z >= 500))
    }
  }

  @Test(arguments: [
    (CATransform3DMakeRotation(.pi / 3, 0, 1, 0), true),
    (CATransform3DMakeRotation(.pi * 2 / 3, 0, 1, 0), false),
    (CATransform3DMakeScale(-1, 1, 1), false), (CATransform3DMakeRotation(.pi, 0, 0, 1), true),
  ])
  func singleSidedLayersAreHiddenWhenTurnedAway(transform: CATransform3D, isShown: Bool) {
    // rendering Z-11, E-433; host and flips do not count
    for origin in [Viewport.Origin.topLeft, .bottomLeft] {
      for isFlipped in [false, true] {
        var scene = Scene { $0.isGeometryFlipped = isFlipped }
        scene.box("card", 40, 40, 20, 20) { state in
          state.transform = transform
          state.isDoubleSided = false
        }
        #expect(scene.frame(origin: origin).items.isEmpty == !isShown)
      }
    }
  }

  @Test func aPlaneSeenEdgeOnPaintsNothing() {
    // rendering Z-12
    var scene = Scene()
    scene.box("card", 40, 40, 20, 20) { $0.transform.m11 = 0 }
    #expect(scene.order().isEmpty)
  }

  @Test func crossingPlanesCutEachOther() throws {
    // rendering E-434, Z-3: B is in front of A left of the axis only
    var scene = Scene()
    scene.box("a", 0, 0, 100, 100)
    scene.box("b", 0, 0, 100, 100, .blue) { $0.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0) }
    #expect(scene.order() == ["b.background", "a.background", "b.background"])
    let frame = scene.frame()
    let front = try #require(frame.items.last)
    guard case .polygon(let polygon) = frame[try #require(front.clip)].shape else {
      Issue.record("the piece in front is not cut by a polygon")
      return
    }
    #expect(abs((polygon.map(\.x).max() ?? 0) - 50) < 1e-6)
    #expect((polygon.map(\.x).min() ?? 100) < 20)
    // The plane's own edges, at x = 14.64 and y = 0, are no edges of the cut: it would antialias them again (Z-12).
    let (left, top) = (polygon.map(\.x).min() ?? 100, polygon.map(\.y).min() ?? 100)
    #expect(left < 13.65)
    #expect(top < -0.9)
  }

  @Test func planesThatOnlyMeetAtAnEdgeAreNotCut() {
    var scene = Scene()
    let volume = scene.add("box", in: scene.root, kind: .transform) { state in
      state.position = CGPoint(x: 50, y: 50)
      state.transform = CATransform3DMakeRotation(0.5, 0, 1, 0)
    }
    for (i, turn) in [0.0, 0.5, 1, 1.5].enumerated() {
      scene.add("face\(i)", in: volume) { state in
        state.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
        state.anchorPointZ = -20
        state.backgroundColor = .red
        state.transform = CATransform3DMakeRotation(.pi * CGFloat(turn), 0, 1, 0)
      }
    }
    let order = scene.order()
    #expect(order.count == 4)
    // Two faces look at the viewer and come after the two that look away.
    #expect(Set(order.suffix(2)) == ["face0.background", "face3.background"])
  }

  @Test func equallyDeepPlanesKeepTheOrderOfTheArray() {
    // rendering Z-3: within 1e-4
    var scene = Scene { $0.sublayerTransform = CATransform3DMakeRotation(0.3, 0, 1, 0) }
    for name in ["a", "b", "c"] { scene.box(name, 10, 10, 50, 50) }
    #expect(scene.order() == ["a.background", "b.background", "c.background"])
  }
}
