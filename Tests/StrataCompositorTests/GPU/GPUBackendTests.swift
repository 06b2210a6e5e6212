#if GPU
  import CoreGraphics
  import OpenGL
  import StrataBase
  import StrataCPU
  import StrataCompositor
  import StrataFrame
  import StrataGPU
  import StrataRaster
  import StrataRenderTree
  import StrataTesting
  import Testing

  /// The device's pictures are those of the processor.
  @Suite(.needsDevice) struct GPUBackendTests {
    /// Coverage, pictures and their blending over what lies behind are whole numbers on both sides: equal bytes.
    @Test func whatIsBlendedNormallyHasTheSameBytes() throws {
      var pair = try BackendPair()
      var scenes = [GPUScenes(), GPUScenes(), GPUScenes()]
      let frames = [scenes[0].shapes(), scenes[1].pictures(), scenes[2].groups()]
      for (index, frame) in frames.enumerated() {
        // Spans of the first frame are masks in the second.
        for _ in 0..<3 {
          let difference = try pair.compare(frame)
          #expect(difference.different == 0, "scene \(index): \(difference)")
        }
      }
      #expect(pair.device.report.frames == 9)
      #expect(pair.reasons.all.isEmpty)
    }

    /// Parameters of radial gradients are single precision on the device.
    @Test func gradientsDifferByOneLevelAtMost() throws {
      var pair = try BackendPair()
      var all = PixelDifference()
      for frame in GPUScenes.gradients() { all.add(try pair.compare(frame)) }
      #expect(all.largest <= 1, "\(all)")
      #expect(all.different * 100 < all.pixels, "\(all)")
    }

    /// Each mode: gradients alone, then scenes where thirty items lie over each other.
    @Test(arguments: BlendMode.allCases)
    func modesDifferByOneLevelForEachStep(mode: BlendMode) throws {
      var pair = try BackendPair()
      for (index, frame) in GPUScenes.gradients(mode).enumerated() {
        let difference = try pair.compare(frame)
        #expect(difference.largest <= 1, "gradient \(index): \(difference)")
      }
      var scenes = [GPUScenes(), GPUScenes(), GPUScenes()]
      for (index, frame) in [scenes[0].shapes(mode), scenes[1].pictures(mode), scenes[2].groups(mode)]
        .enumerated()
      {
        let difference = try pair.compare(frame)
        #expect(difference.beyondOne * 1000 <= difference.pixels, "scene \(index): \(difference)")
      }
    }

    @Test func particlesAndBlurredBackdropsAreDrawnOnTheDevice() throws {
      var pair = try BackendPair()
      var (plain, blurred) = (GPUScenes(), GPUScenes())
      for frame in [plain.particles(), blurred.particles(behind: .gaussianBlur(sigmaX: 3, sigmaY: 2))] {
        let difference = try pair.compare(frame)
        #expect(difference.largest <= 1, "\(difference)")
      }
      #expect(pair.device.report.frames == 2)
      #expect(pair.device.report.surfacesOfProcessor == 0)
    }

    @Test func otherBackdropsAreDrawnOnTheProcessor() throws {
      var pair = try BackendPair()
      for _ in 0..<2 {
        var scenes = GPUScenes()
        let frame = scenes.particles(behind: .pixellate(toCells: .scale(0.2, 0.2)))
        #expect(try pair.compare(frame).different == 0)
      }
      #expect(pair.device.report.framesOfProcessor == [.backdrop: 2])
      #expect(pair.reasons.all.count == 1)
      #expect(pair.reasons.all.first?.hasPrefix("a layer filters what is behind it") == true)
    }

    /// A target that is shown as a picture, and then drawn anew, has other pixels.
    @Test func aPictureThatIsDrawnAnewIsStoredAnew() throws {
      var pair = try BackendPair()
      let pixels = PixelBuffer(width: 40, height: 30, format: .rgba8)
      for seed in [0, 90, 180] {
        try pair.device.draw(GPUScenes.picture(GPUScenes.picture(40, 30, seed: seed)), into: pixels)
        let difference = try pair.compare(GPUScenes.picture(pixels))
        #expect(difference.different == 0, "\(difference)")
      }
    }

    /// Maps of colours are single precision on both sides.
    @Test func colourFiltersDifferByOneLevelAtMost() throws {
      var pair = try BackendPair()
      let sepia: [Float] = [
        0.3, 0.6, 0.1, 0, 0.1, 0.2, 0.5, 0.1, 0, 0.05, 0.1, 0.4, 0.3, 0, 0, 0, 0, 0, 0.9, 0,
      ]
      let curve = FilterOp.luminanceCurve(SIMD4(0.9, 0.6, 0.5, 0.2), amount: 0.8)
      let chains: [[FilterOp]] = [
        [.colorMatrix(sepia)], [curve], [curve, .colorMatrix(sepia)],
        [.colorMatrix(sepia), .gaussianBlur(sigmaX: 3, sigmaY: 1), curve],
      ]
      for (index, chain) in chains.enumerated() {
        let difference = try pair.compare(GPUScenes.filtered(chain))
        #expect(difference.largest <= 1, "chain \(index): \(difference)")
        #expect(difference.different * 100 <= difference.pixels, "chain \(index): \(difference)")
      }
      #expect(pair.device.report.surfacesOfProcessor == 0)
    }

    /// Blurs of all widths, also where the kernels change from 16 to 32 bits, and along one axis.
    @Test(arguments: [0.4, 1, 3.3, 17, 60, 140], [0, 2.5, 33])
    func blursHaveTheSameBytes(x: Double, y: Double) throws {
      var pair = try BackendPair()
      let difference = try pair.compare(GPUScenes.filtered([.gaussianBlur(sigmaX: x, sigmaY: y)]))
      #expect(difference.different == 0, "\(difference)")
      #expect(pair.device.report.surfacesOfProcessor == 0)
    }

    /// Trees with every property: most pixels are equal, and hardly any differs by more than a level.
    @Test func randomTreesAreDrawnTheSame() throws {
      var pair = try BackendPair()
      var all = PixelDifference()
      let viewport = Viewport(width: 48, height: 48, background: SIMD4(0.9, 0.9, 1, 1))
      for seed in 1...GPUTestSettings.trees {
        var random = GrowingTree(seed: seed, isDeep: seed % 4 == 0)
        for step in 0..<3 {
          if step > 0 { random.change() }
          let frame = FrameBuilder().frame(of: random.tree, at: 1.5, viewport: viewport)
          let difference = try pair.compare(frame)
          #expect(difference.beyondOne * 50 <= difference.pixels, "seed \(seed), step \(step): \(difference)")
          all.add(difference)
        }
      }
      #expect(all.beyondOne * 1000 <= all.pixels, "\(all)")
      #expect(pair.device.report.frames * 10 > Int(GPUTestSettings.trees) * 3 * 8, "\(pair.device.report)")
      #expect(pair.device.report.failedFrames == 0)
    }

    /// A retained frame drawn by its damage has the bytes of the whole frame, on the device alone.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func damageHasTheBytesOfAllPixels(seed: UInt64) throws {
      var scene = RandomTree(seed: seed, layers: [8, 90, 400][Int(seed % 3)], isWild: seed % 2 == 0)
      let retained = RetainedFrame()
      var (backend, whole) = (try BackendPair().device, try BackendPair().device)
      let (width, height) = (scene.viewport.width, scene.viewport.height)
      let pixels = PixelBuffer(width: width, height: height, format: .rgba8)
      let expected = PixelBuffer(width: width, height: height, format: .rgba8)
      for step in 0..<20 {
        if step > 0 { scene.step() }
        let damage = retained.update(to: scene.tree, at: 0.2 * Double(step), viewport: scene.viewport)
        try retained.draw(damage) { try backend.draw($0, into: pixels) }
        let frame = FrameBuilder().frame(of: scene.tree, at: 0.2 * Double(step), viewport: scene.viewport)
        try whole.draw(frame, into: expected)
        #expect(
          pixels.words == expected.words,
          "seed \(seed), step \(step): \(PixelDifference(pixels, expected))"
        )
      }
    }
  }

  /// How many trees the tests draw.
  enum GPUTestSettings {
    static let trees: UInt64 = 100
  }
#endif
