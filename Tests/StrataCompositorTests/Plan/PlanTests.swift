import CoreGraphics
import Foundation
import StrataBase
import StrataCompositor
import StrataFrame
import StrataRaster
import StrataRenderTree
import Testing

/// The steps between a frame and its drawing: damage, occlusion, the order of crossing planes.
@Suite struct PlanTests {
  @Test func theSameFrameDamagesNothing() {
    var scene = Scene()
    let card = scene.box("card", 10, 10, 40, 40) { $0.opacity = 0.5 }
    scene.box("child", in: card, 5, 5, 50, 50, .blue)
    let retained = RetainedFrame()
    #expect(retained.update(to: scene) == PixelRegion(PixelRect(0, 0, 100, 100)))
    #expect(retained.update(to: scene).isEmpty)
  }

  @Test func summariesSayWhatItemsAre() {
    var scene = Scene()
    scene.box("solid", 10, 20, 30, 40, .red)
    scene.box("half", 50, 20, 30, 40, .blue) { $0.opacity = 0.5 }
    scene.box("between", 10.5, 70, 30, 20, .red)
    var frame = scene.frame()
    #expect(frame.summaries.count == frame.items.count)
    let summaries = frame.summaries.suffix(3).map { $0 }
    #expect(summaries[0].traits == [.isSolid, .hides, .isQuick] && summaries[0].color == 0xff00_00ff)
    #expect(summaries[0].bounds == PixelRect(10, 20, 40, 60))
    #expect(summaries[1].traits == [.isSolid, .isQuick] && summaries[1].color >> 24 == 127)
    #expect(summaries[2].traits == .isQuick && summaries[2].bounds == PixelRect(10, 70, 41, 90))
    // Items that are changed by hand have none that could be wrong.
    frame.items.removeLast()
    #expect(frame.summaries.isEmpty)
    #expect(Frame.allSummaries(of: CopyOnWrite(frame)).count == frame.items.count)
  }

  @Test func aMovedLayerDamagesWhereItWasAndWhereItIs() {
    var scene = Scene()
    scene.box("still", 0, 0, 100, 100, .blue)
    let card = scene.box("card", 10, 10, 10, 10)
    let retained = RetainedFrame()
    _ = retained.update(to: scene)
    scene.change(card) { $0.position.x += 50 }
    let region = retained.update(to: scene)
    #expect(region.area == 200)
    #expect(region.contains(x: 10, y: 10))
    #expect(region.contains(x: 69, y: 19))
    #expect(!region.contains(x: 40, y: 15))
  }

  @Test func changesInsideASurfaceDamageTheirOwnPixels() {
    var scene = Scene()
    let group = scene.box("group", 10, 10, 40, 40, nil) { $0.opacity = 0.5 }
    scene.box("a", in: group, 0, 0, 20, 20)
    let b = scene.box("b", in: group, 10, 10, 20, 20, .blue)
    let retained = RetainedFrame()
    _ = retained.update(to: scene)
    scene.change(b) { $0.backgroundColor = .green }
    #expect(retained.update(to: scene) == PixelRegion(PixelRect(20, 20, 40, 40)))
  }

  @Test func removedAndReorderedLayersAreDamage() {
    var scene = Scene()
    let a = scene.box("a", 10, 0, 20, 20, .red)
    let b = scene.box("b", 20, 0, 20, 20, .blue)
    let retained = RetainedFrame()
    _ = retained.update(to: scene)
    scene.setChildren(of: scene.root, [b, a])
    #expect(retained.update(to: scene).bounds.contains(PixelRect(20, 0, 30, 20)))
    scene.setChildren(of: scene.root, [a])
    #expect(retained.update(to: scene).bounds == PixelRect(20, 0, 40, 20))
    scene.setChildren(of: scene.root, [])
    #expect(retained.update(to: scene).bounds == PixelRect(10, 0, 30, 20))
  }

  @Test func damageSpreadsThroughBackdropFilters() {
    var scene = Scene()
    let dot = scene.box("dot", 45, 45, 10, 10, .red)
    scene.box("glass", 0, 0, 100, 100, nil) { state in
      state.masksToBounds = true
      state.backgroundFilters = [FilterValue(type: "gaussianBlur", inputs: ["inputRadius": .number(2)])]
    }
    let retained = RetainedFrame()
    _ = retained.update(to: scene)
    scene.change(dot) { $0.backgroundColor = .blue }
    #expect(retained.update(to: scene).bounds.contains(PixelRect(41, 41, 59, 59)))
  }

