import CoreGraphics
import Foundation
import StrataRenderTree
import Testing

/// Sections 12 to 14, 17 and 18 of the animation rules: what basic animations write, and how they add up.
@Suite struct AnimationTests {
  private func colour(_ r: CGFloat, _ g: CGFloat, _ b: CGFloat, _ a: CGFloat) -> CGColor {
    CGColor(red: r, green: g, blue: b, alpha: a)
  }

  @Test(
    "animation B-1, B-4, #244 to #251: a missing end is the current value, and with none nothing moves",
    arguments: [
      (244, 0.0 as Double?, 50.0 as Double?, nil as Double?, 0.5, 25.0), (245, 10, nil, 40, 0.25, 20),
      (246, nil, 50, 20, 0.25, 35), (247, 20, nil, nil, 0.5, 60), (248, nil, 0, nil, 0.25, 75),
      (249, nil, nil, 30, 0.5, 115), (250, nil, nil, nil, 0.5, 100), (251, 0, 50, 7, 1, 50),
    ]
  )
  func missingEndsAreTheCurrentValue(
    id: Int,
    from: Double?,
    to: Double?,
    by: Double?,
    p: Double,
    expected: Double
  ) {
    let model = LayerState.with { $0.zPosition = 100 }
    let state = model.applying(frozen("zPosition", basic(from: from, to: to, by: by)), at: p)
    expectClose(Double(state.zPosition), expected, "#\(id)")
  }

  @Test("animation B-1, O-3, #252, #253: for an additive animation the current value is zero")
  func additiveEndsStartFromNothing() {
    let model = LayerState.with { $0.opacity = 0.5 }
    let by = model.applying(frozen("opacity", basic(by: 0.2).additive()), at: 1)
    expectClose(Double(by.opacity), 0.7)  // #252
    let to = model.applying(frozen("opacity", basic(to: 0.3).additive()), at: 1)
    expectClose(Double(to.opacity), 0.8)  // #253
  }

  @Test("animation B-2, #254 to #256: structures and colours add by component")
  func structuresAddByComponent() {
    var model = LayerState.with { $0.bounds = CGRect(x: 10, y: 20, width: 100, height: 80) }
    let by = basic(by: CGRect(x: 2, y: 4, width: 20, height: 40))
    expectClose(model.applying(frozen("bounds", by), at: 0.5).bounds.numbers, [11, 22, 110, 100])  // #254
    let toBy = basic(
      to: CGRect(x: 0.5, y: 0.6, width: 0.7, height: 0.8),
      by: CGRect(x: 0.2, y: 0.2, width: 0.2, height: 0.2)
    )
    let center = model.applying(frozen("contentsCenter", toBy), at: 0.5).contentsCenter
    expectClose(center.numbers, [0.4, 0.5, 0.6, 0.7])  // #255
    model.backgroundColor = colour(0.2, 0.3, 0.4, 0.5)
    let tint = model.applying(frozen("backgroundColor", basic(by: colour(0.2, 0.1, 0.2, 0.1))), at: 0.5)
    expectClose(tint.backgroundColor?.numbers ?? [], [0.3, 0.35, 0.5, 0.55])  // #256
  }

  @Test("animation B-2, #257 to #260: transforms add by concatenation, and without an inverse not at all")
  func transformsAddByConcatenation() {
    let model = LayerState.with { $0.transform = .translation(10, 0, 0) }
    let by = model.applying(frozen("transform", basic(by: CATransform3D.translation(20, 0, 0))), at: 0.5)
    expectClose(Double(by.transform.m41), 20)  // #257
    let toBy = basic(to: CATransform3D.translation(30, 0, 0), by: CATransform3D.translation(10, 0, 0))
    expectClose(Double(model.applying(frozen("transform", toBy), at: 0.5).transform.m41), 25)  // #258
    let scaled = LayerState.with { $0.transform = .scale(2, 3, 4) }
    let part = scaled.applying(frozen("transform.scale.x", basic(to: 4)), at: 0.5)
    expectClose(part.transform, .scale(3, 3, 4))  // #259
    let moved = LayerState.with { $0.transform = .translation(6, 0, 0) }
    let along = moved.applying(frozen("transform.translation.x", basic(by: 10)), at: 0.5)
    expectClose(Double(along.transform.m41), 11)  // #260
    // B-2: no inverse, no effect.
    let flat = basic(to: CATransform3D.identity, by: CATransform3D.scale(0, 1, 1))
    expectClose(model.applying(frozen("transform", flat), at: 0.5).transform, model.transform)
  }

