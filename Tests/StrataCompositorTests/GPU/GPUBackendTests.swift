#if GPU
  import CoreGraphics
  import StrataBase
  import StrataCPU
  import StrataEGL
  import StrataFrame
  import StrataGPU
  import StrataRaster
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

    /// Other filters of what is behind are the processor's, between two calls.
    @Test func otherBackdropsAreFilteredByTheProcessor() throws {
      var pair = try BackendPair()
      for _ in 0..<2 {
        var scenes = GPUScenes()
        let frame = scenes.particles(behind: .pixellate(toCells: .scale(0.2, 0.2)))
        let difference = try pair.compare(frame)
        #expect(difference.largest <= 1, "\(difference)")
      }
      #expect(pair.device.report.frames == 2)
      #expect(pair.device.report.filtersOfProcessor == 2)
      #expect(pair.reasons.all.isEmpty)
    }

    /// Clips within clips that cover their contents once, deeper than a program holds, with filters of what is behind inside.
    @Test(arguments: [1, 4, 5, 13], [nil, FilterOp.gaussianBlur(sigmaX: 3, sigmaY: 2)])
    func clipEdgesNestToAnyDepth(depth: Int, filter: FilterOp?) throws {
      var pair = try BackendPair()
      let difference = try pair.compare(GPUScenes.nestedClips(depth, behind: filter))
      #expect(difference.different == 0, "\(difference)")
      #expect(pair.device.report.frames == 1 && pair.reasons.all.isEmpty)
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

    /// Maps of colours are single precision on both sides; a card may round a product and its sum once.
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
        #expect(difference.different * 50 <= difference.pixels, "chain \(index): \(difference)")
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
  }
#endif
