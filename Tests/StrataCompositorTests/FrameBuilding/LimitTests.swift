import CoreGraphics
import Foundation
import StrataBase
import StrataCPU
import StrataCompositor
import StrataFrame
import StrataRaster
import StrataRenderTree
import Testing

/// Enormous, degenerate and senseless trees have frames, too.
@Suite struct LimitTests {
  @Test func aHundredThousandNestedLayersAreDrawn() {
    var commit = Commit(sequence: 1, time: 0, root: LayerID(index: 0, generation: 1))
    let count: UInt32 = 100_000
    var state = LayerState()
    state.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    state.anchorPoint = .zero
    state.backgroundColor = .red
    state.borderWidth = 1
    for i in 0..<count {
      let id = LayerID(index: i, generation: 1)
      commit.updates.append(LayerUpdate(id: id, aspects: .all, state: state))
      if i + 1 < count {
        commit.children.append(ChildrenUpdate(parent: id, children: [LayerID(index: i + 1, generation: 1)]))
      }
    }
    var tree = RenderTree()
    tree.apply(commit)
    let frame = FrameBuilder().frame(of: tree, at: 0, viewport: Viewport(width: 20, height: 20))
    #expect(frame.items.count == 200_000)
  }

  @Test func groupsBeyondTheLimitAreDrawnWithoutSurfaces() {
    var scene = Scene()
    var parent = scene.root
    for i in 0..<200 {
      parent = scene.box("g\(i)", in: parent, 0, 0, 10, 10) {
        $0.filters = [FilterValue(type: "colorInvert")]
      }
    }
    let frame = scene.frame()
    #expect(frame.passes.count == Int(FrameBuilder.groupLimit) + 1)
    #expect(frame.report.notes.contains { if case .groupsTooDeep = $0 { true } else { false } })
  }

  private static func target(_ frame: Frame) -> PixelBuffer {
    PixelBuffer(width: frame.bounds.width, height: frame.bounds.height, format: .rgba8)
  }

  /// Numbers whose squares are beyond all numbers among them.
  @Test(arguments: [1e9, 1e30, 1e110, 1e160, 1e300, .infinity, .nan, 0, -5] as [CGFloat])
  func anyNumberAnywhereIsDrawn(x: CGFloat) throws {
    var backend = BandBackend(threads: 1)
    for edit in Self.edits {
      var scene = Scene()
      let id = scene.box("card", 10, 10, 40, 40) { state in
        state.contents = .image(testImage(4, 4))
        state.borderWidth = 1
        state.shadowOpacity = 1
        edit(&state, x)
      }
      scene.box("child", in: id, 5, 5, 100, 10) { state in
        state.transform = CATransform3DMakeRotation(1, 1, 0, 0)
        edit(&state, x)
      }
      scene.box("mask", in: id, 0, 0, 30, 30, isMask: true) { edit(&$0, x) }
      let frame = scene.frame()
      #expect(FrameInvariants(frame).violations == [])
      try backend.draw(frame, into: Self.target(frame))
    }
  }