  @Test("animation B-4, #261, #262: the timing function bends progress, beyond the ends too")
  func timingFunctionsBendProgress() {
    let eased = frozen("zPosition", basic(from: 0, to: 100)) { $0.timingFunction = .easeIn }
    expectClose(Double(LayerState().applying(eased, at: 0.5).zPosition), 31.535681, within: 1e-4)  // #261
    let over = frozen("zPosition", basic(from: 0, to: 100)) {
      $0.timingFunction = TimingFunction(0.34, 1.56, 0.64, 1)
    }
    expectClose(Double(LayerState().applying(over, at: 0.5).zPosition), 108.740067, within: 1e-4)  // #262
  }

  @Test("animation I-1 to I-4, #205 to #212: tracks mix values by their type")
  func valuesInterpolateByType() {
    let model = LayerState()
    func at(_ p: Double, _ path: String, _ from: Any, _ to: Any) -> LayerState {
      model.applying(frozen(path, basic(from: from, to: to)), at: p)
    }
    expectClose(Double(at(0.25, "zPosition", 10, 20).zPosition), 12.5)  // #205
    let stretched = frozen("zPosition", TrackRecipe(.spring(from: 10, to: 20, by: nil, Spring())))
    #expect(model.applying(stretched, at: 0.3).zPosition > 20)  // #206: beyond the end
    // #207
    expectClose(at(0.5, "position", CGPoint(x: 0, y: 10), CGPoint(x: 20, y: 30)).position.numbers, [10, 20])
    let size = at(0.3, "shadowOffset", CGSize.zero, CGSize(width: 20, height: 10)).shadowOffset
    expectClose([Double(size.width), Double(size.height)], [6, 3])  // #208
    let rect = at(
      0.5,
      "bounds",
      CGRect(x: 0, y: 0, width: 50, height: 50),
      CGRect(x: 10, y: -20, width: 200, height: 100)
    )
    expectClose(rect.bounds.numbers, [5, -10, 125, 75])  // #209
    let purple = at(0.5, "backgroundColor", colour(1, 0, 0, 1), colour(0, 0, 1, 1)).backgroundColor
    expectClose(purple?.numbers ?? [], [0.5, 0, 0.5, 1])  // #210
    let fromNothing = model.applying(frozen("backgroundColor", basic(to: colour(1, 0, 0, 1))), at: 0.25)
    expectClose(fromNothing.backgroundColor?.numbers ?? [], [1, 0, 0, 0.25])  // #211
    #expect(!at(0.49, "hidden", false, true).isHidden && at(0.5, "hidden", false, true).isHidden)  // #212
  }

  @Test("animation I-15, #213, #214, SC-24: arrays mix by element, of numbers of any kind")
  func arraysInterpolateByElement() {
    let two = [colour(1, 0, 0, 1), colour(0, 1, 0, 1)]
    let model = LayerState.of(.gradient) { $0.gradient.colors = two }
    let locations = frozen(
      "locations",
      basic(from: [0, 1] as [Any], to: [0.2, CGFloat(0.8)] as [Any]),
      layerClass: .gradient
    )
    let moved = model.applying(locations, at: 0.5).gradient.locations?.map { Double($0) }
    expectClose(moved ?? [], [0.1, 0.9])  // #213, SC-24
    let unlike = basic(from: two, to: two + [colour(0, 0, 1, 1)])
    // #214
    #expect(model.applying(frozen("colors", unlike, layerClass: .gradient), at: 0.5).gradient.colors == two)
  }

