import CoreGraphics
import Foundation
import StrataBase
import StrataCompositor
import StrataFrame
import StrataRaster
import StrataRenderTree
import Testing

/// Opacity as progress.
private struct FadeIn: Track {
  func apply(at moment: TrackMoment, to root: inout LayerState) { root.opacity = Float(moment.progress) }
}

/// Replicators, gradients and transitions as display lists (rendering RP, GR, TN).
@Suite struct KindTests {
  static func replicator(_ edit: (inout ReplicatorState) -> Void) -> LayerKind {
    var state = ReplicatorState()
    edit(&state)
    return .replicator(.init(state))
  }

  /// Where the device shows a point of the layer of each item.
  static func images(_ frame: Frame, of x: Double, _ y: Double) -> [SIMD2<Double>] {
    frame.items.map { item in
      let p = frame[item.space].toDevice.apply(x, y)
      return SIMD2((p.x / p.w * 1000).rounded() / 1000, (p.y / p.w * 1000).rounded() / 1000)
    }
  }

  @Test func copiesStepByTheirTransform() {
    // rendering E-350, E-357
    var scene = Scene(width: 600)
    let kind = Self.replicator {
      ($0.instanceCount, $0.instanceTransform) = (5, CATransform3DMakeTranslation(110, 0, 0))
    }
    let id = scene.box("copies", 0, 0, 100, 100, .blue, kind: kind)
    scene.box("dot", in: id, 0, 0, 10, 10)
    #expect(Self.images(scene.frame(), of: 0, 0).dropFirst().map(\.x) == [0, 110, 220, 330, 440])
  }