  @Test func whatLiesBehindOpaqueLayersIsDropped() {
    var scene = Scene()
    let group = scene.box("group", 10, 10, 40, 40) { $0.opacity = 0.5 }
    scene.box("child", in: group, 0, 0, 20, 20)
    scene.box("left", 0, 0, 50, 100, .blue)
    scene.box("right", 50, 0, 50, 100, .green)
    scene.box("glass", 0, 0, 100, 100, CGColor(red: 1, green: 1, blue: 1, alpha: 0.5))
    let frame = scene.frame()
    #expect(frame.passes.count == 2)
    let plan = DrawPlan(frame)
    #expect(plan.hidden == 1)
    #expect(plan.plannedItems.map { frame.items[Int($0.item)].layer.index } == [3, 4, 5])
    let needs = SurfaceNeeds(of: plan.fragments[0], in: plan) { _, _ in .uncached }
    #expect(needs.rects == [.empty, .empty])
  }

  @Test func whatABackdropFilterReadsIsKept() {
    var scene = Scene()
    scene.box("dot", 10, 10, 10, 10)
    scene.box("glass", 0, 0, 100, 100, nil) { state in
      state.backgroundFilters = [FilterValue(type: "gaussianBlur", inputs: ["inputRadius": .number(9)])]
    }
    scene.box("cover", 0, 0, 50, 100, .blue)
    #expect(DrawPlan(scene.frame()).hidden == 0)
  }

  /// The slow and obvious answer, point by point, is the reference of the splitter (rendering Z-3).
  @Test(arguments: 0..<60 as Range<UInt64>)
  func everyPointShowsItsNearestPlane(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func number(_ low: Double, _ high: Double) -> Double { low + (high - low) * Double(random.unitFloat()) }
    var planes: [PlaneSplitter.Plane] = []
    for i in 0..<6 {
      let corners = (0..<5).map { _ in RasterPoint(number(0, 100), number(0, 100)) }
      let depth = SIMD3(number(-1, 1), number(-1, 1), number(-50, 50))
      planes.append(PlaneSplitter.Plane(polygon: RasterHull.convex(corners), depth: depth, order: i))
    }
    var splitter = PlaneSplitter(planes)
    let fragments = splitter.paintingOrder()
    func holds(_ polygon: [RasterPoint], _ p: RasterPoint) -> Bool {
      polygon.indices.allSatisfy { i in
        let (a, b) = (polygon[i], polygon[(i + 1) % polygon.count])
        return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) >= 0
      }
    }
    for _ in 0..<200 {
      let p = RasterPoint(number(0, 100), number(0, 100))
      func depth(_ i: Int) -> Double { p.x * planes[i].depth.x + p.y * planes[i].depth.y + planes[i].depth.z }
      let here = planes.indices.filter { holds(planes[$0].polygon, p) }.sorted { depth($0) < depth($1) }
      guard let nearest = here.last else { continue }
      // Close to a cut either answer is right.
      if here.count > 1, depth(nearest) - depth(here[here.count - 2]) < 2 { continue }
      let painted = fragments.last { fragment in
        holds(fragment.polygon ?? planes[fragment.plane].polygon, p)
          && holds(planes[fragment.plane].polygon, p)
      }
      #expect(painted?.plane == nearest, "seed \(seed) at \(p)")
    }
  }

  @Test func aRingOfPlanesIsCut() {
    // Three bars, each over the next: no order of whole planes is right.
    let bars: [[RasterPoint]] = [
      [RasterPoint(0, 40), RasterPoint(100, 40), RasterPoint(100, 50), RasterPoint(0, 50)],
      [RasterPoint(60, 0), RasterPoint(70, 0), RasterPoint(70, 100), RasterPoint(60, 100)],
      [RasterPoint(0, 80), RasterPoint(10, 90), RasterPoint(90, 10), RasterPoint(80, 0)],
    ]
    let planes = [
      PlaneSplitter.Plane(polygon: RasterHull.convex(bars[0]), depth: SIMD3(0.2, 0, -11), order: 0),
      PlaneSplitter.Plane(polygon: RasterHull.convex(bars[1]), depth: SIMD3(0, -0.2, 8), order: 1),
      PlaneSplitter.Plane(polygon: RasterHull.convex(bars[2]), depth: SIMD3(0, 0, 0), order: 2),
    ]
    var splitter = PlaneSplitter(planes)
    let fragments = splitter.paintingOrder()
    #expect(!splitter.gaveUp)
    #expect(Set(fragments.map(\.plane)) == [0, 1, 2])
  }
}

extension RetainedFrame {
  /// Shows a scene at the time zero; returns the damage.
  fileprivate func update(to scene: Scene) -> PixelRegion {
    update(to: scene.tree, at: 0, viewport: scene.viewport())
  }
}
