#if GPU
  import CoreGraphics
  import Foundation
  import QuartzCore
  import StrataBase
  import StrataCPU
  import StrataCompositor
  import StrataEGL
  import StrataFrame
  import StrataGPU
  import StrataRaster
  import StrataRenderServer
  import StrataRenderTree

  /// Draws scenes on a graphics processor and on the processor: what goes to the device, and the time of a frame.
  struct GraphicsBenchmark {
    let duration: Double

    /// Prints a row for each scene, size and mode; the second size is that of a screen of 3840 × 2160 pixels.
    func run(_ scenes: [Scene], _ modes: [SceneBenchmark.Mode], scales: [Int]) throws {
      let device = try GPUBackend.device()
      print("Device: \(device.renderer)\n")
      print(
        "A frame of \"list\" is built already; one of \"full\" changes layers and is built. Both draw what changed."
      )
      print("Times are milliseconds for a frame.")
      print(
        "\"device\" is the device's own time, where the driver measures it. The others are the time of all processors:"
      )
      print(
        "\"encode\" until the driver takes the frame, \"all\" with the driver's own threads, \"processor\" the other backend.\n"
      )
      print(
        "| scene | pixels | mode | frames of the device | calls | commands | surfaces, paints of the processor "
          + "| KB up | KB down | encode | all | device | processor |"
      )
      print("|---|---|---|---|---|---|---|---|---|---|---|---|---|")
      for scene in scenes {
        for scale in scales {
          for mode in modes where scene.modes.contains(mode) { try measure(scene, scale, mode) }
        }
      }
    }

    private func measure(_ scene: Scene, _ scale: Int, _ mode: SceneBenchmark.Mode) throws {
      let pool = WorkerPool(workers: 1)
      let made = try ComputeDevice(
        EGLLibrary.shared.get(),
        programs: ProgramFiles.standardFolder(),
        measuresTime: true
      )
      let device = GPUBackend(made, pool: pool)
      let (onDevice, frames) = try time(scene, scale, mode, device)
      let (encoding, _) = try time(scene, scale, mode, EncodingBackend(base: device))
      let (onProcessor, _) = try time(scene, scale, mode, BandBackend(pool: pool))
      let report = frames.report
      let count = Double(max(1, report.frames))
      func mean(_ total: Int) -> String { rounded(Double(total) / count) }
      let all = report.frames + report.failedFrames + report.framesOfProcessor.values.reduce(0, +)
      let own = report.deviceSeconds.map { rounded($0 * 1e3 / count) } ?? "not measured"
      print(
        "| \(scene.name) | \(1920 * scale) × \(1080 * scale) | \(mode.rawValue) | \(report.frames) of \(all) "
          + "| \(mean(report.calls)) | \(mean(report.commands)) "
          + "| \(mean(report.surfacesOfProcessor)), \(mean(report.paintsOfProcessor)) "
          + "| \(mean(report.uploadedBytes / 1024)) | \(mean(report.readBytes / 1024)) "
          + "| \(rounded(encoding)) | \(rounded(onDevice)) | \(own) | \(rounded(onProcessor)) |"
      )
    }

    private func rounded(_ number: Double) -> String { String(format: "%.1f", number) }

    /// The time that the process has used of all processors, in milliseconds.
    private static func processorTime() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
      return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }

    /// The median of the processor's time for a frame in milliseconds; in the mode `list` without that in which it is built.
    private func time<Backend: CompositorBackend>(
      _ scene: Scene,
      _ scale: Int,
      _ mode: SceneBenchmark.Mode,
      _ backend: Backend
    ) throws -> (milliseconds: Double, backend: Backend) where Backend.Target == PixelBuffer {
      let stage = scene.stage(scale)
      let size = CGSize(width: Numbers.width, height: Numbers.height)
      let renderer = OfflineRenderer(layer: stage.root, size: size, scale: CGFloat(scale))
      let (width, height) = (renderer.pixelWidth, renderer.pixelHeight)
      let viewport = Viewport(width: width, height: height, scale: renderer.scale, origin: .topLeft)
      let retained = RetainedFrame()
      let pixels = PixelBuffer(width: width, height: height, format: .rgba8)
      var backend = backend
      var times: [Double] = []
      let begin = ContinuousClock.now
      var number = 0
      while number < 3 || ContinuousClock.now - begin < .seconds(duration) {
        var start = Self.processorTime()
        renderer.change(at: 0) {
          CATransaction.setDisableActions(true)
          stage.show(number)
        }
        let damage = retained.update(to: renderer.shownTree(at: 0), at: 0, viewport: viewport)
        if mode == .list { start = Self.processorTime() }
        try retained.draw(damage) { try backend.draw($0, into: pixels) }
        times.append(Self.processorTime() - start)
        number += 1
      }
      return (times.sorted()[times.count / 2], backend)
    }
  }

  /// Encodes frames for a device and draws none.
  private struct EncodingBackend: CompositorBackend {
    var base: GPUBackend

    var limits: BackendLimits { base.limits }
    func makeTarget(width: Int, height: Int) -> PixelBuffer { base.makeTarget(width: width, height: height) }

    mutating func draw(_ frame: Frame, into target: PixelBuffer) throws(BackendError) {
      try draw(DrawPlan(frame), into: target)
    }

    mutating func draw(_ plan: DrawPlan, into target: PixelBuffer) throws(BackendError) {
      _ = base.encode(plan)
    }

    func picture(of target: PixelBuffer) throws(BackendError) -> CGImage { try base.picture(of: target) }

    func read(_ target: PixelBuffer, _ rect: PixelRect) throws(BackendError) -> CGImage {
      try base.read(target, rect)
    }

    func read(_ target: PixelBuffer, into bytes: UnsafeMutableRawBufferPointer) throws(BackendError) {
      try base.read(target, into: bytes)
    }

    var rasterBudget: Int {
      get { base.rasterBudget }
      nonmutating set { base.rasterBudget = newValue }
    }
    var rasterReport: RasterReport { base.rasterReport }
    var hasMemoryToDrop: Bool { base.hasMemoryToDrop }
    func dropCaches() { base.dropCaches() }
  }
#endif