  @Test func copiesTurnAboutTheCentreOfTheBounds() {
    // rendering E-351, E-352, RP-3
    var scene = Scene()
    let kind = Self.replicator {
      ($0.instanceCount, $0.instanceTransform) = (4, CATransform3DMakeRotation(.pi / 2, 0, 0, 1))
    }
    let id = scene.box("copies", 0, 0, 100, 100, nil, kind: kind)
    scene.box("dot", in: id, 50, 0, 10, 10)
    #expect(
      Self.images(scene.frame(), of: 0, 0) == [SIMD2<Double>]([[50, 0], [100, 50], [50, 100], [0, 50]])
    )
    var small = Scene()
    let halves = Self.replicator {
      ($0.instanceCount, $0.instanceTransform) = (3, CATransform3DMakeScale(0.5, 0.5, 1))
    }
    let other = small.box("copies", 0, 0, 100, 100, nil, kind: halves)
    small.box("dot", in: other, 10, 10, 10, 10)
    #expect(Self.images(small.frame(), of: 0, 0).last == SIMD2(40, 40))
  }

  @Test func coloursStepAndMultiply() throws {
    // rendering E-353 … E-355, E-358, RP-4
    var scene = Scene()
    let kind = Self.replicator { state in
      state.instanceCount = 5
      state.instanceRedOffset = -0.3
      state.instanceAlphaOffset = -0.1
      state.instanceColor = CGColor(red: 1, green: 0.6, blue: 1, alpha: 1)
    }
    let id = scene.box("copies", 0, 0, 100, 100, nil, kind: kind)
    scene.box("dot", in: id, 0, 0, 10, 10, CGColor(red: 1, green: 0.5, blue: 0, alpha: 1))
    let colors = scene.frame().items.compactMap { item in
      if case .fill(_, let color) = item.payload { color } else { nil }
    }
    let reds: [Float] = [1, 0.7, 0.4, 0.1, 0]
    for (k, color) in colors.enumerated() {
      #expect(abs(color.x - reds[k]) < 1e-6)
      #expect(abs(color.y - 0.3) < 1e-6)
      #expect(abs(color.w - (1 - 0.1 * Float(k))) < 1e-6)
    }
    #expect(colors.count == 5)
  }

  @Test func replicatorsNest() {
    // rendering E-356, RP-7
    var scene = Scene()
    let five = Self.replicator { $0.instanceCount = 5 }
    let outer = scene.box("outer", 0, 0, 100, 100, nil, kind: five)
    let inner = scene.box("inner", in: outer, 0, 0, 100, 100, nil, kind: five)
    scene.box("dot", in: inner, 0, 0, 10, 10)
    #expect(scene.frame().items.count == 25)
  }

  @Test(arguments: [0, -4])
  func noCopiesPaintNothingOfTheSublayers(count: Int) {
    // rendering RP-2
    var scene = Scene()
    let id = scene.box("copies", 0, 0, 50, 50, .blue, kind: Self.replicator { $0.instanceCount = count })
    scene.box("dot", in: id, 0, 0, 10, 10)
    #expect(scene.order() == ["copies.background"])
  }

  @Test func copiesLag() {
    // rendering RP-5
    var scene = Scene(width: 400)
    let kind = Self.replicator { state in
      (state.instanceCount, state.instanceDelay) = (3, 0.25)
      state.instanceTransform = CATransform3DMakeTranslation(110, 0, 0)
    }
    let id = scene.box("copies", 0, 0, 100, 100, nil, kind: kind)
    scene.add(
      "dot",
      in: id,
      animations: [AnimationRecord(key: "fade", timing: TimingState(duration: 10), body: .track(FadeIn()))]
    ) { state in
      state.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      state.position = CGPoint(x: 20, y: 20)
      state.backgroundColor = .red
    }
    let opacities = scene.frame(at: 5).items.map { ($0.opacity * 1000).rounded() }
    #expect(opacities == [500, 475, 450])
  }

  static func gradient(_ edit: (inout GradientState) -> Void) -> GradientState {
    var state = GradientState()
    state.colors = [.red, .green, .blue, .red]
    edit(&state)
    return state
  }

  @Test func stopsAreEvenlySpacedWithoutLocations() throws {
    // rendering E-333, GR-4
    let frame = PlaneRect(0, 0, 10, 10)
    let resource = try #require(GradientResource(Self.gradient { _ in }, over: frame))
    #expect(resource.locations.map { ($0 * 3).rounded() } == [0, 1, 2, 3])
    let falling = try #require(
      GradientResource(Self.gradient { $0.locations = [0.2, 0.1, .nan, 1] }, over: frame)
    )
    #expect(falling.locations == [0.2, 0.2, 0.2, 1])
  }

  @Test func senselessGradientsPaintNothing() {
    // rendering GR-1, GR-3, GR-7
    let frame = PlaneRect(0, 0, 10, 10)
    #expect(GradientResource(Self.gradient { $0.colors = [.red] }, over: frame) == nil)
    #expect(GradientResource(Self.gradient { $0.colors = nil }, over: frame) == nil)
    #expect(GradientResource(Self.gradient { $0.locations = [0, 1] }, over: frame) == nil)
    #expect(
      GradientResource(Self.gradient { $0.type = CAGradientLayerType(rawValue: "x") }, over: frame) == nil
    )
    #expect(GradientResource(Self.gradient { $0.type = .radial }, over: frame) == nil)
    #expect(GradientResource(Self.gradient { $0.startPoint = $0.endPoint }, over: frame) != nil)
  }

  @Test func gradientsLieBetweenBackgroundAndContents() {
    // rendering GR-2
    var scene = Scene()
    let kind = LayerKind.gradient(.init(Self.gradient { _ in }))
    scene.box("sky", 0, 0, 50, 50, .blue, kind: kind) { state in
      state.contents = .image(testImage(2, 2))
      state.cornerRadius = 5
    }
    #expect(scene.order() == ["sky.background", "sky.gradient", "sky.contents"])
  }

  @Test(arguments: [
    ("push", "fromRight", [-50.0, 0, 150, 0]), ("push", "fromLeft", [50, 0, -150, 0]),
    ("push", "fromTop", [0, -25, 0, 75]), ("push", "fromBottom", [0, 25, 0, -75]),
    ("moveIn", "fromRight", [0, 0, 150, 0]), ("push", "", [50, 0, -150, 0]),
    ("fade", "fromTop", [0, 0, 0, 0]),
  ])
  func picturesMoveByProgress(type: String, subtype: String, offsets: [Double]) {
    // rendering E-400 … E-403, E-407, TN-4
    let record = TransitionRecord(type: type, subtype: subtype.isEmpty ? nil : subtype)
    let motion = TransitionMotion(record, 0.25, bounds: PlaneRect(0, 0, 200, 100))
    #expect([motion.old.x, motion.old.y, motion.new.x, motion.new.y] == offsets)
  }

  @Test func revealUncoversAndPushFades() {
    // rendering E-404, E-408, E-409
    let bounds = PlaneRect(0, 0, 200, 100)
    let reveal = TransitionMotion(TransitionRecord(type: "reveal", subtype: "fromRight"), 0.5, bounds: bounds)
    #expect(reveal.old.x == -100)
    #expect(!reveal.newIsAbove)
    let push = TransitionMotion(TransitionRecord(type: "push"), 0.25, bounds: bounds)
    #expect([push.oldOpacity, push.newOpacity] == [0.75, 0.25])
    #expect(TransitionRecord(startProgress: 0.25, endProgress: 0.75).progress(at: 0.5) == 0.5)
  }

  @Test func aFadeIsASumOfBothPictures() {
    // rendering E-405, E-406, TN-3
    var before = Scene()
    before.box("card", 10, 10, 40, 40, .red) { $0.opacity = 0.5 }
    let record = TransitionRecord(old: before.tree, oldTime: 0)
    var scene = Scene()
    scene.add(
      "card",
      in: scene.root,
      animations: [
        AnimationRecord(key: "transition", timing: TimingState(duration: 1), body: .transition(record))
      ]
    ) { state in
      state.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
      state.position = CGPoint(x: 30, y: 30)
      state.backgroundColor = .blue
    }
    #expect(
      lines(scene.printed(at: 0.25)) == [
        "pass 0 [10 10 50 50]",
        "card.background fill (0 0 40 40) rgba(1 0 0 1) in +10,10 opacity 0.5 [10 10 50 50]",
        "pass 1 [10 10 50 50]",
        "card.background fill (0 0 40 40) rgba(0 0 1 1) in +10,10 opaque [10 10 50 50]",
        "pass 2 [10 10 50 50]",
        "card.transition surface 0 in +10,10 opacity 0.75 [10 10 50 50]",
        "card.transition surface 1 in +10,10 opacity 0.25 plusL [10 10 50 50]",
        "screen 3 [0 0 100 100]",
        "card.group surface 2 in +10,10 [10 10 50 50]",
      ]
    )
    #expect(scene.order(at: 2) == ["card.background"])
  }
}