  @Test("animation I-14, #215, #216: paths of the same elements move by point, others jump")
  func pathsInterpolateByPoint() {
    func rect(_ x: CGFloat, _ y: CGFloat, _ w: CGFloat, _ h: CGFloat) -> CGPath {
      CGPath(rect: CGRect(x: x, y: y, width: w, height: h), transform: nil)
    }
    let model = LayerState.of(.shape)
    func at(_ p: Double, _ from: CGPath, _ to: CGPath) -> CGRect {
      model.applying(frozen("path", basic(from: from, to: to), layerClass: .shape), at: p).shape.path?
        .boundingBoxOfPath ?? .null
    }
    expectClose(at(0.5, rect(0, 0, 10, 10), rect(10, 0, 30, 20)).numbers, [5, 0, 20, 15])  // #215
    let triangle = CGMutablePath()
    triangle.addLines(between: [CGPoint(x: 0, y: 0), CGPoint(x: 3, y: 0), CGPoint(x: 0, y: 3)])
    expectClose(at(0.4, rect(0, 0, 10, 10), triangle).numbers, [0, 0, 10, 10])  // #216
    expectClose(at(0.6, rect(0, 0, 10, 10), triangle).numbers, [0, 0, 3, 3])  // #216
  }

  @Test("animation I-5, I-6, I-10, I-11, #217 to #227: transforms turn, scale and move")
  func transformsInterpolateByPart() {
    let quarter = CATransform3D.turn(.pi / 2)
    func half(_ from: CATransform3D, _ to: CATransform3D, at p: Double = 0.5) -> CATransform3D {
      LayerState().applying(frozen("transform", basic(from: from, to: to)), at: p).transform
    }
    let identity = CATransform3D.identity
    expectClose(half(identity, quarter), .turn(.pi / 4))  // #217
    expectClose(half(identity, .turn(.pi)), .turn(.pi / 2))  // #218
    expectClose(half(identity, .turn(1.5 * .pi)), .turn(-.pi / 4))  // #219
    expectClose(half(identity, .turn(2 * .pi)), identity)  // #220
    let turned = LayerState().applying(
      frozen("transform.rotation", basic(from: 0, to: 2 * Double.pi)),
      at: 0.25
    )
    expectClose(turned.transform, quarter)  // #221
    var moved = quarter
    moved.m42 = 100
    var expected = CATransform3D.turn(.pi / 4)
    expected.m42 = 50
    expectClose(half(identity, moved), expected)  // #222
    expectClose(half(.scale(1, 1, 1), .scale(3, 5, 1)), .scale(2, 3, 1))  // #223
    let both = CATransform3DConcat(.scale(2, 2, 1), quarter)
    expectClose(half(identity, both), CATransform3DConcat(.scale(1.5, 1.5, 1), .turn(.pi / 4)))  // #224
    var deep = identity
    deep.m34 = -1 / 500
    expectClose(Double(half(identity, deep).m34), -0.001)  // #225
    expectClose(half(.scale(0, 0, 1), identity), .scale(0.5, 0.5, 1))  // #226
    expectClose(half(.turn(0.4, 1, 0, 0), .turn(1.2, 1, 0, 0), at: 0.25), .turn(0.6, 1, 0, 0))  // #227
  }

  @Test("animation O-4, SC-35: three components, each turned by half, are half a turn about z")
  func componentsReplaceOneAfterAnother() {
    let turns = ["x", "y", "z"].map { frozen("transform.rotation.\($0)", basic(from: 0, to: Double.pi)) }
    let state = LayerState().applying(turns[0], turns[1], turns[2], at: 1)
    expectClose(state.transform, .turn(.pi))
  }

