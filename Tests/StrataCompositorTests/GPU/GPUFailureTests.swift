#if GPU
  import CoreGraphics
  import OpenGL
  import StrataBase
  import StrataCPU
  import StrataFrame
  import StrataGPU
  import StrataRaster
  import Testing

  /// Whatever the driver does, the picture is right, and the reason is told once.
  @Suite struct GPUFailureTests {
    @Test func aMachineWithoutALibraryDrawsOnTheProcessor() throws {
      let reasons = ToldReasons()
      var backend = GPUBackend(nil, pool: WorkerPool(workers: 1)) { () throws(ComputeFailure) in
        let library: EGLLibrary
        do throws(GLFailure) {
          library = try EGLLibrary(named: "libno-such-library.so")
        } catch {
          throw .noContext(error)
        }
        return try ComputeDevice(library)
      } tell: {
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

    @Test(.needsDevice) func aFrameBeyondTheMemoryIsDrawnOnTheProcessor() throws {
      var faults = ComputeDevice.Faults()
      faults.storageBytes = 1 << 18
      var pair = try BackendPair(faults: faults)
      #expect(try pair.compare(GPUScenes.picture(GPUScenes.picture(300, 300))).different == 0)
      #expect(pair.device.report.framesOfProcessor == [.memory: 1])
      #expect(try pair.compare(GPUScenes.picture(GPUScenes.picture(100, 100))).different == 0)
      #expect(pair.device.report.frames == 1)
      #expect(pair.reasons.all == ["the frame is too large for the memory of the graphics processor"])
    }

    /// A blur far wider than the memory, and a shadow.
    @Test(.needsDevice) func aBlurBeyondTheMemoryIsDrawnOnTheProcessor() throws {
      var pair = try BackendPair()
      let frame = GPUScenes.filtered([.gaussianBlur(sigmaX: 9000, sigmaY: 9000)])
      #expect(try pair.compare(frame).different == 0)
      #expect(pair.device.report.framesOfProcessor == [.memory: 1])
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
      #expect(pair.device.keptBytes == kept)
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
