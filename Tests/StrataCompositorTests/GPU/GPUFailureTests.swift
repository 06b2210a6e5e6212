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

  /// Whatever the driver does, the picture is right, and the reason is reported once.
  @Suite struct GPUFailureTests {
    @Test func aMachineWithoutALibraryDrawsOnTheProcessor() throws {
      let reasons = ReportedReasons()
      var backend = GPUBackend(nil, pool: WorkerPool(workers: 1)) { () throws(ComputeFailure) in
        let library: EGLLibrary
        do throws(GLFailure) {
          library = try EGLLibrary(named: "libno-such-library.so")
        } catch {
          throw .noContext(error)
        }
        return try ComputeDevice(library)
      } report: {
        reasons.add($0)
      }
      var scenes = GPUScenes()
      let frame = scenes.shapes()
      var processor = BandBackend(threads: 1)
      for _ in 0..<3 {
        let (a, b) = (BackendPair.target(frame), BackendPair.target(frame))
        try backend.draw(frame, into: a)
        try processor.draw(frame, into: b)
        #expect(a.words == b.words)
      }
      #expect(reasons.all.count == 1)
      #expect(reasons.all.first?.contains("libno-such-library.so") == true)
      #expect(backend.report.failedFrames == 3)
    }

    @Test func versionsBeforeThreeOneAreTooOld() {
      #expect(!ComputeDevice.isNewEnough("OpenGL ES 2.0 Mesa 22.3.6"))
      #expect(!ComputeDevice.isNewEnough("OpenGL ES 3.0"))
      #expect(!ComputeDevice.isNewEnough("4.6.0 NVIDIA"))
      #expect(ComputeDevice.isNewEnough("OpenGL ES 3.1"))
      #expect(ComputeDevice.isNewEnough("OpenGL ES 3.2 Mesa 22.3.6"))
    }

    @Test(.needsDevice) func aDriverThatRefusesTheProgramIsNotUsed() throws {
      var faults = ComputeDevice.Faults()
      faults.refusesPrograms = true
      #expect {
        try ComputeDevice(EGLLibrary.shared.get(), faults: faults)
      } throws: { error in
        "\(error)".hasPrefix("the driver does not compile the compositing program: ") && "\(error)".count > 60
      }
    }

    /// A context that ends between two frames, or within one, is made again.
    @Test(.needsDevice, arguments: [0, 1, 9]) func aLostContextLosesNoFrame(calls: Int) throws {
      var scenes = GPUScenes()
      let frame = scenes.groups()
      var whole = try BackendPair()
      _ = try whole.compare(frame)
      #expect(whole.device.report.calls > 10)
      var faults = ComputeDevice.Faults()
      faults.callsUntilLoss = whole.device.report.calls + calls
      var pair = try BackendPair(faults: faults)
      for step in 0..<6 {
        if step == 4 { pair.device.destroyContext() }
        let difference = try pair.compare(frame)
        #expect(difference.different == 0, "frame \(step): \(difference)")
      }
      #expect(pair.device.report.failedFrames == 2)
      #expect(pair.device.report.frames == 4)
      #expect(pair.reasons.all == ["the context of the graphics processor was lost"])
    }

    /// A picture larger than the memory, alone: the device gets what is seen, part by part.
    @Test(.needsDevice) func aPictureBeyondTheMemoryIsDrawnInParts() throws {
      var faults = ComputeDevice.Faults()
      faults.storageBytes = 1 << 18
      var pair = try BackendPair(faults: faults)
      #expect(try pair.compare(GPUScenes.picture(GPUScenes.picture(300, 700))).different == 0)
      #expect(pair.device.report.dividedFrames > 0)
      #expect(try pair.compare(GPUScenes.picture(GPUScenes.picture(100, 100))).different == 0)
      #expect(pair.reasons.all.isEmpty)
    }

    /// A context that ends while a part comes back takes that part along: the picture has all parts anyway.
    @Test(.needsDevice, arguments: 0..<4) func aPartThatIsLostIsNotMissing(reads: Int) throws {
      var faults = ComputeDevice.Faults()
      (faults.storageBytes, faults.readsUntilLoss) = (1 << 18, reads)
      var pair = try BackendPair(faults: faults)
      #expect(try pair.compare(GPUScenes.picture(GPUScenes.picture(300, 700))).different == 0)
      #expect(pair.device.report.dividedFrames > 0 && pair.device.report.failedFrames > 0)
      #expect(try pair.compare(GPUScenes.picture(GPUScenes.picture(300, 700))).different == 0)
    }

    /// A layer of 9,000 pixels along each side, of which a window shows a part: as it is, between pixels, and turned.
    @Test(.needsDevice, arguments: GPUScenes.maps.indices)
    func aLayerBeyondTheMemoryShowsItsPart(map: Int) throws {
      var faults = ComputeDevice.Faults()
      faults.storageBytes = 1 << 24
      var pair = try BackendPair(faults: faults)
      let difference = try pair.compare(GPUScenes.part(of: Self.large, GPUScenes.maps[map]))
      #expect(difference.different == 0, "\(difference)")
      #expect(pair.device.report.frames > 0 && pair.reasons.all.isEmpty)
      #expect(pair.device.report.uploadedBytes < 1 << 22)
    }

    private static let large = GPUScenes.picture(9000, 9000)

    /// Small pictures, more than the memory holds in one frame: the processor draws, and says why once.
    @Test(.needsDevice) func aHundredThousandPicturesOfOneFrame() throws {
      var faults = ComputeDevice.Faults()
      faults.storageBytes = 1 << 20
      let frame = GPUScenes.manyPictures(100_000)
      var (small, large) = (try BackendPair(faults: faults), try BackendPair())
      for _ in 0..<2 {
        #expect(try small.compare(frame).different == 0)
        #expect(try large.compare(frame).different == 0)
      }
      #expect(small.device.keptBytes <= 8 << 20)
      #expect(small.reasons.all.count <= 1)
      #expect(large.device.report.frames == 2 && large.reasons.all.isEmpty)
      // The second frame finds all pictures in their places.
      let bytes = large.device.report.uploadedBytes
      #expect(try large.compare(frame).different == 0)
      #expect(large.device.report.uploadedBytes - bytes < bytes)
    }

    /// A driver without memory says so, and is not asked again.
    @Test(.needsDevice, arguments: 0..<5) func aDriverWithoutMemoryIsNotUsed(allocations: Int) throws {
      var faults = ComputeDevice.Faults()
      faults.mostAllocations = allocations
      var pair = try BackendPair(faults: faults)
      var scenes = GPUScenes()
      let frame = scenes.groups()
      for _ in 0..<3 { #expect(try pair.compare(frame).different == 0) }
      #expect(pair.device.report.frames == 0 && pair.device.report.failedFrames == 3)
      #expect(pair.reasons.all == ["a command of the graphics processor failed: GL_OUT_OF_MEMORY"])
    }

    /// A driver that compiles the simplest program and refuses a later one.
    @Test(.needsDevice) func aProgramThatIsRefusedLaterLosesNoFrame() throws {
      var faults = ComputeDevice.Faults()
      faults.mostPrograms = 1
      var pair = try BackendPair(faults: faults)
      var scenes = GPUScenes()
      let frame = scenes.groups()
      for _ in 0..<3 { #expect(try pair.compare(frame).different == 0) }
      #expect(pair.device.report.failedFrames == 3)
      #expect(pair.reasons.all.count == 1)
      #expect(
        pair.reasons.all.first?.hasPrefix("the driver does not compile the compositing program") == true
      )
    }

    /// One call draws what a clip edge holds, and smaller parts of the picture hold as much: none is tried.
    @Test(.needsDevice) func aCrowdedClipIsDrawnOnTheProcessorAtOnce() throws {
      var pair = try BackendPair()
      #expect(try pair.compare(GPUScenes.crowdedClip(5000)).different == 0)
      #expect(pair.device.report.framesOfProcessor == [.crowdedEdge: 1])
      #expect(pair.device.report.dividedFrames == 0)
      #expect(pair.device.report.frames == 0 && pair.reasons.all.count == 1)
      #expect(try pair.compare(GPUScenes.crowdedClip(50)).different == 0)
      #expect(pair.device.report.frames == 1)
    }

    /// A blur far wider than the memory, and a shadow.
    @Test(.needsDevice) func aBlurBeyondTheMemoryIsDrawnOnTheProcessor() throws {
      var pair = try BackendPair()
      let frame = GPUScenes.filtered([.gaussianBlur(sigmaX: 9000, sigmaY: 9000)])
      #expect(try pair.compare(frame).different == 0)
      #expect(pair.device.report.framesOfProcessor == [.memory: 1])
    }

    /// A blur along one axis whose means are of more pixels than a program's loop counts.
    @Test(.needsDevice, arguments: [3000.0, 4200, 5000, 30_000])
    func aBlurBeyondALoopIsDrawnOnTheProcessor(sigma: Double) throws {
      var pair = try BackendPair()
      #expect(try pair.compare(GPUScenes.filtered([.gaussianBlur(sigmaX: sigma, sigmaY: 0)])).different == 0)
      #expect(pair.device.report.failedFrames == 0)
    }

    /// More pictures than fit into the memory take each other's place.
    @Test(.needsDevice) func picturesTakeTurnsInASmallMemory() throws {
      var faults = ComputeDevice.Faults()
      faults.storageBytes = 1 << 16
      var pair = try BackendPair(faults: faults)
      let frames = (0..<20).map { GPUScenes.picture(GPUScenes.picture(64, 50, seed: $0 * 11)) }
      for _ in 0..<3 {
        for frame in frames { #expect(try pair.compare(frame).different == 0) }
      }
      #expect(pair.device.report.frames == 60)
      #expect(pair.reasons.all.isEmpty)
    }

    /// The first picture or mask lies where the memory that had none began.
    @Test(.needsDevice) func whatComesIntoAnEmptyMemoryIsWhole() throws {
      for count in 1...4 {
        var pair = try BackendPair()
        var empty = FrameMaker(width: 64, height: 64, background: SIMD4(1, 0, 0, 1))
        empty.pass()
        #expect(try pair.compare(empty.frame).different == 0)
        for number in 0..<count {
          let frame = GPUScenes.picture(GPUScenes.picture(64 << number, 50, seed: number))
          #expect(try pair.compare(frame).different == 0, "picture \(number) of \(count)")
        }
      }
    }

    /// Pictures that come and go leave nothing behind on the device.
    @Test(.needsDevice) func picturesThatAreGoneLeaveTheMemory() throws {
      var pair = try BackendPair()
      var kept = 0
      for number in 0..<300 {
        let frame = GPUScenes.picture(GPUScenes.picture(80 + number % 7, 60, seed: number))
        #expect(try pair.compare(frame).different == 0)
        if number == 100 { kept = pair.device.keptBytes }
      }
      #expect(kept > 0)
      // Where pictures lie depends on when others are freed: a block more or less. All 200 would take 60 blocks.
      #expect(abs(pair.device.keptBytes - kept) <= 1 << 16)
      #expect(pair.reasons.all.isEmpty)
    }

    /// What does not change goes to the device once.
    @Test(.needsDevice) func aSteadyFrameUploadsItsCommandsAlone() throws {
      var pair = try BackendPair()
      let frame = GPUScenes.picture(GPUScenes.picture(100, 100))
      _ = try pair.compare(frame)
      let first = pair.device.report.uploadedBytes
      #expect(first > 40_000)
      _ = try pair.compare(frame)
      #expect(pair.device.report.uploadedBytes - first < 4000)
      pair.device.dropCaches()
      #expect(!pair.device.hasMemoryToDrop)
      #expect(try pair.compare(frame).different == 0)
      #expect(pair.device.report.uploadedBytes > 2 * first)
    }
  }
#endif
