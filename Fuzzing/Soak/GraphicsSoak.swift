#if GPU
  import CoreGraphics
  import Foundation
  import QuartzCore
  import StrataBase
  import StrataCompositor
  import StrataEGL
  import StrataFrame
  import StrataGPU
  import StrataRaster
  import StrataRenderServer

  /// Draws trees that change at random on a graphics processor, in a context that reports errors.
  ///
  /// Pictures of many sizes come and go in each frame. The backend is one and the same all the time; every few seconds it gets
  /// another tree. At the end of each minute it drops its caches, and the resident memory is read.
  struct GraphicsSoak {
    /// The frames of one tree.
    private static let framesOfTree = 60

    private struct Reading {
      var resources: Resources
      /// The most bytes of the device's buffers in the minute.
      var deviceBytes: Int
    }

    private var backend: GPUBackend
    private let target: PixelBuffer
    private var random = SplitMix64(seed: 1)
    private var seed: UInt64 = 1
    private var frames = 0
    private var pictures = 0
    private var deviceBytes = 0

    /// Prints a row for each minute; returns true if the memory stays flat and the driver reports nothing.
    static func run(minutes: Int) -> Bool {
      do {
        let device = try ComputeDevice(EGLLibrary.shared.get(), isDebug: true)
        say("device: \(device.renderer)\n")
        var soak = GraphicsSoak(device)
        say(
          "| minute | frames | pictures | MB up | MB of the device, most | MB at rest | MB of it in use | messages |"
        )
        say("|---|---|---|---|---|---|---|---|")
        var readings: [Reading] = []
        for minute in 1...minutes { readings.append(try soak.live(minute: minute)) }
        return soak.judge(readings)
      } catch {
        say("\(error)")
        return false
      }
    }

    private init(_ device: ComputeDevice) {
      backend = GPUBackend(device, pool: WorkerPool(workers: 2)) { say("the processor draws: \($0)") }
      let size = RandomScene.size
      target = PixelBuffer(width: Int(size.width), height: Int(size.height), format: .rgba8)
    }

    private mutating func live(minute: Int) throws -> Reading {
      let end = ContinuousClock.now + .seconds(60)
      let (before, former) = (backend.report, (frames, pictures))
      deviceBytes = 0
      while ContinuousClock.now < end { try drawTree() }
      try rest()
      OfflineRenderer.imageCacheBudget = 0
      OfflineRenderer.imageCacheBudget = 256 << 20
      FreedMemory.returnToSystem()
      let now = Resources.current
      let bytes = backend.report.uploadedBytes - before.uploadedBytes
      say(
        "| \(minute) | \(frames - former.0) | \(pictures - former.1) | \(StrataSoak.megabytes(bytes)) "
          + "| \(StrataSoak.megabytes(deviceBytes)) | \(StrataSoak.megabytes(now.memory)) "
          + "| \(StrataSoak.megabytes(now.heap)) | \(backend.messages?.count ?? 0) |"
      )
      return Reading(resources: now, deviceBytes: deviceBytes)
    }

    /// Draws some frames of a new tree, which goes at the end.
    private mutating func drawTree() throws {
      seed += 1
      let scene = RandomScene(seed: seed)
      let renderer = OfflineRenderer(layer: scene.root, size: RandomScene.size, scale: 1)
      let retained = RetainedFrame()
      let viewport = Viewport(width: target.width, height: target.height, origin: .topLeft)
      var album: [CALayer] = []
      for frame in 0..<Self.framesOfTree {
        let time = Double(frame) / 30
        renderer.change(at: time) {
          scene.change()
          changePictures(&album, in: scene.root)
        }
        let damage = retained.update(to: renderer.shownTree(at: time), at: time, viewport: viewport)
        try retained.draw(damage) { try backend.draw($0, into: target) }
        frames += 1
        deviceBytes = max(deviceBytes, backend.keptBytes)
      }
      scene.clear()
    }

    /// Drops what is kept for later frames.
    ///
    /// Drivers keep the buffers of the last call until another one takes their place: it is that of a small frame.
    private mutating func rest() throws {
      backend.dropCaches()
      let (side, retained) = (16, RetainedFrame())
      let small = PixelBuffer(width: side, height: side, format: .rgba8)
      let size = CGSize(width: side, height: side)
      let renderer = OfflineRenderer(layer: CALayer(), size: size, scale: 1)
      let viewport = Viewport(width: side, height: side, origin: .topLeft)
      let damage = retained.update(to: renderer.shownTree(at: 0), at: 0, viewport: viewport)
      try retained.draw(damage) { try backend.draw($0, into: small) }
      backend.dropCaches()
    }

    /// Adds a layer with a picture of its own, gives another one a new picture, and removes the oldest of many.
    private mutating func changePictures(_ album: inout [CALayer], in root: CALayer) {
      CATransaction.setDisableActions(true)
      let layer = CALayer()
      layer.contents = picture()
      layer.frame = CGRect(
        x: unit() * 300,
        y: unit() * 220,
        width: 20 + unit() * 90,
        height: 20 + unit() * 90
      )
      root.addSublayer(layer)
      album.append(layer)
      album[Int(random.next() % UInt64(album.count))].contents = picture()
      if album.count > 24 { album.removeFirst().removeFromSuperlayer() }
    }

    /// A picture of 8 to 600 pixels along each side.
    private mutating func picture() -> CGImage {
      pictures += 1
      let (width, height) = (8 + Int(random.next() % 593), 8 + Int(random.next() % 593))
      let pixels = PixelBuffer(width: width, height: height, format: .rgba8)
      let color = UInt32(truncatingIfNeeded: random.next()) | 0xff00_0000
      for y in 0..<height {
        let row = pixels.row(y).assumingMemoryBound(to: UInt32.self)
        for x in 0..<width { row[x] = color ^ UInt32(x & 63) << 16 ^ UInt32(y & 63) }
      }
      return CGImage(pixels: pixels)
    }

    private mutating func unit() -> Double { Double(random.unitFloat()) }

    private func judge(_ readings: [Reading]) -> Bool {
      guard let first = readings.first, let last = readings.last, let messages = backend.messages else {
        return false
      }
      let growth = Double(last.resources.memory) / Double(max(1, first.resources.memory)) - 1
      say(String(format: "resident at rest: %+.1f %% since minute 1", 100 * growth))
      say("\(backend.report)")
      if !messages.isListening { say("the driver reports no messages") }
      for text in messages.all.prefix(10) { say("message: \(text)") }
      return growth <= StrataSoak.tolerance && messages.isListening && messages.count == 0
        && backend.report.failedFrames == 0
    }
  }
#else
  /// A build without the trait `GPU` draws on the processor alone.
  struct GraphicsSoak {
    static func run(minutes: Int) -> Bool {
      say("this build has no graphics backend (trait GPU)")
      return false
    }
  }
#endif