  /// A shadow that covers the picture, turned so that it is an outline.
  @Test(arguments: [1e30, 1e103, 1e110, 1e154, 1e160, 1e300])
  func enormousShadowsAreDrawn(scale: CGFloat) throws {
    var backend = BandBackend(threads: 1)
    for radius in [0, 3] {
      for slope in [0, 1e-3, 1] as [CGFloat] {
        var scene = Scene()
        let id = scene.box("card", 10, 10, 40, 40) { state in
          (state.shadowOpacity, state.shadowRadius, state.cornerRadius) = (1, CGFloat(radius), 5)
          let turned = CATransform3DScale(CATransform3DMakeRotation(0.4, 0, 0, 1), scale, scale, 1)
          state.transform = turned
          state.transform.m14 = slope * scale
        }
        let frame = scene.frame()
        try backend.draw(frame, into: Self.target(frame))
        if scale > 1e154, slope == 0 { #expect(frame.report.notes.contains(.unplaceable(id))) }
      }
    }
  }

  static let edits: [@Sendable (inout LayerState, CGFloat) -> Void] = [
    { $0.position.x = $1 }, { $0.bounds.size.width = $1 }, { $0.bounds.origin.y = $1 }, { $0.zPosition = $1 },
    { $0.anchorPoint.x = $1 }, { $0.anchorPointZ = $1 }, { $0.cornerRadius = $1 }, { $0.borderWidth = $1 },
    { $0.opacity = Float($1) }, { $0.shadowRadius = $1 }, { $0.shadowOffset.width = $1 },
    { $0.shadowOpacity = Float($1) }, { $0.transform.m11 = $1 }, { $0.transform.m34 = $1 },
    { $0.transform.m44 = $1 }, { $0.transform.m41 = $1 }, { $0.sublayerTransform.m34 = $1 },
    { $0.sublayerTransform.m22 = $1 }, { $0.contentsScale = $1 }, { $0.contentsRect.size.width = $1 },
    { $0.contentsCenter.origin.x = $1 },
    {
      $0.rasterizationScale = $1; $0.shouldRasterize = true
    },
    { $0.timing.beginTime = Double($1) }, { $0.timing.duration = Double($1) },
    { $0.filters = [FilterValue(type: "gaussianBlur", inputs: ["inputRadius": .number(Double($1))])] },
    { state, x in
      state.masksToBounds = true
      state.cornerRadius = x
    },
  ]

  @Test func enormousLayersAreCutToWhatCanBeSeen() throws {
    var scene = Scene()
    scene.box("huge", -1e9, -1e9, 2e9, 2e9) { $0.transform = CATransform3DMakeRotation(0.4, 0, 0, 1) }
    let item = try #require(scene.frame().items.first)
    #expect(item.boundsInDevice == PixelRect(0, 0, 100, 100))
  }

  @Test func whatCannotBeSeenIsNotDrawn() {
    var scene = Scene()
    scene.box("left", -50, 0, 40, 40)
    scene.box("right", 100, 0, 40, 40)
    #expect(scene.frame().items.isEmpty)
  }

  @Test func tooManyCopiesStopWithANote() {
    var scene = Scene()
    var state = ReplicatorState()
    state.instanceCount = .max
    let id = scene.box("copies", 0, 0, 100, 100, nil, kind: .replicator(.init(state)))
    scene.box("dot", in: id, -50, 0, 10, 10)
    #expect(scene.frame().report.notes.contains(.tooMany(id)))
  }

  @Test func tooManyDashesStopWithANote() {
    var scene = Scene()
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0, y: 50))
    path.addLine(to: CGPoint(x: 200_002, y: 50))
    var state = ShapeState()
    (state.path, state.strokeColor, state.lineDashPattern) = (path, .black, [2, 1])
    let dashed = scene.box("dashed", 0, 0, 100, 100, nil, kind: .shape(.init(state)))
    state.lineDashPattern = [1, 1]
    let solid = scene.box("solid", 0, 0, 100, 100, nil, kind: .shape(.init(state)))
    let notes = scene.frame().report.notes
    #expect(notes.contains(.tooMany(solid)))
    #expect(!notes.contains(.tooMany(dashed)))
  }

  @Test("Copies of copies that keep their depth stop with a note", .timeLimit(.minutes(1)))
  func tooManyCopiesInDepthStopWithANote() {
    var scene = Scene()
    var state = ReplicatorState()
    (state.instanceCount, state.preservesDepth) = (4, true)
    var parent = scene.root
    // Four to the power of thirty dots.
    for i in 0..<30 {
      parent = scene.box("copies \(i)", in: parent, 0, 0, 100, 100, nil, kind: .replicator(.init(state)))
    }
    scene.box("dot", in: parent, 0, 0, 10, 10)
    let frame = scene.frame()
    #expect(frame.report.notes.contains { if case .tooMany = $0 { true } else { false } })
    #expect(frame.items.count <= 1 << 16)
  }

  @Test func emptyTreesAndViewportsHaveAFrame() {
    let builder = FrameBuilder()
    let none = builder.frame(of: RenderTree(), at: 0, viewport: Viewport(width: 10, height: 10))
    #expect(FrameInvariants(none).violations.isEmpty)
    let scene = Scene()
    for (width, scale) in [(0, 1.0), (-5, 1), (10, .nan), (10, 0), (10, .infinity)] {
      let frame = builder.frame(
        of: scene.tree,
        at: .nan,
        viewport: Viewport(width: width, height: 10, scale: scale)
      )
      #expect(FrameInvariants(frame).violations.isEmpty)
      #expect(frame.items.isEmpty)
    }
  }

  @Test func tenThousandPlainLayersAreOneItemEach() {
    var commit = Commit(sequence: 1, time: 0, root: LayerID(index: 0, generation: 1))
    var state = LayerState()
    state.bounds = CGRect(x: 0, y: 0, width: 1000, height: 1000)
    state.anchorPoint = .zero
    commit.updates.append(LayerUpdate(id: LayerID(index: 0, generation: 1), aspects: .all, state: state))
    state.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
    state.backgroundColor = .red
    var ids: [LayerID] = []
    for i in 0..<10_000 {
      let id = LayerID(index: UInt32(i + 1), generation: 1)
      state.position = CGPoint(x: (i % 100) * 10, y: i / 100 * 10)
      commit.updates.append(LayerUpdate(id: id, aspects: .all, state: state))
      ids.append(id)
    }
    commit.children = [ChildrenUpdate(parent: LayerID(index: 0, generation: 1), children: ids)]
    var tree = RenderTree()
    tree.apply(commit)
    let builder = FrameBuilder()
    let frame = builder.frame(of: tree, at: 0, viewport: Viewport(width: 1000, height: 1000))
    #expect(frame.items.count == 10_000)
  }
}
