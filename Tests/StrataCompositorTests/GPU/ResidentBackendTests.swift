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

  /// Targets whose pixels stay on the device.
  @Suite(.needsDevice) struct ResidentBackendTests {
    /// Draws frames with the device and on the processor.
    private struct Pair {
      var device: ResidentBackend
      var processor = BandBackend(threads: 1)
      let reasons = ReportedReasons()

      init(faults: ComputeDevice.Faults = ComputeDevice.Faults()) throws {
        let first = try ComputeDevice(EGLLibrary.shared.get(), faults: faults)
        let reasons = reasons
        device = ResidentBackend(first, pool: WorkerPool(workers: 1)) { reasons.add($0) }
      }

      /// Draws a frame on the processor.
      mutating func expected(_ frame: Frame) throws -> PixelBuffer {
        let pixels = BackendPair.target(frame)
        try processor.draw(frame, into: pixels)
        return pixels
      }
    }

    private static func target(_ frame: Frame) -> (width: Int, height: Int) {
      (frame.bounds.width, frame.bounds.height)
    }

    /// A plan of a part of a frame.
    private static func plan(_ frame: Frame, _ region: [PixelRect]) throws -> DrawPlan {
      var result: DrawPlan?
      var planner = FramePlanner()
      planner.plan(frame) { result = $0 }
      var plan = try #require(result)
      plan.region = PixelRegion(disjoint: region)
      return plan
    }

    @Test func picturesStayOnTheDeviceAndHaveTheSameBytes() throws {
      var pair = try Pair()
      var scenes = GPUScenes()
      let frame = scenes.groups()
      let size = Self.target(frame)
      let target = pair.device.makeTarget(width: size.width, height: size.height)
      try pair.device.draw(frame, into: target)
      #expect(pair.device.report.frames == 1)
      #expect(pair.device.report.readBytes == 0)
      let picture = try pair.device.picture(of: target)
      #expect(picture.devicePixels === target)
      #expect(target.texture != nil)
      let difference = PixelDifference(picture.pixels, try pair.expected(frame))
      #expect(difference.different == 0, "\(difference)")
      #expect(pair.reasons.all.isEmpty)
    }

    @Test func whatLiesOutsideOfTheDamageStays() throws {
      var pair = try Pair()
      var (first, second) = (GPUScenes(), GPUScenes())
      let (before, after) = (first.shapes(), second.pictures())
      let size = Self.target(before)
      let target = pair.device.makeTarget(width: size.width, height: size.height)
      try pair.device.draw(before, into: target)
      let region = [PixelRect(11, 7, 60, 33), PixelRect(70, 40, 133, 101)]
      try pair.device.draw(Self.plan(after, region), into: target)
      let expected = try pair.expected(before)
      try pair.processor.draw(Self.plan(after, region), into: expected)
      let difference = PixelDifference(try pair.device.picture(of: target).pixels, expected)
      #expect(difference.different == 0, "\(difference)")
    }

    /// A part that is read shows what was drawn, also after more was drawn.
    @Test func partsAreReadAfterEachFrame() throws {
      var pair = try Pair()
      var (first, second) = (GPUScenes(), GPUScenes())
      let (before, after) = (first.shapes(), second.groups())
      let size = Self.target(before)
      let target = pair.device.makeTarget(width: size.width, height: size.height)
      for frame in [before, after, before] {
        try pair.device.draw(frame, into: target)
        let part = PixelRect(20, 10, 90, 80)
        let read = try pair.device.read(target, part).pixels
        let expected = try pair.processor.read(try pair.expected(frame), part).pixels
        #expect(PixelDifference(read, expected).different == 0)
      }
      #expect(throws: BackendError.outsideTarget) {
        try pair.device.read(target, PixelRect(0, 0, 1000, 1000))
      }
    }

    /// A frame that the device does not draw goes up, and the next one is the device's again.
    @Test func framesOfTheProcessorGoUp() throws {
      var faults = ComputeDevice.Faults()
      faults.storageBytes = 1 << 18
      var pair = try Pair(faults: faults)
      let (large, small) = (GPUScenes.picture(300, 300), GPUScenes.picture(300, 300, seed: 5))
      let target = pair.device.makeTarget(width: 300, height: 300)
      try pair.device.draw(GPUScenes.picture(large), into: target)
      #expect(pair.device.report.framesOfProcessor == [.memory: 1])
      let texture = try #require(target.texture)
      let onDevice = PixelBuffer(of: texture)
      #expect(onDevice.fetch())
      #expect(PixelDifference(onDevice, try pair.expected(GPUScenes.picture(large))).different == 0)
      let part = PixelRect(10, 10, 40, 40)
      try pair.device.draw(Self.plan(GPUScenes.picture(small), [part]), into: target)
      let expected = try pair.expected(GPUScenes.picture(large))
      try pair.processor.draw(Self.plan(GPUScenes.picture(small), [part]), into: expected)
      #expect(PixelDifference(try pair.device.picture(of: target).pixels, expected).different == 0)
    }

    /// A context that ends takes the pixels with it; the caller is told, and the processor draws from then on.
    @Test func aLostContextAsksForTheWholeTargetOnce() throws {
      var pair = try Pair()
      var (first, second) = (GPUScenes(), GPUScenes())
      let (before, after) = (first.shapes(), second.groups())
      let size = Self.target(before)
      let target = pair.device.makeTarget(width: size.width, height: size.height)
      try pair.device.draw(before, into: target)
      pair.device.destroyContext()
      #expect(throws: BackendError.pixelsLost) {
        try pair.device.draw(Self.plan(after, [PixelRect(0, 0, 10, 10)]), into: target)
      }
      try pair.device.draw(after, into: target)
      #expect(target.texture == nil)
      let picture = try pair.device.picture(of: target)
      #expect(picture.devicePixels == nil)
      #expect(PixelDifference(picture.pixels, try pair.expected(after)).different == 0)
      #expect(pair.reasons.all == ["the context of the graphics processor was lost"])
    }

    /// A host that cannot show textures loses nothing: the pixels come along.
    @Test func leavingTheDeviceTakesThePixelsAlong() throws {
      var pair = try Pair()
      var (first, second) = (GPUScenes(), GPUScenes())
      let (before, after) = (first.shapes(), second.groups())
      let size = Self.target(before)
      let target = pair.device.makeTarget(width: size.width, height: size.height)
      try pair.device.draw(before, into: target)
      pair.device.leaveDevice()
      let part = [PixelRect(30, 20, 70, 60)]
      try pair.device.draw(Self.plan(after, part), into: target)
      let expected = try pair.expected(before)
      try pair.processor.draw(Self.plan(after, part), into: expected)
      #expect(PixelDifference(try pair.device.picture(of: target).pixels, expected).different == 0)
    }

    /// A picture of a texture is copied within the device, and nothing goes through main memory.
    @Test func texturesOfOtherContextsArePictures() throws {
      var pair = try Pair()
      let keeper = try EGLLibrary.shared.get().keeperContext()
      let pixels = GPUScenes.picture(90, 70)
      let texture = try keeper.use { () throws(GLFailure) in
        let texture = try SharedTexture(width: 90, height: 70, in: keeper)
        texture.replace([PixelRect(0, 0, 90, 70)], by: pixels.base, rowBytes: pixels.rowBytes)
        return texture
      }
      for map in GPUScenes.maps {
        let picture = CGImage(device: texture)
        let shared = GPUScenes.picture(picture, under: map)
        let plain = GPUScenes.picture(CGImage(pixels: pixels), under: map)
        let target = pair.device.makeTarget(width: 200, height: 150)
        let count = pair.device.report.uploadedBytes
        try pair.device.draw(shared, into: target)
        #expect(pair.device.report.uploadedBytes - count < 90 * 70 * 4)
        #expect(!picture.pixelsOrPlace.isInMainMemory)
        let difference = PixelDifference(
          try pair.device.picture(of: target).pixels,
          try pair.expected(plain)
        )
        // Under a fraction of a pixel, the edges are sampled in another way than from a copy with a border.
        #expect(difference.largest <= 1, "\(difference)")
        #expect(difference.different * 100 <= difference.pixels, "\(difference)")
      }
      #expect(pair.device.report.sharedPictures == GPUScenes.maps.count)
      #expect(pair.device.report.paintsOfProcessor == 0)
    }

    /// The processor draws the same picture, whose pixels it reads.
    @Test func theProcessorReadsTextures() throws {
      let keeper = try EGLLibrary.shared.get().keeperContext()
      let pixels = GPUScenes.picture(31, 17)
      let texture = try keeper.use { () throws(GLFailure) in
        let texture = try SharedTexture(width: 31, height: 17, in: keeper)
        texture.replace([PixelRect(0, 0, 31, 17)], by: pixels.base, rowBytes: pixels.rowBytes)
        return texture
      }
      let image = CGImage(device: texture)
      #expect(PixelDifference(image.pixels, pixels).different == 0)
      #expect(image.pixels === image.pixels)
    }
  }
#endif