  @Test("animation O-1 to O-4, #228 to #238: animations replace and add in their order")
  func animationsAddUpInOrder() {
    func opacity(_ model: Float, _ records: [(value: Double, isAdditive: Bool)]) -> Double {
      var state = LayerState.with { $0.opacity = model }
      for (value, isAdditive) in records {
        let recipe = basic(from: value, to: value)
        frozen("opacity", isAdditive ? recipe.additive() : recipe).apply(at: 0.5, to: &state)
      }
      return Double(state.opacity)
    }
    expectClose(opacity(0.5, [(0.3, true)]), 0.8)  // #228
    expectClose(opacity(0.5, [(0.3, false)]), 0.3)  // #229
    expectClose(opacity(0.2, [(0.3, true), (0.1, true)]), 0.6)  // #230
    expectClose(opacity(0, [(0.5, false), (0.2, true)]), 0.7)  // #231
    expectClose(opacity(0.2, [(0.9, false), (0.4, false)]), 0.4)  // #232
    let model = LayerState.with {
      $0.position = CGPoint(x: 100, y: 200)
      $0.bounds = CGRect(x: 0, y: 0, width: 100, height: 80)
    }
    func held(_ path: String, _ value: Any) -> AnimationRecord {
      frozen(path, basic(from: value, to: value).additive())
    }
    let moved = model.applying(held("position", CGPoint(x: 50, y: -30)), at: 0.5)
    expectClose(moved.position.numbers, [150, 170])  // #233
    expectClose(model.applying(held("position.x", 5), at: 0.5).position.numbers, [105, 200])  // #234
    let grown = model.applying(held("bounds.size", CGSize(width: 20, height: 10)), at: 0.5)
    expectClose(grown.bounds.numbers, [0, 0, 120, 90])  // #235
    let scaled = LayerState.with { $0.transform = .scale(2, 3, 4) }
    let flat = LayerState.with { $0.transform = .scale(2, 3, 1) }
    let shifted = flat.applying(held("transform", CATransform3D.translation(5, 0, 0)), at: 0.5).transform
    expectClose([shifted.m11, shifted.m22, shifted.m41].map { Double($0) }, [2, 3, 10])  // #236
    // #237
    expectClose(scaled.applying(held("transform.scale.x", 0.5), at: 0.5).transform, .scale(2.5, 3, 4))
    let to = CGSize(width: 10, height: 15)
    let placed = scaled.applying(frozen("transform.translation", basic(from: to, to: to)), at: 0.5).transform
    expectClose(
      [placed.m11, placed.m22, placed.m33, placed.m41, placed.m42].map { Double($0) },
      [2, 3, 4, 10, 15]
    )
  }

  @Test("animation O-5, #239 to #243: a cycle begins where the one before ended")
  func cumulativeCyclesGoOn() {
    let x = frozen("position.x", basic(from: 10, to: 20).cumulative()) { $0.timing.repeatCount = 3 }
    expectClose(Double(LayerState().applying(x, at: 1.5).position.x), 35)  // #239
    expectClose(Double(LayerState().applying(x, at: 2.25).position.x), 52.5)  // #240
    var back = x
    back.timing.autoreverses = true
    back.timing.repeatCount = 2
    expectClose(Double(LayerState().applying(back, at: 2.5).position.x), 25)  // #241
    let path = CGMutablePath()
    path.addLines(between: [.zero, CGPoint(x: 10, y: 20)])
    let model = LayerState.with { $0.position = CGPoint(x: 50, y: 60) }
    let along = frozen("position", along(path).additive().cumulative()) { $0.timing.repeatCount = 3 }
    expectClose(model.applying(along, at: 1.5).position.numbers, [65, 90])  // #242
    let shift = frozen("transform", basic(from: 0, to: 10).through(.translateX).cumulative()) {
      $0.timing.repeatCount = 3
    }
    expectClose(Double(LayerState().applying(shift, at: 1.5).transform.m41), 15)  // #243
  }

