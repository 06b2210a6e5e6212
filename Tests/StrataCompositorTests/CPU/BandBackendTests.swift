import CoreGraphics
import StrataBase
import StrataCPU
import StrataFrame
import StrataRaster
import Testing

/// The CPU backend draws frames as rendering sections 5 and 6 have it, whatever the bands and threads.
@Suite struct BandBackendTests {
  private func drawn(
    _ frame: Frame,
    threads: Int = 1,
    bandHeight: Int = 32,
    surfaceRoundBytes: Int = .max
  ) throws -> PixelBuffer {
    var backend = BandBackend(threads: threads)
    (backend.bandHeight, backend.surfaceRoundBytes) = (bandHeight, surfaceRoundBytes)
    let target = PixelBuffer(width: frame.bounds.width, height: frame.bounds.height, format: .rgba8)
    try backend.draw(frame, into: target)
    return target
  }

  private let red = SIMD4<Float>(1, 0, 0, 1)
  private let blue = SIMD4<Float>(0, 0, 1, 1)

  private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double = 0)
    -> RoundedRect
  {
    RoundedRect(minX: x, minY: y, width: width, height: height, radius: radius)
  }

  private func picture(_ width: Int, _ height: Int) -> PixelBuffer {
    let buffer = PixelBuffer(width: width, height: height, format: .rgba8)
    for y in 0..<height {
      for x in 0..<width {
        let alpha = UInt32((x * 13 + y * 7) % 256)
        let color = UInt32((x * 5 + y) % 256) * alpha / 255
        buffer.row(y).storeBytes(
          of: alpha << 24 | color << 16 | color / 2 << 8 | color / 3,
          toByteOffset: x * 4,
          as: UInt32.self
        )
      }
    }
    return buffer
  }

  /// A scene with every payload, clip, effect and relation of spaces.
  private func everything() -> Frame {
    var maker = FrameMaker(width: 150, height: 110, background: SIMD4(0.9, 0.8, 0.7, 1))
    let plain = maker.space()
    let moved = maker.space(.translation(7.37, 3.61))
    let scaled = maker.space(.scale(1.7, 0.8))
    let turned = maker.space(Projective(a: 0.9, b: 0.4, c: -0.4, d: 0.9, tx: 40, ty: 5))
    let far = maker.space(
      Projective(m11: 1, m12: 0.1, m13: 0.002, m21: 0.1, m22: 1, m23: 0.003, m31: 20, m32: 10, m33: 1)
    )
    let round = maker.clip(.roundedRect(rect(10, 8, 120, 90, radius: 25)), in: moved)
    let image = maker.image(picture(40, 30))
    let target = PlaneRect(5, 5, 45, 35)
    let source = PlaneRect(0, 0, 40, 30)
    maker.frame.gradients.append(
      GradientResource(
        kind: .conic,
        start: RasterPoint(0.5, 0.5),
        end: RasterPoint(1, 0.5),
        frame: PlaneRect(0, 0, 60, 40),
        colors: [red, blue, SIMD4(0, 1, 0, 0.5)],
        locations: [0, 0.4, 1]
      )
    )
    maker.frame.paths.append(
      PathResource(id: 1, outline: Outline.ellipse(minX: 10, minY: 10, width: 80, height: 60), rule: .nonZero)
    )
    let circle = Index<PathResource>(0)
    // A mask, then a group that uses it.
    maker.add(.path(circle, color: SIMD4(1, 1, 1, 0.7)), in: plain)
    let mask = maker.pass(PixelRect(5, 5, 100, 80))
    maker.add(
      .image(image, Placement(source: source, target: target)),
      in: turned,
      tint: SIMD4(1, 0.5, 0.7, 0.9)
    )
    maker.add(.fill(rect(30, 20, 50, 40, radius: 9), color: red), in: moved, opacity: 0.6)
    let group = maker.pass(PixelRect(0, 0, 120, 90))
    let effect = maker.effect(
      Effect(
        filters: [.gaussianBlur(sigmaX: 2, sigmaY: 3)],
        mask: mask,
        shadow: SurfaceShadow(sigma: SIMD2(3, 3), offset: SIMD2(4, 5), color: SIMD4(0, 0, 0, 0.5))
      )
    )
    let blur = maker.effect(Effect(filters: [.gaussianBlur(sigmaX: 3, sigmaY: 3)]))
    for space in [plain, moved, scaled, turned, far] {
      maker.add(.shadow(rect(20, 20, 40, 30, radius: 8), sigma: 4, color: SIMD4(0, 0, 0, 0.5)), in: space)
      maker.add(.fill(rect(20, 20, 40, 30, radius: 8), color: blue), in: space, opacity: 0.8)
      maker.add(.border(rect(18, 18, 44, 34, radius: 8), width: 2.5, color: red), in: space, clip: round)
      maker.add(
        .image(image, Placement(source: source, target: target, isFlipped: true)),
        in: space,
        opacity: 0.7
      )
      maker.add(
        .image(
          image,
          Placement(source: source, target: PlaneRect(60, 60, 75, 70), sampling: Sampling(filter: .trilinear))
        ),
        in: space,
        clip: round
      )
      maker.add(
        .gradient(Index(0), rect(0, 0, 60, 40, radius: 12)),
        in: space,
        opacity: 0.5,
        blend: .multiply
      )
      maker.add(.path(circle, color: SIMD4(0, 1, 1, 0.3)), in: space, blend: .softLight)
    }
    maker.add(.backdrop(blur), in: plain, clip: round, bounds: PixelRect(30, 20, 100, 80), opacity: 0.8)
    maker.add(.surface(group, effect), in: plain, clip: round, opacity: 0.75, blend: .screen)
    maker.add(.surface(group, nil), in: plain, bounds: PixelRect(60, 40, 140, 100), blend: .destAtop)
    maker.frame.particles.append(
      ParticleBatch(
        sprites: [
          ParticleBatch.Sprite(image: image, source: source, isFlipped: false, sampling: Sampling())
        ],
        particles: (0..<12).map { (number: Int) -> Particle in
          let n = Double(number)
          return Particle(
            center: SIMD2<Double>(n * 11, n * 7),
            axisX: SIMD2<Double>(9, n),
            axisY: SIMD2<Double>(-n, 7),
            color: SIMD4<Float>(1, 0.5, 0.2, 0.8),
            z: 0,
            sprite: 0
          )
        }
      )
    )
    maker.add(.particles(Index(0)), in: scaled, blend: .plusL)
    maker.pass()
    return maker.frame
  }

  /// No pixel depends on where bands end or on the thread that draws it.
  @Test func bytesAreTheSameForAnyBandsAndThreads() throws {
    let frame = everything()
    let expected = try drawn(frame, threads: 1, bandHeight: 1000).words
    #expect(Set(expected).count > 1000)
    for bandHeight in [1, 7, 16, 33, 64] {
      for threads in [1, 2, 5] {
        #expect(try drawn(frame, threads: threads, bandHeight: bandHeight).words == expected)
      }
    }
  }

  /// Surfaces are freed when the last item that reads them is prepared, and not before.
  @Test(arguments: [0, 20_000, 100_000])
  func bytesAreTheSameForAnyRoundsOfSurfaces(roundBytes: Int) throws {
    let expected = try drawn(everything(), threads: 1).words
    for threads in [1, 3] {
      #expect(try drawn(everything(), threads: threads, surfaceRoundBytes: roundBytes).words == expected)
    }
  }

  /// A turned picture is drawn from numbers alone; behind a clip that hides nothing of it, as anything else.
  @Test func turnedPicturesAreTheSameHoweverTheyAreDrawn() throws {
    func frame(isClipped: Bool, _ map: Projective) -> Frame {
      var maker = FrameMaker(width: 150, height: 110, background: SIMD4(1, 1, 1, 1))
      let space = maker.space(map)
      let pixels = PixelBuffer(width: 31, height: 23, format: .rgba8)
      for y in 0..<23 {
        for x in 0..<31 {
          let word = UInt32(x * 8) | UInt32(y * 11) << 8 | UInt32((x * y) & 127) << 16 | 0xfe00_0000
          (pixels.row(y) + x * 4).storeBytes(of: word, as: UInt32.self)
        }
      }
      let image = maker.image(pixels)
      let plain = maker.space()
      let around = PlaneRect(-100.5, -100.5, 400.5, 400.5)
      let clip = isClipped ? maker.clip(.rect(around), in: plain) : nil
      let source = PlaneRect(2, 1, 30, 23)
      for (i, opacity) in [1, 0.6].enumerated() {
        let place = Placement(
          source: source,
          target: PlaneRect(10, 10 + 30 * Double(i), 90, 45 + 30 * Double(i)),
          isFlipped: i == 1
        )
        maker.add(.image(image, place), in: space, clip: clip, opacity: Float(opacity))
      }
      maker.pass()
      return maker.frame
    }
    let turned = Projective(a: 0.9, b: 0.3, c: -0.2, d: 0.8, tx: 20, ty: -4)
    var far = turned
    (far.m13, far.m23) = (0.004, -0.002)
    for map in [turned, far] {
      let expected = try drawn(frame(isClipped: true, map), threads: 1, bandHeight: 1000).words
      #expect(Set(expected).count > 500)
      for bandHeight in [1, 13, 64] {
        #expect(
          try drawn(frame(isClipped: false, map), threads: 2, bandHeight: bandHeight).words == expected
        )
      }
    }
  }

  /// Thousands of rectangles are sorted by all workers; a region of them is drawn alone.
  @Test func manyRectanglesAreDrawnInOrder() throws {
    var maker = FrameMaker(width: 150, height: 110, background: SIMD4(1, 1, 1, 1))
    let plain = maker.space()
    var random = SplitMix64(seed: 5)
    var expected = [UInt32](repeating: 0xffff_ffff, count: 150 * 110)
    for _ in 0..<5000 {
      let bits = random.next()
      let (x, y) = (Int(bits & 127), Int(bits >> 8 & 63))
      let (width, height) = (1 + Int(bits >> 16 & 15), 1 + Int(bits >> 24 & 31))
      let color = UInt32(truncatingIfNeeded: bits >> 32) | 0xff00_0000
      func channel(_ shift: UInt32) -> Float { Float(color >> shift & 255) / 255 }
      let rect = RoundedRect(
        minX: Double(x),
        minY: Double(y),
        width: Double(width),
        height: Double(height)
      )
      maker.add(.fill(rect, color: SIMD4(channel(0), channel(8), channel(16), 1)), in: plain)
      for row in y..<min(y + height, 110) {
        for column in x..<min(x + width, 150) { expected[row * 150 + column] = color }
      }
    }
    maker.pass()
    let frame = maker.frame
    for threads in [1, 3] {
      #expect(try drawn(frame, threads: threads, bandHeight: 16).words == expected)
    }
    // Parts of it over a picture that holds something else.
    let region = PixelRegion(disjoint: [PixelRect(3, 5, 40, 90), PixelRect(40, 0, 149, 21)])
    var backend = BandBackend(threads: 2)
    let target = PixelBuffer(width: 150, height: 110, format: .rgba8)
    try backend.draw(DrawPlan(frame, region: region), into: target)
    for (i, word) in target.words.enumerated() {
      #expect(word == (region.contains(x: Int32(i % 150), y: Int32(i / 150)) ? expected[i] : 0))
    }
  }

  /// A backend that drew other frames before gives the same bytes.
  @Test func aUsedBackendDrawsTheSameBytes() throws {
    let frame = everything()
    var backend = BandBackend(threads: 2)
    let target = PixelBuffer(width: 150, height: 110, format: .rgba8)
    try backend.draw(frame, into: target)
    let first = target.words
    for _ in 0..<3 {
      try backend.draw(frame, into: target)
      #expect(target.words == first)
    }
  }

  /// E-285.
  @Test func aBorderPaintsItsRing() throws {
    var maker = FrameMaker(width: 100, height: 80)
    maker.add(.border(rect(10, 10, 80, 60), width: 5, color: red), in: maker.space())
    maker.pass()
    let words = try drawn(maker.frame).words
    #expect(words.count { $0 == 0xff00_00ff } == 1300)
    #expect(words.count { $0 == 0 } == 8000 - 1300)
  }

  /// E-286.
  @Test func aRoundedRectanglePaintsItsArea() throws {
    var maker = FrameMaker(width: 100, height: 100)
    maker.add(.fill(rect(0, 0, 100, 100, radius: 20), color: red), in: maker.space())
    maker.pass()
    let area = try drawn(maker.frame).words.reduce(0.0) { $0 + Double($1 >> 24) / 255 }
    #expect(abs(area - 9656.637) < 1)
  }

  /// E-250, E-252, E-254 through a frame.
  @Test func opacityMultipliesTheGroup() throws {
    var maker = FrameMaker(width: 4, height: 1, background: .one)
    let space = maker.space()
    maker.add(.fill(rect(0, 0, 2, 1), color: red), in: space)
    maker.add(.fill(rect(1, 0, 1, 1), color: blue), in: space)
    let group = maker.pass(PixelRect(0, 0, 2, 1))
    maker.add(.surface(group, nil), in: space, opacity: 0.5)
    maker.add(.fill(rect(2, 0, 1, 1), color: SIMD4(0, 0, 0, 1)), in: space, opacity: 0.25)
    maker.pass()
    let result = try drawn(maker.frame)
    #expect(result.rgba(0, 0) == [255, 128, 128, 255])
    #expect(result.rgba(1, 0) == [128, 128, 255, 255])
    #expect(result.rgba(2, 0) == [191, 191, 191, 255])
    #expect(result.rgba(3, 0) == [255, 255, 255, 255])
  }

  /// E-280: a mask of one half, a layer of three quarters, then half of it.
  @Test func masksMultiplyAlpha() throws {
    var maker = FrameMaker(width: 4, height: 1)
    let space = maker.space()
    maker.add(.fill(rect(0, 0, 2, 1), color: SIMD4(1, 0, 1, 0.5)), in: space)
    let mask = maker.pass(PixelRect(0, 0, 2, 1))
    maker.add(.fill(rect(0, 0, 4, 1), color: SIMD4(1, 1, 1, 0.75)), in: space)
    let group = maker.pass()
    let effect = maker.effect(Effect(mask: mask))
    maker.add(.surface(group, effect), in: space, opacity: 0.5)
    maker.pass()
    let result = try drawn(maker.frame)
    #expect(abs(Int(result.rgba(0, 0)[3]) - 48) <= 1)
    // outside of the mask nothing is left.
    #expect(result.rgba(3, 0)[3] == 0)
  }

  /// rendering R-34, E-303: a blur of five points reaches at least 9.5 and less than 12.5 points.
  @Test func shadowsReachAsFarAsMeasured() throws {
    var maker = FrameMaker(width: 100, height: 100)
    maker.add(.shadow(rect(20, 20, 40, 40), sigma: 5, color: SIMD4(0, 0, 0, 1)), in: maker.space())
    maker.pass()
    let result = try drawn(maker.frame)
    #expect(result.rgba(69, 40)[3] > 0)
    #expect(result.rgba(72, 40)[3] == 0)
    #expect(abs(Int(result.rgba(40, 40)[3]) - 255) <= 1)
    #expect(result.rgba(59, 40)[3] > 127 && result.rgba(60, 40)[3] < 128)
  }

  /// A shadow in a turned space is near the one drawn upright.
  @Test func shadowsOfTurnedSpacesAreTurned() throws {
    func alpha(_ map: Projective, _ x: Int, _ y: Int) throws -> Int {
      var maker = FrameMaker(width: 100, height: 100)
      maker.add(
        .shadow(rect(30, 40, 40, 20, radius: 4), sigma: 4, color: SIMD4(0, 0, 0, 1)),
        in: maker.space(map)
      )
      maker.pass()
      return Int(try drawn(maker.frame).rgba(x, y)[3])
    }
    let quarter = Projective(a: 0, b: 1, c: -1, d: 0, tx: 100, ty: 0)
    for (x, y) in [(25, 50), (30, 38), (50, 35), (74, 60)] {
      #expect(abs(try alpha(.identity, x, y) - alpha(quarter, 99 - y, x)) <= 2)
    }
  }

  /// rendering R-47: an operator that erases does so around its source too.
  @Test func operatorsReachBeyondTheSource() throws {
    var maker = FrameMaker(width: 4, height: 1, background: red)
    let space = maker.space()
    maker.add(.fill(rect(0, 0, 1, 1), color: blue), in: space)
    let group = maker.pass(PixelRect(0, 0, 1, 1))
    maker.add(.surface(group, nil), in: space, bounds: PixelRect(0, 0, 3, 1), blend: .destIn)
    maker.pass()
    let result = try drawn(maker.frame)
    #expect(result.rgba(0, 0) == [255, 0, 0, 255])
    #expect(result.rgba(2, 0) == [0, 0, 0, 0])
    #expect(result.rgba(3, 0) == [255, 0, 0, 255])
  }

  /// rendering R-40: a backdrop filter changes what lies behind, inside its bounds only.
  @Test func backdropFiltersReplaceWhatLiesBehind() throws {
    var maker = FrameMaker(width: 4, height: 1, background: red)
    let space = maker.space()
    let swap: [Float] = [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0]
    let effect = maker.effect(Effect(filters: [.colorMatrix(swap)]))
    maker.add(.backdrop(effect), in: space, bounds: PixelRect(0, 0, 2, 1))
    maker.add(.fill(rect(1, 0, 1, 1), color: SIMD4(0, 1, 0, 1)), in: space)
    maker.pass()
    let result = try drawn(maker.frame)
    #expect(result.rgba(0, 0) == [0, 0, 255, 255])
    #expect(result.rgba(1, 0) == [0, 255, 0, 255])
    #expect(result.rgba(2, 0) == [255, 0, 0, 255])
  }

  /// rendering R-27: an edge that is not antialiased is decided by pixel centres.
  @Test func edgesWithoutAntialiasingAreWhole() throws {
    var maker = FrameMaker(width: 8, height: 1)
    maker.add(.fill(rect(1.4, 0, 4.2, 1), color: red), in: maker.space())
    maker.frame.items[0].antialiasedEdges = 0
    maker.pass()
    let alphas = try drawn(maker.frame).words.map { $0 >> 24 }
    #expect(alphas == [0, 255, 255, 255, 255, 255, 0, 0])
  }

  @Test func readingGivesAPartOfTheTarget() throws {
    var maker = FrameMaker(width: 6, height: 4, background: red)
    maker.add(.fill(rect(2, 1, 1, 1), color: blue), in: maker.space())
    maker.pass()
    let target = try drawn(maker.frame)
    let backend = BandBackend(threads: 1)
    let image = try backend.read(target, PixelRect(2, 1, 4, 3))
    #expect(image.width == 2 && image.height == 2)
    #expect(image.pixels.rgba(0, 0) == [0, 0, 255, 255])
    #expect(image.pixels.rgba(1, 1) == [255, 0, 0, 255])
    #expect(throws: BackendError.outsideTarget) { try backend.read(target, PixelRect(4, 0, 8, 2)) }
    #expect(throws: BackendError.outsideTarget) { try backend.read(target, .empty) }
  }
}