  @Test("animation V-1, V-3 to V-5, #362 to #369: numbers behind a function are transforms")
  func valueFunctionsMakeTransforms() {
    let scaled = LayerState.with { $0.transform = .scale(2, 3, 1) }
    func transform(_ recipe: TrackRecipe, at p: Double, _ model: LayerState = LayerState()) -> CATransform3D {
      model.applying(frozen("transform", recipe), at: p).transform
    }
    let aboutY = transform(basic(from: 0, to: Double.pi).through(.rotateY), at: 0.5)
    expectClose(aboutY, .turn(.pi / 2, 0, 1, 0))  // #362
    expectClose([aboutY.m11, aboutY.m13, aboutY.m31, aboutY.m33].map { Double($0) }, [0, -1, 1, 0])
    // #363
    expectClose(transform(basic(from: 0, to: 4 * Double.pi).through(.rotateZ), at: 0.125), .turn(.pi / 2))
    expectClose(transform(basic(to: [3, 4, 5]).through(.scale), at: 0.5), .scale(2, 2.5, 3))  // #364
    let shift = basic(from: [0, 0, 0], to: [10, 20, 30]).through(.translate)
    expectClose(transform(shift, at: 0.5), .translation(5, 10, 15))  // #365
    let x = basic(from: 0, to: 10).through(.translateX)
    expectClose(transform(x, at: 0.5, scaled), .translation(5, 0, 0))  // #366
    let added = transform(x.additive(), at: 0.5, scaled)
    expectClose([added.m11, added.m22, added.m41].map { Double($0) }, [2, 3, 10])  // #367
    let held = keyframes([1, 3], times: [0, 0.8, 1], mode: .discrete).through(.scaleX)
    expectClose(transform(held, at: 0.75, scaled), .identity)  // #368
    let wrong = LayerState.with { $0.transform = .scale(2, 3, 4) }
    expectClose(transform(basic(from: 1, to: 3).through(.scale), at: 0.5, wrong), .scale(2, 3, 4))  // #369
    for axis in [(1.0, 0.0, 0.0), (0, 1, 0), (0, 0, 1)] {
      let function: ValueFunction = axis.0 == 1 ? .rotateX : axis.1 == 1 ? .rotateY : .rotateZ
      expectClose(function(SIMD3(0.7, 0, 0)), .turn(0.7, CGFloat(axis.0), CGFloat(axis.1), CGFloat(axis.2)))
    }
  }

  @Test("animation N-19, O-8, Z-14: values that do not fit or are no numbers contribute nothing")
  func unfitValuesContributeNothing() {
    let model = LayerState.with { $0.zPosition = 7 }
    for recipe in [
      basic(from: "a", to: 3), basic(from: 1, to: CGPoint.zero), basic(from: Double.nan, to: 3),
      basic(from: 0, to: Double.infinity), keyframes([1, "b", 3]), keyframes([]), keyframes([Double.nan, 1]),
    ] {
      #expect(model.applying(frozen("zPosition", recipe), at: 0.25) == model)
    }
    #expect(LayerSchema.row(at: "nothing.at.all", of: .plain) == nil)
    #expect(model.applying(frozen("contentsGravity", basic(from: "top", to: "left")), at: 0.25) == model)
  }

  @Test("animation I-13: two images on the way are both shown")
  func contentsCrossFade() throws {
    let context = CGContext(
      data: nil,
      width: 1,
      height: 1,
      bitsPerComponent: 8,
      bytesPerRow: 4,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
    let (a, b) = (try #require(context?.makeImage()), try #require(context?.makeImage()))
    let fade = frozen("contents", basic(from: a, to: b))
    #expect(LayerState().applying(fade, at: 0.25).contents == .crossFade(a, b, 0.25))
    #expect(LayerState().applying(fade, at: 0).contents == .image(a))
    #expect(LayerState().applying(fade, at: 1).contents == .image(b))
  }

  @Test("animation K-10: filters and particle kinds are reached by name")
  func pathsReachFiltersAndParticleKinds() {
    let blurred = LayerState.with {
      $0.filters = [FilterValue(type: "gaussianBlur", name: "blur", inputs: ["inputRadius": .number(2)])]
    }
    let radius = frozen("filters.blur.inputRadius", basic(from: 0, to: 10))
    expectClose(blurred.applying(radius, at: 0.5).filters[0].number("inputRadius") ?? 0, 5)
    let grow = frozen("filters.blur.inputRadius", basic(by: 4))
    expectClose(blurred.applying(grow, at: 0.5).filters[0].number("inputRadius") ?? 0, 4)
    #expect(LayerState().applying(radius, at: 0.5) == LayerState())
    var spark = EmitterCellState()
    (spark.name, spark.birthRate) = ("spark", 10)
    let emitter = LayerState.of(.emitter) { $0.emitter.cells = [spark] }
    let rate = frozen("emitterCells.spark.birthRate", basic(from: 0, to: 100), layerClass: .emitter)
    expectClose(Double(emitter.applying(rate, at: 0.25).emitter.cells[0].birthRate), 25)
    let x = frozen("emitterCells.other.birthRate", basic(from: 0, to: 100), layerClass: .emitter)
    #expect(emitter.applying(x, at: 0.25) == emitter)
  }

  @Test("animation K-16: an undeclared key has the type of the animation's values")
  func undeclaredKeysAnimate() throws {
    let recipe = basic(from: 0, to: CGFloat(8))
    let track = try #require(recipe.track(forCustomKey: "progress"))
    var state = LayerState()
    track.apply(at: TrackMoment(progress: 0.25), to: &state)
    #expect(state.custom[Symbol("progress"), default: 0.0] == 2)
    let point = try #require(basic(by: CGPoint(x: 4, y: 2)).track(forCustomKey: "handle"))
    point.apply(at: TrackMoment(progress: 0.5), to: &state)
    #expect(state.custom[Symbol("handle"), default: CGPoint.zero] == CGPoint(x: 2, y: 1))
  }

  @Test("animation R-4, #370 to #372, #375: what shows is start to end, eased, and limited")
  func transitionsReportTheirProgress() throws {
    func progress(_ start: Double, _ end: Double, _ p: Double, _ curve: TimingFunction? = nil) throws
      -> Double
    {
      let record = AnimationRecord(
        key: "transition",
        timing: TimingState(duration: 1),
        timingFunction: curve,
        body: .transition(TransitionRecord(startProgress: start, endProgress: end))
      )
      return try #require(record.transition(at: p)).progress
    }
    expectClose(try progress(0, 1, 0.25), 0.25)  // #370
    expectClose(try progress(0.25, 0.75, 0.5), 0.5)  // #371
    expectClose(try progress(0.25, 0.75, 0), 0.25)  // #372
    expectClose(try progress(0.25, 0.75, 1), 0.75)  // #372
    expectClose(try progress(0, 1, 0.5, .easeIn), 0.315357, within: 1e-4)  // #375
    expectClose(try progress(0.5, 3, 1), 1)  // what shows is limited
  }

  @Test("animation R-7: before its begin a transition needs its fill mode")
  func aTransitionShowsTheOldPictureOnlyWithItsFillMode() {
    var record = AnimationRecord(
      key: "transition",
      timing: TimingState(beginTime: 5, duration: 1),
      body: .transition(TransitionRecord())
    )
    #expect(record.transition(at: 4) == nil)
    record.timing.fillMode = .backwards
    #expect(record.transition(at: 4)?.progress == 0)
    #expect(record.transition(at: 7) == nil)
  }
}
